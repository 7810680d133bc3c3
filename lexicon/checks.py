"""System checks of the settings: what is wrong is said at start, with what would be right."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from notifications import webhooks


@register
def check_site_url(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme in ("http", "https") and parts.netloc and not parts.path:
        return []
    hint = "Write it like https://lexicon.example.org, without a path."
    return [
        Error(
            f"SITE_URL is {settings.SITE_URL!r}, which links in mail cannot start with.", hint=hint, id="lexicon.E002"
        )
    ]


@register
def check_reply_address(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if re.fullmatch(r"[^@\s%]*%s@[^@\s%]+", settings.REPLY_ADDRESS):
        return []
    hint = "Write a pattern with %s for the token before the @, like box+r-%s@lexicon.example.org."
    return [Error(f"REPLY_ADDRESS is {settings.REPLY_ADDRESS!r}.", hint=hint, id="lexicon.E003")]


@register
def check_reply_keys(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.REPLY_KEYS and all(len(key) >= 16 for key in settings.REPLY_KEYS if key or not settings.DEBUG):
        return []
    hint = "Give one or two keys of 16 signs or more, the newest first, separated by a comma."
    return [Error("REPLY_KEYS are missing or too short.", hint=hint, id="lexicon.E004")]


@register
def check_lmtp_listen(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    host, _, port = settings.LMTP_LISTEN.rpartition(":")
    if host and port.isdigit() and 0 < int(port) < 65536:
        return []
    return [
        Error(
            f"LMTP_LISTEN is {settings.LMTP_LISTEN!r}.", hint="Write host:port, like 127.0.0.1:8024.", id="lexicon.E005"
        )
    ]


@register
def check_lmtp_is_not_open(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    host = settings.LMTP_LISTEN.rpartition(":")[0].strip("[]")
    if host in ("", "localhost", "::1") or host.startswith("127."):
        return []
    hint = "Listen at 127.0.0.1, or see to it that only your own mail server reaches it: it trusts whom it hears."
    return [Warning(f"Mail is taken at {settings.LMTP_LISTEN}.", hint=hint, id="lexicon.W002")]


@register(deploy=True)
def check_mail_leaves(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if not settings.EMAIL_BACKEND.startswith("notifications."):
        return []
    hint = "Set EMAIL_BACKEND, such as anymail.backends.postmark.EmailBackend, and the provider's ANYMAIL_ variables."
    return [Warning("Mail stays in the local mailbox: nobody outside gets any.", hint=hint, id="lexicon.W001")]


@register(deploy=True)
def check_mail_providers(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    hint = "Set the provider's ANYMAIL_ variables that the README names, or leave it out of MAIL_PROVIDERS."
    wanting = (why for provider in settings.MAIL_PROVIDERS for why in webhooks.wanting(provider))
    return [Warning(f"A webhook answers 404: {why}", hint=hint, id="lexicon.W006") for why in wanting]


@register(deploy=True)
def check_staff_need_mfa(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.STAFF_NEED_MFA:
        return []
    hint = "Leave STAFF_NEED_MFA out: then nobody opens the admin without a second factor."
    return [Warning("The staff open the admin with a code by mail alone.", hint=hint, id="lexicon.W003")]


@register(deploy=True)
def check_clients_are_told_apart(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        return []
    hint = (
        "Behind a web server that speaks TLS set BEHIND_PROXY to true, or to the number of proxies, and let it set "
        "X-Forwarded-Proto and X-Forwarded-For."
    )
    return [Warning("All who come through a proxy share one limit of signing in.", hint=hint, id="lexicon.W004")]


@register(deploy=True)
def check_senders_are_vouched_for(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    if settings.AUTHSERV_ID:
        return []
    hint = "Set AUTHSERV_ID to the name under which your mail server or provider writes Authentication-Results."
    return [Warning("An answer with a forged From is obeyed.", hint=hint, id="lexicon.W005")]
