"""Looking on at a listed game: what is public, and that tiles and layouts come only with the end."""

import json

import pytest
from django.utils import timezone

from games import queries
from games.models import Game
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, make_table, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(anna, boris):
    """Anna has laid her tiles and asked."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, starting_tiles=8)
    ask(game_id, anna, at=now)
    return game_id


def end(game_id, anna, boris, now):
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    ask(game_id, anna, at=now)
    order(game_id, boris, "done", at=now)


def test_the_welcome_page_leads_to_listed_games_and_to_none_that_is_private(anna, boris, browser_of, running):
    private = start(anna, boris, now=just_now(), listed=False)
    page = browser_of().get("/").text
    assert f'href="/games/{running}/"' in page
    assert f'href="/games/{private}/"' not in page


def test_a_listed_game_that_a_newer_release_stored_costs_the_welcome_page_no_more_than_its_board(browser_of, running):
    Game.objects.filter(pk=running).update(format=99)
    page = browser_of().get("/")
    assert page.status_code == 200
    assert f'href="/games/{running}/"' in page.text


def test_a_table_that_has_not_begun_is_none_to_look_on_at(anna, boris):
    make_table(anna, boris, listed=True, now=just_now())
    assert queries.public_games() == ()


def test_a_result_says_who_won(anna, boris, browser_of):
    now = timezone.now()
    end(start(anna, boris, now=now, listed=True, leeway=0, **NO_POOL), anna, boris, now)
    (game,) = queries.public_games()
    assert (game.title, game.is_over) == ("Anna and Boris", True)
    assert game.says == "won by Anna and Boris, 0/1=0.00"


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_who_looks_on_sees_no_tile_and_no_layout(anna, dmitri, browser_of, running, is_signed_in):
    client = browser_of(dmitri if is_signed_in else None)
    page = client.get(f"/games/{running}/").text
    laid = hand(running, anna)
    assert "You look on" in page
    assert "tiles and layout stay their own until the end" in page
    assert "Anna" in page
    assert laid not in page
    assert 'class="board' not in page
    told = json.loads(client.get(f"/games/{running}/record.json").text)
    assert [event for event in told["events"] if event["verb"] == "submit"] == []
    assert told["seed"] is None


def test_who_looked_on_finds_the_result_at_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, **NO_POOL)
    end(game_id, anna, boris, now)
    page = browser_of().get(f"/games/{game_id}/", follow=True)
    assert page.redirect_chain == [(f"/games/{game_id}/result/", 302)]
    assert "share the win" in page.text
    assert "Say something" not in page.text
