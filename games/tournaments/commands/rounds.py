"""Published rounds: opening their tables, pairing them again before they begin, and adding tables by challenges on a
ladder."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q

from games.players.models import Player
from games.rules.texts import say
from games.rules.values import OrderRefused
from games.tournaments.advancing import may_challenge
from games.tournaments.commands.drawing import draw, fill
from games.tournaments.commands.fixtures import open_fixture
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    locked,
    locked_drafts,
    locked_for_director,
    locked_for_ruling,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.seasons import end_what_is_over
from games.tournaments.models import Entrant, Fixture, NewsKind, Round, Tournament
from games.tournaments.snapshot import CONCURRENT, OPEN, Format, Snapshot


def publish(*, tournament_id: int, rounds: Collection[int], by: Player, now: datetime) -> None:
    """Publish these drafts: each table's game waits for its players. `rounds` are the ids that were previewed; a draft
    that was paired again since has another id."""
    with locked_for_director(tournament_id, by, Phase.RUNNING) as tournament:
        _check_not_paused(tournament)
        locked_drafts(tournament)
        found = Round.objects.filter(division__tournament=tournament, pk__in=rounds)
        found = found.select_related("division__tournament")
        drafts = list(found.order_by("division__stage", "division__number", "number"))
        if not rounds or len(drafts) < len(set(rounds)):
            raise OrderRefused("The pairings of this draft have been redone. Review them first.")
        if any(draft.phase != Round.Phase.DRAFT for draft in drafts):
            raise OrderRefused("This round has already been published.")
        others = Round.objects.filter(division__in={draft.division_id for draft in drafts}, phase=Round.Phase.DRAFT)
        if tournament.format in CONCURRENT and others.exclude(pk__in=[draft.pk for draft in drafts]).exists():
            raise OrderRefused("All rounds of a division are played at the same time. Publish them together.")
        gone = Entrant.objects.filter(player=None)
        if gone.filter(Q(sittings__fixture__round__in=drafts) | Q(byes__round__in=drafts)).exists():
            raise OrderRefused("A player in this draft has deleted their account. Redo the pairings.")
        for draft in drafts:
            draft.phase, draft.published_at, draft.published_by = Round.Phase.PUBLISHED, now, by
            draft.ends_at = now + tournament.round_lasts
            draft.save()
            for fixture in draft.fixtures.all():
                open_fixture(tournament, fixture, join_by=now + tournament.join_within, ends_at=draft.ends_at, now=now)
        _mark_pairs(tournament, drafts, now=now)
        _tell_of(tournament, drafts, now=now)
        end_what_is_over(tournament, drafts, now=now)


def redraw(*, round_id: int, fixtures: Collection[int], by: Player, reason: str, now: datetime) -> None:
    """Pair the players of these tables again, preferring pairs that have not met; all tables must still be waiting for
    their players."""
    with locked_for_ruling(tournament_of(Round, round_id), Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        _check_not_paused(ruled.tournament)
        round = Round.objects.select_related("division__tournament").get(pk=round_id)
        chosen = list(round.fixtures.filter(pk__in=fixtures).select_related("round"))
        if len(chosen) < 2 or len(chosen) < len(set(fixtures)):
            raise OrderRefused("Choose at least 2 tables of this round, so that their players can be paired again.")
        ruled.refuse_own_table(chosen)
        with tables_of(chosen, now=now) as tables:
            for fixture in chosen:
                if fixture.phase != Fixture.Phase.JOINING or not tables[fixture.pk].is_in_lobby:
                    raise OrderRefused(
                        "Table {table} has started. Leave it out or adjudicate it.", table=fixture.number
                    )
                tables[fixture.pk].cancel(now)
            _mix(ruled.tournament, round, chosen, now=now)
        ruled.keep("redraw", round=round, tables=[fixture.number for fixture in chosen])


def challenge(*, tournament_id: int, player: Player, other_id: int, now: datetime) -> Fixture:
    """Challenge a player a few rungs above to a game, a table of the ladder's one round; the winner gets the higher
    rung. Nobody plays two games of a ladder at once."""
    with locked(tournament_id) as tournament:
        if tournament.format != Format.LADDER:
            raise OrderRefused("You can only challenge players on a ladder. In this tournament, rounds are paired.")
        check_phase(tournament, Phase.RUNNING)
        if tournament.paused_at is not None:
            raise OrderRefused("This tournament is paused. Wait until the pause ends.")
        (ladder,) = Snapshot(tournament).all_divisions
        on_it = [ladder.members[number] for number in ladder.order]
        own = next((one for one in on_it if one.player_id == player.pk), None)
        if own is None:
            raise OrderRefused("You aren’t on this ladder. Enter first.")
        other = next((one for one in on_it if one.pk == other_id), None)
        if other is None or other.number not in may_challenge(ladder.order, own.number):
            raise OrderRefused("You can only challenge players up to 3 rungs above you.")
        for each in (own, other):
            if each.sittings.filter(fixture__phase__in=OPEN, seat__isnull=False).exists():
                raise OrderRefused(
                    say("You already have a game on this ladder. Finish it first.")
                    if each is own
                    else say(
                        "{name} already has a game on this ladder. Wait, or challenge somebody else.", name=each.name
                    )
                )
        (fixture,) = fill(Round.objects.get(division=ladder.division), [(own.number, other.number)], ladder.members)
        ends_at = now + tournament.round_lasts
        open_fixture(tournament, fixture, join_by=now + tournament.join_within, ends_at=ends_at, now=now)
    return fixture


def _check_not_paused(tournament: Tournament) -> None:
    if tournament.paused_at is not None:
        raise OrderRefused("This tournament is paused. End the pause first.")


def _mark_pairs(tournament: Tournament, rounds: Collection[Round], *, now: datetime) -> None:
    """Mark the rules of pairs that had to meet as used, if they meet in these rounds."""
    for rule in tournament.pair_rules.filter(must_meet=True, used_at=None):
        fixtures = Fixture.objects.filter(round__in=rounds, sittings__entrant=rule.one_id)
        if fixtures.filter(pk__in=Fixture.objects.filter(sittings__entrant=rule.other_id)).exists():
            rule.used_at = now
            rule.save(update_fields=["used_at"])


def _tell_of(tournament: Tournament, rounds: Sequence[Round], *, now: datetime) -> None:
    """Notify players with a bye, and players with several tables of all of them at once. A player with a single table
    is notified by its game."""
    if tournament.format in CONCURRENT:
        of: dict[Entrant, list[int]] = {}
        for round in rounds:
            for entrant in Entrant.objects.filter(sittings__fixture__round=round):
                of.setdefault(entrant, []).append(round.pk)
        tell(tournament, NewsKind.ROUND, {entrant: {"rounds": pks} for entrant, pks in of.items()}, now=now)
        return
    for round in rounds:
        byes = {bye.entrant: {"round": round.pk, "bye": bye.points} for bye in round.byes.select_related("entrant")}
        tell(tournament, NewsKind.ROUND, byes, now=now)


def _mix(tournament: Tournament, round: Round, chosen: Sequence[Fixture], *, now: datetime) -> None:
    """Replace these tables by others for the same players."""
    seated = Entrant.objects.filter(sittings__fixture__in=chosen, sittings__seat__isnull=False)
    entrants = {entrant.number: entrant for entrant in seated}
    paired = [one for one in Snapshot(tournament).of(round.division).paired() if one.number in entrants]
    seed = f"{tournament.lot}/{round.number}/{round.rulings.filter(verb='redraw').count() + 1}"
    tables, bye = draw(tournament, paired, seed=seed)
    for fixture in chosen:
        fixture.delete()
    assert round.ends_at is not None
    for fixture in fill(round, tables, entrants):
        open_fixture(tournament, fixture, join_by=now + tournament.join_within, ends_at=round.ends_at, now=now)
    if bye is not None:
        round.byes.create(entrant=entrants[bye], points="1")
