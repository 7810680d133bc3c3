"""What players of Lynx may write: ENTER and a light and the entry, PASS, ACCEPT, REJECT. Nothing is played here."""

import re
from itertools import combinations

from games.rules.kind import Order, OrderRefused, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.lynx.entry import fold, tidy
from games.rules.messages import say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare

EXAMPLE = "ENTER 4D MOM"
_QUOTES = ' "“”„«»'
_ENTER = re.compile(r"(\d{1,3})\s*(a|d|across|down)\b[\s:.,=]*(.*)", re.IGNORECASE)
_LIGHT = re.compile(r"\d{1,3}\s*[a-z]{0,6}\b", re.IGNORECASE)


def _read_enter(line: Line, phrase: Phrase) -> Order | None:
    argument = phrase.argument
    found = _ENTER.fullmatch(argument)
    if found is None:
        if argument and not _LIGHT.match(argument):
            return None
        raise Unreadable(
            line=line.raw,
            why=say("ENTER needs a light, which is its number and A for across or D for down, and then your entry."),
            correct=EXAMPLE,
        )
    light, text = f"{int(found[1])}{found[2][0].upper()}", found[3].strip(_QUOTES)
    try:
        fold(text)
    except OrderRefused as refused:
        raise Unreadable(line=line.raw, why=refused.why, correct=f"ENTER {light} MOM") from refused
    return Order("ENTER", {"light": light, "text": tidy(text)})


_GRAMMAR = Grammar(
    verbs={
        **TABLE_VERBS,
        "ENTER": _read_enter,
        "PASS": bare("PASS"),
        "ACCEPT": bare("ACCEPT"),
        "REJECT": bare("REJECT"),
    },
    contradictions=TABLE_CONTRADICTIONS
    | {frozenset(pair) for pair in combinations(("ENTER", "PASS", "ACCEPT", "REJECT", "RESIGN"), 2)},
    examples=(EXAMPLE,),
)


def grammar() -> Grammar:
    """One grammar for mail, web and API: the case of letters means nothing."""
    return _GRAMMAR
