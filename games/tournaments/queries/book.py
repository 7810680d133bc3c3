"""One division of a ledger and what its places are reckoned from: who met whom, byes, the order, what is still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from games.tournaments import standings as pure
from games.tournaments.commands import books
from games.tournaments.models import Bye, Division, Entrant, Sitting, Tournament
from games.tournaments.queries.ledger import Ledger

RANKED_OTHERWISE = (Tournament.Format.KNOCKOUT, Tournament.Format.LADDER)


@dataclass(frozen=True)
class Book:
    """One division with all that its places are reckoned from; numbers are those of entrants."""

    ledger: Ledger
    division: Division

    @property
    def tournament(self) -> Tournament:
        return self.ledger.tournament

    @cached_property
    def members(self) -> Mapping[int, Entrant]:
        return {one.number: one for one in self.ledger.members.get(self.division.pk, ())}

    @cached_property
    def met(self) -> tuple[pure.Met, ...]:
        """What counts: finished tables, and those for which a director gave points."""
        return tuple(
            pure.Met(
                round=one.number,
                table=fixture.pk,
                placed=tuple(
                    books.placed(sitting, self._number(sitting)) for sitting in self.ledger.sittings[fixture.pk]
                ),
            )
            for one in self.ledger.rounds[self.division.pk]
            for fixture in self.ledger.fixtures[one.pk]
            if fixture.phase in books.COUNTED
        )

    @cached_property
    def byes(self) -> tuple[pure.SatOut, ...]:
        return tuple(
            pure.SatOut(self._number(bye), one.number, worth(bye))
            for one in self.ledger.rounds[self.division.pk]
            for bye in self.ledger.byes[one.pk]
        )

    @cached_property
    def lines(self) -> tuple[pure.Line, ...]:
        return books.reckoned(self.division, self.members, self.met, self.byes)

    @cached_property
    def line_of(self) -> Mapping[int, pure.Line]:
        """The line of each entrant, by number."""
        return {line.number: line for line in self.lines}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Who stands where: on a ladder by rungs, in a knockout by how far they came."""
        if self.tournament.format in RANKED_OTHERWISE:
            now = (entrant.number for entrant in books.order_of(self.division))
            return tuple(number for number in now if number in self.members)  # somebody may just have entered
        return tuple(line.number for line in self.lines)

    @cached_property
    def crossed(self) -> pure.Crosstable:
        return pure.crosstable(tuple(self.members), self.met, self.byes)

    @cached_property
    def given(self) -> Mapping[int, Fraction]:
        """What each has from byes and awarded tables, by number; only those who have had one."""
        without_play = {
            number: [sat.points for sat in row if sat.table is None or sat.awarded]
            for number, row in self.crossed.rows.items()
        }
        return {number: sum(points, Fraction(0)) for number, points in without_play.items() if points}

    @cached_property
    def earned(self) -> Mapping[tuple[int, int], Fraction]:
        """The table points of each entrant, by (table, number)."""
        return {
            (sat.table, number): sat.points
            for number, row in self.crossed.rows.items()
            for sat in row
            if sat.table is not None
        }

    @cached_property
    def open(self) -> list[list[int]]:
        """Who sits at each table that is not over."""
        return [
            [self._number(sitting) for sitting in self.ledger.sittings[fixture.pk]]
            for fixture in self.ledger.fixtures_of(self.division)
            if fixture.phase not in books.OVER
        ]

    @cached_property
    def undrawn(self) -> int:
        """How many rounds are still to be published."""
        return books.undrawn_of(self.division)

    @cached_property
    def is_over(self) -> bool:
        return self.tournament.phase in (Tournament.Phase.FINISHED, Tournament.Phase.VOID)

    def reach(self) -> Mapping[int, pure.Reach]:
        """What places each can still come to; of a ladder and a knockout nothing is said."""
        if self.tournament.format in RANKED_OTHERWISE or self.is_over:
            return {}
        gone = [one.number for one in self.members.values() if one.standing == Entrant.Standing.WITHDRAWN]
        return pure.reach(tuple(self.members), self.met, self.byes, open=self.open, undrawn=self.undrawn, gone=gone)

    def _number(self, of: Sitting | Bye) -> int:
        return self.ledger.entrants[of.entrant_id].number


def worth(bye: Bye) -> Fraction:
    return Fraction(bye.points)
