"""A state as rows: bags, hands and boards in tables of their own, the rest as JSON in one column of the game.

They are written in the kind's present format, and read in any that a release had before: a game may outlive several."""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter

from games.models import Bag, Board, Game, Hand
from games.rules import registry

IN_ROWS = {"bags", "hands", "boards", "words_used", "options"}


class NewerFormat(Exception):
    """A newer release has stored this game: this one would lose what it does not know of."""


def load(game: Game) -> Any:
    """The state that a game is in, of its kind's own type. Raises NewerFormat."""
    kind = registry.kind(game.kind)
    if game.format > kind.format:
        raise NewerFormat(
            f"Game {game.pk} is stored in format {game.format} of {kind.key}, and this release reads none after "
            f"{kind.format}: run the release that stored it, or a later one."
        )
    bags = {bag.name: bag for bag in game.bags.all()}
    state: Mapping[str, Any] = game.state or {}
    stored = {
        **state,
        "options": game.options,
        "bags": {name: bag.tiles for name, bag in bags.items()},
        "words_used": max((bag.words_used for bag in bags.values()), default=state.get("words_used", 0)),
        "hands": {hand.seat: hand.tiles for hand in game.hands.all()},
        "boards": {board.seat: unpack(board.layout) for board in game.boards.all()},
    }
    return _adapter(cast(Hashable, kind.state_type)).validate_python(kind.upgrade(game.format, stored))


def save(game: Game, state: Any, loaded: Any) -> None:
    """Write the rows in which a state differs from the one that was loaded, if any; the rest into `game`, unsaved."""
    kind = registry.kind(game.kind)
    if loaded is not None and game.format != kind.format:  # its rows may have other names now
        for model in (Bag, Hand, Board):
            model._default_manager.filter(game=game).delete()
        loaded = None
    game.format = kind.format
    in_rows = IN_ROWS if state.bags else IN_ROWS - {"words_used"}  # a bag's row keeps it
    game.state = _adapter(cast(Hashable, kind.state_type)).dump_python(state, mode="json", exclude=in_rows)
    # a draw moves the stream on, though it may leave the pool as it was
    bags = loaded.bags if loaded and loaded.words_used == state.words_used else {}
    _save_rows(Bag, game, bags, state.bags, words_used=state.words_used)
    _save_rows(Hand, game, loaded.hands if loaded else {}, state.hands)
    _save_rows(Board, game, loaded.boards if loaded else {}, state.boards)


def _save_rows(model: Any, game: Game, loaded: Mapping[Any, Any], wanted: Mapping[Any, Any], **more: Any) -> None:
    """Write the rows of one model that differ from what was loaded."""
    key, value = ("name", "tiles") if model is Bag else ("seat", "layout" if model is Board else "tiles")
    changed = [
        model(game=game, **{key: name, value: pack(content) if model is Board else content}, **more)
        for name, content in wanted.items()
        if loaded.get(name) != content
    ]
    for one in [row for row in changed if getattr(row, key) is None]:  # no two NULLs are in conflict
        changed.remove(one)
        if not model.objects.filter(game=game, seat=None).update(layout=one.layout):
            one.save()
    if changed:
        model.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["game", key], update_fields=[value, *more]
        )


def pack(layout: tuple[str, ...]) -> str:
    """A layout as one column holds it."""
    return "/".join(layout)


def unpack(text: str) -> tuple[str, ...]:
    return tuple(text.split("/")) if text else ()


@cache
def _adapter(state_type: Any) -> "TypeAdapter[Any]":
    return TypeAdapter(state_type)
