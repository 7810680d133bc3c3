"""Who is told of what: from one event to the seats it concerns, and the kind of notice each gets.

Whether they may know of it is not decided here, nor what of it they are told: both come from `games.queries`."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.models import Event
from games.store import Table
from notifications.models import Message

Kind = Message.Kind

TO_ALL = {
    "deal": Kind.START,
    "green": Kind.TILE,
    "amber": Kind.TILE,
    "red": Kind.RED,
    "score": Kind.RESULT,
    "left_share": Kind.TABLE,
}
TO_THE_OTHERS = {
    "ask": Kind.ASKED,
    "say": Kind.SAID,
    "joined": Kind.TABLE,
    "left": Kind.TABLE,
    "cancelled": Kind.TABLE,
}
TO_THE_ONE = {
    "seated": Kind.SEATED,
    "replace": Kind.START,
    "turn": Kind.TURN,
    "release": Kind.RELEASED,
    "lapse": Kind.LAPSED,
    "drop": Kind.LAPSED,
    "away": Kind.AWAY,
}
DEALINGS = ("deal", "green", "amber", "red")  # each begins a turn

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


def audience(event: Event, seats: Collection[int]) -> Iterator[Told]:
    """Whom an event concerns, of the seats that somebody holds. Of what the event says one person did, who shares their seat is
    among the others."""
    is_of_one = "player" in event.facts
    is_a_later_deal = event.verb == "deal" and event.facts.get("round", 1) > 1
    if event.verb == "end" and event.facts.get("ending") == "void":  # nothing is scored
        yield from (Told(seat, Kind.RESULT) for seat in seats)
    if (kind := TO_ALL.get(event.verb)) and not is_a_later_deal:
        for seat in seats:
            is_the_callers = seat == event.seat and kind in (Kind.TILE, Kind.RED)
            yield Told(seat, Kind.GRANTED if is_the_callers else kind)
    if kind := TO_THE_OTHERS.get(event.verb):
        yield from (Told(seat, kind) for seat in seats if seat != event.seat or is_of_one)
    if (kind := TO_THE_ONE.get(event.verb)) and event.seat is not None and event.seat in seats:
        yield Told(event.seat, kind)
    yield from (Told(seat, Kind.SWAP) for seat in _partners(event) if seat in seats)
    if event.verb == "challenge":
        # without a seat all layouts lie open: the red light goes on, and is for everyone
        kind = Kind.RED if event.seat is None else Kind.CHALLENGED
        yield from (Told(seat, kind) for seat in seats if seat != event.seat)
    yield from (Told(seat, Kind.LAPSED) for seat in event.facts.get("red_turns_green_for", ()) if seat in seats)


def _partners(event: Event) -> tuple[int, ...]:
    """Whom an offered swap concerns: who may answer it, who offered it and has an answer, or both where it has ended."""
    match event.verb:
        case "offer":
            return (event.facts["to"],)
        case "swap" if "seats" in event.facts:  # in Crosslet it is with the board
            return (event.facts["seats"][0],)
        case "unoffer":
            return tuple(sorted({event.facts["of"], event.facts["to"]} - {event.seat}))
    return ()


def is_to_move(table: Table, seat: int) -> bool:
    """Whether an order is awaited of this seat, where orders are awaited at all. A pause changes nothing of that."""
    return table.is_running and seat in getattr(table.state, "awaited", ())


def has_unseen(table: Table, seat: int) -> bool:
    """Whether a tile lies face down before this seat, for it to be looked at."""
    return table.is_running and bool(getattr(table.state, "unseen", {}).get(seat))


def weightiest(kinds: Collection[str]) -> Message.Kind:
    """What a mail of several notices is about."""
    return next(kind for kind in BY_WEIGHT if kind in kinds)
