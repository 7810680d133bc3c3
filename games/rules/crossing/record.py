"""The record of a game as a file: its shape, read and checked. What it tells is judged in `verify`.

Source: RULES.md, "Drawn by a neutral third party".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from games.rules.grid import Layout
from games.rules.kind import Seat

FORMAT: Literal["lexicon-record/1"] = "lexicon-record/1"

FACTS: Mapping[str, tuple[str, ...]] = {
    "deal": ("draws",),
    "seen": ("seat",),
    "submit": ("seat", "layout"),
    "ask": ("seat",),
    "unask": ("seat",),
    "lapse": ("seat",),
    "drop": ("seat",),
    "green": ("seat", "draws"),
    "amber": ("draws",),
    "release": ("seat",),
    "jaywalk": ("seat", "returned", "draws"),
    "away": ("seat",),
    "back": ("seat",),
    "vacation": ("seat",),
    "pause": ("seat",),
    "resume": (),
    "resign": ("seat",),
    "red": (),
    "done": ("seat",),
    "score": ("results",),
    "end": ("ending",),
}
"""What an event of each verb must name."""


class UnreadableRecord(ValueError):
    """Something that is no record of this game, or not one that can be verified; says what and where."""


@dataclass(frozen=True)
class Scored:
    """One seat's result as the record states it."""

    seat: Seat
    points: int
    words: int
    leftover: int
    score: str
    struck: tuple[str, ...]
    layout: Layout


@dataclass(frozen=True)
class Recorded:
    """One event; what its verb does not name is None."""

    n: int
    at: datetime
    verb: str
    seat: Seat | None = None
    draws: tuple[tuple[str, ...] | str, ...] | None = None
    returned: tuple[str, ...] | None = None
    layout: Layout | None = None
    results: tuple[Scored, ...] | None = None
    ending: str | None = None


@dataclass(frozen=True)
class Record:
    """One game from its making to its end; `seed` is hex, None while the game runs."""

    format: Literal["lexicon-record/1"]
    kind: Literal["crossing"]
    tiles: Mapping[str, int]
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    word_list: Mapping[str, str]
    commitment: str
    cuts: tuple[str, ...]
    seed: str | None
    events: tuple[Recorded, ...]


_RECORD = TypeAdapter(Record)


def read_record(content: object) -> Record:
    """The record in a JSON document. Raises UnreadableRecord, naming the place."""
    try:
        record = _RECORD.validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if not str(part).startswith("tuple["))
        raise UnreadableRecord(f"{place or 'the document'}: {first['msg']}") from error
    if len(record.cuts) != len(record.seats):
        raise UnreadableRecord(f"cuts: there are {len(record.seats)} seats and {len(record.cuts)} cuts")
    for event in record.events:
        _check_event(event, seats=len(record.seats))
    return record


def _check_event(event: Recorded, *, seats: int) -> None:
    if event.verb not in FACTS:
        raise UnreadableRecord(f'event {event.n}: "{event.verb}" is no verb of this game')
    for name in FACTS[event.verb]:
        if getattr(event, name) is None:
            raise UnreadableRecord(f"event {event.n}: {event.verb} needs {name}")
    if event.seat is not None and not 0 <= event.seat < seats:
        raise UnreadableRecord(f"event {event.n}: there is no seat {event.seat}")
    if event.at.tzinfo is None:
        raise UnreadableRecord(f"event {event.n}: at is in UTC, and ends in Z")
