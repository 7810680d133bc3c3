"""`manage.py suggest_setup [--language CODE] --tiles LC120 --players 3`: print the deal, the pool and the rounds of such a game."""

import json

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.tiles import parse_tile_set, set_up
from games.rules.values import OrderRefused


class Command(BaseCommand):
    help = "Show how a tile set suits a number of players, with warnings."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--tiles",
            default="LC120",
            help="LC120, STANDARD, a multiple, or counts (default: LC120)",
        )
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument(
            "--language",
            default=ENGLISH.code,
            choices=codes(),
            metavar="CODE",
            help="language of the tiles (default: en)",
        )
        parser.add_argument(
            "--starting-tiles", type=int, help="number of tiles dealt to each player, if not the default"
        )
        parser.add_argument("--tiles-per-light", type=int, choices=[1, 2], default=1)

    def handle(
        self,
        *,
        tiles: str,
        players: int,
        language: str,
        starting_tiles: int | None,
        tiles_per_light: int,
        **options: object,
    ) -> None:
        try:
            tile_set = parse_tile_set(tiles, alphabet_of(language))
            plan = set_up(tile_set, players=players, starting_tiles=starting_tiles, tiles_per_light=tiles_per_light)
        except OrderRefused as refused:
            raise CommandError(str(refused)) from refused
        shown = {
            "tiles": tile_set.name,
            "players": players,
            "deal": plan.deal,
            "pool": plan.pool,
            "rounds": plan.rounds,
            "warnings": [str(warning) for warning in plan.warnings],
        }
        self.stdout.write(json.dumps(shown, ensure_ascii=False))
