"""The history and chat of a game, in words for one reader: for the page and for the first lines of an email."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games import models
from games.players.models import Player as Person
from games.queries.reading import ReaderTable, names_by_seat
from games.rules.facts import JsonObject
from games.rules.options import alphabet_in
from games.rules.table import people
from games.rules.table.people import AmongPeople
from games.rules.table.verbs import Told
from games.rules.texts import Text
from games.rules.values import Event
from games.sharing import people_a_seat
from games.statements import GIVEN, Compiled
from games.store import Table
from games.store.events import newest_first, saved_events
from games.wording import isolated, speak

HISTORY_SHOWN = 80
MORE_READ = 3  # rows read per line shown, so that a reader sees as many lines even if some are hidden
STAFF_READ = 200  # rows read at once, of all types
Happened: TypeAlias = Event | models.Event
"""An event, from the rules or from a row."""


@dataclass(frozen=True)
class HistoryLine:
    """One event in words. For a chat message, `said` is the message alone, `by` the seat and `name` the person.

    `n` counts hidden events, too: it must not leave the server, not even in an ETag."""

    n: int = field(repr=False)
    at: datetime
    says: str
    said: str = ""
    by: int | None = None
    verb: str = ""
    name: str = ""
    is_own: bool = False
    is_taken_out: bool = False


def history(loaded: ReaderTable, shown: int = HISTORY_SHOWN) -> tuple[HistoryLine, ...]:
    """Return the newest events first: at most `shown` lines of history, not counting whose turn it became, and as many
    chat messages."""
    table = loaded.table
    unsaved: list[tuple[int, Happened]] = list(enumerate(table.happenings, start=table.game.last_event + 1))
    known = table.kind.known_of(table.state, loaded.seat) if table.state is not None else frozenset()
    lines = list[HistoryLine]()
    for is_talk in (True, False):
        found, sort, at_once = 0, _Rows(is_talk, table.kind.untold, known), MORE_READ * shown
        newest, of = _newest(sort, at_once)(table.game.pk), partial(_events, sort, table.game.pk)
        saved = _with_older(newest, of, at_once) if is_talk else newest_first(table.game, newest, of, at_once)
        rows = ((row.n, row) for row in saved)
        for n, event in chain((one for one in reversed(unsaved) if (one[1].verb == "say") == is_talk), rows):
            if line := line_of(loaded, n, event):
                lines.append(line)
                found += event.verb != "turn"
            # count here, so that hidden events and messages of muted players do not push a line off the page
            if found == shown:
                break
    return tuple(sorted(lines, key=lambda line: -line.n))


Known: TypeAlias = frozenset[tuple[str, tuple[int | None, ...]]]
"""Verbs, each with seats: a reader may know of such events only if they belong to these seats."""


class _Rows(NamedTuple):
    """Selects the chat, or all other events that a reader may know of."""

    is_talk: bool
    untold: frozenset[str]
    known: Known


def _with_older(
    rows: Sequence[models.Event], of: Callable[[], QuerySet[models.Event]], at_once: int
) -> Iterator[models.Event]:
    """Yield these rows, then older events; each further batch is read only when it is needed."""
    while rows:
        yield from rows
        rows = list(of().filter(n__lt=rows[-1].n)[:at_once]) if len(rows) == at_once else ()


def _events(sort: _Rows, game_id: int) -> QuerySet[models.Event]:
    rows = models.Event.objects.filter(game=game_id).order_by("-n")
    if sort.is_talk:
        return rows.filter(verb="say")
    rows = rows.exclude(verb__in=[*sorted(sort.untold), "say"])
    for verb, seats in sorted(sort.known):
        theirs = Q(seat__in=[seat for seat in seats if seat is not None])
        rows = rows.filter(~Q(verb=verb) | (theirs | Q(seat=None) if None in seats else theirs))
    return rows


@lru_cache(maxsize=1000)
def _newest(sort: _Rows, most: int) -> Compiled[models.Event]:
    return Compiled(_events(sort, GIVEN)[:most])


def line_of(loaded: ReaderTable, n: int, event: Happened) -> HistoryLine | None:
    """Return event number `n` in words; None if its reader may not know of it."""
    table = loaded.table
    message = told(table, event, loaded.seat, unheard=loaded.saved.unheard)
    if message is None:
        return None
    by = _speaker(table, event) if event.verb == "say" else None
    says = speak(message, loaded.names)
    if by is None:
        if not isinstance(event, Event) and event.substitute is not None and event.seat is not None:
            substitute, player = event.substitute or gettext("Former player"), loaded.names[event.seat]
            says = gettext("{says} ({name}, for {player})").format(
                says=says, name=isolated(substitute), player=isolated(player)
            )
        return HistoryLine(n, event.at, says, verb=event.verb)
    said, own = AmongPeople.read(event.facts), loaded.own
    name = said.name  # stored for people who share a seat, and for those who have left it
    if not name and (said.sits_in or people_a_seat(table.game) > 1):
        name = gettext("Former player")
    name = name or loaded.names[by]
    if own is not None and own.substitution_id:
        is_own = said.player == own.player_id
    else:
        is_own = own is not None and by == own.number and said.player in (None, own.player_id)
    words = speak(said.said, ()) if isinstance(said.said, Text) else said.said
    return HistoryLine(n, event.at, says, words, by, event.verb, name, is_own, said.taken_out is not None)


def told(table: Table, event: Happened, reader: int | None, *, unheard: Collection[int]) -> Text | None:
    """Return an event as this reader, who has muted the `unheard` seats, may know it; None if they may not."""
    row = people.HAPPENINGS.get(event.verb)
    if row is None:
        known = facts_for(table, event, reader)
        return table.kind.word(known, reader) if known is not None else None
    facts, seat = AmongPeople.read(event.facts), event.seat
    if row is people.MADE and not facts.name and (maker := table.maker):
        facts = replace(facts, name=maker.name)
    if row.is_talk:
        seat = _speaker(table, event)
        if seat in unheard:
            return None
        is_by_name = seat is None or facts.sits_in or people_a_seat(table.game) > 1
        facts = replace(facts, name=(facts.name or gettext("Former player")) if is_by_name else None)
    return row.says(Told(facts, seat, reader))


def outcome(table: Table, verb: str, *, player: Person) -> list[str]:
    """Return sentences on the outcome of a player's order, for that player, with tiles as players write them, because any
    page can show them; empty for somebody without a seat.

    For LOOK they describe the light that dealt the tiles: a page looks by itself when it is opened, and its reader
    wants to know about the light."""
    seat = table.seat_of(player)
    if seat is None:
        return []
    known = [facts for event in table.happenings if (facts := facts_for(table, event, seat)) is not None]
    names = names_by_seat(table.game, table.rows)
    said = table.kind.outcome(verb, known, seat)
    if verb == "LOOK" and said:
        dealt = table.game.events.filter(verb__in=table.kind.begins_a_turn).order_by("-n").first()
        said = [text for text in [dealt and told(table, dealt, seat, unheard=())] if text] or said
    written = alphabet_in(table.game.options).write
    return [written(speak(message, names)) for message in said]


def _speaker(table: Table, event: Happened) -> int | None:
    """Return the seat of the person who sent a chat message; None if they left before the deal, even if somebody else
    has that seat now."""
    said, rows, seat = AmongPeople.read(event.facts), table.rows, event.seat
    by = said.player
    if said.sits_in:
        return seat
    # they left for good, and the seat stays theirs
    has_left = any(row.number == seat and row.player_id is None for row in rows)
    if by is None or (has_left and people_a_seat(table.game) == 1):
        return seat
    found = next((row.number for row in rows if row.player_id == by), None)
    return seat if found is None and has_left else found


def facts_for(table: Table, event: Happened, reader: int | None) -> JsonObject | None:
    """Return the facts of an event that the rules let this reader know; None if they may not know of it."""
    if table.state is None:
        return None
    facts: JsonObject | None = table.kind.tell(table.state, happened(event), reader)
    return facts


def happened(event: Happened) -> Event:
    """Convert an event to the type that the rules use."""
    return event if isinstance(event, Event) else Event(event.verb, event.at, event.seat, event.facts)


def told_to_all(table: Table) -> Iterator[models.Event]:
    """Yield the saved events that any spectator may know of, the newest first: what staff see of a running game."""
    rows = saved_events(table.game, at_once=STAFF_READ)
    return (event for event in rows if facts_for(table, event, None) is not None)


def instant(at: datetime) -> str:
    """Format an instant as `2026-11-20T12:00:00.000000Z`."""
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"
