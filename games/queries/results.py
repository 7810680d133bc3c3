"""A finished game: its layouts, light by light, with their scores at the time, and its rematch. Nobody sees any layouts
of a running game here."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from django.core.cache import caches
from django.db.models import F, IntegerField

from games.models import Game
from games.players.models import Player
from games.queries.history import Happened, facts_for
from games.queries.reading import ReaderTable
from games.queries.record import record_of
from games.queries.tables import TableView
from games.rules.facts import JsonObject
from games.rules.grid import Layout, tiles_used
from games.rules.layouts import show_apart
from games.rules.table.replay import TableScene, scenes
from games.rules.table.replay import moves as replay_moves
from games.rules.table.state import TableState
from games.rules.values import Differs, Event, UnreadableRecord
from games.statements import GIVEN, Compiled
from games.store import Table
from games.store.events import events_of

T = TypeVar("T")

_REMATCH = Compiled(  # one row per seat of the same rematch
    Game.objects.filter(rematch_of=GIVEN).exclude(phase=Game.Phase.CANCELLED).annotate(sits=F("seats__player")),
    joined=["made_by"],
    added={"sits": IntegerField()},
)


@dataclass(frozen=True)
class ReplayBoard:
    """One player's layout in one scene, made from the tiles of `hand`; `shown` reads `24/(7+2)=2.67`, and `value` is
    exactly that."""

    seat: int
    hand: str
    layout: Layout
    struck: tuple[str, ...]
    shown: str
    value: Fraction


@dataclass(frozen=True)
class ReplayScene:
    """The boards, in the order of the final ranks, as they were when the light after `light` came; None is the
    result."""

    light: int | None
    at: datetime
    boards: tuple[ReplayBoard, ...]


@dataclass(frozen=True)
class RematchLine:
    """The rematch of a game. `game_id` is None until somebody asks for it; `asked_by` is the person who did, if this
    reader has no seat in it."""

    game_id: int | None = None
    asked_by: str = ""


def replay(view: TableView) -> tuple[ReplayScene, ...]:
    """Return every light and the result; empty while the game runs, or for a kind in which players have no boards of
    their own.

    Cached by the number of saves: a long game takes a second to score, and is the same for everybody once it is
    over."""
    table = view.loaded.table
    if table.kind.layouts is None or table.state is None or table.is_running or not view.view.results:
        return ()  # a void game has no results
    return _cached("replay", table, lambda: _made(view.loaded))


def forfeits(view: TableView) -> tuple[tuple[int, int], ...] | None:
    """Return (seat, forfeits owed) for each seat of a finished game that owes some; None if its settings have no
    counted forfeit, or for a kind without them."""
    table = view.loaded.table
    layouts, state = table.kind.layouts, table.state
    if layouts is None or state is None or table.is_running or not layouts.forfeits_are_counted(state.options):
        return None
    return tuple(sorted(layouts.forfeits_owed(_known_events(view.loaded)).items()))


def has_table_replay(view: TableView) -> bool:
    """Return True if the game has a replay as a spectator saw it: not while it runs, if it is void, or for a kind
    without a shared board."""
    kind = view.loaded.table.kind
    return view.is_finished and view.ending != "void" and kind.layouts is None and kind.sample is not None


def table_replay(view: TableView) -> tuple[TableScene, ...]:
    """Return the game as a spectator saw it, move by move; empty if there is no replay, or the record cannot be
    replayed. Cached as `replay` is."""

    def replayed() -> tuple[TableScene, ...]:
        try:
            return tuple(scenes(view.loaded.table.kind, {**record_of(view.loaded)}))
        except (Differs, UnreadableRecord):  # the game began under the rules of an earlier release
            return ()

    return _cached("table-replay", view.loaded.table, replayed) if has_table_replay(view) else ()


def moves(loaded: ReaderTable) -> list[tuple[int, TableState, JsonObject, TableState]]:
    """Return the events of a finished game except deals, each between the states before and after it, with the number
    of its scene in the replay; empty if the record cannot be replayed."""
    try:
        return list(replay_moves(loaded.table.kind, {**record_of(loaded)}))
    except (Differs, UnreadableRecord):
        return []


def _cached(name: str, table: Table, make: Callable[[], T]) -> T:
    """Return a value made from a finished game, cached until the game is saved again, but not while changes that fell
    due are unsaved."""
    cached: T | None = caches["replays"].get(key := f"{name}:{table.game.commitment}:{table.game.version}")
    if cached is None:
        cached = make()
        if not table.happenings:
            caches["replays"].set(key, cached)
    return cached


def _known_events(loaded: ReaderTable) -> Iterator[Event]:
    """Yield every event that the reader may know of, with the facts that they may know."""
    happened: chain[Happened] = chain(events_of(loaded.table.game), loaded.table.happenings)
    for event in happened:
        facts = facts_for(loaded.table, event, loaded.seat)
        if facts is not None:
            yield Event(event.verb, event.at, event.seat, facts)


def _made(loaded: ReaderTable) -> tuple[ReplayScene, ...]:
    """Return the scenes, from all events that the reader may know of; after the end that is everything."""
    table, layouts, finals = loaded.table, loaded.table.kind.layouts, loaded.view.results
    assert layouts is not None
    assert table.state is not None
    alphabet = table.state.alphabet
    seats, words = [one.result.seat for one in finals], layouts.judge(table.state, table.resources.words)
    made = []
    for scene in layouts.scenes(_known_events(loaded), table.state.options):
        laid = [scene.boards.get(seat, ()) for seat in seats]
        scores = [
            layouts.score(board, scene.hands[seat], words, alphabet) for seat, board in zip(seats, laid, strict=True)
        ]
        told = zip(seats, laid, scores, show_apart(scores), strict=True)
        boards = tuple(
            ReplayBoard(seat, scene.hands[seat], layout, score.struck, shown, score.value)
            for seat, layout, score, shown in told
        )
        made.append(ReplayScene(scene.light, scene.at, boards))
    last = (
        ReplayBoard(
            one.result.seat,
            alphabet.in_order((*tiles_used(one.result.layout), *one.left)),
            one.result.layout,
            one.result.struck,
            one.shown,
            Fraction(one.result.score),
        )
        for one in finals
    )
    return (*made, ReplayScene(None, table.state.now, tuple(last)))


def rematch(table: TableView, *, player: Player | None) -> RematchLine | None:
    """Return the rematch of a finished game; None for anybody who did not play, and if it has begun without them."""
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
