"""Screenshots of the pages for people to look at, saved in `var/screenshots`; an empty page fails."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.values import Order
from tests.browser.conftest import LAPTOP, PHONE
from tests.tables import ask, complete, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tables(transactional_db, anna, boris):
    """A running game with a request and a face-down tile, and a finished one."""
    now = timezone.now()
    running = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32))
    look(running, anna, at=now)
    complete(running, anna, at=now)
    ask(running, boris, at=now)
    finished = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32))
    for player in (anna, boris):
        ask(finished, player, at=now)
    commands.play(game_id=finished, player=boris, orders=[Order("RESIGN")], now=now)
    return {"running": running, "finished": finished}


SHOWN = {
    "home": ("/", ".line"),
    "board": ("/games/{running}/", ".field"),
    "result": ("/games/{finished}/result/", ".results .board"),
    "new-game": ("/games/new/", "form"),
}


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_screenshots_are_taken_in_light_and_dark_mode(window, tables, anna, signed_in, screenshot, size):
    page = signed_in(window(size=size), anna)
    for name, (address, shows) in SHOWN.items():
        page.goto(address.format(**tables))
        expect(page.locator(shows).first).to_be_visible()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            picture = screenshot(page, f"{name}-{'phone' if size == PHONE else 'laptop'}-{scheme}")
            assert picture.stat().st_size > 5_000  # a blank picture would be smaller
