"""`lexicon background` runs all parts of a server except the web server. Each part is a process, forked from one that
has loaded the application, so that they share its memory. A part that ends is started again."""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.context import ForkProcess
from threading import Thread

from celery import current_app
from django.conf import settings

from lexicon.__main__ import start
from lexicon.forking import load_what_is_shared

AGAIN_AFTER = 2  # seconds to wait, so that a part that cannot start doesn't keep a processor busy
LOOKS_EVERY = 1  # seconds between checks for a signal to stop, or for the end of the first process
TO_STOP = (signal.SIGTERM, signal.SIGINT)


def main() -> None:
    """Load the application, then run the parts that this server needs."""
    current_app.loader.import_default_modules()  # sets up Django and runs its checks
    os.environ["CELERY_SKIP_CHECKS"] = "true"  # the parts need not repeat the checks
    for program in ("celery.bin.celery", "notifications.management.commands.lmtp"):
        import_module(program)
    current_app.finalize()
    load_what_is_shared()
    resource_tracker.ensure_running()  # one that all parts share, because those that read email start more processes
    keep_running(needed_parts())


def needed_parts() -> dict[str, tuple[str, ...]]:
    """Return the parts that this server needs according to its settings, each with its arguments."""
    parts: dict[str, tuple[str, ...]] = {"worker": (), "robots": (), "channels": ()}
    if settings.ANALYSIS and find_spec("numba") is not None:
        parts |= {"searches": (), "analysis": ()}
    if not settings.MAIL_PROVIDERS:  # otherwise the provider posts incoming email
        parts["mail"] = ("--skip-checks",)
    return parts | {"beat": ()}


def keep_running(parts: Mapping[str, Sequence[str]]) -> None:
    """Run each part in a process with these arguments, and start it again whenever it ends. After a signal to stop,
    wait until each part has finished its work."""
    is_stopping = False

    def stop(*_: object) -> None:
        nonlocal is_stopping
        is_stopping = True

    for number in TO_STOP:
        signal.signal(number, stop)
    running: dict[str, ForkProcess] = {}
    while not is_stopping:
        for name, arguments in parts.items():
            if name in running and running[name].is_alive():
                continue
            if name in running:
                sys.stderr.write(f"The part `{name}` ended ({running[name].exitcode}). It will be restarted.\n")
                time.sleep(AGAIN_AFTER)
            running[name] = forked(name, *arguments)
        connection.wait([process.sentinel for process in running.values()], LOOKS_EVERY)
    for process in running.values():
        process.terminate()
    for process in running.values():
        process.join()


def forked(name: str, *arguments: str) -> ForkProcess:
    """Start a part. A signal to stop that arrives during the fork is blocked until the part can handle it."""
    process = get_context("fork").Process(target=_run, args=(os.getpid(), name, *arguments))
    signal.pthread_sigmask(signal.SIG_BLOCK, TO_STOP)
    process.start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TO_STOP)
    return process


def _run(parent: int, name: str, *arguments: str) -> None:
    """Run a part in this process. If the parent process is gone, this one is killed together with its children."""
    # so that a stop signal for the parent's group doesn't also reach this part, or the children of a worker, which
    # finish their tasks
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TO_STOP)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    start(name, *arguments)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS_EVERY)
    os.killpg(0, signal.SIGKILL)  # nobody is left to wait for it to finish


if __name__ == "__main__":
    main()
