"""The page of a player's devices: switched on and off one by one, only by their player."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from notifications.channels import web_push
from notifications.models import Channel, MailHours
from tests.positions import just_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def sign_in(client):
    def signed_in(player):
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return signed_in


def test_a_device_is_switched_on_and_off(sign_in, anna, phone):
    client, at = sign_in(anna), reverse("channels")
    given = {"do": "device", "address": phone.address, "name": "Firefox · Android", **phone.keys}
    assert client.post(at, given).status_code == 302
    page = client.get(at)
    assert "Firefox · Android" in page.text
    channel = Channel.objects.get(player=anna)
    client.post(at, {"do": "off", "channel": channel.link})
    assert not Channel.objects.exists()


def switch_on(client, device):
    given = {"do": "device", "address": device.address, "name": "Firefox · Android", **device.keys}
    client.post(reverse("channels"), given)


def signed_in(player):
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_signed_out_device_is_no_longer_notified(anna, phone, tablet):
    here, there = signed_in(anna), signed_in(anna)
    switch_on(here, phone)
    switch_on(there, tablet)
    page = here.get("/settings/api/").text
    assert page.count("gets notifications</span>") == 2
    key = re.search(r'name="device" value="(\w+)"', page)[1]
    here.post("/settings/api/", {"do": "sign-out", "device": key})
    assert [one.address for one in Channel.objects.all()] == [phone.address]
    switch_on(signed_in(anna), tablet)
    here.post("/settings/api/", {"do": "sign-out-others"})
    assert [one.address for one in Channel.objects.all()] == [phone.address]
    here.post("/accounts/logout/")
    assert not Channel.objects.exists()


def test_signing_out_leaves_other_players_notifications_on(anna, boris, phone, tablet):
    annas, boriss = signed_in(anna), signed_in(boris)
    switch_on(annas, phone)
    switch_on(boriss, tablet)
    annas.post("/accounts/logout/")
    assert [one.player for one in Channel.objects.all()] == [boris]


def test_a_device_without_a_session_is_listed_and_switched_off(sign_in, anna, phone):
    channel = phone.switch_on(anna, now=just_now())
    client = sign_in(anna)
    assert f'value="{channel.link}"' in client.get("/settings/api/").text
    client.post(reverse("channels"), {"do": "off", "channel": channel.link})
    assert "Other devices with notifications" not in client.get("/settings/api/").text


def test_an_old_device_ends_with_the_session_that_next_renews_it(sign_in, anna, phone):
    phone.switch_on(anna, now=just_now())
    client = sign_in(anna)
    same = {"before": phone.address, "address": phone.address, **phone.keys}
    assert client.post(reverse("device_renewed"), same).status_code == 204
    client.post("/accounts/logout/")
    assert not Channel.objects.exists()


def test_nobody_can_switch_off_somebody_elses_device(sign_in, anna, boris, phone):
    channel = phone.switch_on(boris, now=just_now())
    assert sign_in(anna).post(reverse("channels"), {"do": "off", "channel": channel.link}).status_code == 404
    assert Channel.objects.exists()


def test_a_page_shows_only_the_players_own_devices_and_no_keys(
    sign_in, anna, boris, phone, tablet, django_assert_num_queries
):
    phone.switch_on(anna, now=just_now())
    tablet.switch_on(boris, now=just_now())
    client = sign_in(anna)
    client.get(reverse("channels"))
    with django_assert_num_queries(5):
        page = client.get(reverse("channels"))
    assert phone.address in page.text
    assert tablet.address not in page.text
    for key in phone.keys.values():
        assert key not in page.text


@pytest.mark.parametrize("address", ["http://example.org/", "https://10.0.0.1/", "javascript:alert(1)", ""])
def test_an_address_that_is_not_public_is_refused_with_an_explanation(sign_in, anna, phone, address):
    given = {"do": "device", "address": address, **phone.keys}
    page = sign_in(anna).post(reverse("channels"), given, follow=True)
    assert "Enter a public internet address that starts with https://" in page.text
    assert not Channel.objects.exists()


def test_no_device_is_offered_without_a_server_key(sign_in, anna, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert 'id="devices"' not in sign_in(anna).get(reverse("channels")).text


def test_a_notification_can_switch_its_device_off_without_signing_in(client, anna, phone, tablet):
    phone.switch_on(anna, now=just_now())
    tablet.switch_on(anna, now=just_now())
    assert client.get(reverse("device_off")).status_code == 405
    client.post(reverse("device_off"), {"address": "https://example.org/unknown"})
    assert Channel.objects.count() == 2
    assert client.post(reverse("device_off"), {"address": phone.address}).status_code == 204
    assert [channel.address for channel in Channel.objects.all()] == [tablet.address]


def renewed(client, before, after, **changed):
    given = {"before": before.address, "address": after.address, **after.keys, **changed}
    return client.post(reverse("device_renewed"), given).status_code


def test_a_renewed_subscription_replaces_the_one_before(sign_in, anna, phone, tablet):
    phone.switch_on(anna, now=just_now())
    client = sign_in(anna)
    assert client.get(reverse("device_renewed")).json()["key"] == web_push.public_key()
    assert renewed(client, phone, tablet) == 204
    (device,) = Channel.objects.filter(player=anna)
    assert (device.address, device.name) == (tablet.address, phone.path)
    assert renewed(client, phone, tablet) == 204  # sent twice
    assert renewed(client, tablet, tablet) == 204  # the same address: only a check
    assert Channel.objects.count() == 1


def test_nobody_can_renew_a_device_that_is_unknown_or_not_theirs(sign_in, anna, boris, phone, tablet):
    phone.switch_on(boris, now=just_now())
    client = sign_in(anna)
    assert renewed(client, phone, tablet) == 404
    assert renewed(client, tablet, tablet) == 404
    assert [(device.player, device.address) for device in Channel.objects.all()] == [(boris, phone.address)]


def test_a_renewed_subscription_is_checked_like_a_new_one(sign_in, anna, phone, tablet):
    phone.switch_on(anna, now=just_now())
    client = sign_in(anna)
    assert renewed(client, phone, tablet, address="https://10.0.0.1/") == 409
    assert renewed(client, phone, tablet, auth="short") == 409
    assert Channel.objects.get().address == phone.address


def test_renewing_needs_a_session_and_a_csrf_token(anna, phone, tablet):
    phone.switch_on(anna, now=just_now())
    assert renewed(Client(), phone, tablet) == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert renewed(strict, phone, tablet) == 403
    token = strict.get(reverse("device_renewed")).json()["token"]
    assert renewed(strict, phone, tablet, csrfmiddlewaretoken=token) == 204


def test_there_is_nothing_to_renew_without_a_server_key(sign_in, anna, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert sign_in(anna).get(reverse("device_renewed")).status_code == 404


def test_a_failing_device_shows_when_the_next_attempt_is(sign_in, anna, phone):
    phone.switch_on(anna, now=just_now())
    at = just_now()
    Channel.objects.update(failures=1, failing_since=at, waits_until=at)
    assert "next attempt on" in sign_in(anna).get(reverse("channels")).text


def test_the_delay_of_the_email_can_be_chosen_only_with_a_device(sign_in, anna, phone):
    client, at = sign_in(anna), reverse("mail_choices")
    assert "mail_after" not in client.get(at).text
    phone.switch_on(anna, now=just_now())
    assert 'name="mail_after"' in client.get(at).text
    MailHours.objects.create(player=anna, mail_after=MailHours.After.A_QUARTER)
    assert "The email follows after 15 minutes" in client.get(reverse("channels")).text
