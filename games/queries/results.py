"""A finished game: its layouts, light by light, with their scores at the time, and its rematch. Of a running game nobody
sees any layouts here."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, groupby
from typing import TypeVar

from django.core.cache import caches
from django.db.models import F

from games.models import Game
from games.players.models import Player
from games.queries.history import Happened, facts_for
from games.queries.reading import ReaderTable, for_reader
from games.queries.record import record_of
from games.queries.tables import TableView
from games.rules.facts import JsonObject
from games.rules.grid import Layout, tiles_used
from games.rules.kind import Differs, Event, UnreadableRecord
from games.rules.layouts import show_apart
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.rules.table.film import TableScene, scenes
from games.rules.table.film import moves as film_moves
from games.rules.table.state import TableState
from games.rules.table.verify import replayed
from games.rules.tiles import in_order
from games.statements import GIVEN, Compiled
from games.store import NewerFormat, Table
from games.store.events import events_of

T = TypeVar("T")

MOST_FRAMES = 12
DAY, TEN_MINUTES = 24 * 3600, 600

_REMATCH = Compiled(  # a row for each seat there, of the only one
    Game.objects.filter(rematch_of=GIVEN)
    .exclude(phase=Game.Phase.CANCELLED)
    .select_related("made_by")
    .annotate(sits=F("seats__player"))
)


@dataclass(frozen=True)
class FilmBoard:
    """One player's layout in one scene, of the tiles of `hand`; `shown` reads `24/(7+2)=2.67`."""

    seat: int
    hand: str
    layout: Layout
    struck: tuple[str, ...]
    shown: str


@dataclass(frozen=True)
class FilmScene:
    """The boards, in the order of the final ranks, as they lay when the light after `light` came; None is the result."""

    light: int | None
    at: datetime
    boards: tuple[FilmBoard, ...]


@dataclass(frozen=True)
class RematchLine:
    """`game_id` is None if nobody has asked for it yet; `asked_by` is the one who has, if this reader does not sit there."""

    game_id: int | None = None
    asked_by: str = ""


def film(view: TableView) -> tuple[FilmScene, ...]:
    """Every light and the result; none while the game runs, or for a kind without boards of one's own.

    Cached by the number of saves: a long game takes a second to score, and is the same for everybody once it is over."""
    table = view.loaded.table
    if table.kind.layouts is None or table.state is None or table.is_running or not view.view.results:
        return ()  # a void game has no results
    return _kept("film", table, lambda: _made(view.loaded))


def has_table_film(view: TableView) -> bool:
    """True if the table can be shown as an onlooker saw it: not while the game runs, for a void game, or for a kind without a
    shared board."""
    kind = view.loaded.table.kind
    return view.is_finished and view.ending != "void" and kind.layouts is None and kind.sample is not None


def table_film(view: TableView) -> tuple[TableScene, ...]:
    """The table as an onlooker saw it, move by move; none where there is no film, or its record cannot be replayed. Cached as
    `film` is."""
    return _kept("table-film", view.loaded.table, lambda: _scenes(view.loaded)) if has_table_film(view) else ()


def moves(loaded: ReaderTable) -> list[tuple[int, TableState, JsonObject, TableState]]:
    """The events of a finished game that are no deal, each between the states before and after it, with the number of its scene
    in the film of the table; none where its record cannot be replayed."""
    try:
        return list(film_moves(loaded.table.kind, {**record_of(loaded)}))
    except (Differs, UnreadableRecord):
        return []


def _scenes(loaded: ReaderTable) -> tuple[TableScene, ...]:
    try:
        return tuple(scenes(loaded.table.kind, {**record_of(loaded)}))
    except (Differs, UnreadableRecord):  # begun by rules of an earlier release
        return ()


def _kept(name: str, table: Table, make: Callable[[], T]) -> T:
    """A value made of a finished game, kept until the game is saved again, but not while changes that fell due are unsaved."""
    kept: T | None = caches["films"].get(key := f"{name}:{table.game.commitment}:{table.game.version}")
    if kept is None:
        kept = make()
        if not table.happenings:
            caches["films"].set(key, kept)
    return kept


def moving_board(*, game_id: int, is_over: bool, now: datetime) -> tuple[str, ...]:
    """The board of a listed game as onlookers saw it grow, packed, in at most `MOST_FRAMES` pictures; where everyone has a board
    of their own the winner’s, once it is over. Empty where nothing moved, and where a newer release has stored the game while this
    one still runs. A running game is looked at again after ten minutes.

    Raises NoSuchGame if the game is private."""
    kept: tuple[str, ...] | None = caches["films"].get(key := f"moving:{game_id}:{is_over}")
    if kept is None:
        try:
            view = TableView(for_reader(game_id=game_id, player=None, now=now))
        except NewerFormat:
            return ()
        if view.loaded.table.kind.layouts is not None:
            boards = [SmallBoard(scene.boards[0].layout or NOTHING_LAID) for scene in film(view) if scene.boards]
        else:
            boards = list(_boards_seen(view))
        different = [board.packed for board, _ in groupby(boards)]
        last = len(different) - 1
        frames = min(len(different), MOST_FRAMES)
        kept = tuple(different[n * last // (frames - 1)] for n in range(frames)) if frames > 1 else ()
        caches["films"].set(key, kept, DAY if is_over else TEN_MINUTES)
    return kept


def _boards_seen(view: TableView) -> Iterator[SmallBoard]:
    """The board of a table that all share as an onlooker saw it, after each event up to now.

    The record of a running game is made as if it had ended, and holds what is hidden: nothing of it leaves but these boards."""
    table = copy(view.loaded.table)
    if table.state is None:
        return
    latest = table.kind.small_board(table.state, None)
    table.state = replace(table.state, phase="finished")
    with suppress(Differs, UnreadableRecord):  # a running game breaks off
        for _, state in replayed(table.kind, {**record_of(replace(view.loaded, table=table))}):
            board = table.kind.small_board(state, None) if state is not None else None
            if board is not None:
                yield board
    if latest is not None:
        yield latest


def _made(loaded: ReaderTable) -> tuple[FilmScene, ...]:
    """The scenes, from all that the reader may know to have happened; at the end that is everything."""
    table, layouts, finals = loaded.table, loaded.table.kind.layouts, loaded.view.results
    assert layouts is not None
    assert table.state is not None
    seats, words = [one.result.seat for one in finals], layouts.judge(table.state, table.resources.words)
    events = []
    happened: chain[Happened] = chain(events_of(table.game), table.happenings)
    for event in happened:
        facts = facts_for(table, event, loaded.seat)
        if facts is not None:
            events.append(Event(event.verb, event.at, event.seat, facts))
    made = []
    for scene in layouts.scenes(events, table.state.options):
        laid = [scene.boards.get(seat, ()) for seat in seats]
        scores = [layouts.score(board, scene.hands[seat], words) for seat, board in zip(seats, laid, strict=True)]
        told = zip(seats, laid, scores, show_apart(scores), strict=True)
        boards = tuple(
            FilmBoard(seat, scene.hands[seat], layout, score.struck, shown) for seat, layout, score, shown in told
        )
        made.append(FilmScene(scene.light, scene.at, boards))
    last = (
        FilmBoard(
            one.result.seat,
            in_order((*tiles_used(one.result.layout), *one.left)),
            one.result.layout,
            one.result.struck,
            one.shown,
        )
        for one in finals
    )
    return (*made, FilmScene(None, table.state.now, tuple(last)))


def rematch(table: TableView, *, player: Player | None) -> RematchLine | None:
    """The rematch of a finished game; None for anybody who did not play, and if it has begun without them."""
    if player is None or table.you is None:
        return None
    rows = _REMATCH(table.id)
    if not rows:
        return RematchLine()
    again = rows[0]
    if player.pk in {vars(row)["sits"] for row in rows}:
        return RematchLine(again.pk)
    if again.phase != Game.Phase.LOBBY:
        return None
    return RematchLine(again.pk, asked_by=again.made_by.name if again.made_by else "")
