"""The *More* menu: fetched when it opens, and a page of its own without scripts."""

import pytest

from games import commands
from games.rules.values import Order
from tests.positions import just_now
from tests.tables import start

pytestmark = pytest.mark.django_db

AS_PART = {"HX-Request": "true"}


@pytest.fixture
def game_id(anna, boris):
    return start(anna, boris, now=just_now(), listed=True)


def test_the_game_page_links_to_the_menu_without_rendering_it(game_id, anna, browser_of):
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert f'href="/games/{game_id}/more/"' in page
    for part in ("resign/confirm/", 'id="standing"', 'id="agreed"', 'id="delivery"'):
        assert part not in page, part


def test_a_script_gets_the_menus_and_their_drawers(game_id, anna, browser_of):
    part = browser_of(anna).get(f"/games/{game_id}/more/", headers=AS_PART).text
    assert "<html" not in part
    assert 'href="#talk"' in part
    assert '<div id="beyond" hx-swap-oob="true">' in part
    for found in ("resign/confirm/", 'id="standing"', 'id="agreed"', 'id="delivery"'):
        assert found in part, found


def test_without_scripts_the_menu_is_a_page_that_links_back(game_id, anna, browser_of):
    page = browser_of(anna).get(f"/games/{game_id}/more/").text
    assert "<html" in page
    assert f'href="/games/{game_id}/#talk"' in page
    assert 'href="#agreed"' in page
    assert 'id="agreed"' in page


def test_spectators_see_no_moves_in_the_menu(game_id, browser_of):
    page = browser_of().get(f"/games/{game_id}/more/").text
    assert 'href="#agreed"' in page
    assert "/confirm/" not in page
    assert 'id="standing"' not in page


def test_a_refused_standing_order_is_shown_on_the_game_page(game_id, anna, browser_of):
    browser = browser_of(anna)
    browser.post(f"/games/{game_id}/order/", {"verb": "STANDING", "field-0": ["NONSENSE"]})
    assert 'role="alert"' in browser.get(f"/games/{game_id}/").text.partition('id="standing"')[2]
    assert 'id="standing"' not in browser.get(f"/games/{game_id}/").text


@pytest.mark.parametrize("ending", ["finished", "not started"])
def test_a_game_that_is_not_in_progress_has_no_menu_page(game_id, anna, boris, browser_of, ending):
    if ending == "finished":
        commands.play(game_id=game_id, player=boris, orders=[Order("RESIGN")], now=just_now())
    else:
        game_id = commands.make_game(kind="crossing", player=anna, seats=2, options={}, listed=True, now=just_now())
    assert browser_of(anna).get(f"/games/{game_id}/more/")["Location"] == f"/games/{game_id}/"
