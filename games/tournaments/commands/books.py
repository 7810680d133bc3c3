"""What the pure parts need to know of a division, read from its rows, and what they make of it. Writes nothing, locks nothing."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from django.db.models import QuerySet

from games.tournaments import advancing
from games.tournaments.commands.terms import kind_of
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Sitting, Tournament
from games.tournaments.schedules import table_sizes
from games.tournaments.standings import Line, Met, Placed, SatOut, standings

Format = Tournament.Format
CONCURRENT = frozenset({Format.LEAGUE, Format.POOLS})
"""The formats in which all rounds of a division are played at once."""
COUNTED = (Fixture.Phase.FINISHED, Fixture.Phase.AWARDED)
OVER = (*COUNTED, Fixture.Phase.VOID)
OPEN = (Fixture.Phase.JOINING, Fixture.Phase.PLAYING)
PLAYS = (Entrant.Standing.ENTERED, Entrant.Standing.CONFIRMED)


def members(division: Division) -> dict[int, Entrant]:
    """All of a division by number, the withdrawn among them."""
    return {entrant.number: entrant for entrant in division.entrants.order_by("number")}


def playing(whole: Tournament | Division) -> list[Entrant]:
    """Those of a tournament or a division who can be drawn, by number."""
    return list(whole.entrants.filter(standing__in=PLAYS, player__isnull=False).order_by("number"))


def everybody(division: Division) -> list[int]:
    """The numbers for which a division's rounds are planned: all who were there when the first one was published."""
    if last_round(division) is None:
        return [entrant.number for entrant in playing(division)]
    return list(members(division))


def drafts_of(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that are drawn up and not published."""
    return Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT)


def met_of(division: Division) -> list[Met]:
    """What counts of the division's tables, in the order of rounds and tables; `table` is the fixture's id."""
    return [_met(fixture) for fixture in _fixtures(division).filter(phase__in=COUNTED)]


def byes_of(division: Division) -> list[SatOut]:
    """The byes of published rounds."""
    byes = Bye.objects.filter(round__division=division).exclude(round__phase=Round.Phase.DRAFT)
    rows = byes.order_by("round__number", "entrant__number").values_list("entrant__number", "round__number", "points")
    return [SatOut(number, round, Fraction(points)) for number, round, points in rows]


def standings_of(division: Division) -> tuple[Line, ...]:
    """The standings by points and tie-breaks, best first."""
    return reckoned(division, members(division), met_of(division), byes_of(division))


def reckoned(
    division: Division, numbers: Collection[int], met: Sequence[Met], byes: Sequence[SatOut]
) -> tuple[Line, ...]:
    """The standings of a division for which all that counts has been read, `numbers` being its members."""
    tournament = division.tournament
    lot = f"{tournament.lot}/{division.pk}"
    return standings(numbers, met, byes, cap=kind_of(tournament).widest_spread, lot=lot)


def order_of(division: Division) -> list[Entrant]:
    """All of a division, best first, as its format ranks them; who has withdrawn from a ladder stands on no rung."""
    entrants = members(division)
    match division.tournament.format:
        case Format.LADDER:
            return [entrants[number] for number in rungs_of(division)]
        case Format.KNOCKOUT:
            return [entrants[number] for number in _how_far(division)]
        case _:
            return [entrants[line.number] for line in standings_of(division)]


def rungs_of(division: Division) -> tuple[int, ...]:
    """The ladder from its top: the numbers of those who stand on it."""
    over = sorted(_fixtures(division).filter(phase__in=COUNTED), key=lambda one: (one.finished_at, one.pk))
    order = advancing.rungs(list(members(division)), [ranks_at(fixture) for fixture in over])
    stands = {entrant.number for entrant in playing(division)}
    return tuple(number for number in order if number in stands)


def ranks_at(fixture: Fixture) -> dict[int, int | None]:
    """Who came where at a table that counts, by number; by the points where those were awarded. None: did not join."""
    return ranks_of(fixture, {sitting.entrant.number: sitting for sitting in fixture.sittings.all()})


def ranks_of(fixture: Fixture, sittings: Mapping[int, Sitting]) -> dict[int, int | None]:
    """The same where its sittings have been read, by number."""
    if fixture.phase != Fixture.Phase.AWARDED:
        return {number: sitting.rank for number, sitting in sittings.items()}
    awarded = [sitting.awarded or 0 for sitting in sittings.values()]
    return {
        number: None
        if sitting.seat is None and not sitting.awarded
        else 1 + sum(points > (sitting.awarded or 0) for points in awarded)
        for number, sitting in sittings.items()
    }


def undrawn_of(division: Division) -> int:
    """How many rounds of a division are still to be published; where all are at once, none after that."""
    published = division.rounds.exclude(phase=Round.Phase.DRAFT).count()
    if published and division.tournament.format in CONCURRENT:
        return 0
    return max(0, planned_rounds(division) - published)


def planned_rounds(division: Division) -> int:
    """How many rounds a division has in all."""
    return rounds_for(division.tournament, len(everybody(division)))


def rounds_for(tournament: Tournament, count: int) -> int:
    """How many rounds so many players play in one division; of a knockout at least so many."""
    size, planned = tournament.table_size, tournament.rounds_planned
    match tournament.format:
        case Format.LADDER:
            return 1
        case Format.SWISS:
            return planned
        case Format.KNOCKOUT:
            return _knockout_rounds(tournament, count)
        case _ if size == 2:
            return max(1, count - 1 + count % 2)  # everybody meets everybody
        case Format.POOLS:
            return max(1, min(planned, (count - 1) // (size - 1)))
        case _:
            return planned


def _knockout_rounds(tournament: Tournament, left: int) -> int:
    rounds = 0
    while left > 1:
        sizes = table_sizes(left, tournament.table_size)
        out = left - sum(sizes)
        left = out + sum(min(tournament.advance, size - 1) for size in sizes)
        rounds += 1
        if len(sizes) == 1 and not out:
            break
    return rounds


def last_round(division: Division) -> Round | None:
    """The last round that is published."""
    return division.rounds.exclude(phase=Round.Phase.DRAFT).order_by("-number").first()


def _how_far(division: Division) -> Sequence[int]:
    """A knockout's order: by the last round one came to, the place at one's table there, and what one did in all."""
    reached: dict[int, tuple[int, int]] = {}
    for fixture in _fixtures(division).filter(phase__in=COUNTED):
        for number, rank in ranks_at(fixture).items():
            reached[number] = (-fixture.round.number, rank or 99)
    for bye in byes_of(division):
        reached[bye.number] = min(reached.get(bye.number, (0, 0)), (-bye.round, 0))
    lines = {line.number: line.place for line in standings_of(division)}
    return sorted(lines, key=lambda number: (*reached.get(number, (0, 99)), lines[number]))


def _fixtures(division: Division) -> QuerySet[Fixture]:
    fixtures = Fixture.objects.filter(round__division=division).select_related("round")
    return fixtures.prefetch_related("sittings__entrant").order_by("round__number", "number")


def _met(fixture: Fixture) -> Met:
    return Met(
        round=fixture.round.number,
        table=fixture.pk,
        placed=tuple(placed(sitting, sitting.entrant.number) for sitting in fixture.sittings.all()),
    )


def placed(sitting: Sitting, number: int) -> Placed:
    """How an entrant, by number, came off at a table that counts."""
    awarded = None if sitting.awarded is None else Fraction(sitting.awarded)
    return Placed(number, sitting.rank, sitting.score, awarded)
