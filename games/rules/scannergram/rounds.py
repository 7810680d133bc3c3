"""The rounds: a start grid, drawn and laid; a tile turned up in each round; and a tile that nobody takes.

Source: the published rules; RULES.md says what they leave open. An older record may tell of a start whose twenty tiles all
went back: it is replayed so, but none is made so any more."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from games.rules.chance import Chance
from games.rules.facts import Facts
from games.rules.grid import Layout, is_connected, runs, tiles_used, trim
from games.rules.kind import Differs, OrderRefused
from games.rules.scannergram.state import GONE, POOL, UP, WINDOW, State
from games.rules.sketch import Sketch, Tiles
from games.rules.table.turns import TurnTransition
from games.rules.table.verbs import AnyHappening, Happening, lines, to_all
from games.rules.texts import template
from games.rules.tiles import NAMED_SETS, VALUES
from games.rules.words import WordList, spelt_from

COUNTS: Mapping[str, int] = {
    letter: count for letter, count in NAMED_SETS["S98"].counts.items() if count and letter != "S"
}
LETTERS = "".join(Counter(COUNTS).elements())
"""Every tile in the order A…Z: the letters of Scrabble without S and blanks, 94 in all."""
START = 20
"""Tiles of the start grid."""
MOST_DRAWS = 100

FEW = 4  # the number of tiles tried in every order and place
STARTS, TRIES = 8, 12
PLACES, WORDS = 12, 2000  # the places looked at for a word, and the words tried
VOWELS = "AEIOU"

GridTransition: TypeAlias = TurnTransition[State]


class Dealt(Facts, kw_only=True):
    """The twenty tiles drawn, those exchanged one by one since, and their grid."""

    verb = "deal"
    draws: tuple[str, ...]
    exchanged: tuple[str, ...] = ()
    layout: Layout


class TurnedUp(Facts):
    verb = "tile"
    round: int
    tile: str


class Gone(Facts):
    verb = "gone"
    tile: str


# --- tiles laid in a grid ---------------------------------------------------------------------------------------------


def lay_all(tiles: str, words: WordList) -> tuple[Layout | None, str]:
    """Lay all the tiles in one connected grid of words, trimmed, upper case; or None if the budget was spent before one was
    found, with the letter that was left over most often.

    The same tiles and words give the same grid. The game's own stream is not used: it proves which tiles were drawn, and
    the grid stands in the record."""
    spelt = spelt_from(words, tiles)
    if tiles in spelt:
        return (tiles,), ""
    maker = _Maker(tiles, spelt)
    grid = None if maker.left else next(filter(None, (maker.grid() for _ in range(STARTS))), None)
    misfit = max(sorted(maker.left), key=lambda letter: maker.left[letter], default="")
    return grid, misfit


class _Maker:
    """One search. `whim` varies its tries, by a stream that depends only on the tiles; `left` counts, by letter, the tries
    that found no place for it."""

    def __init__(self, tiles: str, spelt: Sequence[str]) -> None:
        self.tiles = Counter(tiles)
        self.holding = {letter: [word for word in spelt if letter in word] for letter in sorted(self.tiles)}
        self.words = frozenset(spelt)
        self.whim = Chance(sha256(tiles.encode()).digest())
        self.left = Counter(letter for letter, words in self.holding.items() if not words)

    def grid(self) -> Layout | None:
        """Lay words across one another while the hand is large, then the last tiles wherever they fit; where they fit
        nowhere, take some words back."""
        sketch, hand = Sketch(self.words), self.tiles
        for _ in range(TRIES):
            while hand.total() > FEW or not sketch.laid:
                move = self._best_move(sketch, hand)
                if move is None:
                    break
                sketch.lay(move)
                hand = hand - Counter(move.values())
            if hand.total() <= FEW and sketch.laid and sketch.fill(hand):
                return sketch.layout
            self.left += hand
            for _ in range(min(len(sketch.moves), 1 + self.whim.below(FEW))):
                hand = hand + Counter(sketch.take_back().values())
        return None

    def _best_move(self, sketch: Sketch, hand: Counter[str]) -> Tiles | None:
        """A place for a word that uses the hardest letter of the hand, tried from a random word on."""
        words = self.holding[max(sorted(hand), key=lambda letter: VALUES[letter])]
        first = self.whim.below(len(words))
        found: list[Tiles] = []
        for i in range(min(len(words), WORDS)):
            found += sketch.places(words[(first + i) % len(words)], hand)
            if len(found) >= PLACES:
                break
        return max(found, key=lambda tiles: _worth(sketch, tiles, hand), default=None)


def _worth(sketch: Sketch, tiles: Tiles, hand: Counter[str]) -> float:
    """Rate a place: many tiles, a compact grid, and a hand left with some vowels but not too many."""
    left = hand - Counter(tiles.values())
    vowels = sum(left[vowel] for vowel in VOWELS)
    top, left_side, bottom, right = sketch.box(tiles)
    return len(tiles) - abs(vowels - 0.4 * left.total()) - 0.3 * ((bottom - top) + (right - left_side))


# --- the start --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """The twenty tiles in the order drawn; the exchanges, each a tile put back and the tile drawn for it; the grid; and the
    tiles left, the top one last. `draws` has several sets in older records, where all but the last went back."""

    draws: tuple[str, ...]
    exchanged: tuple[str, ...]
    layout: Layout
    pool: str


def make_start(chance: Chance, words: WordList) -> Start:
    """Shuffle, draw twenty tiles and lay them; if that finds no grid, exchange the tile that fits worst and try again.
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
    raise OrderRefused("No starting grid can be made from this word list. Choose one with more words.")


def draw_start(chance: Chance) -> tuple[str, str]:
    """The next set of twenty from the stream, in the order drawn, and the tiles left."""
    shuffled = "".join(chance.shuffle(LETTERS))
    return shuffled[: -START - 1 : -1], shuffled[:-START]


def exchange(chance: Chance, tiles: str, pool: str, back: str) -> tuple[str, str]:
    """Exchange the first such tile for the top one; it goes back at a random place. Returns the set and the tiles left."""
    tiles, pool = tiles.replace(back, pool[-1], 1), pool[:-1]
    place = chance.below(len(pool) + 1)
    return tiles, pool[:place] + back + pool[place:]


def recorded_start(chance: Chance, words: WordList, deal: Dealt) -> Start:
    """The start that a record tells of: draws as the stream gives them, and a legal grid of the last twenty. Raises Differs
    if it is not. That the tiles put back could not be laid is taken on trust."""
    if not 0 < len(deal.draws) <= MOST_DRAWS or len(deal.exchanged) > MOST_DRAWS:
        raise Differs("the deal names no draws, or too many", n=1)
    tiles = pool = ""
    for told in deal.draws:
        tiles, pool = draw_start(chance)
        if told != tiles:
            raise Differs(f"the stream gives {tiles}", n=1)
    for told in deal.exchanged:
        if len(told) != 2 or told[0] not in tiles or told[1] != pool[-1]:
            raise Differs(f"the stream gives {pool[-1]} for one tile of {tiles}", n=1)
        tiles, pool = exchange(chance, tiles, pool, told[0])
    layout = deal.layout
    if Counter(tiles_used(layout)) != Counter(tiles):
        raise Differs("the start grid is not made of the tiles drawn for it", n=1)
    if layout != trim(layout) or not is_connected(layout) or not all(run.word in words for run in runs(layout)):
        raise Differs("the start grid is not one connected group of words", n=1)
    return Start(deal.draws, deal.exchanged, layout, pool)


# --- a round ----------------------------------------------------------------------------------------------------------


def begin(transition: GridTransition, start: Start) -> None:
    """Lay the start grid and turn up the first tile."""
    transition.change(
        bags={POOL: start.pool, UP: "", GONE: ""},
        hands=dict.fromkeys(range(transition.state.seats), ""),
        boards={None: start.layout},
        round=0,
    )
    transition.happened(Dealt(draws=start.draws, exchanged=start.exchanged, layout=start.layout))
    turn_up(transition)


def turn_up(transition: GridTransition) -> None:
    """Begin the next round, or end the game where the pool is empty."""
    state = transition.state
    if not state.bags[POOL]:
        transition.change(bags={**state.bags, UP: ""})
        transition.finish()
        return
    tile = state.bags[POOL][-1]
    transition.change(
        bags={**state.bags, POOL: state.bags[POOL][:-1], UP: tile},
        round=state.round + 1,
        bids=(),
        passed=(),
        is_solving=False,
    )
    transition.stop_clock(WINDOW)
    transition.happened(TurnedUp(transition.state.round, tile))
    transition.await_orders(*state.live)


def tile_goes(transition: GridTransition) -> None:
    """Take the tile out of the game, as nobody bid or nobody is left to solve."""
    transition.change(opened=None)
    transition.happened(Gone(transition.state.tile))
    to_gone(transition)
    turn_up(transition)


def to_gone(transition: GridTransition) -> None:
    bags = transition.state.bags
    transition.change(bags={**bags, UP: "", GONE: bags[GONE] + bags[UP]})


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Dealt,
        says=lines(others=template("The starting grid is ready.")),
        tells=to_all("start"),
        begins_a_turn=True,
    ),
    Happening(facts=TurnedUp, says=lines(others=template("Round {round}: the new tile is {tile}."))),
    Happening(facts=Gone, says=lines(others=template("Nobody takes the {tile}, so it leaves the game."))),
)
