"""The start: the set shuffled, twenty tiles drawn, and one exchanged after another until they can be laid. Knows no seats and no
time.

A record of before may tell of a start whose twenty all went back: it is drawn so again, and none is made so."""

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
    """The twenty in the order drawn; the exchanges, each a tile put back and the tile drawn for it; the grid; the tiles left, top
    one last. `draws` has several sets where, as of old, all but the last went back."""

    draws: tuple[str, ...]
    exchanged: tuple[str, ...]
    layout: Layout
    pool: str


def make_start(chance: Chance, words: WordList) -> Start:
    """Shuffle, draw twenty and lay them; where that finds no grid, exchange the tile that fits worst, and lay them again.

    Raises OrderRefused for a word list with which a hundred such sets could not be laid."""
    drawn, pool = draw_start(chance)
    tiles = drawn
    exchanged: list[str] = []
    for _ in range(MOST_DRAWS):
        layout, misfit = lay_all(tiles, words)
        if layout is not None:
            return Start((drawn,), tuple(exchanged), layout, pool)
        exchanged.append(misfit + pool[-1])
        tiles, pool = exchange(chance, tiles, pool, misfit)
    raise OrderRefused(say("No start grid can be made from this word list: choose one with more words."))


def draw_start(chance: Chance) -> tuple[str, str]:
    """The next set of twenty that the stream gives, in the order drawn, and the tiles left."""
    shuffled = "".join(chance.shuffle(LETTERS))
    return shuffled[: -START - 1 : -1], shuffled[:-START]


def exchange(chance: Chance, tiles: str, pool: str, back: str) -> tuple[str, str]:
    """The top tile in the place of the first such tile, which goes back at a place that is drawn; the set and the tiles left."""
    tiles, pool = tiles.replace(back, pool[-1], 1), pool[:-1]
    place = chance.below(len(pool) + 1)
    return tiles, pool[:place] + back + pool[place:]


def recorded_start(
    chance: Chance, words: WordList, *, draws: Sequence[str], exchanged: Sequence[str], rows: Sequence[str]
) -> Start:
    """The start that a record tells of: its draws as the stream gives them, its grid of the last twenty and legal.

    Raises Differs where it is not. That what went back could not be laid is the server's word."""
    if not 0 < len(draws) <= MOST_DRAWS or len(exchanged) > MOST_DRAWS:
        raise Differs("the deal names no draws, or too many", n=1)
    tiles = pool = ""
    for told in draws:
        tiles, pool = draw_start(chance)
        if told != tiles:
            raise Differs(f"the stream gives {tiles}", n=1)
    for told in exchanged:
        if len(told) != 2 or told[0] not in tiles or told[1] != pool[-1]:
            raise Differs(f"the stream gives {pool[-1]} for one tile of {tiles}", n=1)
        tiles, pool = exchange(chance, tiles, pool, told[0])
    layout = tuple(rows)
    if Counter(tiles_used(layout)) != Counter(tiles):
        raise Differs("the start grid is not made of the tiles drawn for it", n=1)
    if layout != trim(layout) or not is_connected(layout) or not all(run.word in words for run in runs(layout)):
        raise Differs("the start grid is not one connected group of words", n=1)
    return Start(tuple(draws), tuple(exchanged), layout, pool)
