"""The page of an invitation in a browser: who invites, how long a game takes, one press to play, and the lesson with
a way back."""

import pytest
from playwright.sync_api import expect

from games import commands
from games.models import Game
from games.players.models import Invitation
from games.players.tokens import token_of
from games.rules import registry
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, give_code
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = {"width": 320, "height": 640}


def invited_to(anna, kind, *, seats=2, invite=("zoe@example.org",), **options):
    """Return the address of the page for somebody whom Anna invites."""
    commands.make_game(kind=kind, player=anna, seats=seats, options=options, invite=invite, now=just_now())
    return f"/invitations/{token_of(Invitation.objects.get())}/"


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_phone_shows_the_board_and_the_buttons_at_once(window, transactional_db, anna, kind):
    page = window(size=PHONE)
    page.goto(invited_to(anna, kind, seats=max(2, registry.kind(kind).seats[0])))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anna wants to play")
    assert page.locator("[data-part=board]").bounding_box()["height"] >= 190
    for name in ("Play", "Show me how"):
        box = page.locator("[data-part=actions]").get_by_text(name, exact=True).bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"]
        assert box["height"] >= 50
    expect(page.locator("main .button.main:visible")).to_have_count(1)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_stranger_can_take_the_lesson_and_return_to_play(window, transactional_db, anna, script):
    page = window(size=PHONE, script=script)
    page.goto(invited_to(anna, "crossing"))
    page.get_by_role("link", name="Show me how").click()
    expect(page.get_by_role("heading", name="Learn Lexicon Crossing")).to_be_visible()
    page.get_by_role("link", name="2 Add a crossing word").click()
    page.get_by_role("link", name="Back to your invitation").click()
    page.get_by_label("Name").fill("Zoe")
    page.get_by_role("button", name="Play", exact=True).click()
    give_code(page)
    page.wait_for_url("**/games/*/")
    assert Game.objects.get().phase == "playing"
    page.goto("/learn/")
    expect(page.get_by_role("link", name="Back to your invitation")).to_have_count(0)


@pytest.mark.parametrize("size", [NARROW, PHONE, LAPTOP], ids=["narrow", "phone", "laptop"])
def test_the_page_is_accessible(window, transactional_db, anna, size):
    page = window(size=size)
    page.goto(invited_to(anna, "crossing", tiles_per_light=2))
    page.get_by_text("Game settings: 1 changed").click()
    expect(page.get_by_text("Tiles per light: two tiles each")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert list(violations_by_day_and_night(page)) == []
