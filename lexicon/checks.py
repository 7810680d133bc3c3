"""System checks of the settings: each fault is reported at start, with its remedy."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection

from games import store
from games.commands import LEAST_AGE
from games.word_lists import added
from lexicon import privacy, retention
from notifications.channels import web_push
from notifications.incoming import webhooks

Finds: TypeAlias = Callable[[], Iterator[CheckMessage]]


def _registered(find: Finds, *, deploy: bool = False) -> Callable[..., list[CheckMessage]]:
    def check(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
        return list(find())

    check.__name__ = find.__name__
    return register(check, deploy=deploy)


def _registered_for_deploy(find: Finds) -> Callable[..., list[CheckMessage]]:
    return _registered(find, deploy=True)


@_registered
def check_site_url() -> Iterator[CheckMessage]:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
        hint = "Write it like https://lexicon.example.org, without a path."
        wrong = f"SITE_URL is {settings.SITE_URL!r}, and links in emails can't start with that."
        yield Error(wrong, hint=hint, id="lexicon.E002")


@_registered
def check_added_languages() -> Iterator[CheckMessage]:
    for fault in added.faults():
        yield Error(fault, id="lexicon.E011")


@_registered
def check_archive_after_days() -> Iterator[CheckMessage]:
    if settings.ARCHIVE_AFTER_DAYS and LEAST_AGE.days > settings.ARCHIVE_AFTER_DAYS:
        least = LEAST_AGE.days
        hint = f"Email replies can reach a game for {least} days after its end. Set {least} or more, or 0 to archive nothing."
        yield Error(f"ARCHIVE_AFTER_DAYS is {settings.ARCHIVE_AFTER_DAYS}.", hint=hint, id="lexicon.E012")


@_registered
def check_reply_address() -> Iterator[CheckMessage]:
    if not re.fullmatch(r"[^@\s%]*%s@[^@\s%]+", settings.REPLY_ADDRESS):
        hint = "Write a pattern with %s for the token before the @, like box+r-%s@lexicon.example.org."
        yield Error(f"REPLY_ADDRESS is {settings.REPLY_ADDRESS!r}.", hint=hint, id="lexicon.E003")


@_registered
def check_reply_keys() -> Iterator[CheckMessage]:
    keys = [key for key in settings.REPLY_KEYS if key or not settings.DEBUG]
    if not settings.REPLY_KEYS or any(len(key) < 16 for key in keys):
        hint = "Set one or two keys of at least 16 characters, the newest first, separated by commas."
        yield Error("REPLY_KEYS are missing or too short.", hint=hint, id="lexicon.E004")


@_registered
def check_vapid_key() -> Iterator[CheckMessage]:
    if settings.VAPID_PRIVATE_KEY:
        try:
            web_push.public_key()
        except ValueError:
            hint = "Create one with manage.py make_vapid_key, or leave it out to switch web push off."
            yield Error("VAPID_PRIVATE_KEY isn't a valid key.", hint=hint, id="lexicon.E006")


@_registered
def check_days_kept() -> Iterator[CheckMessage]:
    least = dict[str, int]()
    for kept in retention.KEPT:
        if isinstance(kept.setting, str):
            least[kept.setting] = max(kept.least, least.get(kept.setting, 0))
    for name, fewest in least.items():
        days = getattr(settings, name)
        if not isinstance(days, int) or not fewest <= days <= retention.LONGEST:
            hint = f"Write a number of days from {fewest} to {retention.LONGEST}, or leave it out."
            yield Error(f"{name} is {days!r}.", hint=hint, id="lexicon.E007")


@_registered
def check_security_contact() -> Iterator[CheckMessage]:
    if settings.SECURITY_CONTACT and not settings.SECURITY_CONTACT.startswith(("mailto:", "https://", "tel:")):
        hint = "Write it like mailto:security@lexicon.example.org, or as a page that begins with https://."
        yield Error(f"SECURITY_CONTACT is {settings.SECURITY_CONTACT!r}.", hint=hint, id="lexicon.E008")


@_registered
def check_privacy_page() -> Iterator[CheckMessage]:
    for file in privacy.own_files():
        try:
            wrong = privacy.unknown_names(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            hint = "Name a Markdown file in UTF-8 that the server can read, or leave it out to show the sample page."
            yield Error(f"PRIVACY_PAGE can't be read: {error}", hint=hint, id="lexicon.E009")
        else:
            if wrong:
                hint = f"Only these names are filled in: {', '.join(sorted(privacy.names()))}."
                yield Error(f"{file} has unknown names: {', '.join(sorted(wrong))}.", hint=hint, id="lexicon.E009")


@_registered_for_deploy
def check_operator_is_named() -> Iterator[CheckMessage]:
    if not settings.PRIVACY_PAGE and not (settings.OPERATOR_NAME and settings.OPERATOR_CONTACT):
        hint = "Set OPERATOR_NAME and OPERATOR_CONTACT, or write your own page and set PRIVACY_PAGE to its file."
        yield Warning("The privacy page doesn't say who runs this server.", hint=hint, id="lexicon.W007")


@_registered
def check_lmtp_listen() -> Iterator[CheckMessage]:
    host, _, port = settings.LMTP_LISTEN.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        hint = "Write host:port, like 127.0.0.1:8024."
        yield Error(f"LMTP_LISTEN is {settings.LMTP_LISTEN!r}.", hint=hint, id="lexicon.E005")


@_registered
def check_lmtp_is_not_open() -> Iterator[CheckMessage]:
    host = settings.LMTP_LISTEN.rpartition(":")[0].strip("[]")
    if host not in ("", "localhost", "::1") and not host.startswith("127."):
        hint = "Listen at 127.0.0.1, or make sure that only your own mail server can connect, because every sender is trusted."
        yield Warning(f"Email is accepted at {settings.LMTP_LISTEN}.", hint=hint, id="lexicon.W002")


@_registered_for_deploy
def check_mail_leaves() -> Iterator[CheckMessage]:
    if settings.EMAIL_BACKEND.startswith("notifications."):
        hint = (
            "Set EMAIL_BACKEND, such as anymail.backends.postmark.EmailBackend, and the provider's ANYMAIL_ variables."
        )
        yield Warning("Emails stay in the local mailbox, and nobody gets them.", hint=hint, id="lexicon.W001")


@_registered_for_deploy
def check_mail_providers() -> Iterator[CheckMessage]:
    hint = "Set the provider's ANYMAIL_ variables that docs/mail.md names, or leave it out of MAIL_PROVIDERS."
    for provider in settings.MAIL_PROVIDERS:
        for why in webhooks.wanting(provider):
            yield Warning(f"A webhook is switched off: {why}", hint=hint, id="lexicon.W006")


@_registered_for_deploy
def check_staff_need_mfa() -> Iterator[CheckMessage]:
    if not settings.STAFF_NEED_MFA:
        hint = "Leave STAFF_NEED_MFA out, so that the admin site needs a second factor."
        yield Warning("Staff can open the admin site with only a code by email.", hint=hint, id="lexicon.W003")


@_registered_for_deploy
def check_clients_are_told_apart() -> Iterator[CheckMessage]:
    if not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        hint = (
            "Behind a web server that handles TLS, set BEHIND_PROXY to true or to the number of proxies, and let the server set "
            "X-Forwarded-Proto and X-Forwarded-For."
        )
        yield Warning("Everybody behind the proxy shares one limit on signing in.", hint=hint, id="lexicon.W004")


@_registered_for_deploy
def check_senders_are_vouched_for() -> Iterator[CheckMessage]:
    if not settings.AUTHSERV_ID:
        hint = "Set AUTHSERV_ID to the name under which your mail server or provider writes Authentication-Results."
        yield Warning("Replies with a forged From address are carried out.", hint=hint, id="lexicon.W005")


@register(Tags.database, deploy=True)
def check_stored_games(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Report games stored by a newer release, which this one cannot open. Run by `check --deploy --database
    default`."""
    if "default" not in (databases or ()) or "games_game" not in connection.introspection.table_names():
        return []
    hint = "Run the release that stored them, or a later one."
    return [
        Error(
            f"Games of {kind} are stored in format {stored}, which this release does not know.",
            hint=hint,
            id="lexicon.E010",
        )
        for kind, stored in sorted(store.newer_than_known().items())
    ]
