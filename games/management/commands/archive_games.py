"""`manage.py archive_games`: pack games that ended long ago, or unpack them."""

from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import commands


class Command(BaseCommand):
    help = (
        "Pack the events of games that ended long ago into one row a game, and forget what was mailed of them. Their pages, "
        "records and answers of the API stay as they are. It may be ended at any time, and run while the server does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=int, default=90, metavar="DAYS", help="since their end (90; 30 or more)"
        )
        parser.add_argument("--most", type=int, default=1000, metavar="N", help="games at most (1000)")
        parser.add_argument(
            "--unpack", action="store_true", help="give packed events rows again, the last packed first"
        )

    def handle(self, *, older_than: int, most: int, unpack: bool, **options: object) -> None:
        if most < 1:
            raise CommandError("At most how many games? Give --most a number from 1.")
        now = timezone.now()
        if unpack:
            self.stdout.write(f"{commands.unpack_games(most=most, now=now)} games unpacked")
            return
        try:
            packed = commands.pack_games(older_than=timedelta(days=older_than), most=most, now=now)
        except ValueError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{packed} games packed")
