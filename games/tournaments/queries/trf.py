"""A tournament of pairs as FIDE's Tournament Report File, TRF16: one division, its published rounds.

Columns are those of the handbook, C.04 Annex 2, counted from 1: 5-8 starting number, 15-47 name, 81-84 points, 86-89 place,
and from 92 on ten columns a round: opponent, colour (`w` sits first), result. Written here, as the one library for it lets a
long name push all that follows out of its columns."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.tournaments.models import Bye, Fixture, Round, Sitting, Tournament
from games.tournaments.queries.book import Book
from games.tournaments.queries.ledger import called
from games.tournaments.queries.terms import PAIR

LONGEST_NAME = 33
NOBODY, NO_COLOUR = "0000", "-"
BYES = {Bye.Points.FULL: "F", Bye.Points.HALF: "H", Bye.Points.ZERO: "Z"}
ALLOCATED = "U"  # the full point of who was left over when the others were paired
RATED = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}
UNRATED = {Fraction(1): "W", Fraction(1, 2): "D", Fraction(0): "L"}
FORFEIT = {Fraction(1): "+", Fraction(1, 2): "D", Fraction(0): "-"}


def has_report(tournament: Tournament) -> bool:
    """Whether its tables are pairs that meet in rounds: a ladder has but one, in which a player meets many."""
    return tournament.table_size == PAIR and tournament.format != Tournament.Format.LADDER


def report(book: Book, *, directors: list[str]) -> str:
    """Its lines, each ended."""
    return "".join(f"{line.rstrip()}\n" for line in [*_head(book, directors), *_players(book)])


def _head(book: Book, directors: list[str]) -> Iterator[str]:
    tournament, rounds = book.tournament, book.ledger.rounds[book.division.pk]
    yield f"012 {_in_one_line(tournament.name)}"
    if tournament.started_at:
        yield f"042 {tournament.started_at:%Y/%m/%d}"
    if tournament.finished_at:
        yield f"052 {tournament.finished_at:%Y/%m/%d}"
    yield f"062 {len(book.members)}"
    yield f"092 Individual: {tournament.get_format_display()}"
    if directors:
        yield f"102 {_in_one_line(', '.join(directors))}"
    yield f"122 {tournament.round_lasts.days} days a round"
    dates = "  ".join(f"{one.published_at:%y/%m/%d}" for one in rounds)
    yield f"{'132':<91}{dates}"
    yield f"XXR {max(tournament.rounds_planned, len(rounds))}"


def _players(book: Book) -> Iterator[str]:
    starting = {number: start for start, number in enumerate(sorted(book.members), 1)}
    places = {number: place for place, number in enumerate(book.order, 1)}
    for number, start in starting.items():
        name = _in_one_line(called(book.members[number]))[:LONGEST_NAME]
        rounds = "".join(_of_a_round(book, one, number, starting) for one in book.ledger.rounds[book.division.pk])
        head = f"001 {start:4} {'':4} {name:<{LONGEST_NAME}}"
        yield f"{head:<79} {float(book.line_of[number].points):4.1f} {places[number]:>4}{rounds}"


def _of_a_round(book: Book, one: Round, number: int, starting: Mapping[int, int]) -> str:
    opponent, colour, result = _game(book, one, number, starting)
    return f"  {opponent:>4} {colour} {result}"


def _game(book: Book, one: Round, number: int, starting: Mapping[int, int]) -> tuple[str, str, str]:
    entrant = book.members[number]
    for bye in book.ledger.byes[one.pk]:
        if bye.entrant_id == entrant.pk:
            is_allocated = bye.points == Bye.Points.FULL and not bye.reason
            return NOBODY, NO_COLOUR, ALLOCATED if is_allocated else BYES[Bye.Points(bye.points)]
    for fixture in book.ledger.fixtures[one.pk]:
        sittings = book.ledger.sittings[fixture.pk]
        own = next((sitting for sitting in sittings if sitting.entrant_id == entrant.pk), None)
        other = next((sitting for sitting in sittings if sitting.entrant_id != entrant.pk), None)
        if own is None:
            continue
        if other is None or fixture.phase == Fixture.Phase.VOID:
            break  # as if they had never met
        is_first = sittings[0] is own if own.seat is None or other.seat is None else own.seat < other.seat
        opponent = starting[book.ledger.entrants[other.entrant_id].number]
        return str(opponent), "w" if is_first else "b", _result(book, fixture, own, other)
    return NOBODY, NO_COLOUR, "Z"


def _result(book: Book, fixture: Fixture, own: Sitting, other: Sitting) -> str:
    """Blank while it is not over."""
    if fixture.phase == Fixture.Phase.AWARDED:
        return FORFEIT.get(Fraction(own.awarded or 0), "D")
    if fixture.phase != Fixture.Phase.FINISHED:
        return " "
    signs = RATED if book.tournament.rated else UNRATED
    if own.rank is None or other.rank is None:
        return FORFEIT[Fraction(1) if own.rank is not None else Fraction(0)]
    return signs[Fraction(1, 2) if own.rank == other.rank else Fraction(int(own.rank < other.rank))]


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
