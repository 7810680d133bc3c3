"""The start page and the head of every page: waiting games, where to go next, and polling that fetches only what is
new."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils import timezone

from games import commands
from games.models import Game
from games.rules.daily import day_of
from games.tasks import make_puzzles
from games.web.etags import etag_until, is_still
from games.web.places import PLACES
from tests.of_pieces import start_of, to_move, write
from tests.positions import just_now
from tests.puzzles import enter, lay_puzzle
from tests.tables import ask, look, make_table, order, start

pytestmark = pytest.mark.django_db
AGAIN = {"HX-Request": "true"}


def headers_in(page):
    """Return the headers that the page sends when it reloads its lists."""
    found = page.text.split('hx-headers="')[1].split('"')[0]
    return {**AGAIN, **json.loads(found.replace("&quot;", '"'))}


@pytest.fixture
def two_games(anna, boris, chloe):
    """Two games that wait for Anna, the first with less time left."""
    now = just_now()
    return [start(anna, boris, now=now, see_within=3600), start(anna, chloe, now=now, see_within=7200)]


def test_the_header_of_every_page_counts_waiting_games(two_games, anna, boris, dmitri, browser_of):
    for address in ("/", "/rules/", "/you/"):
        assert "2 waiting for you" in browser_of(anna).get(address).text, address
        assert "1 waiting for you" in browser_of(boris).get(address).text, address
    for reader in (dmitri, None):
        assert "waiting for you" not in browser_of(reader).get("/rules/").text


def test_a_game_is_not_counted_on_its_own_page(two_games, anna, boris, browser_of):
    address = f"/games/{two_games[0]}/"
    assert "1 waiting for you" in browser_of(anna).get(address).text
    assert "waiting for you" not in browser_of(boris).get(address).text


def test_the_count_on_a_game_page_follows_moves_in_other_games(two_games, anna, browser_of):
    client = browser_of(anna)
    page = client.get(f"/games/{two_games[0]}/")
    look(two_games[1], anna, at=timezone.now())
    again = client.get(f"/games/{two_games[0]}/", headers={"If-None-Match": page["ETag"]})
    assert "1 waiting for you" in page.text
    assert again.status_code == 200
    assert "waiting for you" not in again.text


def test_weak_and_multiple_etags_are_recognised(two_games, anna, browser_of):
    client = browser_of(anna)
    page = client.get(f"/games/{two_games[0]}/")
    again = client.get(f"/games/{two_games[0]}/", headers={"If-None-Match": f"W/{page['ETag']}"})
    assert again.status_code == 304
    several = client.get(f"/games/{two_games[0]}/", headers={"If-None-Match": f'"of-before", {page["ETag"]}'})
    assert several.status_code == 304


def test_next_game_cycles_through_waiting_games(two_games, anna, browser_of):
    first, second = two_games
    client = browser_of(anna)
    assert f"/next/?after={first}" in client.get(f"/games/{first}/").text
    assert [client.get(f"/next/{after}")["Location"] for after in ("", f"?after={first}", f"?after={second}")] == [
        f"/games/{first}/",
        f"/games/{second}/",
        f"/games/{first}/",
    ]


def test_next_game_leads_home_if_no_other_game_is_waiting(two_games, anna, boris, browser_of):
    assert browser_of(boris).get(f"/next/?after={two_games[0]}")["Location"] == "/"
    assert browser_of(boris).get("/next/?after=nonsense")["Location"] == f"/games/{two_games[0]}/"


def test_the_title_and_the_icon_show_the_count(two_games, anna, dmitri, browser_of):
    page = browser_of(anna).get("/").text
    assert "<title>(2) Your games" in page
    assert 'href="/icon-2.svg"' in page
    page = browser_of(dmitri).get("/").text
    assert "<title>Your games" in page
    assert "icon.svg" in page


@pytest.mark.parametrize(("waiting", "shown"), [(1, "1"), (9, "9"), (10, "9+"), (4000, "9+")])
def test_the_icon_counts_to_nine(waiting, shown, browser_of):
    answer = browser_of().get(f"/icon-{waiting}.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert f">{shown}</text>" in answer.text


def test_the_start_page_polls_and_gets_304_if_nothing_changed(two_games, anna, browser_of):
    client = browser_of(anna)
    page = client.get("/")
    assert "HX-Request" in page["Vary"]
    assert client.get("/", headers=headers_in(page)).status_code == 304


def test_the_start_page_polls_and_gets_updates(two_games, anna, browser_of):
    client = browser_of(anna)
    page = client.get("/")
    look(two_games[0], anna, at=timezone.now())
    part = client.get("/", headers=headers_in(page))
    assert "<title>(1) Your games" in part.text
    assert '<link id="icon" rel="icon" type="image/svg+xml" href="/icon-1.svg" hx-swap-oob="true">' in part.text
    assert '<span id="waits" hx-swap-oob="true">' in part.text
    assert "<html" not in part.text
    assert client.get("/", headers=headers_in(part)).status_code == 304


def test_polling_the_start_page_returns_only_the_readers_games(two_games, anna, boris, browser_of):
    page = browser_of(anna).get("/")
    part = browser_of(boris).get("/", headers=headers_in(page))
    assert part.status_code == 200
    assert f'id="game-{two_games[0]}"' in part.text
    assert f'id="game-{two_games[1]}"' not in part.text
    assert "private" in part["Cache-Control"]


def test_a_game_row_says_what_it_is_waiting_for_and_until_when(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now())
    look(game_id, anna, at=timezone.now())
    page = browser_of(anna).get("/").text
    assert "Boris hasn’t looked yet.</span>" in page
    assert re.search(r"<strong>4 days</strong> <span>\w{3} \d\d:\d\d</span>", page)
    assert "the game no longer waits for Boris" not in page


def test_a_newcomer_can_start_a_game_at_once(dmitri, browser_of):
    page = browser_of(dmitri).get("/").text
    assert "No games yet." in page
    assert '<button class="button main">Play a robot</button>' in page
    assert ">Invite a friend</a>" in page


def test_the_page_says_when_no_games_are_waiting(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now())
    look(game_id, anna, boris, at=timezone.now())
    ask(game_id, anna, at=timezone.now())
    assert "No games are waiting for you." in browser_of(anna).get("/").text


def test_games_to_accept_count_as_waiting_and_next_leads_there(anna, boris, chloe, browser_of):
    game_id = make_table(anna, boris, now=just_now())
    asked = make_table(anna, seats=2, invite=[chloe.email], now=just_now())
    for reader, waits in ((boris, game_id), (chloe, asked)):
        client = browser_of(reader)
        page = client.get("/").text
        assert "<title>(1) Your games" in page
        assert "1 waiting for you" in client.get("/rules/").text
        assert page.index("Invitations") < page.index(f'id="game-{waits}"')
        assert client.get("/next/")["Location"] == f"/games/{waits}/"


def test_an_invitation_can_be_accepted_with_one_click_at_home(anna, boris, browser_of):
    game_id = make_table(anna, seats=2, listed=False, invite=[boris.email], now=just_now())
    client = browser_of(boris)
    page = client.get("/").text
    assert "Anna invites you" in page
    assert f'action="/games/{game_id}/lobby/"' in page
    answer = client.post(f"/games/{game_id}/lobby/", {"do": "accept"})
    assert answer["Location"] == f"/games/{game_id}/"
    assert Game.objects.get(pk=game_id).phase == Game.Phase.PLAYING


def test_an_invitation_can_be_declined_with_one_click_at_home(anna, boris, browser_of):
    game_id = make_table(anna, seats=2, listed=False, invite=[boris.email], now=just_now())
    client = browser_of(boris)
    answer = client.post(f"/games/{game_id}/lobby/", {"do": "decline"}, follow=True)
    assert "Invitation declined" in answer.text
    assert "Anna invites you" not in answer.text
    assert Game.objects.get(pk=game_id).phase == Game.Phase.LOBBY


@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_only_an_invited_player_can_accept_or_decline(answer, anna, boris, chloe, browser_of):
    game_id = make_table(anna, seats=2, listed=False, invite=[boris.email], now=just_now())
    assert browser_of(chloe).post(f"/games/{game_id}/lobby/", {"do": answer}).status_code == 404
    assert "Anna invites you" in browser_of(boris).get("/").text


def test_a_rematch_says_that_it_is_one(anna, boris, browser_of):
    now = just_now()
    game_id = start(anna, boris, now=now)
    order(game_id, boris, "resign", at=now)
    commands.rematch(game_id=game_id, player=boris, now=now)
    assert "Boris asks for a rematch" in browser_of(anna).get("/").text


def test_a_seated_player_can_accept_the_settings_or_leave(anna, boris, browser_of):
    game_id = make_table(anna, boris, now=just_now())
    client = browser_of(boris)
    page = client.get("/").text
    assert 'name="do" value="accept"' in page
    assert 'name="do" value="leave"' in page
    client.post(f"/games/{game_id}/lobby/", {"do": "accept"})
    assert Game.objects.get(pk=game_id).phase == Game.Phase.PLAYING


def test_todays_puzzles_are_shown_at_home_until_entered(anna, browser_of):
    now = timezone.now()
    lay_puzzle(day_of(now))
    client = browser_of(anna)
    card = client.get("/").text.split('<div class="to-solve">')[1].split("</section>")[0]
    assert "small-board" in card
    assert "The longest word with the new tile wins." in card
    assert "Solve today’s puzzle" in card
    enter(anna, at=now)
    page = client.get("/").text
    assert "Solve today’s puzzle" not in page
    assert "See your entry" in page
    assert "to-solve" not in page


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("/", "Play"),
        ("/daily/", "Today"),
        ("/play/lynx/", "Explore"),
        ("/tournaments/", "Together"),
        ("/you/", "You"),
    ],
)
def test_the_navigation_has_five_places_and_marks_the_present_one(address, place, anna, browser_of):
    make_puzzles()
    page = browser_of(anna).get(address).text
    below = page.split('<nav class="bottom"')[1].split("</nav>")[0]
    assert re.findall(r"</svg>(\w+)</a>", below) == ["Play", "Today", "Explore", "Together", "You"]
    assert re.findall(r'aria-current="true">\s*<svg.*</svg>(\w+)</a>', below) == [place]


def test_every_page_of_a_place_exists():
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert set(PLACES) <= names


def test_there_is_no_next_game_if_nothing_is_waiting(dmitri, browser_of):
    assert "Next game" not in browser_of(dmitri).get("/rules/").text


def test_finished_games_have_a_page_of_their_own(anna, boris, browser_of):
    now = timezone.now()
    for _ in range(7):
        order(start(anna, boris, now=now), boris, "resign", at=now)
    client = browser_of(anna)
    assert client.get("/").text.count("Boris resigned") == 3
    page = client.get("/games/finished/").text
    assert page.count("Boris resigned") == 7
    assert "Earlier games" not in page


def test_an_etag_of_the_start_page_expires_and_cannot_be_forged():
    etag, now = etag_until("these lists", "1000"), datetime.fromtimestamp(990, UTC)
    had, forged = (
        RequestFactory().get("/", headers={"If-None-Match": one}) for one in (etag, etag.replace("-1000", "-2000"))
    )
    assert is_still(had, "these lists", now)
    assert not is_still(had, "other lists", now)
    assert not is_still(had, "these lists", now + timedelta(seconds=10))
    assert not is_still(forged, "these lists", now)
    assert not is_still(RequestFactory().get("/"), "these lists", now)


def test_a_player_to_move_sees_the_last_move_in_the_list(anna, boris, browser_of):
    now = just_now()
    game_id = start_of("crosslet", anna, boris, now=now)
    mover, other = to_move(game_id, anna, boris, holding="ACEEQST")
    write(game_id, mover, "GRID\n8H CAT\nEND", at=now)
    assert f"{mover.name} played CAT for 12." in browser_of(other).get("/").text
    assert f"It’s {other.name}’s turn." in browser_of(mover).get("/").text
