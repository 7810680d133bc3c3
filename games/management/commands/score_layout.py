"""`manage.py score_layout [--language CODE] [--hand TILES] [--word-list NAME | --any-word] < grid`: print the score of a
layout."""

import json
import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.languages import add_language, alphabet_named
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import BLANK, EMPTY, Layout, check_held, layout_from
from games.rules.values import OrderRefused, Unreadable
from games.rules.words import AnyWord, WordList
from games.word_lists import shelf
from games.word_lists.library import bundled, bundled_in
from games.word_lists.recipes import bundled_lists, recipes

OPEN = "open"
KIND = registry.kind("crossing")


class ListOfFile(frozenset[str]):
    """A word list of the project from its file, for a few look-ups without a database."""

    name = OPEN
    sha256 = ""


class Command(BaseCommand):
    help = "Score a layout from standard input: rows of letters and dots, or words with coordinates."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_language(parser)
        parser.add_argument("--hand", help="all tiles held; ? is a blank (default: the tiles laid)")
        lists = parser.add_mutually_exclusive_group()
        lists.add_argument("--word-list", help="a word list of this server (default: the open list of the language)")
        lists.add_argument("--any-word", action="store_true", help="count every run of letters as a word")

    def handle(
        self, *, language: str, hand: str | None, word_list: str | None, any_word: bool, **options: object
    ) -> None:
        layouts, alphabet = KIND.layouts, alphabet_named(language)
        assert layouts is not None, "its players lay out tiles"
        words = AnyWord() if any_word else words_named(word_list, alphabet)
        try:
            layout = layout_in(sys.stdin.read(), alphabet)
            if hand is not None:
                hand = hand_in(hand, alphabet)
                check_held(layout, hand, alphabet)
        except (Unreadable, OrderRefused) as error:
            raise refusal(error, alphabet) from error
        made = layouts.score(layout, hand, words, alphabet).as_json()
        # in other languages than English, tiles can be written in several ways
        shown = {} if alphabet is ENGLISH else {"layout": list(layout)}
        self.stdout.write(json.dumps(alphabet.write_json({**shown, **made}), ensure_ascii=alphabet is ENGLISH))


def layout_in(text: str, alphabet: Alphabet) -> Layout:
    """Read the layout in a text, keeping the case of letters. Raises Unreadable and OrderRefused."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if all(_is_row(line, alphabet) for line in lines):
        return layout_from(lines, alphabet)
    reading = KIND.read("\n".join(["GRID", *lines, "END"]), KIND.options_type(alphabet=alphabet.code))
    layouts = [order.facts["layout"] for order in reading.orders if order.verb == "GRID"]
    return layouts[-1] if layouts else ()


def _is_row(line: str, alphabet: Alphabet) -> bool:
    try:
        return BLANK not in alphabet.read(line)
    except NotATile:
        return False


def hand_in(text: str, alphabet: Alphabet) -> str:
    """Read a hand, in upper or lower case, perhaps with spaces. Raises CommandError, which names the first character that
    isn't a tile."""
    try:
        hand = alphabet.read("".join(text.split()), any_case=True)
        if EMPTY in hand:
            raise NotATile(EMPTY)
    except NotATile as error:
        instead = f" Write {error.correct}." if error.correct else ""
        raise CommandError(
            f"{error.strange} isn’t a tile.{instead} Write the hand as letters {alphabet.listed}, with {BLANK} for a blank."
        ) from error
    return hand


def refusal(error: Unreadable | OrderRefused, alphabet: Alphabet) -> CommandError:
    """Return the error to raise for what the rules refuse, with its tiles as they are written."""
    said = f'"{error.line}": {error} Try: {error.correct}' if isinstance(error, Unreadable) else str(error)
    return CommandError(alphabet.write(said))


def words_named(name: str | None, alphabet: Alphabet) -> WordList:
    """Return a word list in this alphabet, its open list if no name is given. A list that comes with the project is read
    from its file, any other from the database. Raises CommandError for an unknown name."""
    name = name or alphabet.open_list or f"{alphabet.code}-{OPEN}"
    if alphabet is ENGLISH and name == OPEN:
        return ListOfFile(bundled().words)
    product = bundled_lists().get(name)
    if product and product.code == alphabet.code:
        return ListOfFile(bundled_in(product).words)
    if shelf.newest(name) is None:
        recipe = recipes().get(alphabet.code)
        is_unbuilt = recipe is not None and recipe.open.name == name
        to_build = f" Build it with: manage.py build_word_list {alphabet.code}" if is_unbuilt else ""
        names = ", ".join(shelf.names(alphabet))
        raise CommandError(f"There is no word list {name}. The lists are: {names}.{to_build}")
    try:
        return shelf.words_of(shelf.named(name, alphabet).pk)
    except OrderRefused as refused:
        raise CommandError(str(refused)) from refused
