"""One step in the making: the state and what has happened so far. Ends in a `Step`; knows no order and no timer."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from games.rules.chance import Chance
from games.rules.crossing.state import State
from games.rules.kind import Event, Resources, Seat, Step


class Course:
    """Lives for one order or one tick."""

    def __init__(self, state: State, resources: Resources, now: datetime) -> None:
        self.state = replace(state, now=max(now, state.now))
        self.resources = resources
        self.events: list[Event] = []
        self._chance: Chance | None = None

    @property
    def now(self) -> datetime:
        return self.state.now

    @property
    def chance(self) -> Chance:
        """The game's random stream, from where the last draw left it."""
        if self._chance is None:
            self._chance = Chance(self.resources.key, used=self.state.words_used)
        return self._chance

    def change(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def put(self, field: str, seat: Seat, value: Any) -> None:
        """One seat's value in one of the state's mappings by seat."""
        self.change(**{field: {**getattr(self.state, field), seat: value}})

    def happened(self, verb: str, seat: Seat | None = None, /, **facts: Any) -> None:
        self.events.append(Event(verb, self.now, seat, facts))

    def step(self) -> Step:
        if self._chance is not None:
            self.change(words_used=self._chance.used)
        if self.state.phase != "finished":
            self._keep_clocks()
        return Step(self.state, tuple(self.events))

    def saw(self, seat: Seat) -> None:
        """The seat has seen its current allocation."""
        self.change(clocks=self.state.clocks.stop_seeing(seat, self.now))
        self.put("unseen", seat, 0)
        self.put("seen_round", seat, self.state.round)
        self.put("seen_at", seat, self.now)

    def _keep_clocks(self) -> None:
        """Start, drop and stop each clock as the state now asks."""
        self._keep_see_clocks()
        state, span = self.state, self.state.options.span
        clocks, drop = state.clocks, []
        if state.waited_for:
            drop.append("abandon")
        else:
            drop += ["leeway", "call"]
            if clocks["abandon"] is None:
                clocks = clocks.set("abandon", span("abandon_after"))
        clocks = clocks.drop(*drop)
        if state.phase == "playing" and state.waited_for and clocks["leeway"] is None and self._everyone_has_seen():
            clocks = clocks.set("leeway", state.leeway)
        if state.phase != "playing" or clocks["leeway"] is None or state.requests:
            clocks = clocks.drop("call")
        elif clocks["call"] is None:
            clocks = clocks.set("call", span("call_within"))
        self.change(clocks=clocks)
        self._keep_vacations()

    def _keep_see_clocks(self) -> None:
        state, clocks = self.state, self.state.clocks
        for seat in range(state.seats):
            name = f"see {seat}"
            if seat not in state.waited_for or not state.unseen[seat]:
                clocks = clocks.drop(name)
            elif clocks[name] is None:
                clocks = clocks.set(name, state.options.span("see_within") + clocks.banks[seat])
        self.change(clocks=clocks)

    def _keep_vacations(self) -> None:
        """Let each clock run, but those that a vacation the game waits for makes stand still."""
        state, clocks, standing = self.state, self.state.clocks, set[str]()
        for seat in range(state.seats):
            see, wait = f"see {seat}", f"wait {seat}"
            waits = state.waits_for_vacation_of(seat)
            if waits:
                standing |= {see, "call"}
            if not waits or not (clocks[see] or clocks["call"]):
                standing.add(wait)
        self.change(clocks=clocks.keep(self.now, standing=standing))

    def _everyone_has_seen(self) -> bool:
        return not any(self.state.face_down(seat) for seat in self.state.waited_for)
