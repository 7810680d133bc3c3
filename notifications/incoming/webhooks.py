"""Webhooks: mail providers post incoming email, and reports on ours, to Anymail's own views.

Only posts from configured providers with the right secret are accepted; the secret is checked before anything is read.
Anymail's signals bring each email to `keep_mail` here and each report to `notifications.outgoing.bounces`. Both store
it and queue it to be read. A post that Anymail can't read is stored unparsed for staff, as a provider that gets no 200
posts again for hours. We want those retries only if a post names an email that can't be fetched at the moment."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from email.parser import HeaderParser
from email.policy import default as default_policy
from typing import Any

from anymail import urls as anymail
from anymail.exceptions import AnymailError, AnymailWebhookValidationFailure
from anymail.signals import AnymailInboundEvent, EventType
from anymail.webhooks.amazon_ses import AmazonSESInboundWebhookView
from anymail.webhooks.base import AnymailBasicAuthMixin, AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import BadRequest, ImproperlyConfigured, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError
from django.http.multipartparser import MultiPartParserError
from django.urls import re_path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from requests import RequestException

from notifications.incoming import spool
from notifications.tokens import token_in

log = logging.getLogger(__name__)

UNREADABLE = (
    AnymailError,
    SuspiciousOperation,
    MultiPartParserError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RecursionError,
)
"""Errors of Django and Anymail for a malformed post, such as a form that is too large or a missing signature."""


class NotFetched(Exception):
    """The email that a post names couldn't be fetched. The provider will post again."""


class FetchingView(AmazonSESInboundWebhookView):  # type: ignore[misc]
    """Anymail's view, but with a separate exception for an email that couldn't be fetched from S3."""

    def fetch_s3_chunks(self, bucket_name: str, object_key: str) -> Iterator[bytes]:
        try:
            yield from super().fetch_s3_chunks(bucket_name, object_key)
        except Exception as failed:  # without Amazon's encryption client, Anymail turns most errors into a TypeError
            raise NotFetched from failed


MOST_WORK = 2_000_000
"""The most lines times nested parts of a post that Anymail may parse. That takes about 2 seconds outside the
sandbox, while the provider waits. An email of 10 MB with attachments has a third of it."""

_AS_IT_CAME = default_policy.clone(refold_source="none", cte_type="8bit")
_DKIM_OF_SENDGRID = re.compile(r"@([\w.-]+)\s*:\s*(\w+)")
_SIGNED_BY = re.compile(r"(?:^|;)\s*d\s*=\s*([\w.-]+)\s*(?:;|$)")
_WORD, _DOMAIN = re.compile(r"\w+"), re.compile(r"[\w.-]+")


_ENDINGS = re.compile("(_inbound|_tracking)?_webhook$")
TRACKING: dict[str, type[AnymailCoreWebhookView]] = {}
INBOUND: dict[str, type[AnymailCoreWebhookView]] = {}
"""Anymail's view for each provider that can report on or post email, by the provider's name in Anymail."""
COMBINED: dict[str, type[AnymailCoreWebhookView]] = {}
"""The views in `INBOUND` that accept reports and email at one address: Mandrill's."""

for hook in anymail.urlpatterns:
    if "tracking" in hook.name:
        TRACKING[_ENDINGS.sub("", hook.name)] = hook.callback.view_class
    else:
        INBOUND[_ENDINGS.sub("", hook.name)] = hook.callback.view_class
        if "inbound" not in hook.name:
            COMBINED[_ENDINGS.sub("", hook.name)] = hook.callback.view_class
INBOUND["amazon_ses"] = FetchingView


def wanting(provider: str) -> list[str]:
    """Return the reasons why posts of this provider aren't accepted: missing settings, in Anymail's words."""
    views = [views[provider] for views in (TRACKING, INBOUND) if provider in views]
    reasons = [] if views else [f"Anymail has no webhook of {provider!r}."]
    for view in views:
        try:
            view()
        except ImproperlyConfigured as missing:
            reasons.append(str(missing).strip())
    return reasons


# --- posts from a provider ------------------------------------------------------------------------------------------------


def keep_mail(sender: object, event: AnymailInboundEvent, esp_name: str, **_: object) -> None:
    """Store an email posted by a provider in the spool, with the provider's checks of its sender."""
    mail: EmailMessage | None = event.message
    if event.event_type != EventType.INBOUND or mail is None:
        return
    provider, named_sender = esp_name.lower().replace(" ", "_"), event.message.envelope_sender
    # Header lines are searched unparsed, as they can be anything. The first line of a name counts.
    lines = {name.lower(): str(value) for name, value in reversed([*mail.raw_items()])}
    named = (event.message.envelope_recipient, *map(lines.get, ("delivered-to", "to", "cc")))
    went_to = [line for line in named if line]
    spool.accept(
        mail.as_bytes(policy=_AS_IT_CAME),
        recipient=next(filter(token_in, went_to), next(iter(went_to), spool.UNKNOWN_RECIPIENT)),
        sender=spool.UNKNOWN_SENDER if named_sender is None else named_sender,
        source=provider,
        provider_event_id=str(event.event_id or ""),
        authentication=provider_auth(provider, event.esp_event, sender=named_sender or ""),
        most_bytes=spool.LARGEST_POST,
        now=timezone.now(),
    )


def provider_auth(provider: str, event: Any, *, sender: str) -> str:
    """Return what this provider's event says about SPF, DKIM and DMARC for this envelope sender, in the form of an
    Authentication-Results header; "" if it says nothing.

    The email's own headers aren't read, as anyone can write them. The only exception is the domain of a signature that
    Mandrill has found valid, if there is only one."""
    results: dict[str, object] = {}
    match provider:
        case "amazon_ses":  # its DKIM result has no domain; its DMARC result is for the From line
            receipt = event.get("receipt", {})
            results = {method: (receipt.get(f"{method}Verdict") or {}).get("status") for method in ("dmarc", "spf")}
        case "mailgun":
            results = {"spf": event.POST.get("X-Mailgun-Spf")}
        case "mandrill" if sender:
            results = {"spf": (event.get("msg", {}).get("spf") or {}).get("result")}
        case "sendgrid":
            results = {"spf": event.POST.get("SPF")}
    clauses = list(_clauses(results, domain=sender.strip("<> ").rpartition("@")[2]))
    if provider == "sendgrid":
        found = _DKIM_OF_SENDGRID.findall(event.POST.get("dkim", ""))
        clauses += [f"dkim={word.lower()} header.d={domain}" for domain, word in found]
    if provider == "mandrill":
        clauses += _dkim_of_mandrill(event.get("msg", {}))
    return "; ".join(clauses)


def _dkim_of_mandrill(mail: Any) -> list[str]:
    """Return Mandrill's finding on an email's DKIM signature. Mandrill doesn't name the domain, so with signatures of
    several domains there is no telling which is valid."""
    found = mail.get("dkim")
    if not isinstance(found, dict):
        return []
    if not found.get("signed") or not found.get("valid"):
        return ["dkim=fail" if found.get("signed") else "dkim=none"]
    raw = str(mail.get("raw_msg", ""))
    if "dkim-signature" not in raw.lower():
        return []
    signatures = HeaderParser().parsestr(raw).get_all("DKIM-Signature", [])
    domains = {found[1] if (found := _SIGNED_BY.search(str(each))) else "" for each in signatures}
    domain = domains.pop() if len(domains) == 1 else ""
    return [f"dkim=pass header.d={domain}" if domain else "dkim=pass"]


def _clauses(results: Mapping[str, object], *, domain: str) -> Iterator[str]:
    for method, word in results.items():
        found = _WORD.match(str(word or ""))
        if found and method == "dmarc":
            yield f"dmarc={found[0].lower()}"
        elif found:
            yield f"spf={found[0].lower()}" + (f" smtp.mailfrom={domain}" if _DOMAIN.fullmatch(domain) else "")


# --- the pages ------------------------------------------------------------------------------------------------------------


def _posted_by(provider: str, view: type[AnymailCoreWebhookView]) -> Callable[[HttpRequest], HttpResponse]:
    """Return the page that a provider posts to."""

    @csrf_exempt
    def receive(request: HttpRequest) -> HttpResponse:
        if provider not in settings.MAIL_PROVIDERS or not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            raise Http404
        try:
            checked = view()
            if provider == "amazon_ses" and "Authorization" not in request.headers:
                return HttpResponse(
                    status=401, headers={"WWW-Authenticate": 'Basic realm="Lexicon"'}
                )  # it sends the secret only after this
            AnymailBasicAuthMixin.validate_request(checked, request)
            return _hear(request)
        except ImproperlyConfigured as missing:
            log.error("A webhook request from %s was not accepted: %s", provider, missing)
            raise Http404 from missing

    def _hear(request: HttpRequest) -> HttpResponse:
        size = int(request.META.get("CONTENT_LENGTH") or 0)
        if size > spool.LARGEST_POST:
            return _keep_unread(request.read(spool.BEGINNING), size, "It is larger than 12 MB.")
        body = request.body  # read the body first, because it isn't available once a form has been read
        # Parsing would take long, whether the email is plain, in JSON or in a form.
        parts = 1 + sum(map(body.lower().count, (b"boundary=", b"boundary%3d")))
        if sum(map(body.count, (b"\n", b"\\n", b"%0A"))) * parts > MOST_WORK:
            return _keep_unread(body, size, "It has too many lines in too many parts within parts.")
        try:
            answer: HttpResponse = view.as_view()(request)
        except AnymailWebhookValidationFailure:
            raise
        except (NotFetched, RequestException):  # the provider will post again
            log.exception("An email could not be fetched from %s", provider)
            return HttpResponseServerError()
        except UNREADABLE as unreadable:
            return _keep_unread(body, size, f"The provider’s post could not be read: {type(unreadable).__name__}.")
        return answer

    def _keep_unread(post: bytes, size: int, why: str) -> HttpResponse:
        """Store a post for staff if it may contain an email. An unreadable report is a bad request."""
        if view is not INBOUND.get(provider):
            raise BadRequest("This is no report of that provider.")
        spool.keep_unread(post, size=size, provider=provider, why=why, now=timezone.now())
        return HttpResponse()

    return receive


def _paths() -> Iterator[tuple[str, str, type[AnymailCoreWebhookView]]]:
    """Yield a pattern, a name and the view for each address that a provider posts to."""
    for provider, view in TRACKING.items():
        yield rf"^{provider}/tracking/$", f"{provider}_tracking_webhook", view
    for provider, view in INBOUND.items():  # Mailgun posts raw email if the address says "mime"
        yield rf"^{provider}/inbound(?:_mime)?/$", f"{provider}_inbound_webhook", view
    for provider, view in COMBINED.items():
        yield rf"^{provider}/$", f"{provider}_webhook", view


urlpatterns = [
    re_path(pattern, _posted_by(_ENDINGS.sub("", name), view), name=name) for pattern, name, view in _paths()
]
