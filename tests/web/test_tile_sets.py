"""Tile sets on their page: counted, saved, changed, deleted, and played with; the same without script."""

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.models import Game, TileSet
from games.players.tokens import make_token
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import named_sets

pytestmark = pytest.mark.django_db(transaction=True)


def numbers(**more):
    """Return the form's fields with these numbers, and 0 for the other letters."""
    return {f"count_{'blank' if tile == '?' else tile}": "0" for tile in ENGLISH.order} | {
        f"count_{tile}": str(number) for tile, number in more.items()
    }


@pytest.fixture
def saved(anna):
    return commands.save_tile_set(player=anna, name="Nordic", counts="A60 E30 K4 ?2", now=timezone.now())


def comes_to(answer):
    return answer.context["tally"]


def test_the_page_starts_with_an_existing_set_and_a_field_per_letter(anna, browser_of):
    answer = browser_of(anna).get("/tile-sets/")
    assert comes_to(answer).tiles == 120
    assert answer.text.count('name="count_') == 27
    values = {bound.label: bound.value() for bound, _value in answer.context["form"].cells()}
    assert values == {
        ("blanks" if tile == "?" else tile): count for tile, count in named_sets(ENGLISH)["LC120"].counts.items()
    }


@pytest.mark.parametrize(("begun", "total"), [("S98", 98), ("Nordic", 96), ("nordicx2", 192), ("S98+Nordic", 194)])
def test_a_new_set_can_start_from_another_set(anna, browser_of, saved, begun, total):
    answer = browser_of(anna).get("/tile-sets/", {"from": begun})
    assert comes_to(answer).tiles == total


def test_a_new_set_cannot_start_from_an_invalid_set(anna, browser_of):
    answer = browser_of(anna).get("/tile-sets/", {"from": "<script>"})
    assert answer.status_code == 200
    assert "isn’t a tile set" in answer.context["refused"]
    assert "<script>" not in answer.text.split("<main", 1)[1].split("</main", 1)[0]


def test_the_totals_are_counted_without_saving(anna, browser_of):
    answer = browser_of(anna).post("/tile-sets/", {**numbers(A=30, E=20, K=48, blank=2), "do": "count"}, follow=True)
    counted = comes_to(answer)
    assert (counted.tiles, counted.value) == (100, 30 + 20 + 5 * 48)
    assert (counted.vowels, counted.consonants, counted.blanks) == (51, 49, 2)
    assert [(players, plan.deal, plan.pool, plan.rounds) for players, plan in counted.dealt.items()] == [
        (2, 25, 50, 25),
        (3, 17, 49, 16),
        (4, 15, 40, 10),
        (5, 15, 25, 5),
    ]
    assert "We don’t recommend fewer than 8 rounds. This has 5." in answer.text
    assert not TileSet.objects.exists()


def test_counting_warns_of_a_set_too_small_or_too_large(anna, browser_of):
    few = browser_of(anna).post("/tile-sets/", {**numbers(A=3), "do": "count"}, follow=True)
    assert "A set of 3 tiles is too small for 2 players." in few.text
    none = browser_of(anna).post("/tile-sets/", {**numbers(), "do": "count"}, follow=True)
    assert "There are no tiles in it yet." in none.text
    many = browser_of(anna).post("/tile-sets/", {**numbers(A=999, E=999), "do": "count"}, follow=True)
    assert "This one has 1998." in many.text


def test_a_saved_set_is_offered_to_everybody_and_in_new_games(anna, boris, browser_of):
    asked = {**numbers(A=60, E=60), "name": "Two letters", "do": "save"}
    assert browser_of(anna).post("/tile-sets/", asked).status_code == 302
    page = browser_of(boris).get("/tile-sets/").text
    assert "120 tiles, by Anna" in page
    assert "/games/new/?kind=crossing&amp;tile_set=Two%20letters#make" in page
    assert "Edit or delete" not in page
    assert "Two letters: 120 tiles, by Anna" in browser_of(boris).get("/games/new/?kind=crossing").text


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"name": ""}, "must have 3 to 30 characters"),
        ({"name": "LC120"}, "would be read as"),
        ({"name": "nordic"}, "There is already a tile set called “nordic”. Choose another name."),
        ({"name": "Fine name", **numbers()}, "isn’t a tile set"),
        ({"name": "Fine name", "count_A": "-1"}, "greater than or equal to 0"),
        ({"name": "Fine name", "count_A": "many"}, "Enter a whole number."),
        ({"name": "x" * 31}, "at most 30 characters"),
    ],
)
def test_a_set_that_cannot_be_saved_keeps_the_input(anna, browser_of, saved, asked, says):
    typed = {**numbers(A=12, Z=7), **asked, "do": "save"}
    answer = browser_of(anna).post("/tile-sets/", typed, follow=True)
    assert says in unescape(answer.text)
    assert answer.context["form"]["name"].value() == asked["name"]
    assert answer.context["form"]["count_Z"].value() == typed["count_Z"]
    assert TileSet.objects.count() == 1


def test_a_saved_set_fills_the_form_and_the_game_stores_its_counts(anna, boris, browser_of, saved):
    shown = browser_of(boris).get("/games/new/", {"kind": "crossing", "tile_set": "Nordic"})
    assert shown.context["form"]["option_tile_set"].value() == "Nordic"
    assert "With A60, E30, K4, ?2, 2 players start with 24 tiles each." in shown.text
    answers = {"do": "make", "seats": "2", "preset": "daily", "word_list": "open", "option_tile_set": "Nordic"}
    assert browser_of(boris).post("/games/new/", answers).status_code == 302
    assert Game.objects.get().options["tile_set"] == "A60, E30, K4, ?2"


def test_the_api_accepts_a_saved_set_and_the_game_stores_its_counts(anna, boris, saved):
    secret = make_token(player=boris, name="a program", scope="play", now=timezone.now())
    made = Client().post(
        "/api/v1/games",
        {"seats": 2, "options": {"tile_set": "nordicx2"}},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert made.status_code == 201
    assert made.json()["options"]["tile_set"] == "A120, E60, K8, ?4"


def test_a_player_can_change_and_delete_a_set_of_their_own(anna, browser_of, saved):
    page = f"/tile-sets/{saved.pk}/"
    assert comes_to(browser_of(anna).get(page)).tiles == 96
    browser_of(anna).post(page, {**numbers(A=40, E=40), "name": "Southern", "do": "save"})
    assert TileSet.objects.values_list("name", "counts").get() == ("Southern", "A40, E40")
    assert (
        "must have 3 to 30 characters"
        in browser_of(anna).post(page, {**numbers(A=1, B=1), "name": "", "do": "save"}, follow=True).text
    )
    browser_of(anna).post(page, {"do": "delete"})
    assert not TileSet.objects.exists()


@pytest.mark.parametrize("act", [{}, {"do": "save", "name": "Mine", **numbers(A=20, E=20)}, {"do": "delete"}])
def test_a_player_cannot_change_somebody_elses_set(anna, boris, browser_of, saved, act):
    client = browser_of(boris)
    for page in (f"/tile-sets/{saved.pk}/", f"/tile-sets/{saved.pk + 1}/", f"/tile-sets/{10**17}/"):
        assert (client.post(page, act) if act else client.get(page)).status_code == 404
    assert TileSet.objects.get().name == "Nordic"
    assert Client().get(f"/tile-sets/{saved.pk}/").status_code == 302


def test_the_page_shows_names_but_no_email_addresses(anna, boris, browser_of, saved):
    page = browser_of(boris).get("/tile-sets/").text
    assert anna.email not in page
    assert "by Anna" in page
    commands.delete_account(player=anna, now=timezone.now())
    page = browser_of(boris).get("/tile-sets/").text
    assert "by a former player" in page
    assert "Anna" not in page
