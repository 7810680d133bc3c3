"""A sandbox for untrusted email: a process with limits. An email that takes too much time or memory ends that process,
but no worker.

Only pure functions run there: bytes in, plain values out, with no game and no database."""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize
from threading import RLock, Timer
from typing import Any, ParamSpec, TypeVar

from billiard.process import AuthenticationString

from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from notifications.incoming.reading import grammar_for, read
from notifications.replies import MailFacts

SECONDS = 20  # per call, both of real time and of processor time
MEMORY = 512 * 1024 * 1024  # bytes of memory that the process can use
STARTING = 60  # seconds for the process to start
CALLS = 500  # calls after which it is replaced, as a process never gives memory back
IDLE = 60  # seconds without a call after which it ends; starting another takes half a second

P = ParamSpec("P")
Answer = TypeVar("Answer")


class SandboxFailed(Exception):
    """Reading an email was stopped or crashed, and another try would fail, too. The message gives the reason, which is
    stored with the email in quarantine."""


class SandboxBroken(Exception):
    """The process doesn't start, whatever it is asked to read. Another try may succeed."""


def read_for(
    raw: bytes, *, kind: str, options: Mapping[str, object] | None, added: Alphabet | None = None
) -> MailFacts:
    """Read an email with the grammar for this kind and these options. `added` is their alphabet if it doesn't come with the
    project. Must be called in the sandbox."""
    if added:
        known.forget(added.code)
        known.add(added)
    return read(raw, grammar=grammar_for(kind, options))


def call(function: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
    """Call `function` in the sandbox and return its result. The function, its arguments and its result must be
    picklable.

    Raises SandboxFailed, SandboxBroken."""
    with _lock:
        try:
            reader = _reader_that_took((SECONDS, function, args, kwargs))
            if reader.pipe.poll(SECONDS):
                answer: Answer = reader.pipe.recv()
                reader.rest()
                return answer
            why = f"Reading it took more than {SECONDS} seconds."
        except (EOFError, ConnectionError):
            ended = f"The process that read it ended ({reader.exit_code()})"
            why = f"{ended}: it needed too much memory, or the reading has a fault."
        except BaseException:  # its answer must not be taken for that of the next call
            end()
            raise
        end()
        raise SandboxFailed(why)


class _Reader:
    """The process, and our end of the pipe to it. Raises SandboxBroken."""

    def __init__(self) -> None:
        # A Celery worker's process isn't allowed children and doesn't pass its key on. Our children end with it.
        current_process().daemon = False
        ForkingPickler.register(AuthenticationString, lambda key: (bytes, (bytes(key),)))
        # Runs before Python ends children and waits for them, as ours ignore that signal.
        Finalize(None, end, exitpriority=1)
        context = get_context("spawn")  # a process that shares neither memory nor connections with this one
        self.pipe, its_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(its_end, _limit), daemon=True)
        self._idle = Timer(IDLE, end)
        self.calls = 0
        try:
            self._process.start()
            its_end.close()
            if not self.pipe.poll(STARTING):
                raise EOFError
            self.pipe.recv()
        except (OSError, EOFError) as broken:
            self.end()
            raise SandboxBroken("The process that reads mail does not start.") from broken

    def rest(self) -> None:
        """Let the process end by itself, unless there is another call soon."""
        self._idle.cancel()
        self._idle = Timer(IDLE, end)
        self._idle.daemon = True
        self._idle.start()

    def exit_code(self) -> int | None:
        """Return the exit code of a process that has ended."""
        self._process.join()
        return self._process.exitcode

    def end(self) -> None:
        self._idle.cancel()
        self.pipe.close()
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()


_readers: list[_Reader] = []
"""The only process; empty until an email is read, and again some time later."""
_lock = RLock()
"""Held during a call, as a web process has several threads."""


def _reader_that_took(call: object) -> _Reader:
    """Hand a call to the process. A new one is started if it has had its number of calls, or was killed since."""
    if _readers and _readers[0].calls >= CALLS:
        end()
    for _ in range(2):
        if not _readers:
            _readers.append(_Reader())
        try:
            _readers[0].pipe.send(call)
        except ConnectionError:
            end()
        else:
            _readers[0].calls += 1
            return _readers[0]
    raise SandboxBroken("The process that reads email ends again and again.")


def end() -> None:
    """End the process; the next call starts another."""
    with _lock:
        while _readers:
            _readers.pop().end()


def _begin_alone() -> None:
    """Forget the parent's sandbox after a worker forks. The child starts its own, with a new lock that none of its
    threads holds."""
    global _lock
    _lock = RLock()
    while _readers:
        _readers.pop().pipe.close()


os.register_at_fork(after_in_child=_begin_alone)


# --- in the sandbox -------------------------------------------------------------------------------------------------------


def _limit() -> None:
    # A worker that gets a signal to stop finishes its email first, and needs this process.
    for ours in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ours, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _serve(pipe: Connection, limit: Callable[[], None]) -> None:
    """Answer calls until our worker is gone, with its end of the pipe."""
    limit()
    pipe.send(None)
    with suppress(EOFError, ConnectionError):
        while True:
            pipe.send(_guarded(*pipe.recv()))


def _guarded(seconds: int, function: Callable[..., Answer], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Answer:
    """Call the function. An exception ends the process; it is printed with its traceback but without its message, which
    can contain a token. If nobody is left to stop the process after this many seconds, the system does."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 2, resource.RLIM_INFINITY))
    try:
        return function(*args, **kwargs)
    except BaseException as fault:  # noqa: BLE001  any error ends the process
        sys.stderr.write(
            f"{type(fault).__name__} while reading an email\n{''.join(traceback.format_tb(fault.__traceback__))}"
        )
        sys.stderr.flush()
        os._exit(1)
