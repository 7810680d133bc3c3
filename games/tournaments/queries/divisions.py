"""A division as one reader sees it: its standings with tie-breaks, promotion and relegation, the crosstable, and its
rounds with tables and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.tournaments import standings as pure
from games.tournaments.models import Fixture, Round, Sitting
from games.tournaments.queries.wording import called, decimals_of, division_name, figure, of_points, share
from games.tournaments.snapshot import (
    COUNTED,
    LAST,
    OVER,
    RANKED_OTHERWISE,
    DivisionSnapshot,
    Format,
    Snapshot,
    worth,
)

LARGEST_MATRIX = 12
THROUGH, OUT = "through", "out"
NO_CLUBS: Mapping[int | None, str] = {}


@dataclass(frozen=True)
class PlaceLine:
    """An entrant in the standings; `player` links to their page; `zone` is `up`, `down`, `on` (to the final), `through`
    or `out` (of a knockout) or empty."""

    number: int
    player: int | None
    name: str
    place: int
    by_lot: bool
    is_withdrawn: bool
    is_mine: bool
    points: str
    sos: str
    sb: str
    spread: str
    played: int
    zone: str
    club: str = ""


@dataclass(frozen=True)
class Cell:
    """The result of the meetings of two, or of one entrant at a table; `says` is for readers who cannot see the
    position."""

    shows: str
    says: str = ""


@dataclass(frozen=True)
class CrossRow:
    """A row of the crosstable. `given` are the points of byes and awarded tables; empty if there are none."""

    place: int
    name: str
    cells: tuple[Cell | None, ...]
    given: str
    points: str


@dataclass(frozen=True)
class Cross:
    """A matrix of results between pairs; or, if there are too many players, the results of each, round by round. There
    byes and awarded tables are cells, and `has_given` is false."""

    is_matrix: bool
    has_given: bool
    columns: tuple[str, ...]
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True)
class SeatedLine:
    """A player at a table; `result` is the game's own, `points` are table points."""

    name: str
    is_mine: bool
    rank: int | None
    result: str
    points: str
    is_absent: bool


@dataclass(frozen=True)
class TableLine:
    """A table. `id` and `phase` are the fixture's; `game` is None if none was dealt."""

    id: int
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
    """A published round; `ends_at` is None on a ladder, where each table has its own end; `over` counts finished
    tables."""

    id: int
    number: int
    phase: str
    is_going_on: bool
    ends_at: datetime | None
    tables: tuple[TableLine, ...]
    byes: tuple[ByeLine, ...]
    over: int


@dataclass(frozen=True)
class DivisionView:
    """A division. `name` is empty if it is the only one; `has_points`: places come from points. `has_places`: some are
    already decided, or it is a ladder. `ends_together`: its running rounds have the same end."""

    name: str
    key: str
    places: tuple[PlaceLine, ...]
    has_points: bool
    has_places: bool
    cross: Cross | None
    rounds: tuple[RoundLine, ...]
    is_mine: bool
    ends_together: bool


def division_views(
    whole: Snapshot, mine: int | None, clubs: Mapping[int | None, str] = NO_CLUBS
) -> tuple[DivisionView, ...]:
    """Return the divisions, the final of pools first, then the highest first. `mine` is the reader's entrant, by id;
    `clubs` are names by id, if several take part."""
    zones = zones_of(whole)
    ordered = sorted(whole.divisions, key=lambda one: (-one.division.stage, one.division.number))
    return tuple(_division(one, mine, zones if one.division.stage == 1 else {}, clubs) for one in ordered)


def _division(
    own: DivisionSnapshot, mine: int | None, zones: Mapping[int, str], clubs: Mapping[int | None, str]
) -> DivisionView:
    places = place_lines(own, mine, zones, clubs)
    has_points = own.tournament.format not in RANKED_OTHERWISE
    ends = [one.ends_at for one in own.rounds if one.phase == Round.Phase.PUBLISHED]
    return DivisionView(
        name=division_name(own.division, is_alone=len(own.whole.divisions) == 1),
        key=f"{own.division.stage}-{own.division.number}",
        places=places,
        has_points=has_points,
        has_places=own.has_places,
        cross=_cross(own) if has_points and own.met else None,
        rounds=tuple(_round(own, one, mine) for one in reversed(own.rounds)),
        is_mine=any(line.is_mine for line in places),
        ends_together=len(ends) > 1 and len(set(ends)) == 1,
    )


# --- places -----------------------------------------------------------------------------------------------------------


def place_lines(
    own: DivisionSnapshot, mine: int | None, zones: Mapping[int, str], clubs: Mapping[int | None, str] = NO_CLUBS
) -> tuple[PlaceLine, ...]:
    """Return the standings in the order of the places."""
    decimals = {
        name: decimals_of(getattr(line, name) for line in own.lines) for name in ("points", "sos", "sb", "spread")
    }
    lines = []
    for place, number in enumerate(own.order, 1):
        line, entrant = own.line_of[number], own.members[number]
        lines.append(
            PlaceLine(
                number=number,
                player=entrant.player_id,
                name=called(entrant),
                place=place,
                by_lot=line.by_lot and line.played > 0 and own.tournament.format not in RANKED_OTHERWISE,
                is_withdrawn=number in own.whole.withdrawn,
                is_mine=entrant.pk == mine,
                points=figure(line.points, decimals["points"]),
                sos=figure(line.sos, decimals["sos"]),
                sb=figure(line.sb, decimals["sb"]),
                spread=figure(line.spread, decimals["spread"]),
                played=line.played,
                zone=zones.get(number, ""),
                club=clubs.get(entrant.club_id, ""),
            )
        )
    return tuple(lines)


def zones_of(whole: Snapshot) -> Mapping[int, str]:
    """Return the present move of each, by number: up or down in a league, to the final of pools, on or out in a
    knockout."""
    tournament = whole.tournament
    match tournament.format:
        case Format.LEAGUE if whole.divisions:
            return whole.moves()
        case Format.POOLS:
            final = [one for one in whole.divisions if one.division.stage > 1]
            if final:
                return {number: "on" for one in final for number in one.members}
            return {number: "on" for one in whole.divisions for number in one.staying[: tournament.advance]}
        case Format.KNOCKOUT if whole.divisions:
            return _knockout_zones(whole.divisions[0])
    return {}


def _knockout_zones(own: DivisionSnapshot) -> Mapping[int, str]:
    """Return `through` and `out` by number, as far as finished tables have decided it; nothing for those who still
    play, or once the tournament is over."""
    last, whole = own.last_round, own.whole
    if own.is_over or last is None:
        return {}
    fixtures, byes = whole.fixtures[last.pk], [own.number(bye) for bye in whole.byes[last.pk]]
    zones = dict.fromkeys(own.members, OUT) | dict.fromkeys(byes, THROUGH)
    for fixture in fixtures:
        on = own.go_on_from(fixture) if fixture.phase in COUNTED else None
        for number in own.sittings(fixture):
            zones[number] = "" if on is None else THROUGH if number in on else OUT
    if len(fixtures) + len(byes) == 1:  # the final, from which nobody advances
        zones = {number: zone for number, zone in zones.items() if zone == OUT}
    zones |= {number: OUT for number in own.members if number in whole.withdrawn}
    return {number: zone for number, zone in zones.items() if zone}


def _cross(own: DivisionSnapshot) -> Cross:
    """Return the crosstable: a matrix for up to a dozen entrants."""
    decimals = decimals_of(line.points for line in own.lines)
    places = {number: place for place, number in enumerate(own.order, 1)}
    is_matrix = len(own.members) <= LARGEST_MATRIX
    rounds = [one.number for one in own.rounds]
    rows = tuple(
        CrossRow(
            place=place,
            name=called(own.members[number]),
            cells=_meetings(own, number) if is_matrix else _by_round(own, number, rounds, places),
            given=share(own.given[number]) if is_matrix and number in own.given else "",
            points=figure(own.line_of[number].points, decimals),
        )
        for number, place in places.items()
    )
    columns = range(1, len(own.order) + 1) if is_matrix else rounds
    return Cross(is_matrix, is_matrix and bool(own.given), tuple(map(str, columns)), rows)


def _meetings(own: DivisionSnapshot, number: int) -> tuple[Cell | None, ...]:
    met = [own.crossed.cells.get((number, other), ()) for other in own.order]
    cells = [Cell(" ".join(share(one.came) for one in shared)) for shared in met]
    return tuple(None if number == other else cell for other, cell in zip(own.order, cells, strict=True))


def _by_round(
    own: DivisionSnapshot, number: int, rounds: Sequence[int], places: Mapping[int, int]
) -> tuple[Cell | None, ...]:
    """Return the cells of an entrant, round by round: points, and the places of those met."""
    sat: dict[int, pure.Sat] = {}
    for one in own.crossed.rows.get(number, ()):
        sat.setdefault(one.round, one)

    def cell(found: pure.Sat) -> Cell:
        others = ", ".join(str(place) for place in sorted(places[other] for other in found.others if other in places))
        return Cell(share(found.points), gettext("bye") if found.table is None else others)

    return tuple(cell(sat[round_]) if round_ in sat else None for round_ in rounds)


# --- rounds -----------------------------------------------------------------------------------------------------------


def _round(own: DivisionSnapshot, one: Round, mine: int | None) -> RoundLine:
    tables = tuple(_table(own, fixture, mine) for fixture in own.whole.fixtures[one.pk])
    is_ladder = own.tournament.format == Format.LADDER
    return RoundLine(
        id=one.pk,
        number=one.number,
        phase=one.get_phase_display(),
        is_going_on=one.phase == Round.Phase.PUBLISHED,
        ends_at=None if is_ladder else one.ends_at,
        tables=tables[::-1] if is_ladder else tables,
        byes=tuple(
            ByeLine(called(own.whole.entrants[bye.entrant_id]), of_points(worth(bye)), bye.reason)
            for bye in own.whole.byes[one.pk]
        ),
        over=sum(table.is_over for table in tables),
    )


def _table(own: DivisionSnapshot, fixture: Fixture, mine: int | None) -> TableLine:
    sittings = sorted(own.whole.sittings[fixture.pk], key=lambda one: (one.rank or LAST, one.seat or 0, one.pk))
    phase = own.whole.phase(fixture)
    return TableLine(
        id=fixture.pk,
        number=fixture.number,
        phase=phase,
        game=fixture.game_id,
        is_over=fixture.phase in OVER,
        join_by=fixture.join_by if phase == Fixture.Phase.JOINING else None,
        seated=tuple(_seated(own, fixture, sitting, mine) for sitting in sittings),
        is_mine=any(sitting.entrant_id == mine for sitting in sittings),
    )


def _seated(own: DivisionSnapshot, fixture: Fixture, sitting: Sitting, mine: int | None) -> SeatedLine:
    entrant = own.whole.entrants[sitting.entrant_id]
    earned = own.earned.get((fixture.pk, entrant.number))
    results = {seat.number: seat.result for seat in own.whole.seats[fixture.game_id or 0]}
    is_over = fixture.phase == Fixture.Phase.FINISHED
    return SeatedLine(
        name=called(entrant),
        is_mine=entrant.pk == mine,
        rank=sitting.rank if is_over else None,
        result=results.get(sitting.seat, "") if is_over and sitting.seat is not None else "",
        points=of_points(earned) if earned is not None else "",
        is_absent=sitting.seat is None and fixture.phase not in (Fixture.Phase.PLANNED, Fixture.Phase.JOINING),
    )
