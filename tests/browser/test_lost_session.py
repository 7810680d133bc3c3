"""A session lost while arranging a board: nothing of the board is lost, and the next user of the browser sees none of it."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Draft
from games.players.accounts import account_of
from games.players.models import PlayerSession
from tests.browser.conftest import PHONE, give_code, submit_layout
from tests.positions import just_now
from tests.service.servers import until
from tests.tables import hand, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris):
    game_id = start(anna, boris, now=just_now(), starting_tiles=6, seed=bytes(32), leeway=0)
    look(game_id, anna, boris, at=timezone.now())
    return game_id


@pytest.fixture
def table(window, game_id, anna, signed_in):
    """Anna's game, open in a phone's browser."""
    page = signed_in(window(size=PHONE), anna)
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".field")).to_be_visible()
    return page


def lay(page, letters):
    page.locator(".field").focus()
    for letter in letters:
        page.keyboard.press(letter)


def lies(page, text):
    expect(page.locator("#layout")).to_have_value(text)


def kept():
    return list(Draft.objects.values_list("player__name", "layout"))


def sign_out(page):
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def change_secret(page):
    """Change the CSRF cookie, as signing in does in another tab."""
    cookie = {"name": "csrftoken", "value": "a" * 32, "domain": "localhost", "path": "/"}
    page.context.add_cookies([cookie])


def test_after_a_lost_session_signing_in_returns_to_the_saved_board(table, game_id, anna, mailoutbox):
    account_of(anna.email, name="Anna")
    held = hand(game_id, anna)
    PlayerSession.objects.all().delete()
    lay(table, held[:3])
    says = table.get_by_role("alert").filter(has_text="You’re signed out")
    expect(says).to_have_text("You’re signed out. Your board is saved. Sign in")
    lies(table, held[:3])
    assert kept() == []
    says.get_by_role("link", name="Sign in").click()
    table.get_by_label("Email").fill(anna.email)
    table.get_by_role("button", name="Send me a code").click()
    give_code(table)
    table.wait_for_url(f"**/games/{game_id}/*")
    lies(table, held[:3])
    until(lambda: kept() == [("Anna", held[:3])], "what was arranged is saved")


def test_the_page_continues_once_the_player_signs_in_in_another_tab(table, game_id, anna, signed_in):
    held = hand(game_id, anna)
    PlayerSession.objects.all().delete()
    lay(table, held[:3])
    says = table.get_by_role("alert").filter(has_text="You’re signed out")
    expect(says).to_be_visible()
    signed_in(table, anna)
    change_secret(table)
    lay(table, held[3])
    expect(says).to_be_hidden()
    until(lambda: kept() == [("Anna", held[:4])], "saved with the new secret")


def test_fetching_a_new_csrf_token_does_not_lose_a_pending_refusal(table, game_id, anna):
    sent = {
        "do": "submit",
        "layout": "ZZ",
        "csrfmiddlewaretoken": table.locator("#edit [name=csrfmiddlewaretoken]").input_value(),
    }
    table.request.post(f"/games/{game_id}/layout/", form=sent, max_redirects=0)
    change_secret(table)
    with table.expect_response(lambda answer: answer.request.method == "HEAD"):
        table.evaluate("dispatchEvent(new Event('focus'))")
    expect(table.locator("#edit [name=csrfmiddlewaretoken]")).to_have_value("a" * 32)
    table.reload()
    expect(table.locator(".note.wrong").first).to_be_visible()


def test_signing_in_after_a_rejected_move_leads_to_the_game(table, game_id, anna):
    account_of(anna.email, name="Anna")
    lay(table, hand(game_id, anna))
    until(lambda: kept() != [], "saved")
    PlayerSession.objects.all().delete()
    submit_layout(table)
    says = table.get_by_role("alert").filter(has_text="You’re signed out")
    expect(says.or_(table.get_by_label("Email"))).to_be_visible()
    table.goto(f"/accounts/login/?next=/games/{game_id}/order/")
    table.get_by_label("Email").fill(anna.email)
    table.get_by_role("button", name="Send me a code").click()
    give_code(table)
    lies(table, hand(game_id, anna))


def test_the_next_player_on_the_same_browser_sees_nothing_of_the_board(table, game_id, anna, boris, signed_in):
    table.evaluate("localStorage.length") or pytest.fail("the rack is kept")
    table.context.set_offline(True)
    lay(table, hand(game_id, anna)[:3])
    expect(table.locator(".saved")).to_have_text("Not saved. The server isn’t responding.")
    table.context.set_offline(False)
    table.context.clear_cookies(name="sessionid")  # the session is lost, but Anna's data stays for her
    signed_in(table, boris)
    table.goto(f"/games/{game_id}/")
    expect(table.locator(".field")).to_be_visible()
    lies(table, "")
    assert "Boris" not in dict(kept())
    sign_out(table)
    left = table.evaluate("Object.keys(localStorage)")  # by now the front page has stored its sample's rack
    assert [key for key in left if "/games/" in key] == []


def test_a_players_page_is_not_refreshed_for_another_player(table, game_id, anna, boris, signed_in):
    held = table.locator("#hand").get_attribute("data-hand")
    signed_in(table, boris)
    table.evaluate("htmx.trigger('#live', 'refresh')")
    expect(table.get_by_role("alert").filter(has_text="You’re signed out")).to_be_visible()
    assert table.locator("#hand").get_attribute("data-hand") == held
    with table.expect_response(lambda answer: answer.request.method == "POST") as refused:
        lay(table, held[:3])
    assert refused.value.status == 401
    assert kept() == []
