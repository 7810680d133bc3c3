"""Presets, which players save for themselves, and tile sets, which they save for everybody. Games do not change with them:
each keeps its own options, with saved sets spelled out in counts."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Q

from games import store
from games.models import Game, Preset, TileSet
from games.players.memberships import open_to
from games.players.models import Player
from games.rules import registry
from games.rules.kind import OrderRefused
from games.rules.lines import has_control_characters
from games.rules.options import about, read_options
from games.rules.tiles import NAMED_SETS, check_name, folded, names_in, parse_tile_set, spell_out, written

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_PRESETS = MOST_SETS = 30
LONGEST_NAME = 40

OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


class NoSuchPreset(Exception):
    """There is no such preset, or it belongs to somebody else."""


class NoSuchSet(Exception):
    """There is no such set, or it is not this player’s to change."""


# --- options ----------------------------------------------------------------------------------------------------------


def known_options(game: Game) -> dict[str, object]:
    """The options of a game that its kind still has, as releases drop some."""
    known = {option.name for option in fields(registry.kind(game.kind).options_type)}
    return {name: value for name, value in game.options.items() if name in known}


def read_with_sets(options_type: type[OptionsT], options: Mapping[str, object]) -> OptionsT:
    """The options as their kind reads them, with saved sets of tiles in counts. Raises OrderRefused."""
    return read_options(options_type, with_sets_spelled_out(options_type, options))


def with_sets_spelled_out(options_type: "type[DataclassInstance]", options: Mapping[str, object]) -> dict[str, object]:
    """The options as given, with saved sets of tiles in counts. Raises OrderRefused for anything invalid joined with one."""
    of_tiles = {option.name for option in fields(options_type) if about(option).unit == "tiles"}
    return {
        name: spelled_out(value) if name in of_tiles and isinstance(value, str) else value
        for name, value in options.items()
    }


def spelled_out(choice: str) -> str:
    """A choice of tiles, in counts where it names saved sets. Raises OrderRefused as `with_sets_spelled_out`."""
    if names_in(choice) <= {folded(name) for name in NAMED_SETS}:
        return choice
    saved = TileSet.objects.values_list("name", "counts")
    return spell_out(choice, {folded(name): counts for name, counts in saved})


# --- presets ----------------------------------------------------------------------------------------------------------


def save_preset(*, player: Player, kind: str, name: str, options: Mapping[str, object], now: datetime) -> Preset:
    """Keep the options in which such a table differs from the usual one, replacing what the player kept under this name.

    Raises OrderRefused for options that are none, for a name that is no line, and for more than a player keeps."""
    options_type = registry.kind(kind).options_type
    chosen = asdict(read_with_sets(options_type, options))
    usual = asdict(options_type())
    differing = {option: value for option, value in chosen.items() if value != usual[option]}
    name = _preset_name(name)
    with transaction.atomic(durable=True):
        store.hold(player)
        if not player.presets.filter(kind=kind, name=name).exists() and player.presets.count() >= MOST_PRESETS:
            raise OrderRefused("You keep {most} presets: delete one first.", most=MOST_PRESETS)
        saved, _is_new = Preset.objects.update_or_create(
            player=player, kind=kind, name=name, defaults={"options": differing, "made_at": now}
        )
    return saved


def save_preset_of_game(*, player: Player, game_id: int, name: str, now: datetime) -> Preset:
    """Keep the options of a table that the player sits at, has left, or may look at. Raises NoSuchGame, and as `save_preset`."""
    known_to_them = (
        Q(listed=True) | open_to(player) | Q(seats__player=player) | Q(made_by=player) | Q(replacements__player=player)
    )
    game = Game.objects.filter(known_to_them, pk=game_id).first()
    if game is None:
        raise store.NoSuchGame
    return save_preset(player=player, kind=game.kind, name=name, options=known_options(game), now=now)


def rename_preset(*, player: Player, preset_id: int, name: str) -> None:
    """Raises NoSuchPreset, and OrderRefused for a name that another of theirs has."""
    preset = _own_preset(player, preset_id)
    preset.name = _preset_name(name)
    others = player.presets.exclude(pk=preset.pk).filter(kind=preset.kind, name=preset.name)
    taken = OrderRefused("You have a preset “{name}” already: choose another name.", name=preset.name)
    _save_named(preset, is_taken=others.exists(), refusal=taken)


def delete_preset(*, player: Player, preset_id: int) -> None:
    """Raises NoSuchPreset."""
    _own_preset(player, preset_id).delete()


def _own_preset(player: Player, preset_id: int) -> Preset:
    preset = player.presets.filter(pk=preset_id).first()
    if preset is None:
        raise NoSuchPreset
    return preset


def _preset_name(name: str) -> str:
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or has_control_characters(name):
        raise OrderRefused("The name of a preset is a line of 1 to {most} characters.", most=LONGEST_NAME)
    return name


def _save_named(kept: Preset | TileSet, *, is_taken: bool, refusal: OrderRefused) -> None:
    """Save the row, or raise the refusal if its name is taken, perhaps by another device at this moment."""
    if is_taken:
        raise refusal
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:
        raise refusal from None


# --- tile sets --------------------------------------------------------------------------------------------------------


def save_tile_set(*, player: Player, name: str, counts: str, now: datetime) -> TileSet:
    """Save a new set under a name that is nobody's yet; `counts` as `parse_tile_set` reads them.

    Raises OrderRefused for a name that is taken or could be read as something else, and for more sets than a player keeps."""
    with transaction.atomic(durable=True):
        store.hold(player)
        if player.tile_sets.count() >= MOST_SETS:
            raise OrderRefused("You keep {most} tile sets: delete one first.", most=MOST_SETS)
        return _keep_set(TileSet(made_by=player, made_at=now), name, counts)


def change_tile_set(*, player: Player, set_id: int, name: str, counts: str) -> TileSet:
    """Change a set, for games made from now on. Raises NoSuchSet, and OrderRefused as `save_tile_set`."""
    return _keep_set(_own_set(player, set_id), name, counts)


def delete_tile_set(*, player: Player, set_id: int) -> None:
    """Delete a set; games that were made with it go on as they are. Raises NoSuchSet."""
    _own_set(player, set_id).delete()


def _own_set(player: Player, set_id: int) -> TileSet:
    found = TileSet.objects.filter(pk=set_id, made_by=player).first()
    if found is None:
        raise NoSuchSet
    return found


def _keep_set(kept: TileSet, name: str, counts: str) -> TileSet:
    kept.name, kept.counts = check_name(name), written(parse_tile_set(counts).counts)
    others = TileSet.objects.exclude(pk=kept.pk).values_list("name", flat=True)
    taken = OrderRefused("There is a tile set “{name}” already: choose another name.", name=kept.name)
    _save_named(kept, is_taken=folded(kept.name) in map(folded, others), refusal=taken)
    return kept
