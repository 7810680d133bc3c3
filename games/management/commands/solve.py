"""`manage.py solve --hand LETTERS [--word-list NAME] [--seconds 10] [--seed 1] [--from FILE]`: print the best layout
found.

With `--tile-set LC120 [--tiles 60] [--once]` instead of a hand, the tiles are chosen freely from a set."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.commands.score_layout import OPEN, layout_in, words_named
from games.robots.solver.contriving import contrive
from games.robots.solver.search import Budget, PreparedWords, solve
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import parse_tile_set
from games.rules.values import OrderRefused, Unreadable


class Command(BaseCommand):
    help = "Search for the best layout of a hand. Install the extra `analysis` for strong results."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        tiles = parser.add_mutually_exclusive_group(required=True)
        tiles.add_argument("--hand", help="all tiles held; ? is a blank")
        tiles.add_argument("--tile-set", help="choose any tiles from this set instead, without blanks, such as LC120")
        parser.add_argument("--word-list", default=OPEN, help="a word list of this server (default: %(default)s)")
        parser.add_argument("--seconds", type=float, default=10, help="processor time (default: %(default)s)")
        parser.add_argument(
            "--steps", type=int, help="stop after this many steps; with a seed, the layout is always the same"
        )
        parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
        parser.add_argument("--from", dest="start", type=Path, help="file with a layout to start from")
        parser.add_argument("--changes", type=int, help="change at most this many words of that layout (default: all)")
        parser.add_argument("--tiles", type=int, help="lay exactly this many tiles of the set (default: any)")
        parser.add_argument("--once", action="store_true", help="with --tile-set: lay no word twice")

    def handle(
        self,
        *,
        hand: str | None,
        tile_set: str | None,
        word_list: str,
        seconds: float,
        steps: int | None,
        seed: int,
        start: Path | None,
        changes: int | None,
        tiles: int | None,
        once: bool,
        **options: object,
    ) -> None:
        try:
            begin = layout_in(start.read_text("utf-8")) if start else ()
            words = PreparedWords(words_named(word_list), ENGLISH)
            budget = Budget(seconds=seconds if steps is None else None, steps=steps)
            if tile_set is None:
                assert hand is not None
                found = solve(hand.upper(), words, budget, seed=seed, start=begin, changes=changes)
            else:
                chosen = parse_tile_set(tile_set, ENGLISH).tiles
                found = contrive(chosen, words, budget, seed=seed, tiles=tiles, words_repeat=not once)
        except Unreadable as fault:
            raise CommandError(f'"{fault.line}": {fault} Try: {fault.correct}') from fault
        except (OrderRefused, ValueError, OSError) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            json.dumps(
                {
                    "layout": list(found.layout),
                    "points": found.score.points,
                    "words": found.score.words,
                    "leftover": found.score.leftover,
                    "score": found.score.exact,
                    "steps": found.steps,
                    "cpu_seconds": round(found.cpu_seconds, 2),
                }
            )
        )
