"""Pass and play: several people with one device, and what the curtain hides."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands, queries
from games.models import Event, Game, Seat
from games.players.models import Player
from games.web.pass_and_play import screen_code
from notifications.models import Message
from notifications.outgoing import announcing
from notifications.outgoing.enqueuing import Latest

pytestmark = pytest.mark.django_db

NAMES = {"name_0": "Anna", "name_1": "Boris", "name_2": "Chloe"}
CHOICES = {"word_check": "challenge", "clock": "brisk", "layouts_visible": "end"}
FORM = {**NAMES, **CHOICES, "tile_set": "LC62", "forfeit": "washes a glass"}


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def device(browser_of):
    return browser_of()


@pytest.fixture
def game_id(device):
    answer = device.post("/around/", FORM)
    return int(re.fullmatch(r"/games/(\d+)/around/", answer.url)[1])


def sit(device, game_id, number):
    return device.post(f"/games/{game_id}/around/", {"sits": str(number)})


def hand_of(game_id, number):
    seat = Seat.objects.select_related("player").get(game=game_id, number=number)
    return queries.table(game_id=game_id, player=seat.player, now=timezone.now()).view.hand


def test_a_game_starts_at_once_with_the_names_and_is_private(device, game_id, browser_of):
    game = Game.objects.get(pk=game_id)
    assert (game.phase, game.listed) == ("playing", False)
    assert list(game.seats.values_list("name", flat=True)) == ["Anna", "Boris", "Chloe"]
    assert (game.options["see_within"], game.options["grace"], game.options["layouts_visible"]) == (300, 300, "end")
    assert game.options["incomplete_forfeit"] == game.options["invalid_forfeit"] == "washes a glass"
    for page in ("", "around/", "result/", "record.json"):
        assert browser_of().get(f"/games/{game_id}/{page}").status_code in (302, 404)
        assert browser_of().post(f"/games/{game_id}/around/", {"sits": "0"}).status_code == 404


def test_the_curtain_only_asks_who_is_playing(device, game_id):
    answer = device.get(f"/games/{game_id}/", follow=True)
    assert answer.redirect_chain == [(f"/games/{game_id}/around/", 302)]
    assert re.findall(r"I’m (\w+)", answer.text) == ["Anna", "Boris", "Chloe"]
    assert "no-store" in device.get(f"/games/{game_id}/around/").headers["Cache-Control"]


def test_the_form_can_turn_on_challenges_after_lights(device):
    address = device.post("/around/", {**FORM, "word_check": "lights"}).url
    options = Game.objects.get(pk=address.split("/")[2]).options
    assert (options["word_check"], options["challenge_lights"], options["leeway"]) == ("challenge", True, 60)
    assert options["challenge_forfeit"] == "washes a glass"


def test_the_shared_screen_shows_only_public_facts_to_anybody_with_its_link(device, game_id, browser_of):
    screen = re.search(r'href="http://testserver(/screen/[^"]+)"', device.get(f"/games/{game_id}/around/").text)[1]
    sit(device, game_id, 0)
    device.post(f"/games/{game_id}/order/", {"verb": "LOOK"})
    for browser in (browser_of(), device):
        page = browser.get(screen)
        assert [re.search(rf"<h2>{name}</h2><p>([^<]*)", page.text)[1][:6] for name in ("Anna", "Boris")] == [
            "looked",
            "hasn’t",
        ]
        assert "no-store" in page.headers["Cache-Control"]
        for part in (page, browser.get(screen, headers={"HX-Request": "true"})):
            assert not re.search(r"data-hand|<button|<form|<input", part.text.partition("<main")[2])
        assert browser.post(screen).status_code == 405
    assert browser_of().get(screen[:-2] + "a/").status_code == 404
    assert browser_of().get(screen.replace(str(game_id), str(game_id + 1))).status_code == 404
    for number in (1, 2):
        sit(device, game_id, number)
        device.post(f"/games/{game_id}/order/", {"verb": "RESIGN", "sure": ""})
    over = browser_of().get(screen)
    assert "Anna wins" in over.text
    assert "hx-get" not in over.text
    Game.objects.update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    assert browser_of().get(screen).status_code == 404


@pytest.mark.parametrize(("clock", "statuses"), [("none", [304, 200]), ("brisk", [200, 200])], ids=["hours", "minutes"])
def test_the_shared_screen_refreshes_for_news_and_running_clocks(device, browser_of, monkeypatch, clock, statuses):
    game_id = int(device.post("/around/", {**FORM, "clock": clock, "word_check": "enforced"}).url.split("/")[2])
    sit(device, game_id, 0)
    screen, later = browser_of(), timezone.now() + timedelta(seconds=20)
    monkeypatch.setattr(timezone, "now", lambda: later)
    address = f"/screen/{game_id}-{screen_code(game_id)}/"
    asked = json.loads(unescape(re.search(r'hx-headers="([^"]+)"', screen.get(address).text)[1]))

    def ask():
        return screen.get(address, headers={"HX-Request": "true", **asked})

    with CaptureQueriesContext(connection) as queried:
        same = ask()
        assert len(queried) == 1 or same.status_code == 200
    device.post(f"/games/{game_id}/order/", {"verb": "LOOK"})
    assert [same.status_code, ask().status_code] == statuses


def test_players_see_only_their_own_tiles(device, game_id):
    hands = []
    for number in range(3):
        sit(device, game_id, number)
        device.post(f"/games/{game_id}/order/", {"verb": "LOOK"})
        page = device.get(f"/games/{game_id}/").text
        hands.append(re.search(r'data-hand="([A-Z?]*)"', page)[1])
        assert sorted(hands[-1]) == sorted(hand_of(game_id, number))
        device.post(f"/games/{game_id}/around/")
    assert len(set(hands)) == 3


@pytest.mark.parametrize("page", ["", "result/", "replay.json", "record.json", "words.json?of=AE", "red/confirm/"])
def test_the_curtain_hides_every_page_of_the_game(device, game_id, page):
    sit(device, game_id, 0)
    device.post(f"/games/{game_id}/order/", {"verb": "LOOK"})
    device.post(f"/games/{game_id}/around/")
    assert device.get(f"/games/{game_id}/{page}").url == f"/games/{game_id}/around/"
    part = device.get(f"/games/{game_id}/{page}", headers={"HX-Request": "true"})
    assert (part.status_code, part.content) == (401, b"")


@pytest.mark.parametrize("act", ["order/", "layout/", "drafts/", "note/"])
def test_the_curtain_blocks_every_action(device, game_id, act):
    before = Event.objects.count()
    assert device.post(f"/games/{game_id}/{act}", {"verb": "LOOK"}).status_code == 401
    assert Event.objects.count() == before


def test_a_page_left_open_is_useless_to_the_next_player(device, game_id):
    sit(device, game_id, 0)
    anna = Seat.objects.get(game=game_id, number=0).player_id
    sit(device, game_id, 1)
    of_anna = {"headers": {"X-Reader": str(anna), "HX-Request": "true"}}
    assert device.get(f"/games/{game_id}/", **of_anna).status_code == 401
    assert device.post(f"/games/{game_id}/order/", {"verb": "LOOK"}, **of_anna).status_code == 401


def test_a_signed_in_player_stays_signed_in_outside_the_game(anna, browser_of):
    device = browser_of(anna)
    game_id = int(device.post("/around/", FORM).url.split("/")[2])
    sit(device, game_id, 1)
    assert device.get(f"/games/{game_id}/").context["user"].name == "Boris"
    assert device.get("/").context["user"] == anna
    assert not anna.seats.exists()


def test_a_finished_game_shows_its_result_to_all_players(device, game_id):
    for number in (0, 1):
        sit(device, game_id, number)
        device.post(f"/games/{game_id}/order/", {"verb": "RESIGN", "sure": ""})
        device.post(f"/games/{game_id}/around/")
    assert "The game is over" in device.get(f"/games/{game_id}/around/").text
    assert sit(device, game_id, 0).url == f"/games/{game_id}/"
    answer = device.get(f"/games/{game_id}/", follow=True)
    assert answer.request["PATH_INFO"] == f"/games/{game_id}/result/"
    assert "Start another pass-and-play game" in answer.text
    device.post(f"/games/{game_id}/rematch/")
    assert Game.objects.count() == 1


def test_nobody_gets_an_email(device, game_id, mailoutbox):
    sit(device, game_id, 0)
    device.post(f"/games/{game_id}/order/", {"verb": "LOOK"})
    announcing.announce(Latest(game_id, now=timezone.now() + timedelta(hours=1)))
    assert not Event.objects.filter(game=game_id, announced_at=None).exists()
    assert not Message.objects.exists()
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name_1": ""}, "required"),
        ({"name_1": "anna"}, "the same name"),
        ({"name_1": "<b>"}, "A name can’t contain control characters, invisible characters, or <, > or @."),
        ({"tile_set": "Nowhere"}, "Select a valid choice"),
        ({"forfeit": "x" * 400}, "at most"),
    ],
)
def test_a_game_that_cannot_be_dealt_is_refused_and_leaves_no_rows(device, wrong, why):
    answer = device.post("/around/", {**FORM, **wrong}, follow=True)
    assert answer.redirect_chain == [("/around/", 302)]
    assert why in unescape(answer.text)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_the_game_is_deleted_with_its_guests(game_id):
    commands.remove_guests(before=timezone.now() + timedelta(days=31), most=9)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_the_page_links_to_the_games_of_this_device(device, game_id, browser_of):
    assert "Anna, Boris, Chloe" in device.get("/around/").text
    assert "Anna, Boris, Chloe" not in browser_of().get("/around/").text


def test_the_front_page_links_to_the_games_of_this_device(device, game_id, anna, browser_of):
    button = '<button class="button">Anna, Boris, Chloe</button>'
    assert button in device.get("/").text
    assert button not in browser_of().get("/").text
    signed_in = browser_of(anna)
    assert button not in signed_in.get("/").text
    at = signed_in.post("/around/", FORM).url
    page = signed_in.get("/").text
    assert button in page
    assert f'action="{at}"' in page


def test_the_page_shows_the_time_limits_of_the_unhurried_clock(device):
    assert "No rush: 1 day to look, and 1 day for last layouts" in device.get("/around/").text
    game = device.post("/around/", {**FORM, "clock": "none"}).url.split("/")[2]
    options = Game.objects.get(pk=game).options
    assert (options["see_within"], options["grace"], options["call_within"]) == (86400, 86400, "never")


@pytest.mark.parametrize("name", ["ANNA", "Ａｎｎａ", "An\u200dna", "Anna\u3164"])
def test_two_names_cannot_look_the_same(device, name):
    answer = device.post("/around/", {**FORM, "name_1": name}, follow=True)
    assert "the same name" in answer.text
    assert not Game.objects.exists()
