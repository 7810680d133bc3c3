"""No code assumes that letters are those from A to Z, except where English is meant: a game can have any alphabet."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("games", "notifications", "lexicon", "templates", "docs/hooks")
ENDINGS = {".py", ".html", ".js", ".txt"}
NOT_OURS = ("/vendor/", "/locale/", "/migrations/", ".min.js")
ASSUMES_ENGLISH = re.compile(
    r"""\b[aA]-[zZ]|ascii_(?:letters|uppercase|lowercase)|\bisascii\b|ABCDEFG|abcdefg|ord\(["'][aA]["']\)"""
    r"""|["']ascii["']|charCodeAt|fromCharCode""",
    re.IGNORECASE,
)

COLUMNS = "columns of a board have the letters A to Z as names, in every language"
COMMANDS = "commands of emails are English words"
DIGITS = "a number in ASCII digits"
CODES = "an identifier, not a tile"
LEXICON_CARDS = "the cards of Lexicon are an English pack"
SCANNERGRAM = "Scannergram is played in English only"
LYNX = "Lynx is played in English only"
ENGLISH_FILES = "the English lists and phrases have only ASCII letters"
BYTES = "bytes of an email or a post, not tiles"

ALLOWED = {
    "games/commands/seats.py": (1, DIGITS),
    "games/rules/alphabets/alphabet.py": (4, "names the tiles of English as A–Z, and skips work for ASCII texts"),
    "games/rules/alphabets/loading.py": (3, f"codes, aliases and names of sets: {CODES}"),
    "games/rules/crossing/options.py": (1, "the letters of teams"),
    "games/rules/grid.py": (4, COLUMNS),
    "games/rules/handshake/doubting.py": (1, DIGITS),
    "games/rules/layout_lines.py": (1, "a sign-off of an email ends with a word"),
    "games/rules/lexicon_cards/cards.py": (4, LEXICON_CARDS),
    "games/rules/lexicon_cards/laying.py": (1, LEXICON_CARDS),
    "games/rules/lexicon_cards/piles.py": (1, LEXICON_CARDS),
    "games/rules/lexicon_cards/plan.py": (2, LEXICON_CARDS),
    "games/rules/lines.py": (2, COMMANDS),
    "games/rules/lynx/entry.py": (2, LYNX),
    "games/rules/lynx/pattern.py": (2, LYNX),
    "games/rules/lynx/weighing.py": (2, LYNX),
    "games/rules/notation.py": (2, COLUMNS),
    "games/rules/reading.py": (1, COMMANDS),
    "games/rules/scannergram/rebuilding.py": (1, SCANNERGRAM),
    "games/rules/scannergram/solving.py": (3, SCANNERGRAM),
    "games/rules/word_index.py": (2, f"words by their letters: {LYNX}"),
    "games/web/asking.py": (1, DIGITS),
    "games/web/static/js/board/board.js": (1, COLUMNS),
    "games/web/static/js/cards.js": (2, LEXICON_CARDS),
    "games/web/static/js/entries.js": (1, LYNX),
    "games/web/static/js/push.js": (1, BYTES),
    "games/web/templatetags/board.py": (1, "the letters that every keyboard has, to type others by them"),
    "games/wording.py": (1, "names of players in ASCII read from the left"),
    "games/word_lists/hunspell.py": (2, "names of encodings, and keys of Hunspell’s files"),
    "games/word_lists/library.py": (3, ENGLISH_FILES),
    "docs/hooks/where.py": (1, "names in our code"),
    "lexicon/deploy/answers.py": (3, f"settings and host names: {CODES}"),
    "notifications/channels/guard.py": (1, "addresses of the web"),
    "notifications/incoming/introductions.py": (1, "dates in emails"),
    "notifications/incoming/bodies.py": (1, BYTES),
    "notifications/outgoing/composing.py": (3, "the fences of emails are English, and headers are written as they are"),
    "notifications/outgoing/mails/invitation.py": (1, "addresses of the web"),
    "notifications/replies.py": (2, "the fences of emails are English"),
    "notifications/tokens.py": (3, "tokens in reply addresses"),
}
"""The files that may assume it, with the largest number of such lines, and the reason."""


@cache
def found():
    """Return the lines that assume English letters, by file."""
    places = {}
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in ENDINGS or any(part in f"/{path}" for part in NOT_OURS):
                continue
            lines = [line.strip() for line in file.read_text("utf-8").splitlines() if ASSUMES_ENGLISH.search(line)]
            if lines:
                places[path] = lines
    return places


def test_letters_from_a_to_z_are_assumed_only_where_english_is_meant():
    assert {path: lines for path, lines in found().items() if len(lines) > ALLOWED.get(path, (0, ""))[0]} == {}


@pytest.mark.parametrize("path", ALLOWED)
def test_every_exception_is_needed(path):
    assert path in found()
