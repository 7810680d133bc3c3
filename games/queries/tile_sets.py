"""Saved sets of tiles, which everybody may know: what is in each, and who made it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.models import TileSet
from games.players.models import Player
from games.rules.tiles import ALPHABET, parse_tile_set

SHOWN = 500


@dataclass(frozen=True)
class SetLine:
    """A saved set; `is_own` for who may change it."""

    id: int
    name: str
    counts: str
    total: int
    maker: str
    is_own: bool


def tile_sets(*, player: Player) -> tuple[SetLine, ...]:
    """By name, the reader's own first."""
    rows = TileSet.objects.select_related("made_by").order_by("name")[:SHOWN]
    lines = [_line(row, player) for row in rows]
    return tuple(sorted(lines, key=lambda line: not line.is_own))


def tile_set(*, set_id: int, player: Player) -> SetLine | None:
    """One of them; None where there is none."""
    row = TileSet.objects.select_related("made_by").filter(pk=set_id).first()
    return _line(row, player) if row else None


def numbers_of(choice: str) -> dict[str, int]:
    """How many of each tile, A to Z and the blank. Raises OrderRefused for what is no set."""
    counts = parse_tile_set(choice).counts
    return {tile: counts.get(tile, 0) for tile in ALPHABET}


def _line(row: TileSet, player: Player) -> SetLine:
    return SetLine(
        id=row.pk,
        name=row.name,
        counts=row.counts,
        total=parse_tile_set(row.counts).total,
        maker=row.made_by.name if row.made_by else gettext("somebody who has left"),
        is_own=row.made_by_id == player.pk,
    )
