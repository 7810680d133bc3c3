"""Files that programs request: the service worker, its offline page, the icon with a count, robots.txt and
security.txt.

They are the same for everybody, so they must not contain anything about a player."""

from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

MOST_COUNTED = 9
A_DAY = 86400
NOT_TO_BE_FOUND = (
    *("/accounts/", "/admin/", "/api/", "/calendar/", "/games/", "/invitations/", "/join/", "/mail/", "/players/"),
    *("/settings/", "/ratings/", "/you/"),
)


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is served from the root, as it only controls addresses below its own; its
    version changes with the files that it caches."""
    look = static("css/lexicon.css")
    version = sha256(f"{look} {_offline_page()}".encode()).hexdigest()[:12]
    context = {"page": reverse("offline"), "look": look, "version": version}
    return render(request, "service-worker.js", context, content_type="text/javascript")


@cache_control(public=True, max_age=A_DAY)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the offline page in every language, as it can't ask for one when shown."""
    return HttpResponse(_offline_page())


@cache_control(public=True, max_age=A_DAY)
@require_safe
def icon(request: HttpRequest, waiting: int) -> HttpResponse:
    """Return the icon with a number on it, up to 9."""
    shown = str(waiting) if waiting <= MOST_COUNTED else f"{MOST_COUNTED}+"
    return render(request, "icon.svg", {"shown": shown}, content_type="image/svg+xml")


@cache_control(public=True, max_age=A_DAY)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines not to index games, links or names."""
    lines = ["User-agent: *", *(f"Disallow: {address}" for address in NOT_TO_BE_FOUND)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@cache_control(public=True, max_age=A_DAY)
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Return security.txt (RFC 9116) with the contact for vulnerabilities; 404 if the operator has set none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now() + timedelta(days=90)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(language for language, _name in settings.LANGUAGES)}",
    ]
    if settings.SITE_URL.startswith("https://"):  # only a trusted URL proves that the file is ours
        lines.append(f"Canonical: {settings.SITE_URL}{reverse('security')}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _offline_page() -> str:
    with override("en"):
        return render_to_string("offline.html")
