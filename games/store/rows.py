"""A table as rows: its seats, and its state: bags, hands and boards in tables of their own, the rest as JSON in one column.

They are written in the kind's present format, and read in any that a release had before: a game may outlive several."""

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

PARTS = (  # as SQL: each command and each page reads them, and the ORM takes longer to write this than the database to read it
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
    """A newer release stored this game; this one would lose what it does not know."""


class Part(NamedTuple):
    """A bag, hand or board in the one query that reads them all: its game, and its name or seat, None for the board
    that a table shares."""

    game_id: int
    sort: str
    of: str | None
    content: str
    words_used: int


def parts_of(games: Iterable[Game]) -> Mapping[int, Collection[Part]]:
    """The bags, hands and boards of each of these games, by its number, in one query."""
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
    """The places at each of these games, by its number, with their players and, as `saves`, the number of saves of the game at
    that instant; by seat and share, in one query."""
    seats = defaultdict[int, list[Seat]](list)
    for seat in _SEATED(*[game.pk for game in games]) if games else ():
        seats[seat.game_id].append(seat)
    return seats


def load(game: Game, parts: Collection[Part]) -> TableState:
    """The state of a game, in its kind's own type. Raises NewerFormat."""
    kind = registry.kind(game.kind)
    if game.format > kind.format:
        raise NewerFormat(
            f"Game {game.pk} is stored in format {game.format} of {kind.key}, and this release reads none after "
            f"{kind.format}: run the release that stored it, or a later one."
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
    """The format of games that a newer release stored, by their kind; none on a server that went on with releases."""
    newer = reduce(or_, (Q(kind=key, format__gt=registry.kind(key).format) for key in registry.KINDS))
    stored = Game.objects.filter(newer).order_by().values_list("kind")
    return dict(stored.annotate(newest=Max("format")))


def save(game: Game, state: TableState, loaded: TableState | None) -> None:
    """Write the rows in which a state differs from the one that was loaded, if any; the rest into `game`, unsaved."""
    kind = registry.kind(game.kind)
    if loaded is not None and game.format != kind.format:  # its rows may have other names now
        for model in (Bag, Hand, Board):
            model._default_manager.filter(game=game).delete()
        loaded = None
    game.format = kind.format
    in_rows = IN_ROWS if state.bags else IN_ROWS - {"words_used"}  # a bag's row keeps it
    game.state = _adapter(kind.key).dump_python(state, mode="json", exclude=in_rows)
    # a draw moves the stream on, though it may leave the pool as it was
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
    shared = [content for name, content in changed.items() if name is None]  # no two NULLs are in conflict
    if shared and not Board.objects.filter(game=game, seat=None).update(layout=shared[0]):
        Board.objects.create(game=game, layout=shared[0])
    insert(
        [model(game=game, **{key: n, value: text}, **more) for n, text in changed.items() if n is not None],
        unique=("game", key),
    )


def pack(layout: Layout) -> str:
    """A layout as one column holds it."""
    return "/".join(layout)


def unpack(text: str) -> Layout:
    return tuple(text.split("/")) if text else ()


@cache
def _adapter(kind: str) -> TypeAdapter[TableState]:
    return TypeAdapter(registry.kind(kind).state_type)
