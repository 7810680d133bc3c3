"""Where mail providers post what became of our mails, and the mail that came for us: only those that this server is set up for,
and only with the secret, which is asked for before anything else."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from anymail import urls as anymail
from anymail.webhooks.base import AnymailBasicAuthMixin
from django.conf import settings
from django.core.exceptions import BadRequest, ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import re_path
from django.views.decorators.csrf import csrf_exempt

from notifications.inbound import spool, webhook_payload
from notifications.inbound.webhooks import UNREADABLE, keeping

log = logging.getLogger(__name__)

_ENDING = "_tracking_webhook"


class _Reports:
    """Before Anymail's own view of a provider: what cannot be read as its report is a bad request."""

    def run_validators(self, request: webhook_payload.Post) -> None:
        with _refusing():
            super().run_validators(request)  # type: ignore[misc]  # Anymail's own, behind this one

    def parse_events(self, request: webhook_payload.Post) -> Any:
        with _refusing():
            return super().parse_events(request)  # type: ignore[misc]


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except UNREADABLE as unreadable:
        raise BadRequest("This is no report of that provider.") from unreadable


TRACKING: dict[str, Any] = {
    hook.name.removesuffix(_ENDING): type("Reports", (_Reports, hook.callback.view_class), {})
    for hook in anymail.urlpatterns
    if hook.name.endswith(_ENDING)
}
INBOUND: dict[str, Any] = {provider: keeping(provider) for provider in webhook_payload.PROVIDERS}


def wanting(provider: str) -> list[str]:
    """Why posts of this provider are not taken: settings that it needs, in Anymail's words."""
    views = [views[provider] for views in (TRACKING, INBOUND) if provider in views]
    return (
        [f"Anymail has no webhook of {provider!r}."] if not views else [why for view in views if (why := _wants(view))]
    )


def _wants(view: Any) -> str:
    try:
        view()
    except ImproperlyConfigured as missing:
        return str(missing).strip()
    return ""


def _posted_by(provider: str, view: Any) -> Callable[[HttpRequest], HttpResponse]:
    """The page that a provider posts to."""

    @csrf_exempt
    def receive(request: HttpRequest) -> HttpResponse:
        if provider not in settings.MAIL_PROVIDERS or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            raise Http404
        try:
            AnymailBasicAuthMixin.validate_request(view(), request)
            answer: HttpResponse = view.as_view()(
                webhook_payload.Post(request.META, request.read(spool.LARGEST_POST + 1))
            )
        except ImproperlyConfigured as missing:
            log.error("A post of %s was not taken: %s", provider, missing)
            raise Http404 from missing
        return answer

    return receive


urlpatterns = [
    re_path(rf"^{provider}/tracking/$", _posted_by(provider, view), name=f"{provider}_tracking_webhook")
    for provider, view in TRACKING.items()
] + [
    re_path(rf"^{provider}/inbound(?:_mime)?/$", _posted_by(provider, view), name=f"{provider}_inbound_webhook")
    for provider, view in INBOUND.items()  # Mailgun posts raw mail where the address says "mime"
]
