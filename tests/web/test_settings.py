"""The page of a player and their settings: each at its own address, with its present value in the list on the page *You*."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.players.models import PlayerSession
from notifications.models import Channel

pytestmark = pytest.mark.django_db


def test_a_device_that_knows_the_address_of_before_is_switched_off_all_the_same(client, anna):
    Channel.objects.create(
        player=anna, sort=Channel.Sort.PUSH, address="https://push.example.org/1", made_at=timezone.now()
    )
    answer = client.post("/profile/channels/off/", {"address": "https://push.example.org/1"})
    assert (answer.status_code, answer["Location"]) == (308, "/settings/notifications/channels/off/")
    client.post(answer["Location"], {"address": "https://push.example.org/1"})
    assert not Channel.objects.exists()


def test_the_page_you_shows_each_setting_with_its_present_value(anna, browser_of):
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


def test_ones_own_page_is_the_same_at_its_public_address(anna, boris, browser_of):
    own, others = browser_of(anna).get(f"/players/{anna.pk}/").text, browser_of(boris).get(f"/players/{anna.pk}/")
    assert 'href="/settings/account/"' in own
    assert others.status_code == 404
    assert anna.email not in others.text


def test_all_other_devices_are_signed_out_and_this_one_is_not(anna, browser_of):
    here, there = browser_of(anna), browser_of(anna)
    assert PlayerSession.objects.filter(player=anna).count() == 2
    here.post("/settings/api/", {"do": "sign-out"})
    assert here.get("/you/").status_code == 200
    assert there.get("/you/").status_code == 302


@pytest.mark.parametrize("name", ["vacation", "api_and_devices"])
def test_an_unknown_act_is_refused(anna, browser_of, name):
    assert browser_of(anna).post(reverse(name), {"do": "dance"}).status_code == 400


@pytest.mark.parametrize("name", ["profile", "account", "mail_choices", "appearance", "vacation", "api_and_devices"])
def test_a_stranger_is_asked_to_sign_in(client, name):
    assert client.get(reverse(name))["Location"] == f"/accounts/login/?next={reverse(name)}"
