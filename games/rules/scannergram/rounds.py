"""The rounds: the start grid, the tile turned up in each round, and tiles that nobody takes.

Source: the published rules; RULES.md says what they leave open. If twenty tiles can't be laid as a start grid, single
tiles are now exchanged. In some older records, all twenty were put back instead and twenty others drawn. Such records
can still be replayed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.facts import Facts
from games.rules.grid import Layout, is_connected, runs, tiles_used, trim
from games.rules.scannergram.state import GONE, POOL, UP, WINDOW, State
from games.rules.sketch import Sketch, Tiles
from games.rules.table.turns import TurnTransition
from games.rules.table.verbs import AnyHappening, Happening, lines, to_all
from games.rules.texts import template
from games.rules.values import Differs, OrderRefused
from games.rules.words import WordList, spelt_from

COUNTS: Mapping[str, int] = {letter: count for letter, count in ENGLISH.sets["S98"].items() if count and letter != "S"}
LETTERS = "".join(Counter(COUNTS).elements())
"""All tiles in the order A…Z: the Scrabble letters without S and blanks, 94 in all."""
START = 20
"""Tiles of the start grid."""
MOST_DRAWS = 100

FEW = 4  # with no more tiles than this left, every order and position is tried
STARTS, TRIES = 8, 12
PLACES, WORDS = 12, 2000  # the positions that are compared, and the words that are tried

GridTransition: TypeAlias = TurnTransition[State]


class Dealt(Facts, kw_only=True):
    """The twenty tiles drawn, the exchanges of single tiles after that, and their grid."""

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


# --- laying the start grid --------------------------------------------------------------------------------------------


def lay_all(tiles: str, words: WordList) -> tuple[Layout | None, str]:
    """Return a connected grid of words that uses all the tiles, trimmed, with an empty string.

    If none was found within the budget, return None with the letter that was left over most often. The same tiles and words
    give the same grid. The game's random stream isn't used, because it only proves which tiles were drawn; the grid
    is in the record."""
    spelt = spelt_from(words, tiles)
    if tiles in spelt:
        return (tiles,), ""
    maker = _Maker(tiles, spelt)
    grid = None if maker.left else next(filter(None, (maker.grid() for _ in range(STARTS))), None)
    misfit = max(sorted(maker.left), key=lambda letter: maker.left[letter], default="")
    return grid, misfit


class _Maker:
    """A search for a grid.

    `whim` makes each attempt different, but depends only on the tiles. `left` counts, by letter, the attempts that
    found no position for it."""

    def __init__(self, tiles: str, spelt: Sequence[str]) -> None:
        self.tiles = Counter(tiles)
        self.holding = {letter: [word for word in spelt if letter in word] for letter in sorted(self.tiles)}
        self.words = frozenset(spelt)
        self.whim = Chance(sha256(tiles.encode()).digest())
        self.left = Counter(letter for letter, words in self.holding.items() if not words)

    def grid(self) -> Layout | None:
        """Return a grid of all the tiles, or None.

        Lays crossing words while the hand is large, then fits in the last tiles. If they don't fit, takes some words
        back."""
        sketch, hand = Sketch(self.words, ENGLISH), self.tiles
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
        """Return the best way found to lay a word with the hardest letter of the hand, or None. The words are tried one
        after another, starting from a random one."""
        words = self.holding[max(sorted(hand), key=lambda letter: ENGLISH.values[letter])]
        first = self.whim.below(len(words))
        found: list[Tiles] = []
        for i in range(min(len(words), WORDS)):
            found += sketch.places(words[(first + i) % len(words)], hand)
            if len(found) >= PLACES:
                break
        return max(found, key=lambda tiles: sketch.worth(tiles, hand), default=None)


# --- the start --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """The start of a game.

    `draws` has the twenty tiles in the order drawn. An older record may have several sets of twenty tiles: all but the
    last were put back. `exchanged` has pairs of a tile put back and the tile drawn for it. `pool` has the tiles left,
    with the top one last."""

    draws: tuple[str, ...]
    exchanged: tuple[str, ...]
    layout: Layout
    pool: str


def make_start(chance: Chance, words: WordList) -> Start:
    """Shuffle, draw twenty tiles and lay them in a grid. While no grid is found, exchange the tile that fits worst.

    Raises OrderRefused if no grid is found in a hundred attempts, because the word list has too few words."""
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
    """Return the next twenty tiles of the stream, in the order drawn, and the tiles left."""
    shuffled = "".join(chance.shuffle(LETTERS))
    return shuffled[: -START - 1 : -1], shuffled[:-START]


def exchange(chance: Chance, tiles: str, pool: str, back: str) -> tuple[str, str]:
    """Put the first tile of this letter back and take the top tile of the pool instead. The tile goes to a random
    position in the pool. Return the tiles and the pool."""
    tiles, pool = tiles.replace(back, pool[-1], 1), pool[:-1]
    place = chance.below(len(pool) + 1)
    return tiles, pool[:place] + back + pool[place:]


def recorded_start(chance: Chance, words: WordList, deal: Dealt) -> Start:
    """Return the start that a record describes. The draws must be those that the stream gives, and the grid must be
    legal and made of the last twenty tiles.

    Raises Differs if either is not so. It isn't checked that no grid was possible with the tiles put back."""
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
    """Start the next round, or end the game if the pool is empty."""
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
    """Take the tile out of the game, because nobody has bid for it or nobody is left to show a solution."""
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
