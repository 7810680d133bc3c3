"""Verifies a finished game from its record alone, by playing its orders again: every draw, every consequence, every result.

Source: RULES.md, "Drawn by a neutral third party". It needs no word list: a word counts unless the record strikes it."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, NoReturn

from games.rules.chance import SEED_BYTES, commitment, stream_key
from games.rules.kind import (
    Act,
    Differs,
    Event,
    Joining,
    Json,
    Order,
    OrderRefused,
    Resources,
    Seat,
    Step,
    UnreadableRecord,
)
from games.rules.lines import can_be_written
from games.rules.options import read_options
from games.rules.words import AllBut

FORMAT = "lexicon-record/1"
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
SHARED_ORDERS = {
    "back": "LOOK",
    **{verb: verb.upper() for verb in ("pause", "resume", "void", "keep", "resign", "extend")},
}
MISTOLD = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What comes of reading an event whose facts are missing, or of another type."""
INSTANTS = ("starts", "ends", "until")


def replay(kind: Any, record: Json) -> None:
    """Raises UnreadableRecord for what is no record of a finished game of this kind, Differs at the first difference."""
    whole = _read(kind, record)
    seed = whole["seed"]
    if commitment(seed) != record["commitment"]:
        raise Differs("the seed is not the one committed to before the game")
    _Replay(kind, whole, stream_key(seed, record["cuts"])).run()


class _Replay:
    """The game so far, and what it brought that the record has not told yet."""

    def __init__(self, kind: Any, whole: Mapping[str, Any], key: bytes) -> None:
        self.kind, self.whole = kind, whole
        struck = (word for event in whole["events"] for word in event.get("struck", ()))
        self.resources = Resources(key=key, words=AllBut(struck))
        self.state: Any = None
        self.untold: list[tuple[datetime, Json]] = []
        self.back: tuple[Seat, datetime] | None = None
        self.n = 0

    def run(self) -> None:
        for event in self.whole["events"]:
            self.n += 1
            if event["n"] != self.n:
                raise Differs(f"the events are numbered from 1 on; this one should be {self.n}", n=event["n"])
            self._take(event)
        self.n += 1
        if self.untold or self.state is None or self.state.phase != "finished":
            self._differs("the record breaks off: the game has no end")

    def _take(self, event: Mapping[str, Json]) -> None:
        at = _instant(event["at"])
        told = {name: value for name, value in event.items() if name not in ("n", "at")}
        if self.state is None:
            joining = [Joining()] * len(self.whole["seats"])
            self._bring(self.kind.start_again(joining, self.whole["options"], self.resources, at, told))
        elif not self.untold:
            self._go_on(at, told)
        if not self.untold:
            self._differs("nothing of this kind happened")
        when, expected = self.untold.pop(0)
        if expected != told:
            self._differs(f"by the rules it is {expected}")
        if when != at:
            self._differs(f"by the rules it happened at {when.isoformat()}")
        self.back = (told["seat"], at) if told["verb"] == "back" else None

    def _go_on(self, at: datetime, told: Mapping[str, Json]) -> None:
        """Bring the game to what it does next: by itself, or by the order or the act of the staff that the event tells of.

        An order that brought its player back comes before what falls due at that instant, and so does a hard end that was
        set with the deal."""
        act = self._act(told)
        order = self._order(told) if act is None else None
        is_first = self.back == (told.get("seat"), at) if order else self._is_set_at_the_deal(act, at)
        if not is_first:
            self._let_time_pass(at, told, is_ordered=order is not None)
        if self.untold:
            return
        try:
            if act:
                self._bring(self.kind.govern(self.state, act, self.resources, at))
            elif order:
                self._bring(self.kind.play(self.state, told["seat"], order, self.resources, at))
        except OrderRefused as refused:
            self._differs(f"the rules refuse it: {refused}")
        except MISTOLD:
            self._differs("it is not told as such an event is")

    def _let_time_pass(self, at: datetime, told: Mapping[str, Json], *, is_ordered: bool) -> None:
        """Bring what falls due up to this instant, but for a deadline that an order came before: a mail came in time."""
        while not self.untold and (due := self.kind.due(self.state)) and due.at <= at:
            step = self.kind.tick(self.state, self.resources)
            if is_ordered and due.deadline and due.at == at and (not step.events or _told(step.events[0]) != told):
                return
            self._bring(step)

    def _is_set_at_the_deal(self, act: Act | None, at: datetime) -> bool:
        is_set: bool = act is not None and act.verb == "HARD_END" and at == self.state.dealt_at
        return is_set

    def _act(self, told: Mapping[str, Json]) -> Act | None:
        """What the staff did, where the event says that they did."""
        verb, reason = told["verb"], told.get("reason", "")
        if told.get("staff") is not True or not isinstance(reason, str):
            return None
        facts = {name: told[name] for name in ("by", "bank", "until") if name in told}
        return Act(_verb_of_act(verb, told), reason, told.get("seat"), facts)

    def _order(self, told: Mapping[str, Json]) -> Order | None:
        seat: Seat | None = told.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self.whole["seats"]):
            return None
        verb = told["verb"]
        if verb == "vacation":
            return Order("VACATION", {name: told.get(name) for name in ("starts", "ends", "withdrawn")})
        if verb in SHARED_ORDERS:
            return Order(SHARED_ORDERS[verb])
        try:
            order: Order | None = self.kind.order_of(told)
        except MISTOLD:
            self._differs("it is not told as such an event is")
        return order

    def _bring(self, step: Step) -> None:
        self.state = step.state
        finished = step.state.phase == "finished"
        self.untold += [(event.at, _told(event)) for event in step.events]
        if finished and not self.untold:
            self._differs("the game has ended")

    def _differs(self, why: str) -> NoReturn:
        raise Differs(why, n=self.n)


def _told(event: Event) -> dict[str, Json]:
    """An event as the record tells it."""
    facts = {"verb": event.verb, **({} if event.seat is None else {"seat": event.seat}), **event.facts}
    return {name: _written(name, value) for name, value in facts.items()}


def _verb_of_act(verb: str, told: Mapping[str, Json]) -> str:
    match verb:
        case "extend" if "until" in told:
            return "HARD_END"
        case "end":
            return "VOID"  # any other end follows from a score
        case _:
            return verb.upper()


def _written(name: str, value: Json) -> Json:
    """A fact as the record has it: instants in its own way."""
    if name not in INSTANTS:
        return value
    return f"{datetime.fromisoformat(value).astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def _instant(text: Json) -> datetime:
    if isinstance(text, str) and _INSTANT.fullmatch(text):
        with suppress(ValueError):
            return datetime.fromisoformat(text)
    raise UnreadableRecord("at: is to be an instant in UTC, such as 2026-11-20T12:00:00.000000Z")


def _read(kind: Any, record: Json) -> dict[str, Any]:
    """The parts of a record that a replay needs, each of its type."""
    if not isinstance(record, dict):
        raise UnreadableRecord("the document: is to be an object")
    for name, expected in (("format", FORMAT), ("kind", kind.key)):
        if record.get(name) != expected:
            raise UnreadableRecord(f'{name}: is to be "{expected}"')
    for name, type_ in (("seats", list), ("cuts", list), ("events", list), ("options", dict), ("commitment", str)):
        if not isinstance(record.get(name), type_):
            raise UnreadableRecord(f"{name}: is missing, or of another type")
    if record.get("seed") is None:
        raise UnreadableRecord("The game is still running: its seed is published when it is finished.")
    if len(record["cuts"]) != len(record["seats"]) or not all(
        isinstance(cut, str) and can_be_written(cut) for cut in record["cuts"]
    ):
        raise UnreadableRecord("cuts: is to have a text for each seat")
    return {"seed": _seed(record["seed"]), "seats": record["seats"], "options": _options(kind, record["options"])} | {
        "events": list(_events(record["events"]))
    }


def _events(events: list[Json]) -> Iterator[dict[str, Json]]:
    for number, event in enumerate(events, start=1):
        if not isinstance(event, dict) or not isinstance(event.get("verb"), str) or type(event.get("n")) is not int:
            raise UnreadableRecord(f"events.{number}: is to be an object with n, at and verb")
        if not all(isinstance(word, str) for word in event.get("struck", ())):
            raise UnreadableRecord(f"events.{number}.struck: is to be a list of words")
        yield event


def _options(kind: Any, given: Mapping[str, Json]) -> Any:
    known = {option.name for option in fields(kind.options_type)}  # a later server may name more
    try:
        return read_options(kind.options_type, {name: value for name, value in given.items() if name in known})
    except OrderRefused as refused:
        raise UnreadableRecord(f"options: {refused}") from refused


def _seed(text: Json) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except (ValueError, TypeError) as error:
        raise UnreadableRecord("seed: not written in hex") from error
    if len(seed) != SEED_BYTES:
        raise UnreadableRecord(f"seed: has {len(seed)} bytes, not {SEED_BYTES}")
    return seed
