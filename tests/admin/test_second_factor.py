"""The admin opens only to staff with a second factor."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.players.accounts import account_of
from games.players.models import Player

ADMIN = "/admin/"


@pytest.fixture(autouse=True)
def _second_factor_needed(settings):
    settings.STAFF_NEED_MFA = True


@pytest.fixture
def chief(db):
    player, _ = account_of("chief@example.org", name="Chief")
    Player.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
    return player


def sign_in(browser):
    """Sign in with the emailed code; return the response."""
    mail.outbox.clear()
    browser.post(reverse("account_request_login_code"), {"email": "chief@example.org"})
    (code,) = re.findall(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", mail.outbox[0].body, re.M)
    return browser.post(reverse("account_confirm_login_code"), {"code": code})


def code_now(secret):
    return totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))


@pytest.mark.parametrize("page", ["index", "games_game_changelist"])
def test_staff_without_one_are_redirected_to_set_it_up(staff, page):
    answer = staff.get(reverse(f"admin:{page}"), follow=True)
    assert answer.redirect_chain[0][0] == reverse("mfa_index")
    assert "Staff accounts need two-factor authentication. Set it up here to open the admin site." in answer.text


def test_after_setting_it_up_staff_need_it_at_every_sign_in(client, chief):
    sign_in(client)
    assert client.get(ADMIN).url == reverse("mfa_index")
    page = reverse("mfa_activate_totp")
    assert client.get(page).status_code == 200
    secret = client.session[totp.SECRET_SESSION_KEY]
    client.post(page, {"code": code_now(secret)})
    assert Authenticator.objects.filter(user=chief, type=Authenticator.Type.TOTP).exists()
    assert client.get(ADMIN).status_code == 200

    another = Client()
    assert sign_in(another).url == reverse("mfa_authenticate")
    assert "_auth_user_id" not in another.session
    assert another.get(ADMIN).status_code == 302


def test_nothing_can_be_changed_in_the_admin_without_it(staff, anna):
    page = reverse("admin:players_player_change", args=[anna.pk])
    assert staff.post(page, {"name": "Hannah", "time_zone": "UTC"}).url == reverse("mfa_index")
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_players_do_not_need_one(client, anna):
    client.force_login(anna)
    assert client.get(reverse("home")).status_code == 200
    assert client.get(ADMIN).url != reverse("mfa_index")


def test_staff_of_a_demo_do_not_need_one(staff, settings):
    settings.STAFF_NEED_MFA = False
    assert staff.get(ADMIN).status_code == 200


def test_a_session_without_it_has_to_reauthenticate(client, chief):
    sign_in(client)
    Authenticator.objects.create(user=chief, type=Authenticator.Type.TOTP, data={"secret": "hers"})  # by other means
    answer = client.get(ADMIN)
    assert answer.status_code == 302
    assert answer.url == f"{reverse('mfa_reauthenticate')}?next={ADMIN}"
    assert client.get(answer.url).status_code == 200


def test_setting_it_up_ends_every_other_session(client, chief, anna):
    other, annas = Client(), Client()
    for browser in (client, other):
        sign_in(browser)
    annas.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    client.get(reverse("mfa_activate_totp"))
    client.post(reverse("mfa_activate_totp"), {"code": code_now(client.session[totp.SECRET_SESSION_KEY])})
    assert client.get(ADMIN).status_code == 200
    assert other.get(reverse("profile")).status_code == 302
    assert annas.get(reverse("profile")).status_code == 200


def test_an_old_session_cannot_set_it_up(client, chief, monkeypatch):
    sign_in(client)
    page, later = reverse("mfa_activate_totp"), timezone.now() + timedelta(minutes=16)
    client.get(page)
    code = code_now(client.session[totp.SECRET_SESSION_KEY])
    monkeypatch.setattr(timezone, "now", lambda: later)
    for answer in (client.get(page), client.post(page, {"code": code})):
        assert answer.url.startswith(f"{reverse('account_logout')}?next=")
    assert not Authenticator.objects.filter(user=chief).exists()
    asked = client.get(page, follow=True)
    assert "Sign out and sign in again first. Then set up your second factor." in asked.text
    signed_out = client.post(reverse("account_logout"), {"next": parse_qs(urlsplit(answer.url).query)["next"][0]})
    assert signed_out.url == f"{reverse('account_login')}?next={quote(page, safe='')}"
