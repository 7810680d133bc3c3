"""Rounds: drawn up as drafts, ruled on, published, and drawn again while tables have not begun."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.books import CONCURRENT
from games.tournaments.commands.drawing import draw_up_at, fill, think_ahead
from games.tournaments.commands.endings import end_what_is_over
from games.tournaments.commands.fixtures import open_fixture
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    keep_ruling,
    locked_drafts,
    locked_for_director,
    reason_of,
    refuse_own_table,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.plans import draw, paired_of
from games.tournaments.models import Entrant, Fixture, News, Round, Tournament


def draw_up(*, tournament_id: int, by: Player, now: datetime) -> list[Round]:
    """The drafts of all rounds that can be drawn up now; with nothing changed the same as before. Only directors see them."""
    think_ahead(tournament_id)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        return draw_up_at(tournament, now=now)


def publish(*, tournament_id: int, rounds: Collection[int], by: Player, now: datetime) -> None:
    """These drafts are played from now on: each table's game waits for its players. `rounds` are the ids that were previewed; a
    draft that was drawn up anew since has another."""
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        _check_not_paused(tournament)
        locked_drafts(tournament)
        found = Round.objects.filter(division__tournament=tournament, pk__in=rounds).select_related(
            "division__tournament"
        )
        drafts = list(found.order_by("division__stage", "division__number", "number"))
        if not rounds or len(drafts) < len(set(rounds)):
            raise OrderRefused(say("This draft has been drawn up anew: look at it first."))
        if any(draft.phase != Round.Phase.DRAFT for draft in drafts):
            raise OrderRefused(say("This round has been published already."))
        _check_complete(tournament, drafts)
        _check_all_are_there(drafts)
        for draft in drafts:
            _publish(tournament, draft, by=by, now=now)
        _mark_pairs(tournament, drafts, now=now)
        _tell_of(tournament, drafts, now=now)
        end_what_is_over(tournament, drafts, now=now)


def redraw(*, round_id: int, fixtures: Collection[int], by: Player, reason: str, now: datetime) -> None:
    """Mix the players of these tables anew, as far as they have not met; all of them must still be waiting for their players."""
    reason = reason_of(reason)
    with locked_for_director(tournament_of(Round, round_id), by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        _check_not_paused(tournament)
        round = Round.objects.select_related("division__tournament").get(pk=round_id)
        chosen = list(round.fixtures.filter(pk__in=fixtures).select_related("round"))
        if len(chosen) < 2 or len(chosen) < len(set(fixtures)):
            raise OrderRefused(say("Choose at least two tables of this round, so that their players can be mixed."))
        refuse_own_table(chosen, by)
        with tables_of(chosen, now=now) as tables:
            for fixture in chosen:
                if fixture.phase != Fixture.Phase.JOINING or not tables[fixture.pk].is_in_lobby:
                    raise OrderRefused(
                        say("Table {table} has begun: leave it out, or adjudicate it.", table=fixture.number)
                    )
                tables[fixture.pk].cancel(now)
            _mix(tournament, round, chosen, now=now)
        keep_ruling(
            tournament,
            "redraw",
            by=by,
            reason=reason,
            now=now,
            round=round,
            tables=[fixture.number for fixture in chosen],
        )


def _check_not_paused(tournament: Tournament) -> None:
    if tournament.paused_at is not None:
        raise OrderRefused(say("This tournament is paused: resume it first."))


def _check_complete(tournament: Tournament, drafts: Sequence[Round]) -> None:
    """Where all rounds of a division are played at once, none is left behind as a draft."""
    others = Round.objects.filter(division__in={draft.division_id for draft in drafts}, phase=Round.Phase.DRAFT)
    if tournament.format in CONCURRENT and others.exclude(pk__in=[draft.pk for draft in drafts]).exists():
        raise OrderRefused(say("All rounds of a division are played at once: publish them together."))


def _check_all_are_there(drafts: Sequence[Round]) -> None:
    """Whoever deleted their account while a draft was drawn up may stand in it."""
    gone = Entrant.objects.filter(player=None)
    if gone.filter(Q(sittings__fixture__round__in=drafts) | Q(byes__round__in=drafts)).exists():
        raise OrderRefused(say("Somebody in this draft has left: draw it up anew."))


def _publish(tournament: Tournament, draft: Round, *, by: Player, now: datetime) -> None:
    draft.phase, draft.published_at, draft.published_by = Round.Phase.PUBLISHED, now, by
    draft.ends_at = now + tournament.round_lasts
    draft.save()
    for fixture in draft.fixtures.all():
        open_fixture(tournament, fixture, join_by=now + tournament.join_within, ends_at=draft.ends_at, now=now)


def _mark_pairs(tournament: Tournament, rounds: Collection[Round], *, now: datetime) -> None:
    """Who had to meet, and does in these rounds, need not any more."""
    for rule in tournament.pair_rules.filter(must_meet=True, used_at=None):
        fixtures = Fixture.objects.filter(round__in=rounds, sittings__entrant=rule.one_id)
        if fixtures.filter(pk__in=Fixture.objects.filter(sittings__entrant=rule.other_id)).exists():
            rule.used_at = now
            rule.save(update_fields=["used_at"])


def _tell_of(tournament: Tournament, rounds: Sequence[Round], *, now: datetime) -> None:
    """Who has a bye is told so; who has several tables at once, of all of them. A single table tells its players itself."""
    if tournament.format in CONCURRENT:
        of: dict[Entrant, list[int]] = {}
        for round in rounds:
            for entrant in Entrant.objects.filter(sittings__fixture__round=round):
                of.setdefault(entrant, []).append(round.pk)
        tell(tournament, News.Kind.ROUND, {entrant: {"rounds": pks} for entrant, pks in of.items()}, now=now)
        return
    for round in rounds:
        byes = {bye.entrant: {"round": round.pk, "bye": bye.points} for bye in round.byes.select_related("entrant")}
        tell(tournament, News.Kind.ROUND, byes, now=now)


def _mix(tournament: Tournament, round: Round, chosen: Sequence[Fixture], *, now: datetime) -> None:
    """Other tables for the players of these, in their place."""
    seated = Entrant.objects.filter(sittings__fixture__in=chosen, sittings__seat__isnull=False)
    entrants = {entrant.number: entrant for entrant in seated}
    paired = [one for one in paired_of(round.division) if one.number in entrants]
    seed = f"{tournament.lot}/{round.number}/{round.rulings.filter(verb='redraw').count() + 1}"
    tables, bye = draw(tournament, paired, seed=seed, numbers=set(entrants))
    for fixture in chosen:
        fixture.delete()
    last = round.fixtures.order_by("-number").values_list("number", flat=True).first() or 0
    assert round.ends_at is not None
    for fixture in fill(round, tables, entrants, after=last):
        open_fixture(tournament, fixture, join_by=now + tournament.join_within, ends_at=round.ends_at, now=now)
    if bye is not None:
        round.byes.create(entrant=entrants[bye], points="1")
