"""The stored events of games, and their packing: each event has its own row, but most events of a packed game share
one.

Use it wherever the events of a finished game are needed. After the end of a game only people add or change events: they
write messages, and their names change when they delete their accounts. Those events, the acts of substitutes, and
events that are looked up over many games are never packed, so a packed game can be commented on, announced and
forgotten like any other.

A game may be packed while somebody reads it. Packing writes one row and deletes the others in one transaction, and
every finished game has events that packing removes. If none of them is found, they are in the packed row."""

import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import QuerySet

from games.models import Event, Game, PackedEvents
from games.rules.table import people
from games.store.rows import NewerFormat

COMES_AND_GOES = ("away", "back", "resign", "replace")
"""Events that show whether a player has left; they are looked up over all games of a player."""
ROWS_FOR_GOOD = frozenset({*people.HAPPENINGS, *COMES_AND_GOES})
"""Events that are never packed; neither are the acts of substitutes. Names and messages change as people leave, and
some events are looked up over many games."""
FORMAT = 1
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def events_of(game: Game) -> list[Event]:
    """Return all saved events of a game, in order. Raises NewerFormat."""
    return _whole(game, list(game.events.order_by("n")))


def events_of_all(games: Collection[Game], *, verbs: Collection[str]) -> Mapping[int, Sequence[Event]]:
    """Return the events with these verbs, which must not be in `ROWS_FOR_GOOD`, of several finished games, by game id;
    two queries. Raises NewerFormat."""
    found = defaultdict[int, list[Event]](list)
    for event in Event.objects.filter(game__in=games, verb__in=verbs).order_by("game", "n"):
        found[event.game_id].append(event)
    for row in PackedEvents.objects.filter(game__in=[game for game in games if all(map(_stays, found[game.pk]))]):
        found[row.game_id] += [event for event in unpacked(row) if event.verb in verbs]
        found[row.game_id].sort(key=lambda event: event.n)
    return found


def first_number(game: Game, verbs: Collection[str]) -> int:
    """Return the number of a game's first event with one of these verbs, which must not be in `ROWS_FOR_GOOD`; 0 if
    it has no such event."""
    rows = game.events.filter(verb__in=verbs).order_by("n")
    events = _whole(game, list(rows[:1]))
    return next((event.n for event in events if event.verb in verbs), 0)


def saved_events(game: Game, *, at_once: int) -> Iterator[Event]:
    """Return all events of a game up to the save that was loaded, the newest first, read as `newest_first` does."""
    saved = game.events.filter(n__lte=game.last_event).order_by("-n")
    return newest_first(game, list(saved[:at_once]), lambda: saved, at_once)


def newest_first(game: Game, rows: Sequence[Event], of: Callable[[], QuerySet[Event]], at_once: int) -> Iterator[Event]:
    """Yield these rows, the newest events of a game (of all types, or all but chat), then the older events from `of`.

    `at_once` rows are read at a time, and only when they are needed. Packed events are yielded in order with the
    others, even those that `of` leaves out. Raises NewerFormat."""
    before: int | None = None
    while True:
        if _may_be_packed(game, rows) and (packed := _packed(game)):
            older = [*(of() if before is None else of().filter(n__lt=before))]
            older += [event for event in packed if before is None or event.n < before]
            yield from sorted(older, key=lambda event: -event.n)
            return
        yield from rows
        if len(rows) < at_once:
            return
        before = rows[-1].n
        rows = list(of().filter(n__lt=before)[:at_once])


def _whole(game: Game, rows: list[Event]) -> list[Event]:
    if _may_be_packed(game, rows):
        rows = sorted([*rows, *_packed(game)], key=lambda event: event.n)
    return rows


def _may_be_packed(game: Game, rows: Iterable[Event]) -> bool:
    """Return True if a game is finished and none of these rows is an event that packing removes."""
    return game.phase == Game.Phase.FINISHED and all(map(_stays, rows))


def _stays(event: Event) -> bool:
    """Return True for an event that is never packed."""
    return event.verb in ROWS_FOR_GOOD or event.substitute is not None


def _packed(game: Game) -> list[Event]:
    row = PackedEvents.objects.filter(game=game.pk).first()
    return unpacked(row) if row else []


# --- the packed row ---------------------------------------------------------------------------------------------------


def pack(game: Game, *, now: datetime) -> None:
    """Pack the events of a finished game within the caller's transaction. The caller has locked the game."""
    rows = game.events.exclude(verb__in=ROWS_FOR_GOOD).filter(substitute=None)
    events = list(rows.order_by("n"))
    made = PackedEvents(game=game, format=FORMAT, content=_pressed(events))
    if _facts(unpacked(made)) != _facts(events):  # never delete events that would be read back differently
        raise ValueError(f"The events of game {game.pk} would be read back differently than they were written.")
    if events:
        made.save(force_insert=True)
        rows.delete()
    Game.objects.filter(pk=game.pk).update(packed_at=now)


def unpack(game: Game) -> None:
    """Unpack the events of a locked game into separate rows, which count as announced at the time they happened."""
    row = PackedEvents.objects.filter(game=game.pk).first()
    if row is not None:
        Event.objects.bulk_create(unpacked(row))
        row.delete()
    Game.objects.filter(pk=game.pk).update(packed_at=None)


def unpacked(row: PackedEvents) -> list[Event]:
    """Return the events of a packed row as unsaved rows. Raises NewerFormat."""
    if row.format > FORMAT:
        raise NewerFormat(
            f"The events of game {row.game_id} are packed in format {row.format}, and this release can read only up to "
            f"format {FORMAT}. Run the release that packed them, or a later one."
        )
    events = list[Event]()
    at = 0
    for n, later, verb, seat, facts in json.loads(zlib.decompress(row.content)):
        at += later
        happened = BEGINNING + at * MICROSECOND
        events.append(
            Event(game_id=row.game_id, n=n, at=happened, verb=verb, seat=seat, facts=facts, announced_at=happened)
        )
    return events


def _pressed(events: Iterable[Event]) -> bytes:
    """Return a compressed list of `[n, microseconds since the event before, verb, seat, facts]`."""
    lines, before = [], 0
    for event in events:
        at = (event.at - BEGINNING) // MICROSECOND
        lines.append([event.n, at - before, event.verb, event.seat, event.facts])
        before = at
    return zlib.compress(json.dumps(lines, separators=(",", ":")).encode(), 9)


def _facts(events: Iterable[Event]) -> list[tuple[object, ...]]:
    return [(event.n, event.at, event.verb, event.seat, event.facts) for event in events]
