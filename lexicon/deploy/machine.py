"""The machine to install on: its files and programs. Independent of Lexicon, and imports only the standard library."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from .answers import Wrong


class Machine:
    """This machine. With a `root`, a dry run into that folder: files are written below it, and no program runs."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = root
        self.changes: list[str] = []

    def file(self, name: str) -> Path:
        return self.root / name.lstrip("/") if self.root else Path(name)

    def read(self, name: str) -> str:
        """Return the text of a file; "" if there is none."""
        file = self.file(name)
        return file.read_text() if file.is_file() else ""

    def write(self, name: str, text: str, *, mode: int = 0o644) -> bool:
        """Write a whole file, never readable by anybody that its mode excludes. Return True if that changed
        anything."""
        file = self.file(name)
        if file.is_file() and file.read_text() == text and file.stat().st_mode & 0o777 == mode:
            return False
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w") as written:
            written.write(text)
            os.fchmod(handle, mode)
        Path(part).replace(file)
        return self.changed(f"wrote {name}")

    def folder(self, name: str, *, mode: int = 0o755, owner: str = "root") -> None:
        folder = self.file(name)
        folder.mkdir(parents=True, exist_ok=True)
        if not self.root:
            shutil.chown(folder, owner, owner)
        folder.chmod(mode)

    def changed(self, what: str) -> bool:
        """Note and print a change. Return True."""
        self.changes.append(what)
        print(f"  {what}", flush=True)
        return True

    def run(self, *command: str, user: str = "root", env: dict[str, str] | None = None, cwd: str = "/") -> str:
        """Run a program. Return what it printed; raises Wrong with the last lines of that if it fails."""
        if self.root:
            return ""
        told = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        whose: dict[str, Any] = {"env": os.environ | told}
        if user != "root":
            whose = {"env": told | (env or {}), "user": user, "group": user, "extra_groups": []}
        ended = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **whose)
        if ended.returncode:
            last = "\n".join((ended.stderr or ended.stdout).strip().splitlines()[-12:])
            raise Wrong(f"{' '.join(command[:4])} failed:\n{last}")
        return str(ended.stdout).strip()

    def is_so(self, *command: str) -> bool:
        """Return True if a program succeeds."""
        return not self.root and subprocess.run(command, capture_output=True, check=False).returncode == 0

    def has(self, package: str) -> bool:
        return self.is_so("sh", "-c", f"dpkg-query -W -f '${{Status}}' {package} | grep -q 'ok installed'")
