"""A sandbox for untrusted email: a process with limits. An email that takes too much time or memory ends that process,
but no worker.

Only pure functions run there: bytes in, plain values out, with no game and no database."""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process, get_context
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize
from threading import RLock
from typing import ParamSpec, TypeVar

from billiard.process import AuthenticationString
from pebble import ProcessExpired, ProcessPool

from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from notifications.incoming.reading import grammar_for, read
from notifications.replies import MailFacts

SECONDS = 20  # for one call, of the clock and of the processor
MEMORY = 512 * 1024 * 1024  # bytes of memory that the process can use
STARTING = 60  # more seconds for the process to start
CALLS = 500  # calls after which it is replaced, as a process never gives memory back

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
    for is_last in (False, True):
        future = _pool().schedule(_guarded, (SECONDS, function, *args), kwargs, timeout=SECONDS)
        try:
            answer: Answer = future.result(SECONDS + STARTING)
            return answer
        except TimeoutError as late:
            if not future.done():  # it hasn't even started
                end()
            raise SandboxFailed(f"Reading it took more than {SECONDS} seconds.") from late
        except ProcessExpired as gone:
            why = f"The process that read it ended ({gone.exitcode}): it needed too much memory, or the reading has a fault."
            raise SandboxFailed(why) from gone
        except (BrokenProcessPool, CancelledError) as broken:  # killed before it started, or because of another call
            if is_last:
                raise SandboxBroken("The process that reads mail does not start.") from broken
    raise AssertionError("unreachable")


_pools: list[ProcessPool] = []
"""The only pool, with one process; empty until an email is read."""
_lock = RLock()
"""Held while a pool is started or ended, as a web process has several threads."""


def _pool() -> ProcessPool:
    """Return the pool, with a new one if the process ended for an unknown reason. Processes are forked from a server
    that has loaded the rules, so a new one is cheap."""
    with _lock:
        if _pools and not _pools[0].active:
            end()
        if not _pools:
            # A Celery worker's process isn't allowed children and doesn't pass its key on. Our children end with it.
            current_process().daemon = False
            ForkingPickler.register(AuthenticationString, lambda key: (bytes, (bytes(key),)))
            # Runs before Python ends children and waits for them, as ours ignore that signal.
            Finalize(None, end, exitpriority=1)
            context = get_context("forkserver")
            context.set_forkserver_preload([f"{__name__}_server"])
            _pools.append(ProcessPool(max_workers=1, max_tasks=CALLS, initializer=_limit, context=context))
        return _pools[0]


def end() -> None:
    """End the process; the next call starts another."""
    with _lock:
        while _pools:
            pool = _pools.pop()
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()


def _begin_alone() -> None:
    """Forget the parent's sandbox after a worker forks. The child starts its own, with a new lock that none of its
    threads holds."""
    global _lock
    _lock = RLock()
    _pools.clear()


os.register_at_fork(after_in_child=_begin_alone)


# --- in the sandbox -------------------------------------------------------------------------------------------------------


def _limit() -> None:
    # A worker that gets a signal to stop finishes its email first, and needs this process.
    for ours in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ours, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _guarded(seconds: int, function: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
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
