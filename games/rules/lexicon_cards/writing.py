"""How cards and words are written.

A word is letters, `?` or `*` behind one for which the Master is to stand. On web and API a small letter says the same in a
word that is otherwise in capitals; in mail, case means nothing."""

import re
from collections.abc import Callable

from games.rules.kind import Order
from games.rules.lexicon_cards.making import shown
from games.rules.lines import Line, fold
from games.rules.reading import as_written

Letters = Callable[[str], str]
"""What the case of a word means: `str`, or `str.upper` where it means nothing."""

MARKS = "?*"
WORD = re.compile(rf"(?:[A-Za-z][{MARKS}]?)+")
_LETTER = re.compile(rf"([A-Za-z])([{MARKS}]?)")
_AROUND = " .!,:;\"'“”„«»‘’"


def argument_of(line: Line, verb: str) -> str:
    """What stands behind the verb, without emphasis or punctuation around it; a mark at its end is kept."""
    return fold(line.written_after(verb)).strip(_AROUND)


def word_of(text: str, letters: Letters) -> str:
    """The word in capitals, small where a Master is named."""
    signs = _LETTER.findall(letters(text))
    capitals = sum(letter.isupper() for letter, _ in signs)
    case_counts = capitals > len(signs) - capitals
    return "".join(
        letter.lower() if mark or (case_counts and letter.islower()) else letter.upper() for letter, mark in signs
    )


def written(order: Order) -> str:
    """As one may write it in a mail, too, where a small letter says nothing."""
    return as_written(Order(order.verb, {name: shown(signs) for name, signs in order.facts.items()}))
