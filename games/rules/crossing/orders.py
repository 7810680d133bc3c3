"""What players of Lexicon Crossing may write: its verbs, and which contradict each other. Nothing is played here."""

import re
from typing import Any

from games.rules.kind import Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare

TILES_PER_JAYWALK = 1
VERBS = ("GREEN", "RED", "UNASK", "JAYWALK", "GRID", "DONE", *TABLE_VERBS)
_TILES = re.compile(r"[A-Z?]{1,2}|[A-Z?](?:[\s,]+[A-Z?])+")
_APART = {"UNASK": ("GREEN", "RED", "JAYWALK"), "JAYWALK": ("GREEN", "RED"), "SAVE": ("GREEN", "RED")}


def grammar(options: Any) -> Grammar:
    """The grammar of web and API, where a lower-case letter is a blank; mail reads its `ignoring_case()`."""
    return _GRAMMAR


def _read_jaywalk(line: Line, phrase: Phrase) -> Order | None:
    tiles = phrase.argument.upper()
    if not tiles:
        raise Unreadable(line=line.raw, why=say("JAYWALK needs the letter to give back."), correct="JAYWALK Q")
    if not (phrase.argument.isascii() and _TILES.fullmatch(tiles)):  # ß and ı are no letters, but become some
        return None
    letters = re.sub(r"[\s,]", "", tiles)
    if len(letters) > TILES_PER_JAYWALK:
        raise Unreadable(
            line=line.raw, why=say("A jaywalk gives back one letter in this game."), correct=f"JAYWALK {letters[0]}"
        )
    return Order("JAYWALK", {"tiles": tuple(letters)})


_GRAMMAR = Grammar(
    verbs={
        **TABLE_VERBS,
        "GREEN": bare("GREEN", "LIGHT"),
        "RED": bare("RED", "LIGHT"),
        "UNASK": bare("UNASK"),
        "DONE": bare("DONE"),
        "JAYWALK": _read_jaywalk,
    },
    contradictions=TABLE_CONTRADICTIONS
    | {frozenset({verb, other}) for verb, others in _APART.items() for other in others},
    has_layouts=True,
    examples=("JAYWALK Q",),
)
