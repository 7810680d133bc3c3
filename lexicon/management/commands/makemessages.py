"""Django's `makemessages`, with the places of our sentences; it also compiles what it wrote. `--check` writes nothing.

Sentences are in the sources, translations in `lexicon/locale/`."""

import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management import CommandError, CommandParser
from django.core.management.commands import makemessages

# the functions by which the rules, which don't depend on Django, mark a sentence for translation
OURS = [
    "say",
    "template",
    "OrderRefused",
    "Unreadable",
]
DATE = r'"POT-Creation-Date:.*\n'  # meaningless, and different in every run


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}" for name in OURS),
        *(f"--flag={name}:1:python-brace-format" for name in OURS),
    ]
    msgmerge_options = ["-q", "--backup=none", "--update", "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--check", action="store_true", help="Fail if a catalogue is incomplete or out of date.")
        parser.set_defaults(
            locale=[code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE],
            ignore_patterns=["lexicon/locale", "tests", "var", "build", "docs"],
            no_location=True,
            no_obsolete=True,
            no_wrap=True,
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        kept = Path(settings.LOCALE_PATHS[0])
        with TemporaryDirectory() as folder, _alone(kept):
            made = Path(folder, "locale")
            shutil.copytree(kept, made)
            self.catalogues = str(made)
            super().handle(*args, **options)
            for catalogue in sorted(made.rglob("*.po")):
                catalogue.write_text(re.sub(DATE, "", catalogue.read_text(encoding="utf-8")), encoding="utf-8")
                _run("msgfmt", "--check-format", "--output-file", str(catalogue.with_suffix(".mo")), str(catalogue))
            if not check:
                shutil.copytree(made, kept, dirs_exist_ok=True)
                return
            complaints = []
            for catalogue in sorted(made.rglob("*.po")):
                for which in ("--untranslated", "--only-fuzzy"):
                    for line in _run("msgattrib", "--no-wrap", which, str(catalogue)).splitlines():
                        if line.startswith("msgid ") and line != 'msgid ""':
                            complaints.append(f"Not translated yet: {line.removeprefix('msgid ')}")
            for file in sorted(made.rglob("*.?o")):
                there = kept / file.relative_to(made)
                if not there.exists() or there.read_bytes() != file.read_bytes():
                    complaints.append(f"{there} is not what the sources say: run `make messages`.")
            if complaints:
                raise CommandError("\n".join(complaints))

    def build_potfiles(self) -> list[str]:
        self.locale_paths = [self.catalogues]
        self.default_locale_path = self.catalogues
        potfiles: list[str] = super().build_potfiles()
        return potfiles


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other run holds this folder: Django writes a file beside each template and deletes it afterwards."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _run(*words: str) -> str:
    """Run a program and return its output. Raises CommandError with its error output."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603  gettext's own programs
    if done.returncode:
        raise CommandError(done.stderr)
    return done.stdout
