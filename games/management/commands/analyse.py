"""`manage.py analyse GAME`: analyse a finished game in this process, even one that ended before the extra was
installed."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games import queries, store
from games.models import Game
from games.robots import analysis
from games.rules.options import alphabet_in


class Command(BaseCommand):
    help = "Search for the best layouts of a finished game. Install the extra `analysis` for strong results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int, help="number of the game")
        parser.add_argument(
            "--steps", type=int, help="steps of each search, at most; gives the same result on every machine"
        )

    def handle(self, *, game: int, steps: int | None, **options: object) -> None:
        try:
            analysis.ask_for(game_id=game, now=timezone.now())
        except store.NoSuchGame:
            raise CommandError(
                f"There is no game {game}, or it has not finished, or games of its kind are not analysed."
            ) from None
        while analysis.analyse_one(now=timezone.now(), game_id=game, steps=steps):
            found = queries.analysis_of(game)
            if found and options["verbosity"]:
                self.stderr.write(f"Analysed {found.analysed} of {len(found.positions)} positions, pass {found.passes}")
        found, alphabet = queries.analysis_of(game), alphabet_in(Game.objects.get(pk=game).options)
        self.stdout.write(json.dumps(alphabet.write_json(found.as_json()) if found else None))
