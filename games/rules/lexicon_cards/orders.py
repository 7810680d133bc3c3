"""What players of Lexicon may write: LAY, TAKE, DRAW, ADD, EXCHANGE, CHALLENGE, ACCEPT. Nothing is played here.

A word is letters, `?` or `*` behind one for which the Master is to stand. On web and API a small letter says the same in a
word that is otherwise in capitals; in mail, case means nothing.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations

from games.rules.kind import Order, Unreadable
from games.rules.lexicon_cards.making import shown
from games.rules.lexicon_cards.pack import MASTER
from games.rules.lines import Line, Phrase, fold
from games.rules.messages import Message, say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, Verb, as_written, bare

Letters = Callable[[str], str]
"""What the case of a word means: `str`, or `str.upper` where it means nothing."""

MARKS = "?*"
_WORD = re.compile(rf"(?:[A-Za-z][{MARKS}]?)+")
_LETTER = re.compile(rf"([A-Za-z])([{MARKS}]?)")
_BETWEEN = re.compile(r"\s*(?:->|=>|→|=)\s*|\s+(?:to|into|for)\s+|[\s,]+", re.IGNORECASE)
_AROUND = " .!,:;\"'“”„«»‘’"
EXAMPLES = ("LAY CAT", "TAKE Q", "DRAW Q", "ADD ARE CARESS", "EXCHANGE LARCH LURCH")
_OF_A_TURN = ("LAY", "TAKE", "DRAW", "ADD", "EXCHANGE")


class CardGrammar(Grammar):
    """In mail a word is read in capitals too, not only a layout."""

    def ignoring_case(self) -> Grammar:
        return _grammar(str.upper)


def grammar() -> Grammar:
    """The grammar of web and API; mail reads its `ignoring_case()`."""
    return _GRAMMAR


def _grammar(letters: Letters) -> CardGrammar:
    return CardGrammar(
        verbs=_verbs(letters), contradictions=_CONTRADICTIONS, letters=letters, write=_written, examples=EXAMPLES
    )


def _written(order: Order) -> str:
    """As one may write it in a mail, too, where a small letter says nothing."""
    if order.verb in TABLE_VERBS:
        return as_written(order)
    return as_written(Order(order.verb, {name: shown(signs) for name, signs in order.facts.items()}))


def _verbs(letters: Letters) -> Mapping[str, Verb]:
    return {
        **TABLE_VERBS,
        "LAY": partial(_read_lay, letters),
        "TAKE": partial(_read_card, "TAKE", _TAKE),
        "DRAW": partial(_read_card, "DRAW", _DRAW),
        "ADD": partial(_read_change, letters, "ADD", _ADD, "ARE CARESS"),
        "EXCHANGE": partial(_read_change, letters, "EXCHANGE", _EXCHANGE, "LARCH LURCH"),
        "CHALLENGE": bare("CHALLENGE"),
        "ACCEPT": bare("ACCEPT"),
    }


_LAY = say("LAY needs a word made of your cards.")
_TAKE = say("TAKE needs the card of your hand that goes in the place of the exposed one.")
_DRAW = say("DRAW needs the card of your hand that goes on the exposed pile before you take the blind one.")
_ADD = say("ADD needs a word on the table and the longer one you make of it.")
_EXCHANGE = say("EXCHANGE needs a word on the table and the one that stands after the exchange.")


def _read_lay(letters: Letters, line: Line, phrase: Phrase) -> Order | None:
    argument = _argument(line, "LAY")
    if not argument:
        raise Unreadable(line=line.raw, why=_LAY, correct="LAY CAT")
    if argument[0] in MARKS or any(f"{mark}{other}" in argument for mark in MARKS for other in MARKS):
        why = say("Name the letter that a Master stands for, and write ? behind it.")
        raise Unreadable(line=line.raw, why=why, correct="LAY CA?T")
    if not _WORD.fullmatch(argument):
        return None
    return Order("LAY", {"word": _word(argument, letters)})


def _read_card(verb: str, needs: Message, line: Line, phrase: Phrase) -> Order | None:
    argument = _argument(line, verb).upper()
    if not argument:
        raise Unreadable(line=line.raw, why=needs, correct=f"{verb} Q")
    if argument in (*MARKS, "MASTER"):
        return Order(verb, {"card": MASTER})
    return Order(verb, {"card": argument}) if re.fullmatch(r"[A-Z]", argument) else None


def _read_change(letters: Letters, verb: str, needs: Message, example: str, line: Line, phrase: Phrase) -> Order | None:
    named = [part for part in _BETWEEN.split(_argument(line, verb)) if part]
    if not all(map(_WORD.fullmatch, named)) or len(named) > 2:
        return None
    if len(named) < 2:
        raise Unreadable(line=line.raw, why=needs, correct=f"{verb} {example}")
    word, makes = (_word(part, letters) for part in named)
    return Order(verb, {"word": word, "makes": makes})


def _argument(line: Line, verb: str) -> str:
    """What stands behind the verb, without emphasis or punctuation around it; a mark at its end is kept."""
    return fold(line.written_after(verb)).strip(_AROUND)


def _word(written: str, letters: Letters) -> str:
    """The word in capitals, small where a Master is named."""
    signs = _LETTER.findall(letters(written))
    capitals = sum(letter.isupper() for letter, _ in signs)
    case_counts = capitals > len(signs) - capitals
    return "".join(
        letter.lower() if mark or (case_counts and letter.islower()) else letter.upper() for letter, mark in signs
    )


_CONTRADICTIONS = (
    TABLE_CONTRADICTIONS
    | {frozenset(pair) for pair in combinations((*_OF_A_TURN, "RESIGN"), 2)}
    | {frozenset(("CHALLENGE", "ACCEPT"))}
)
_GRAMMAR = _grammar(str)
