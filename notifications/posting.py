"""Posts to addresses that players give: over TLS, to public hosts alone, and never further.

The address that a name resolves to is judged and then connected to, so that no second answer of the name server leads
elsewhere. No redirect is followed, and of an answer only its status is read."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

TIMEOUT = 5  # seconds for each step
PATIENCE = 10  # seconds for all of them: whoever answers byte by byte is cut off
LONGEST_ADDRESS = 1000
TRANSLATED = IPv6Network("64:ff9b::/96")  # NAT64: its last four bytes are an address of IPv4


class NotPosted(Exception):
    """The post did not arrive, or nothing was answered."""


class NotAllowed(NotPosted):
    """Nothing is ever posted to this address."""


def check_address(address: str) -> None:
    """Raises NotAllowed for anything but https to a host that is not surely private. Its name is resolved only later."""
    _parts(address)


def post(address: str, body: bytes, headers: Mapping[str, str], *, patience: float = PATIENCE) -> int:
    """Post and return the status of the answer. Raises NotPosted, also for a host that is not public."""
    parts = _parts(address)
    connection = _GuardedConnection(parts)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        connection.connect()
        cut_off = Timer(patience, connection.cut_off)
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
    """A connection to the first address of a host, if that is public."""

    def __init__(self, parts: SplitResult) -> None:
        self.is_secure = parts.scheme == "https"
        super().__init__(parts.hostname or "", parts.port or (443 if self.is_secure else 80), timeout=TIMEOUT)

    def connect(self) -> None:
        family, sort, protocol, _name, place = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
        if not _may_be_reached(str(place[0])):
            raise NotAllowed
        self.sock = socket.socket(family, sort, protocol)
        self.sock.settimeout(TIMEOUT)
        self.sock.connect(place)
        if self.is_secure:
            self.sock = _tls().wrap_socket(self.sock, server_hostname=self.host)

    def cut_off(self) -> None:
        """End the connection under whoever reads from it."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _parts(address: str) -> SplitResult:
    """The parts of an address. Raises NotAllowed."""
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
    except ValueError:  # a name
        is_public = "." in host and not host.endswith((".localhost", ".local", ".internal", "."))
    if parts.scheme != "https" or not is_public:
        raise NotAllowed
    return parts


def _may_be_reached(place: str) -> bool:
    """True for a public address. Raises ValueError for what is none."""
    address: IPv4Address | IPv6Address = ip_address(place.partition("%")[0])
    if isinstance(address, IPv6Address):
        translated = IPv4Address(address.packed[-4:]) if address in TRANSLATED else None
        address = address.ipv4_mapped or address.sixtofour or translated or address
    if settings.POSTS_TO_LOOPBACK and address.is_loopback:
        return True
    return address.is_global and not address.is_multicast
