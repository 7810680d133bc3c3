"""`manage.py score_layout [--hand LETTERS] [--word-list NAME | --any-word] < grid`: print the score of a layout."""

import json
import re
import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import BLANK, Layout, check_held, layout_from
from games.rules.values import OrderRefused, Unreadable
from games.rules.words import AnyWord, WordList
from games.word_lists import shelf
from games.word_lists.library import bundled

ROWS = re.compile(r"[A-Za-z.\s]*")
HAND = re.compile(r"[A-Z?]*")
OPEN = "open"
KIND = registry.kind("crossing")


class OpenList(frozenset[str]):
    """The open list from its file, for a few look-ups without a database."""

    name = "open"
    sha256 = ""


class Command(BaseCommand):
    help = "Score a layout from standard input: rows of letters and dots, or words with coordinates."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hand", help="all tiles held; ? is a blank (default: the tiles laid)")
        lists = parser.add_mutually_exclusive_group()
        lists.add_argument("--word-list", default=OPEN, help="a word list of this server (default: %(default)s)")
        lists.add_argument("--any-word", action="store_true", help="count every run of letters as a word")

    def handle(self, *, hand: str | None, word_list: str, any_word: bool, **options: object) -> None:
        layouts = KIND.layouts
        assert layouts is not None, "its players lay out tiles"
        words = AnyWord() if any_word else words_named(word_list)
        try:
            layout = layout_in(sys.stdin.read())
            if hand is not None:
                hand = hand.upper()
                if not HAND.fullmatch(hand):
                    raise CommandError(f"Write the hand as letters A–Z, with {BLANK} for a blank.")
                check_held(layout, hand)
        except Unreadable as fault:
            raise CommandError(f'"{fault.line}": {fault} Try: {fault.correct}') from fault
        except OrderRefused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(json.dumps(layouts.score(layout, hand, words, ENGLISH).as_json()))


def layout_in(text: str) -> Layout:
    """Read the layout in a text, keeping the case of letters. Raises Unreadable and OrderRefused."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not any(re.search(r"\s", line) for line in lines) and all(ROWS.fullmatch(line) for line in lines):
        return layout_from(lines, ENGLISH)
    reading = KIND.read("\n".join(["GRID", *lines, "END"]), KIND.options_type())
    layouts = [order.facts["layout"] for order in reading.orders if order.verb == "GRID"]
    return layouts[-1] if layouts else ()


def words_named(name: str) -> WordList:
    """Return the open list from its file, any other from the database. Raises CommandError for an unknown name."""
    if name == OPEN:
        return OpenList(bundled().words)
    kept = shelf.newest(name)
    if kept is None:
        raise CommandError(f"There is no word list {name}. The lists are: {', '.join(shelf.names())}.")
    return shelf.words_of(kept.pk)
