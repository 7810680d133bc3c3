"""A player's page and settings: each setting has its own address, and the page *You* lists it with its value."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.players.devices import USED_ON
from games.players.models import PlayerSession
from notifications.models import Channel
from tests.positions import just_now
from tests.tables import start

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"


def test_the_old_url_for_turning_off_a_device_still_works(client, anna):
    Channel.objects.create(
        player=anna, sort=Channel.Sort.PUSH, address="https://push.example.org/1", made_at=timezone.now()
    )
    answer = client.post("/profile/channels/off/", {"address": "https://push.example.org/1"})
    assert (answer.status_code, answer["Location"]) == (308, "/settings/notifications/channels/off/")
    client.post(answer["Location"], {"address": "https://push.example.org/1"})
    assert not Channel.objects.exists()


def test_the_you_page_shows_each_setting_with_its_current_value(anna, browser_of):
    client = browser_of(anna)
    page = client.get("/you/").text
    for name in ("account", "mail_choices", "appearance", "vacation", "api_and_devices"):
        assert f'href="{reverse(name)}"' in page
    for value in (anna.email, "Every turn", "Sage · Ivory", "No sleeping hours"):
        assert value in page
    client.post("/settings/vacation/", {"do": "sleep", "asleep": "22:30", "awake": "07:00"})
    client.post("/settings/notifications/", {"do": "schedule", "schedule": "late"})
    client.post("/settings/appearance/", {"ground": "sand", "face": "ink", "theme": "dark"})
    page = client.get("/you/").text
    for value in ("Only when I’m running late", "Dark · Sand · Ink", "Asleep 22:30–07:00"):
        assert value in page


def test_a_players_own_page_also_opens_at_its_public_url(anna, boris, browser_of):
    own, others = browser_of(anna).get(f"/players/{anna.pk}/").text, browser_of(boris).get(f"/players/{anna.pk}/")
    assert 'href="/settings/account/"' in own
    assert others.status_code == 404
    assert anna.email not in others.text


def test_signing_out_everywhere_else_keeps_this_device_signed_in(anna, browser_of):
    here, there = browser_of(anna), browser_of(anna)
    assert PlayerSession.objects.filter(player=anna).count() == 2
    assert "Sign out everywhere else" in here.get("/settings/api/").text
    here.post("/settings/api/", {"do": "sign-out-others"})
    assert here.get("/you/").status_code == 200
    assert there.get("/you/").status_code == 302
    assert "Sign out everywhere else" not in here.get("/settings/api/").text


def newly_seen(client, told):
    """Open a page as the first one of a day, in a browser with this user agent."""
    session = client.session
    session.pop(USED_ON, None)
    session.save()
    client.get("/you/", headers={"User-Agent": told})


def test_devices_are_listed_and_can_be_signed_out_one_by_one(anna, boris, browser_of):
    here, phone, tablet, other = browser_of(anna), browser_of(anna), browser_of(anna), browser_of(boris)
    for client, browser in ((here, FIREFOX), (phone, SAFARI), (tablet, "curl/8.5"), (other, SAFARI)):
        newly_seen(client, browser)
    page = here.get("/settings/api/", headers={"User-Agent": FIREFOX}).text
    assert page.index("Firefox on Windows") < page.index("this device") < page.index("Safari on iPhone")
    assert "Unknown browser" in page
    assert not any(one.session_key in page for one in PlayerSession.objects.all())
    of_firefox, of_safari = (
        re.search(rf'name="device" value="(\w+)"[^§]*?Sign out: {name}', seen_by.get("/settings/api/").text)[1]
        for name, seen_by in (("Firefox on Windows", phone), ("Safari on iPhone", here))
    )
    assert other.post("/settings/api/", {"do": "sign-out", "device": of_safari}).status_code == 404
    own = {"do": "sign-out", "device": of_firefox}
    assert here.post("/settings/api/", own).status_code == 404
    here.post("/settings/api/", {"do": "sign-out", "device": of_safari})
    assert [client.get("/you/").status_code for client in (here, phone, tablet, other)] == [200, 302, 200, 200]


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15", "Safari on Mac"),
    ],
)
def test_a_browser_is_shown_under_its_familiar_name(anna, browser_of, told, name):
    client = browser_of(anna)
    newly_seen(client, told)
    assert name in browser_of(anna).get("/settings/api/").text


def test_a_vacation_can_be_ended_with_one_click(anna, browser_of):
    client, now = browser_of(anna), timezone.now()
    assert "Come back now" not in client.get("/").text
    for address in ("/", "/settings/vacation/"):
        anna.vacations.create(starts=now - timedelta(days=2), ends=now + timedelta(days=3), declared_at=now)
        assert "Come back now</button>" in client.get(address).text
        answer = client.post("/settings/vacation/", {"do": "back"}, follow=True)
        assert "Welcome back." in answer.text
        assert "Come back now" not in answer.text
    assert "not on vacation" in client.post("/settings/vacation/", {"do": "back"}, follow=True).text


@pytest.mark.parametrize("name", ["vacation", "api_and_devices"])
def test_an_unknown_action_is_refused(anna, browser_of, name):
    assert browser_of(anna).post(reverse(name), {"do": "dance"}).status_code == 400


@pytest.mark.parametrize("name", ["profile", "account", "mail_choices", "appearance", "vacation", "api_and_devices"])
def test_a_visitor_is_asked_to_sign_in(client, name):
    assert client.get(reverse(name))["Location"] == f"/accounts/login/?next={reverse(name)}"


def test_every_settings_page_has_the_menu_and_a_back_link(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now())
    client = browser_of(anna)
    for address, back in (
        ("/settings/account/decisions/", "/settings/account/"),
        (f"/games/{game_id}/mail/", f"/games/{game_id}/"),
        ("/settings/notifications/channels/", "/settings/notifications/"),
    ):
        page = client.get(address).text
        assert re.search(rf'class="back" href="{back}"', page), address
        assert page.count('aria-current="true">') >= 1, address
        assert '<nav class="side" aria-label="Settings">' in page


def test_a_breadcrumb_does_not_lead_to_its_own_page(client, db):
    own = client.get("/play/crossing/").text.partition('class="crumbs"')[2].partition("</p>")[0]
    assert 'href="/play/"' in own
    assert '<span aria-current="page">Lexicon Crossing</span>' in own
    assert 'href="/play/crossing/"' in client.get("/rules/crossing/").text.partition('class="crumbs"')[2]


def test_the_french_api_page_marks_english_text(client, db):
    page = client.get("/api/v1/docs", headers={"Accept-Language": "fr"}).text
    assert '<html lang="fr"' in page
    for english in ("Your devices and webhook", "Add a device"):
        assert re.search(rf'lang="en"[^<>]*>{english}', page)
