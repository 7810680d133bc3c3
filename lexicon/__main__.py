"""`lexicon PART …` starts one part of a server, from a checkout or an installed wheel. The arguments after the part go
to the program behind it: gunicorn, Celery or Django. `lexicon background` starts all parts but the web server."""

import gc
import os
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

CELERY = ("celery", "--quiet", "--app", "lexicon")
WORKER = (*CELERY, "worker", "--loglevel", "warning", "--concurrency")
SOLVER = (*WORKER, "1", "--max-memory-per-child", "250000")  # kB; what a search needs is freed with its process
PARTS = {
    "serve": ("gunicorn", "--config", "python:lexicon.deploy.gunicorn"),
    "worker": (*WORKER, "2"),
    "robots": (*WORKER, "1", "--queues", "robots", "--hostname", "robots@%h"),
    "channels": (*WORKER, "4", "--pool", "threads", "--queues", "channels", "--hostname", "channels@%h"),
    "searches": (*SOLVER, "--queues", "searches", "--hostname", "searches@%h"),
    "analysis": (*SOLVER, "--queues", "analysis", "--hostname", "analysis@%h"),
    "beat": (*CELERY, "beat", "--loglevel", "warning"),
    "mail": ("django", "lmtp"),
    "manage": ("django",),
}
IN_THE_BACKGROUND = ("worker", "beat", "robots", "channels", "mail")
WITH_ANALYSIS = ("searches", "analysis")


def main() -> None:
    """Run the program of the requested part. It keeps its files in `var`, in the current folder."""
    part, *further = sys.argv[1:] or [""]
    if part not in {*PARTS, "background"}:
        names = " | ".join((*PARTS, "background"))
        sys.exit(f"Name a part: lexicon {names}, followed by its own arguments.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")
    os.environ.setdefault("VAR_DIR", str(Path("var").absolute()))
    if part == "background":
        part = fork_parts()
        further = ["--pool", "solo"] if part in ("worker", "robots") else []
    elif "HONCHO_PROCESS_NAME" in os.environ:
        threading.Thread(target=end_with_honcho, daemon=True).start()
    if part == "analysis":
        os.nice(10)  # anything that players wait for comes first
    program, *arguments = PARTS[part]
    sys.argv[1:] = [*arguments, *further]
    runpy.run_module(program, run_name="__main__", alter_sys=True)


def fork_parts() -> str:
    """Load the project once and fork a process for each part, so that they share its memory. Returns the name of the
    part to run in each of these processes.

    This process only waits. When one part ends, it ends the others, and then itself in the same way."""
    import django
    from django.conf import settings

    from lexicon.celery import app

    django.setup()
    app.loader.import_default_modules()
    app.connection_for_read().get_transport_cls()  # loads the library of the queue
    for module in ("celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.worker.consumer"):
        import_module(module)
    gc.collect()
    gc.freeze()
    parent, parts = os.getpid(), IN_THE_BACKGROUND + (WITH_ANALYSIS if settings.ANALYSIS else ())
    children = set[int]()
    for part in parts:
        if child := os.fork():
            children.add(child)
            continue
        with suppress(OSError):
            Path("/proc/self/comm").write_text(f"lexicon {part}")
        threading.Thread(target=_end_unless, args=(lambda: os.getppid() == parent,), daemon=True).start()
        return part

    def end_all(*_: object) -> None:
        for child in children:
            os.kill(child, signal.SIGTERM)

    signal.signal(signal.SIGTERM, end_all)
    signal.signal(signal.SIGINT, end_all)
    if "HONCHO_PROCESS_NAME" in os.environ:
        threading.Thread(target=end_with_honcho, daemon=True).start()
    ended, status = os.wait()
    children.remove(ended)
    end_all()
    while children:
        children.remove(os.wait()[0])
    if os.WIFSIGNALED(status):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(parent, os.WTERMSIG(status))
    sys.exit(os.waitstatus_to_exitcode(status))


def _end_unless(stays: Callable[[], bool]) -> None:
    """End this process when a condition no longer holds."""
    while stays():
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def end_with_honcho() -> None:
    """Wait until honcho is gone, then end this process: nobody is left to stop it or to show its output.

    Honcho starts a process of its own for each part, which then starts the part. If only that one is gone, honcho would
    never notice, so this ends honcho and with it all parts."""
    between = os.getppid()
    honcho = _parent_of(between)
    while os.getppid() == between and _parent_of(between) == honcho:
        time.sleep(1)
    if honcho > 1:
        with suppress(ProcessLookupError):
            os.kill(honcho, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGTERM)


def _parent_of(process: int) -> int:
    """Return the parent of a process; 0 if it is gone, or on a system without `/proc`."""
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


if __name__ == "__main__":
    main()
