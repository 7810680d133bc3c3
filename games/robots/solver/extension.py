"""Greedy extension of a board: tries many words in each slot and lays the best, again and again, while a word gains."""

from games.robots.solver.board import LEFT, MIDDLE, SLOTS, WORDS, Board, gather_slots, lay
from games.robots.solver.compiled import Fractions, Numbers, chance, compiled, draw
from games.robots.solver.hand_index import Index, pair_key

MOST_IN_ONE, MOST_IN_TWO = 12, 50  # words tried in a slot through one letter, and through several


@compiled
def extend(
    board: Board, index: Index, dice: Numbers, prices: Fractions, word_price: float, noise: float, most_over: int
) -> int:
    """Lay words while one gains: its crossing points and the price of each tile it uses, less the price of a word.

    `prices` are by letter; `prices[0]` is that of a missing tile, of which a board may use `most_over`. Return the
    number of words tried."""
    tried = 0
    if board.tally[WORDS] == 0:
        tried += _lay_first(board, index, dice)
    while board.tally[LEFT] > 0 and board.tally[WORDS] < 40:
        gather_slots(board, index)
        best = 0.0
        best_word, best_place, best_down = -1, 0, 0
        slots = board.slots
        over = 0
        for letter in range(1, index.last + 1):
            if board.rest[letter] < 0:
                over -= board.rest[letter]
        for at in range(board.tally[SLOTS]):
            cell, down, span = slots.cells[at], slots.downs[at], slots.spans[at]
            step = 64 if down else 1
            before, after = slots.before[at], slots.after[at]
            letter = board.cells[cell]
            if span:
                key = pair_key(letter, board.cells[cell + span * step], span)
                begin, end = index.pair_starts[key], index.pair_starts[key + 1]
                times = MOST_IN_TWO
            else:
                begin, end = index.letter_starts[letter], index.letter_starts[letter + 1]
                times = MOST_IN_ONE
            size = end - begin
            if size == 0:
                continue
            if slots.points[at] <= 2 * slots.crossed[at]:
                times //= 4
            times = min(times, size)
            tried += times
            for i in range(times):
                if times == size:
                    entry = index.pair_entries[begin + i] if span else index.letter_entries[begin + i]
                else:
                    u = chance(dice)
                    u *= u
                    offset = int(size * u * u * u)
                    entry = index.pair_entries[begin + offset] if span else index.letter_entries[begin + offset]
                word, lead = entry >> 5, entry & 31
                if lead > before:
                    continue
                start = index.starts[word]
                length = index.starts[word + 1] - start
                if length - 1 - lead - span > after:
                    continue
                worth = slots.points[at] - word_price
                now_over = over
                place = cell - lead * step
                here = place
                last = start + length
                for j in range(start, start + length):
                    letter = index.letters[j]
                    held = board.cells[here]
                    here += step
                    if held:
                        if held != letter:
                            worth = -1000.0
                            last = j
                            break
                        continue
                    board.rest[letter] -= 1
                    if board.rest[letter] < 0:
                        worth -= prices[0]
                        now_over += 1
                        if now_over > most_over:
                            worth = -1000.0
                            last = j + 1
                            break
                    else:
                        worth += prices[letter]
                here = place
                for j in range(start, last):
                    if not board.cells[here]:
                        board.rest[index.letters[j]] += 1
                    here += step
                if worth > best - noise:
                    worth += noise * chance(dice)
                    if worth > best:
                        best = worth
                        best_word, best_place, best_down = word, place, down
        if best_word < 0:
            break
        lay(board, index, best_word, best_place, best_down)
    return tried


@compiled
def _lay_first(board: Board, index: Index, dice: Numbers) -> int:
    """Lay a high-value word in the middle of an empty board. Return the number of words tried."""
    words = len(index.sums)
    for tried in range(1000):
        u = chance(dice)
        word = int(words * u * u)
        if is_in_rest(board, index, word):
            lay(board, index, word, MIDDLE - (index.starts[word + 1] - index.starts[word]) // 2, draw(dice, 2))
            return tried + 1
    return 1000


@compiled
def is_in_rest(board: Board, index: Index, word: int) -> bool:
    """Return True if the tiles left can spell a word."""
    is_spelt = True
    for i in range(index.starts[word], index.starts[word + 1]):
        board.rest[index.letters[i]] -= 1
        if board.rest[index.letters[i]] < 0:
            is_spelt = False
    for i in range(index.starts[word], index.starts[word + 1]):
        board.rest[index.letters[i]] += 1
    return is_spelt
