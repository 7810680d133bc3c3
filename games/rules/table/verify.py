"""Verifying a finished game from its record alone by playing its orders again: every draw, every consequence, every result.
Source: RULES.md, "Drawn by a neutral third party".

No word list is needed: a word counts unless the record strikes it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import fields, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, NoReturn, TypeVar, cast

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.chance import SEED_BYTES, commitment, stream_key
from games.rules.facts import Facts, Json, JsonObject, Mistold
from games.rules.lines import can_be_written
from games.rules.options import TableOptions, read_options
from games.rules.table.facts import ByStaff, Ended, Extended, MayStand
from games.rules.table.kind import AnyKind
from games.rules.table.state import TableState
from games.rules.values import (
    Differs,
    Event,
    Joining,
    Order,
    OrderRefused,
    Resources,
    Seat,
    StaffAction,
    Step,
    UnreadableRecord,
)
from games.rules.words import AllBut, WordList

T = TypeVar("T")

FORMAT = "lexicon-record/1"
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
MOST_WAYS = 32
"""The limit on the readings of one record that are followed. An older record of a game with many vacations has a few,
and no honest record has more than this."""
MISTOLD_SAYS = "it is not told as such an event is"
NOTHING = object()
INSTANTS = ("starts", "ends", "until")


def as_published(record: JsonObject, alphabet: Alphabet) -> JsonObject:
    """Return a record as strangers read it: tiles as they are written, and the alphabet by its code, version and hash.
    An English record stays as it is, because records of earlier releases know no other alphabet."""
    if alphabet is ENGLISH:
        return record
    named = {"code": alphabet.code, "version": alphabet.version, "sha256": alphabet.sha256}
    tiles = {alphabet.write(tile): count for tile, count in record["tiles"].items()}
    events = [_in_facts(event, alphabet.write) for event in record["events"]]
    return {**record, "alphabet": named, "tiles": tiles, "events": events}


def _as_inside(record: JsonObject, alphabet: Alphabet) -> JsonObject:
    """Return a published record with its tiles as they are inside. Raises UnreadableRecord for an alphabet that isn't
    known in this version."""
    if alphabet is ENGLISH:
        return record
    named = record.get("alphabet")
    if not isinstance(named, dict) or named.get("sha256") != alphabet.sha256:
        raise UnreadableRecord(
            f"alphabet: must be {alphabet.code}, version {alphabet.version}, with the sha256 {alphabet.sha256}"
        )
    tiles = record.get("tiles")
    if isinstance(tiles, dict):
        tiles = {alphabet.read_back(tile): count for tile, count in tiles.items()}

    def inside(text: str) -> str:
        """Return a text of tiles, or an order with its tiles behind the verb, as it is inside."""
        first, *rest = text.split(" ")
        return " ".join([first, *map(alphabet.read_back, rest)]) if rest else alphabet.read_back(text)

    events = [_struck_in_order(_in_facts(event, inside), alphabet) for event in record["events"]]
    return {**record, "tiles": tiles, "events": events}


def _struck_in_order(value: Json, alphabet: Alphabet) -> Json:
    """Return facts with their struck words in the order of the alphabet if they were in the order of code points, as in
    records made on 27 November 2026."""
    if isinstance(value, list):
        return [_struck_in_order(item, alphabet) for item in value]
    if not isinstance(value, dict):
        return value
    facts = {name: _struck_in_order(item, alphabet) for name, item in value.items()}
    struck = facts.get("struck")
    if isinstance(struck, list) and all(isinstance(word, str) for word in struck) and struck == sorted(struck):
        facts["struck"] = sorted(struck, key=alphabet.by_letters)
    return facts


_NO_TILES = frozenset({"verb", "at", *INSTANTS, "reason", "ending", "office", "what"})
"""The facts of events that are texts without tiles."""


def _has_no_tiles(name: str, fact: Json) -> bool:
    """Return True for facts that are texts without tiles, and for standing orders that are only verbs."""
    return (
        name in _NO_TILES
        or name.endswith("forfeit")
        or (name == "orders" and isinstance(fact, list | tuple) and not any(" " in str(order) for order in fact))
    )


def _in_facts(value: Json, change: Callable[[str], str]) -> Json:
    """Return facts of an event with each text of tiles changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_in_facts(item, change) for item in value]
    if isinstance(value, dict):
        return {name: item if _has_no_tiles(name, item) else _in_facts(item, change) for name, item in value.items()}
    return value


def replay(kind: AnyKind, record: JsonObject) -> None:
    """Replay the record. Raises the same exceptions as `replayed`."""
    for _ in replayed(kind, record):
        pass


def replayed(kind: AnyKind, record: JsonObject) -> Iterator[tuple[JsonObject, TableState | None]]:
    """Replay the record and yield each of its events with the state that followed.

    Where several events happened together, only the last of them has a state, and the others have None. Older records
    can leave open what state the game was in; as long as several states fit, the one that was tried first is given.

    Raises UnreadableRecord if this is not the record of a finished game of this kind, and Differs at the first
    difference between the record and the rules."""
    whole, record = _read(kind, record)
    seed, events = whole["seed"], whole["events"]
    if commitment(seed) != record["commitment"]:
        raise Differs("the seed is not the one committed to before the game")
    if dict(_refusing_options(kind.tiles, whole["options"])) != record.get("tiles"):
        raise Differs("the tiles are not those that the options name")
    ways = [_Replay(kind, whole, stream_key(seed, record["cuts"]))]
    for n in range(1, len(events) + 1):
        if events[n - 1]["n"] != n:
            raise Differs(f"the events are numbered from 1 on; this one should be {n}", n=events[n - 1]["n"])
        ways = _ways_on(ways, n)
        yield events[n - 1], None if ways[0].untold else ways[0].state
    if not any(way.is_over for way in ways):
        raise Differs("the record breaks off: the game has no end", n=len(events) + 1)


def _ways_on(ways: Sequence["_Replay"], n: int) -> list["_Replay"]:
    """Take every replay on to the nth event, in each way that the record allows. Return at most `MOST_WAYS` different
    ones. Raises Differs if no way is left."""
    on, differs = [], []
    for way in _different(chain.from_iterable(one.readings(n) for one in ways)):
        try:
            way.take(n)
        except Differs as found:
            differs.append(found)
        else:
            way.resources = way.as_told
            on.append(way)
    if not on:
        raise differs[0]
    return _different(on)[:MOST_WAYS]


def _different(ways: Iterable["_Replay"]) -> list["_Replay"]:
    """Return the replays without those that have the same state and words as an earlier one."""
    kept: list[_Replay] = []
    for way in ways:
        if not any(way.state == other.state and way.resources is other.resources for other in kept):
            kept.append(way)
    return kept


class _Replay:
    """A replay up to a point in the record. `untold` has the events that the game has produced and the record has not
    mentioned yet."""

    def __init__(self, kind: AnyKind, whole: JsonObject, key: bytes) -> None:
        self.events: Sequence[JsonObject] = whole["events"]
        self.kind = kind.as_recorded(whole["facts"])
        self.facts: Sequence[Facts | None] = whole["facts"]
        self.seats, self.options = len(whole["seats"]), whole["options"]
        self.words = AllBut(whole["struck"])
        self.as_told = self.resources = Resources(key=key, words=self.words)
        self.state: Any = None
        self.untold: list[tuple[datetime, JsonObject]] = []
        self.back: tuple[Seat, datetime] | None = None
        self.n = 0

    @property
    def is_over(self) -> bool:
        return not self.untold and self.state is not None and self.state.phase == "finished"

    def readings(self, n: int) -> Iterator["_Replay"]:
        """Yield this replay once for each state that is possible before the nth event. There can be several if the
        state depends on facts that only that event has, or that the record lacks."""
        if self.state is None or self.untold:
            yield self
            return
        facts = self.facts[n - 1]
        states: Iterable[tuple[TableState, WordList]] = ((self.state, self.words),)
        if facts is not None:
            at, seat = _instant(self.events[n - 1]["at"]), self.events[n - 1].get("seat")
            states = self.kind.readings(self.state, self.words, facts, seat, at)
        for state, words in states:
            reading = copy(self)
            reading.state, reading.untold, reading.resources = state, [], self.as_told
            if words is not self.words:
                reading.resources = replace(self.resources, words=words)
            yield reading

    def take(self, n: int) -> None:
        """Bring the game to its nth event. Raises Differs unless the record agrees with the rules."""
        self.n, event = n, self.events[n - 1]
        at = _instant(event["at"])
        told = {name: value for name, value in event.items() if name not in ("n", "at")}
        facts = self.facts[n - 1]
        if facts is None and told["verb"] in self.kind.all_happenings:
            self._differs(MISTOLD_SAYS)
        if self.state is None:
            joining = [Joining()] * self.seats
            start = self.kind.start_again
            self._bring(_refusing_options(start, joining, self.options, self.resources, at, facts))
        elif not self.untold:
            self._go_on(at, told)
        if not self.untold:
            self._differs(self._why_nothing(told))
        when, expected = self.untold.pop(0)
        if expected != told:
            self._differs(_difference(told, expected))
        if when != at:
            self._differs(f"by the rules it happened at {_in_utc(when)}")
        self.back = (told["seat"], at) if told["verb"] == "back" else None

    def _go_on(self, at: datetime, told: JsonObject) -> None:
        """Make the next thing happen: either something that falls due by itself, or the order or staff action that the
        event records.

        Whatever is due by then normally happens first. Two things come before it: an order directly after the event
        that ended its player's absence at the same instant, and a final deadline, vacation or hours of sleep set at the
        deal."""
        n = self._cause_of(told)
        cause = {name: value for name, value in self.events[n - 1].items() if name not in ("n", "at")}
        action = self._action(n)
        orders = self._orders(n, at) if action is None else []
        is_first = self._is_of_the_deal(cause, at) or (bool(orders) and self.back == (told.get("seat"), at))
        if not is_first:
            self._let_time_pass(at, told, is_ordered=bool(orders))
        if self.untold:
            return
        try:
            if action:
                self._bring(self.kind.govern(self.state, action, self.resources, at))
            for seat, order in orders:
                if not 0 <= seat < self.seats:
                    self._differs(MISTOLD_SAYS)
                self._bring(self.kind.play(self.state, seat, order, self.resources, at))
        except OrderRefused as refused:
            self._differs(f"the rules refuse it: “{refused}”")

    def _cause_of(self, told: JsonObject) -> int:
        """Return the number of the event that records the order or action behind an event. This is the event itself, or
        the next one if the record mentions this event before its cause."""
        happening = self.kind.all_happenings.get(told["verb"])
        return self.n + (happening is not None and happening.is_told_first and self.n < len(self.events))

    def _let_time_pass(self, at: datetime, told: JsonObject, *, is_ordered: bool) -> None:
        """Make everything happen that is due up to this instant. Two things that are due at the instant itself may be
        left until after an order: a deadline, if the email with the order came in time, and what follows only once
        several seats have looked at the same instant."""
        happening = self.kind.all_happenings.get(told["verb"])
        while not self.untold and (due := self.kind.due(self.state)) and due.at <= at:
            step = self.kind.tick(self.state, self.resources)
            may_wait = due.deadline or (step.events and happening is not None and happening.is_of_several)
            if is_ordered and may_wait and due.at == at and not self._tells(step, told):
                return
            self._bring(step)

    def _tells(self, step: Step[TableState], told: JsonObject) -> bool:
        return bool(step.events) and self._told(step.state, step.events[0]) == told

    def _is_of_the_deal(self, cause: JsonObject, at: datetime) -> bool:
        """Return True if this is a final deadline, a vacation or a player's hours of sleep, set at the deal."""
        comes_with_it = cause["verb"] in ("vacation", "hours") or (cause["verb"] == "extend" and "until" in cause)
        return comes_with_it and at == _instant(self.events[0]["at"])

    def _action(self, n: int) -> StaffAction | None:
        """Return the staff action behind an event; None if it was not caused by staff or a director."""
        facts, seat = self.facts[n - 1], self.events[n - 1].get("seat")
        match facts:
            case Extended(staff=True, until=until) if until:
                return StaffAction("HARD_END", facts.reason, until=until, office=facts.office)
            case Extended(staff=True):
                return StaffAction("EXTEND", facts.reason, seat, by=facts.by, bank=facts.bank, office=facts.office)
            case Ended(staff=True):  # any other ending follows from a score
                return StaffAction("VOID", facts.reason, office=facts.office)
            case ByStaff(staff=True):
                return StaffAction(facts.verb.upper(), facts.reason, seat, office=facts.office)
        return None

    def _orders(self, n: int, at: datetime) -> list[tuple[Seat, Order]]:
        """Return the orders that led to an event, each with its seat. Return none for an event that happened by itself,
        such as one that came from a standing order."""
        event, facts = self.events[n - 1], self.facts[n - 1]
        if facts is None or (isinstance(facts, MayStand) and facts.standing):
            return []
        came_of = self.kind.all_happenings[event["verb"]].came_of
        return [(seat, Order.of(order)) for seat, order in came_of(self.state, facts, event.get("seat"), at)]

    def _bring(self, step: Step[TableState]) -> None:
        was_finished = self.state is not None and self.state.phase == "finished"
        self.state = step.state
        events = (event for event in step.events if event.verb not in self.kind.unrecorded)
        self.untold += [(event.at, self._told(step.state, event)) for event in events]
        if was_finished or (self.state.phase == "finished" and not self.untold):
            self._differs("the game has ended")

    def _told(self, state: TableState, event: Event) -> JsonObject:
        """Return an event in the form that the record of a finished game has."""
        facts = self.kind.tell(replace(state, phase="finished"), event, None) or {}
        return {
            name: _in_utc(datetime.fromisoformat(value)) if name in INSTANTS else value for name, value in facts.items()
        }

    def _why_nothing(self, told: JsonObject) -> str:
        if self.state.phase == "finished":
            return "the game was over"
        due = self.kind.due(self.state)
        if due is None:
            return "nothing before it leads to it"
        step = self.kind.tick(self.state, self.resources)
        comes = next((event for event in step.events), None)
        if comes and (comes.verb, comes.seat) == (told["verb"], told.get("seat")):
            return f"it came before its time, which by the rules is {_in_utc(due.at)}"
        return f"nothing before it leads to it; what comes next by itself comes at {_in_utc(due.at)}"

    def _differs(self, why: str) -> NoReturn:
        raise Differs(f"{self.events[self.n - 1]['verb']}: {why}", n=self.n)


def _difference(told: JsonObject, expected: JsonObject) -> str:
    """Return a description of the first fact that differs from what the rules give."""
    for name in ("verb", "seat"):
        if told.get(name) != expected.get(name):
            seat = expected.get("seat")
            return f"here must come {expected['verb']}" + ("" if seat is None else f" of seat {seat}")
    name, is_told, follows = _first_difference("", told, expected)
    says = "is not told" if is_told is NOTHING else f"is told as {is_told}"
    return f"“{name}” {says}, by the rules " + ("there is none" if follows is NOTHING else f"it is {follows}")


def _first_difference(name: str, told: object, expected: object) -> tuple[str, object, object]:
    """Return the path to the first difference between two facts, such as `results.0.score`, and the value that each of
    the two has there."""
    if isinstance(told, dict) and isinstance(expected, dict):
        parts = [(str(key), told.get(key, NOTHING), expected.get(key, NOTHING)) for key in {**expected, **told}]
    elif isinstance(told, list) and isinstance(expected, list) and len(told) == len(expected):
        parts = [(str(index), *both) for index, both in enumerate(zip(told, expected, strict=True))]
    else:
        return name, told, expected
    part, one, other = next(part for part in parts if part[1] != part[2])
    return _first_difference(f"{name}.{part}".strip("."), one, other)


def _in_utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def _instant(text: object) -> datetime:
    if isinstance(text, str) and _INSTANT.fullmatch(text):
        with suppress(ValueError):
            return datetime.fromisoformat(text)
    raise UnreadableRecord("at: must be an instant in UTC, such as 2026-11-20T12:00:00.000000Z")


def _refusing_options(ask: Callable[..., T], *given: Any) -> T:
    """Call `ask`, which computes something from the options. Raises UnreadableRecord if no game can be played with
    them."""
    try:
        return ask(*given)
    except OrderRefused as refused:
        raise UnreadableRecord(f"options: {refused}") from refused


def _read(kind: AnyKind, record: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return the parts of a record that a replay needs, after checking their types, and the record with its tiles as they
    are inside."""
    if not isinstance(record, dict):
        raise UnreadableRecord("the document: must be an object")
    for name, expected in (("format", FORMAT), ("kind", kind.key)):
        if record.get(name) != expected:
            raise UnreadableRecord(f'{name}: must be "{expected}"')
    for name, type_ in (("seats", list), ("cuts", list), ("events", list), ("options", dict), ("commitment", str)):
        if not isinstance(record.get(name), type_):
            raise UnreadableRecord(f"{name}: is missing, or of another type")
    if record.get("seed") is None:
        raise UnreadableRecord("The game is still running: its seed is published when it is finished.")
    if len(record["cuts"]) != len(record["seats"]) or not all(
        isinstance(cut, str) and can_be_written(cut) for cut in record["cuts"]
    ):
        raise UnreadableRecord("cuts: must have a text for each seat")
    options = _options(kind, record)
    record = _as_inside(record, alphabet_of(options.alphabet))
    events = list(_events(record["events"], len(record["seats"])))
    facts: list[Facts | None] = []
    for event in events:
        try:
            facts.append(cast(Facts, kind.all_happenings[event["verb"]].facts.read(event)))
        except (KeyError, Mistold):  # the kind has no such event, or its facts are malformed
            facts.append(None)
    whole = {
        "seed": _seed(record["seed"]),
        "seats": record["seats"],
        "options": options,
        "events": events,
        "facts": facts,
        "struck": [word for one in facts if one for word in kind.all_happenings[one.verb].struck(one)],
    }
    return whole, record


def _events(events: list[object], seats: int) -> Iterator[JsonObject]:
    for number, event in enumerate(events, start=1):
        if not isinstance(event, dict) or not isinstance(event.get("verb"), str) or type(event.get("n")) is not int:
            raise UnreadableRecord(f"events.{number}: must be an object with n, at and verb")
        if (seat := event.get("seat")) is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise UnreadableRecord(f"events.{number}: there is no seat {seat}")
        _instant(event.get("at"))
        yield event


def _options(kind: AnyKind, record: JsonObject) -> TableOptions:
    """Return the options that affect the game; a record made by a later release may have more. If no tile set is named,
    the tiles are those that the record counts."""
    known = {option.name for option in fields(kind.options_type)}
    given = {name: value for name, value in record["options"].items() if name in known}
    if "tile_set" in known and isinstance(counted := record.get("tiles"), dict):
        given = {"tile_set": " ".join(f"{tile}{count}" for tile, count in counted.items())} | given
    options: TableOptions = _refusing_options(read_options, kind.options_type, given)
    return options


def _seed(text: Json) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except (ValueError, TypeError) as error:
        raise UnreadableRecord("seed: not written in hex") from error
    if len(seed) != SEED_BYTES:
        raise UnreadableRecord(f"seed: has {len(seed)} bytes, not {SEED_BYTES}")
    return seed
