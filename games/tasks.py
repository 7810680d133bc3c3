"""The timers of the protocol, as tasks.

No deadline lives in the queue. Each game has one: `Game.due_at`, the instant at which something next happens by itself,
kept by the store at every save. On it hang, for Lexicon Crossing (its `ticks`; for the games in which orders are
awaited in turn, the time to move: games/rules/table/turns.py):

- *deferred allocation*: a light that was asked for is dealt at `max(asked, caught up + leeway)`;
- the *leeway* itself, from the instant at which everyone waited for has seen their tiles;
- the *release* of the caller's withheld tile, once the others have seen theirs;
- *away*, when a player's time to look and their bank are used up;
- *amber*, when nobody has asked within `call_within`;
- the end of *grace*, of a pause, of a vacation, and of a game that everyone has left.

Beat calls `sweep` every few seconds; it nominates due games, and a task a game takes the lock, looks again, and applies
each thing at its own instant. Run late, twice or not at all, these tasks change no outcome, only when people are told.
"""

from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games import commands, queries, store
from games.robots import analysis, hints, practice, puzzles
from games.rules.kind import OrderRefused

ANALYSES_FOR = timedelta(minutes=1)
SEARCH_EXPIRES = practice.TRIES_AGAIN.total_seconds()  # then the robots are called again
COUNTS_AT_MOST = 50  # hundreds of games
ARCHIVED_AT_MOST = 2000  # games in an hour


@shared_task
def sweep() -> None:
    """Nominate the games that have something due, and cancel lobbies that nobody fills."""
    now = timezone.now()
    for game_id in commands.due_games(now=now):
        apply_due.delay(game_id)
    commands.cancel_stale_lobbies(now=now)


@shared_task
def apply_due(game_id: int) -> None:
    """Apply what is due in one game. If another worker took it first, nothing is left to do."""
    try:
        commands.apply_due(game_id=game_id, now=timezone.now())
    except store.NoSuchGame:
        return


@shared_task
def visit_tables() -> None:
    """Nominate the tables that their robots are to visit, or where a hint is awaited."""
    now = timezone.now()
    for game_id in {*practice.tables(now=now), *hints.waiting(now=now)}:
        store.call_robots(game_id)


@shared_task
def visit_table(game_id: int) -> None:
    """Let the robots of one table play, if they are awaited and not there already. What takes a search, and hints that do, come
    by a task of their own, so that no robot keeps those of another table waiting."""
    if practice.visit(game_id=game_id, now=timezone.now(), may_search=False) or hints.is_awaited(game_id):
        search_at_table.apply_async((game_id,), expires=SEARCH_EXPIRES)


@shared_task
def search_at_table(game_id: int) -> None:
    """Let the robots of one table search for layouts, and play; then search for hints that are awaited."""
    practice.search(game_id=game_id, now=timezone.now())
    hints.search(game_id=game_id, now=timezone.now())


@shared_task
def count_finished_games() -> None:
    """Count the games that have ended in the figures of their players."""
    commands.count_finished(now=timezone.now())


@shared_task
def tally_finished_games() -> None:
    """Take games that are over into the statistics, until none waits or it is time for other tasks."""
    for _ in range(COUNTS_AT_MOST):
        if not commands.tally_finished(now=timezone.now()):
            return


@shared_task
def suspect_two_accounts() -> None:
    """Look for two accounts at one table, until no day that is over waits or it is time for other tasks."""
    for _ in range(COUNTS_AT_MOST):
        if not commands.suspect(now=timezone.now()):
            return


@shared_task
def archive_games() -> None:
    """Pack some of the games that ended long ago; the rest goes the next time."""
    older_than = timedelta(days=settings.ARCHIVE_AFTER_DAYS)
    commands.pack_games(older_than=older_than, most=ARCHIVED_AT_MOST, now=timezone.now())


@shared_task
def make_puzzles() -> None:
    """Make the puzzles of today, before anybody asks for them."""
    for kind in queries.puzzle_kinds():
        with suppress(OrderRefused):  # its word list is missing
            commands.todays_puzzle(kind=kind.key, now=timezone.now())


@shared_task
def search_puzzles() -> None:
    """Look for the best answer to puzzles that are over."""
    puzzles.look_for_the_best(now=timezone.now())


@shared_task
def visit_finished_games() -> None:
    """Search for one missed move, among the robots' work, where no worker takes the queue of the analysis."""
    analysis.analyse_one(now=timezone.now(), kinds=analysis.WITHOUT_EXTRA)


@shared_task(time_limit=int((ANALYSES_FOR + analysis.TAKES_AT_MOST).total_seconds()))
def analyse_games() -> None:
    """Search in finished games for a minute, or until nothing waits; the next sweep goes on."""
    began = timezone.now()
    while timezone.now() - began < ANALYSES_FOR and analysis.analyse_one(now=timezone.now()):
        pass
