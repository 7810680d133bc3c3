"""How often anybody may try to sign in or sign up, and how many emails a stranger can cause that way."""

import importlib

import pytest
from allauth.account.models import EmailAddress
from django.core.cache.backends.redis import RedisCache
from django.test import Client

from games.players.accounts import account_of
from games.players.models import Player
from lexicon import checks
from lexicon import settings as of_the_project
from lexicon.models import CacheRow
from tests.codes import confirm_address

pytestmark = pytest.mark.django_db


def ask_for_code(email, *, client="6.6.6.6", before=()):
    """Request a sign-in code through a proxy, which appends its client's address to the `X-Forwarded-For` that the client
    sent (`before`)."""
    return Client(REMOTE_ADDR="127.0.0.1").post(
        "/accounts/login/", {"login": email}, headers={"X-Forwarded-For": ", ".join((*before, client))}
    )


def sent_to(mailoutbox, email):
    return [mail for mail in mailoutbox if mail.to == [email]]


def is_refused(answer):
    return answer.status_code == 429 or "Too many" in answer.text


def test_clients_have_separate_limits(settings, mailoutbox):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answers = [ask_for_code(f"nobody-{n}@example.org") for n in range(31)]
    assert is_refused(answers[-1])
    assert not is_refused(ask_for_code("anna@example.org", client="1.2.3.4"))


def test_a_client_that_forges_the_header_is_still_the_same_client(settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answers = [ask_for_code(f"nobody-{n}@example.org", before=[f"9.9.9.{n}"]) for n in range(31)]
    assert is_refused(answers[-1])


@pytest.mark.parametrize(("written", "count"), [("true", 1), ("1", 1), ("2", 2), ("false", 0), ("0", 0)])
def test_the_number_of_proxies_is_read_from_the_environment(monkeypatch, written, count):
    monkeypatch.setenv("BEHIND_PROXY", written)
    try:
        read = importlib.reload(of_the_project)
        assert count == read.ALLAUTH_TRUSTED_PROXY_COUNT
        assert bool(read.SECURE_PROXY_SSL_HEADER) == bool(count)
    finally:
        monkeypatch.undo()
        importlib.reload(of_the_project)


@pytest.mark.parametrize(("count", "warned"), [(0, ["lexicon.W004"]), (1, [])])
def test_a_server_that_cannot_tell_clients_apart_gives_a_warning(settings, count, warned):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = count
    assert [message.id for message in checks.check_clients_are_told_apart(None)] == warned


def test_limits_are_shared_by_all_processes():
    ask_for_code("anna@example.org")
    assert CacheRow.objects.filter(cache_key__contains="allauth:rl").exists()


def test_limits_are_kept_in_redis_if_configured(monkeypatch):
    monkeypatch.setenv("CACHE_URL", "redis://127.0.0.1:6379/1")
    try:
        shared = importlib.reload(of_the_project).CACHES["default"]
        assert shared["BACKEND"].endswith(RedisCache.__name__)
        assert shared["LOCATION"] == "redis://127.0.0.1:6379/1"
    finally:
        monkeypatch.undo()
        importlib.reload(of_the_project)


def test_an_address_without_an_account_gets_one_email_a_day(mailoutbox):
    for n in range(4):
        ask_for_code("stranger@example.org", client=f"7.7.7.{n}")
    assert len(sent_to(mailoutbox, "stranger@example.org")) == 1


def test_an_unconfirmed_address_gets_six_codes_a_day(settings, mailoutbox):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "confirm_email": ""}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    Client().post("/accounts/signup/", {"email": "stranger@example.org", "name": "Stranger"})
    assert not EmailAddress.objects.get().verified
    for n in range(12):
        ask_for_code("stranger@example.org", client=f"7.7.7.{n}")
    assert len(sent_to(mailoutbox, "stranger@example.org")) == 6


@pytest.fixture
def unhurried(settings):
    """Only daily limits apply, and clients are told apart by their addresses."""
    by_day = {"request_login_code": "", "mail_from_one_place": "10/d/key"}
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **by_day}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


def test_a_client_gets_at_most_ten_codes_a_day_for_an_account(unhurried, mailoutbox):
    anna, _ = account_of("anna@example.org", name="Anna")
    answers = [ask_for_code(anna.email) for _ in range(30)]
    assert [is_refused(answer) for answer in answers] == [False] * 10 + [True] * 20
    assert not is_refused(ask_for_code(anna.email, client="1.2.3.4"))
    assert len(sent_to(mailoutbox, anna.email)) == 11


def test_a_client_that_asks_repeatedly_does_not_delay_others(settings, mailoutbox):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    anna, _ = account_of("anna@example.org", name="Anna")
    answers = [ask_for_code(anna.email) for _ in range(6)]
    assert [is_refused(answer) for answer in answers] == [False] * 3 + [True] * 3
    assert not is_refused(ask_for_code(anna.email, client="1.2.3.4"))


def test_all_addresses_of_one_ipv6_network_are_one_client(unhurried, mailoutbox):
    anna, _ = account_of("anna@example.org", name="Anna")
    answers = [ask_for_code(anna.email, client=f"2001:db8:0:1::{n}") for n in range(12)]
    assert [is_refused(answer) for answer in answers] == [False] * 10 + [True] * 2
    assert not is_refused(ask_for_code(anna.email, client="2001:db8:0:2::1"))


def test_an_account_gets_thirty_codes_a_day(unhurried, mailoutbox):
    anna, _ = account_of("anna@example.org", name="Anna")
    answers = [ask_for_code(anna.email, client=f"7.7.7.{n}") for n in range(31)]
    assert [is_refused(answer) for answer in answers] == [False] * 30 + [True]
    assert len(sent_to(mailoutbox, anna.email)) == 30


def test_the_refusal_does_not_reveal_whether_an_account_exists(unhurried):
    account_of("anna@example.org", name="Anna")
    said = [
        [ask_for_code(email).status_code for _ in range(11)] for email in ("anna@example.org", "nobody@example.org")
    ]
    assert said[0] == said[1]
    assert said[0][-1] == 429


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/1-set-password/",
        "/accounts/password/change/",
        "/accounts/password/set/",
        "/admin/password_change/",
    ],
)
def test_there_are_no_pages_for_passwords(anna, address):
    anna.is_staff = anna.is_superuser = True
    anna.save()
    client = Client()
    assert client.get(address).status_code == client.post(address, {"email": anna.email}).status_code == 404
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 404


def test_a_mistyped_address_can_be_corrected_to_receive_the_code(client, mailoutbox):
    client.post("/accounts/signup/", {"email": "ana@example.org", "name": "Anna"})
    assert "Use a different email address" in client.get("/accounts/confirm-email/").text
    page = client.post("/accounts/confirm-email/", {"action": "change", "email": "anna@example.org"}, follow=True)
    assert "We’ve sent a code to anna@example.org." in page.text
    assert [mail.to for mail in mailoutbox] == [["ana@example.org"], ["anna@example.org"]]
    confirm_address(client)
    assert list(Player.objects.values_list("email", "name")) == [("anna@example.org", "Anna")]
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("anna@example.org", True)]


def test_an_address_can_be_changed_only_twice_while_signing_up(client, mailoutbox):
    client.post("/accounts/signup/", {"email": "ana@example.org", "name": "Anna"})
    for n in range(3):
        client.post("/accounts/confirm-email/", {"action": "change", "email": f"anna{n}@example.org"})
    assert len(mailoutbox) == 3
    assert "Use a different email address" not in client.get("/accounts/confirm-email/").text


def test_changing_to_an_existing_address_does_not_reveal_its_account(client, mailoutbox, anna):
    client.post("/accounts/signup/", {"email": "ana@example.org", "name": "Ana"})
    page = client.post("/accounts/confirm-email/", {"action": "change", "email": anna.email}, follow=True)
    assert f"We’ve sent a code to {anna.email}." in page.text
    assert mailoutbox[-1].to == [anna.email]
    assert "code" not in mailoutbox[-1].subject.lower()
    confirm_address(client)
    assert "_auth_user_id" not in client.session
