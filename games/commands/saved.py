"""Presets, which players save for themselves, and tile sets, which they save for everybody. Changing them does not
change games: each game has its own options, with saved sets spelled out as counts."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Q

from games import store
from games.models import Game, Preset, TileSet
from games.players.memberships import open_to
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.names import comparable, is_readable, normalise
from games.rules.options import alphabet_in, read_options, schema
from games.rules.tiles import LONGEST_CHOICE, check_name, names_in, parse_tile_set, spell_out, written
from games.rules.values import OrderRefused
from games.word_lists.shelf import own_name

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MOST_PRESETS = MOST_SETS = 30
LONGEST_NAME = 40

OptionsT = TypeVar("OptionsT", bound="DataclassInstance")


class NoSuchPreset(Exception):
    """There is no such preset, or it belongs to somebody else."""


class NoSuchSet(Exception):
    """There is no such set, or this player may not change it."""


# --- options ----------------------------------------------------------------------------------------------------------


def known_options(game: Game) -> dict[str, object]:
    """Return the options of a game that its kind still has, as releases remove some."""
    known = schema(registry.kind(game.kind).options_type)
    return {name: value for name, value in game.options.items() if name in known}


def read_with_sets(options_type: type[OptionsT], options: Mapping[str, object]) -> OptionsT:
    """Read options of a kind, with saved tile sets replaced by counts. Raises OrderRefused."""
    return read_options(options_type, with_sets_spelled_out(options_type, options))


def with_sets_spelled_out(options_type: "type[DataclassInstance]", options: Mapping[str, object]) -> dict[str, object]:
    """Return the options with saved tile sets replaced by counts. Raises OrderRefused if something invalid is joined
    with one."""
    alphabet = alphabet_in(dict(options))
    of_tiles = {name for name, option in schema(options_type).items() if option.unit == "tiles"}
    return {
        name: spelled_out(value, alphabet) if name in of_tiles and isinstance(value, str) else value
        for name, value in options.items()
    }


def spelled_out(choice: str, alphabet: Alphabet) -> str:
    """Replace the names of saved sets in a choice of tiles by counts. Raises OrderRefused as
    `with_sets_spelled_out`, and for a set in another alphabet."""
    own = {comparable(name) for name in alphabet.sets}
    if names_in(choice) <= own:
        return choice
    saved, others = dict[str, str](), {} if alphabet is ENGLISH else {comparable(name): name for name in ENGLISH.sets}
    languages = dict.fromkeys(others, ENGLISH.code)
    for name, counts, code in TileSet.objects.values_list("name", "counts", "alphabet"):
        if code == alphabet.code:
            saved[comparable(name)] = counts
        else:
            others[comparable(name)], languages[comparable(name)] = name, code
    if len(choice) <= LONGEST_CHOICE and (wrong := names_in(choice) & others.keys() - own - saved.keys()):
        name = min(wrong)
        raise OrderRefused(
            "“{name}” is a tile set in {other}, but this game’s words are in {language}. Choose one of these sets: "
            "{names}; or a saved set in {language}.",
            name=others[name],
            other=own_name(languages[name]),
            language=alphabet.own_name,
            names=tuple(alphabet.sets),
        )
    return spell_out(choice, saved, alphabet)


# --- presets ----------------------------------------------------------------------------------------------------------


def save_preset(*, player: Player, kind: str, name: str, options: Mapping[str, object], now: datetime) -> Preset:
    """Save the options that differ from the defaults as a preset, replacing the player's earlier one of this name.

    Raises OrderRefused for invalid options, for a name of several lines, and for too many presets."""
    options_type = registry.kind(kind).options_type
    chosen = asdict(read_with_sets(options_type, options))
    usual = asdict(options_type())
    differing = {option: value for option, value in chosen.items() if value != usual[option]}
    name = _preset_name(name)
    with transaction.atomic(durable=True):
        store.hold(player)
        saved = _preset_called(name, player, kind)
        if saved is None:
            if player.presets.count() >= MOST_PRESETS:
                raise OrderRefused("You’ve already saved {most} presets. Delete one first.", most=MOST_PRESETS)
            saved = Preset(player=player, kind=kind)
        saved.name, saved.options, saved.made_at = name, differing, now
        saved.save()
    return saved


def save_preset_of_game(*, player: Player, game_id: int, name: str, now: datetime) -> Preset:
    """Save the options of a game that the player is in, has left, or may watch. Raises NoSuchGame, and as
    `save_preset`."""
    known_to_them = (
        Q(listed=True) | open_to(player) | Q(seats__player=player) | Q(made_by=player) | Q(replacements__player=player)
    )
    game = Game.objects.filter(known_to_them, pk=game_id).first()
    if game is None:
        raise store.NoSuchGame
    return save_preset(player=player, kind=game.kind, name=name, options=known_options(game), now=now)


def rename_preset(*, player: Player, preset_id: int, name: str) -> None:
    """Rename a preset. Raises NoSuchPreset, and OrderRefused for a name that another of theirs has."""
    name = _preset_name(name)
    with transaction.atomic(durable=True):
        store.hold(player)
        preset = _own_preset(player, preset_id)
        if _preset_called(name, player, preset.kind, but=preset.pk):
            raise OrderRefused("You already have a preset called “{name}”. Choose another name.", name=name)
        preset.name = name
        preset.save(update_fields=["name"])


def delete_preset(*, player: Player, preset_id: int) -> None:
    """Delete a preset. Raises NoSuchPreset."""
    _own_preset(player, preset_id).delete()


def _own_preset(player: Player, preset_id: int) -> Preset:
    preset = player.presets.filter(pk=preset_id).first()
    if preset is None:
        raise NoSuchPreset
    return preset


def _preset_called(name: str, player: Player, kind: str, *, but: int | None = None) -> Preset | None:
    """Return the player's preset of this kind whose name looks the same; the exact one if there are several."""
    others = [one for one in player.presets.filter(kind=kind) if one.pk != but]
    same = [one for one in others if comparable(one.name) == comparable(name)]
    return min(same, key=lambda one: (one.name != name, one.pk), default=None)


def _preset_name(name: str) -> str:
    name = normalise(name)
    if len(name) > LONGEST_NAME or not is_readable(name):
        raise OrderRefused("A preset’s name must have 1 to {most} characters, on one line.", most=LONGEST_NAME)
    return name


# --- tile sets --------------------------------------------------------------------------------------------------------


def save_tile_set(*, player: Player, name: str, counts: str, alphabet: Alphabet = ENGLISH, now: datetime) -> TileSet:
    """Save a new set under a name that nobody uses yet; `counts` as `parse_tile_set` reads them in the alphabet.

    Raises OrderRefused for a name that is taken or could be read as something else, and for too many sets."""
    with transaction.atomic(durable=True):
        store.hold(player)
        if player.tile_sets.count() >= MOST_SETS:
            raise OrderRefused("You’ve already saved {most} tile sets. Delete one first.", most=MOST_SETS)
        return _keep_set(TileSet(made_by=player, made_at=now), name, counts, alphabet)


def change_tile_set(
    *, player: Player, set_id: int, name: str, counts: str, alphabet: Alphabet | None = None
) -> TileSet:
    """Change a set, for games created from now on; without an alphabet it keeps its own. Raises NoSuchSet, and
    OrderRefused as `save_tile_set`."""
    saved = _own_set(player, set_id)
    return _keep_set(saved, name, counts, alphabet or alphabet_in({"alphabet": saved.alphabet}))


def delete_tile_set(*, player: Player, set_id: int) -> None:
    """Delete a set; games created with it are not affected. Raises NoSuchSet."""
    _own_set(player, set_id).delete()


def _own_set(player: Player, set_id: int) -> TileSet:
    found = TileSet.objects.filter(pk=set_id, made_by=player).first()
    if found is None:
        raise NoSuchSet
    return found


def _keep_set(saved: TileSet, name: str, counts: str, alphabet: Alphabet) -> TileSet:
    check_name(name, ENGLISH)  # the names of English sets are known in every language
    saved.name, saved.alphabet = check_name(name, alphabet), alphabet.code
    saved.counts = written(parse_tile_set(counts, alphabet).counts, alphabet)
    saved.compared = comparable(saved.name)
    others = TileSet.objects.exclude(pk=saved.pk).values_list("name", flat=True)
    taken = OrderRefused("There is already a tile set called “{name}”. Choose another name.", name=saved.name)
    if saved.compared in map(comparable, others):
        raise taken
    try:
        with transaction.atomic():
            saved.save()
    except IntegrityError:  # somebody else takes the name at this moment
        raise taken from None
    return saved
