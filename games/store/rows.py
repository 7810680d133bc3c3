"""The database rows of a game: its seats and its state. Bags, hands and boards have separate tables; the rest of the
state is JSON in one column.
State is written in the kind's present format, and read in that of any earlier release, because a game may outlive
several."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import F, IntegerField, Max, Q
from pydantic import TypeAdapter

from games.models import Bag, Board, Game, Hand, Seat
from games.rules import registry
from games.rules.grid import Layout
from games.rules.table.state import TableState
from games.statements import GIVEN, Compiled, insert

IN_ROWS = {"bags", "hands", "boards", "words_used", "options"}

PARTS = (  # plain SQL, because every command and page runs it, and the ORM takes longer to compose it than the database to answer
    "SELECT game_id, 'bags', name, tiles, words_used FROM games_bag",
    "SELECT game_id, 'hands', CAST(seat AS text), tiles, 0 FROM games_hand",
    "SELECT game_id, 'boards', CAST(seat AS text), layout, 0 FROM games_board",
)

_SEATED = Compiled(
    Seat.objects.filter(game__in=[GIVEN]).annotate(saves=F("game__version")).order_by("number", "share"),
    joined=["player"],
    added={"saves": IntegerField()},
)

Key = TypeVar("Key")


class NewerFormat(Exception):
    """A newer release stored this game; this release would lose data that it does not know."""


class Part(NamedTuple):
    """A row of the one query that reads all bags, hands and boards: its game, and its name or seat; None for a shared
    board."""

    game_id: int
    sort: str
    of: str | None
    content: str
    words_used: int


def parts_of(games: Iterable[Game]) -> Mapping[int, Collection[Part]]:
    """Return the bags, hands and boards of each of these games, by game id, in one query."""
    parts = defaultdict[int, list[Part]](list)
    started = [game.pk for game in games if game.state is not None]
    if started:
        these = ", ".join(["%s"] * len(started))
        with connection.cursor() as cursor:
            cursor.execute(
                " UNION ALL ".join(f"{one} WHERE game_id IN ({these})" for one in PARTS), started * len(PARTS)
            )
            for part in map(Part._make, cursor):
                parts[part.game_id].append(part)
    return parts


def seated_at(games: Sequence[Game]) -> Mapping[int, list[Seat]]:
    """Return the seat rows of each of these games, by game id, with their players and, as `saves`, how often the game
    had been saved at that instant; in the order of seat and share, in one query."""
    seats = defaultdict[int, list[Seat]](list)
    for seat in _SEATED(*[game.pk for game in games]) if games else ():
        seats[seat.game_id].append(seat)
    return seats


def load(game: Game, parts: Collection[Part]) -> TableState:
    """Return the state of a game, in its kind's state type. Raises NewerFormat."""
    kind = registry.kind(game.kind)
    if game.format > kind.format:
        raise NewerFormat(
            f"Game {game.pk} is stored in format {game.format} of {kind.key}, and this release can read only up to "
            f"format {kind.format}. Run the release that stored it, or a later one."
        )
    state = game.state or {}
    bags = [part for part in parts if part.sort == "bags"]
    stored = {
        **state,
        "options": game.options,
        "bags": {bag.of: bag.content for bag in bags},
        "words_used": max((bag.words_used for bag in bags), default=state.get("words_used", 0)),
        "hands": {part.of and int(part.of): part.content for part in parts if part.sort == "hands"},
        "boards": {part.of and int(part.of): unpack(part.content) for part in parts if part.sort == "boards"},
    }
    return _adapter(kind.key).validate_python(kind.upgrade(game.format, stored))


def newer_than_known() -> dict[str, int]:
    """Return the newest format of games that a newer release stored, by kind; empty unless the server was
    downgraded."""
    newer = reduce(or_, (Q(kind=key, format__gt=registry.kind(key).format) for key in registry.KINDS))
    stored = Game.objects.filter(newer).order_by().values_list("kind")
    return dict(stored.annotate(newest=Max("format")))


def save(game: Game, state: TableState, loaded: TableState | None) -> None:
    """Save the rows in which a state differs from the loaded one, if any, and set the rest on `game` without saving
    it."""
    kind = registry.kind(game.kind)
    if loaded is not None and game.format != kind.format:  # the new format may name its rows differently
        for model in (Bag, Hand, Board):
            model._default_manager.filter(game=game).delete()
        loaded = None
    game.format = kind.format
    in_rows = IN_ROWS if state.bags else IN_ROWS - {"words_used"}  # stored in the bag's row
    game.state = _adapter(kind.key).dump_python(state, mode="json", exclude=in_rows)
    # a draw advances the random stream even if the pool is the same afterwards
    bags = loaded.bags if loaded and loaded.words_used == state.words_used else {}
    _save_rows(Bag, game, bags, state.bags, words_used=state.words_used)
    _save_rows(Hand, game, loaded.hands if loaded else {}, state.hands)
    _save_rows(Board, game, loaded.boards if loaded else {}, state.boards)


def _save_rows(
    model: type[Bag | Hand | Board],
    game: Game,
    loaded: Mapping[Key, str | Layout],
    wanted: Mapping[Key, str | Layout],
    **more: int,
) -> None:
    """Write the rows of one model that differ from what was loaded."""
    key, value = ("name", "tiles") if model is Bag else ("seat", "layout" if model is Board else "tiles")
    differing = ((name, content) for name, content in wanted.items() if loaded.get(name) != content)
    changed = {name: content if isinstance(content, str) else pack(content) for name, content in differing}
    shared = [content for name, content in changed.items() if name is None]  # an upsert never matches NULL
    if shared and not Board.objects.filter(game=game, seat=None).update(layout=shared[0]):
        Board.objects.create(game=game, layout=shared[0])
    insert(
        [model(game=game, **{key: n, value: text}, **more) for n, text in changed.items() if n is not None],
        unique=("game", key),
    )


def pack(layout: Layout) -> str:
    """Return a layout as one column stores it."""
    return "/".join(layout)


def unpack(text: str) -> Layout:
    return tuple(text.split("/")) if text else ()


@cache
def _adapter(kind: str) -> TypeAdapter[TableState]:
    return TypeAdapter(registry.kind(kind).state_type)
