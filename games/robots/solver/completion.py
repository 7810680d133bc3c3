"""Exact completion: the one or two words that use up all tiles left, in any place, for the most points.

A single last word is looked up by the sum of its letters: that of the tiles left and of the letters that it crosses. Of
two words, the first is each word that the tiles allow and that can still lead to a better board; the second either
crosses it and is looked up the same way, or is separate and is found among the first words by its sum."""

from typing import NamedTuple

from games.robots.solver.board import (
    LEFT,
    MOST_SLOTS,
    POINTS,
    SIDE,
    SLOTS,
    WORDS,
    Board,
    crossing_points,
    gather_across,
    gather_slots,
    is_layable,
    lay,
    take_back,
)
from games.robots.solver.compiled import Numbers, compiled, numbers, short_numbers
from games.robots.solver.hand_index import IN_WORD, SIZES, Index, bit_of, place_of_sum

MOST_PLACED = 1 << 15
MOST_CROSSED = 2  # crossed letters of one kind, by a word that also takes that letter from the tiles left
CROSSED_MORE = 4
_TABLE = 1 << 16
_GUARDS = 0x88888888888888
WORK, PLACED, BEST_POINTS, BEST_WORDS = 0, 1, 2, 3


class Bench(NamedTuple):
    """Working space of completions."""

    words: Numbers
    places: Numbers
    downs: Numbers
    points: Numbers
    sums: Numbers
    """The words that may be laid first, and the sum of the tiles each takes."""
    table: Numbers
    following: Numbers
    """A hash table of these words by their sums, and the next word with the same sum; before that, the next slot of
    `heads`."""
    spots: Numbers
    """Each word's position in the table."""
    heads: Numbers
    """The first slot + 1 whose first letter crossed is this letter."""
    lows: Numbers
    highs: Numbers
    tops: Numbers
    """The letters that each slot crosses, packed like those of a word."""
    reach: Numbers
    """The points of all letters that a word through a cell might also cross, by `cell * 2 + down`."""
    found: Numbers
    """The best result: the word, place and direction of one or two words."""
    counts: Numbers
    """Indexed by the names above: entries examined, first words; the points and words of the best board so far."""


def bench() -> Bench:
    return Bench(
        words=short_numbers(MOST_PLACED),
        places=short_numbers(MOST_PLACED),
        downs=short_numbers(MOST_PLACED),
        points=short_numbers(MOST_PLACED),
        sums=numbers(MOST_PLACED),
        table=short_numbers(_TABLE),
        following=short_numbers(MOST_PLACED),
        spots=short_numbers(MOST_PLACED),
        heads=numbers(SIZES),
        lows=numbers(MOST_SLOTS),
        highs=numbers(MOST_SLOTS),
        tops=numbers(MOST_SLOTS),
        reach=short_numbers(2 * SIDE * SIDE),
        found=numbers(6),
        counts=numbers(4),
    )


@compiled
def needed(bench: Bench, words: int) -> int:
    """Return the points that make a board of this many words better than the best so far."""
    return bench.counts[BEST_POINTS] * words // bench.counts[BEST_WORDS] + 1


@compiled
def sum_of_rest(board: Board, index: Index) -> int:
    """Return the sum of the tiles left; -1 if more of some letter are laid than available."""
    total = 0
    for letter in range(1, index.last + 1):
        if board.rest[letter] < 0:
            return -1
        total += board.rest[letter] * index.letter_sums[letter]
    return total


@compiled
def complete(board: Board, index: Index, bench: Bench, most: int) -> int:
    """Find up to `most` words, one or two, that use up the rest for a better board than the best so far.

    Return how many, -1 for none. They are written to `found`, and the best so far becomes theirs. The board itself does
    not change."""
    target = sum_of_rest(board, index)
    if target < 0:
        return -1
    if target == 0:
        if board.tally[POINTS] < needed(bench, board.tally[WORDS]):
            return -1
        bench.counts[BEST_POINTS] = board.tally[POINTS]
        bench.counts[BEST_WORDS] = board.tally[WORDS]
        return 0
    gather_slots(board, index)
    count = -1
    if _find_last(board, index, bench, target, 0):
        count = 1
    if most > 1 and _find_two(board, index, bench, target):
        count = 2
    return count


@compiled
def _find_last(board: Board, index: Index, bench: Bench, target: int, at: int) -> bool:
    """Look for a word in one of the gathered slots that uses up the rest; write it to `found` as the first or
    second."""
    slots = board.slots
    is_found = False
    left = board.tally[LEFT]
    words = board.tally[WORDS] + 1
    least = needed(bench, words) - board.tally[POINTS]
    for slot in range(board.tally[SLOTS]):
        if slots.points[slot] < least:
            continue
        length = left + slots.crossed[slot]
        span = slots.spans[slot]
        if length > slots.before[slot] + span + 1 + slots.after[slot] or length < span + 1:
            continue
        bench.counts[WORK] += 1
        word = index.by_sum[place_of_sum(index, target + slots.sums[slot])] - 1
        while word >= 0:
            lead = place_in_slot(board, index, slot, word, 0)
            if lead >= 0:
                step = 64 if slots.downs[slot] else 1
                bench.found[at] = word
                bench.found[at + 1] = slots.cells[slot] - lead * step
                bench.found[at + 2] = slots.downs[slot]
                bench.counts[BEST_POINTS] = board.tally[POINTS] + slots.points[slot]
                bench.counts[BEST_WORDS] = words
                least = slots.points[slot] + 1
                is_found = True
                break
            word = index.next_alike[word] - 1
    return is_found


@compiled
def place_in_slot(board: Board, index: Index, slot: int, word: int, lead: int) -> int:
    """Return the number of letters that a word has before the first letter crossed, `lead` or more; -1 if it does not
    fit."""
    slots = board.slots
    start = index.starts[word]
    length = index.starts[word + 1] - start
    span = slots.spans[slot]
    cell = slots.cells[slot]
    step = 64 if slots.downs[slot] else 1
    for ahead in range(
        max(lead, length - 1 - span - slots.after[slot]), min(slots.before[slot], length - 1 - span) + 1
    ):
        fits = True
        for i in range(span + 1):
            held = board.cells[cell + i * step]
            if held and held != index.letters[start + ahead + i]:
                fits = False
                break
        if fits:
            return ahead
    return -1


@compiled
def find_first_words(board: Board, index: Index, bench: Bench, least: int) -> None:
    """Write to the bench each way to lay a word in a gathered slot, using tiles left, for at least `least` points.
    Words in which more than two letters have no tile left are skipped."""
    slots = board.slots
    low, high, top, lacking = _pack_rest(board, index, bench)
    longest = board.tally[LEFT] + _enter_slots(board, bench, least)
    placed = 0
    bench.counts[WORK] += len(index.sums) // 8
    for word in range(len(index.sums)):
        lacked = index.masks[word] & lacking
        lacked &= lacked - 1
        if lacked & (lacked - 1):
            continue
        start = index.starts[word]
        length = index.starts[word + 1] - start
        if length > longest:
            continue
        is_spelt = _is_spelt(index, word, low, high, top)
        bench.counts[WORK] += 1
        for ahead in range(length):
            slot = bench.heads[index.letters[start + ahead]] - 1
            while slot >= 0 and placed < MOST_PLACED:
                if (
                    (
                        is_spelt
                        or _is_spelt(
                            index, word, low + bench.lows[slot], high + bench.highs[slot], top + bench.tops[slot]
                        )
                    )
                    and ahead <= slots.before[slot]
                    and 0 <= length - 1 - ahead - slots.spans[slot] <= slots.after[slot]
                    and place_in_slot(board, index, slot, word, ahead) == ahead
                ):
                    bench.words[placed] = word
                    bench.places[placed] = slots.cells[slot] - ahead * (SIDE if slots.downs[slot] else 1)
                    bench.downs[placed] = slots.downs[slot]
                    bench.points[placed] = slots.points[slot]
                    bench.sums[placed] = index.sums[word] - slots.sums[slot]
                    placed += 1
                slot = bench.following[slot] - 1
    bench.counts[PLACED] = placed


@compiled
def _is_spelt(index: Index, word: int, low: int, high: int, top: int) -> bool:
    """Return True if the packed tiles can spell a word: each guard bit stays set if the word takes no more of a letter
    than there are."""
    kept = (low - index.low[word]) & (high - index.high[word])
    if index.last > 2 * IN_WORD:
        kept &= top - index.top[word]
    return (kept & _GUARDS) == _GUARDS


@compiled
def _pack_rest(board: Board, index: Index, bench: Bench) -> tuple[int, int, int, int]:
    """Return the counts of the tiles left, packed as in the index, the highest bit of each a guard; and the letters
    with no tile left, a bit each."""
    low, high, top, lacking = _GUARDS, _GUARDS, _GUARDS, (1 << 31) - 1
    for letter in range(1, index.last + 1):
        bench.heads[letter] = 0
        held = min(board.rest[letter], 7 - MOST_CROSSED)
        if held:
            lacking &= ~(1 << bit_of(letter))
        if letter <= IN_WORD:
            low += held << (4 * (letter - 1))
        elif letter <= 2 * IN_WORD:
            high += held << (4 * (letter - 1 - IN_WORD))
        else:
            top += held << (4 * (letter - 1 - 2 * IN_WORD))
    return low, high, top, lacking


@compiled
def _enter_slots(board: Board, bench: Bench, least: int) -> int:
    """Enter the slots of at least `least` points by the first letter crossed, each with its letters, packed. Return the
    most letters that one slot crosses."""
    slots = board.slots
    most = 0
    for slot in range(board.tally[SLOTS]):
        if slots.points[slot] < least:
            continue
        cell = slots.cells[slot]
        bench.following[slot] = bench.heads[board.cells[cell]]
        bench.heads[board.cells[cell]] = slot + 1
        most = max(most, slots.crossed[slot])
        low, high, top = 0, 0, 0
        for _ in range(slots.spans[slot] + 1):
            letter = board.cells[cell]
            if 0 < letter <= IN_WORD:
                low += 1 << (4 * (letter - 1))
            elif IN_WORD < letter <= 2 * IN_WORD:
                high += 1 << (4 * (letter - 1 - IN_WORD))
            elif letter:
                top += 1 << (4 * (letter - 1 - 2 * IN_WORD))
            cell += SIDE if slots.downs[slot] else 1
        bench.lows[slot] = low
        bench.highs[slot] = high
        bench.tops[slot] = top
    return most


@compiled
def _find_two(board: Board, index: Index, bench: Bench, target: int) -> bool:
    """Find two words that use up the rest; the best are tried first, so that later ones are discarded sooner."""
    slots = board.slots
    words = board.tally[WORDS] + 2
    dearest = 0
    for slot in range(board.tally[SLOTS]):
        dearest = max(dearest, slots.points[slot])
    points = board.tally[POINTS]
    least = needed(bench, words) - points
    lowest = max(1, least - dearest - CROSSED_MORE)
    find_first_words(board, index, bench, lowest)
    placed = bench.counts[PLACED]
    is_found = False
    # two separate words
    for first in range(placed - 1, -1, -1):
        spot = _spot_of_sum(bench, bench.sums[first])
        bench.spots[first] = spot
        bench.following[first] = bench.table[spot]
        bench.table[spot] = first + 1
    for first in range(placed):
        second = bench.table[_spot_of_sum(bench, target - bench.sums[first])] - 1
        while 0 <= second < first:
            both = bench.points[first] + bench.points[second]
            if both >= least and _lie_apart(board, index, bench, first, second):
                _keep(bench, first, 0)
                _keep(bench, second, 3)
                bench.counts[BEST_POINTS] = points + both
                bench.counts[BEST_WORDS] = words
                least = both + 1
                is_found = True
            second = bench.following[second] - 1
    for first in range(placed):
        bench.table[bench.spots[first]] = 0
    # the second crosses the first
    _measure_reach(board, index, bench)
    for first in range(placed):
        if not _may_be_crossed(board, index, bench, first, least - bench.points[first]):
            continue
        lay(board, index, bench.words[first], bench.places[first], bench.downs[first])
        if board.tally[LEFT] > 0:
            board.tally[SLOTS] = 0
            bench.counts[WORK] += 40
            gather_across(board, index, board.tally[WORDS] - 1, False)
            if _find_last(board, index, bench, target - bench.sums[first], 3):
                _keep(bench, first, 0)
                least = bench.counts[BEST_POINTS] - points + 1
                is_found = True
        take_back(board, index, board.tally[WORDS] - 1)
    return is_found


@compiled
def _measure_reach(board: Board, index: Index, bench: Bench) -> None:
    """Compute `reach`: each letter that can be crossed adds its value to all cells of its line, up to the next
    obstacle."""
    for at in range(len(bench.reach)):
        bench.reach[at] = 0
    for number in range(board.tally[WORDS]):
        word = board.words[number]
        turned = 1 - board.downs[number]
        step, across = (SIDE, 1) if turned else (1, SIDE)
        cell = board.places[number]
        for _ in range(index.starts[word + 1] - index.starts[word]):
            value = index.values[board.cells[cell]]
            for way in (-step, step):
                look = cell + way
                while board.uses[cell] != 3 and is_layable(board, look, across, turned):
                    bench.reach[2 * look + turned] += value
                    look += way
            cell += across


@compiled
def _may_be_crossed(board: Board, index: Index, bench: Bench, first: int, least: int) -> bool:
    """Return True if a word across a first word might get this many points."""
    start = index.starts[bench.words[first]]
    length = index.starts[bench.words[first] + 1] - start
    down = bench.downs[first]
    step = SIDE if down else 1
    cell = bench.places[first]
    for i in range(start, start + length):
        if not board.cells[cell] and index.values[index.letters[i]] + bench.reach[2 * cell + 1 - down] >= least:
            return True
        cell += step
    return False


@compiled
def _spot_of_sum(bench: Bench, total: int) -> int:
    """Return the position of a sum in the table of first words."""
    last = len(bench.table) - 1
    place = (total ^ (total >> 29)) & last
    while bench.table[place] and bench.sums[bench.table[place] - 1] != total:
        place = (place + 1) & last
    return place


@compiled
def _lie_apart(board: Board, index: Index, bench: Bench, first: int, second: int) -> bool:
    """Return True if the second can be laid beside the first, with the same crossings as without it."""
    lay(board, index, bench.words[first], bench.places[first], bench.downs[first])
    points = crossing_points(board, index, bench.words[second], bench.places[second], bench.downs[second])
    fits = points == bench.points[second]
    if fits:
        left = board.tally[LEFT]
        lay(board, index, bench.words[second], bench.places[second], bench.downs[second])
        fits = board.tally[LEFT] == 0 and left > 0
        take_back(board, index, board.tally[WORDS] - 1)
    take_back(board, index, board.tally[WORDS] - 1)
    return fits


@compiled
def _keep(bench: Bench, first: int, at: int) -> None:
    bench.found[at] = bench.words[first]
    bench.found[at + 1] = bench.places[first]
    bench.found[at + 2] = bench.downs[first]
