"""Standings and crosstables as rows of a sheet. What somebody is called never becomes a formula there."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext

from games.tournaments.models import Entrant
from games.tournaments.queries.book import Book
from games.tournaments.queries.ledger import called
from games.tournaments.queries.pages import division_name

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
DECIMALS = 3

Row = list[str | int | float]


def plain(text: str) -> str:
    """A text that no program of sheets takes for a formula."""
    return f"'{text}" if text.startswith(BEGINS_A_FORMULA) else text


def standings_rows(books: Sequence[Book]) -> Iterator[Row]:
    """A row an entrant, its points and tie-breaks as decimals with a point."""
    yield [
        gettext("Division"),
        gettext("Place"),
        gettext("Number"),
        gettext("Name"),
        gettext("Tables played"),
        gettext("Points"),
        gettext("SOS"),
        gettext("SB"),
        gettext("Spread"),
        gettext("Withdrawn"),
    ]
    for book in books:
        for place, number in enumerate(book.order, 1):
            line, entrant = book.line_of[number], book.members[number]
            yield [
                _name(book, books),
                place,
                number,
                plain(called(entrant)),
                line.played,
                *(_decimal(value) for value in (line.points, line.sos, line.sb, line.spread)),
                gettext("yes") if entrant.standing == Entrant.Standing.WITHDRAWN else "",
            ]


def crosstable_rows(books: Sequence[Book]) -> Iterator[Row]:
    """For each division a head and a row an entrant, with a column for each: 1 came before, 0.5 level, 0 after; then the
    points that came of no meeting."""
    for n, book in enumerate(books):
        if n:
            yield []
        places = range(1, len(book.order) + 1)
        head = [gettext("Place"), gettext("Number"), gettext("Name"), *places]
        yield [_name(book, books), *head, gettext("Byes and awards"), gettext("Points")]
        for place, number in enumerate(book.order, 1):
            met = (book.crossed.cells.get((number, other), ()) for other in book.order)
            own: Row = ["", place, number, plain(called(book.members[number]))]
            yield [
                *own,
                *(_came([one.came for one in shared]) for shared in met),
                _decimal(book.given[number]) if number in book.given else "",
                _decimal(book.line_of[number].points),
            ]


def _came(shares: Sequence[Fraction]) -> str | float:
    """A half is no fraction here, since programs of sheets read that as a date."""
    if len(shares) == 1:
        return _decimal(shares[0])
    return " ".join(f"{_decimal(one):g}" for one in shares)


def _name(book: Book, books: Sequence[Book]) -> str:
    return plain(division_name(book.division, book.tournament, is_alone=len(books) == 1))


def _decimal(value: Fraction | float) -> float:
    return round(float(value), DECIMALS)
