"""The start: the set shuffled, twenty tiles drawn, and drawn again until they can be laid. Knows no seats and no time."""

from dataclasses import dataclass

from games.rules.chance import Chance
from games.rules.grid import Layout
from games.rules.kind import OrderRefused
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
