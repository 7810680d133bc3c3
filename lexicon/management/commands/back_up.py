"""`manage.py back_up FOLDER`: back up the database while the server runs."""

from datetime import timedelta
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from lexicon.backup import CannotRestore, back_up, delete_copies


class Command(BaseCommand):
    help = (
        "Copy the database into FOLDER while the server runs, and print the path of the copy. Keys are not in it; the .json "
        "file of the same name has fingerprints of the keys that belong to it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep-days", type=int, metavar="N", help="then delete copies older than N days")

    def handle(self, *args: object, folder: Path, keep_days: int | None, **options: object) -> None:
        now = timezone.now()
        if keep_days is not None and keep_days < 1:
            raise CommandError("--keep-days takes 1 or more.")
        try:
            self.stdout.write(str(back_up(folder, now=now)))
            if keep_days:
                delete_copies(folder, made_before=now - timedelta(days=keep_days))
        except (CannotRestore, OSError) as error:
            raise CommandError(str(error)) from error
