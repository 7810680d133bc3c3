"""A robot for Lexicon Crossing. It sees only what its seat may see, and acts only by giving orders.

By itself it only lays every tile it can. Levels that search are given a search function in `Mind`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice

from games.rules.alphabets.alphabet import Alphabet
from games.rules.chance import Chance
from games.rules.crossing.levels import CrossingLevel
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.view import CrossingView, SeatView
from games.rules.grid import BLANK, Layout, tiles_used
from games.rules.robots import Mind
from games.rules.sketch import Sketch, Tiles
from games.rules.values import Order, Seat
from games.rules.words import Vocabulary

FEW = 4  # tiles that are tried in every order and place
PLACES, WORDS = 16, 3000  # places compared for a word, and words tried
STARTS, TRIES = 12, 12
BEST_OF = 4
EVEN = 1024  # range of the random number that breaks ties
PRACTICE = {
    "tile_set": "S98",
    "starting_tiles": 15,
    "tiles_per_light": 2,
    "leeway": 0,
    "reveal_after": "nobody",
    "call_within": "never",
}
SEEDS = 1 << 30


def next_orders(view: CrossingView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the robot's orders for this seat now, to be given in one request; () if it waits.

    After LOOK or JAYWALK, call again with the new view."""
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
        if not score(found, view.hand, mind.listed, view.alphabet).complete:
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
    """Return a layout of all tiles, or the best one found."""
    found: Layout = ()
    if mind.search and level.effort:
        found = mind.search(view.hand, view.layout, level.effort, mind.chance.below(SEEDS))
        if score(found, view.hand, mind.listed, view.alphabet).complete:
            return found
    known = mind.vocabulary, mind.listed
    for words in known if mind.vocabulary is not mind.listed else known[:1]:
        if layout := arrange(view.hand, words, view.alphabet, chance=mind.chance, start=view.layout):
            return layout
    return found


def _last_layout(view: CrossingView, level: CrossingLevel, mind: Mind) -> Layout:
    """Return the layout to end with. Without a last effort, a complete layout is kept."""
    if mind.search and level.last_effort:
        found = mind.search(view.hand, view.layout, level.last_effort, mind.chance.below(SEEDS))
    elif view.score and view.score.complete:
        return view.layout
    else:
        found = _complete_layout(view, level, mind)
    return _better(found, view, mind)


def _better(found: Layout, view: CrossingView, mind: Mind) -> Layout:
    """Return the layout found if it scores better than the submitted one, else that one."""
    value = score(found, view.hand, mind.listed, view.alphabet).value
    return found if view.score is None or value > view.score.value else view.layout


def _others(view: CrossingView, seat: Seat) -> list[SeatView]:
    """Return the other seats that have neither resigned nor gone away."""
    return [there for there in view.seats if there.seat != seat and not there.away and not there.resigned]


def left_to_people(view: CrossingView, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
    """Return the orders that the robot leaves to people, each with the instant until which it waits. None instead of an
    instant means that it waits until something in the game changes.

    It doesn't request the light itself until `patience` has passed since the last of the people looked."""
    others = _others(view, seat)
    if not others:
        return {}
    looked = [there.seen_at for there in others if there.seen_at]
    until = max(looked) + patience if len(looked) == len(others) else None
    return {"GREEN": until, "RED": until}


def arrange(
    tiles: str, vocabulary: Vocabulary, alphabet: Alphabet, *, chance: Chance, start: Layout = ()
) -> Layout | None:
    """Return one connected layout of all the tiles (`?` is a blank), or None if none was found in reasonable time.

    `start`, a layout of some of the tiles, is kept if the few others can be added to it. Otherwise the best of
    several new layouts is returned. The same `chance` gives the same layout."""
    rest = "".join((Counter(tiles) - Counter(tiles_used(start))).elements())
    kept = add(start, rest, vocabulary, alphabet) if start and len(rest) <= FEW else None
    if (
        kept and score(kept, tiles, vocabulary, alphabet).complete
    ):  # after a jaywalk, the layout may no longer be complete
        return kept
    found = islice(_layouts(tiles, vocabulary, alphabet, chance), BEST_OF)
    return max(found, key=lambda layout: score(layout, tiles, vocabulary, alphabet).value, default=None)


def _layouts(tiles: str, vocabulary: Vocabulary, alphabet: Alphabet, chance: Chance) -> Iterator[Layout]:
    """Yield layouts of all the tiles, each built from nothing."""
    easy = alphabet.easy
    for _ in range(STARTS):
        letters = Counter(easy[chance.below(len(easy))] if tile == BLANK else tile for tile in tiles)
        layout = _layout_of(letters, vocabulary, alphabet, chance)
        if layout:
            yield place_blanks(layout, tiles, vocabulary, alphabet)


def _layout_of(hand: Counter[str], vocabulary: Vocabulary, alphabet: Alphabet, chance: Chance) -> Layout | None:
    """Return a layout of the hand, or None.

    Lays crossing words while the hand is large, then fits in the last few tiles. If they don't fit, takes some words
    back and tries others."""
    sketch = Sketch(vocabulary, alphabet)
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


def add(layout: Layout, tiles: str, vocabulary: Vocabulary, alphabet: Alphabet) -> Layout | None:
    """Return the layout with one to four tiles added and none moved, or None if they don't fit."""
    sketch = Sketch.of(layout, vocabulary, alphabet)
    plain, blanks = tiles.replace(BLANK, ""), tiles.count(BLANK)
    for letter in alphabet.easy if blanks else alphabet.easy[:1]:
        if sketch.fill(Counter(plain + letter * blanks)):
            return place_blanks(sketch.layout, tiles_used(layout) + tiles, vocabulary, alphabet)
    return None


def _best_move(sketch: Sketch, hand: Counter[str], vocabulary: Vocabulary, chance: Chance) -> Tiles | None:
    """Return the best place found for a word with the hardest letter of the hand, or None. Words are tried from a
    random one on."""
    hardest = max(hand, key=lambda letter: (sketch.alphabet.values[letter], chance.below(EVEN)), default="")
    places = vocabulary.holding(hardest)
    first, lacking = chance.below(len(places) or 1), ~vocabulary.bits(hand)
    found: list[tuple[float, Tiles]] = []
    for i in range(min(len(places), WORDS)):
        place = places[(first + i) % len(places)]
        lent = vocabulary.kinds[place] & lacking
        if lent & (lent - 1):  # doesn't fit: a word gets at most one letter from a tile already laid
            continue
        for tiles in sketch.places(vocabulary.tried[place], hand):
            found.append((sketch.worth(tiles, hand) + chance.below(EVEN) / EVEN, tiles))
        if len(found) >= PLACES:
            break
    return max(found, key=lambda one: one[0])[1] if found else None


def _jaywalk(view: CrossingView, seat: Seat) -> tuple[Order, ...]:
    """Return a jaywalk that exchanges the hardest tile for an easier open one or one from the pool; () if that
    doesn't help.

    Draws at most once a round if two tiles come for one or there is no limit, because a growing hand is no easier to
    lay."""
    values, easy, back = view.alphabet.values, view.alphabet.easy, hardest(view.hand, view.alphabet)
    lies_open = min(view.face_up or "", key=lambda tile: (values[tile], tile not in easy), default=back)
    if values[lies_open] < values[back]:
        return (Order("JAYWALK", {"tiles": (back,), "taken": (lies_open,)}),)
    is_for_once = view.options.jaywalk_draw > 1 or view.options.jaywalk_times == "unlimited"
    draws = view.may_draw and not (is_for_once and view.seats[seat].jaywalked)
    return (Order("JAYWALK", {"tiles": (back,)}),) if draws else ()


def hardest(hand: str, alphabet: Alphabet) -> str:
    """Return the tile with the highest value, which is the hardest to lay."""
    return max(hand, key=alphabet.values.__getitem__)
