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
def test_a_game_keeps_what_a_saved_set_comes_to(anna, boris, choice, kept):
    save(anna)
    assert tiles_of(make_table(boris, seats=2, tile_set=choice)) == kept


def test_a_game_goes_on_as_it_was_made_when_its_set_is_changed_or_deleted(anna, boris):
    saved = save(anna)
    game_id = start(anna, boris, tile_set="Nordic")
    commands.change_tile_set(player=anna, set_id=saved.pk, name="Southern", counts="O30 I30")
    assert tiles_of(game_id) == "A30, E30, K4"
    commands.delete_tile_set(player=anna, set_id=saved.pk)
    assert tiles_of(game_id) == "A30, E30, K4"
    with pytest.raises(OrderRefused, match='"Nordic" isn’t a tile set'):
        make_table(anna, boris, tile_set="Nordic")


@pytest.mark.parametrize("name", ["Nordic", "NORDIC", " nordic "])
def test_a_name_is_taken_once_whatever_the_case(anna, boris, name):
    save(anna)
    with pytest.raises(OrderRefused, match="There is already a tile set called"):
        save(boris, name)
    assert TileSet.objects.count() == 1


def test_a_name_is_taken_whatever_the_case_of_any_letter(anna, boris):
    save(anna, "Élan")
    with pytest.raises(OrderRefused, match="already"):
        save(boris, "élan")


@pytest.mark.parametrize("counts", ["", "nothing", "A1001 B2", "S99"])
def test_counts_that_are_no_set_are_refused(anna, counts):
    with pytest.raises(OrderRefused):
        save(anna, counts=counts)
    assert not TileSet.objects.exists()


def test_a_set_is_changed_by_who_made_it_and_keeps_its_own_name(anna, boris):
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


def test_a_player_keeps_so_many_sets_and_no_more(anna, boris):
    for n in range(MOST_SETS):
        save(anna, f"Set number {n}")
    with pytest.raises(OrderRefused, match="Delete one first"):
        save(anna, "One too many")
    assert save(boris, "One more").name == "One more"


def test_who_made_a_set_may_leave_and_it_stays_under_no_name(anna, boris):
    save(anna)
    commands.delete_account(player=anna, now=NOON)
    assert TileSet.objects.get().made_by is None
    assert parse_tile_set(tiles_of(make_table(boris, seats=2, tile_set="Nordic")), ENGLISH).total == 64


@pytest.mark.parametrize("name", ["Jose\u0301", "JOSÉ", "Ｊｏｓé"])
def test_a_name_that_looks_like_a_saved_one_is_taken(anna, boris, name):
    save(anna, "José")
    with pytest.raises(OrderRefused, match="There is already a tile set called"):
        save(boris, name)


def test_a_letter_that_draws_nothing_is_in_no_name(anna):
    assert save(anna, "Nordic").compared == "nordic"
    for name in ("Nordic\u3164", "Nor\u1160dic"):
        with pytest.raises(OrderRefused, match=r"There is already a tile set called “.*”\. Choose another name"):
            save(anna, name)


def test_of_sets_that_came_to_be_the_same_the_older_has_the_name():
    names = {"Straße": NOON, "STRASSE": NOON - timedelta(days=1), "Nordic": NOON}
    TileSet.objects.bulk_create(TileSet(name=name, counts=NORDIC, made_at=made_at) for name, made_at in names.items())
    import_module("games.migrations.0008_compare_names_of_tile_sets").compare(apps, connection.schema_editor())
    assert dict(TileSet.objects.values_list("name", "compared")) == {
        "Straße": "",
        "STRASSE": "strasse",
        "Nordic": "nordic",
    }
