"""Standing orders on the page: a private fold, set and withdrawn by its form."""

import pytest

from games import commands
from games.models import Seat
from tests.positions import just_now
from tests.tables import look, start, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(anna, boris):
    now = just_now()
    game_id = start(anna, boris, now=now)
    look(game_id, anna, boris, at=now)
    return game_id


def the_fold(browser, game_id):
    page = browser.get(f"/games/{game_id}/more/").content.decode()
    return page.partition('id="standing"')[2].partition("</details>")[0]


def test_standing_orders_are_set_and_shown_by_the_form(table, browser_of, anna):
    browser = browser_of(anna)
    assert " checked" not in the_fold(browser, table)
    sent = {"verb": "STANDING", "field-0": ["LIGHT", "DONE"]}
    browser.post(f"/games/{table}/order/", sent)
    assert state(table).standing == {0: ("LIGHT", "DONE")}
    fold = the_fold(browser, table)
    assert 'value="LIGHT" checked' in fold
    assert 'value="LOOK" checked' not in fold


def test_unticking_all_boxes_clears_the_standing_orders(table, browser_of, anna):
    browser = browser_of(anna)
    browser.post(f"/games/{table}/order/", {"verb": "STANDING", "field-0": ["LOOK"]})
    browser.post(f"/games/{table}/order/", {"verb": "STANDING"})
    assert state(table).standing == {}


def test_standing_orders_are_hidden_from_others(table, browser_of, anna, boris, dmitri):
    browser_of(anna).post(f"/games/{table}/order/", {"verb": "STANDING", "field-0": ["LIGHT"]})
    assert " checked" not in the_fold(browser_of(boris), table)
    assert the_fold(browser_of(dmitri), table) == ""


def test_a_standing_exchange_is_set_by_its_tiles(anna, boris, browser_of):
    now = just_now()
    game_id = commands.make_game(
        kind="crosslet", player=anna, seats=2, options={}, word_list="open", listed=True, now=now
    )
    commands.sit_down_and_agree(game_id=game_id, player=boris, now=now)
    here = state(game_id)
    seat = Seat.objects.get(game=game_id, player=anna).number
    tile = here.hands[seat][0]
    browser = browser_of(anna)
    browser.post(f"/games/{game_id}/order/", {"verb": "STANDING", "field-0": [tile]})
    assert state(game_id).standing == {seat: (f"EXCHANGE {tile}",)}
    assert f"EXCHANGE {tile}" in the_fold(browser, game_id)
    browser.post(f"/games/{game_id}/order/", {"verb": "STANDING"})
    assert state(game_id).standing == {}
