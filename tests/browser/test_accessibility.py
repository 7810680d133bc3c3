"""Every page by axe, light and dark, on a phone and a laptop: no violation."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.kind import Order
from tests.browser.conftest import LAPTOP, PHONE
from tests.tables import ask, look, make_table, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tables(transactional_db, anna, boris):
    """A table that runs, with a request and a tile face down; a lobby; a finished game."""
    now = timezone.now()
    running = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32))
    look(running, boris, at=now)
    ask(running, boris, at=now)
    lobby = make_table(anna, boris, seats=3, now=now)
    finished = start(anna, boris, now=now, starting_tiles=6)
    ask(finished, anna, at=now)
    commands.play(game_id=finished, player=boris, orders=[Order("RESIGN")], now=now)
    return running, lobby, finished


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_no_page_keeps_anybody_out(window, tables, anna, signed_in, size, scheme):
    page = window(size=size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = [
        violation for path in ("/", "/accounts/login/", "/accounts/signup/", "/rules/") for violation in _in(page, path)
    ]
    signed_in(page, anna)
    running, lobby, finished = tables
    games = [f"/games/{game_id}/" for game_id in (running, lobby, finished)]
    own = (
        "/",
        "/games/new/",
        *games,
        f"/games/{running}/resign/confirm/",
        f"/games/{running}/jaywalk/confirm/",
        "/profile/",
        "/profile/mail/",
        f"/games/{running}/mail/",
    )
    found += [violation for path in own for violation in _in(page, path)]
    assert found == []


def _in(page, path):
    page.goto(path)
    if page.locator(".play").count():
        expect(page.locator(".field")).to_be_visible()
    return [
        (path, violation["id"], [node["html"][:160] for node in violation["nodes"]][:3])
        for violation in Axe()
        .run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
        .response["violations"]
    ]
