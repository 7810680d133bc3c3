"""The rounds of a division: who sits where, how each table stands, what came of it, and who has a bye."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from games.tournaments.commands.books import OVER
from games.tournaments.models import Bye, Fixture, Round, Sitting, Tournament
from games.tournaments.queries.book import Book, worth
from games.tournaments.queries.figures import share
from games.tournaments.queries.ledger import Ledger, called

LAST = 99


@dataclass(frozen=True)
class SeatedLine:
    """Somebody at a table; `result` is the game's own, `points` the table points."""

    name: str
    is_mine: bool
    rank: int | None
    result: str
    points: str
    is_absent: bool


@dataclass(frozen=True)
class TableLine:
    """`phase` is the fixture's; `game` None where none was dealt."""

    number: int
    phase: str
    game: int | None
    is_over: bool
    join_by: datetime | None
    seated: tuple[SeatedLine, ...]
    is_mine: bool


@dataclass(frozen=True)
class ByeLine:
    name: str
    points: str
    reason: str


@dataclass(frozen=True)
class RoundLine:
    """A published round; `ends_at` None on a ladder, where each table has its own end, and where all rounds end together."""

    number: int
    is_going_on: bool
    ends_at: datetime | None
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]
    over: int


def round_lines(book: Book, mine: int | None) -> tuple[RoundLine, ...]:
    """The latest first."""
    rounds = book.ledger.rounds[book.division.pk]
    going_on = [one for one in rounds if one.phase == Round.Phase.PUBLISHED]
    is_said_above = len(going_on) > 1 and len({one.ends_at for one in going_on}) == 1
    is_ladder = book.tournament.format == Tournament.Format.LADDER
    says_end = not is_ladder and not is_said_above
    return tuple(_round(book.ledger, one, book.earned, mine, says_end=says_end) for one in reversed(rounds))


def _round(
    ledger: Ledger, one: Round, points: Mapping[tuple[int, int], Fraction], mine: int | None, *, says_end: bool
) -> RoundLine:
    tables = tuple(_table(ledger, fixture, points, mine) for fixture in ledger.fixtures[one.pk])
    is_ladder = ledger.tournament.format == Tournament.Format.LADDER
    return RoundLine(
        number=one.number,
        is_going_on=one.phase == Round.Phase.PUBLISHED,
        ends_at=one.ends_at if says_end else None,
        tables=tables[::-1] if is_ladder else tables,
        byes=tuple(_bye(ledger, bye) for bye in ledger.byes[one.pk]),
        over=sum(table.is_over for table in tables),
    )


def _table(ledger: Ledger, fixture: Fixture, points: Mapping[tuple[int, int], Fraction], mine: int | None) -> TableLine:
    sittings = sorted(ledger.sittings[fixture.pk], key=lambda one: (one.rank or LAST, one.seat or 0, one.pk))
    return TableLine(
        number=fixture.number,
        phase=ledger.phase(fixture),
        game=fixture.game_id,
        is_over=fixture.phase in OVER,
        join_by=fixture.join_by if ledger.phase(fixture) == Fixture.Phase.JOINING else None,
        seated=tuple(_seated(ledger, fixture, sitting, points, mine) for sitting in sittings),
        is_mine=any(sitting.entrant_id == mine for sitting in sittings),
    )


def _seated(
    ledger: Ledger,
    fixture: Fixture,
    sitting: Sitting,
    points: Mapping[tuple[int, int], Fraction],
    mine: int | None,
) -> SeatedLine:
    entrant = ledger.entrants[sitting.entrant_id]
    earned = points.get((fixture.pk, entrant.number))
    results = {seat.number: seat.result for seat in ledger.seats[fixture.game_id or 0]}
    is_over = fixture.phase == Fixture.Phase.FINISHED
    return SeatedLine(
        name=called(entrant),
        is_mine=entrant.pk == mine,
        rank=sitting.rank if is_over else None,
        result=results.get(sitting.seat, "") if is_over and sitting.seat is not None else "",
        points=share(earned) if earned is not None else "",
        is_absent=sitting.seat is None and fixture.phase not in (Fixture.Phase.PLANNED, Fixture.Phase.JOINING),
    )


def _bye(ledger: Ledger, bye: Bye) -> ByeLine:
    return ByeLine(ledger.name(bye.entrant_id), share(worth(bye)), bye.reason)
