"""A player of Lexicon Crossing that moves legally and lays every tile it can. It is no strong player.

It knows a hand, a layout and a word list, and nothing that its seat may not know; it gives orders and changes nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice

from games.rules.chance import Chance
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.view import CrossingView
from games.rules.grid import BLANK, Layout, tiles_used
from games.rules.kind import Order, Seat
from games.rules.sketch import Sketch, Tiles
from games.rules.tiles import VALUES
from games.rules.words import Vocabulary

FEW = 4  # so many tiles are tried in every order and place
PLACES, WORDS = 16, 3000  # of so many places for a word the best is taken, among so many words
STARTS, TRIES = 12, 12
BEST_OF = 4
EVEN = 1024  # of so many numbers one decides between equals
PRACTICE = {"tile_set": "S98", "starting_tiles": 15, "tiles_per_light": 2, "leeway": 0, "reveal_after": "nobody"}
VOWELS = "AEIOU"
EASY = "ESAIRNTOLD"  # what a blank stands for


def next_orders(view: CrossingView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> tuple[Order, ...]:
    """The orders of a robot in this seat now, to be given as one request; () where it waits.

    After a LOOK or a JAYWALK it wants to be asked again, with what it sees then."""
    here = view.seats[seat]
    if view.phase == "finished" or view.paused or here.resigned:
        return ()
    if view.unseen or here.away:
        return (Order("LOOK"),)
    if view.phase == "challenge":
        return () if here.done else (Order("DONE"),)
    if here.asked_at or here.done or not view.allows("GRID"):
        return ()
    orders = []
    if not (view.score and view.score.complete):
        layout = arrange(view.hand, vocabulary, chance=chance, start=view.layout)
        if layout is None and view.phase == "playing":
            return _jaywalk(view, seat) if view.allows("JAYWALK") else ()
        if layout is not None:
            orders.append(Order("GRID", {"layout": layout}))
    if view.phase == "grace":
        orders.append(Order("DONE"))
    elif not view.withheld:
        orders.append(Order("RED" if view.next_is_red else "GREEN"))
    return tuple(orders)


def left_to_people(view: CrossingView, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
    """The light, from when the last of them has looked."""
    others = [there for there in view.seats if there.seat != seat and not there.away and not there.resigned]
    if not others:
        return {}
    looked = [there.seen_at for there in others if there.seen_at]
    until = max(looked) + patience if len(looked) == len(others) else None
    return {"GREEN": until, "RED": until}


def arrange(tiles: str, vocabulary: Vocabulary, *, chance: Chance, start: Layout = ()) -> Layout | None:
    """All the tiles (`?` a blank) in one connected layout of words; None if none was found in a reasonable time.

    `start` is a layout of some of these tiles, kept if the few others fit into it; else it is the best of some found.
    The same `chance`, the same layout."""
    rest = "".join((Counter(tiles) - Counter(tiles_used(start))).elements())
    kept = add(start, rest, vocabulary) if start and len(rest) <= FEW else None
    if kept and score(kept, tiles, vocabulary).complete:  # after a jaywalk a standing layout may be in disarray
        return kept
    found = islice(_layouts(tiles, vocabulary, chance), BEST_OF)
    return max(found, key=lambda layout: score(layout, tiles, vocabulary).value, default=None)


def _layouts(tiles: str, vocabulary: Vocabulary, chance: Chance) -> Iterator[Layout]:
    """Layouts found one after another, each from an empty table."""
    for _ in range(STARTS):
        letters = Counter(EASY[chance.below(len(EASY))] if tile == BLANK else tile for tile in tiles)
        layout = _layout_of(letters, vocabulary, chance)
        if layout:
            yield place_blanks(layout, tiles, vocabulary)


def _layout_of(hand: Counter[str], vocabulary: Vocabulary, chance: Chance) -> Layout | None:
    """Lay words one across another while the hand is large, then its last tiles wherever they go; where they go nowhere,
    take some words back and try others."""
    sketch = Sketch(vocabulary)
    for _ in range(TRIES):
        while hand.total() > FEW or not sketch.laid:
            move = _best_move(sketch, hand, vocabulary, chance)
            if move is None:
                break
            sketch.lay(move)
            hand = hand - Counter(move.values())
        if hand.total() <= FEW and sketch.laid and sketch.fill(hand):
            return sketch.layout
        for _ in range(min(len(sketch.moves), 1 + chance.below(4))):
            hand = hand + Counter(sketch.take_back().values())
    return None


def add(layout: Layout, tiles: str, vocabulary: Vocabulary) -> Layout | None:
    """A standing layout with one to four more tiles, none moved; None if there is no place for them."""
    sketch = Sketch.of(layout, vocabulary)
    for letters in _with_blanks_as_letters(tiles):
        if sketch.fill(Counter(letters)):
            return place_blanks(sketch.layout, tiles_used(layout) + tiles, vocabulary)
    return None


def _with_blanks_as_letters(tiles: str) -> Iterator[str]:
    plain = tiles.replace(BLANK, "")
    blanks = len(tiles) - len(plain)
    yield from ([plain] if not blanks else (plain + letter * blanks for letter in EASY))


def _best_move(sketch: Sketch, hand: Counter[str], vocabulary: Vocabulary, chance: Chance) -> Tiles | None:
    """A place for one of the words that rid the hand of its hardest letter, looked for from a random word on."""
    hardest = max(hand, key=lambda letter: (VALUES[letter], chance.below(EVEN)), default="")
    words = vocabulary.holding(hardest)
    first = chance.below(len(words) or 1)
    found: list[tuple[float, Tiles]] = []
    for i in range(min(len(words), WORDS)):
        for tiles in sketch.places(words[(first + i) % len(words)], hand):
            found.append((_worth(sketch, tiles, hand) + chance.below(EVEN) / EVEN, tiles))
        if len(found) >= PLACES:
            break
    return max(found, key=lambda one: one[0])[1] if found else None


def _worth(sketch: Sketch, tiles: Tiles, hand: Counter[str]) -> float:
    """Many tiles at once, high letters laid across, a compact layout, and a hand left with some vowels, not too many."""
    left = hand - Counter(tiles.values())
    vowels = sum(left[vowel] for vowel in VOWELS)
    top, left_side, bottom, right = sketch.box(tiles)
    return len(tiles) - abs(vowels - 0.4 * left.total()) - 0.3 * ((bottom - top) + (right - left_side))


def _jaywalk(view: CrossingView, seat: Seat) -> tuple[Order, ...]:
    """The hardest tile for an easier one that lies open, else for what the pool gives; () where that would not help.

    Two for one is for once a round: a hand that grows is no easier to lay. So is a jaywalk without limit, or it never ends."""
    back = hardest(view.hand)
    lies_open = min(view.face_up or "", key=lambda tile: (VALUES[tile], tile not in EASY), default=back)
    if VALUES[lies_open] < VALUES[back]:
        return (Order("JAYWALK", {"tiles": (back,), "taken": (lies_open,)}),)
    is_for_once = view.options.jaywalk_draw > 1 or view.options.jaywalk_times == "unlimited"
    draws = view.may_draw and not (is_for_once and view.seats[seat].jaywalked)
    return (Order("JAYWALK", {"tiles": (back,)}),) if draws else ()


def hardest(hand: str) -> str:
    """The tile to give back."""
    return max(hand, key=lambda tile: VALUES[tile])
