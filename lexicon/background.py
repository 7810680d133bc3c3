"""`lexicon background` runs all parts of a server except the web. Each is a process of its own, forked from one that has loaded
the application, so that they share its memory. A part that ends is started again."""

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

AGAIN_AFTER = 2  # seconds, so that a part that cannot start keeps no processor busy
LOOKS_EVERY = 1  # seconds until a signal to stop, or the end of the first process, is noticed
TO_STOP = (signal.SIGTERM, signal.SIGINT)


def main() -> None:
    """Load the application, then run the parts that this server needs."""
    current_app.loader.import_default_modules()  # sets up Django and runs its checks
    os.environ["CELERY_SKIP_CHECKS"] = "true"  # for the parts, as they have just run
    for program in ("celery.bin.celery", "notifications.management.commands.lmtp"):
        import_module(program)
    current_app.finalize()
    load_what_is_shared()
    resource_tracker.ensure_running()  # one for the parts together, in which email is read in processes of their own
    keep_running(needed_parts())


def needed_parts() -> dict[str, tuple[str, ...]]:
    """Return the parts that this server needs, as its settings say, each with its arguments."""
    parts: dict[str, tuple[str, ...]] = {"worker": (), "robots": (), "channels": ()}
    if settings.ANALYSIS and find_spec("numba") is not None:
        parts |= {"searches": (), "analysis": ()}
    if not settings.MAIL_PROVIDERS:  # else the provider posts what comes in
        parts["mail"] = ("--skip-checks",)
    return parts | {"beat": ()}


def keep_running(parts: Mapping[str, Sequence[str]]) -> None:
    """Run each part, with these arguments, in a process; again whenever it ends, until a signal to stop. Then wait until each has
    finished what it is doing."""
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
                sys.stderr.write(f"The part `{name}` ended ({running[name].exitcode}). It is started again.\n")
                time.sleep(AGAIN_AFTER)
            running[name] = forked(name, *arguments)
        connection.wait([process.sentinel for process in running.values()], LOOKS_EVERY)
    for process in running.values():
        process.terminate()
    for process in running.values():
        process.join()


def forked(name: str, *arguments: str) -> ForkProcess:
    """Start a part. A signal to stop that comes while it is forked waits until the part can end by it."""
    process = get_context("fork").Process(target=_run, args=(os.getpid(), name, *arguments))
    signal.pthread_sigmask(signal.SIG_BLOCK, TO_STOP)
    process.start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TO_STOP)
    return process


def _run(parent: int, name: str, *arguments: str) -> None:
    """Run a part in this process, which is killed with its own processes when the one that it was forked from is gone."""
    # so that a signal to the group to stop comes once, and not to the processes of a worker, which finish their tasks
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, TO_STOP)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    start(name, *arguments)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS_EVERY)
    os.killpg(0, signal.SIGKILL)  # nobody waits any more until it has finished what it is doing


if __name__ == "__main__":
    main()
