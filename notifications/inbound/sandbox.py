"""Strangers' bytes are read in a process apart, with limits of its own: a mail that takes too much time or memory costs that
process, and no worker. Only pure functions run there: bytes in, plain values out; no game and no database."""

import atexit
import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from games.rules import registry
from games.rules.options import read_options
from notifications.inbound.reading import MailReading, read

SECONDS = 20  # that one call may take, by the clock and of the processor
MEMORY = 512 * 1024 * 1024  # bytes that the process may use
CALLS = 500  # after so many it is replaced: memory that was once needed is never given back

_ROOT = Path(__file__).parents[2]

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class SandboxFailed(Exception):
    """The reading was ended, or broke: another try would end the same way. Says why, for the quarantine."""


def read_for(raw: bytes, *, kind: str, options: Mapping[str, Any]) -> MailReading:
    """What a mail asks of a game of this kind with these options, as they are stored; to be called apart."""
    rules = registry.kind(kind)
    return read(raw, grammar=rules.grammar(read_options(rules.options_type, options)))


def call(function: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs) -> Answer:
    """What `function` gives, called in the process apart; it and all it takes and gives can be pickled.

    Raises SandboxFailed."""
    with _a_reader() as reader:
        return reader.ask(function, args, kwargs)


class _Reader:
    """The process apart. It ends by itself when this side is gone, however that came about."""

    def __init__(self) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  this very module
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd=_ROOT,
            )
        self._calls = 0
        self._ready()

    @property
    def can_go_on(self) -> bool:
        return self._calls < CALLS and self._process.poll() is None

    def ask(self, function: Callable[..., Answer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Answer:
        self._calls += 1
        try:
            self._connection.send((function, args, kwargs))
            if self._connection.poll(SECONDS):
                return self._connection.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError) as gone:
            raise SandboxFailed(self._how_it_ended()) from gone
        raise SandboxFailed(f"Reading it took more than {SECONDS} seconds.")

    def _ready(self) -> None:
        """Wait until it has begun: however long that takes is not the first mail's time. Raises SandboxFailed."""
        try:
            self._connection.recv()
        except (EOFError, OSError) as gone:
            raise SandboxFailed(self._how_it_ended()) from gone

    def end(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.wait()

    def _how_it_ended(self) -> str:
        status = self._process.wait()
        if status == -signal.SIGXCPU:
            return f"Reading it took more than {SECONDS} seconds."
        return f"The process that read it ended ({status}): it needed too much memory, or the reading has a fault."


_idle: list[_Reader] = []
os.register_at_fork(after_in_child=_idle.clear)  # a worker's own fork has its own


@contextmanager
def _a_reader() -> Iterator[_Reader]:
    reader = _take()
    try:
        yield reader
    except BaseException:  # also a worker's own time limit: what it would answer now is of another mail
        reader.end()
        raise
    _idle.append(reader)


def _take() -> _Reader:
    while _idle:
        reader = _idle.pop()
        if reader.can_go_on:
            return reader
        reader.end()
    return _Reader()


@atexit.register
def _end_all() -> None:
    while _idle:
        _idle.pop().end()


# --- in the process apart ---------------------------------------------------------------------------------------------


def _serve(connection: "Connection[Any, Any]") -> None:
    for ours in (signal.SIGINT, signal.SIGTERM):  # a worker that is told to stop finishes its mail first, and needs us
        signal.signal(ours, signal.SIG_IGN)
    sys.excepthook = _say_where
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection.send("ready")
    while True:
        try:
            function, args, kwargs = connection.recv()
        except EOFError:
            return
        _allow_seconds()
        connection.send(function(*args, **kwargs))


def _allow_seconds() -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime) + SECONDS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))


def _say_where(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
    """What went wrong and where, but not with what: an error's text can hold a token."""
    sys.stderr.write(f"{kind.__name__} in the reading of a mail\n{''.join(traceback.format_tb(trace))}")


if __name__ == "__main__":
    with Connection(int(sys.argv[1])) as parent:
        _serve(parent)
