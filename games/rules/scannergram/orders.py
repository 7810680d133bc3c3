"""What players of Scannergram may write: BID with its words and grid, CALL, PASS. Nothing is played here.

A bid stands in several lines of one text, which `combine` puts together:

    BID 5
    CALL ITCHY WITCH
    GRID
    .C...
    .H..Y
    END

A CALL of no words calls all that the grid creates.
"""

import re
from itertools import combinations

from games.rules.grid import LONGEST_SIDE
from games.rules.kind import Json, Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare

EXAMPLE = "BID 5\nCALL ITCHY WITCH\nGRID\n..K..\n.CAKE\n..Y..\nEND"
MOST_WORDS = 60
_BID = re.compile(r"(\d{1,4})\b[\s:.,]*(.*)")
_WORDS = re.compile(rf"[A-Za-z]{{2,{LONGEST_SIDE}}}(?:[\s,;+]+[A-Za-z]{{2,{LONGEST_SIDE}}})*")


def combine(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """One order of a BID, or of a CALL without one, with the words and the grid of the same text."""
    by_verb = {order.verb: order for order in orders}
    leading = by_verb.get("BID") or by_verb.get("CALL")
    if leading is None:
        return orders
    facts: dict[str, Json] = dict(leading.facts)
    if "CALL" in by_verb:
        named = (*leading.facts.get("calls", ()), *by_verb["CALL"].facts["calls"])
        facts["calls"] = tuple(dict.fromkeys(named))
    if "GRID" in by_verb:
        facts["layout"] = by_verb["GRID"].facts["layout"]
    whole = Order(leading.verb, facts)
    return tuple(
        whole if order is leading else order for order in orders if order is leading or order.verb not in _PARTS
    )


_PARTS = ("CALL", "GRID")


def _read_bid(line: Line, phrase: Phrase) -> Order | None:
    found = _BID.fullmatch(phrase.argument)
    if found is None:
        if phrase.argument:
            return None
        raise Unreadable(line=line.raw, why=say("BID needs the length of your word."), correct="BID 5")
    words = re.sub(r"^call\b[\s:]*", "", found[2], flags=re.IGNORECASE)
    facts: dict[str, Json] = {"length": int(found[1])}
    if words:
        facts["calls"] = _words(line, words, correct=f"BID {found[1]}\nCALL ITCHY WITCH")
    return Order("BID", facts)


def _read_call(line: Line, phrase: Phrase) -> Order | None:
    if not phrase.argument:
        return Order("CALL", {"calls": ()})
    return Order("CALL", {"calls": _words(line, phrase.argument, correct="CALL ITCHY WITCH")})


def _words(line: Line, text: str, *, correct: str) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(re.findall(r"[A-Z]+", text.upper())))
    if not (text.isascii() and _WORDS.fullmatch(text)) or len(words) > MOST_WORDS:
        raise Unreadable(
            line=line.raw, why=say("Name each word that your grid creates, with spaces between them."), correct=correct
        )
    return words


_GRAMMAR = Grammar(
    verbs={**TABLE_VERBS, "BID": _read_bid, "CALL": _read_call, "PASS": bare("PASS")},
    contradictions=TABLE_CONTRADICTIONS
    | {frozenset(pair) for pair in combinations(("BID", "PASS", "RESIGN"), 2)}
    | {frozenset({"CALL", "PASS"})},
    has_layouts=True,
    letters=str.upper,
    combine=combine,
    examples=(EXAMPLE, "BID 5", EXAMPLE.partition("\n")[2], "CALL ITCHY WITCH"),
)


def grammar() -> Grammar:
    """One grammar for mail, web and API: there are no blanks, so the case of letters means nothing."""
    return _GRAMMAR
