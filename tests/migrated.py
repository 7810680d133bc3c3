"""An SQLite database with all migrations applied, which the first run saves and later runs copy, as migrating takes a while."""

import hashlib
import os
from pathlib import Path

from django.conf import settings
from django.db import connection


def saved_at() -> Path:
    """Return where it is saved. A hash of everything that migrations read is in its name."""
    root = settings.BASE_DIR
    read = [*root.glob("*/migrations/*.py"), *root.glob("*/*/migrations/*.py"), *root.glob("games/word_lists/*.*")]
    digest = hashlib.sha256()
    for file in sorted([*read, root / "constraints.txt"]):
        digest.update(str(file.relative_to(root)).encode() + file.read_bytes())
    return Path(root) / "var" / "tests" / f"{digest.hexdigest()[:32]}.sqlite3"


def save() -> None:
    """Save the current database, which has just been migrated, unless it is saved already."""
    file = saved_at()
    if connection.vendor != "sqlite" or file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(unfinished)])
    unfinished.replace(file)  # in one step, as another run may read it at this moment
