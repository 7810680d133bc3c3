"""Presets: a game's options saved under a name, for their player only, and without default values."""

import pytest

from games import commands, store
from games.commands.saved import MOST_PRESETS
from games.models import Preset
from games.rules.values import OrderRefused
from tests.tables import NOON, make_table

pytestmark = pytest.mark.django_db(transaction=True)

PARTY = {"tiles_per_light": 2, "jaywalk": "everyone", "reveal_after": "one"}


def save(player, name="Party", options=PARTY, kind="crossing"):
    return commands.save_preset(player=player, kind=kind, name=name, options=options, now=NOON)


def test_a_preset_saves_only_options_that_differ_from_the_default(anna):
    assert save(anna).options == {"tiles_per_light": 2, "jaywalk": "everyone"}


def test_saving_under_the_same_name_replaces_the_preset(anna):
    save(anna)
    save(anna, options={"face_up": True})
    assert Preset.objects.get().options == {"face_up": True}


def test_a_saved_tile_set_is_stored_as_counts(anna):
    commands.save_tile_set(player=anna, name="Nordic", counts="A30 E30 K4", now=NOON)
    assert save(anna, options={"tile_set": "Nordicx2"}).options == {"tile_set": "A60, E60, K8"}


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines"])
def test_a_name_must_be_a_single_line(anna, name):
    with pytest.raises(OrderRefused, match="must have 1 to 40 characters, on one line"):
        save(anna, name)
    kept = save(anna)
    with pytest.raises(OrderRefused, match="must have 1 to 40 characters, on one line"):
        commands.rename_preset(player=anna, preset_id=kept.pk, name=name)


def test_invalid_options_are_not_saved(anna):
    with pytest.raises(OrderRefused, match="tiles_per_light must be one of 1, 2"):
        save(anna, options={"tiles_per_light": 3})
    assert not Preset.objects.exists()


def test_a_player_can_save_a_limited_number_of_presets(anna):
    for n in range(MOST_PRESETS):
        save(anna, f"Table {n}")
    with pytest.raises(OrderRefused, match="Delete one first"):
        save(anna, "One too many")
    assert save(anna, "Table 0", {"face_up": True}).options == {"face_up": True}


def test_only_its_owner_can_rename_or_delete_a_preset(anna, boris):
    kept, other = save(anna), save(anna, "Quiet")
    for player, preset_id in ((boris, kept.pk), (anna, other.pk + 1)):
        with pytest.raises(commands.NoSuchPreset):
            commands.rename_preset(player=player, preset_id=preset_id, name="Mine")
        with pytest.raises(commands.NoSuchPreset):
            commands.delete_preset(player=player, preset_id=preset_id)
    with pytest.raises(OrderRefused, match="You already have a preset called “Quiet”"):
        commands.rename_preset(player=anna, preset_id=kept.pk, name="Quiet")
    commands.rename_preset(player=anna, preset_id=kept.pk, name="Loud")
    commands.delete_preset(player=anna, preset_id=other.pk)
    assert [preset.name for preset in anna.presets.all()] == ["Loud"]


def test_only_somebody_who_can_see_a_game_can_save_its_options(anna, boris, dmitri):
    hidden = make_table(anna, boris, listed=False, tiles_per_light=2)
    listed = make_table(anna, boris, face_up=True)
    kept = commands.save_preset_of_game(player=boris, game_id=hidden, name="Fast", now=NOON)
    assert kept.options == {"tile_set": "A60 E60", "starting_tiles": 2, "tiles_per_light": 2}
    assert commands.save_preset_of_game(player=dmitri, game_id=listed, name="Open", now=NOON).options["face_up"] is True
    for game_id in (hidden, listed + 1):
        with pytest.raises(store.NoSuchGame):
            commands.save_preset_of_game(player=dmitri, game_id=game_id, name="Stolen", now=NOON)


def test_presets_are_deleted_with_the_account(anna):
    save(anna)
    commands.delete_account(player=anna, now=NOON)
    assert not Preset.objects.exists()


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "Blitz\u202e", "Bl\u200bitz"])
def test_a_name_with_invisible_characters_is_refused(anna, name):
    with pytest.raises(OrderRefused, match="must have 1 to 40 characters, on one line"):
        save(anna, name)


@pytest.mark.parametrize("again", ["Jose\u0301", "JOSÉ", " José ", "José\u200d"])
def test_a_name_that_looks_the_same_is_the_same_preset(anna, again):
    first, quiet = save(anna, "José"), save(anna, "Quiet")
    with pytest.raises(OrderRefused, match="You already have a preset called “"):
        commands.rename_preset(player=anna, preset_id=quiet.pk, name=again)
    assert save(anna, again, {"face_up": True}).pk == first.pk
    assert Preset.objects.count() == 2


def test_existing_presets_that_differ_only_in_case_stay_separate(anna):
    Preset.objects.bulk_create(
        Preset(player=anna, kind="crossing", name=name, options={}, made_at=NOON) for name in ("Blitz", "BLITZ")
    )
    assert save(anna, "BLITZ", {"face_up": True}).name == "BLITZ"
    assert dict(Preset.objects.values_list("name", "options")) == {"Blitz": {}, "BLITZ": {"face_up": True}}
