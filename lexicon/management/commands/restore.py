"""`manage.py restore FILE`: restore a copy into an empty database, while no part of the server runs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lexicon.backup import CannotRestore, restore


class Command(BaseCommand):
    help = (
        "Restore a copy made by back_up into the empty database of DATABASE_URL, with every part of the server stopped."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        try:
            restored = restore(file, now=timezone.now())
        except CannotRestore as error:
            raise CommandError(str(error)) from error
        for warning in restored.warnings:
            self.stderr.write(warning)
        self.stdout.write(
            f"Restored. The players of {restored.games} running games will be notified that their game is as it was then."
        )
