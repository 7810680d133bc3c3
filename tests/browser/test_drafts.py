"""Drafts in a real browser: saved automatically, one tab each, and nothing lost between two tabs or without a
server."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.models import Draft
from tests.browser.axe import violations
from tests.browser.conftest import LAPTOP, PHONE, open_drawer, write_layout
from tests.positions import just_now
from tests.service.servers import until
from tests.tables import hand, look, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris):
    """A game with six tiles each, the same in every run; every row of A and E is a word."""
    game_id = start(anna, boris, now=just_now(), starting_tiles=6, seed=bytes(32), leeway=0)
    look(game_id, anna, at=timezone.now())
    return game_id


@pytest.fixture
def tab(window, game_id, anna, signed_in):
    """Return a function that opens Anna's game, in the same browser as another tab if one is given."""

    def open_tab(beside=None):
        page = beside.context.new_page() if beside else signed_in(window(), anna)
        page.goto(f"/games/{game_id}/")
        expect(page.locator(".field")).to_be_visible()
        return page

    return open_tab


def lay(page, letters):
    page.locator(".field").focus()
    for letter in letters:
        page.keyboard.press(letter)


def text_of(page):
    return page.locator("#layout").input_value()


def is_saved(page, name):
    expect(page.locator(".tab[aria-current] strong")).to_have_text(name)
    expect(page.locator(".saved")).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))


def has_saved(page, tiles):
    expect(page.locator("#tabs")).to_have_attribute("data-saved", re.compile(f"^.{{{tiles}}}$"))


def kept(game_id, player, name, layout):
    return commands.save_draft(game_id=game_id, player=player, name=name, layout=layout, now=timezone.now())


def drafts():
    return dict(Draft.objects.values_list("name", "layout"))


def test_a_change_is_saved_automatically_and_survives_a_reload(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    lay(page, held[:3])
    is_saved(page, held[:3].capitalize())
    write_layout(page, held[:4])
    has_saved(page, 4)
    assert drafts() == {held[:3].capitalize(): held[:4]}
    page.reload()
    assert text_of(page) == held[:4]
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".world .tile")).to_have_count(4)
    expect(page.locator(".tab[aria-current] .worth")).to_have_text("0/(1+2)=0.00")


def test_drafts_have_no_tabs_on_the_board_but_in_their_drawer(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    expect(page.locator("a.tab:visible")).to_have_count(0)
    lay(page, held[:2])
    has_saved(page, 2)
    expect(page.locator("a.tab:visible")).to_have_count(0)
    open_drawer(page, "drafts")
    expect(page.locator("a.tab:visible")).to_have_count(2)
    page.get_by_role("button", name="New draft").click()
    expect(page.locator("a.tab")).to_have_count(3)


def test_a_last_minute_change_is_saved_when_leaving_the_page(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    lay(page, held[:2])
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url("**/play/")
    assert list(drafts().values()) == [held[:2]]
    page.goto(f"/games/{game_id}/")
    write_layout(page, held[:3])
    page.goto("about:blank")
    until(lambda: list(drafts().values()) == [held[:3]], "what was sent as the page was left has come")
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".world .tile")).to_have_count(3)
    is_saved(page, held[:2].capitalize())


def test_nothing_is_saved_if_every_change_was_undone(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    lay(page, held[:2])
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url("**/play/")
    assert drafts() == {}


def test_the_later_of_two_tabs_is_warned_and_keeps_both_versions(tab, game_id, anna):
    held = hand(game_id, anna)
    kept(game_id, anna, "Idea", [held[:2]])
    first = tab()
    second = tab(beside=first)
    write_layout(first, held[:3])
    has_saved(first, 3)
    write_layout(second, held[:5])
    expect(second.get_by_role("alert")).to_contain_text("Your draft changed on another device at ")
    assert drafts() == {"Idea": held[:3]}
    second.get_by_role("button", name="Keep both").click()
    is_saved(second, "Idea 2")
    assert drafts() == {"Idea": held[:3], "Idea 2": held[:5]}
    second.reload()
    assert text_of(second) == held[:5]


def test_the_later_of_two_devices_can_switch_to_the_other_version(tab, game_id, anna):
    held = hand(game_id, anna)
    kept(game_id, anna, "Idea", [held[:2]])
    laptop, phone = tab(), tab()
    write_layout(laptop, held[:3])
    has_saved(laptop, 3)
    write_layout(phone, held[:5])
    phone.get_by_role("link", name="Use the other version").click()
    expect(phone.locator(".world .tile")).to_have_count(3)
    phone.reload()
    expect(phone.locator(".world .tile")).to_have_count(3)
    assert drafts() == {"Idea": held[:3]}


def test_each_tab_keeps_its_own_layout(tab, game_id, anna):
    held = hand(game_id, anna)
    kept(game_id, anna, "One", [held[0]])
    kept(game_id, anna, "Two", [held[:2]])
    page = tab()
    expect(page.locator(".world .tile")).to_have_count(2)
    write_layout(page, held[:3])
    open_drawer(page, "drafts")
    page.get_by_role("link", name="One 0/").click()
    expect(page.locator(".world .tile")).to_have_count(1)
    open_drawer(page, "drafts")
    page.get_by_role("link", name="Two 0/").click()
    expect(page.locator(".world .tile")).to_have_count(3)
    open_drawer(page, "drafts")
    page.get_by_role("link", name="Submitted").click()
    expect(page.locator(".world .tile")).to_have_count(0)


def test_a_draft_can_be_renamed_copied_discarded_and_restored(tab, game_id, anna):
    held = hand(game_id, anna)
    kept(game_id, anna, "One", [held[:2]])
    page = tab()
    write_layout(page, held[:3])
    open_drawer(page, "drafts")
    page.get_by_label("Name of this draft").fill("Best")
    page.get_by_role("button", name="Rename").click()
    is_saved(page, "Best")
    open_drawer(page, "drafts")
    page.get_by_role("button", name="New draft").click()
    is_saved(page, "Best 2")
    open_drawer(page, "drafts")
    page.get_by_role("button", name="Discard").click()
    expect(page.locator(".tab[aria-current] strong")).to_have_text("Submitted")
    assert drafts() == {"Best": held[:3]}
    page.get_by_role("button", name="Restore draft").click()
    is_saved(page, "Best 2")
    assert drafts() == {"Best": held[:3], "Best 2": held[:3]}


def test_a_submitted_draft_is_deleted(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    lay(page, held)
    page.locator("#submit-only").click()
    expect(page.get_by_text("Submitted. This layout counts now.")).to_be_visible()
    expect(page.locator(".tab")).to_have_count(2)
    assert drafts() == {}


def test_nothing_is_lost_while_offline(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    page.context.set_offline(True)
    lay(page, held[:2])
    expect(page.locator(".saved")).to_have_text("Not saved. The server isn’t responding.")
    expect(page.locator("#notes").get_by_text("Not saved.")).to_be_visible()
    page.context.set_offline(False)
    is_saved(page, held[:2].capitalize())
    expect(page.locator("#notes").get_by_text("Not saved.")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('unsaved'))") == []


NO_LAST_WORDS = "() => { window.fetch = () => new Promise(() => {}) }"
"""Simulate a killed browser. Otherwise the requests of a closing page get through, even when it is offline."""


def test_an_unsaved_layout_is_restored_when_the_server_is_back(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    context = page.context
    context.set_offline(True)
    lay(page, held[:2])
    expect(page.locator(".saved")).to_have_text("Not saved. The server isn’t responding.")
    page.evaluate(NO_LAST_WORDS)
    page.close()
    assert drafts() == {}
    context.set_offline(False)
    page = context.new_page()
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".world .tile")).to_have_count(2)
    is_saved(page, held[:2].capitalize())
    assert list(drafts().values()) == [held[:2]]


def test_a_lost_response_is_not_taken_for_another_device(tab, game_id, anna):
    page, held = tab(), hand(game_id, anna)
    lost = []

    def lose(route):
        lost.append(route.fetch())
        route.abort()

    page.route("**/drafts/", lose, times=1)
    lay(page, held[:2])
    expect(page.locator(".saved")).to_have_text("Not saved. The server isn’t responding.")
    write_layout(page, held[:3])
    has_saved(page, 3)
    assert [answer.status for answer in lost] == [200]
    assert list(drafts().values()) == [held[:3]]


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_tabs_and_the_warning_are_accessible(window, game_id, anna, signed_in, size):
    held = hand(game_id, anna)
    for name in ("One", "A name that is as long as names can be", "Q"):
        kept(game_id, anna, name, ["Q" + held[:2]])
    page = signed_in(window(size=size), anna)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.goto(f"/games/{game_id}/")
    expect(page.get_by_text("You no longer hold Q, so it has been left out.")).to_be_visible()
    expect(page.locator(".tab[aria-current]")).to_be_in_viewport()
    assert _violations(page) == []
    Draft.objects.update(version="another")
    write_layout(page, held[:1])
    expect(page.get_by_role("alert")).to_be_visible()
    assert _violations(page) == []
    boxes = [one.bounding_box() for one in page.locator("#tabs a, #tabs button:visible").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def _violations(page):
    return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in violations(page, rules=None)]


def test_without_javascript_the_tabs_are_links(window, game_id, anna, signed_in):
    held = hand(game_id, anna)
    kept(game_id, anna, "Two", [held[1]])
    kept(game_id, anna, "One", [held[0]])
    page = signed_in(window(script=False), anna)
    page.goto(f"/games/{game_id}/")
    open_drawer(page, "drafts")
    page.get_by_role("link", name="Submitted").click()
    assert text_of(page) == ""
    open_drawer(page, "drafts")
    page.get_by_role("link", name="One 0/").click()
    write_layout(page, held[:2])
    page.locator("#edit").get_by_role("link", name="Drafts").click()
    page.get_by_role("button", name="Save", exact=True).click()
    assert drafts() == {"One": held[:2], "Two": held[1]}
    expect(page.locator(".tab[aria-current] strong")).to_have_text("One")
