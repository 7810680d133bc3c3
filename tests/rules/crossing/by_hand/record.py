"""Reads the record of a game and checks its shape. `verify` judges what it says.

Source: RULES.md, "Drawn by a neutral third party".
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from games.rules.crossing.scoring import Result
from games.rules.facts import Json
from games.rules.grid import Layout
from games.rules.lines import can_be_written
from games.rules.values import Seat, UnreadableRecord

FORMAT = "lexicon-record/1"
KIND = "crossing"
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)

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
    "swap": ("seats", "tiles"),
    "away": ("seat",),
    "back": ("seat",),
    "vacation": ("seat",),
    "standing": ("seat",),
    "hours": ("seat",),
    "pause": ("seat",),
    "resume": (),
    "void": ("seat",),
    "keep": ("seat",),
    "extend": ("seat",),
    "resign": ("seat",),
    "red": (),
    "done": ("seat",),
    "challenge": (),
    "score": ("results",),
    "end": ("ending",),
}
"""The fields that an event of each verb must have."""
BY_STAFF: Mapping[str, tuple[str, ...]] = {
    "pause": (),
    "resume": (),
    "extend": (),
    "away": ("seat",),
    "release": ("seat",),
    "amber": ("draws",),
    "drop": ("seat",),
    "replace": ("seat",),
    "score": ("results",),
    "end": ("ending",),
}
"""The fields it must have if it says that the staff did it. No other verb can say so, and `replace` must."""
ALSO_NAMED = ("seat", "until", "taken_back", "taken", "word", "upheld", "light", "struck", "behind")
"""The fields that are read if an event has them."""


@dataclass(frozen=True)
class Place:
    """A value somewhere in a JSON document. Each method raises UnreadableRecord, naming the place, if the type is another."""

    value: Json
    name: str

    def __getitem__(self, name: str) -> "Place":
        mapping = self.mapping()
        if name not in mapping:
            Place(None, f"{self.name}.{name}".strip(".")).refuse("is missing")
        return Place(mapping[name], f"{self.name}.{name}".strip("."))

    def refuse(self, why: str) -> NoReturn:
        raise UnreadableRecord(f"{self.name or 'the document'}: {why}")

    def mapping(self) -> dict[str, Json]:
        return self.value if isinstance(self.value, dict) else self.refuse("must be an object")

    def items(self) -> list["Place"]:
        if not isinstance(self.value, list):
            self.refuse("must be a list")
        return [Place(value, f"{self.name}.{index}") for index, value in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.refuse("must be a text")
        if not can_be_written(self.value):
            self.refuse("holds half a character, which no encoding can write")
        return self.value

    def texts(self) -> tuple[str, ...]:
        return tuple(one.text() for one in self.items())

    def number(self) -> int:
        return self.value if type(self.value) is int else self.refuse("must be a whole number")

    def truth(self) -> bool:
        return self.value if isinstance(self.value, bool) else self.refuse("must be true or false")

    def instant(self) -> datetime:
        if INSTANT.fullmatch(self.text()):
            with suppress(ValueError):
                return datetime.fromisoformat(self.text())
        return self.refuse("must be an instant in UTC, such as 2026-11-20T12:00:00.000000Z")


@dataclass(frozen=True)
class Recorded:
    """One event; fields that its verb doesn't have are empty. `until` is when a pause ends by itself, or the game at the latest.

    A challenge without a seat reveals all layouts from then on; a challenge of a `light` names the words that it `struck`."""

    n: int
    at: datetime
    verb: str
    seat: Seat | None = None
    draws: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()
    tiles: tuple[str, ...] = ()
    layout: Layout = ()
    results: tuple[Result, ...] = ()
    ending: str = ""
    until: datetime | None = None
    taken_back: bool = False
    word: str = ""
    upheld: bool = False
    light: bool = False
    struck: tuple[str, ...] = ()
    behind: tuple[Seat, ...] = ()
    staff: bool = False


@dataclass(frozen=True)
class Record:
    """One game from its creation to its end; `seed` is hex, or None while the game is in progress."""

    tiles: Mapping[str, int]
    seats: tuple[str, ...]
    options: Mapping[str, Json]
    commitment: str
    cuts: tuple[str, ...]
    seed: str | None
    events: tuple[Recorded, ...]


def read_record(content: Json) -> Record:
    """Return the record in a JSON document. Raises UnreadableRecord, naming the place, if it isn't one."""
    whole = Place(content, "")
    for name, expected in (("format", FORMAT), ("kind", KIND)):
        if whole[name].text() != expected:
            raise UnreadableRecord(f'{name}: must be "{expected}"')
    record = Record(
        tiles={tile: whole["tiles"][tile].number() for tile in whole["tiles"].mapping()},
        seats=whole["seats"].texts(),
        options=whole["options"].mapping(),
        commitment=whole["commitment"].text(),
        cuts=whole["cuts"].texts(),
        seed=None if whole["seed"].value is None else whole["seed"].text(),
        events=tuple(map(_event, whole["events"].items())),
    )
    if len(record.cuts) != len(record.seats):
        raise UnreadableRecord(f"cuts: there are {len(record.seats)} seats and {len(record.cuts)} cuts")
    for event in record.events:
        if event.seat is not None and not 0 <= event.seat < len(record.seats):
            raise UnreadableRecord(f"event {event.n}: there is no seat {event.seat}")
    return record


def _event(place: Place) -> Recorded:
    n, verb = place["n"].number(), place["verb"].text()
    staff = place.mapping().get("staff", False)
    verbs = BY_STAFF if staff is True else FACTS
    if verb not in verbs:
        raise UnreadableRecord(f'event {n}: "{verb}" is no verb of {"the staff" if staff else "this game"}')
    named = {name: place[name] for name in verbs[verb]}
    named |= {name: place[name] for name in ALSO_NAMED if place.mapping().get(name) is not None}
    facts: dict[str, Any] = {name: READ[name](one) for name, one in named.items()}
    return Recorded(n=n, at=place["at"].instant(), verb=verb, staff=staff is True, **facts)


def _draws(place: Place) -> tuple[str, ...]:
    """Return the tiles that each seat drew, or each tile drawn by a jaywalk."""
    return tuple("".join(one.texts()) if isinstance(one.value, list) else one.text() for one in place.items())


def _result(place: Place) -> Result:
    return Result(
        seat=place["seat"].number(),
        points=place["points"].number(),
        words=place["words"].number(),
        leftover=place["leftover"].number(),
        score=place["score"].text(),
        struck=place["struck"].texts(),
        layout=place["layout"].texts(),
    )


READ: Mapping[str, Callable[[Place], Any]] = {
    "seat": Place.number,
    "draws": _draws,
    "returned": Place.texts,
    "taken": Place.texts,
    "seats": lambda place: tuple(one.number() for one in place.items()),
    "behind": lambda place: tuple(one.number() for one in place.items()),
    "tiles": Place.texts,
    "layout": Place.texts,
    "results": lambda place: tuple(map(_result, place.items())),
    "ending": Place.text,
    "until": Place.instant,
    "taken_back": Place.truth,
    "word": Place.text,
    "upheld": Place.truth,
    "light": Place.truth,
    "struck": Place.texts,
}
