"""A tournament as a whole: creating and starting it, ending its rounds and itself, voiding it, and creating the next
season."""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from fractions import Fraction

from games.commands.clubs import LONGEST_ABOUT, run_by
from games.commands.moderation import check_may_speak
from games.players.memberships import RUNS
from games.players.models import Player
from games.rules.values import OrderRefused
from games.tournaments import advancing
from games.tournaments.commands.drawing import divided, drafts_of, draw_up_at, think_ahead
from games.tournaments.commands.fixtures import close, end_without_result
from games.tournaments.commands.locking import (
    Phase,
    locked_drafts,
    locked_for_director,
    locked_for_ruling,
    tables_of,
    tell,
)
from games.tournaments.commands.terms import check_settings, settled_columns, table_limits
from games.tournaments.models import Division, Entrant, Fixture, NewsKind, Round, Tournament
from games.tournaments.snapshot import CONCURRENT, OPEN, DivisionSnapshot, Format, Snapshot

LOT_BYTES = 8
MOST_OF_A_CLUB = 5
FAR_AWAY = timedelta(days=36525)
"""The stored end of a ladder's round, which never really ends."""
COPIED = (
    *("name", "about", "kind", "format", "options", "word_list", "rated", "table_size", "rounds_planned"),
    *("division_size", "advance", "round_lasts", "join_within", "most_entrants", "late_until"),
    *("club_id", "is_for_members"),
)
"""The columns that the next season copies."""


def make(*, tournament: Tournament, by: Player, now: datetime) -> None:
    """Save a new tournament, as a draft directed by `by`. Raises OrderRefused for settings that cannot be played."""
    check_settings(tournament)
    tournament.lot, tournament.made_at = secrets.token_hex(LOT_BYTES), now
    tournament.save()
    tournament.directors.add(by)


def make_for_club(*, tournament: Tournament, club_id: int, by: Player, now: datetime) -> None:
    """Save a new tournament of a club as a draft, unrated, directed by those who run the club.

    Raises NoSuchClub for a non-member, and OrderRefused for a plain member, for too many at once, and as `make`."""
    _check_words(tournament, by, now)
    check_settings(tournament)
    tournament.lot, tournament.made_at = secrets.token_hex(LOT_BYTES), now
    tournament.club_id, tournament.rated = club_id, False
    with run_by(club_id, by, *RUNS):
        going_on = Tournament.objects.filter(club=club_id).exclude(phase__in=[Phase.FINISHED, Phase.VOID])
        if going_on.count() >= MOST_OF_A_CLUB:
            raise OrderRefused(
                "A club can have at most {most} tournaments at a time. End one first.", most=MOST_OF_A_CLUB
            )
        tournament.save()


def change(*, tournament: Tournament, columns: Collection[str], by: Player, now: datetime) -> None:
    """Save these columns of a tournament, as one of its directors. Raises OrderRefused for a column that can no longer
    be changed."""
    _check_words(tournament, by, now)
    with locked_for_director(tournament.pk, by) as kept:
        if set(columns) & settled_columns(kept.phase):
            raise OrderRefused("This setting can no longer be changed. Reload the page to see what you can change.")
        check_settings(tournament)
        tournament.save(update_fields=columns)


def _check_words(tournament: Tournament, by: Player, now: datetime) -> None:
    """Raise OrderRefused for somebody muted by the moderators, and for a text that is too long."""
    check_may_speak(by, now=now)
    if len(tournament.about) > LONGEST_ABOUT:
        raise OrderRefused("A tournament’s description can have at most {most} characters.", most=LONGEST_ABOUT)


def start(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Create the divisions and pair their first rounds as drafts. A ladder is open for challenges at once."""
    think_ahead(tournament_id)
    with locked_for_director(tournament_id, by, Phase.CLOSED) as tournament:
        check_settings(tournament)
        entrants = Snapshot(tournament).playing
        least = table_limits(tournament)[0]
        if len(entrants) < least:
            raise OrderRefused("A tournament of this game needs at least {least} players.", least=least)
        tournament.phase, tournament.started_at = Phase.RUNNING, now
        tournament.clubs_link, tournament.clubs_link_made_at = "", None
        tournament.save(update_fields=["phase", "started_at", "clubs_link", "clubs_link_made_at"])
        for number, members in enumerate(divided(tournament, entrants), start=1):
            Division.objects.create(tournament=tournament, number=number).entrants.set(members)
        if tournament.format == Format.LADDER:
            Round.objects.create(
                division=tournament.divisions.get(),
                number=1,
                phase=Round.Phase.PUBLISHED,
                published_at=now,
                published_by=by,
                ends_at=now + FAR_AWAY,
            )
        else:
            draw_up_at(tournament, now=now)


def draw_final(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Create the final of the best of each pool, and pair its rounds as drafts."""
    with locked_for_director(tournament_id, by, Phase.RUNNING) as tournament:
        if tournament.format != Format.POOLS:
            raise OrderRefused("Only a tournament with pools has a final.")
        pools = Snapshot(tournament).all_divisions
        if any(pool.division.stage > 1 for pool in pools):
            raise OrderRefused("The final has already been paired.")
        rounds = Round.objects.filter(division__tournament=tournament)
        if any(pool.undrawn for pool in pools) or rounds.exclude(phase=Round.Phase.FINISHED).exists():
            raise OrderRefused("The pools are still in progress. Pair the final when they have finished.")
        best = [entrant for pool in pools for entrant in pool.best]
        if len(best) < table_limits(tournament)[0]:
            raise OrderRefused("Too few players are left for a final. End the tournament instead.")
        Division.objects.create(tournament=tournament, stage=2, number=1).entrants.set(best)
        draw_up_at(tournament, now=now)


def choose_finalists_again(tournament: Tournament) -> None:
    """Choose the finalists again from the present results, unless one of the final's rounds is published."""
    final = tournament.divisions.filter(stage=2).first()
    if final is None or final.rounds.exclude(phase=Round.Phase.DRAFT).exists():
        return
    pools = [one for one in Snapshot(tournament).all_divisions if one.division.stage == 1]
    final.entrants.set(entrant for pool in pools for entrant in pool.best)


def finish(*, tournament_id: int, by: Player, reason: str, now: datetime) -> None:
    """End a tournament before its last round, or a ladder; the standings are final. No table may be in progress."""
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        tournament = ruled.tournament
        if Fixture.objects.filter(round__division__tournament=tournament, phase__in=OPEN).exists():
            raise OrderRefused("Some tables are still in progress. Wait for them to finish, or adjudicate them first.")
        locked_drafts(tournament)
        drafts_of(tournament).delete()
        published = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED)
        published.update(phase=Round.Phase.FINISHED, finished_at=now)
        _end_tournament(tournament, now=now)
        ruled.keep("finish")


def void(*, tournament_id: int, by: Player, reason: str, now: datetime) -> None:
    """Void the whole tournament: running games end without a result. Nothing is deleted."""
    phases = (Phase.DRAFT, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
    with locked_for_ruling(tournament_id, *phases, by=by, reason=reason, now=now) as ruled:
        tournament = ruled.tournament
        opened = list(Fixture.objects.filter(round__division__tournament=tournament, phase__in=OPEN))
        ruled.refuse_own_table(opened)
        with tables_of(opened, now=now) as tables:
            for fixture in opened:
                end_without_result(tables[fixture.pk], ruled.reason)
                close(fixture, Fixture.Phase.VOID, now=now)
        locked_drafts(tournament)
        drafts_of(tournament).delete()
        tournament.phase, tournament.finished_at = Phase.VOID, now
        tournament.save(update_fields=["phase", "finished_at"])
        ruled.keep("void", concerned=list(tournament.entrants.exclude(standing=Entrant.Standing.WITHDRAWN)))


def next_season(*, tournament_id: int, by: Player, now: datetime) -> Tournament:
    """Create the season after a finished league, open for entries: everybody who stayed to the end is in it, in the
    order after promotion and relegation; new entrants come after them."""
    with locked_for_director(tournament_id, by, Phase.FINISHED) as tournament:
        if tournament.format != Format.LEAGUE:
            raise OrderRefused("Only leagues have seasons. Create a new tournament instead.")
        if Tournament.objects.filter(follows=tournament).exists():
            raise OrderRefused("The next season has already been created.")
        season = Tournament.objects.create(
            **{name: getattr(tournament, name) for name in COPIED},
            lot=secrets.token_hex(LOT_BYTES),
            season=tournament.season + 1,
            follows=tournament,
            made_at=now,
            phase=Phase.ENTRIES,
        )
        season.directors.set(tournament.directors.all())
        carried = Entrant.objects.bulk_create(
            Entrant(
                tournament=season,
                player=entrant.player,
                name=entrant.name,
                number=number,
                club_id=entrant.club_id,
                entered_at=now,
            )
            for number, entrant in enumerate(_promoted(tournament), start=1)
        )
        tell(season, NewsKind.ENTERED, {entrant: {"entrant": entrant.pk} for entrant in carried}, now=now)
    return season


def _promoted(league: Tournament) -> list[Entrant]:
    """Return the entrants who stayed to the end of a season, in the order in which the next one takes them over."""
    whole = Snapshot(league)
    by_number = {entrant.number: entrant for entrant in whole.entrants.values()}
    gone = whole.withdrawn | {number for number, entrant in by_number.items() if entrant.player_id is None}
    orders = [division.order for division in whole.all_divisions]
    divisions = advancing.promote(orders, size=league.division_size, withdrawn=whole.withdrawn, gone=gone)
    return [by_number[number] for division in divisions for number in division]


# --- endings ----------------------------------------------------------------------------------------------------------


def end_what_is_over(tournament: Tournament, rounds: Iterable[Round], *, now: datetime) -> None:
    """End the rounds whose tables are all over, and the tournament once nothing is left to play."""
    being_played = [
        round for round in rounds if round.phase == Round.Phase.PUBLISHED and tournament.format != Format.LADDER
    ]
    unfinished = [*OPEN, Fixture.Phase.PLANNED]
    ended = [round for round in being_played if not round.fixtures.filter(phase__in=unfinished).exists()]
    for round in ended:
        round.phase, round.finished_at = Round.Phase.FINISHED, now
        round.save(update_fields=["phase", "finished_at"])
    if _is_played_out(tournament):
        _end_tournament(tournament, now=now)
    elif tournament.format not in CONCURRENT:
        for round in ended:
            division = Snapshot(tournament).of(round.division)
            play = set(division.playing)
            came = {
                entrant: facts | {"round": round.pk} for entrant, facts in _came(division).items() if entrant in play
            }
            tell(tournament, NewsKind.ENDED, came, now=now)


def _is_played_out(tournament: Tournament) -> bool:
    """Return True if no round is left to play, existing or still to come."""
    rounds = Round.objects.filter(division__tournament=tournament)
    if tournament.format == Format.LADDER or rounds.exclude(phase=Round.Phase.FINISHED).exists():
        return False
    divisions = Snapshot(tournament).all_divisions
    match tournament.format:
        case Format.KNOCKOUT:
            return bool(divisions) and _is_decided(divisions[0])
        case Format.POOLS:
            divisions = [one for one in divisions if one.division.stage > 1]
    return bool(divisions) and not any(one.undrawn for one in divisions)


def _is_decided(division: DivisionSnapshot) -> bool:
    """Return True if a knockout's last round was one table, or leaves nobody to play on."""
    last, whole = division.last_round, division.whole
    if last is None or division.stuck() is not None:
        return False
    is_final = len(whole.fixtures[last.pk]) <= 1 and not whole.byes[last.pk]
    return is_final or len(division.go_on()) < 2


def _end_tournament(tournament: Tournament, *, now: datetime) -> None:
    """End the tournament, and notify everybody in it of their place."""
    tournament.phase, tournament.finished_at = Phase.FINISHED, now
    tournament.save(update_fields=["phase", "finished_at"])
    whole = Snapshot(tournament)
    moves = whole.moves() if tournament.format == Format.LEAGUE else {}
    facts: dict[Entrant, dict[str, object]] = {}
    for division in whole.all_divisions:
        for entrant, came in _came(division).items():
            # the final's place, for those who reached it
            facts[entrant] = came | {"moves": moves.get(entrant.number, "")}
    tell(tournament, NewsKind.ENDED, facts, now=now)


def _came(division: DivisionSnapshot) -> dict[Entrant, dict[str, object]]:
    """Return the news of their place for everybody in a division."""
    return {
        division.members[number]: {
            "place": place,
            "of": len(division.order),
            "points": str(division.line_of[number].points if number in division.line_of else Fraction(0)),
            "division": division.division.pk,
            "moves": "",
        }
        for place, number in enumerate(division.order, start=1)
    }
