"""`manage.py suggest_setup --tiles LC120 --players 3`: the deal, the pool and the rounds of a table."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.kind import OrderRefused
from games.rules.tiles import parse_tile_set, set_up


class Command(BaseCommand):
    help = "How a set of tiles serves a number of players, and what is not advised."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tiles", default="LC120", help="S98, S100, LC120, a multiple, or counts (default: LC120)")
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--starting-tiles", type=int, help="another deal than the usual one")
        parser.add_argument("--tiles-per-light", type=int, choices=[1, 2], default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tiles = parse_tile_set(options["tiles"])
            plan = set_up(
                tiles,
                players=options["players"],
                starting_tiles=options["starting_tiles"],
                tiles_per_light=options["tiles_per_light"],
            )
        except OrderRefused as refused:
            raise CommandError(str(refused)) from refused
        shown = {
            "tiles": tiles.name,
            "players": options["players"],
            "deal": plan.deal,
            "pool": plan.pool,
            "rounds": plan.rounds,
            "warnings": [str(warning) for warning in plan.warnings],
        }
        self.stdout.write(json.dumps(shown, ensure_ascii=False))
