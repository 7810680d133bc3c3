"""The timers of the asynchronous green-light protocol, as Celery tasks.

Each game has one deadline, `Game.due_at`: the next instant at which something happens by itself. The store keeps it at
every save. Nothing waits in the Celery queue until its time comes.

How a deadline is carried out:

1. Beat runs `sweep` every few seconds. It lists the due games (`commands.due_games`) and queues `apply_due` for each.
2. `apply_due` calls `commands.apply_due`, which opens the game with `store.locked`.
3. `store.Table.apply_due` asks the kind what is next (`Kind.due`, for this game `Crossing.falls_due`) and carries it out
   (`Kind.tick`, then `Crossing.happens`). It repeats this until nothing is due, each thing at its own instant.

The three parts of the protocol are pure rules in `rules/crossing/`:

*Deferred allocation.* The caller's new tile is withheld, and others see theirs when they next look.
    `dealing.light` deals to everyone. It puts the caller's tile in `State.withheld` and the others' in `State.unseen`.
    `visibility.see` marks tiles as seen. `dealing.may_be_released` says when enough others have looked (the option
    `reveal_after`), and the tick "release" runs `dealing.release`.

*Leeway timer.* The next light waits until everyone has looked, plus a few minutes.
    `transition.Transition._keep_clocks` starts the clock "leeway" when every seat in `State.waited_for` has seen its
    tiles (`State.is_caught_up`). `State.leeway` is its length. A new deal drops the clock. A player who doesn't look
    in time goes away (clock "see N", tick "away"), and the game no longer waits for them.

*Request and unrequest.* A request may come before the light can be dealt, and may be withdrawn until then.
    GREEN and RED run `lights._ask`, which appends to `State.requests`; UNASK runs `lights._unask`. A request whose
    layout is no longer complete, or whose tiles have changed, ends in `transition.lapse`. When the leeway is over, the
    tick "light" grants the first request: `lights.grant` calls `dealing.light`, or `grace.red_light` if the pool is
    short. The other requests are dropped (`transition.drop`). If nobody requests a light in time, the tick "amber"
    grants one without a caller.

The same loop ends grace (`grace.end_grace`), pauses, vacations and abandoned games. In games with turns it ends the
time to move (`rules/table/turns.py`).

These tasks may run late, twice or not at all. Every command also applies what is due before it does anything else, so a
late worker changes only when people are notified, never the outcome.

The other tasks here call robots, count, analyse and pack finished games, and make the daily puzzles.
"""

from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games import batches, commands, queries, store
from games.robots import analysis, hints, practice, puzzles
from games.rules.values import OrderRefused

ANALYSES_FOR = timedelta(minutes=1)
SEARCH_EXPIRES = practice.TRIES_AGAIN.total_seconds()  # then the robots' next visit is due
COUNTS_AT_MOST = 50  # hundreds of games
ARCHIVED_AT_MOST = 2000  # games in an hour


@shared_task
def sweep() -> None:
    """Queue the games that have something due, and cancel lobbies that nobody fills."""
    now = timezone.now()
    for game_id in commands.due_games(now=now):
        apply_due.delay(game_id)
    commands.cancel_stale_lobbies(now=now)


@shared_task
def apply_due(game_id: int) -> None:
    """Apply what is due in one game. If another worker took it first, nothing is left to do."""
    commands.apply_due_in_each([game_id], now=timezone.now())


@shared_task
def visit_tables() -> None:
    """Queue the games whose robots should act, or in which a hint waits for a search."""
    now = timezone.now()
    for game_id in {*practice.tables(now=now), *hints.waiting(now=now)}:
        store.call_robots(game_id)


@shared_task
def visit_table(game_id: int) -> None:
    """Let the robots of one game play, unless another worker is at it. Searches for moves or hints have a separate
    task, so that they don't hold up other games."""
    now = timezone.now()

    def visit(game_id: int) -> None:
        if practice.visit(game_id=game_id, now=now, may_search=False) or hints.is_awaited(game_id):
            search_at_table.apply_async((game_id,), expires=SEARCH_EXPIRES)

    batches.each(practice.VISITS, [game_id], visit, now=now)


@shared_task
def search_at_table(game_id: int) -> None:
    """Let the robots of one game search for layouts, and play; then carry out the searches for hints."""
    now = timezone.now()

    def search(game_id: int) -> None:
        practice.search(game_id=game_id, now=now)
        hints.search(game_id=game_id, now=now)

    batches.each(practice.VISITS, [game_id], search, now=now)


@shared_task
def count_finished_games() -> None:
    """Count finished games in their players' statistics."""
    commands.count_finished(now=timezone.now())


@shared_task
def tally_finished_games() -> None:
    """Count finished games in the statistics, until none waits or other tasks need their turn."""
    for _ in range(COUNTS_AT_MOST):
        if not commands.tally_finished(now=timezone.now()):
            return


@shared_task
def suspect_two_accounts() -> None:
    """Look for duplicate accounts in one game, until all past days are done or other tasks need their turn."""
    for _ in range(COUNTS_AT_MOST):
        if not commands.suspect(now=timezone.now()):
            return


@shared_task
def archive_games() -> None:
    """Pack some of the games that ended long ago; the rest follow in the next run."""
    older_than = timedelta(days=settings.ARCHIVE_AFTER_DAYS)
    commands.pack_games(older_than=older_than, most=ARCHIVED_AT_MOST, now=timezone.now())


@shared_task
def make_puzzles() -> None:
    """Make today's puzzles before anybody asks for them."""
    now = timezone.now()

    def make(kind: str) -> None:
        with suppress(OrderRefused):  # a word list is missing
            commands.todays_puzzle(kind=kind, now=now)

    batches.each("making puzzles", queries.wanted_puzzles(), make, now=now)


@shared_task
def search_puzzles() -> None:
    """Search for the best answers to puzzles whose day is over."""
    puzzles.look_for_the_best(now=timezone.now())


@shared_task
def visit_finished_games() -> None:
    """Search one finished game for a missed move, along with the robots' work, if no worker takes the analysis
    queue."""
    analysis.analyse_one(now=timezone.now(), kinds=analysis.WITHOUT_EXTRA)


@shared_task(time_limit=int((ANALYSES_FOR + analysis.TAKES_AT_MOST).total_seconds()))
def analyse_games() -> None:
    """Search in finished games for a minute, or until nothing waits; the next sweep continues."""
    began = timezone.now()
    while timezone.now() - began < ANALYSES_FOR and analysis.analyse_one(now=timezone.now()):
        pass
