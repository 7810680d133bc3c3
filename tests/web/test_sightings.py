"""Players' browsers are recorded once a day, at no cost to any other page, and no player learns of the findings."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.accounts import account_of
from games.players.devices import USED_ON
from games.players.models import Sighting, Suspicion
from games.players.sightings import COOKIE
from notifications.models import Message
from tests.api.conftest import Program
from tests.tables import start

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
WORDS = ("suspic", "suspect", "duplicate accounts", "used the same device", "the same IP address")


@pytest.fixture
def new_day(browser_of):
    """Return a function that gives a signed-in player's browser, not seen today."""

    def begin(player, browser=None):
        browser = browser or browser_of(player)
        session = browser.session
        session.pop(USED_ON, None)
        session.save()
        return browser

    return begin


def test_only_the_first_page_of_a_day_records_the_browser(anna, new_day, django_assert_num_queries):
    browser = new_day(anna)
    with django_assert_num_queries(6):  # four of them once a day: the row, and the session with its savepoint
        answer = browser.get("/rules/")
    cookie = answer.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 24 * 3600)
    [seen] = Sighting.objects.all()
    assert (seen.player, seen.day) == (anna, timezone.now().date())
    with django_assert_num_queries(2):
        answer = browser.get("/rules/")
    assert COOKIE not in answer.cookies
    assert Sighting.objects.count() == 1


def test_neither_the_ip_address_nor_the_device_id_is_stored(anna, new_day, settings):
    browser = new_day(anna)
    browser.get("/rules/", REMOTE_ADDR="203.0.113.7")
    [seen] = Sighting.objects.all()
    kept = repr(vars(seen)) + repr(dict(browser.session))
    assert "203.0.113" not in kept
    assert browser.cookies[COOKIE].value not in kept
    before = seen.address
    settings.SECRET_KEY = "another key"
    Sighting.objects.all().delete()
    new_day(anna).get("/rules/", REMOTE_ADDR="203.0.113.7")
    assert Sighting.objects.get().address != before


def test_players_who_share_a_browser_are_recorded_with_one_device(anna, boris, browser_of, new_day):
    own = new_day(anna)
    own.get("/rules/")
    device = own.cookies[COOKIE].value
    other = new_day(boris)
    other.cookies[COOKIE] = device
    other.get("/rules/")
    one, another = Sighting.objects.order_by("pk")
    assert (one.device, one.address) == (another.device, another.address)
    third = new_day(boris)
    third.get("/rules/")
    assert Sighting.objects.filter(player=boris).values("device").distinct().count() == 2


def test_a_device_keeps_its_id_and_is_recorded_once_a_day(anna, new_day, browser_of):
    browser = new_day(anna)
    browser.get("/rules/")
    again = new_day(anna)
    again.cookies[COOKIE] = browser.cookies[COOKIE].value
    again.get("/rules/")
    assert Sighting.objects.count() == 1
    Sighting.objects.update(day=timezone.now().date() - DAY)
    new_day(anna, browser).get("/rules/")
    first, second = Sighting.objects.order_by("day")
    assert first.device == second.device


@pytest.mark.parametrize("written", ["", "short", "x" * 23, "<b>twenty-two signs</b>"])
def test_a_cookie_that_is_not_ours_is_replaced(anna, new_day, written):
    browser = new_day(anna)
    browser.cookies[COOKIE] = written
    browser.get("/rules/")
    assert browser.cookies[COOKIE].value != written


def test_the_ip_address_is_the_one_used_for_rate_limits(anna, boris, chloe, new_day, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for player, client in ((anna, "2001:db8:0:1::1"), (boris, "2001:db8:0:1::2"), (chloe, "2001:db8:0:2::1")):
        new_day(player).get("/rules/", headers={"X-Forwarded-For": f"9.9.9.9, {client}"})
    same, as_it, other = (seen.address for seen in Sighting.objects.order_by("pk"))
    assert same == as_it != other


def test_a_page_works_without_a_known_ip_address(anna, new_day, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2
    browser = new_day(anna)
    assert browser.get("/rules/", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 200
    assert browser.get("/rules/", REMOTE_ADDR="").status_code == 200
    assert not Sighting.objects.exists()


def test_visitors_guests_and_programs_are_not_recorded(anna, client):
    cache.clear()
    assert COOKIE not in client.get("/").cookies
    assert COOKIE not in client.post("/practice/", {"kind": "crossing"}).cookies
    assert COOKIE not in client.get("/").cookies
    assert Program(anna).get("/games?mine=1").status_code == 200
    assert not Sighting.objects.exists()


def test_signing_in_is_recorded_at_once(anna, client, mailoutbox):
    cache.clear()
    account_of(anna.email, name="Anna")
    client.post("/accounts/login/", {"login": anna.email})
    assert not Sighting.objects.exists()
    client.post("/accounts/login/code/confirm/", {"code": mailoutbox[-1].body.split("\n\n")[1]})
    assert Sighting.objects.get().player == anna


@pytest.fixture
def suspected(anna, boris):
    """A suspicion that Anna and Boris, who play rated games from one browser, are one person."""
    now = timezone.now()
    game_id = start(anna, boris, now=now - DAY, listed=True)
    Game.objects.filter(pk=game_id).update(rated=True)
    yesterday = now - DAY
    for player in (anna, boris):
        Sighting.objects.create(player=player, day=yesterday.date(), at=yesterday, device="d" * 32, address="a" * 32)
    commands.suspect(now=now)
    return Suspicion.objects.get()


def test_no_page_api_or_export_reveals_a_suspicion(suspected, anna, boris, chloe, browser_of):
    game = suspected.game_id
    pages = [
        *(f"/games/{game}/", f"/games/{game}/record.json", f"/games/{game}/report/", "/", "/you/", "/people/"),
        *(
            f"/players/{boris.pk}/",
            f"/ratings/{boris.pk}/",
            "/settings/account/decisions/",
            "/settings/account/lexicon.json",
            "/watch/",
        ),
        *(f"/admin/players/suspicion/{suspected.pk}/change/", "/admin/players/suspicion/", "/no-such-page/"),
    ]
    paths = ["/games?mine=1", f"/games/{game}", f"/games/{game}/record", f"/people/{boris.pk}", "/people"]
    for reader in (anna, chloe):
        browser, program = browser_of(reader), Program(reader)
        texts = [browser.get(page).text for page in pages] + [program.get(path).text for path in paths]
        for text in texts:
            told = text.replace(
                "to detect duplicate accounts in one game", ""
            )  # the export's explanation of these days
            assert not [word for word in (*WORDS, "d" * 32, "a" * 32) if word in told]


def test_no_email_reveals_a_suspicion(suspected, mailoutbox):
    commands.say(game_id=suspected.game_id, player=suspected.one, text="Good evening", now=timezone.now() - DAY)
    call_command("sweep", stdout=StringIO())
    assert mailoutbox
    told = [mail.subject + mail.body for mail in mailoutbox] + [repr(vars(one)) for one in Message.objects.all()]
    assert not [text for text in told for word in WORDS if word in text]


def test_an_export_counts_only_the_players_own_days(suspected, anna, chloe, browser_of):
    Sighting.objects.create(
        player=anna, day=timezone.now().date(), at=timezone.now(), device="e" * 32, address="f" * 32
    )
    kept = json.loads(browser_of(anna).get("/settings/account/lexicon.json").text)["sightings"]
    assert "to detect duplicate accounts in one game" in kept["about"]
    assert [(day["devices"], day["addresses"]) for day in kept["days"]] == [(1, 1), (1, 1)]
    assert set(kept["days"][0]) == {"day", "devices", "addresses"}
    assert json.loads(browser_of(chloe).get("/settings/account/lexicon.json").text)["sightings"]["days"] == []
