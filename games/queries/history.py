"""The history of a table and what was said there, in words for one reader: on the page and in the first lines of a mail."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import TypeAlias

from django.utils.translation import gettext, gettext_noop

from games import models
from games.players.models import Player as Person
from games.queries.reading import ReaderTable, names_by_seat
from games.rules.facts import Facts, JsonObject
from games.rules.kind import Event
from games.rules.table.kind import AnyKind
from games.rules.texts import Player, Text, say
from games.sharing import people_a_seat
from games.store import Table
from games.wording import speak

HISTORY_SHOWN = 80
OF_THE_TABLE = {
    "made": gettext_noop("{player} opened the table."),
    "seated": gettext_noop("{player} was given a seat."),
    "joined": gettext_noop("{player} sat down."),
    "moved": gettext_noop("{player} took another seat."),
    "agreed": gettext_noop("{player} agreed to start."),
    "unagreed": gettext_noop("{player} took the agreement back."),
    "cancelled": gettext_noop("The game was cancelled."),
}
OF_NAMES = {
    "left": gettext_noop("{name} got up."),
    "freed": gettext_noop("{name} lost the seat."),
}
MAILED = {
    "left_share": "table",
    "say": "said",
    "joined": "table",
    "left": "table",
    "cancelled": "table",
    "seated": "seated",
}
"""The sort of mail that tells of what happens at every table; of all else the kind says so."""


Happened: TypeAlias = Event | models.Event
"""Something that happened, as the rules have just told it or as a row."""


class AtTheTable(Facts):
    """The facts of an event that the rules know nothing of: the player, their name where it is kept with the event, what they
    said, and why the staff did it."""

    verb = "of the table"
    player: int | None = None
    name: str | None = None
    text: str = ""
    reason: str = ""


@dataclass(frozen=True)
class HistoryLine:
    """One event in words; of a line that somebody said, `said` is the line alone, `by` the seat and `name` the person.

    `n` counts hidden events, too: it must not leave the server, nor be seen in a fingerprint of what a page shows."""

    n: int = field(repr=False)
    at: datetime
    says: str
    said: str = ""
    by: int | None = None
    verb: str = ""
    name: str = ""
    is_own: bool = False


def history(loaded: ReaderTable) -> tuple[HistoryLine, ...]:
    """The newest first: so many events, and what was said since the oldest of them."""
    table = loaded.table
    rows = table.game.events.order_by("-n").values_list("n", "verb", "at", "seat", "facts")
    saved = ((n, Event(verb, at, seat, facts)) for n, verb, at, seat, facts in rows.iterator(HISTORY_SHOWN))
    unsaved = list(enumerate(table.happenings, start=table.game.last_event + 1))
    lines, shown = list[HistoryLine](), 0
    for n, event in chain(reversed(unsaved), saved):
        message = told(table, event, loaded.seat, unheard=loaded.kept.unheard)
        if message is None:
            continue
        by = _speaker(table, event) if event.verb == "say" else None
        says = speak(message, loaded.names)
        if by is None:
            lines.append(HistoryLine(n, event.at, says, verb=event.verb))
            shown += 1
        else:
            said, own = AtTheTable.read(event.facts), loaded.own
            name = _person_who_said(table, said) or loaded.names[by]
            is_own = own is not None and by == own.number and said.player in (None, own.player_id)
            lines.append(HistoryLine(n, event.at, says, said.text, by, event.verb, name, is_own))
        if shown == HISTORY_SHOWN:  # counted here: what is hidden must not push a line off the page
            break
    return tuple(lines)


def tells(kind: AnyKind, event: models.Event, seats: Collection[int]) -> Iterable[tuple[int, str]]:
    """The seats, of those given, that get a mail about an event, each with its sort. What one person did is told to those who
    share their seat too."""
    sort = MAILED.get(event.verb)
    if sort is None:
        return kind.tells(Event(event.verb, event.at, event.seat, event.facts), tuple(seats))
    if sort == "seated":
        return ((seat, sort) for seat in seats if seat == event.seat)
    return ((seat, sort) for seat in seats if seat != event.seat or "player" in event.facts)


def told(table: Table, event: Happened, reader: int | None, *, unheard: Collection[int]) -> Text | None:
    """An event as this reader, who has muted the `unheard` seats, may be told of it; None where they may not."""
    if event.verb in ("invited", "declined"):
        return None
    if event.verb in OF_THE_TABLE:
        return _told_of_the_table(table, event)
    if event.verb in OF_NAMES or (event.verb == "left_share" and event.seat is not None):
        name = AtTheTable.read(event.facts).name or gettext("Former player")
        if event.verb in OF_NAMES:
            return say(OF_NAMES[event.verb], name=name)
        kept_by = Player(event.seat or 0)
        return say("{name} resigned. {player} kept the seat that they had shared.", name=name, player=kept_by)
    if event.verb == "say":
        seat, said = _speaker(table, event), AtTheTable.read(event.facts)
        if seat in unheard:
            return None
        if seat is None or people_a_seat(table.game) > 1:
            name = _person_who_said(table, said) or gettext("Former player")
            return say("{name}: {says}", name=name, says=said.text)
        return say("{player}: {text}", player=Player(seat), text=said.text)
    known = facts_for(table, event, reader)
    return table.kind.word(known, reader) if known is not None else None


def _told_of_the_table(table: Table, event: Happened) -> Text:
    """An event before the deal, by name where that is kept with it, for seats are changed and shared."""
    facts, maker = AtTheTable.read(event.facts), table.game.made_by if event.verb == "made" else None
    name = facts.name or (maker.name if maker else "")
    by_seat = {} if event.seat is None else {"player": name or Player(event.seat)}
    if facts.reason:
        return say("{player} was given a seat: {reason}", **by_seat, reason=facts.reason)
    return say(OF_THE_TABLE[event.verb], **by_seat)


def outcome(table: Table, verb: str, *, player: Person) -> list[str]:
    """Sentences for the player who gave an order, on what it brought; empty for somebody without a seat."""
    seat = table.seat_of(player)
    if seat is None:
        return []
    known = [facts for event in table.happenings if (facts := facts_for(table, event, seat)) is not None]
    names = names_by_seat(table.game, table.game.seats.all())
    return [speak(message, names) for message in table.kind.outcome(verb, known, seat)]


def _speaker(table: Table, event: Happened) -> int | None:
    """The seat of the person who said a line; None where they have got up before the deal, whoever may sit there now."""
    by, rows, seat = AtTheTable.read(event.facts).player, table.game.seats.all(), event.seat
    has_left = any(row.number == seat and row.player_id is None for row in rows)  # for good, and kept the seat
    if by is None or (has_left and people_a_seat(table.game) == 1):
        return seat
    found = next((row.number for row in rows if row.player_id == by), None)
    return seat if found is None and has_left else found


def _person_who_said(table: Table, said: AtTheTable) -> str:
    """The name of who said a line, where it is kept: of people who share a seat, and of those who have it no more."""
    return said.name or (gettext("Former player") if people_a_seat(table.game) > 1 else "")


def facts_for(table: Table, event: Happened, reader: int | None) -> JsonObject | None:
    """The facts of an event that the rules let this reader know."""
    if table.state is None:
        return None
    happening = event if isinstance(event, Event) else Event(event.verb, event.at, event.seat, event.facts)
    facts: JsonObject | None = table.kind.tell(table.state, happening, reader)
    return facts


def told_to_all(table: Table) -> Iterator[models.Event]:
    """The rows of the event table that any onlooker is told of, the newest first: what staff see of a running game."""
    rows: Iterable[models.Event] = table.game.events.order_by("-n").iterator(chunk_size=200)
    return (event for event in rows if facts_for(table, event, None) is not None)


def instant(at: datetime) -> str:
    """`2026-11-20T12:00:00.000000Z`."""
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
