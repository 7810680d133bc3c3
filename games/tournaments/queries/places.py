"""The standings of each division, with what breaks ties, and who would go up or down; and the crosstable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.tournaments import advancing
from games.tournaments import standings as pure
from games.tournaments.models import Entrant, Tournament
from games.tournaments.queries.book import RANKED_OTHERWISE, Book
from games.tournaments.queries.figures import decimals_of, figure, share
from games.tournaments.queries.knockouts import knockout_zones
from games.tournaments.queries.ledger import called

LARGEST_MATRIX = 12


@dataclass(frozen=True)
class PlaceLine:
    """An entrant in the standings; `player` has a page of their own; `zone` is `up`, `down`, `on` (to the final),
    `through` or `out` (of a knockout) or empty."""

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


@dataclass(frozen=True)
class Cell:
    """What came of the meetings of two, or of one at a table; `says` is for who cannot see where it stands."""

    shows: str
    says: str = ""


@dataclass(frozen=True)
class CrossRow:
    """`given` are the points of byes and awarded tables, empty for who has had none."""

    place: int
    name: str
    cells: tuple[Cell | None, ...]
    given: str
    points: str


@dataclass(frozen=True)
class Cross:
    """A matrix of who came before whom, or, where too many play for that, what each did round by round: there byes and
    awarded tables are among the cells, and `has_given` is false."""

    is_matrix: bool
    has_given: bool
    columns: tuple[str, ...]
    rows: tuple[CrossRow, ...]


def place_lines(book: Book, mine: int | None, zones: Mapping[int, str]) -> tuple[PlaceLine, ...]:
    """In the order of the places."""
    ordered = [book.line_of[number] for number in book.order]
    columns = {
        name: decimals_of(getattr(line, name) for line in book.lines) for name in ("points", "sos", "sb", "spread")
    }
    return tuple(_line(book, line, place, columns, mine, zones) for place, line in enumerate(ordered, 1))


def _line(
    book: Book, line: pure.Line, place: int, columns: Mapping[str, int], mine: int | None, zones: Mapping[int, str]
) -> PlaceLine:
    entrant = book.members[line.number]
    return PlaceLine(
        number=line.number,
        player=entrant.player_id,
        name=called(entrant),
        place=place,
        by_lot=line.by_lot and line.played > 0 and book.tournament.format not in RANKED_OTHERWISE,
        is_withdrawn=entrant.standing == Entrant.Standing.WITHDRAWN,
        is_mine=entrant.pk == mine,
        points=figure(line.points, columns["points"]),
        sos=figure(line.sos, columns["sos"]),
        sb=figure(line.sb, columns["sb"]),
        spread=figure(line.spread, columns["spread"]),
        played=line.played,
        zone=zones.get(line.number, ""),
    )


def zones_of(books_: Sequence[Book]) -> Mapping[int, str]:
    """Who goes up or down as it stands, by number, as `advancing.moves` says. Of pools who comes to the final, of a
    knockout who goes on."""
    if not books_:
        return {}
    tournament = books_[0].tournament
    if tournament.format == Tournament.Format.POOLS:
        pools = [book for book in books_ if book.division.stage == 1]
        if len(pools) < len(books_):
            return {number: "on" for book in books_ if book.division.stage > 1 for number in book.members}
        return {number: "on" for book in pools for number in _staying(book)[: tournament.advance]}
    if tournament.format == Tournament.Format.KNOCKOUT:
        return knockout_zones(books_[0])
    if tournament.format != Tournament.Format.LEAGUE:
        return {}
    withdrawn = {number for book in books_ for number in book.order if number not in _staying(book)}
    return advancing.moves([book.order for book in books_], withdrawn=withdrawn)


def _staying(book: Book) -> list[int]:
    return [number for number in book.order if book.members[number].standing != Entrant.Standing.WITHDRAWN]


def cross(book: Book) -> Cross:
    """A matrix where no more than a dozen play."""
    return _matrix(book) if len(book.members) <= LARGEST_MATRIX else _round_by_round(book)


def _matrix(book: Book) -> Cross:
    cells, points = book.crossed.cells, _points(book)
    rows = tuple(
        CrossRow(
            place=place,
            name=called(book.members[number]),
            cells=tuple(
                None if number == other else Cell(" ".join(share(one.came) for one in cells.get((number, other), ())))
                for other in book.order
            ),
            given=share(book.given[number]) if number in book.given else "",
            points=points[number],
        )
        for place, number in enumerate(book.order, 1)
    )
    return Cross(True, bool(book.given), tuple(map(str, range(1, len(book.order) + 1))), rows)


def _round_by_round(book: Book) -> Cross:
    points = _points(book)
    places = {number: place for place, number in enumerate(book.order, 1)}
    rounds = [one.number for one in book.ledger.rounds[book.division.pk]]
    rows = tuple(
        CrossRow(
            place=places[number],
            name=called(book.members[number]),
            cells=tuple(_cell(book.crossed.rows.get(number, ()), one, places) for one in rounds),
            given="",
            points=points[number],
        )
        for number in book.order
    )
    return Cross(False, False, tuple(map(str, rounds)), rows)


def _cell(sat: Sequence[pure.Sat], round_: int, places: Mapping[int, int]) -> Cell | None:
    """Points, and the places of those met."""
    found = next((one for one in sat if one.round == round_), None)
    if found is None:
        return None
    others = ", ".join(str(place) for place in sorted(places[other] for other in found.others if other in places))
    return Cell(share(found.points), gettext("bye") if found.table is None else others)


def _points(book: Book) -> Mapping[int, str]:
    decimals = decimals_of(line.points for line in book.lines)
    return {line.number: figure(line.points, decimals) for line in book.lines}
