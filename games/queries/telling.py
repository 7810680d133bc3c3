"""One event in words, for one reader: the history on the page and the first lines of a mail."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.rules.kind import Event
from games.rules.messages import Message, Player, say
from games.store import Table

OF_THE_TABLE = {
    "made": gettext_noop("{player} opened the table."),
    "seated": gettext_noop("{player} was given a seat."),
    "joined": gettext_noop("{player} sat down."),
    "agreed": gettext_noop("{player} agreed to start."),
    "unagreed": gettext_noop("{player} took the agreement back."),
    "cancelled": gettext_noop("The game was called off."),
}
OF_NAMES = {
    "left": gettext_noop("{name} got up."),
    "freed": gettext_noop("{name} lost the seat."),
}


def _told_of_the_table(event: Any) -> Message:
    by_seat = {} if event.seat is None else {"player": Player(event.seat)}
    if reason := event.facts.get("reason"):
        return say("{player} was given a seat: {reason}", **by_seat, reason=reason)
    return say(OF_THE_TABLE[event.verb], **by_seat)


def told(table: Table, event: Any, reader: int | None, *, unheard: Collection[int]) -> Message | None:
    """What this reader, who does not listen to the `unheard` seats, may be told of a row of the event table; None where
    that is nothing."""
    if event.verb in OF_THE_TABLE:
        return _told_of_the_table(event)
    if event.verb in OF_NAMES:
        return say(OF_NAMES[event.verb], name=event.facts["name"] or gettext("Former player"))
    if event.verb == "say":
        seat, text = speaker(table, event), event.facts["text"]
        if seat in unheard:
            return None
        if seat is None:
            return say("{name}: {says}", name=event.facts.get("name") or gettext("Former player"), says=text)
        return say("{player}: {text}", player=Player(seat), text=text)
    if event.verb in ("invited", "declined"):
        return None
    facts = facts_for(table, event, reader)
    return table.kind.word(facts, reader) if facts is not None else None


def speaker(table: Table, event: Any) -> int | None:
    """The seat of who said a line; None where they have got up before the deal, whoever may sit there now."""
    by = event.facts.get("player")
    holders = {seat.number: seat.player_id for seat in table.game.seats.all()}
    if by is None or holders.get(event.seat, by) is None:  # who left for good has kept the seat
        return int(event.seat)
    return next((number for number, holder in holders.items() if holder == by), None)


def facts_for(table: Table, event: Any, reader: int | None) -> Mapping[str, Any] | None:
    """What the rules let this reader know of a row of the event table."""
    if table.state is None:
        return None
    happening = Event(event.verb, event.at, event.seat, event.facts)
    facts: Mapping[str, Any] | None = table.kind.tell(table.state, happening, reader)
    return facts


def instant(at: datetime) -> str:
    """`2026-11-20T12:00:00.000000Z`."""
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
