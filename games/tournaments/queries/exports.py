"""A tournament as files: sheets of standings and crosstables, FIDE's report of a division of pairs, and all public data
as JSON. They contain no addresses, no player ids, and no drafts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext

from games.tournaments.models import Bye, Fixture, Round, Ruling, Sitting, Tournament
from games.tournaments.queries.rulings import concerned, public_rulings, rulings_of
from games.tournaments.queries.wording import called, division_name
from games.tournaments.snapshot import PAIR, DivisionSnapshot, Format, Snapshot

# --- sheets -----------------------------------------------------------------------------------------------------------

BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
DECIMALS = 3

Row = list[str | int | float]


def plain(text: str) -> str:
    """Return the text in a form that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(BEGINS_A_FORMULA) else text


def standings_rows(divisions: Sequence[DivisionSnapshot]) -> Iterator[Row]:
    """Yield a row for each entrant, with points and tie-breaks as decimals with a point."""
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
    for own in divisions:
        for place, number in enumerate(own.order, 1):
            line = own.line_of[number]
            yield [
                _name(own, divisions),
                place if own.has_places else "",
                number,
                plain(called(own.members[number])),
                line.played,
                *(_decimal(value) for value in (line.points, line.sos, line.sb, line.spread)),
                gettext("yes") if number in own.whole.withdrawn else "",
            ]


def crosstable_rows(divisions: Sequence[DivisionSnapshot]) -> Iterator[Row]:
    """Yield for each division a heading and a row for each entrant, with a column for each: 1 came before, 0.5 level, 0
    after; then points without a meeting."""
    for n, own in enumerate(divisions):
        if n:
            yield []
        places = range(1, len(own.order) + 1)
        head = [gettext("Place"), gettext("Number"), gettext("Name"), *places]
        yield [_name(own, divisions), *head, gettext("Byes and awards"), gettext("Points")]
        for place, number in enumerate(own.order, 1):
            name = plain(called(own.members[number]))
            came: list[str | float] = []  # as decimals, because spreadsheets would read `1/2` as a date
            for other in own.order:
                met = [_decimal(one.came) for one in own.crossed.cells.get((number, other), ())]
                came.append(met[0] if len(met) == 1 else " ".join(f"{one:g}" for one in met))
            yield [
                *("", place, number, name, *came),
                _decimal(own.given[number]) if number in own.given else "",
                _decimal(own.line_of[number].points),
            ]


def _name(own: DivisionSnapshot, divisions: Sequence[DivisionSnapshot]) -> str:
    return plain(division_name(own.division, is_alone=len(divisions) == 1))


def _decimal(value: Fraction | float) -> float:
    return round(float(value), DECIMALS)


# --- FIDE's Tournament Report File, TRF16 -----------------------------------------------------------------------------
#
# Columns are those of the handbook, C.04 Annex 2, counted from 1: 5-8 starting number, 15-47 name, 81-84 points, 86-89
# place, and from 92 on ten columns a round: opponent, colour (`w` sits first), result. Written here, because in the
# only library for it a long name shifts everything after it out of its columns.

LONGEST_NAME = 33
NOBODY, NO_COLOUR = "0000", "-"
BYES = {Bye.Points.FULL: "F", Bye.Points.HALF: "H", Bye.Points.ZERO: "Z"}
ALLOCATED = "U"  # the full point of the entrant left over in the pairing
RATED = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}
UNRATED = {Fraction(1): "W", Fraction(1, 2): "D", Fraction(0): "L"}
FORFEIT = {Fraction(1): "+", Fraction(1, 2): "D", Fraction(0): "-"}


def has_report(tournament: Tournament) -> bool:
    """Return True if its tables are pairs that meet in rounds; a ladder has only one round, in which a player meets
    many."""
    return tournament.table_size == PAIR and tournament.format != Tournament.Format.LADDER


def report(own: DivisionSnapshot, *, directors: list[str]) -> str:
    """Return the report as lines with line ends."""
    return "".join(f"{line.rstrip()}\n" for line in [*_head(own, directors), *_players(own)])


def _head(own: DivisionSnapshot, directors: list[str]) -> Iterator[str]:
    tournament, rounds = own.tournament, own.rounds
    yield f"012 {_in_one_line(tournament.name)}"
    if tournament.started_at:
        yield f"042 {tournament.started_at:%Y/%m/%d}"
    if tournament.finished_at:
        yield f"052 {tournament.finished_at:%Y/%m/%d}"
    yield f"062 {len(own.members)}"
    yield f"092 Individual: {tournament.get_format_display()}"
    if directors:
        yield f"102 {_in_one_line(', '.join(directors))}"
    yield f"122 {tournament.round_lasts.days} days a round"
    dates = "  ".join(f"{one.published_at:%y/%m/%d}" for one in rounds)
    yield f"{'132':<91}{dates}"
    yield f"XXR {max(tournament.rounds_planned, len(rounds))}"


def _players(own: DivisionSnapshot) -> Iterator[str]:
    starting = {number: start for start, number in enumerate(sorted(own.members), 1)}
    places = {number: place for place, number in enumerate(own.order, 1)}
    for number, start in starting.items():
        name = _in_one_line(called(own.members[number]))[:LONGEST_NAME]
        games = [_game(own, one, number, starting) for one in own.rounds]
        rounds = "".join(f"  {opponent:>4} {colour} {result}" for opponent, colour, result in games)
        head = f"001 {start:4} {'':4} {name:<{LONGEST_NAME}}"
        yield f"{head:<79} {float(own.line_of[number].points):4.1f} {places[number]:>4}{rounds}"


def _game(own: DivisionSnapshot, one: Round, number: int, starting: Mapping[int, int]) -> tuple[str, str, str]:
    entrant = own.members[number]
    for bye in own.whole.byes[one.pk]:
        if bye.entrant_id == entrant.pk:
            is_allocated = bye.points == Bye.Points.FULL and not bye.reason
            return NOBODY, NO_COLOUR, ALLOCATED if is_allocated else BYES[Bye.Points(bye.points)]
    for fixture in own.whole.fixtures[one.pk]:
        sittings = own.whole.sittings[fixture.pk]
        its = next((sitting for sitting in sittings if sitting.entrant_id == entrant.pk), None)
        other = next((sitting for sitting in sittings if sitting.entrant_id != entrant.pk), None)
        if its is None:
            continue
        if other is None or fixture.phase == Fixture.Phase.VOID:
            break  # as if they had never met
        is_first = sittings[0] is its if its.seat is None or other.seat is None else its.seat < other.seat
        opponent = starting[own.whole.entrants[other.entrant_id].number]
        return str(opponent), "w" if is_first else "b", _result(own, fixture, its, other)
    return NOBODY, NO_COLOUR, "Z"


def _result(own: DivisionSnapshot, fixture: Fixture, its: Sitting, other: Sitting) -> str:
    """Return the result mark; blank while the table is not over."""
    if fixture.phase == Fixture.Phase.AWARDED:
        return FORFEIT.get(Fraction(its.awarded or 0), "D")
    if fixture.phase != Fixture.Phase.FINISHED:
        return " "
    marks = RATED if own.tournament.rated else UNRATED
    if its.rank is None or other.rank is None:
        return FORFEIT[Fraction(1) if its.rank is not None else Fraction(0)]
    return marks[Fraction(1, 2) if its.rank == other.rank else Fraction(int(its.rank < other.rank))]


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


# --- everything as JSON -----------------------------------------------------------------------------------------------

RECORD_FORMAT = "lexicon-tournament/1"
OF_THE_TOURNAMENT = (
    "name", "about", "kind", "format", "phase", "options", "word_list", "rated", "table_size", "rounds_planned",
    "division_size", "advance", "season", "started_at", "finished_at",
)  # fmt: skip

Written = dict[str, object]
"""An object as its JSON text."""


def record(whole: Snapshot, *, site: str) -> Written:
    """Return the tournament as JSON: exact points, such as `7/3`; instants in UTC by ISO 8601; entrants by number."""
    tournament = whole.tournament
    return {
        "format_of_file": RECORD_FORMAT,
        "id": tournament.pk,
        **{name: _value(getattr(tournament, name)) for name in OF_THE_TOURNAMENT},
        "round_lasts": int(tournament.round_lasts.total_seconds()),
        "entrants": [
            {"number": one.number, "name": called(one), "standing": one.standing} for one in whole.entrants.values()
        ],
        "divisions": [_division_written(own, site) for own in whole.divisions],
        "rulings": [_ruling_written(whole, one) for one in public_rulings(whole, rulings_of(whole))],
    }


def _division_written(own: DivisionSnapshot, site: str) -> Written:
    division = own.division
    return {
        "stage": division.stage,
        "number": division.number,
        "name": division_name(division, is_alone=len(own.whole.divisions) == 1),
        "entrants": sorted(own.members),
        "rounds": [_round_written(own, one, site) for one in own.rounds],
        "standings": [
            {
                "place": place if own.has_places else None,
                "entrant": line.number,
                "points": str(line.points),
                "sos": str(line.sos),
                "sb": str(line.sb),
                "spread": round(float(line.spread), 6),
                "played": line.played,
                "by_lot": line.by_lot,
            }
            for place, line in enumerate((own.line_of[number] for number in own.order), 1)
        ],
    }


def _round_written(own: DivisionSnapshot, one: Round, site: str) -> Written:
    return {
        "number": one.number,
        "phase": one.phase,
        "published_at": _value(one.published_at),
        "ends_at": None if own.tournament.format == Format.LADDER else _value(one.ends_at),
        "tables": [_table_written(own, fixture, site) for fixture in own.whole.fixtures[one.pk]],
        "byes": [
            {"entrant": own.number(bye), "points": bye.points, "reason": bye.reason} for bye in own.whole.byes[one.pk]
        ],
    }


def _table_written(own: DivisionSnapshot, fixture: Fixture, site: str) -> Written:
    is_over = fixture.phase == Fixture.Phase.FINISHED
    game = fixture.game_id
    return {
        "table": fixture.number,
        "phase": fixture.phase,
        "game": game,
        "record": f"{site}{reverse('record', args=[game])}" if game else None,
        "seats": [
            {
                "entrant": number,
                "seat": sitting.seat,
                "rank": sitting.rank if is_over else None,
                "score": sitting.score if is_over else None,
                "points": str(own.earned[fixture.pk, number]) if (fixture.pk, number) in own.earned else None,
            }
            for number, sitting in own.sittings(fixture).items()
        ],
    }


def _ruling_written(whole: Snapshot, ruling: Ruling) -> Written:
    fixture, round_, entrant = concerned(whole, ruling)
    return {
        "at": _value(ruling.at),
        "verb": ruling.verb,
        "reason": ruling.reason,
        "round": round_.number if round_ else None,
        "table": fixture.number if fixture else None,
        "entrant": entrant.number if entrant else None,
    }


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value
