"""`manage.py back_up FOLDER`: copy the database while the server runs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lexicon.backup import CannotRestore, back_up


class Command(BaseCommand):
    help = (
        "Copy the database into FOLDER while the server runs, and print the file. The keys are kept apart from it; a file of the "
        "same name in .json says by fingerprints which belong to it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        try:
            self.stdout.write(str(back_up(folder, now=timezone.now())))
        except (CannotRestore, OSError) as error:
            raise CommandError(str(error)) from error
