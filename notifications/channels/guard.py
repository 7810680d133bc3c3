"""Posts to addresses that players enter: over TLS, on the usual ports, to public hosts only.

Each address that a name resolves to is checked, and the connection goes to that same address, so that a second answer
from the name server can't lead elsewhere. Redirects aren't followed, and only the status of an answer is read."""

import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Thread, Timer
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

PATIENCE = 10.0  # seconds for everything, from resolving the name to the status of the answer
PORTS = frozenset({443, 8443})
LONGEST_ADDRESS = 1000
LOOK_ALIKE_PUBLIC = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
)  # assignments of the IETF, 6to4 relays
NOTHING_EMBEDDED = IPv4Network("0.0.0.0/8")
UNICAST = IPv6Network("2000::/3")
SPECIAL_UNICAST = (  # https://www.iana.org/assignments/iana-ipv6-special-registry
    IPv6Network("2001::/23"),  # assignments of the IETF, such as Teredo
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)
NAT64, LOCAL_NAT64 = IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48")
IN_LOCAL_NAT64 = (
    (6, 7, 9, 10),
    (7, 9, 10, 11),
    (9, 10, 11, 12),
    (12, 13, 14, 15),
)  # bytes of IPv4, RFC 6052, section 2.2

Place = tuple[int, int, int, Any]  # family, type and protocol of a socket, and the address it connects to


class NotPosted(Exception):
    """The post didn't arrive, or there was no answer."""


class NotAllowed(NotPosted):
    """Nothing is ever posted to this address."""


@dataclass(frozen=True)
class Post:
    """A request to send: its address, body and headers."""

    address: str
    body: bytes
    headers: Mapping[str, str]


def check_address(address: str) -> None:
    """Check that an address is https, on a usual port, to a host that may be public. Its name isn't resolved yet.
    Raises NotAllowed."""
    _parts(address)


def post_all(posts: Sequence[Post], *, patience: float = PATIENCE) -> list[int | NotPosted]:
    """Send all posts at once, within `patience` seconds in all. Returns the status of each answer, or the error if
    there was no answer."""

    def outcome(one: Post) -> int | NotPosted:
        try:
            return post(one.address, one.body, one.headers, patience=patience)
        except NotPosted as why:
            return why

    if not posts:
        return []
    with ThreadPoolExecutor(len(posts)) as threads:
        return list(threads.map(outcome, posts))


def post(address: str, body: bytes, headers: Mapping[str, str], *, patience: float = PATIENCE) -> int:
    """Post within `patience` seconds and return the status of the answer. Raises NotPosted, also if the host isn't
    public."""
    parts = _parts(address)
    connection = _GuardedConnection(parts, until=monotonic() + patience)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        connection.connect()
        cut_off = Timer(connection.left(), connection.cut_off)  # ends even an answer that comes byte by byte
        cut_off.daemon = True
        cut_off.start()
        try:
            connection.request("POST", path or "/", body, dict(headers))
            return connection.getresponse().status
        finally:
            cut_off.cancel()
    except (OSError, HTTPException, ValueError) as error:
        raise NotPosted(type(error).__name__) from error
    finally:
        connection.close()


class _GuardedConnection(HTTPConnection):
    """A connection to the first public address of a host that answers, until a time on the monotonic clock."""

    def __init__(self, parts: SplitResult, *, until: float | None = None) -> None:
        self.is_secure = parts.scheme == "https"
        self.until = until if until is not None else monotonic() + PATIENCE
        super().__init__(parts.hostname or "", parts.port or (443 if self.is_secure else 80))

    def left(self) -> float:
        """Return the seconds left. Raises TimeoutError if the time is over."""
        left = self.until - monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def connect(self) -> None:
        """Try the allowed addresses in turn. Each has an equal share of the time left."""
        allowed = [place for place in self._places() if _may_be_reached(str(place[3][0]))]
        if not allowed:
            raise NotAllowed
        for n, place in enumerate(allowed):
            try:
                self.sock = self._connected(place, until=monotonic() + self.left() / (len(allowed) - n))
            except OSError:
                if n == len(allowed) - 1:
                    raise
            else:
                self.sock.settimeout(self.left())
                return

    def cut_off(self) -> None:
        """End the connection while another thread reads from it."""
        sock = self.sock
        if sock is not None:
            try:
                sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                return  # the connection has already ended

    def _places(self) -> list[Place]:
        """Return the addresses that the host resolves to. The resolver can't be interrupted, so its thread is abandoned
        if it takes too long."""
        found = Future[list[Place]]()
        Thread(target=_resolve, args=(found, self.host, self.port), daemon=True).start()
        return found.result(timeout=self.left())

    def _connected(self, place: Place, *, until: float) -> socket.socket:
        family, sort, protocol, at = place
        sock = socket.socket(family, sort, protocol)
        try:
            sock.settimeout(until - monotonic())
            sock.connect(at)
            if not self.is_secure:
                return sock
            sock.settimeout(max(0.001, until - monotonic()))  # 0 would make it non-blocking
            return _tls().wrap_socket(sock, server_hostname=self.host)
        except BaseException:
            sock.close()
            raise


def _resolve(found: "Future[list[Place]]", host: str, port: int) -> None:
    try:
        answer = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError) as error:  # ValueError: a name that IDNA can't encode
        found.set_exception(error)
    else:
        found.set_result([(family, sort, protocol, at) for family, sort, protocol, _name, at in answer])


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _parts(address: str) -> SplitResult:
    """Return the parts of an address. Raises NotAllowed."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise NotAllowed from error
    is_plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST_ADDRESS
    if not is_plain or not host or port == 0 or parts.username is not None or parts.password is not None:
        raise NotAllowed
    if settings.POSTS_TO_LOOPBACK and parts.scheme == "http" and host in ("127.0.0.1", "localhost"):
        return parts
    try:
        is_public = _may_be_reached(host)
    except ValueError:  # a host name, not an IP address
        is_public = "." in host and not host.endswith((".localhost", ".local", ".internal", "."))
    if parts.scheme != "https" or (port or 443) not in PORTS or not is_public:
        raise NotAllowed
    return parts


def _may_be_reached(place: str) -> bool:
    """Return True for a public address. Raises ValueError if it isn't an address."""
    address = ip_address(place.partition("%")[0])
    if settings.POSTS_TO_LOOPBACK and address.is_loopback:
        return True
    if isinstance(address, IPv4Address):
        return _is_public(address)
    if embedded := _embedded(address):
        return all(map(_is_public, embedded))
    return address in UNICAST and not any(address in special for special in SPECIAL_UNICAST)


def _is_public(address: IPv4Address) -> bool:
    return (
        address.is_global and not address.is_multicast and not any(address in network for network in LOOK_ALIKE_PUBLIC)
    )


def _embedded(address: IPv6Address) -> list[IPv4Address]:
    """Return the IPv4 addresses that an IPv6 address may stand for. In the local NAT64 prefix only the network knows
    where the 4 bytes are, so every possible place that isn't empty counts."""
    if address.ipv4_mapped:
        return [address.ipv4_mapped]
    if address in NAT64:
        return [IPv4Address(address.packed[-4:])]
    if address in LOCAL_NAT64:
        found = [IPv4Address(bytes(address.packed[n] for n in places)) for places in IN_LOCAL_NAT64]
        return [one for one in found if one not in NOTHING_EMBEDDED]
    return []
