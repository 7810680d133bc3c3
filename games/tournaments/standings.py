"""Standings: table points, the order of a division with its tie-breaks, the crosstable, and the places that can still be reached.

This module knows nothing of games, database rows or directors' rights: the caller says who met, how they ranked and which
points were awarded.

The rules (a page that explains standings says the same):

- **Table points** at a table of n players: (n - rank) / (n - 1), so 1 for the first and 0 for the last. Players with equal
  ranks share the mean of the points for their places, so a table always gives n / 2 points in all. Players who did not join
  the game have no rank and share the last places.
- **A bye** gives 1, 1/2 or 0 points, as was decided when it was given. **Awarded points**, which a director sets, replace
  table points, even if those of a table do not sum to n / 2.
- **A void table** does not count: the caller leaves it out, and also tables that are not finished.
- **Players who withdrew** keep their points and are ranked like everybody else. Opponents keep the points that they won
  against them.
- A round in which a player has neither a table nor a bye, such as the rounds before a late entry, gives no points.

Ties in points are broken in this order:

1. **SOS**, the strength of the opponents. Each table adds the mean of the points that the opponents there have from all
   rounds so far. It is a mean so that tables of different sizes count alike; if all tables are of one size, the order is
   that of the plain sum. A bye counts as an opponent whose points are the player's own, less the points of the bye, so that
   it neither helps nor harms.
2. **SB**, Sonneborn–Berger. Each table adds a mean over the opponents there: all the points of an opponent with a worse
   rank, half the points of one with an equal rank, and nothing for one with a better rank. A bye adds its points times the
   points of the opponent that it counts as under SOS.
3. **Spread**. Each table adds the player's score less the mean score of the opponents, limited in both directions so that a
   single extreme game decides nothing. A bye adds nothing.
4. **A lot**, drawn for each entrant's number from the tournament's seed. It never changes.

For SOS, SB and spread, a table counts as a bye with the points that it gave if the player did not join it, if nobody else
joined it, or if a director awarded points there. Players who did not join a table are not opponents there.
"""

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

_FINEST_SCORE = 10_000
"""Scores are fractions with small denominators: this reads them back from floats exactly, so that equal ones are
equal."""


@dataclass(frozen=True)
class Placed:
    """An entrant's result at a table. `rank` is the rank in the game, from 1, or None for an entrant who did not join;
    `score` is the score in the game, or None if there is none; `awarded` are the points that a director gave instead of
    table points, if any."""

    number: int
    rank: int | None
    score: float | None = None
    awarded: Fraction | None = None


@dataclass(frozen=True)
class Met:
    """A table that counts. `table` is any number by which the caller knows it, such as the id of its row, and appears
    again in the crosstable."""

    round: int
    table: int
    placed: tuple[Placed, ...]


@dataclass(frozen=True)
class SatOut:
    """A bye: a round that an entrant does not play, and the points it gives."""

    number: int
    round: int
    points: Fraction


@dataclass(frozen=True)
class Line:
    """A line of the standings. Places are 1, 2, 3 and so on, never shared; `by_lot` if only the lot separates it from
    the line above or below. `played` counts tables joined and not awarded."""

    number: int
    place: int
    by_lot: bool
    points: Fraction
    sos: Fraction
    sb: Fraction
    spread: Fraction
    played: int


def table_points(ranks: Mapping[int, int | None]) -> dict[int, Fraction]:
    """Return table points by number, from ranks at one table of two or more; those without a rank did not join.

    (n - rank) / (n - 1); ties share the mean of their places, and so do those without a rank, behind all others."""
    last = len(ranks) - 1
    if last < 1:
        raise ValueError(f"a table of {len(ranks)}")
    order = [(rank is None, rank or 0) for rank in ranks.values()]
    points = {}
    for number, rank in ranks.items():
        own = (rank is None, rank or 0)
        before, level = sum(each < own for each in order), sum(each == own for each in order) - 1
        points[number] = 1 - Fraction(2 * before + level, 2 * last)
    return points


def points_given(met: Met) -> dict[int, Fraction]:
    """Return the points that one table gives, by the number of each entrant: table points, or those that a director
    awarded instead. An entrant alone at a table gets 1 unless a director awarded something else."""
    by_rank = table_points({one.number: one.rank for one in met.placed}) if len(met.placed) > 1 else {}
    return {
        one.number: one.awarded if one.awarded is not None else by_rank.get(one.number, Fraction(1))
        for one in met.placed
    }


def standings(
    members: Collection[int], met: Sequence[Met], byes: Sequence[SatOut] = (), *, cap: float, lot: str
) -> tuple[Line, ...]:
    """Return the members in the order of the module's rules, first to last; the order of all arguments does not matter.

    `cap` limits the spread of each table, in the kind's score; `lot` seeds the lot. Entrants who are not members do not
    get a line, but they count as opponents, with their points. All arithmetic is exact."""
    tally = _tally(met, byes)
    lines = sorted(
        (_line(number, tally, Fraction(cap)) for number in members),
        key=lambda line: (_merit(line), random.Random(f"{lot} {line.number}").random()),
    )
    placed: list[Line] = []
    for _, level in groupby(lines, key=_merit):
        tied = list(level)
        for line in tied:
            placed.append(replace(line, place=len(placed) + 1, by_lot=len(tied) > 1))
    return tuple(placed)


def _merit(line: Line) -> tuple[Fraction, ...]:
    return (-line.points, -line.sos, -line.sb, -line.spread)


# --- Points of each ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tally:
    """By the number of each entrant: `points` from all rounds, `played` (the entrant's result and those of the
    opponents, at each table), and `given` (the points of each bye, and of each table that counts as one)."""

    points: Mapping[int, Fraction]
    played: Mapping[int, Sequence[tuple[Placed, Sequence[Placed]]]]
    given: Mapping[int, Sequence[Fraction]]


def _tally(met: Sequence[Met], byes: Sequence[SatOut]) -> _Tally:
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    played: defaultdict[int, list[tuple[Placed, Sequence[Placed]]]] = defaultdict(list)
    given: defaultdict[int, list[Fraction]] = defaultdict(list)
    for bye in byes:
        points[bye.number] += bye.points
        given[bye.number].append(bye.points)
    for table in met:
        for number, each in points_given(table).items():
            points[number] += each
        is_awarded = any(each.awarded is not None for each in table.placed)
        for one in table.placed:
            others = [each for each in table.placed if each.number != one.number and each.rank is not None]
            if others and one.rank is not None and not is_awarded:
                played[one.number].append((one, others))
            else:  # met nobody: did not join the table, or a director awarded points
                given[one.number].append(points_given(table)[one.number])
    return _Tally(points, played, given)


def _line(number: int, tally: _Tally, cap: Fraction) -> Line:
    points, played = tally.points.get(number, Fraction(0)), tally.played.get(number, ())
    sos = sb = spread = Fraction(0)
    for given in tally.given.get(number, ()):
        sos += points - given
        sb += given * (points - given)
    for own, others in played:
        sos += sum(tally.points[each.number] for each in others) / Fraction(len(others))
        sb += sum(came(own, each) * tally.points[each.number] for each in others) / Fraction(len(others))
        spread += max(-cap, min(cap, _ahead(own, others)))
    return Line(number, 0, False, points, sos, sb, spread, len(played))


def came(one: Placed, other: Placed) -> Fraction:
    """Return 1 if `one` ranked better than `other` at their table, 1/2 if they ranked equally, and 0 if `one` ranked
    worse. Entrants who did not join rank below those who did."""
    mine, theirs = ((each.rank is None, each.rank or 0) for each in (one, other))
    return Fraction((mine < theirs) - (mine > theirs) + 1, 2)


def _ahead(own: Placed, others: Sequence[Placed]) -> Fraction:
    """Return an entrant's score minus the mean score of the opponents who have one. Return 0 if the entrant or all
    opponents have no score."""
    scores = [_exact(each.score) for each in others if each.score is not None]
    if own.score is None or not scores:
        return Fraction(0)
    return _exact(own.score) - sum(scores, Fraction(0)) / len(scores)


def _exact(score: float) -> Fraction:
    return Fraction(score).limit_denominator(_FINEST_SCORE)


# --- Crosstable ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shared:
    """A table at which two entrants met. `came` is 1 if the first of them ranked better, 1/2 if they ranked equally,
    and 0 if the first ranked worse."""

    round: int
    table: int
    came: Fraction


@dataclass(frozen=True)
class Sat:
    """One round of one entrant: the `table` (None for a bye) and the numbers of the `others` there, and the entrant's
    rank and points. `awarded` tells whether a director awarded the points."""

    round: int
    table: int | None
    others: tuple[int, ...]
    rank: int | None
    points: Fraction
    awarded: bool = False


@dataclass(frozen=True)
class Crosstable:
    """All meetings of a division: `cells` by pairs of numbers, both ways, for those who have met; `rows` by number, in
    the order of rounds."""

    cells: Mapping[tuple[int, int], tuple[Shared, ...]]
    rows: Mapping[int, tuple[Sat, ...]]


def crosstable(members: Collection[int], met: Sequence[Met], byes: Sequence[SatOut] = ()) -> Crosstable:
    """Return all meetings, in the order of rounds and tables, for tables of any size. A table with awarded points
    appears only in the rows; at other tables, those who did not join come after those who did, and have no cells with
    each other."""
    cells: defaultdict[tuple[int, int], list[Shared]] = defaultdict(list)
    rows: defaultdict[int, list[Sat]] = defaultdict(list, {number: [] for number in members})
    for table in sorted(met, key=lambda each: (each.round, each.table)):
        given = points_given(table)
        for one in table.placed:
            others = tuple(each.number for each in table.placed if each.number != one.number)
            rows[one.number].append(
                Sat(table.round, table.table, others, one.rank, given[one.number], one.awarded is not None)
            )
        for one, other in _crossings(table):
            cells[one.number, other.number].append(Shared(table.round, table.table, came(one, other)))
    for bye in byes:
        rows[bye.number].append(Sat(bye.round, None, (), None, bye.points))
    return Crosstable(
        {pair: tuple(shared) for pair, shared in cells.items()},
        {number: tuple(sorted(sat, key=lambda each: each.round)) for number, sat in rows.items()},
    )


def _crossings(table: Met) -> Iterator[tuple[Placed, Placed]]:
    if any(each.awarded is not None for each in table.placed):
        return
    for one in table.placed:
        for other in table.placed:
            if one.number != other.number and not (one.rank is None and other.rank is None):
                yield one, other


# --- Reachable places ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reach:
    """The best and worst place that are still possible."""

    best: int
    worst: int


def reach(
    members: Collection[int],
    met: Sequence[Met],
    byes: Sequence[SatOut] = (),
    *,
    open: Sequence[Collection[int]],
    undrawn: int = 0,
    gone: Collection[int] = (),
) -> dict[int, Reach]:
    """Return for each member the places that table points alone still allow. `open` are the numbers at each table that
    is not finished, `undrawn` is how many rounds are still to be paired, and `gone` are the entrants who have withdrawn
    and so will not play in those rounds.

    These are bounds: nobody ends outside them, but not every place within them need be possible. Everybody is assumed
    to win all that is open to them, even if two of them meet, and every tie in points can be broken either way. If a
    ruling undoes a finished table, or admits somebody again, the bounds no longer hold."""
    points = _tally(met, byes).points
    has = {number: points.get(number, Fraction(0)) for number in members}
    most = {
        number: has[number] + sum(number in table for table in open) + undrawn * (number not in gone)
        for number in members
    }
    return {
        number: Reach(
            best=1 + sum(has[other] > most[number] for other in members if other != number),
            worst=1 + sum(most[other] >= has[number] for other in members if other != number),
        )
        for number in members
    }
