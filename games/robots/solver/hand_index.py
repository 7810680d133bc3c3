"""An index of the words that a hand can spell: by a letter, by two letters and their distance, and by the sum of all
letters.

Letters are numbers, 1 for the first of the alphabet. Arrays have room for the largest alphabet, so that all languages
use the same compiled code. Words are numbers, too, ordered by the value of their four best letters, so
every bucket of the index begins with its most valuable words. Each letter has a large random number; the sum over a
word identifies its multiset of letters, as two different multisets hardly ever have the same sum."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from games.robots.solver.compiled import Numbers, characters, compiled, numbers, short_numbers, small_numbers
from games.rules.alphabets.alphabet import MOST_LETTERS, Alphabet
from games.rules.grid import BLANK

LONGEST = 31  # a position within a word takes 5 bits of an entry
MOST_ALIKE = 7  # copies of one letter in a word: its packed count takes 3 bits and a guard bit
DEAR = 4  # the number of letters that rank a word
_DEAREST = 64
SIZES = MOST_LETTERS + 1
"""The size of an array with a number for each letter; 0 is the blank."""
IN_WORD = 14
"""The letters whose counts are packed into one number: 14 for A–N, with four bits each."""
_PAIRS = SIZES * SIZES * 32


class Index(NamedTuple):
    """The words of a hand. An entry is `word * 32 + place`, with the place of a letter in the word, or of the first of
    two."""

    starts: Numbers
    """The start of each word in `letters`, and the end of the last."""
    letters: Numbers
    low: Numbers
    """The counts of the first 14 letters, four bits each."""
    high: Numbers
    """The counts of the next 14 letters."""
    top: Numbers
    """The counts of the last 14 letters."""
    masks: Numbers
    """The letters of a word, one bit each, see `bit_of`."""
    sums: Numbers
    dear: Numbers
    letter_starts: Numbers
    letter_entries: Numbers
    pair_starts: Numbers
    """The start of each bucket of two letters, by `pair_key`."""
    pair_entries: Numbers
    by_sum: Numbers
    """A hash table by sum: a word + 1 at the sum's position, or the next free one if another sum has taken that."""
    next_alike: Numbers
    """The next word + 1 with the same letters."""
    values: Numbers
    letter_sums: Numbers
    vowels: Numbers
    """1 for each vowel, else 0."""
    last: int
    """The number of the last letter."""


class Spelling(NamedTuple):
    """A word list as the numbers of its letters, the start of each word, and the alphabet."""

    text: Numbers
    starts: Numbers
    alphabet: Alphabet


def spelling(words: Iterable[str], alphabet: Alphabet) -> Spelling:
    """Return those words, as they are inside the alphabet, that are short enough to be laid, as arrays."""
    kept = [word for word in words if len(word) <= LONGEST]
    starts = short_numbers(len(kept) + 1)
    at = 0
    for i, word in enumerate(kept):
        at += len(word)
        starts[i + 1] = at
    numbered = "".join(kept).translate({ord(tile): number for number, tile in enumerate(alphabet.letters, start=1)})
    return Spelling(characters(numbered.encode("latin-1")), starts, alphabet)


def index_of(hand: str, words: Spelling) -> Index:
    """Return the index of the words that a hand can spell; each blank may be any letter."""
    alphabet = words.alphabet
    held = numbers(SIZES)
    for tile, count in Counter(hand).items():
        held[0 if tile == BLANK else alphabet.index(tile) + 1] = count
    values = numbers(SIZES)
    vowels = numbers(SIZES)
    letter_sums = numbers(SIZES)
    source = Random(0)  # noqa: S311 - names of letters, no secret
    for letter, tile in enumerate(alphabet.letters, start=1):
        values[letter] = alphabet.values[tile]
        vowels[letter] = int(tile in alphabet.vowels)
        letter_sums[letter] = source.getrandbits(55)
    order = short_numbers(len(words.starts))
    dearness = small_numbers(len(words.starts))
    chosen = _choose(
        words.text, words.starts, held, values, order, dearness, numbers(SIZES), numbers(DEAR), numbers(65)
    )
    length = _total_length(words.starts, order, chosen)
    places = 16
    while places < 2 * chosen:
        places *= 2
    index = Index(
        starts=short_numbers(chosen + 1),
        letters=small_numbers(length),
        low=numbers(chosen),
        high=numbers(chosen),
        top=numbers(chosen),
        masks=short_numbers(chosen),
        sums=numbers(chosen),
        dear=small_numbers(chosen),
        letter_starts=numbers(SIZES + 1),
        letter_entries=short_numbers(length),
        pair_starts=numbers(_PAIRS + 1),
        pair_entries=short_numbers(_pairs(words.starts, order, chosen)),
        by_sum=short_numbers(places),
        next_alike=short_numbers(chosen),
        values=values,
        letter_sums=letter_sums,
        vowels=vowels,
        last=len(alphabet.letters),
    )
    _spell(index, words.text, words.starts, order, dearness)
    _enter(index)
    return index


@compiled
def _choose(
    text: Numbers,
    starts: Numbers,
    held: Numbers,
    values: Numbers,
    order: Numbers,
    dearness: Numbers,
    used: Numbers,
    best: Numbers,
    by_dearness: Numbers,
) -> int:
    """Write the words that the hand can spell to `order`, the most valuable first, and the value of each to `dearness`.
    Return their number.

    The last three arguments are working space."""
    words = len(starts) - 1
    for word in range(words):
        dearness[word] = -1
        length = starts[word + 1] - starts[word]
        if length < 2:
            continue
        for letter in range(SIZES):
            used[letter] = 0
        for i in range(4):
            best[i] = 0
        blanks = held[0]
        is_spelt = True
        for at in range(starts[word], starts[word + 1]):
            letter = text[at]
            used[letter] += 1
            if used[letter] > 7:
                is_spelt = False
                break
            if used[letter] > held[letter]:
                blanks -= 1
                if blanks < 0:
                    is_spelt = False
                    break
            value = values[letter]
            for i in range(4):
                if value > best[i]:
                    value, best[i] = best[i], value
        if is_spelt:
            dearness[word] = best[0] + best[1] + best[2] + best[3]
            by_dearness[64 - dearness[word]] += 1
    at = 0
    for i in range(65):
        at, by_dearness[i] = at + by_dearness[i], at
    for word in range(words):
        if dearness[word] >= 0:
            order[by_dearness[64 - dearness[word]]] = word
            by_dearness[64 - dearness[word]] += 1
    return at


@compiled
def _total_length(starts: Numbers, order: Numbers, chosen: int) -> int:
    length = 0
    for i in range(chosen):
        length += starts[order[i] + 1] - starts[order[i]]
    return length


@compiled
def _pairs(starts: Numbers, order: Numbers, chosen: int) -> int:
    pairs = 0
    for i in range(chosen):
        length = starts[order[i] + 1] - starts[order[i]]
        pairs += (length - 1) * (length - 2) // 2
    return pairs


@compiled
def pair_key(first: int, second: int, distance: int) -> int:
    """Return the bucket of words with two letters at a distance of 2 or more."""
    return (first * SIZES + second) * 32 + distance


@compiled
def bit_of(letter: int) -> int:
    """Return the bit of a letter in masks of 31 bits. In large alphabets, two letters can share one."""
    return letter if letter <= 30 else letter - 30


@compiled
def _spell(index: Index, text: Numbers, starts: Numbers, order: Numbers, dearness: Numbers) -> None:
    """Write the letters, counts and sums of the chosen words, and enter them by their sums."""
    end = 0
    for word in range(len(index.sums)):
        low, high, top, mask, total = 0, 0, 0, 0, 0
        for at in range(starts[order[word]], starts[order[word] + 1]):
            letter = text[at]
            index.letters[end] = letter
            end += 1
            total += index.letter_sums[letter]
            mask |= 1 << bit_of(letter)
            if letter <= IN_WORD:
                low += 1 << (4 * (letter - 1))
            elif letter <= 2 * IN_WORD:
                high += 1 << (4 * (letter - 1 - IN_WORD))
            else:
                top += 1 << (4 * (letter - 1 - 2 * IN_WORD))
        index.starts[word + 1] = end
        index.low[word] = low
        index.high[word] = high
        index.top[word] = top
        index.masks[word] = mask
        index.sums[word] = total
        index.dear[word] = dearness[order[word]]
        place = place_of_sum(index, total)
        index.next_alike[word] = index.by_sum[place]
        index.by_sum[place] = word + 1


@compiled
def place_of_sum(index: Index, total: int) -> int:
    """Return the position in `by_sum` of the words with this sum, or where they would go."""
    last = len(index.by_sum) - 1
    place = (total ^ (total >> 27)) & last
    while index.by_sum[place] and index.sums[index.by_sum[place] - 1] != total:
        place = (place + 1) & last
    return place


@compiled
def _enter(index: Index) -> None:
    """Enter every letter, and every pair at a distance, of each word: count the buckets, then fill them."""
    for word in range(len(index.sums)):
        for i in range(index.starts[word], index.starts[word + 1]):
            index.letter_starts[index.letters[i] + 1] += 1
            for j in range(i + 2, index.starts[word + 1]):
                index.pair_starts[pair_key(index.letters[i], index.letters[j], j - i) + 1] += 1
    for key in range(1, len(index.letter_starts)):
        index.letter_starts[key] += index.letter_starts[key - 1]
    for key in range(1, len(index.pair_starts)):
        index.pair_starts[key] += index.pair_starts[key - 1]
    for word in range(len(index.sums)):
        start = index.starts[word]
        for i in range(start, index.starts[word + 1]):
            entry = word * 32 + i - start
            letter = index.letters[i]
            index.letter_entries[index.letter_starts[letter]] = entry
            index.letter_starts[letter] += 1
            for j in range(i + 2, index.starts[word + 1]):
                key = pair_key(letter, index.letters[j], j - i)
                index.pair_entries[index.pair_starts[key]] = entry
                index.pair_starts[key] += 1
    for key in range(len(index.letter_starts) - 1, 0, -1):
        index.letter_starts[key] = index.letter_starts[key - 1]
    index.letter_starts[0] = 0
    for key in range(len(index.pair_starts) - 1, 0, -1):
        index.pair_starts[key] = index.pair_starts[key - 1]
    index.pair_starts[0] = 0
