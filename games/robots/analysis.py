"""Analysis of finished games: searches for the best layout, or move, with the tiles of each position of each player.

It first searches each position of a game for half a second, so that there is soon something to see. Later, while no
game waits for that, it searches each position for ten seconds. Moves are searched once, by the kind's own search. Each
better layout is saved when it is found. A worker may take up a row from its `due_at` on, and moves `due_at` when it
does, so that a later sweep continues if the worker dies.

Workers of the queue `analysis` run this; on servers without one, robot workers do it for kinds with their own search.
The solver takes long to load, so it is imported only when a search for a layout begins."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING

from django.db.models import F

from games import queries, store
from games.models import Analysis, Game
from games.queries.analysis import Laid, Position, as_saved, positions_in
from games.queries.reading import seated
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import tiles_used
from games.rules.layouts import OwnLayouts
from games.rules.missed import MissedMoves
from games.rules.options import alphabet_in
from games.rules.table.state import TableState
from games.word_lists.shelf import vocabulary_of, words_of

if TYPE_CHECKING:
    from games.robots.solver.search import PreparedWords, Solution

WITHOUT_EXTRA = [key for key, kind in registry.KINDS.items() if kind.is_searched_by_itself]
"""The kinds whose games are analysed even on servers without the extra `analysis`."""
SECONDS = 0.5, 10.0
"""The processor time of one search, in seconds, in each pass."""
CHANGES = 3
"""The most words that a small change may take out of a player's own layout."""
GIVES_UP_AFTER = 2
TAKES_AT_MOST = timedelta(minutes=10)  # for one position; the very first search compiles for minutes
ASKS_AGAIN = timedelta(hours=1)  # between checks whether the same tiles are still played elsewhere


def ask_for(*, game_id: int, now: datetime) -> None:
    """Queue a new analysis of a finished game, even of one that ended while analysis was off. Raises NoSuchGame for any
    other game."""
    table = store.seen_now(game_id, now=now)
    if not table.kind.is_analysed or table.game.phase != Game.Phase.FINISHED or table.game.ending == "void":
        raise store.NoSuchGame
    Analysis.objects.filter(pk=game_id).delete()
    Analysis.objects.create(pk=game_id, due_at=now)


def analyse_one(
    *, now: datetime, game_id: int | None = None, kinds: Collection[str] | None = None, steps: int | None = None
) -> bool:
    """Search once, in the most urgent position of all games, of one, or of some kinds. Return False if nothing waits.
    `steps`, if given, can end the search before its time does."""
    due = Analysis.objects.filter(due_at__lte=now)
    if game_id is not None:
        due = due.filter(pk=game_id)
    if kinds is not None:
        due = due.filter(game__kind__in=kinds)
    row = due.select_related("game").order_by("passes", "due_at").first()
    if row is None:
        return False
    saved = Analysis.objects.filter(pk=row.pk)
    if row.attempts >= GIVES_UP_AFTER:
        saved.update(due_at=None, is_given_up=True)
    elif saved.filter(due_at=row.due_at).update(due_at=now + TAKES_AT_MOST, attempts=F("attempts") + 1):
        _go_on(row, now=now, steps=steps)
    return True


def _go_on(row: Analysis, *, now: datetime, steps: int | None) -> None:
    """Search in the next position of a game, and save what was found."""
    saved = Analysis.objects.filter(pk=row.pk)
    same_tiles = Game.objects.filter(seed=row.game.seed).exclude(pk=row.pk)
    if row.positions is None and same_tiles.filter(phase__in=Game.UNFINISHED).exists():  # still secret in that game
        saved.update(due_at=now + ASKS_AGAIN, attempts=0)
        return
    positions = list(positions_in(row.positions)) if row.positions is not None else _positions_of(row.pk, now=now)
    seconds = SECONDS[row.passes]
    waiting = [
        n for n, one in enumerate(positions) if (one.seconds < seconds if one.move is None else one.best is None)
    ]
    if waiting:
        next_one = waiting[0]
        one = positions[next_one]
        if one.move is None:
            positions[next_one] = _search(one, row.game, seconds, steps)
        else:
            positions[next_one] = _search_move(one, row.pk, now=now)
    passes = row.passes if len(waiting) > 1 else row.passes + 1
    due_at = row.due_at if passes < len(SECONDS) and positions else None
    saved.update(positions=as_saved(positions), passes=passes, attempts=0, due_at=due_at)


def _positions_of(game_id: int, *, now: datetime) -> list[Position]:
    """Return the positions of a finished game, the final one first, as most people look there first."""
    table = store.seen_now(game_id, now=now)
    layouts: OwnLayouts[object, object] | None = table.kind.layouts
    if layouts is None:
        return _moves_of(table)
    words, alphabet = layouts.judge(table.state, table.resources.words), alphabet_in(table.game.options)
    scenes = queries.replay(queries.TableView(seated(table, None)))
    return [
        Position(
            step,
            scene.light,
            one.seat,
            one.hand,
            Laid.of(one.layout, layouts.score(one.layout, one.hand, words, alphabet)),
        )
        for step, scene in reversed([*enumerate(scenes)])
        for one in scene.boards
        if one.hand
    ]


def _moves_of(table: store.Table) -> list[Position]:
    """Return the moves of a finished game, in order."""
    missed: MissedMoves[TableState] | None = table.kind.missed
    assert missed is not None
    told = (
        (step, event["seat"], before, own)
        for step, before, event, after in queries.moves(seated(table, None))
        if (own := missed.played(before, event, after))
    )
    return [
        Position(step, None, seat, before.hands.get(seat, ""), own, move=number)
        for number, (step, seat, before, own) in enumerate(told, start=1)
    ]


def _search_move(position: Position, game_id: int, *, now: datetime) -> Position:
    """Find the best alternative to a move, with the kind's own complete search."""
    table = store.seen_now(game_id, now=now)
    missed: MissedMoves[TableState] | None = table.kind.missed
    assert missed is not None
    began = process_time()
    found = next(
        missed.best(before, event, vocabulary_of(table.game.word_list_id))
        for step, before, event, after in queries.moves(seated(table, None))
        if step == position.step and missed.played(before, event, after)
    )
    best = max(position.own, found, key=lambda one: one.value)
    return replace(position, best=best, seconds=process_time() - began)


def _search(position: Position, game: Game, seconds: float, steps: int | None) -> Position:
    """Search for longer than before, starting from the best known layout."""
    own = position.own
    known = [one for one in (position.best, own) if isinstance(one, Laid)]
    best = max(known, key=lambda one: one.value)
    found = _solve(position.hand, best, game, seconds, steps)
    best = max(best, found, key=lambda one: one.value)
    position = replace(position, best=best, seconds=seconds)
    if position.light is None and isinstance(own, Laid) and tiles_used(own.layout):
        near = _solve(position.hand, own, game, seconds, steps, changes=CHANGES)
        near = max(own, *([position.near] if position.near else []), near, key=lambda one: one.value)
        position = replace(position, near=near, best=max(best, near, key=lambda one: one.value))
    return position


def _solve(
    hand: str, start: Laid, game: Game, seconds: float, steps: int | None, *, changes: int | None = None
) -> Laid:
    from games.robots.solver.search import Budget, solve  # imported here, because loading it takes long

    budget: Budget = Budget(seconds=seconds, steps=steps)
    found: Solution = solve(
        hand,
        _prepared(game.word_list_id, alphabet_in(game.options)),
        budget,
        start=start.layout,
        changes=changes,
    )
    return Laid.of(found.layout, found.score)


@lru_cache(maxsize=2)
def _prepared(word_list_id: int, alphabet: Alphabet) -> "PreparedWords":
    """Return the words of a list as the solver reads them, some 50 MB each."""
    from games.robots.solver.search import PreparedWords

    return PreparedWords(words_of(word_list_id), alphabet)
