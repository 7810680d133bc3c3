"""Moderators decide on suspicions and reports in the browser; what players see of it is accessible, too."""

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.commands import clubs
from games.players.models import Club, Report, Suspicion
from games.players.two_accounts import Evidence
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.tables import start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ONE_TABLET = Evidence(days=6, device=4, address=5, apart=1, crowd=2, is_one_device=True)
ONE_HOME = Evidence(days=9, address=9, close=6, crowd=2)
RUDE = "You duffer"


@pytest.fixture
def moderator(transactional_db, dmitri):
    dmitri.is_staff = True
    dmitri.save()
    dmitri.groups.add(Group.objects.get(name="moderator"))
    return dmitri


@pytest.fixture
def game(transactional_db, anna, boris, chloe):
    """A game in which Boris has been rude, and is suspected of also being Anna."""
    now = timezone.now()
    game = start(anna, boris, chloe, now=now)
    for pair, evidence in (((anna, boris), ONE_TABLET), ((boris, chloe), ONE_HOME)):
        found = {"score": evidence.score, "evidence": evidence.as_json(), "found_at": now}
        Suspicion.objects.create(game_id=game, one=pair[0], other=pair[1], **found)
    commands.say(game_id=game, player=boris, text=RUDE, now=now)
    commands.report_words(game_id=game, player=anna, seat=1, words=RUDE, said_at=now, why="He is rude", now=now)
    club = clubs.found_club(player=boris, name="Duffers", about="For the rude", is_public=True, now=now)
    place = Club.objects.get(pk=club)
    commands.report_place(player=chloe, place=place, part="name", why="It is rude", now=now)
    return game


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_moderator_can_dismiss_a_suspicion_with_a_reason(window, game, moderator, signed_in, script):
    page = signed_in(window(script=script), moderator)
    page.goto("/admin/players/suspicion/")
    rows = page.locator("#result_list tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Both players used the same device during the game.")
    rows.first.get_by_role("checkbox").check()
    page.get_by_label("Action:").select_option("dismiss")
    page.get_by_label("Reason:").fill("They live together")
    page.get_by_role("button", name="Go").click()
    expect(rows.last).to_contain_text("They live together")
    assert Suspicion.objects.get(decision="dismissed").reason == "They live together"


def test_a_moderator_can_remove_a_message_and_the_game_shows_it(window, game, moderator, anna, signed_in):
    page = signed_in(window(), moderator)
    page.goto("/admin/players/report/")
    page.locator("#result_list tbody tr", has_text=RUDE).get_by_role("checkbox").check()
    page.get_by_label("Action:").select_option("take_out")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#result_list tbody tr", has_text=RUDE)).to_contain_text("text removed")
    own = signed_in(window(size=PHONE), anna)
    own.goto(f"/games/{game}/")
    expect(own.locator("#lines")).to_contain_text("A moderator has removed this message.")
    expect(own.locator("body")).not_to_contain_text(RUDE)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_are_accessible(window, game, moderator, anna, boris, signed_in, screenshot, size):
    found, kind = [], "phone" if size == PHONE else "laptop"
    Report.objects.filter(game=game).update(decision="taken out", decided_at=timezone.now())
    admin = {"suspicions": "/admin/players/suspicion/", "reports": "/admin/players/report/"}
    club = Club.objects.get().pk
    of_a_member = {
        "club": f"/clubs/{club}/",
        "report-club": f"/report/club/{club}/",
        "decisions": "/settings/account/decisions/",
    }
    for player, pages in ((moderator, admin), (boris, of_a_member)):
        page = signed_in(window(size=size), player)
        for name, path in pages.items():
            page.emulate_media(color_scheme="light")
            page.goto(path)
            screenshot(page, f"moderation-{name}-{kind}-light")
            within = None if player is boris else "#result_list"  # the rest is Django's
            violated = violations_by_day_and_night(page, within=within)
            found += [(path, one["id"], one["nodes"][0]["html"][:200]) for one in violated]
            screenshot(page, f"moderation-{name}-{kind}-dark")
    assert found == []
