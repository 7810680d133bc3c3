"""A robot for Lexicon Crossing. It knows a hand, a layout and a word list, and nothing that its seat may not know; it only
gives orders. By itself it lays every tile it can; one of a level that searches is given the search."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice

from games.rules.chance import Chance
from games.rules.crossing.levels import CrossingLevel
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.view import CrossingView, SeatView
from games.rules.grid import BLANK, Layout, tiles_used
from games.rules.kind import Order, Seat
from games.rules.robots import Mind
from games.rules.sketch import Sketch, Tiles
from games.rules.tiles import VALUES
from games.rules.words import Vocabulary

FEW = 4  # the number of tiles tried in every order and place
PLACES, WORDS = 16, 3000  # the places looked at for a word, and the words tried
STARTS, TRIES = 12, 12
BEST_OF = 4
EVEN = 1024  # the range of the number that decides between equals
PRACTICE = {
    "tile_set": "S98",
    "starting_tiles": 15,
    "tiles_per_light": 2,
    "leeway": 0,
    "reveal_after": "nobody",
    "call_within": "never",
}
VOWELS = "AEIOU"
EASY = "ESAIRNTOLD"  # what a blank stands for
SEEDS = 1 << 30


def next_orders(view: CrossingView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """The orders of a robot in this seat now, to be given as one request; () where it waits. After a LOOK or a JAYWALK ask
    again, with the new view."""
    here = view.seats[seat]
    if view.phase == "finished" or view.paused or here.resigned:
        return ()
    if view.unseen or here.away:
        return (Order("LOOK"),)
    if view.phase == "challenge":
        return () if here.done else (Order("DONE"),)
    if here.asked_at or here.done or not view.allows("GRID"):
        return ()
    level = mind.level
    assert isinstance(level, CrossingLevel)
    if view.phase == "grace":
        found = _last_layout(view, level, mind)
        return (*_submit(found, view), Order("DONE"))
    if not (view.score and view.score.complete):
        found = _complete_layout(view, level, mind)
        if not score(found, view.hand, mind.listed).complete:
            jaywalk = _jaywalk(view, seat) if view.allows("JAYWALK") else ()
            return jaywalk or _submit(_better(found, view, mind), view)
        orders = _submit(found, view)
    else:
        orders = ()
    asks = not view.withheld and (level.calls_red or not view.next_is_red or not _others(view, seat))
    return (*orders, *((Order("RED" if view.next_is_red else "GREEN"),) if asks else ()))


def _submit(layout: Layout, view: CrossingView) -> tuple[Order, ...]:
    return (Order("GRID", {"layout": layout}),) if layout and layout != view.layout else ()


def _complete_layout(view: CrossingView, level: CrossingLevel, mind: Mind) -> Layout:
    """A layout of all the tiles, or the best found where there seems to be none."""
    found: Layout = ()
    if mind.search and level.effort:
        found = mind.search(view.hand, view.layout, level.effort, mind.chance.below(SEEDS))
        if score(found, view.hand, mind.listed).complete:
            return found
    known = mind.vocabulary, mind.listed
    for words in known if mind.vocabulary is not mind.listed else known[:1]:
        if layout := arrange(view.hand, words, chance=mind.chance, start=view.layout):
            return layout
    return found


def _last_layout(view: CrossingView, level: CrossingLevel, mind: Mind) -> Layout:
    """The layout of the level's last effort; one that lies complete is left by a level that makes none."""
    if mind.search and level.last_effort:
        found = mind.search(view.hand, view.layout, level.last_effort, mind.chance.below(SEEDS))
    elif view.score and view.score.complete:
        return view.layout
    else:
        found = _complete_layout(view, level, mind)
    return _better(found, view, mind)


def _better(found: Layout, view: CrossingView, mind: Mind) -> Layout:
    """The layout found, or the one that lies if that is no worse."""
    value = score(found, view.hand, mind.listed).value
    return found if view.score is None or value > view.score.value else view.layout


def _others(view: CrossingView, seat: Seat) -> list[SeatView]:
    """The other seats that are here."""
    return [there for there in view.seats if there.seat != seat and not there.away and not there.resigned]


def left_to_people(view: CrossingView, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
    """The orders that a robot leaves to people: asking for the light, until `patience` after the last of them has looked."""
    others = _others(view, seat)
    if not others:
        return {}
    looked = [there.seen_at for there in others if there.seen_at]
    until = max(looked) + patience if len(looked) == len(others) else None
    return {"GREEN": until, "RED": until}


def arrange(tiles: str, vocabulary: Vocabulary, *, chance: Chance, start: Layout = ()) -> Layout | None:
    """Lay all the tiles (`?` a blank) in one connected layout of words; None if none was found in a reasonable time.
    `start`, a layout of some of the tiles, is kept if the few others fit into it; else the best of those found is taken.
    The same `chance` gives the same layout."""
    rest = "".join((Counter(tiles) - Counter(tiles_used(start))).elements())
    kept = add(start, rest, vocabulary) if start and len(rest) <= FEW else None
    if kept and score(kept, tiles, vocabulary).complete:  # after a jaywalk a standing layout may be broken
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
    """Lay words across one another while the hand is large, then its last tiles wherever they fit; where they fit nowhere,
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
    """A standing layout with one to four more tiles and none moved; None if there is no place for them."""
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
    """A place for a word that uses the hardest letter of the hand, tried from a random word on."""
    hardest = max(hand, key=lambda letter: (VALUES[letter], chance.below(EVEN)), default="")
    words = vocabulary.holding(hardest)
    first, held = chance.below(len(words) or 1), frozenset(hand)
    found: list[tuple[float, Tiles]] = []
    for i in range(min(len(words), WORDS)):
        word = words[(first + i) % len(words)]
        if len(set(word) - held) > 1:  # no place: a word crosses one lying tile, which lends one letter
            continue
        for tiles in sketch.places(word, hand):
            found.append((_worth(sketch, tiles, hand) + chance.below(EVEN) / EVEN, tiles))
        if len(found) >= PLACES:
            break
    return max(found, key=lambda one: one[0])[1] if found else None


def _worth(sketch: Sketch, tiles: Tiles, hand: Counter[str]) -> float:
    """The worth of a move: many tiles, high letters at crossings, a compact layout, and a hand left with some vowels but
    not too many."""
    left = hand - Counter(tiles.values())
    vowels = sum(left[vowel] for vowel in VOWELS)
    top, left_side, bottom, right = sketch.box(tiles)
    return len(tiles) - abs(vowels - 0.4 * left.total()) - 0.3 * ((bottom - top) + (right - left_side))


def _jaywalk(view: CrossingView, seat: Seat) -> tuple[Order, ...]:
    """Give the hardest tile back for an easier open one, else for one from the pool; () where that would not help. Where
    two come for one, or there is no limit, at most once a round, as a growing hand is no easier to lay."""
    back = hardest(view.hand)
    lies_open = min(view.face_up or "", key=lambda tile: (VALUES[tile], tile not in EASY), default=back)
    if VALUES[lies_open] < VALUES[back]:
        return (Order("JAYWALK", {"tiles": (back,), "taken": (lies_open,)}),)
    is_for_once = view.options.jaywalk_draw > 1 or view.options.jaywalk_times == "unlimited"
    draws = view.may_draw and not (is_for_once and view.seats[seat].jaywalked)
    return (Order("JAYWALK", {"tiles": (back,)}),) if draws else ()


def hardest(hand: str) -> str:
    """The hardest tile of a hand, which is given back."""
    return max(hand, key=lambda tile: VALUES[tile])
