"""`lexicon PART …`: each part of a server by one command, from a checkout or an installed wheel. What follows the part is for the
program behind it: gunicorn, Celery or Django."""

import os
import sys
from pathlib import Path

CELERY = ("celery", "--quiet", "--app", "lexicon")
WORKER = (*CELERY, "worker", "--loglevel", "warning", "--concurrency")
PARTS = {
    "serve": ("gunicorn", "--config", "python:lexicon.deploy.gunicorn"),
    "worker": (*WORKER, "2"),
    "robots": (*WORKER, "1", "--queues", "robots", "--hostname", "robots@%h"),
    "channels": (*WORKER, "4", "--pool", "threads", "--queues", "channels", "--hostname", "channels@%h"),
    "searches": (*WORKER, "1", "--queues", "searches", "--hostname", "searches@%h"),
    "analysis": (*WORKER, "1", "--queues", "analysis", "--hostname", "analysis@%h", "--max-memory-per-child", "600000"),
    "beat": (*CELERY, "beat", "--loglevel", "warning"),
    "mail": ("django", "lmtp"),
    "manage": ("django",),
}


def main() -> None:
    """Become the program of the part that is asked for; files are kept in `var` of the folder it is run in."""
    part, *further = sys.argv[1:] or [""]
    if part not in PARTS:
        sys.exit(f"Say which part: lexicon {' | '.join(PARTS)}, and what is for it after that.")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")
    os.environ.setdefault("VAR_DIR", str(Path("var").absolute()))
    if part == "analysis":
        os.nice(10)  # whatever players wait for comes first
    os.execv(sys.executable, [sys.executable, "-m", *PARTS[part], *further])  # noqa: S606  ours, and the operator's


if __name__ == "__main__":
    main()
