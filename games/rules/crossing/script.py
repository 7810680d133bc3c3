"""Plays a script of looks, asks and waits through the rules, with every layout complete at will: the protocol, tiles left out."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.kind import AnyKind, Event, Joining, Order, OrderRefused, Resources, Seat
from games.rules.words import AnyWord

DEAL = datetime(2000, 1, 1, tzinfo=UTC)
DEALT_EACH = 2
IN_MINUTES = {
    "leeway": "leeway",
    "see_within": "see_within",
    "bank": "see_bank",
    "call_within": "call_within",
    "grace": "grace",
    "abandon": "abandon_after",
}
LEFT_OUT = {"submit", "drop", "done", "end"}


class Script:
    """One case, as it is played."""

    def __init__(self, kind: AnyKind, *, seats: int, options: Mapping[str, Any]) -> None:
        self.kind = kind
        self.resources = Resources(key=bytes(32), words=AnyWord())
        total = seats * DEALT_EACH + options["pool"]
        step = kind.start([Joining()] * seats, _options(options, total), self.resources, DEAL)
        self.state: State = step.state
        self.events: list[Event] = list(step.events)
        self.wait(DEAL)

    def wait(self, until: datetime) -> None:
        while (one := self.kind.due(self.state)) and one.at <= until:
            self._take(self.kind.tick(self.state, self.resources))

    def give(self, verb: str, seat: Seat, at: datetime) -> None:
        """What is due first, then the order, then what the order made due. OrderRefused changes nothing."""
        self.wait(at)
        for order in self._orders(verb, seat):
            self._take(self.kind.play(self.state, seat, order, self.resources, at))
        self.wait(at)

    def _orders(self, verb: str, seat: Seat) -> Sequence[Order]:
        state = self.state
        match verb:
            case "see":
                return [Order("LOOK")]
            case "ask":
                order = Order("RED" if state.pool_is_short else "GREEN")
                if state.phase != "playing" or state.request_of(seat) or not state.held(seat):
                    return [order]
                return [Order("GRID", {"layout": (state.held(seat),)}), order]
            case "jaywalk":
                return [Order("JAYWALK", {"tiles": (state.hands[seat][:1],)})]
        return [Order(verb.upper())]

    def _take(self, step: Any) -> None:
        self.state = step.state
        self.events += step.events


def play_script(kind: AnyKind, case: Mapping[str, Any]) -> dict[str, Any]:
    """`{"log": [[event, seat, minute], …], "phase": …, "refused": [index, …]}` for a case of seats, options and script.

    Options have the short names of `IN_MINUTES` and `_options`, in minutes, or their own."""
    script = Script(kind, seats=case["seats"], options=case["options"])
    refused = []
    for index, (verb, seat, minute, *_) in enumerate(case["script"]):
        at = DEAL + timedelta(minutes=minute)
        if verb == "wait":
            script.wait(at)
            continue
        try:
            script.give(verb, seat, at)
        except OrderRefused:
            refused.append(index)
    return {"log": _log(script.events), "phase": script.state.phase, "refused": refused}


def _options(given: Mapping[str, Any], total: int) -> Options:
    known = {option.name for option in fields(Options)}.difference(IN_MINUTES)
    durations = {
        IN_MINUTES[name]: value if value == "never" else value * 60
        for name, value in given.items()
        if name in IN_MINUTES
    }
    by_name = {name: value for name, value in given.items() if name in known}
    return replace(
        Options(tile_set=f"A{total - 1} E1", starting_tiles=DEALT_EACH, **durations),
        tiles_per_light=given.get("per_light", 1),
        reveal_after=given.get("reveal", "one"),
        **by_name,
    )


def _log(events: Sequence[Event]) -> list[list[Any]]:
    log: list[list[Any]] = []
    abandoned = any(event.facts.get("ending") == "abandoned" for event in events)
    for event in events:
        minute = int((event.at - DEAL) / timedelta(minutes=1))
        if event.verb == "score":
            log.append(["abandon" if abandoned else "score", None, minute])
        elif event.verb not in LEFT_OUT:
            log.append([event.verb, event.seat, minute])
    return log
