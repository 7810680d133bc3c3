"""Where mail providers post the mail that came for us. While one waits, its post is stored as it came, and no more: whoever gets
no 200 posts for hours. A worker opens it later, and puts the mails in it into the spool one by one."""

from datetime import datetime
from typing import Any

from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from anymail.webhooks.base import AnymailBasicAuthMixin, AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import transaction
from django.utils import timezone

from games import commands
from notifications.inbound import sandbox, spool, webhook_payload
from notifications.models import InboundMail
from notifications.tokens import token_in

UNREADABLE = (AnymailError, RequestDataTooBig, ValueError, LookupError, TypeError, AttributeError)
"""What Anymail raises where a post is not what it should be: no signature to check, or no report to read."""


class _Keeping(AnymailCoreWebhookView):  # type: ignore[misc]  # Anymail has no types
    """Before Anymail's own view of a provider: who posts is checked as there, and what they post is stored, not read."""

    provider = ""

    def run_validators(self, request: webhook_payload.Post) -> None:
        AnymailBasicAuthMixin.validate_request(self, request)
        if len(request.body) > spool.LARGEST_POST:
            return
        try:
            super().run_validators(request)
        except AnymailWebhookValidationFailure:
            raise
        except UNREADABLE:
            return  # the secret was right all the same

    def parse_events(self, request: webhook_payload.Post) -> list[object]:
        spool.accept_post(webhook_payload.kept(request), provider=self.provider, now=timezone.now())
        return []


def keeping(provider: str) -> Any:
    """The class of view that this provider posts mail to."""
    return type("Keeping", (_Keeping, webhook_payload.PROVIDERS[provider]), {"provider": provider})


def open_post(post: InboundMail, *, now: datetime) -> None:
    """Put the mails of a post into the spool, as of when it came. May be done twice.

    A post that cannot be opened stays, with the reason."""
    try:
        deliveries = _deliveries(post)
    except sandbox.SandboxFailed as failed:
        InboundMail.objects.filter(pk=post.pk).update(
            outcome=InboundMail.Outcome.BROKEN, why=str(failed), acted_at=now, read_at=now, due_at=None
        )
        commands.mail_was_read(mail=post.pk, now=now)
        return
    with transaction.atomic():
        for delivery in deliveries:
            spool.accept(
                delivery.raw,
                recipient=_recipient(delivery),
                sender=spool.UNKNOWN_SENDER if delivery.sender is None else delivery.sender,
                source=spool.provider_of(post),
                provider_event_id=delivery.event_id,
                authentication=delivery.authentication,
                most_bytes=spool.LARGEST_POST,
                now=post.received_at,
            )
    commands.mail_was_read(mail=post.pk, now=now)
    post.delete()


def _deliveries(post: InboundMail) -> tuple[webhook_payload.Delivery, ...]:
    raw = bytes(post.raw)
    if post.size > len(raw):
        raise sandbox.SandboxFailed("It is larger than 12 MB.")
    provider, anymail = spool.provider_of(post), settings.ANYMAIL
    return sandbox.call(webhook_payload.mails_in, raw, provider=provider, anymail=anymail)


def _recipient(delivery: webhook_payload.Delivery) -> str:
    """Of the addresses that the mail went to, the one that is ours."""
    ours = (each for each in delivery.recipients if token_in(each))
    return next(ours, next(iter(delivery.recipients), spool.UNKNOWN_RECIPIENT))
