"""Who is told of what: from one event to the seats it concerns, and the kind of notice each gets.

Whether they may know of it is not decided here, nor what of it they are told: both come from `games.queries`."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.models import Event
from games.rules import registry
from games.rules.kind import Event as Happened
from games.rules.table.kind import AnyKind
from games.store import Table
from notifications.models import Message

Kind = Message.Kind

# what happens before the deal, what people say, and who leaves a seat that others play on
TO_ALL = {"left_share": Kind.TABLE}
TO_THE_OTHERS = {"say": Kind.SAID, "joined": Kind.TABLE, "left": Kind.TABLE, "cancelled": Kind.TABLE}
TO_THE_ONE = {"seated": Kind.SEATED}

# Where one mail tells of several things, the first of these is what it is about.
BY_WEIGHT = (
    Kind.RESULT,
    Kind.RED,
    Kind.START,
    Kind.SEATED,
    Kind.LAST_DAY,
    Kind.GRANTED,
    Kind.TILE,
    Kind.TURN,
    Kind.RELEASED,
    Kind.SWAP,
    Kind.CHALLENGED,
    Kind.AWAY,
    Kind.LAPSED,
    Kind.ASKED,
    Kind.TABLE,
    Kind.SAID,
)


@dataclass(frozen=True)
class Told:
    """A seat to be told, and of what kind the notice is."""

    seat: int
    kind: Message.Kind


def audience(rules: AnyKind, event: Event, seats: Collection[int]) -> Iterator[Told]:
    """Whom an event concerns, of the seats that somebody holds: at a table as its rules say. Of what the event says one person
    did, who shares their seat is among the others."""
    is_of_one = "player" in event.facts
    if kind := TO_ALL.get(event.verb):
        yield from (Told(seat, kind) for seat in seats)
    elif kind := TO_THE_OTHERS.get(event.verb):
        yield from (Told(seat, kind) for seat in seats if seat != event.seat or is_of_one)
    elif kind := TO_THE_ONE.get(event.verb):
        yield from (Told(seat, kind) for seat in seats if seat == event.seat)
    else:
        happened = Happened(event.verb, event.at, event.seat, event.facts)
        yield from (Told(seat, Kind(notice)) for seat, notice in rules.tells(happened, tuple(seats)))


def begins_a_turn(kind: str) -> Collection[str]:
    """The events of such a game that do: a reply answers the mail about the last of them."""
    return registry.kind(kind).begins_a_turn


def is_to_move(table: Table, seat: int) -> bool:
    """Whether an order is awaited of this seat, where orders are awaited at all. A pause changes nothing of that."""
    return table.is_running and seat in getattr(table.state, "awaited", ())


def has_unseen(table: Table, seat: int) -> bool:
    """Whether a tile lies face down before this seat, for it to be looked at."""
    return table.is_running and bool(getattr(table.state, "unseen", {}).get(seat))


def weightiest(kinds: Collection[str]) -> Message.Kind:
    """What a mail of several notices is about."""
    return next(kind for kind in BY_WEIGHT if kind in kinds)
