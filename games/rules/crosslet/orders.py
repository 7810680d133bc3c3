"""What players of Crosslet may write: GRID with a play, EXCHANGE and tiles, SWAP and the cell of a blank. Nothing is played
here."""

import re
from collections.abc import Mapping
from itertools import combinations

from games.rules.crosslet.boards import BOARDS
from games.rules.crosslet.options import Options
from games.rules.crosslet.scoring import RACK
from games.rules.kind import Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import say
from games.rules.places import cell_at, is_place, place_of
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare

_TILES = re.compile(rf"[A-Z?]{{1,{RACK}}}|[A-Z?](?:[\s,]+[A-Z?])+")


def grammar(options: Options) -> Grammar:
    """The grammar of web and API, where a lower-case letter is a blank; mail reads its `ignoring_case()`."""
    return _GRAMMARS[options.board]


def _read_exchange(line: Line, phrase: Phrase) -> Order | None:
    tiles = phrase.argument.upper()
    if tiles and not (phrase.argument.isascii() and _TILES.fullmatch(tiles)):
        return None
    return Order("EXCHANGE", {"tiles": tuple(re.sub(r"[\s,]", "", tiles))})


def _read_pass(line: Line, phrase: Phrase) -> Order | None:
    return Order("EXCHANGE", {"tiles": ()}) if bare("PASS")(line, phrase) else None


def _read_swap(line: Line, phrase: Phrase) -> Order | None:
    """The cells of blanks, by their places in either direction."""
    places = re.split(r"[\s,]+", phrase.argument)
    if not phrase.argument:
        raise Unreadable(line=line.raw, why=say("SWAP needs the cell of the blank to take."), correct="SWAP H8")
    if not all(map(is_place, places)):
        return None
    return Order("SWAP", {"cells": tuple(dict.fromkeys(place_of(cell_at(place)) for place in places))})


_APART = ("GRID", "EXCHANGE", "RESIGN")
_GRAMMARS: Mapping[str, Grammar] = {
    name: Grammar(
        verbs={
            **TABLE_VERBS,
            "EXCHANGE": _read_exchange,
            "PASS": _read_pass,
            "SWAP": _read_swap,
        },
        contradictions=TABLE_CONTRADICTIONS | {frozenset(pair) for pair in combinations(_APART, 2)},
        has_layouts=True,
        board=board,
        examples=("EXCHANGE Q U", "SWAP H8"),
    )
    for name, board in BOARDS.items()
}
