"""Saved tile sets: their owner, their names, and that a game keeps the counts."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games import commands
from games.commands.saved import MOST_SETS
from games.models import Game, TileSet
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import parse_tile_set
from games.rules.values import OrderRefused
from tests.tables import NOON, make_table, start

pytestmark = pytest.mark.django_db(transaction=True)

NORDIC = "A30 E30 K4"


def save(player, name="Nordic", counts=NORDIC):
    return commands.save_tile_set(player=player, name=name, counts=counts, now=NOON)


def tiles_of(game_id):
    return Game.objects.get(pk=game_id).options["tile_set"]


@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ("Nordic", "A30, E30, K4"),
        ("nordicx2", "A60, E60, K8"),
        ("Nordic+A2 B1", "A32, B1, E30, K4"),
        ("LC120", "LC120"),
    ],
)
def test_a_game_stores_the_counts_of_a_saved_set(anna, boris, choice, kept):
    save(anna)
    assert tiles_of(make_table(boris, seats=2, tile_set=choice)) == kept


def test_changing_or_deleting_a_set_does_not_affect_existing_games(anna, boris):
    saved = save(anna)
    game_id = start(anna, boris, tile_set="Nordic")
    commands.change_tile_set(player=anna, set_id=saved.pk, name="Southern", counts="O30 I30")
    assert tiles_of(game_id) == "A30, E30, K4"
    commands.delete_tile_set(player=anna, set_id=saved.pk)
    assert tiles_of(game_id) == "A30, E30, K4"
    with pytest.raises(OrderRefused, match='"Nordic" isn’t a tile set'):
        make_table(anna, boris, tile_set="Nordic")


@pytest.mark.parametrize("name", ["Nordic", "NORDIC", " nordic "])
def test_names_are_unique_regardless_of_case(anna, boris, name):
    save(anna)
    with pytest.raises(OrderRefused, match="There is already a tile set called"):
        save(boris, name)
    assert TileSet.objects.count() == 1


def test_names_are_unique_regardless_of_the_case_of_accented_letters(anna, boris):
    save(anna, "Élan")
    with pytest.raises(OrderRefused, match="already"):
        save(boris, "élan")


@pytest.mark.parametrize("counts", ["", "nothing", "A1001 B2", "S99"])
def test_invalid_counts_are_refused(anna, counts):
    with pytest.raises(OrderRefused):
        save(anna, counts=counts)
    assert not TileSet.objects.exists()


def test_only_its_author_can_change_or_delete_a_set(anna, boris):
    saved = save(anna)
    commands.change_tile_set(player=anna, set_id=saved.pk, name="nordic", counts="A31 E30")
    assert TileSet.objects.values_list("name", "counts").get() == ("nordic", "A31, E30")
    for refused in (
        lambda: commands.change_tile_set(player=boris, set_id=saved.pk, name="Mine", counts="A1 B1"),
        lambda: commands.delete_tile_set(player=boris, set_id=saved.pk),
        lambda: commands.delete_tile_set(player=anna, set_id=saved.pk + 1),
    ):
        with pytest.raises(commands.NoSuchSet):
            refused()
    assert TileSet.objects.get().name == "nordic"


def test_a_player_can_save_a_limited_number_of_sets(anna, boris):
    for n in range(MOST_SETS):
        save(anna, f"Set number {n}")
    with pytest.raises(OrderRefused, match="Delete one first"):
        save(anna, "One too many")
    assert save(boris, "One more").name == "One more"


def test_a_set_stays_after_its_authors_account_is_deleted(anna, boris):
    save(anna)
    commands.delete_account(player=anna, now=NOON)
    assert TileSet.objects.get().made_by is None
    assert parse_tile_set(tiles_of(make_table(boris, seats=2, tile_set="Nordic")), ENGLISH).total == 64


@pytest.mark.parametrize("name", ["Jose\u0301", "JOSÉ", "Ｊｏｓé"])
def test_a_name_that_looks_like_an_existing_one_is_refused(anna, boris, name):
    save(anna, "José")
    with pytest.raises(OrderRefused, match="There is already a tile set called"):
        save(boris, name)


def test_invisible_letters_do_not_make_a_name_unique(anna):
    assert save(anna, "Nordic").compared == "nordic"
    for name in ("Nordic\u3164", "Nor\u1160dic"):
        with pytest.raises(OrderRefused, match=r"There is already a tile set called “.*”\. Choose another name"):
            save(anna, name)


def test_the_older_of_two_sets_with_matching_names_keeps_the_name():
    names = {"Straße": NOON, "STRASSE": NOON - timedelta(days=1), "Nordic": NOON}
    TileSet.objects.bulk_create(TileSet(name=name, counts=NORDIC, made_at=made_at) for name, made_at in names.items())
    import_module("games.migrations.0008_compare_names_of_tile_sets").compare(apps, connection.schema_editor())
    assert dict(TileSet.objects.values_list("name", "compared")) == {
        "Straße": "",
        "STRASSE": "strasse",
        "Nordic": "nordic",
    }
