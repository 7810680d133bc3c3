"""Wrong settings are reported at startup, with what would be right."""

import pytest

from lexicon import checks


def said(found):
    return [message.id for message in found]


def test_the_default_settings_pass_the_checks():
    every = [checks.check_site_url, checks.check_reply_address, checks.check_reply_keys, checks.check_lmtp_listen]
    assert [message for check in every for message in check(None)] == []


@pytest.mark.parametrize("url", ["", "lexicon.example.org", "https://", "https://lexicon.example.org/games"])
def test_an_invalid_site_url_is_an_error(settings, url):
    settings.SITE_URL = url
    (error,) = checks.check_site_url(None)
    assert "https://lexicon.example.org" in error.hint


@pytest.mark.parametrize("address", ["box@example.org", "%s", "box+%s@", "box %s@example.org", "box@example.org+%s"])
def test_a_reply_address_without_a_placeholder_is_an_error(settings, address):
    settings.REPLY_ADDRESS = address
    assert said(checks.check_reply_address(None)) == ["lexicon.E003"]


@pytest.mark.parametrize("keys", [[], ["short"], ["a key that is long enough", "short"]])
def test_missing_or_short_reply_keys_are_an_error(settings, keys):
    settings.REPLY_KEYS = keys
    assert said(checks.check_reply_keys(None)) == ["lexicon.E004"]


@pytest.mark.parametrize(
    ("days", "wrong"), [(0, []), (90, []), (30, []), (29, ["lexicon.E012"]), (-1, ["lexicon.E012"])]
)
def test_games_that_email_may_still_reach_cannot_be_archived(settings, days, wrong):
    settings.ARCHIVE_AFTER_DAYS = days
    assert said(checks.check_archive_after_days(None)) == wrong


@pytest.mark.parametrize("key", ["a key", "A" * 20, "é"])
def test_an_invalid_web_push_key_is_an_error(settings, key):
    settings.VAPID_PRIVATE_KEY = key
    assert said(checks.check_vapid_key(None)) == ["lexicon.E006"]


@pytest.mark.parametrize("listen", ["8024", "localhost:", "localhost:mail", "localhost:70000"])
def test_an_invalid_address_to_listen_on_is_an_error(settings, listen):
    settings.LMTP_LISTEN = listen
    assert said(checks.check_lmtp_listen(None)) == ["lexicon.E005"]


@pytest.mark.parametrize("listen", ["127.0.0.1:8024", "localhost:24", "[::1]:8024"])
def test_accepting_email_from_this_machine_gives_no_warning(settings, listen):
    settings.LMTP_LISTEN = listen
    assert checks.check_lmtp_is_not_open(None) == []


@pytest.mark.parametrize("listen", ["0.0.0.0:8024", "[::]:24", "mail.example.org:24"])
def test_accepting_email_from_anybody_gives_a_warning(settings, listen):
    settings.LMTP_LISTEN = listen
    (warning,) = checks.check_lmtp_is_not_open(None)
    assert "only your own mail server" in warning.hint


def test_email_kept_in_the_local_mailbox_gives_a_warning(settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    assert said(checks.check_mail_leaves(None)) == ["lexicon.W001"]
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    assert said(checks.check_mail_leaves(None)) == []


@pytest.mark.parametrize(("need", "warned"), [(True, []), (False, ["lexicon.W003"])])
def test_staff_without_a_second_factor_give_a_warning(settings, need, warned):
    settings.STAFF_NEED_MFA = need
    assert said(checks.check_staff_need_mfa(None)) == warned


@pytest.mark.parametrize(("name", "warned"), [("", ["lexicon.W005"]), ("mx.example.org", [])])
def test_a_server_that_cannot_verify_senders_gives_a_warning(settings, name, warned):
    settings.AUTHSERV_ID = name
    assert said(checks.check_senders_are_vouched_for(None)) == warned


def test_hsts_covers_subdomains_only_if_the_operator_says_so(settings):
    """HSTS preload lists cover every subdomain, and removal from them takes a long time."""
    assert not settings.SECURE_HSTS_PRELOAD
    assert not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS
