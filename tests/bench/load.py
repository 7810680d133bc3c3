"""A load on a server of ours on the loopback: so many requests, by a few connections that stay open."""

import http.client
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

CONNECTIONS = 8


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""
    expected: int = 200


@dataclass(frozen=True)
class Measured:
    """`rate` in requests a second, `p99` in milliseconds, `cpu` in milliseconds of the server's processors a request."""

    rate: float
    p99: float
    cpu: float


def put(port: int, requests: Sequence[Request], *, cpu_seconds) -> Measured:
    """Send all requests once. An answer other than expected ends the run: a fast refusal measures nothing."""
    took: list[float] = []
    wrong: list[str] = []

    def work(share: Sequence[Request]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for request in share:
            begun = time.perf_counter()
            connection.request(request.method, request.path, body=request.body or None, headers=request.headers)
            answer = connection.getresponse()
            body = answer.read()
            took.append(time.perf_counter() - begun)
            if answer.status != request.expected:
                wrong.append(f"{request.method} {request.path}: {answer.status} {body[:200]!r}")
                return

    threads = [threading.Thread(target=work, args=(requests[n::CONNECTIONS],)) for n in range(CONNECTIONS)]
    used, begun = cpu_seconds(), time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, used = time.perf_counter() - begun, cpu_seconds() - used
    if wrong:
        raise SystemExit(wrong[0])
    took.sort()
    return Measured(len(took) / wall, 1000 * took[int(len(took) * 0.99)], 1000 * used / len(took))
