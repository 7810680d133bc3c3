"""Everything public of a tournament, as values that JSON can write: who entered, each published round with its tables, ranks
and points, byes, rulings, standings. No address, no player's number, nothing of a draft."""

from datetime import UTC, datetime
from typing import Any

from django.urls import reverse

from games.tournaments.models import Entrant, Fixture, Round, Ruling, Tournament
from games.tournaments.queries.book import Book
from games.tournaments.queries.ledger import Ledger, called
from games.tournaments.queries.pages import division_name
from games.tournaments.queries.rulings import told

FORMAT = "lexicon-tournament/1"
OF_THE_TOURNAMENT = (
    "name", "about", "kind", "format", "phase", "options", "word_list", "rated", "table_size", "rounds_planned",
    "division_size", "advance", "season", "started_at", "finished_at",
)  # fmt: skip


def record(read: Ledger, books: list[Book], *, site: str) -> dict[str, Any]:
    """Points are exact, as `7/3`; instants ISO 8601 in UTC; entrants are named by their numbers."""
    tournament = read.tournament
    return {
        "format_of_file": FORMAT,
        "id": tournament.pk,
        **{name: _value(getattr(tournament, name)) for name in OF_THE_TOURNAMENT},
        "round_lasts": int(tournament.round_lasts.total_seconds()),
        "entrants": [_entrant(one) for one in read.entrants.values()],
        "divisions": [_division(book, len(books), site) for book in books],
        "rulings": [_ruling(read, one) for one in told(read)],
    }


def _entrant(entrant: Entrant) -> dict[str, Any]:
    return {"number": entrant.number, "name": called(entrant), "standing": entrant.standing}


def _division(book: Book, of: int, site: str) -> dict[str, Any]:
    division = book.division
    return {
        "stage": division.stage,
        "number": division.number,
        "name": division_name(division, book.tournament, is_alone=of == 1),
        "entrants": sorted(book.members),
        "rounds": [_round(book, one, site) for one in book.ledger.rounds[division.pk]],
        "standings": _standings(book),
    }


def _standings(book: Book) -> list[dict[str, Any]]:
    return [
        {
            "place": place,
            "entrant": line.number,
            "points": str(line.points),
            "sos": str(line.sos),
            "sb": str(line.sb),
            "spread": round(float(line.spread), 6),
            "played": line.played,
            "by_lot": line.by_lot,
        }
        for place, line in enumerate((book.line_of[number] for number in book.order), 1)
    ]


def _round(book: Book, one: Round, site: str) -> dict[str, Any]:
    read = book.ledger
    is_ladder = book.tournament.format == Tournament.Format.LADDER
    return {
        "number": one.number,
        "phase": one.phase,
        "published_at": _value(one.published_at),
        "ends_at": None if is_ladder else _value(one.ends_at),
        "tables": [_table(book, fixture, site) for fixture in read.fixtures[one.pk]],
        "byes": [
            {"entrant": read.entrants[bye.entrant_id].number, "points": bye.points, "reason": bye.reason}
            for bye in read.byes[one.pk]
        ],
    }


def _table(book: Book, fixture: Fixture, site: str) -> dict[str, Any]:
    read = book.ledger
    is_over = fixture.phase == Fixture.Phase.FINISHED
    seats = []
    for sitting in read.sittings[fixture.pk]:
        number = read.entrants[sitting.entrant_id].number
        earned = book.earned.get((fixture.pk, number))
        seats.append(
            {
                "entrant": number,
                "seat": sitting.seat,
                "rank": sitting.rank if is_over else None,
                "score": sitting.score if is_over else None,
                "points": None if earned is None else str(earned),
            }
        )
    game = fixture.game_id
    return {
        "table": fixture.number,
        "phase": fixture.phase,
        "game": game,
        "record": f"{site}{reverse('record', args=[game])}" if game else None,
        "seats": seats,
    }


def _ruling(read: Ledger, ruling: Ruling) -> dict[str, Any]:
    fixture, round_, entrant = read.concerned(ruling)
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
