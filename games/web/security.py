"""Headers and checks that keep a page private: it loads everything from this server, nothing can be injected, and
nobody else gets it.

Django's own settings send the rest (referrer, framing, HSTS). The policy is defined only here."""

from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",  # data: for the QR code that staff scan to set up a second factor
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


class ContentSecurityPolicy:
    """Send the content security policy with every answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


class ShortForms:
    """Refuse a post longer than any form here. The API, staff uploads and posts of mail providers have their own
    limits."""

    MOST = 256 * 1024  # bytes
    HAVE_THEIR_OWN = ("/api/", "/admin/", "/anymail/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        size = request.META.get("CONTENT_LENGTH") or "0"
        if size.isdigit() and int(size) > self.MOST and not request.path.startswith(self.HAVE_THEIR_OWN):
            raise RequestDataTooBig("A form is longer than what people write here.")
        return self.get_response(request)


class KeptToItsReader:
    """Keep answers out of shared caches, and have browsers revalidate them, unless the view says otherwise; browsers
    don't store pages of a game at all.

    A page's script sends whose page it is. If somebody else or nobody is signed in by then, the answer is 401: a
    page must neither show nor change another player's data. A GET of a game's address that only takes posts
    redirects to the game, such as after signing in on the way."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "X-Reader" in request.headers and request.headers["X-Reader"] != str(request.user.pk or ""):
            return HttpResponse(status=401)
        response = self.get_response(request)
        place = request.resolver_match
        game_id = place.kwargs.get("game_id") if place and not place.namespace else None  # a page, not the API
        if game_id is not None and response.status_code == 405 and request.method == "GET":
            response = redirect("game", game_id)
        response.headers.setdefault("Cache-Control", "private, no-cache" if game_id is None else "private, no-store")
        return response


class WrittenInUtf8:
    """Read every form as UTF-8: another encoding could smuggle in text that no database can store."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.encoding = "utf-8"
        return self.get_response(request)
