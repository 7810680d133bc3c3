"""One event in words, for one reader: the history on the page and the first lines of a mail."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.players.models import Player as Person
from games.queries.reading import names_by_seat
from games.rules.kind import Event
from games.rules.messages import Player, Text, say
from games.sharing import people_a_seat
from games.store import Table
from games.wording import speak

OF_THE_TABLE = {
    "made": gettext_noop("{player} opened the table."),
    "seated": gettext_noop("{player} was given a seat."),
    "joined": gettext_noop("{player} sat down."),
    "moved": gettext_noop("{player} took another seat."),
    "agreed": gettext_noop("{player} agreed to start."),
    "unagreed": gettext_noop("{player} took the agreement back."),
    "cancelled": gettext_noop("The game was called off."),
}
OF_NAMES = {
    "left": gettext_noop("{name} got up."),
    "freed": gettext_noop("{name} lost the seat."),
}


def _told_of_the_table(table: Table, event: Any) -> Text:
    """By name where that is kept with the event, for seats are changed and shared."""
    maker = table.game.made_by if event.verb == "made" else None
    name = event.facts.get("name") or (maker.name if maker else "")
    by_seat = {} if event.seat is None else {"player": name or Player(event.seat)}
    if reason := event.facts.get("reason"):
        return say("{player} was given a seat: {reason}", **by_seat, reason=reason)
    return say(OF_THE_TABLE[event.verb], **by_seat)


def told(table: Table, event: Any, reader: int | None, *, unheard: Collection[int]) -> Text | None:
    """What this reader, who does not listen to the `unheard` seats, may be told of a row of the event table; None where
    that is nothing."""
    if event.verb in OF_THE_TABLE:
        return _told_of_the_table(table, event)
    if event.verb in OF_NAMES:
        return say(OF_NAMES[event.verb], name=event.facts["name"] or gettext("Former player"))
    if event.verb == "left_share" and event.seat is not None:
        name = event.facts["name"] or gettext("Former player")
        return say(
            "{name} resigned. {player} kept the seat that they had shared.", name=name, player=Player(event.seat)
        )
    if event.verb == "say":
        seat, text = speaker(table, event), event.facts["text"]
        if seat in unheard:
            return None
        if seat is None or people_a_seat(table.game) > 1:
            return say("{name}: {says}", name=person_who_said(table, event) or gettext("Former player"), says=text)
        return say("{player}: {text}", player=Player(seat), text=text)
    if event.verb in ("invited", "declined"):
        return None
    facts = facts_for(table, event, reader)
    return table.kind.word(facts, reader) if facts is not None else None


def outcome(table: Table, verb: str, *, player: Person) -> list[str]:
    """Sentences for the player who gave an order, on what it brought; empty for who has no seat."""
    seat = table.seat_of(player)
    if seat is None:
        return []
    known = (facts for event in table.happenings if (facts := facts_for(table, event, seat)) is not None)
    names = names_by_seat(table.game, table.game.seats.all())
    return [speak(message, names) for message in table.kind.outcome(verb, list(known), seat)]


def speaker(table: Table, event: Any) -> int | None:
    """The seat of who said a line; None where they have got up before the deal, whoever may sit there now."""
    by, rows = event.facts.get("player"), table.game.seats.all()
    has_left = any(row.number == event.seat and row.player_id is None for row in rows)  # for good, and kept the seat
    if by is None or (has_left and people_a_seat(table.game) == 1):
        return int(event.seat)
    found = next((row.number for row in rows if row.player_id == by), None)
    return int(event.seat) if found is None and has_left else found


def person_who_said(table: Table, event: Any) -> str:
    """Who said a line, where that is kept by name: of those who share a seat, and of who has it no more."""
    is_shared = people_a_seat(table.game) > 1
    return str(event.facts.get("name") or (gettext("Former player") if is_shared else ""))


def facts_for(table: Table, event: Any, reader: int | None) -> Mapping[str, Any] | None:
    """What the rules let this reader know of a row of the event table."""
    if table.state is None:
        return None
    happening = Event(event.verb, event.at, event.seat, event.facts)
    facts: Mapping[str, Any] | None = table.kind.tell(table.state, happening, reader)
    return facts


def told_to_all(table: Table) -> Iterator[Any]:
    """The rows of the event table that whoever looks on is told of, the newest first: what staff see of a running game."""
    rows = table.game.events.order_by("-n").iterator(chunk_size=200)
    return (event for event in rows if facts_for(table, event, None) is not None)


def instant(at: datetime) -> str:
    """`2026-11-20T12:00:00.000000Z`."""
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
