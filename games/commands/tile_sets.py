"""Sets of tiles that players save under a name, for everybody to play with. No game changes: each keeps the counts."""

from datetime import datetime
from typing import NoReturn

from django.db import IntegrityError, transaction

from games.commands.limits import hold
from games.models import TileSet
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.rules.set_names import check_name, folded
from games.rules.tiles import parse_tile_set, written

MOST_SETS = 30


class NoSuchSet(Exception):
    """There is none, or it is somebody else’s to change."""


def save_tile_set(*, player: Player, name: str, counts: str, now: datetime) -> TileSet:
    """A new set under a name that is nobody's yet; `counts` as `parse_tile_set` reads them.

    Raises OrderRefused for a name that is taken or could be read as something else, and for more sets than a player keeps."""
    with transaction.atomic(durable=True):
        hold(player)
        if player.tile_sets.count() >= MOST_SETS:
            raise OrderRefused(say("You keep {most} tile sets: delete one first.", most=MOST_SETS))
        return _keep(TileSet(made_by=player, made_at=now), name, counts)


def change_tile_set(*, player: Player, set_id: int, name: str, counts: str) -> TileSet:
    """Another name, other counts or both, for games made from now on. Raises NoSuchSet, and OrderRefused as above."""
    return _keep(_own(player, set_id), name, counts)


def delete_tile_set(*, player: Player, set_id: int) -> None:
    """Games that were made with it go on as they are. Raises NoSuchSet."""
    _own(player, set_id).delete()


def _own(player: Player, set_id: int) -> TileSet:
    found = TileSet.objects.filter(pk=set_id, made_by=player).first()
    if found is None:
        raise NoSuchSet
    return found


def _keep(kept: TileSet, name: str, counts: str) -> TileSet:
    kept.name, kept.counts = check_name(name), written(parse_tile_set(counts).counts)
    others = TileSet.objects.exclude(pk=kept.pk).values_list("name", flat=True)
    if folded(kept.name) in {folded(other) for other in others}:
        _refuse_taken(kept.name)
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:  # somebody else was quicker
        _refuse_taken(kept.name)
    return kept


def _refuse_taken(name: str) -> NoReturn:
    raise OrderRefused(say("There is a tile set “{name}” already: choose another name.", name=name))
