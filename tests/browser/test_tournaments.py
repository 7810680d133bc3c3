"""Tournaments in a real browser: accessible, never wider than a phone, and printed as tables."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.tournaments.models import Ruling
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.tournaments.rows import DAY, bye, division, fixture, people, round_of, tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 320, "height": 640}


@pytest.fixture
def league(transactional_db, anna, boris, chloe, dmitri):
    """A league of two divisions in mid-season, with a ruling, a withdrawal and a table for Anna to join."""
    now = timezone.now()
    made = tournament(anna, boris, chloe, *people(9), directors=[dmitri], about="For a mug.", now=now - 9 * DAY)
    for numbers in (range(1, 7), range(7, 13)):
        of_them = division(made, *numbers)
        first, second = (round_of(of_them, now=now - 9 * DAY) for _ in range(2))
        fixture(first, *numbers[:3], now=now)
        fixture(first, *numbers[3:], phase="playing", now=now)
        fixture(second, *numbers[::2], phase="joining", now=now)
        bye(second, numbers[1], "1/2", "On the road")
    gone = made.entrants.get(number=5)
    gone.standing = "withdrawn"
    gone.save()
    Ruling.objects.create(tournament=made, at=now, by=dmitri, verb="withdraw", reason="By phone", entrant=gone)
    return made


@pytest.fixture
def swiss(transactional_db, anna):
    """A Swiss tournament with 33 players in three rounds."""
    return swiss_of(33, anna)


def swiss_of(many, anna):
    now, others = timezone.now(), people(many - 1, after=12)
    made = tournament(anna, *others, name="Winter Swiss", format="swiss", rounds_planned=5, now=now)
    of_all = division(made)
    for shift in range(3):
        one = round_of(of_all, phase="published" if shift == 2 else "finished", now=now)
        for first in range(0, many, 3):
            numbers = [1 + (first + seat * (1 + 3 * shift)) % many for seat in range(3)]
            if len(set(numbers)) == 3 and not any(
                sitting.entrant.number in numbers for table in one.fixtures.all() for sitting in table.sittings.all()
            ):
                fixture(one, *numbers, phase="playing" if shift == 2 else "finished", now=now)
    return made


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_pages_of_tournaments_are_accessible(window, league, anna, signed_in, size):
    """A few entrants show everything that a page can have; more would only repeat rows and tables."""
    swiss, page = swiss_of(12, anna), window(size=size)
    paths = ["/tournaments/", f"/tournaments/{league.pk}/", f"/tournaments/{swiss.pk}/"]
    found = [violation for path in paths for violation in _in(page, path)]
    signed_in(page, anna)
    paths += [f"/tournaments/{league.pk}/withdraw/", "/you/"]
    found += [violation for path in paths for violation in _in(page, path)]
    assert found == []


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "phone"])
def test_nothing_is_wider_than_a_phone(window, league, swiss, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    for path in ("/tournaments/", f"/tournaments/{league.pk}/", f"/tournaments/{swiss.pk}/", "/you/"):
        page.goto(path)
        _open_all(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


@pytest.mark.parametrize("size", [SMALL, PHONE, LAPTOP], ids=["small", "phone", "laptop"])
def test_standings_do_not_scroll_sideways(window, league, swiss, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    for one in (league, swiss):
        page.goto(f"/tournaments/{one.pk}/")
        for standings in page.locator(".scrolls:has(> .standings)").all():
            assert standings.evaluate("one => one.scrollWidth <= one.clientWidth")
            assert standings.locator(".own, tbody tr").first.inner_text().count("SOS") == (size != LAPTOP)


def test_on_a_laptop_pairings_are_beside_standings_and_my_table_on_top(window, swiss, anna, signed_in):
    page = signed_in(window(size={"width": 1440, "height": 900}), anna)
    page.goto(f"/tournaments/{swiss.pk}/")
    mine, places, pairings = (
        page.locator(one).first.bounding_box() for one in (".my-tables", ".standings", ".rounds-of-it")
    )
    assert mine["y"] < 200
    assert places["x"] + places["width"] <= pairings["x"]
    assert abs(places["y"] - pairings["y"]) < 40
    expect(page.locator(".rounds li")).to_have_text(["1 ✓finished", "2 ✓finished", "Round 3", "4", "5"])


@pytest.mark.parametrize("size", [SMALL, PHONE, LAPTOP], ids=["small", "phone", "laptop"])
def test_the_page_without_tournaments_is_accessible(window, transactional_db, anna, signed_in, size):
    page = window(size=size)
    for reader in (None, anna):
        if reader:
            signed_in(page, reader)
        assert list(_in(page, "/tournaments/")) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_only_standings_and_rounds_are_printed(window, league, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto(f"/tournaments/{league.pk}/")
    page.emulate_media(media="print")
    for one in (page.locator("nav").first, page.get_by_role("link", name="Withdraw"), page.locator(".about-it")):
        expect(one).to_be_hidden()
    for one in page.locator(".standings, .crosstable, .round .tables").all():
        expect(one).to_be_visible()


def test_a_player_can_find_their_table_from_the_home_page(window, league, anna, signed_in):
    page = signed_in(window(size=PHONE), anna)
    page.goto("/")
    page.locator("nav.bottom").get_by_role("link", name="Together").click()
    page.get_by_role("link", name=league.name).click()
    expect(page.locator(".my-tables")).to_contain_text("Not joined yet")
    page.locator(".my-tables a").first.click()
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    expect(page.locator(".of-a-tournament")).to_contain_text("Autumn league · round 2, table 1 · join by")


def test_withdrawing_asks_for_confirmation(window, league, anna, signed_in):
    page = signed_in(window(size=PHONE, script=False), anna)
    page.goto(f"/tournaments/{league.pk}/")
    page.get_by_role("link", name="Withdraw").click()
    expect(page.get_by_text("Only a director can let you back in.")).to_be_visible()
    page.get_by_role("link", name="Back to the tournament").click()
    assert league.entrants.get(number=1).standing == "confirmed"


def _open_all(page):
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")


def _in(page, path):
    page.goto(path)
    _open_all(page)
    return [
        (path, one["id"], [node["html"][:160] for node in one["nodes"]][:3])
        for one in violations_by_day_and_night(page)
    ]


def test_long_standings_are_folded_on_a_phone_but_show_my_row(window, swiss, boris, signed_in):
    last = swiss.entrants.get(number=33)
    last.player = boris
    last.save()
    page = signed_in(window(size=PHONE, script=False), boris)
    page.goto(f"/tournaments/{swiss.pk}/")
    rows, fold = page.locator(".standings tbody tr"), page.get_by_text("All 33 places")
    assert rows.count() == 33
    assert len([row for row in rows.all() if row.is_visible()]) <= 11
    expect(page.locator(".standings .own")).to_be_visible()
    fold.focus()
    page.keyboard.press("Enter")
    assert all(row.is_visible() for row in rows.all())
    page.set_viewport_size(LAPTOP)
    page.reload()
    assert all(row.is_visible() for row in rows.all())
    expect(fold).to_be_hidden()
