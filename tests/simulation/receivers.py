"""The receiving ends of notifications: push services with the devices behind them, and webhooks of programs.

The site posts each notification to all addresses of its reader at once. An address takes it, refuses it, or doesn't answer, as the
faults say. A device decrypts what it took, as a browser does."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from notifications.channels.guard import NotPosted, Post
from tests.notifications.push_service import claims_of, encoded
from tests.simulation.chance import chance

SERVICES = ("https://push.example.net", "https://updates.example.com")
LINK = re.compile(r"/mail/([^/\s]+)/told/")
GONE = (404, 410)
ANSWERED = "it answered"


@dataclass(eq=False)
class Receiver:
    """The `n`th address that a person gave to the site, in this `session` of their browser. `silenced` says why nothing may be posted
    there any more; it is empty while something may. `gone` is the status with which it says that it is gone, 0 before."""

    who: int
    n: int
    session: str = ""
    silenced: str = ""
    gone: int = 0

    @property
    def address(self) -> str:
        raise NotImplementedError

    def opened(self, post: Post) -> Mapping[str, Any]:
        """Return the content of a post."""
        raise NotImplementedError


class Device(Receiver):
    """A browser with its keys, subscribed to a push service."""

    @property
    def address(self) -> str:
        return f"{chance('service', self.who).choice(SERVICES)}/{self.who}/{self.n}"

    @property
    def keys(self) -> Mapping[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self._secret)}

    def opened(self, post: Post) -> Mapping[str, Any]:
        assert claims_of(post.headers["Authorization"])["aud"] == "://".join(urlsplit(self.address)[:2])
        return json.loads(
            http_ece.decrypt(post.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        )

    @property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(1 + chance("key", self.who, self.n).getrandbits(250), ec.SECP256R1())

    @property
    def _secret(self) -> bytes:
        return chance("secret", self.who, self.n).randbytes(16)


class Webhook(Receiver):
    """An address of a program or a chat channel."""

    @property
    def address(self) -> str:
        return f"https://hooks.example.net/{self.who}/{self.n}"

    def opened(self, post: Post) -> Mapping[str, Any]:
        return json.loads(post.body)


@dataclass(frozen=True)
class Posted:
    """A notification that the site posted. `status` is what was answered, 0 if there was no answer; `by` is what the site was doing,
    and `silenced` says why nothing may be posted there any more."""

    at: datetime
    to: Receiver
    notice: Mapping[str, Any]
    status: int
    by: str
    silenced: str

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def text(self) -> str:
        return "\n".join(map(str, self.notice.values()))

    @property
    def link(self) -> str:
        """The link of the message in a push or in a signed post; empty in a post for people to read."""
        found = LINK.search(self.notice.get("url", ""))
        return found[1] if found else self.notice.get("id", "")


@dataclass
class Receivers:
    """All receiving ends. `answers` decides about each address: the status of its answer, or 0 for no answer. `arrived` is called with
    each notification that was taken, and `handed_over` once all addresses were tried, while the site still waits for the answers.
    `doing` returns what the site is doing."""

    answers: Callable[[str], int] = lambda address: 201
    arrived: Callable[[Posted], object] = lambda posted: None
    handed_over: Callable[[str], object] = lambda address: None
    doing: Callable[[], str] = lambda: ""
    known: dict[str, Receiver] = field(default_factory=dict)
    posted: list[Posted] = field(default_factory=list)

    def post_all(self, posts: Sequence[Post]) -> list[int | NotPosted]:
        """Take posts in place of their addresses. Returns the answers, as `guard.post_all` does."""
        answers: list[int | NotPosted] = []
        for post in posts:
            to = self.known[post.address]
            status = to.gone or self.answers(post.address)
            posted = Posted(timezone.now(), to, to.opened(post), status, self.doing(), to.silenced)
            self.posted.append(posted)
            if status in GONE:
                to.silenced, to.gone = f"{ANSWERED} {status}", status
            if posted.is_taken:
                self.arrived(posted)
            answers.append(status or NotPosted("TimeoutError"))
        if posts:
            self.handed_over(posts[0].address)
        return answers


RECEIVERS = Receivers()
