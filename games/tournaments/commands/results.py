"""Results of published tables: games that began or ended, lobbies that somebody did not join in time, hard ends; and
directors' rulings on the results of tables.

Every automatic step runs in its own transaction, checks the facts again, and may run late or twice."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import ROUND_DOWN, ROUND_UP, Decimal
from typing import Any

from django.db.models import Q, QuerySet

from games import batches, commands
from games.commands.staff import govern_at
from games.models import Game
from games.players.models import Player
from games.rules.values import OrderRefused, StaffAction
from games.statements import NOW, Compiled
from games.store import mail_holds
from games.tournaments.commands import walkouts
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.entries import close_due_entries
from games.tournaments.commands.fixtures import award, close, end_without_result, not_there, take_up
from games.tournaments.commands.leaving import go_on_without, tables_open_to, take_out
from games.tournaments.commands.locking import (
    Phase,
    Ruled,
    check_phase,
    locked,
    locked_for_ruling,
    seated_at,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.ratings import rate_finished
from games.tournaments.commands.seasons import choose_finalists_again, end_what_is_over
from games.tournaments.models import Entrant, Fixture, NewsKind, Tournament
from games.tournaments.queries.clubs import counts_walkouts
from games.tournaments.queries.consequences import consequences, picture
from games.tournaments.snapshot import OPEN, Format, Snapshot

NOT_OVER = Fixture.objects.filter(phase__in=OPEN)
BEGUN = Q(phase=Fixture.Phase.JOINING, game__started_at__isnull=False)
OVER = Q(game__phase=Game.Phase.FINISHED)
AT_PLAY = Q(game__started_at__isnull=False, game__finished_at=None)
RUNS_ON = Q(
    phase=Fixture.Phase.PLAYING,
    round__division__tournament__paused_at__isnull=False,
    game__paused_by_staff=False,
    game__finished_at=None,
)
"""Dealt while the whole tournament is paused."""
AT_ONCE = 500
THOUSANDTH = Decimal("0.001")
RESULTS, JOINING = "results of tables", "closing of joining"


def apply_due(*, now: datetime) -> None:
    """Close entries, take results, go on without those who have not joined, rate games; each in its own transaction.
    For servers without a worker; tasks do the same one by one."""
    close_due_entries(now=now)
    take_results_of(due_games(now=now), now=now)
    close_joining_in(due_tournaments(now=now), now=now)
    rate_finished(now=now)


def take_results_of(game_ids: Iterable[int], *, now: datetime) -> None:
    """Update the tables of these games, each on its own, as `take_results` does."""
    batches.each(RESULTS, game_ids, lambda game_id: take_results(game_id=game_id, now=now), now=now)


def close_joining_in(tournament_ids: Iterable[int], *, now: datetime) -> None:
    """Go on in these tournaments, each on its own, as `close_joining` does."""
    batches.each(JOINING, tournament_ids, lambda one: close_joining(tournament_id=one, now=now), now=now)


def take_results(*, game_id: int, now: datetime) -> bool:
    """Update the table of a round from its game: begun, finished, or ended without a result. One that begins while the
    whole tournament is paused is paused at once. Return True if anything changed."""
    if NOT_OVER.filter(AT_PLAY, game=game_id, game__hard_end__lte=now).exists():
        commands.apply_due(game_id=game_id, now=now)  # the game applies its own hard end, at that instant
    waiting = NOT_OVER.filter(BEGUN | OVER | RUNS_ON, game=game_id)
    tournament_id = waiting.values_list("round__division__tournament", flat=True).first()
    if tournament_id is None:
        return False
    with locked(tournament_id) as tournament:
        fixtures = Fixture.objects.select_related("round__division__tournament", "game")
        fixture = fixtures.filter(game=game_id).first()
        if fixture is None or fixture.game is None:
            return False
        is_taken_up = take_up(fixture, fixture.game, now=now)
        if fixture.phase == Fixture.Phase.PLAYING and tournament.paused_at is not None:
            return _stand_still(tournament, fixture, now=now) or is_taken_up
        if not is_taken_up:
            return False
        if fixture.phase not in OPEN:
            if counts_walkouts(tournament):
                walkouts.count_game(game_id=game_id)
            if tournament.phase == Phase.RUNNING:
                end_what_is_over(tournament, [fixture.round], now=now)
    return True


def close_joining(*, tournament_id: int, now: datetime) -> int:
    """Withdraw the players who have not joined in time, and deal all their tables that have not begun again, at once if
    the others have accepted. A player left alone is awarded the table. Return how many are withdrawn.

    A challenge on a ladder may be left unanswered, which costs only that table."""
    with locked(tournament_id) as tournament:
        if tournament.phase != Phase.RUNNING or tournament.paused_at is not None:
            return 0
        over = _due_to_close(now).filter(round__division__tournament=tournament)
        due = [one for one in over if one.game_id and one.join_by and not mail_holds(one.game_id, one.join_by, now=now)]
        absent = [sitting.entrant for fixture in due for sitting in not_there(fixture)]
        if not absent:
            return 0
        touched = list({*due, *tables_open_to(absent, [Fixture.Phase.JOINING])})
        with tables_of(touched, now=now) as tables:
            missed = _missed([fixture for fixture in due if tables[fixture.pk].state is None])
            if tournament.format == Format.LADDER:
                go_on_without(missed, tournament, touched, tables, now=now)
                return len(missed)
            for entrant, fixture in missed.items():
                if entrant.player is not None and counts_walkouts(tournament):
                    assert fixture.join_by is not None
                    game = tables[fixture.pk].game
                    walkouts.no_show(player=entrant.player, game=game, now=fixture.join_by)
            take_out(tournament, missed, touched, tables, now=now)
        facts = {"how": "no_show", "reason": ""}
        tell(tournament, NewsKind.WITHDRAWN, dict.fromkeys(missed, facts), now=now)
    return len(missed)


def due_tournaments(*, now: datetime) -> list[int]:
    """Return the running tournaments in which the time to join some table is over."""
    return sorted({fixture.round.division.tournament_id for fixture in _DUE_TO_CLOSE(now=now)})


def due_games(*, now: datetime) -> list[int]:
    """Return the games of open tables that began, ended or reached their hard end without their tables showing it yet,
    and those that run during a pause."""
    return [fixture.game_id for fixture in _DUE_GAMES(now=now) if fixture.game_id is not None]


def _stand_still(tournament: Tournament, fixture: Fixture, *, now: datetime) -> bool:
    """Pause a table because the whole tournament is paused. Return False if that isn't possible: it is over, or an
    email is being read."""
    pause = tournament.rulings.filter(verb="pause", fixture=None).order_by("pk").last()
    reason = pause.reason if pause is not None else ""
    with tables_of([fixture], now=now) as tables:
        try:
            govern_at(tables[fixture.pk], StaffAction("PAUSE", reason, office="director"), by=None)
        except OrderRefused:
            return False
    return True


def _due_to_close(now: datetime) -> QuerySet[Fixture]:
    due = Fixture.objects.filter(phase=Fixture.Phase.JOINING, join_by__lte=now, game__started_at=None)
    return due.filter(round__division__tournament__phase=Phase.RUNNING).select_related("round", "game").order_by("pk")


_DUE_TO_CLOSE = Compiled(
    batches.ready(
        JOINING,
        _due_to_close(NOW).filter(round__division__tournament__paused_at=None),
        by="round__division__tournament",
        now=NOW,
    ),
    joined=["round", "round__division"],
    only=["round", "round__division", "round__division__tournament"],
)
_DUE_GAMES = Compiled(
    batches.ready(
        RESULTS,
        NOT_OVER.filter(BEGUN | OVER | RUNS_ON | AT_PLAY & Q(game__hard_end__lte=NOW)),
        by="game",
        now=NOW,
    ).order_by("pk")[:AT_ONCE],
    only=["game"],
)


def _missed(due: Sequence[Fixture]) -> dict[Entrant, Fixture]:
    """Return the entrants who did not accept at one of these tables, each with the first such table."""
    missed: dict[Entrant, Fixture] = {}
    for fixture in due:
        for sitting in not_there(fixture):
            missed.setdefault(sitting.entrant, fixture)
    return missed


# --- a director's ruling ----------------------------------------------------------------------------------------------


def adjudicate(
    *,
    fixture_id: int,
    how: str,
    by: Player,
    reason: str,
    now: datetime,
    points: Mapping[int, Decimal] | None = None,
) -> None:
    """Rule on one table while the tournament runs.

    `void`: nothing counts; `score`: its running game is scored as it stands; `award`: these table points, 0 to 1 by
    entrant, count whatever the game's result. A running game ends at once. A later ruling replaces this one."""
    tournament_id = tournament_of(Fixture, fixture_id)
    with locked_for_ruling(tournament_id, by=by, reason=reason, now=now) as ruled:
        tournament = ruled.tournament
        _refuse_after_next_season(tournament)
        if tournament.phase == Phase.FINISHED:
            raise OrderRefused("This tournament is finished. Correct the result instead, which tells everybody in it.")
        check_phase(tournament, Phase.RUNNING)
        fixture = _table_to_rule_on(ruled, fixture_id)
        _settle(ruled, fixture, how, points)
        _keep(ruled, how, fixture, seated_at([fixture]), points)
        end_what_is_over(tournament, [fixture.round], now=now)
        if tournament.phase == Phase.RUNNING:
            choose_finalists_again(tournament)
            redraw_drafts(tournament, now=now)  # results decide who advances in a knockout


def correct(
    *,
    fixture_id: int,
    how: str,
    by: Player,
    reason: str,
    now: datetime,
    points: Mapping[int, Decimal] | None = None,
) -> None:
    """Correct the result of a table after the end of its tournament, like `adjudicate` before it: `award` these points,
    or `void`. Everybody in the tournament is notified, with the winner, places and moves that have changed."""
    tournament_id = tournament_of(Fixture, fixture_id)
    with locked_for_ruling(tournament_id, by=by, reason=reason, now=now) as ruled:
        tournament = ruled.tournament
        if tournament.phase == Phase.RUNNING:
            raise OrderRefused("This tournament is still in progress. Award points, or void the table.")
        check_phase(tournament, Phase.FINISHED)
        _refuse_after_next_season(tournament)
        if how not in ("award", "void"):
            raise OrderRefused("Choose one of two: award points, or declare the table void.")
        fixture = _table_to_rule_on(ruled, fixture_id)
        before = picture(Snapshot(tournament))
        _settle(ruled, fixture, how, points)
        whole = Snapshot(tournament)
        changes = consequences(whole, before, picture(whole)).facts
        played = list(tournament.entrants.filter(divisions__isnull=False).distinct())
        _keep(ruled, "correct", fixture, played, points, how=how, **changes)


def _refuse_after_next_season(tournament: Tournament) -> None:
    if Tournament.objects.filter(follows=tournament).exists():
        raise OrderRefused("These results can’t be changed, because the next season is based on them.")


def _table_to_rule_on(ruled: Ruled, fixture_id: int) -> Fixture:
    fixture = Fixture.objects.select_related("round__division__tournament").get(pk=fixture_id)
    if fixture.phase == Fixture.Phase.PLANNED:
        raise OrderRefused("This round is still a draft. Publish it, or redo the pairings.")
    ruled.refuse_own_table([fixture])
    return fixture


def _settle(ruled: Ruled, fixture: Fixture, how: str, points: Mapping[int, Decimal] | None) -> None:
    """Count the table as `how` says. Raises OrderRefused, also if it already counts that way."""
    now = ruled.now
    with tables_of([fixture], now=now) as tables:
        table = tables.get(fixture.pk)
        match how:
            case "void":
                if fixture.phase == Fixture.Phase.VOID:
                    raise OrderRefused("This table is already void.")
                end_without_result(table, ruled.reason)
                close(fixture, Fixture.Phase.VOID, now=now)
            case "award":
                _check_points(fixture, points or {})
                end_without_result(table, ruled.reason)
                award(fixture, points or {}, now=now)
            case "score":
                if table is None or not table.is_running:
                    raise OrderRefused("No game is in progress there. Award points or void the table instead.")
                govern_at(table, StaffAction("SCORE", ruled.reason, office="director"), by=None)
            case _:
                raise OrderRefused("Award points, score the game as it stands, or declare the table void.")
    if how == "score":
        fixture.refresh_from_db()
        assert fixture.game is not None
        take_up(fixture, fixture.game, now=now)
        if counts_walkouts(ruled.tournament):
            walkouts.count_game(game_id=fixture.game.pk)


def _keep(
    ruled: Ruled,
    verb: str,
    fixture: Fixture,
    concerned: Collection[Entrant],
    points: Mapping[int, Decimal] | None,
    **facts: Any,
) -> None:
    ruled.keep(
        verb,
        round=fixture.round,
        fixture=fixture,
        concerned=concerned,
        game=fixture.game_id,
        points=None if points is None else {str(entrant): str(each) for entrant, each in points.items()},
        **facts,
    )


def _check_points(fixture: Fixture, points: Mapping[int, Decimal]) -> None:
    """Raise OrderRefused for points that do not fit the table, or already count there.

    Several players together get at most what they would get by sharing the best places: of two at a table, not both
    more than half."""
    sittings = {one.entrant_id: one.awarded for one in fixture.sittings.all()}
    if set(points) != set(sittings) or not all(0 <= given <= 1 for given in points.values()):
        raise OrderRefused("Give each player at this table 0 to 1 points.")
    given = {entrant: each.quantize(THOUSANDTH) for entrant, each in points.items()}
    at_table = len(given)
    for several, least in enumerate(sorted(given.values(), reverse=True), start=1):
        most = (1 + Decimal(at_table - several) / max(1, at_table - 1)) / 2
        if least > most.quantize(THOUSANDTH, ROUND_UP):
            raise OrderRefused(
                "At a table of {n}, {several} players share the best places. Give them at most {most} points each.",
                n=at_table,
                several=several,
                most=f"{most.quantize(THOUSANDTH, ROUND_DOWN).normalize():f}",
            )
    if fixture.phase == Fixture.Phase.AWARDED and given == sittings:
        raise OrderRefused("These points have been awarded already.")
