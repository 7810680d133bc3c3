"""Who goes on in a knockout, and who is out, as far as tables that are over have settled it."""

from collections.abc import Mapping

from games.tournaments import advancing
from games.tournaments.commands import books
from games.tournaments.models import Entrant, Fixture, Round
from games.tournaments.queries.book import Book

THROUGH, OUT = "through", "out"


def knockout_zones(book: Book) -> Mapping[int, str]:
    """`through` and `out` by number: who still plays for it has neither, nor does anybody once it is over."""
    rounds = book.ledger.rounds[book.division.pk]
    if book.is_over or not rounds:
        return {}
    last = rounds[-1]
    fixtures = book.ledger.fixtures[last.pk]
    byes = [book.ledger.entrants[bye.entrant_id].number for bye in book.ledger.byes[last.pk]]
    zones = dict.fromkeys(book.members, OUT) | dict.fromkeys(byes, THROUGH)
    for fixture in fixtures:
        zones |= _at(book, last, fixture)
    if len(fixtures) + len(byes) == 1:  # the final, from which nobody goes on
        zones = {number: zone for number, zone in zones.items() if zone == OUT}
    gone = [number for number, one in book.members.items() if one.standing == Entrant.Standing.WITHDRAWN]
    return {number: zone for number, zone in (zones | dict.fromkeys(gone, OUT)).items() if zone}


def _at(book: Book, last: Round, fixture: Fixture) -> Mapping[int, str]:
    """Of one table of the last round: nothing is settled before it is over, nor where it is void."""
    sittings = {book.ledger.entrants[one.entrant_id].number: one for one in book.ledger.sittings[fixture.pk]}
    if fixture.phase not in books.COUNTED:
        return dict.fromkeys(sittings, "")
    stays = {number for number in sittings if book.members[number].standing in books.PLAYS}
    ranks = {n: rank if n in stays else None for n, rank in books.ranks_of(fixture, sittings).items()}
    on = advancing.go_on([ranks], book.tournament.advance, lot=f"{book.tournament.lot}/{last.number}")
    return {number: THROUGH if number in on else OUT for number in sittings}
