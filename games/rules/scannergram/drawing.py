"""The start: the set shuffled, twenty tiles drawn, and drawn again until they can be laid. Knows no seats and no time."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.chance import Chance
from games.rules.grid import Layout, is_connected, runs, tiles_used, trim
from games.rules.kind import Differs, OrderRefused
from games.rules.messages import say
from games.rules.scannergram.making import lay_all
from games.rules.scannergram.tiles import LETTERS, START
from games.rules.words import WordList

MOST_DRAWS = 100


@dataclass(frozen=True)
class Start:
    """Every set of twenty in the order drawn, of which only the last was laid; the grid; the tiles left, top one last."""

    draws: tuple[str, ...]
    layout: Layout
    pool: str


def make_start(chance: Chance, words: WordList) -> Start:
    """Shuffle, draw twenty and lay them; where that finds no grid, put them back, shuffle and draw again.

    Raises OrderRefused for a word list with which a hundred sets could not be laid."""
    draws: list[str] = []
    while len(draws) < MOST_DRAWS:
        drawn, pool = draw_start(chance)
        draws.append(drawn)
        layout = lay_all(drawn, words)
        if layout is not None:
            return Start(tuple(draws), layout, pool)
    raise OrderRefused(say("No start grid can be made from this word list: choose one with more words."))


def draw_start(chance: Chance) -> tuple[str, str]:
    """The next set of twenty that the stream gives, in the order drawn, and the tiles left."""
    shuffled = "".join(chance.shuffle(LETTERS))
    return shuffled[: -START - 1 : -1], shuffled[:-START]


def recorded_start(chance: Chance, words: WordList, *, draws: Sequence[str], rows: Sequence[str]) -> Start:
    """The start that a record tells of: its draws as the stream gives them, its grid of the last twenty and legal.

    Raises Differs where it is not. That earlier sets could not be laid is the server's word."""
    if not 0 < len(draws) <= MOST_DRAWS:
        raise Differs("the deal names no draws, or too many", n=1)
    pool = ""
    for told in draws:
        drawn, pool = draw_start(chance)
        if told != drawn:
            raise Differs(f"the stream gives {drawn}", n=1)
    layout = tuple(rows)
    if Counter(tiles_used(layout)) != Counter(draws[-1]):
        raise Differs("the start grid is not made of the tiles drawn for it", n=1)
    if layout != trim(layout) or not is_connected(layout) or not all(run.word in words for run in runs(layout)):
        raise Differs("the start grid is not one connected group of words", n=1)
    return Start(tuple(draws), layout, pool)
