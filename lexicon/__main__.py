"""`lexicon PART …` starts one part of a server, from a checkout or an installed wheel. The arguments after the part go
to the program behind it: gunicorn, Celery or Django."""

import os
import runpy
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

CELERY = ("celery", "--quiet", "--app", "lexicon")
WORKER = (*CELERY, "worker", "--loglevel", "warning", "--concurrency")
PARTS = {
    "serve": ("gunicorn", "--config", "python:lexicon.deploy.gunicorn"),
    "worker": (*WORKER, "2"),
    "robots": (*WORKER, "1", "--pool", "solo", "--queues", "robots", "--hostname", "robots@%h"),
    "channels": (*WORKER, "4", "--pool", "threads", "--queues", "channels", "--hostname", "channels@%h"),
    "searches": (*WORKER, "1", "--pool", "solo", "--queues", "searches", "--hostname", "searches@%h"),
    "analysis": (*WORKER, "1", "--queues", "analysis", "--hostname", "analysis@%h", "--max-memory-per-child", "600000"),
    "beat": (*CELERY, "beat", "--loglevel", "warning"),
    "mail": ("django", "lmtp"),
    "background": ("lexicon.background",),
    "manage": ("django",),
}


def main() -> None:
    """Run the program of the requested part. It keeps its files in `var`, in the current folder."""
    part, *further = sys.argv[1:] or [""]
    if part not in PARTS:
        sys.exit(f"Name a part: lexicon {' | '.join(PARTS)}, followed by its own arguments.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")
    os.environ.setdefault("VAR_DIR", str(Path("var").absolute()))
    if "HONCHO_PROCESS_NAME" in os.environ:
        threading.Thread(target=end_with_honcho, daemon=True).start()
    start(part, *further)


def start(part: str, *further: str) -> None:
    """Run the program of a part in this process."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(part)  # the name that `ps` and `top` show for it and its children
    if part == "analysis":
        os.nice(10)  # let everything that players wait for run first
    program, *arguments = PARTS[part]
    sys.argv[1:] = [*arguments, *further]
    runpy.run_module(program, run_name="__main__", alter_sys=True)


def end_with_honcho() -> None:
    """Wait until honcho is gone, then end this process: nobody is left to stop it or to show its output.

    Honcho starts a separate process for each part, which then starts the part. Honcho would not notice if only that
    process were gone, so this ends honcho and with it all parts."""
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
