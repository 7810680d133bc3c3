"""`manage.py solve [--language CODE] --hand TILES [--word-list NAME] [--seconds 10] [--seed 1] [--from FILE]`: print the
best layout found.

With `--tile-set LC120 [--tiles 60] [--once]` instead of a hand, the tiles are chosen freely from a set."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.commands.score_layout import hand_in, layout_in, refusal, words_named
from games.management.languages import add_language, alphabet_named
from games.robots.solver.contriving import contrive
from games.robots.solver.search import Budget, PreparedWords, solve
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import parse_tile_set
from games.rules.values import OrderRefused, Unreadable


class Command(BaseCommand):
    help = "Search for the best layout of a hand. Install the extra `analysis` for strong results."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_language(parser)
        tiles = parser.add_mutually_exclusive_group(required=True)
        tiles.add_argument("--hand", help="all tiles held; ? is a blank")
        tiles.add_argument("--tile-set", help="choose any tiles from this set instead, without blanks, such as LC120")
        parser.add_argument("--word-list", help="a word list of this server (default: the open list of the language)")
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
        language: str,
        hand: str | None,
        tile_set: str | None,
        word_list: str | None,
        seconds: float,
        steps: int | None,
        seed: int,
        start: Path | None,
        changes: int | None,
        tiles: int | None,
        once: bool,
        **options: object,
    ) -> None:
        alphabet = alphabet_named(language)
        try:
            held = "" if hand is None else hand_in(hand, alphabet)
            begin = layout_in(start.read_text("utf-8"), alphabet) if start else ()
            words = PreparedWords(words_named(word_list, alphabet), alphabet)
            budget = Budget(seconds=seconds if steps is None else None, steps=steps)
            if tile_set is None:
                found = solve(held, words, budget, seed=seed, start=begin, changes=changes)
            else:
                chosen = parse_tile_set(tile_set, alphabet).tiles
                found = contrive(chosen, words, budget, seed=seed, tiles=tiles, words_repeat=not once)
        except (Unreadable, OrderRefused) as refused:
            raise refusal(refused, alphabet) from refused
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            json.dumps(
                {
                    "layout": list(map(alphabet.write, found.layout)),
                    "points": found.score.points,
                    "words": found.score.words,
                    "leftover": found.score.leftover,
                    "score": found.score.exact,
                    "steps": found.steps,
                    "cpu_seconds": round(found.cpu_seconds, 2),
                },
                ensure_ascii=alphabet is ENGLISH,
            )
        )
