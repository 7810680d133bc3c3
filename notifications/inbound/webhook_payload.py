"""What a mail provider has posted, taken apart by Anymail into the mails in it. Runs apart: no database, no app, and of the
settings only those of Anymail. A post is kept as its headers, an empty line, and the body as it came."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default as default_policy
from io import BytesIO
from typing import Any

from anymail import urls
from anymail.signals import EventType
from anymail.webhooks.base import AnymailBaseWebhookView
from anymail.webhooks.mandrill import MandrillCombinedWebhookView
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest

from notifications.inbound.provider_auth import stated_by

_ENDING = "_inbound_webhook"
_AS_IT_CAME = default_policy.clone(refold_source="none", cte_type="8bit")
_SECRETS = ("Authorization", "Cookie")

PROVIDERS: dict[str, type[AnymailBaseWebhookView]] = {
    hook.name.removesuffix(_ENDING): hook.callback.view_class
    for hook in urls.urlpatterns
    if hook.name.endswith(_ENDING)
} | {"mandrill": MandrillCombinedWebhookView}
"""Anymail's view of each provider that can post mail, by its name there."""


@dataclass(frozen=True)
class Delivery:
    """One mail of a post. `recipients` may hold whole header lines, the envelope's first; `sender` is None where not told.

    `authentication` is what the provider says of the sender, as in InboundMail."""

    raw: bytes
    recipients: tuple[str, ...]
    sender: str | None
    event_id: str
    authentication: str


class Post(WSGIRequest):
    """A request whose body may be larger than that of a form."""

    def __init__(self, environ: dict[str, Any], body: bytes) -> None:
        super().__init__(environ | {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))})
        self._posted = body

    @property
    def body(self) -> bytes:
        return self._posted


def kept(post: Post) -> bytes:
    """The post as it is kept: all but what proves who sent it."""
    lines = [f"{name}: {value}\r\n" for name, value in post.headers.items() if name not in _SECRETS]
    return "".join(lines).encode("latin-1", "replace") + b"\r\n" + post.body


def mails_in(raw: bytes, *, provider: str, anymail: dict[str, Any]) -> tuple[Delivery, ...]:
    """The mails in a post that was kept. What Anymail cannot read it raises of itself, and many ways of that are known."""
    if not settings.configured:
        settings.configure()
    settings.ANYMAIL = anymail
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = None
    head, _, body = raw.partition(b"\r\n\r\n")
    events = PROVIDERS[provider]().parse_events(Post(_environ(head), body))
    return tuple(
        _delivery(event, provider) for event in events if event.event_type == EventType.INBOUND and event.message
    )


def _environ(head: bytes) -> dict[str, str]:
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/", "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
    for line in head.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(": ")
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    return environ


def _delivery(event: Any, provider: str) -> Delivery:
    message: EmailMessage = event.message
    named = (event.message.envelope_recipient, message["Delivered-To"], message["To"], message["Cc"])
    return Delivery(
        raw=message.as_bytes(policy=_AS_IT_CAME),
        recipients=tuple(str(each) for each in named if each),
        sender=event.message.envelope_sender,
        event_id=str(event.event_id or ""),
        authentication=stated_by(provider, event.esp_event, sender=event.message.envelope_sender or ""),
    )
