"""The reader's own part of a tournament's page: whether they have entered, their tables, the places they can still
reach, and what they can do now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from games.players.models import Player
from games.tournaments.advancing import may_challenge
from games.tournaments.models import Entrant, Fixture, Round, Tournament
from games.tournaments.queries.clubs import ClubIn
from games.tournaments.queries.divisions import zones_of
from games.tournaments.queries.wording import between, called, of_points
from games.tournaments.snapshot import OPEN, TAKES_LATECOMERS, DivisionSnapshot, Format, Snapshot, ends_at, worth
from games.wording import listing, ordinal

Phase = Tournament.Phase
MOVES = {
    "up": gettext_noop("You’re promoted to the division above."),
    "down": gettext_noop("You’re relegated to the division below."),
}


@dataclass(frozen=True)
class MyTable:
    """A table of the reader's that is not over; `others` are its other players. `join_by` is set until they have
    accepted."""

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
    """An entrant of a ladder that the reader may challenge."""

    entrant: int
    name: str


@dataclass(frozen=True)
class Mine:
    """The reader in a tournament. `says` are sentences on their situation. `asks_first`: withdrawing now has a cost."""

    entrant: int | None
    says: tuple[str, ...]
    tables: tuple[MyTable, ...]
    may_enter: bool
    may_offer: bool
    may_withdraw: bool
    asks_first: bool
    challenges: tuple[Challenge, ...]
    enters_for: tuple[ClubIn, ...] = ()
    """The clubs for which the reader may enter, if several take part."""


def mine_of(whole: Snapshot, player: Player | None, clubs: Sequence[ClubIn] = ()) -> Mine:
    tournament = whole.tournament
    entrant = next((one for one in whole.entrants.values() if player and one.player_id == player.pk), None)
    is_in = entrant is not None and entrant.number not in whole.withdrawn
    tables = tuple(_tables(whole, entrant)) if entrant else ()
    own_clubs = tuple(one for one in clubs if one.is_mine)
    is_theirs = not tournament.is_for_members or bool(own_clubs)
    takes_latecomers = tournament.phase == Phase.RUNNING and (
        tournament.format == Format.LADDER
        or (
            tournament.format in TAKES_LATECOMERS
            and max((one.number for one in whole.all_rounds), default=0) < tournament.late_until
        )
    )
    is_open = tournament.phase == Phase.ENTRIES or takes_latecomers
    return Mine(
        entrant=entrant.pk if entrant else None,
        says=tuple(_says(whole, entrant, tables)) if entrant else (),
        tables=tables,
        may_enter=is_theirs and is_open and (entrant is None or (not is_in and tournament.phase == Phase.ENTRIES)),
        may_offer=is_theirs and entrant is None and not is_open and tournament.phase in (Phase.CLOSED, Phase.RUNNING),
        may_withdraw=is_in and tournament.phase in (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING),
        asks_first=tournament.phase == Phase.RUNNING,
        challenges=_challenges(whole, entrant) if is_in and entrant else (),
        enters_for=own_clubs if len(clubs) > 1 else (),
    )


def _tables(whole: Snapshot, entrant: Entrant) -> list[MyTable]:
    """Return the entrant's open tables: first those to join, then those that wait for their player."""
    found = [
        _table(whole, fixture, entrant)
        for fixture in whole.all_fixtures
        if fixture.phase in OPEN and any(one.entrant_id == entrant.pk for one in whole.sittings[fixture.pk])
    ]
    return sorted(found, key=lambda table: (not (table.is_joining and not table.has_agreed), not table.waits_for_me))


def _table(whole: Snapshot, fixture: Fixture, entrant: Entrant) -> MyTable:
    seats = whole.seats[fixture.game_id or 0]
    own = next((seat for seat in seats if seat.player_id == entrant.player_id), None)
    names = {one: called(whole.entrants[one.entrant_id]) for one in whole.sittings[fixture.pk]}
    by_seat = {one.seat: name for one, name in names.items()}
    missing = [by_seat.get(seat.number, "") for seat in seats if seat.agreed_at is None and seat is not own]
    is_joining = whole.phase(fixture) == Fixture.Phase.JOINING
    assert fixture.game_id is not None
    return MyTable(
        game=fixture.game_id,
        round=fixture.round.number,
        number=fixture.number,
        others=listing([name for one, name in names.items() if one.entrant_id != entrant.pk]),
        is_joining=is_joining,
        has_agreed=own is not None and own.agreed_at is not None,
        waited_for=listing([name for name in missing if name]) if is_joining else "",
        join_by=fixture.join_by if is_joining else None,
        waits_for_me=own is not None and own.is_awaited and not is_joining,
        ends_at=ends_at(fixture),
    )


def _says(whole: Snapshot, entrant: Entrant, tables: Sequence[MyTable]) -> list[str]:
    tournament = whole.tournament
    if entrant.standing == Entrant.Standing.WITHDRAWN:
        return [gettext("You have withdrawn.")]
    if entrant.standing == Entrant.Standing.RESERVE:
        return [gettext("You’re on the reserve list. A director may give you the place of a player who doesn’t join.")]
    if tournament.phase in (Phase.ENTRIES, Phase.CLOSED):
        return [gettext("You have entered. We’ll email you when your table is ready.")]
    own = next((one for one in reversed(whole.divisions) if entrant.number in one.members), None)
    if own is None:
        return []
    says = []
    if own.met or own.is_over:
        place = own.order.index(entrant.number) + 1 if entrant.number in own.order else len(own.members)
        placed = gettext("You finished {place} of {n}.") if own.is_over else gettext("You’re currently {place} of {n}.")
        says.append(_how_far(own, entrant) or placed.format(place=ordinal(place), n=len(own.members)))
        if tournament.phase == Phase.FINISHED:
            says += [gettext(MOVES[zone]) for zone in (zones_of(whole).get(entrant.number),) if zone in MOVES]
        reach = own.reach().get(entrant.number)
        if reach is not None and len(own.members) > 1:
            says.append(between(reach.best, reach.worst))
    says += _byes(own, entrant)
    if not tables and tournament.phase == Phase.RUNNING and tournament.format != Format.LADDER:
        if not own.undrawn:
            says.append(gettext("You have no open tables. You have played all of them."))
        elif own.open:
            says.append(gettext("You have no open tables. Other tables are still in progress."))
        else:
            says.append(gettext("You have no open tables. We’ll email you when a director publishes the next round."))
    return says


def _how_far(own: DivisionSnapshot, entrant: Entrant) -> str:
    """Return a sentence on the round that the entrant has reached, or went out in; empty except for a knockout in
    progress."""
    if own.tournament.format != Format.KNOCKOUT or own.is_over or own.last_round is None:
        return ""
    sat = {fixture.round.number for fixture in own.fixtures if entrant.number in own.sittings(fixture)}
    played = max(sat | {bye.round for bye in own.byes if bye.number == entrant.number}, default=0)
    if not played:
        return ""
    if played < own.last_round.number:
        return gettext("You were knocked out in round {n}.").format(n=played)
    return gettext("You’re in round {n}.").format(n=played)


def _byes(own: DivisionSnapshot, entrant: Entrant) -> list[str]:
    going_on = [one for one in own.rounds if one.phase == Round.Phase.PUBLISHED]
    byes = [
        (one.number, worth(bye)) for one in going_on for bye in own.whole.byes[one.pk] if bye.entrant_id == entrant.pk
    ]
    return [
        gettext("You have a bye in round {n}, worth {points}.").format(n=n, points=of_points(points))
        for n, points in byes
    ]


def _challenges(whole: Snapshot, entrant: Entrant) -> tuple[Challenge, ...]:
    """Return the entrants that this one may challenge; players with a table on the ladder neither challenge nor are
    challenged."""
    tournament = whole.tournament
    if tournament.format != Format.LADDER or tournament.phase != Phase.RUNNING or tournament.paused_at:
        return ()
    own = next((one for one in whole.divisions if entrant.number in one.members), None)
    busy = {number for table in own.open for number in table} if own else set()
    if own is None or entrant.number in busy:
        return ()
    above = [number for number in may_challenge(own.order, entrant.number) if number not in busy]
    return tuple(Challenge(own.members[number].pk, called(own.members[number])) for number in above)
