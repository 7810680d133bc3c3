"""A director creates a Swiss tournament and publishes its first round, in the browser, with and without script."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from games.models import Game
from games.tournaments import commands
from games.tournaments.models import Round, Tournament
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.tournaments.directing.conftest import make_director, newcomer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna", "Boris", "Chloe", "Emma", "Fedor")


def enter_all(tournament):
    for name in NAMES:
        commands.enter(tournament_id=tournament.pk, player=newcomer(name), now=timezone.now())


def does(page, label):
    """Press a button of the dashboard, and then the one on its confirmation page."""
    page.locator("#content").get_by_role("link", name=label, exact=True).first.click()
    page.locator("#content").get_by_role("button", name=label, exact=True).click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_director_can_publish_the_first_round_of_a_swiss_tournament(
    window, transactional_db, dmitri, signed_in, script
):
    page = signed_in(window(script=script), make_director(dmitri))
    page.goto("/admin/tournaments/tournament/add/")
    page.get_by_label("Name:").fill("Autumn Swiss")
    page.get_by_label("Format:").select_option("swiss")
    page.get_by_label("Players per table:").fill("2")
    page.get_by_label("Rounds:", exact=True).fill("3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".says")).to_contain_text("open entries")
    does(page, "Open entries")
    expect(page.locator(".says")).to_contain_text("Players can enter")
    tournament = Tournament.objects.get()
    enter_all(tournament)
    page.reload()
    expect(page.get_by_role("row", name="Chloe")).to_be_visible()
    does(page, "Close entries")
    does(page, "Start and pair the first round")
    expect(page.locator("body")).to_contain_text("Draft with 2 tables. Only directors can see it for now.")
    assert not Game.objects.exists()
    does(page, "Publish")
    expect(page.locator(".says")).to_contain_text("Round 1 is in progress until")
    expect(page.get_by_role("heading", name="Not joined or away")).to_be_visible()
    assert Game.objects.count() == 2


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_dashboard_is_accessible(window, transactional_db, dmitri, signed_in, size):
    director, now = make_director(dmitri), timezone.now()
    tournament = Tournament(name="Autumn Swiss", format="swiss", table_size=2, rounds_planned=3)
    commands.make(tournament=tournament, by=director, now=now)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=now)
    enter_all(tournament)
    commands.close_entries(tournament_id=tournament.pk, by=director, now=now)
    commands.start(tournament_id=tournament.pk, by=director, now=now)
    page = signed_in(window(size=size), director)
    own = f"/tournaments/{tournament.pk}/run"
    found = _in(page, f"{own}/preview/") + _in(page, f"{own}/act/publish/")
    drafts = Round.objects.filter(division__tournament=tournament).values_list("pk", flat=True)
    commands.publish(tournament_id=tournament.pk, rounds=list(drafts), by=director, now=now)
    entrant = tournament.entrants.first()
    for path in ("", "act/void/", "act/write/", f"act/replace/{entrant.pk}/"):
        found += _in(page, f"{own}/{path}")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.goto(f"{own}/")
    # tie-breaks are either columns or below the name
    is_phone = size == PHONE
    assert page.locator(".standings td.tie-break").first.is_visible() != is_phone
    assert page.locator(".standings .tie-breaks").first.is_visible() == is_phone
    actions = [box for box in map(Locator.bounding_box, page.locator("details.actions summary").all()) if box]
    assert min(box["height"] for box in actions) >= (44 if is_phone else 24)


def _in(page, path):
    page.goto(path)
    found = violations_by_day_and_night(page, within="#content")
    return [(path, one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]
