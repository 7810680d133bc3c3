"""What a tournament page says to its reader alone: whether they are in, their tables, what they can still reach, what they
may do now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from games.players.models import Player
from games.tournaments.advancing import may_challenge
from games.tournaments.commands.books import OPEN
from games.tournaments.commands.latecomers import TAKES_LATECOMERS
from games.tournaments.models import Entrant, Fixture, Round, Tournament
from games.tournaments.queries.book import Book, worth
from games.tournaments.queries.figures import between, place_word, share
from games.tournaments.queries.ledger import Ledger, called
from games.tournaments.queries.places import zones_of
from games.wording import listing

Phase = Tournament.Phase
MOVES = {
    "up": gettext_noop("You go up a division."),
    "down": gettext_noop("You go down a division."),
}


@dataclass(frozen=True)
class MyTable:
    """A table of the reader's that is not over; `others` are who else sits there. `join_by` until they have agreed."""

    game: int
    round: int
    number: int
    others: str
    is_joining: bool
    has_agreed: bool
    waited_for: str
    join_by: datetime | None
    waits_for_me: bool
    ends_at: datetime | None


@dataclass(frozen=True)
class Challenge:
    """Somebody on a ladder whom the reader may challenge."""

    entrant: int
    name: str


@dataclass(frozen=True)
class Mine:
    """`says` are sentences on where the reader stands. `asks_first`: withdrawing costs something by now."""

    entrant: int | None
    says: tuple[str, ...]
    tables: tuple[MyTable, ...]
    may_enter: bool
    may_offer: bool
    may_withdraw: bool
    asks_first: bool
    challenges: tuple[Challenge, ...]


def mine_of(ledger: Ledger, books: Sequence[Book], player: Player | None, *, now: datetime) -> Mine:
    tournament = ledger.tournament
    entrant = next((one for one in ledger.entrants.values() if player and one.player_id == player.pk), None)
    is_in = entrant is not None and entrant.standing != Entrant.Standing.WITHDRAWN
    tables = tuple(_tables(ledger, entrant, player)) if entrant and player else ()
    is_open = tournament.phase == Phase.ENTRIES or (tournament.phase == Phase.RUNNING and _takes_more(ledger))
    return Mine(
        entrant=entrant.pk if entrant else None,
        says=tuple(_says(ledger, books, entrant, tables)) if entrant else (),
        tables=tables,
        may_enter=is_open and (entrant is None or (not is_in and tournament.phase == Phase.ENTRIES)),
        may_offer=entrant is None and not is_open and tournament.phase in (Phase.CLOSED, Phase.RUNNING),
        may_withdraw=is_in and tournament.phase in (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING),
        asks_first=tournament.phase == Phase.RUNNING,
        challenges=_challenges(ledger, books, entrant) if is_in and entrant else (),
    )


def _takes_more(ledger: Ledger) -> bool:
    """As a player may enter late without a director."""
    tournament = ledger.tournament
    if tournament.format == Tournament.Format.LADDER or tournament.format not in TAKES_LATECOMERS:
        return tournament.format == Tournament.Format.LADDER
    return max((one.number for one in ledger.all_rounds), default=0) < tournament.late_until


def _tables(ledger: Ledger, entrant: Entrant, player: Player) -> list[MyTable]:
    """Those to be joined first, then by when they end."""
    found = [
        _table(ledger, one, fixture, entrant, player)
        for division in ledger.divisions
        for one in ledger.rounds[division.pk]
        for fixture in ledger.fixtures[one.pk]
        if fixture.phase in OPEN and any(sitting.entrant_id == entrant.pk for sitting in ledger.sittings[fixture.pk])
    ]
    return sorted(found, key=lambda table: (not (table.is_joining and not table.has_agreed), not table.waits_for_me))


def _table(ledger: Ledger, one: Round, fixture: Fixture, entrant: Entrant, player: Player) -> MyTable:
    seats = ledger.seats[fixture.game_id or 0]
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    others = [called(ledger.entrants[s.entrant_id]) for s in ledger.sittings[fixture.pk] if s.entrant_id != entrant.pk]
    by_seat = {s.seat: ledger.name(s.entrant_id) for s in ledger.sittings[fixture.pk] if s.seat is not None}
    missing = [by_seat.get(seat.number, "") for seat in seats if seat.agreed_at is None and seat is not own]
    is_joining = ledger.phase(fixture) == Fixture.Phase.JOINING
    assert fixture.game_id is not None
    return MyTable(
        game=fixture.game_id,
        round=one.number,
        number=fixture.number,
        others=listing(others),
        is_joining=is_joining,
        has_agreed=own is not None and own.agreed_at is not None,
        waited_for=listing([name for name in missing if name]) if is_joining else "",
        join_by=fixture.join_by if is_joining else None,
        waits_for_me=own is not None and own.is_awaited and not is_joining,
        ends_at=ledger.ends_at(fixture, one),
    )


def _says(ledger: Ledger, books: Sequence[Book], entrant: Entrant, tables: Sequence[MyTable]) -> list[str]:
    tournament = ledger.tournament
    if entrant.standing == Entrant.Standing.WITHDRAWN:
        return [gettext("You have withdrawn.")]
    if entrant.standing == Entrant.Standing.RESERVE:
        return [gettext("You are a reserve: a director may put you in for somebody who does not join.")]
    if tournament.phase in (Phase.ENTRIES, Phase.CLOSED):
        return [gettext("You have entered. A mail tells you when your table is ready.")]
    book = next((one for one in reversed(books) if entrant.number in one.members), None)
    if book is None:
        return []
    says = []
    if book.met or book.is_over:
        says.append(_how_far(book, entrant) or _place(book, entrant))
        if tournament.phase == Phase.FINISHED:
            says += [gettext(MOVES[zone]) for zone in (zones_of(books).get(entrant.number),) if zone in MOVES]
        reach = book.reach().get(entrant.number)
        if reach is not None and len(book.members) > 1:
            says.append(between(reach.best, reach.worst))
    says += _byes(ledger, book, entrant)
    if not tables and tournament.phase == Phase.RUNNING and tournament.format != Tournament.Format.LADDER:
        says.append(_no_table(book))
    return says


def _place(book: Book, entrant: Entrant) -> str:
    place = book.order.index(entrant.number) + 1 if entrant.number in book.order else len(book.members)
    if book.is_over:
        return gettext("You came {place} of {n}.").format(place=place_word(place), n=len(book.members))
    return gettext("You stand {place} of {n}.").format(place=place_word(place), n=len(book.members))


def _how_far(book: Book, entrant: Entrant) -> str:
    """Of a knockout that is not over: the round one is in, or went out in."""
    if book.tournament.format != Tournament.Format.KNOCKOUT or book.is_over:
        return ""
    rounds = book.ledger.rounds[book.division.pk]
    played = [one.number for one in rounds if _is_in(book, one, entrant)]
    if not played or not rounds:
        return ""
    if max(played) < rounds[-1].number:
        return gettext("You went out in round {n}.").format(n=max(played))
    return gettext("You are in round {n}.").format(n=max(played))


def _is_in(book: Book, one: Round, entrant: Entrant) -> bool:
    """At a table, or with a bye."""
    sits = any(s.entrant_id == entrant.pk for f in book.ledger.fixtures[one.pk] for s in book.ledger.sittings[f.pk])
    return sits or any(bye.entrant_id == entrant.pk for bye in book.ledger.byes[one.pk])


def _byes(ledger: Ledger, book: Book, entrant: Entrant) -> list[str]:
    return [
        gettext("You have a bye in round {n}: {points} of a point.").format(n=one.number, points=share(worth(bye)))
        if worth(bye) not in (0, 1)
        else gettext("You have a bye in round {n}. Points for it: {points}.").format(
            n=one.number, points=share(worth(bye))
        )
        for one in ledger.rounds[book.division.pk]
        if one.phase == Round.Phase.PUBLISHED
        for bye in ledger.byes[one.pk]
        if bye.entrant_id == entrant.pk
    ]


def _no_table(book: Book) -> str:
    if not book.undrawn:
        return gettext("No table of yours is open: you have played them all.")
    if book.open:
        return gettext("No table of yours is open: others are still being played.")
    return gettext("No table of yours is open. The next round is published by a director; a mail tells you.")


def _challenges(ledger: Ledger, books: Sequence[Book], entrant: Entrant) -> tuple[Challenge, ...]:
    """Nobody who plays at a table of this ladder challenges or is challenged."""
    tournament = ledger.tournament
    if tournament.format != Tournament.Format.LADDER or tournament.phase != Phase.RUNNING or tournament.paused_at:
        return ()
    book = next((one for one in books if entrant.number in one.members), None)
    if book is None:
        return ()
    busy = {number for table in book.open for number in table}
    if entrant.number in busy:
        return ()
    rungs = [number for number in book.order if book.members[number].standing != Entrant.Standing.WITHDRAWN]
    above = may_challenge(rungs, entrant.number)
    return tuple(
        Challenge(book.members[number].pk, called(book.members[number])) for number in above if number not in busy
    )
