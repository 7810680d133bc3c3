"""`manage.py check_ratings`: recompute all ratings from the games, and name the first that differs."""

from django.core.management.base import BaseCommand, CommandError

from games.tournaments.commands.ratings import games_rated, recompute


class Command(BaseCommand):
    help = "Check the ratings against the games: exit 0, or 1 and print the first that differs."

    def handle(self, *args: object, **options: object) -> None:
        difference = recompute()
        if difference is not None:
            raise CommandError(difference)
        self.stdout.write(f"{games_rated()} games, all as recorded")
