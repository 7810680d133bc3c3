"""A substitute is requested in a browser, accepts and plays, without script too. The pages are accessible."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Substitution
from games.players.tokens import token_of_substitution
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE, open_drawer
from tests.substitutes import acquainted
from tests.tables import look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris, dmitri):
    now = timezone.now()
    acquainted(anna, dmitri, now=now - timedelta(days=9))
    game_id = start(anna, boris, now=now, starting_tiles=6, seed=bytes(32))
    look(game_id, anna, boris, at=now)
    return game_id


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_substitute_plays_and_stops_playing(window, game_id, anna, dmitri, signed_in, screenshot, size, has_script):
    def seen(page, name):
        expect(page.locator("h1").first).to_be_visible()
        if has_script:
            assert list(violations_by_day_and_night(page)) == []
        for scheme in ("light", "dark") if has_script else ():
            page.emulate_media(color_scheme=scheme)
            screenshot(page, f"lending-{name}-{'phone' if size == PHONE else 'laptop'}-{scheme}")
        page.emulate_media(color_scheme="light")

    owner = signed_in(window(size=size, script=has_script), anna)
    owner.goto(f"/games/{game_id}/lend/")
    seen(owner, "ask")
    owner.get_by_label("Substitute").select_option("Dmitri")
    today = timezone.localdate()
    owner.get_by_label("First day").fill(today.isoformat())
    owner.get_by_label("Last day").fill((today + timedelta(days=6)).isoformat())
    owner.get_by_role("button", name="Send request").click()
    expect(
        owner.get_by_role("heading", name="You have asked Dmitri to play for you. They haven’t answered yet.")
    ).to_be_visible()
    seen(owner, "asked")

    substitute = signed_in(window(size=size, script=has_script), dmitri)
    substitute.goto("/")
    seen(substitute, "home")
    substitute.get_by_role("link", name="Anna asks you to play for them.").click()
    seen(substitute, "answer")
    substitute.get_by_role("button", name="Accept").click()
    expect(substitute.get_by_role("heading", name="You’re playing for Anna.")).to_be_visible()
    substitute.get_by_role("link", name="Go to the game").click()
    open_drawer(substitute, "players")
    expect(substitute.get_by_text("You’re playing for Anna until")).to_be_visible()
    seen(substitute, "table")
    owner.goto(f"/games/{game_id}/")
    open_drawer(owner, "players")
    expect(owner.locator("#status_line")).to_contain_text("Dmitri plays for you")
    expect(owner.get_by_text("Dmitri is playing for you.")).to_be_visible()
    seen(owner, "lent")
    owner.goto("/loans/")
    seen(owner, "all")
    substitute.get_by_role("button", name="Stop playing for them").click()
    expect(substitute.get_by_text("This arrangement has ended.")).to_be_visible()
    assert Substitution.objects.get().ended_at is not None
    substitute.goto(f"/loans/{token_of_substitution(Substitution.objects.get().link)}/")
    expect(substitute.get_by_role("heading", name="You’re no longer playing for Anna.")).to_be_visible()
