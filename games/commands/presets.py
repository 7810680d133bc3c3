"""A table's options that a player keeps under a name, to make more such tables. Nobody else is shown them."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, NoReturn

from django.db import IntegrityError, transaction
from django.db.models import Q

from games import store
from games.commands.limits import hold
from games.commands.opening import known_options
from games.models import Game, Preset
from games.players.models import Player
from games.rules import registry
from games.rules.kind import OrderRefused
from games.rules.lines import has_control_signs
from games.rules.messages import say
from games.store.tile_sets import read_with_sets

MOST_PRESETS = 30
LONGEST_NAME = 40


class NoSuchPreset(Exception):
    """There is none, or it is somebody else’s."""


def save_preset(*, player: Player, kind: str, name: str, options: Mapping[str, Any], now: datetime) -> Preset:
    """The options in which such a table differs from the usual one, in the place of what the player kept under this name.

    Raises OrderRefused for options that are none, for a name that is no line, and for more than a player keeps."""
    options_type = registry.kind(kind).options_type
    chosen = read_with_sets(options_type, options)
    usual = asdict(options_type())
    differing = {option: value for option, value in asdict(chosen).items() if value != usual[option]}
    name = _checked(name)
    with transaction.atomic(durable=True):
        hold(player)
        if not player.presets.filter(kind=kind, name=name).exists() and player.presets.count() >= MOST_PRESETS:
            raise OrderRefused(say("You keep {most} presets: delete one first.", most=MOST_PRESETS))
        saved, _is_new = Preset.objects.update_or_create(
            player=player, kind=kind, name=name, defaults={"options": differing, "made_at": now}
        )
    return saved


def save_preset_of_game(*, player: Player, game_id: int, name: str, now: datetime) -> Preset:
    """The options of a table that the player sits at, has left, or may look at. Raises NoSuchGame, and as above."""
    known_to_them = Q(listed=True) | Q(seats__player=player) | Q(made_by=player) | Q(replacements__player=player)
    game = Game.objects.filter(known_to_them, pk=game_id).first()
    if game is None:
        raise store.NoSuchGame
    return save_preset(player=player, kind=game.kind, name=name, options=known_options(game), now=now)


def rename_preset(*, player: Player, preset_id: int, name: str) -> None:
    """Raises NoSuchPreset, and OrderRefused for a name that another of theirs has."""
    preset = _own(player, preset_id)
    preset.name = _checked(name)
    if player.presets.exclude(pk=preset.pk).filter(kind=preset.kind, name=preset.name).exists():
        _refuse_taken(preset.name)
    try:
        with transaction.atomic():
            preset.save()
    except IntegrityError:  # on another device, in this instant
        _refuse_taken(preset.name)


def delete_preset(*, player: Player, preset_id: int) -> None:
    """Raises NoSuchPreset."""
    _own(player, preset_id).delete()


def _own(player: Player, preset_id: int) -> Preset:
    preset = player.presets.filter(pk=preset_id).first()
    if preset is None:
        raise NoSuchPreset
    return preset


def _checked(name: str) -> str:
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or has_control_signs(name):
        raise OrderRefused(say("The name of a preset is a line of 1 to {most} signs.", most=LONGEST_NAME))
    return name


def _refuse_taken(name: str) -> NoReturn:
    raise OrderRefused(say("You have a preset “{name}” already: choose another name.", name=name))
