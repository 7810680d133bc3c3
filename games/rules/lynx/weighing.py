"""Comparing entries: what one earns minus what the others can make of it, looking ahead as far as the steps allow.

A position has the letters of each light, in their order. The look-ahead simplifies: one word represents all words of
a light that leave the same crossing lights fillable; nobody passes who can enter something; answers may be repeated;
and several opponents count as one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase
from typing import TypeAlias

from games.rules.grid import EMPTY, Cell
from games.rules.lynx.entry import LAST_ENTRY, links, worth
from games.rules.word_index import ByLength

Position: TypeAlias = tuple[str, ...]
Tried: TypeAlias = "tuple[Choice, str]"

ENDLESS = 1 << 30


@dataclass(frozen=True)
class Choice:
    """Words for the light of this number that leave the same crossing lights fillable, as a set of the index.

    A word earns `points`, and lets the next player earn at most `gives`."""

    light: int
    words: int
    points: int
    gives: int

    @property
    def merit(self) -> int:
        return self.points - self.gives


@dataclass(frozen=True)
class Known:
    """The bounds of a position's value, looked ahead to this depth. `is_exact` if every line was followed to its
    end."""

    depth: int
    least: int
    most: int
    is_exact: bool


class StepsSpent(Exception):
    """The search has looked at as many positions as it may."""


class Weighing:
    """A deterministic search over the entries of one grid."""

    def __init__(self, lights: Sequence[Sequence[Cell]], index: ByLength, barred: Collection[str]) -> None:
        """Take the cells of each light in `lights`, and the answers in `barred` that can't be used again."""
        places: dict[Cell, list[tuple[int, int]]] = {}
        for light, cells in enumerate(lights):
            for place, cell in enumerate(cells):
                places.setdefault(cell, []).append((light, place))
        self._crossings = [
            [next((other for other in places[cell] if other[0] != light), None) for cell in cells]
            for light, cells in enumerate(lights)
        ]
        self._index = index
        self._barred = {length: index.of(length).listed(barred) for length in set(map(len, lights))}
        self._fitting: dict[str, int] = {}
        self._keeping: dict[tuple[int, int, str, int], int] = {}
        self._known: dict[Position, Known] = {}
        self._steps = 0
        self._is_exact = True

    def best(self, tried: Sequence[Tried], position: Position, *, steps: int) -> Tried:
        """Return the best of some entries, searched ever deeper until the steps are used up or all lines end.

        Without steps, compare only what each earns and gives."""
        ranked = sorted(tried, key=lambda entry: -entry[0].merit)
        self._steps = steps
        for depth in count():
            self._is_exact = True
            found: list[tuple[int, Tried]] = []
            least = -ENDLESS
            try:
                for choice, word in ranked:
                    ahead = self.after(position, choice.light, word)
                    value = choice.points - self._value(ahead, depth, -ENDLESS, choice.points - least)
                    found.append((value, (choice, word)))
                    least = max(least, value)
            except StepsSpent:
                return max(found, key=lambda one: one[0])[1] if found else ranked[0]
            ranked = [entry for _, entry in sorted(found, key=lambda one: -one[0])]
            if self._is_exact:
                break
        return ranked[0]

    def value(self, position: Position, *, steps: int) -> int:
        """Return the lead that the player to move will gain from here to the end. Raises StepsSpent."""
        self._steps = steps
        return self._value(position, len(position), -ENDLESS, ENDLESS)

    def choices(self, position: Position, lights: Sequence[int]) -> list[Choice]:
        """Return the choices in these lights, as far as they can be entered, the best first by what they earn and
        give."""
        earns = {light: worth(position[light]) for light in self._open(position)}
        found = [choice for light in lights for choice in self._choices_in(light, position, earns)]
        return sorted(found, key=lambda choice: -choice.merit)

    def words_of(self, choice: Choice, position: Position) -> Iterator[str]:
        """Yield the words of a choice, alphabetically."""
        return self._index.of(len(position[choice.light])).words_in(choice.words)

    def after(self, position: Position, light: int, word: str) -> Position:
        """Return the position after a word is entered."""
        reads = list(position)
        reads[light] = word
        for letter, before, crossing in zip(word, position[light], self._crossings[light], strict=True):
            if before == EMPTY and crossing:
                other, at = crossing
                reads[other] = reads[other][:at] + letter + reads[other][at + 1 :]
        return tuple(reads)

    def _open(self, position: Position) -> list[int]:
        """Return the lights that have a link and a word that fits."""
        return [light for light, reads in enumerate(position) if links(reads) and self._fits(reads)]

    def _fits(self, reads: str) -> int:
        """Return the words that can be entered in a light with these letters."""
        if reads not in self._fitting:
            is_unfilled, length = EMPTY in reads, len(reads)
            self._fitting[reads] = self._index.of(length).fitting(reads) & ~self._barred[length] if is_unfilled else 0
        return self._fitting[reads]

    def _choices_in(self, light: int, position: Position, earns: Mapping[int, int]) -> Iterator[Choice]:
        """Yield the words of a light, divided by the crossing lights that they leave fillable."""
        reads = position[light]
        if not (fits := self._fits(reads)):
            return
        crossed = [
            (place, *crossing)
            for place, crossing in enumerate(self._crossings[light])
            if crossing and reads[place] == EMPTY and self._fits(position[crossing[0]])
        ]
        apart = {light, *(other for _, other, _ in crossed)}
        parts = [(fits, max((n for other, n in earns.items() if other not in apart), default=0))]
        for place, other, at in crossed:
            crossing = position[other]
            keeping = self._keeps(len(reads), place, crossing, at)
            earned = len(crossing) * (links(crossing) + 1)
            parts = [
                part
                for words, gives in parts
                for part in ((words & keeping, max(gives, earned)), (words & ~keeping, gives))
                if part[0]
            ]
        for words, gives in parts:
            yield Choice(light, words, worth(reads), gives)

    def _keeps(self, length: int, place: int, crossing: str, at: int) -> int:
        """Return the words of this length whose letter at `place` leaves the crossing light unfilled and fillable."""
        key = length, place, crossing, at
        if key not in self._keeping:
            found, fits = 0, self._fits(crossing) if crossing.count(EMPTY) > 1 else 0
            own, others = self._index.of(length).having[place], self._index.of(len(crossing)).having[at]
            for letter in ascii_uppercase:
                if fits & others[letter]:
                    found |= own[letter]
            self._keeping[key] = found
        return self._keeping[key]

    def _value(self, position: Position, depth: int, low: int, high: int) -> int:
        """Return the lead that the player to move will gain from here on, if it is between `low` and `high`, else a
        bound on that side."""
        self._steps -= 1
        if self._steps < 0:
            raise StepsSpent
        lights = self._open(position)
        if not lights:
            return -LAST_ENTRY
        if depth == 0:
            self._is_exact = False
            # the lead if all open lights are taken in turn, the most valuable first
            dearest = sorted((worth(position[light]) for light in lights), reverse=True)
            return sum(dearest[::2]) - sum(dearest[1::2])
        known = self._known.get(position)
        if known and known.depth >= depth and (known.least >= high or known.most <= low or known.least == known.most):
            self._is_exact &= known.is_exact
            return known.most if known.most <= low else known.least
        was_exact, self._is_exact = self._is_exact, True
        best = -ENDLESS
        for choice in self.choices(position, lights):
            if (least := max(best, low)) >= high:
                break
            ahead = self.after(position, choice.light, next(self.words_of(choice, position)))
            value = choice.points - self._value(ahead, depth - 1, choice.points - high, choice.points - least)
            best = max(best, value)
        least, most = best if best > low else -ENDLESS, best if best < high else ENDLESS
        self._known[position] = Known(depth, least, most, self._is_exact)
        self._is_exact &= was_exact
        return best
