"""Puts a load on a local server: many requests over a few connections that stay open."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection

CONNECTIONS = 8
LONGEST = 120  # seconds


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""
    expected: int = 200


def put(port: int, requests: Sequence[Request]) -> float:
    """Send all requests once, and return how many a second were answered. An unexpected answer ends the run, because a fast refusal
    measures nothing."""
    with ThreadPoolExecutor(CONNECTIONS) as clients:
        begun = time.perf_counter()
        list(clients.map(partial(_send, port), [requests[n::CONNECTIONS] for n in range(CONNECTIONS)]))
        return len(requests) / (time.perf_counter() - begun)


def _send(port: int, requests: Sequence[Request]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST)
    for request in requests:
        connection.request(request.method, request.path, body=request.body or None, headers=request.headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != request.expected:
            raise SystemExit(f"{request.method} {request.path}: {answer.status} {body[:200]!r}")


def wait_for(port: int) -> None:
    """Wait until a server answers there, whatever the answer."""
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        with suppress(OSError):
            connection = HTTPConnection("127.0.0.1", port, timeout=LONGEST)
            connection.request("GET", "/")
            connection.getresponse().read()
            return
        time.sleep(0.2)
    raise SystemExit("the server does not begin")
