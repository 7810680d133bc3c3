"""Sends requests without a network, as gunicorn would pass them on, from a browser or program that keeps its cookies."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from http.cookies import SimpleCookie
from io import BytesIO
from json import dumps, loads
from urllib.parse import urlencode, urljoin

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.wsgi import get_wsgi_application
from django.utils.crypto import get_random_string

from games.players.models import Player
from games.players.sessions import SessionStore

SITE = "http://localhost"
OF_A_BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept-Language": "en",
    "Accept-Encoding": "gzip, deflate, br",
}
OPENS_A_PAGE = {
    "Accept": "text/html",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
}
OF_HTMX = {"Accept": "*/*", "HX-Request": "true", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors"}

application = cache(get_wsgi_application)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def part_headers(self, element: str) -> dict[str, str]:
        """Return the headers with which the element with this id requests itself again (`hx-headers`)."""
        tag = re.search(rf'<[a-z]+ id="{element}"[^>]*>', self.body.decode())
        found = tag and re.search(r'hx-headers="([^"]*)"', tag[0])
        return loads(unescape(found[1])) if found else {}


class Browser:
    """A browser in which a player or nobody is signed in."""

    def __init__(self, player: Player | None = None) -> None:
        self.cookies: dict[str, str] = {}
        self.reader = str(player.pk) if player else ""
        if player is not None:
            self.cookies[settings.CSRF_COOKIE_NAME] = get_random_string(32)
            session = SessionStore()
            session[SESSION_KEY] = str(player.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = player.get_session_auth_hash()
            session.save()
            self.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)

    def open(self, address: str) -> Answer:
        """Open a page, as by a click on a link."""
        return self._ask("GET", address, OPENS_A_PAGE, expected=200)

    def ask(
        self, address: str, element: str, *, at: str = "", known: Mapping[str, str] = {}, trigger: str = ""
    ) -> Answer:
        """Request a part of the page as htmx does by itself. The answer is 200, or 304 if the part is unchanged."""
        sent = {**OF_HTMX, **self._on_page(at or address, element), "HX-Trigger": trigger or element, **known}
        return self._ask("GET", address, sent)

    def send(self, address: str, form: Mapping[str, str], element: str, *, at: str) -> Answer:
        """Send a form as htmx does, and follow a redirect as a browser's script would."""
        form = {"csrfmiddlewaretoken": self.cookies[settings.CSRF_COOKIE_NAME], **form}
        sent = {**OF_HTMX, **self._on_page(at, element), "Origin": SITE}
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        answer = self._ask("POST", address, sent, urlencode(form).encode())
        if answer.status in (302, 303):
            del sent["Origin"], sent["Content-Type"]
            return self._ask("GET", urljoin(address, answer.headers["Location"]).partition("#")[0], sent, expected=200)
        return answer

    def _on_page(self, page: str, element: str) -> dict[str, str]:
        return {"HX-Current-URL": SITE + page, "HX-Target": element, "X-Reader": self.reader}

    def _ask(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes = b"", expected: int = 0
    ) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**OF_A_BROWSER, **headers, **({"Cookie": cookies} if cookies else {})}
        return request(method, address, sent, body, expected=expected, cookies=self.cookies)


@dataclass(frozen=True)
class Program:
    """A program with the token of a player."""

    token: str

    def ask(self, address: str) -> Answer:
        return request("GET", address, {"Authorization": f"Bearer {self.token}"}, expected=200)

    def send(self, address: str, content: object) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return request("POST", address, headers, dumps(content).encode(), expected=200)


def request(
    method: str,
    address: str,
    headers: Mapping[str, str] = {},
    body: bytes = b"",
    *,
    expected: int = 0,
    cookies: dict[str, str] | None = None,
) -> Answer:
    """Send a request. An unexpected answer ends the run, because a fast refusal measures nothing."""
    path, _, query = address.partition("?")
    asked = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "REMOTE_ADDR": "127.0.0.1",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "CONTENT_TYPE": headers.get("Content-Type", ""),
        **{
            f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items() if name != "Content-Type"
        },
    }
    told: list[tuple[str, list[tuple[str, str]]]] = []
    answer = application()(asked, lambda status, sent: told.append((status, sent)))
    content = b"".join(answer)
    answer.close()
    status, sent = int(told[0][0][:3]), told[0][1]
    if cookies is not None:
        for name, value in sent:
            if name == "Set-Cookie":
                cookies |= {each.key: each.value for each in SimpleCookie(value).values()}
    if status >= 400 or (expected and status != expected):
        raise SystemExit(f"{method} {address}: {status} {content[:300]!r}")
    return Answer(status, dict(sent), content)
