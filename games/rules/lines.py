"""One line of a player's text, prepared for the grammar: characters folded, decoration removed. Knows no verb or
layout."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property

from games.rules.alphabets.alphabet import IN_BRACKETS, Alphabet
from games.rules.alphabets.known import ENGLISH

LONGEST_LINE = 4000
"""Characters of a line that are read. Folding longer lines of a hostile email could take seconds."""

LONGEST_POLITE = 120
"""The longest line in which a command can be surrounded by courtesies, in characters."""

SHORTEST_BROKEN, LONGEST_BROKEN = 66, 80
"""The length at which email programs break lines, because the next word doesn't fit."""

_INVISIBLE = [0, 0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F)]
_INVISIBLE += [*range(0x2060, 0x2070), *range(0xFE00, 0xFE10)]
_FOLDED = dict.fromkeys(_INVISIBLE) | dict.fromkeys(map(ord, "·•∙⋅‧・"), ".") | dict.fromkeys(map(ord, "│┃┆┊"), "|")
_FOLDED |= dict.fromkeys(map(ord, "‐‑‒−"), "-")
_CONTROLS = ("Cc", "Cs", "Zl", "Zp")
_TURNS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_LINE_END = re.compile(r"\r\n?|\n")
_LINK = re.compile(r"<(?:https?:|ftp:|mailto:)[^<>\s]*>", re.IGNORECASE)
_BULLET = re.compile(r"(?:[-*]|\d{1,3}\.)\s*|\.\s+")
_BULLET_IN_LAYOUT = re.compile(r"(?:[-*]|\d{1,3}\.)\s+")
_COLON = r"(?::|\s+:(?=[\s*_]|$))"  # a colon belongs to the verb, but not in `SAY :)`
_PHRASE = re.compile(rf"([A-Za-z]+)[*_]*(?=$|[\s:.!,]){_COLON}?\s*(.*)")
_WRITTEN = rf"(?:[-*]\s+|-|\d{{1,3}}\.\s*|\.\s+)?([*_]*)%s(?:([*_]+){_COLON}?|{_COLON}([*_]*)|[.!,]+(?=[*_]*$)|)\s*(.*)"


_AROUND = " *_\"'`“”„«»‘’‹›"
_DOUBTS = "❌✖✗✘❎🚫⛔🛑👎🙅🤔🤷🤨🧐😕❓❔✋⏸⏹⏳⌛"  # emoji of refusal or doubt: a command with one may not be meant
_PLEASE = r"please|pls|plz|svp|stp|s['’]il (?:vous|te) pla[iî]t"
_GREETING = re.compile(
    r"(?i:hi|hello|hey|dear|good (?:morning|evening|day)|bonjour|bonsoir|salut)(?: \w+)?\s*[,!:]\s*(?=[A-Z]{2})"
)
_QUOTE_MARK = re.compile(r"\s*(?:>|[»›]\s)")
_ASKED = re.compile(rf"(?:{_PLEASE})\b[\s,:]*", re.IGNORECASE)
_THANKED = re.compile(  # tried only at the start of a run of dots, because rows are full of them
    rf"(?<![\s,.!;-])[\s,.!;-]+(?:{_PLEASE}|thanks|thank you|many thanks|thx|merci(?: beaucoup)?)[\s.!]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Phrase:
    """A line that starts with a word: the word in upper case, and the rest of the line."""

    verb: str
    rest: str

    @property
    def argument(self) -> str:
        """The rest without emphasis and final punctuation."""
        return self.rest.strip(" .!,*_")


@dataclass(frozen=True)
class Line:
    """One line: `raw` as written, without surrounding spaces, and `text` folded, with its indent, and with tiles in
    brackets as they are inside the alphabet."""

    raw: str
    text: str
    alphabet: Alphabet

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_quoted(self) -> bool:
        """True if an email program has marked the line as quoted."""
        return bool(_QUOTE_MARK.match(self.text))

    @cached_property
    def phrase(self) -> Phrase | None:
        """The line as a command outside a layout."""
        return _phrase(self.text, _BULLET, "*_")

    @cached_property
    def phrase_in_layout(self) -> Phrase | None:
        """The line as a command among rows, where `. `, `-` and `_` are empty cells."""
        return _phrase(self.text, _BULLET_IN_LAYOUT, "*")

    @cached_property
    def plain(self) -> "Line | None":
        """The line without courtesies around a command in capitals (greeting, please, thanks, quotes, emoji), or
        None if it has none.

        Text between its words is unchanged."""
        if len(self.text) > LONGEST_POLITE:
            return None
        bare = as_written = _BULLET.sub("", self.text.strip(), count=1).strip(" *_")
        while (less := _without_courtesy(bare)) != bare:
            bare = less
        return replace(self, text=bare) if bare not in ("", as_written) else None

    def written_after(self, verb: str) -> str:
        """Return the text after the verb as written, without emphasis around the verb or the line."""
        for source in (self.raw, self.text.strip()):  # a verb in full-width letters is only found in the folded line
            if found := re.match(_WRITTEN % verb, source, re.IGNORECASE):
                around, word, colon, written = found.groups(default="")
                return (written if word or colon else written.removesuffix(around[::-1])).strip()
        return ""


def was_broken(line: Line, following: Line) -> bool:
    """Return True if an email program may have broken this line: the next word had no room, and the line isn't too
    long."""
    next_words = following.raw.split(maxsplit=1)
    needed = len(line.raw) + 1 + len(next_words[0]) if next_words else 0
    return len(line.raw) <= LONGEST_BROKEN and needed > SHORTEST_BROKEN


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, split only at the line ends of email, so that a quote mark applies to its whole
    line."""
    return _LINE_END.split(text)


def in_one_line(text: str) -> str:
    """Return the text with single spaces and without direction marks, which come along with copied numbers."""
    return " ".join(
        "".join(character for character in text if unicodedata.bidirectional(character) not in _TURNS).split()
    )


def can_be_written(text: str) -> bool:
    """Return True if the text has no lone surrogate. JSON can hold those, but no encoding can write them."""
    return all(unicodedata.category(character) != "Cs" for character in text)


def has_control_characters(text: str) -> bool:
    """Return True if the text has control characters, line ends, direction marks or lone surrogates."""
    return any(
        unicodedata.category(character) in _CONTROLS or unicodedata.bidirectional(character) in _TURNS
        for character in text
    )


def without_accents(text: str) -> str:
    """Return the text with accents removed; other characters are unchanged."""
    parted = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def without_strange_marks(text: str, alphabet: Alphabet) -> str:
    """Return the text with accents removed and a tile in place of anything in brackets, to see what it was meant as."""
    return re.sub(IN_BRACKETS, alphabet.letters[0], without_accents(text))


def line_of(written: str, alphabet: Alphabet = ENGLISH, *, any_case: bool = False) -> Line:
    """Return the line that a player wrote. The alphabet matters only where tiles are read; with `any_case`, those in
    brackets may be in mixed case."""
    return Line(written.replace("\0", "").strip(), alphabet.inside(fold(written), any_case=any_case).rstrip(), alphabet)


def fold(written: str) -> str:
    """Return the text with lookalike characters replaced, so that the grammar sees only one form of each.

    The text is cut to `LONGEST_LINE` characters and normalised (NFKC). Dots such as `·` and `•` become full stops,
    vertical lines become `|`, and other hyphens become `-`. Invisible characters are removed, and so are addresses in
    angle brackets, which email programs write after a link. Tabs become spaces."""
    text = unicodedata.normalize("NFKC", written[:LONGEST_LINE]).translate(_FOLDED)
    return _LINK.sub("", text).expandtabs(4)


def _without_courtesy(text: str) -> str:
    """Return the text without one courtesy around a command."""
    text = text.strip(_AROUND)
    if text and _is_emoji(text[0]):
        return text[1:]
    if text and _is_emoji(text[-1]):
        return text[:-1]
    for courtesy in (_GREETING, _ASKED):
        if found := courtesy.match(text):
            return text[found.end() :]
    return _THANKED.sub("", text)


def _is_emoji(character: str) -> bool:
    """Return True for emoji and skin tones, except those of refusal or doubt, which can't be ignored."""
    return (
        unicodedata.category(character) == "So" or "\U0001f3fb" <= character <= "\U0001f3ff"
    ) and character not in _DOUBTS


def _phrase(text: str, bullet: re.Pattern[str], emphasis: str) -> Phrase | None:
    body = text.strip()
    if found := bullet.match(body):
        body = body[found.end() :]
    phrase = _PHRASE.match(body.strip(emphasis + " "))
    return Phrase(phrase[1].upper(), phrase[2]) if phrase else None
