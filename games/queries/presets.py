"""The presets of one player, for that player: what each says, without the options that are no longer known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Preset
from games.players.models import Player
from games.queries.paces import pace_line
from games.queries.tables import option_lines
from games.rules import registry
from games.rules.kind import OrderRefused
from games.rules.options import read_options
from games.rules.table.kind import AnyKind


@dataclass(frozen=True)
class PresetLine:
    """`options` are those to fill a form with, in words `says`; `dropped` are the names of those that there are no more."""

    id: int
    name: str
    options: Mapping[str, Any]
    says: tuple[str, ...]
    dropped: tuple[str, ...]


def presets(*, player: Player, kind: AnyKind) -> tuple[PresetLine, ...]:
    """Those for one kind of game, by name."""
    return tuple(_line(preset, kind) for preset in player.presets.filter(kind=kind.key))


def preset(*, player: Player, preset_id: int) -> tuple[AnyKind, PresetLine] | None:
    """One of them with its kind; None where it is none of the player's, or its kind is not played any more."""
    found = player.presets.filter(pk=preset_id, kind__in=registry.KINDS).first()
    if found is None:
        return None
    kind = registry.kind(found.kind)
    return kind, _line(found, kind)


def _line(row: Preset, kind: AnyKind) -> PresetLine:
    known = {name: value for name, value in row.options.items() if _is_known(kind, name, value)}
    lines = option_lines(kind, known)
    return PresetLine(
        id=row.pk,
        name=row.name,
        options=known,
        says=(pace_line(kind, known).title, *(line.says for line in lines if not line.is_usual)),
        dropped=tuple(sorted(row.options.keys() - known.keys())),
    )


def _is_known(kind: AnyKind, name: str, value: Any) -> bool:
    try:
        read_options(kind.options_type, {name: value})
    except OrderRefused:
        return False
    return True
