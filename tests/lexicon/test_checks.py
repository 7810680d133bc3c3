"""Wrong settings are reported at startup, with what would be right."""

import pytest

from lexicon import checks


def said(found):
    return [message.id for message in found]


def test_the_settings_as_they_come_are_right():
    every = [checks.check_site_url, checks.check_reply_address, checks.check_reply_keys, checks.check_lmtp_listen]
    assert [message for check in every for message in check(None)] == []


@pytest.mark.parametrize("url", ["", "lexicon.example.org", "https://", "https://lexicon.example.org/games"])
def test_a_site_url_that_no_link_can_start_with(settings, url):
    settings.SITE_URL = url
    (error,) = checks.check_site_url(None)
    assert "https://lexicon.example.org" in error.hint


@pytest.mark.parametrize("address", ["box@example.org", "%s", "box+%s@", "box %s@example.org", "box@example.org+%s"])
def test_a_reply_address_without_a_place_for_the_token(settings, address):
    settings.REPLY_ADDRESS = address
    assert said(checks.check_reply_address(None)) == ["lexicon.E003"]


@pytest.mark.parametrize("keys", [[], ["short"], ["a key that is long enough", "short"]])
def test_reply_keys_that_are_missing_or_short(settings, keys):
    settings.REPLY_KEYS = keys
    assert said(checks.check_reply_keys(None)) == ["lexicon.E004"]


@pytest.mark.parametrize(
    ("days", "wrong"), [(0, []), (90, []), (30, []), (29, ["lexicon.E012"]), (-1, ["lexicon.E012"])]
)
def test_an_archive_of_games_that_mail_may_still_reach(settings, days, wrong):
    settings.ARCHIVE_AFTER_DAYS = days
    assert said(checks.check_archive_after_days(None)) == wrong


@pytest.mark.parametrize("key", ["a key", "A" * 20, "é"])
def test_a_key_of_web_push_that_is_none(settings, key):
    settings.VAPID_PRIVATE_KEY = key
    assert said(checks.check_vapid_key(None)) == ["lexicon.E006"]


@pytest.mark.parametrize("listen", ["8024", "localhost:", "localhost:mail", "localhost:70000"])
def test_an_address_nobody_can_listen_on(settings, listen):
    settings.LMTP_LISTEN = listen
    assert said(checks.check_lmtp_listen(None)) == ["lexicon.E005"]


@pytest.mark.parametrize("listen", ["127.0.0.1:8024", "localhost:24", "[::1]:8024"])
def test_mail_is_taken_from_this_machine(settings, listen):
    settings.LMTP_LISTEN = listen
    assert checks.check_lmtp_is_not_open(None) == []


@pytest.mark.parametrize("listen", ["0.0.0.0:8024", "[::]:24", "mail.example.org:24"])
def test_mail_that_is_taken_from_anybody_is_warned_of(settings, listen):
    settings.LMTP_LISTEN = listen
    (warning,) = checks.check_lmtp_is_not_open(None)
    assert "only your own mail server" in warning.hint


def test_mail_that_stays_at_home_is_warned_of_on_a_real_server(settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    assert said(checks.check_mail_leaves(None)) == ["lexicon.W001"]
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    assert said(checks.check_mail_leaves(None)) == []


@pytest.mark.parametrize(("need", "warned"), [(True, []), (False, ["lexicon.W003"])])
def test_staff_without_a_second_factor_are_warned_of(settings, need, warned):
    settings.STAFF_NEED_MFA = need
    assert said(checks.check_staff_need_mfa(None)) == warned


@pytest.mark.parametrize(("name", "warned"), [("", ["lexicon.W005"]), ("mx.example.org", [])])
def test_a_server_that_knows_nobody_who_vouches_for_senders_is_warned_of(settings, name, warned):
    settings.AUTHSERV_ID = name
    assert said(checks.check_senders_are_vouched_for(None)) == warned


def test_only_the_operator_speaks_for_the_neighbours_of_the_site(settings):
    """HSTS preload lists cover every subdomain, and removal from them takes a long time."""
    assert not settings.SECURE_HSTS_PRELOAD
    assert not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS
