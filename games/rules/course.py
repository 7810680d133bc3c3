"""One step in the making: the state and what has happened so far. Ends in a `Step`; knows no order and no rule of a kind."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from games.rules.chance import Chance
from games.rules.kind import Event, Json, Resources, Seat, Step
from games.rules.words import WordList

S = TypeVar("S", bound=Any)
"""A kind's state, a frozen dataclass with `now`, `phase`, `words_used`, `live`, `would_void` and `clocks`."""


class Course(Generic[S]):
    """Lives for one order or one tick."""

    def __init__(self, state: S, resources: Resources, now: datetime) -> None:
        self.state = replace(state, now=max(now, state.now))
        self.resources = resources
        self.events: list[Event] = []
        self._chance: Chance | None = None

    @property
    def now(self) -> datetime:
        now: datetime = self.state.now
        return now

    @property
    def words(self) -> WordList:
        return self.resources.words

    @property
    def chance(self) -> Chance:
        """The game's random stream, from where the last draw left it."""
        if self._chance is None:
            self._chance = Chance(self.resources.key, used=self.state.words_used)
        return self._chance

    def change(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def put(self, field: str, key: Any, value: Any) -> None:
        """One value in one of the state's mappings, such as a seat's hand."""
        self.change(**{field: {**getattr(self.state, field), key: value}})

    def happened(self, verb: str, seat: Seat | None = None, /, **facts: Json) -> None:
        self.events.append(Event(verb, self.now, seat, facts))

    def step(self) -> Step:
        """What came of it: how far the stream was used, and each clock as the new state asks.

        A game that all who play in it would call off is over, whatever led to that."""
        if self._chance is not None:
            self.change(words_used=self._chance.used)
        if self.state.phase != "finished" and self._all_would_void:
            self.end("void")
        if self.state.phase != "finished":
            self._keep_clocks()
        return Step(self.state, tuple(self.events))

    @property
    def _all_would_void(self) -> bool:
        """Never where a hard end is set: such a game is ended by those who set it."""
        state = self.state
        return bool(state.would_void) and state.clocks.hard_end is None and set(state.live) <= set(state.would_void)

    def end(self, ending: str, **facts: Json) -> None:
        """The game is over, with the results that it has: none where it is void."""
        raise NotImplementedError

    def _keep_clocks(self) -> None:
        """Start, drop, stop and let run each clock as the state now asks."""
        raise NotImplementedError
