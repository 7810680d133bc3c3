"""`manage.py archive_games`: pack games that ended long ago, or unpack them."""

from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import commands


class Command(BaseCommand):
    help = (
        "Pack the events of games that ended long ago into one row per game and delete their old emails. Their pages, records "
        "and API answers stay the same. You can stop it at any time and run it while the server runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than",
            type=int,
            default=90,
            metavar="DAYS",
            help="days since the game ended, at least 30 (default: 90)",
        )
        parser.add_argument(
            "--most", type=int, default=1000, metavar="N", help="pack at most this many games (default: 1000)"
        )
        parser.add_argument(
            "--unpack", action="store_true", help="unpack events into rows again, most recently packed first"
        )

    def handle(self, *, older_than: int, most: int, unpack: bool, **options: object) -> None:
        if most < 1:
            raise CommandError("--most must be at least 1.")
        now = timezone.now()
        if unpack:
            self.stdout.write(f"{commands.unpack_games(most=most, now=now)} games unpacked")
            return
        try:
            packed = commands.pack_games(older_than=timedelta(days=older_than), most=most, now=now)
        except ValueError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{packed} games packed")
