"""What players of the handshake game may write, a line each. Nothing is played here, and no name is judged.

CLAIM HAND Marie Curie THROUGH Aunt Olga: congress in Zurich, 1931
CLAIM REFUSED Queen Victoria: opera in Vienna, 1897
CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club in Reykjavik, 1972
DOUBT 2, 4
DOUBT NONE
VOTE 3
"""

import re
from typing import Any

from games.rules.handshake.claims import HAND, REFUSED
from games.rules.kind import Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, as_written

EXAMPLE_OF_HAND = "CLAIM HAND Marie Curie THROUGH Aunt Olga: congress in Zurich, 1931"
EXAMPLE_OF_REFUSED = "CLAIM REFUSED Queen Victoria: opera in Vienna, 1897"
EXAMPLE_OF_REFUSED_THROUGH = "CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club in Reykjavik, 1972"
THROUGH = "THROUGH"
NONE = {"NONE", "NOBODY", "NOTHING", "NO"}
FEW_WORDS = 2
BIGGEST_NUMBER = 999

_BLANK = " \t\u00a0"
_BLANKS = re.compile(f"[{_BLANK}]+")
_COLON = re.compile("[:\uff1a]")


def grammar(options: Any) -> Grammar:
    """One for web, API and mail: letter case means nothing but in names and texts, which stay as written."""
    return _GRAMMAR


def _read_claim(line: Line, phrase: Phrase) -> Order | None:
    persons, *occasion = _COLON.split(line.written_after("CLAIM"), maxsplit=1)
    form, *names = _BLANKS.split(persons.strip(_BLANK))
    place = next((place for place, word in enumerate(names) if word.upper() == THROUGH), None)
    form_of = {"HAND": HAND, "REFUSED": REFUSED}.get(form.upper())
    if form_of and occasion and (place is not None or form_of == REFUSED):
        facts = {"form": form_of, "target": " ".join(names[:place])}
        if place is not None:
            facts["through"] = " ".join(names[place + 1 :])
        return Order("CLAIM", {**facts, "occasion": occasion[0].strip(_BLANK)})
    if form_of == REFUSED:
        why = say(
            "A refused handshake names who refused it, perhaps THROUGH whom you know of it, then a colon, then when and where."
        )
        raise Unreadable(line=line.raw, why=why, correct=EXAMPLE_OF_REFUSED_THROUGH)
    why = say("A claim names a HAND, the person THROUGH whom you shook it, then a colon, then when and where.")
    raise Unreadable(line=line.raw, why=why, correct=EXAMPLE_OF_HAND)


def _read_doubt(line: Line, phrase: Phrase) -> Order | None:
    if phrase.argument.upper() in NONE:
        return Order("DOUBT", {"claims": ()})
    if numbers := _numbers(phrase):
        return Order("DOUBT", {"claims": numbers})
    if len(phrase.argument.split()) > FEW_WORDS:
        return None
    why = say("DOUBT takes the numbers of all claims that you doubt, or NONE.")
    raise Unreadable(line=line.raw, why=why, correct="DOUBT 2, 4")


def _read_vote(line: Line, phrase: Phrase) -> Order | None:
    numbers = _numbers(phrase)
    if len(numbers) == 1:
        return Order("VOTE", {"claim": numbers[0]})
    if not numbers and len(phrase.argument.split()) > FEW_WORDS:
        return None
    raise Unreadable(line=line.raw, why=say("VOTE takes the number of one claim."), correct="VOTE 3")


def _numbers(phrase: Phrase) -> tuple[int, ...]:
    """Each number once, in order; none where anything else stands there."""
    words = phrase.argument.upper().replace(",", " ").replace("#", " ").split()
    written = [word for word in words if word not in ("AND", "CLAIM", "CLAIMS")]
    if not all(word.isascii() and word.isdigit() and len(word) <= len(str(BIGGEST_NUMBER)) for word in written):
        return ()
    return tuple(sorted(set(map(int, written))))


def _write(order: Order) -> str:
    """The order in the line that reads as the same."""
    facts = order.facts
    match order.verb:
        case "CLAIM" if facts:
            through = f" THROUGH {facts['through']}" if "through" in facts else ""
            return f"CLAIM {facts['form'].upper()} {facts['target']}{through}: {facts['occasion']}"
        case "DOUBT" if facts:
            return f"DOUBT {', '.join(map(str, facts['claims'])) or 'NONE'}"
    return as_written(order)


_GRAMMAR = Grammar(
    verbs={**TABLE_VERBS, "CLAIM": _read_claim, "DOUBT": _read_doubt, "VOTE": _read_vote},
    contradictions=TABLE_CONTRADICTIONS,
    write=_write,
    prose=frozenset({"CLAIM"}),
    examples=(EXAMPLE_OF_HAND, EXAMPLE_OF_REFUSED, EXAMPLE_OF_REFUSED_THROUGH, "DOUBT 2, 4", "VOTE 3"),
)
