"""One step in the making: the state, what has happened so far, and who is away or here again. Knows no order, and of its kind only
what `Tenant` names."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.rules.chance import Chance
from games.rules.clocks import Clocks
from games.rules.facts import Facts
from games.rules.kind import Event, Resources, Seat, StaffAction, Step
from games.rules.messages import Text
from games.rules.table.facts import NOBODY, Away, Back, ByStaff, Ended
from games.rules.table.state import TableState
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)


class Tenant(Protocol):
    """A kind, as far as a step at its table must know it: what the kind does its own way."""

    @property
    def all_happenings(self) -> Mapping[str, object]: ...

    def end_pause(self, transition: Any, seat: Seat | None, by: ByStaff = NOBODY) -> None: ...

    def leave(self, transition: Any, seat: Seat) -> None: ...

    def finish(self, transition: Any, ending: str, by: ByStaff = NOBODY) -> None: ...

    def extend(self, transition: Any, action: StaffAction, by: timedelta) -> None:
        """More time for a seat, or on every clock that players wait by; or in the bank. Raises OrderRefused."""

    def why_not_awaited(self, state: Any, seat: Seat) -> Text | None:
        """Why no clock runs for this seat, where it is that nothing is awaited of it."""

    def hand_over(self, transition: Any, seat: Seat) -> None:
        """Another player sits down: what else was their predecessor's own is forgotten."""

    def sits_down(self, transition: Any, seat: Seat) -> None:
        """What begins anew for the new player."""

    def deal_amber(self, transition: Any, action: StaffAction) -> None: ...


class Transition(Generic[S]):
    """Lives for one order or one tick, and ends in a `Step`."""

    def __init__(self, kind: Tenant, state: S, resources: Resources, now: datetime) -> None:
        self.kind = kind
        self.state = replace(state, now=max(now, state.now))
        self.resources = resources
        self.events: list[Event] = []
        self._chance: Chance | None = None

    @property
    def now(self) -> datetime:
        return self.state.now

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

    def happened(self, facts: Facts, seat: Seat | None = None) -> None:
        """Nothing happens of which the kind does not say who may know it."""
        if facts.verb not in self.kind.all_happenings:
            raise ValueError(f"{facts.verb} is no happening of this kind")
        self.events.append(Event(facts.verb, self.now, seat, facts.as_json()))

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

    # --- being there ------------------------------------------------------------------------------------------------

    def is_here(self, seat: Seat) -> None:
        """The player looks in: who was away is back, and a vacation that has begun is over, which a record must know."""
        clocks = self.state.clocks
        if seat in self.state.away or clocks.vacations_of(seat, self.now):
            self.happened(Back(), seat)
        self.forget("away", seat)
        self.change(clocks=clocks.without_vacations_begun(seat, self.now))

    def go_away(self, seat: Seat, by: ByStaff = NOBODY) -> None:
        """No longer waited for until its player looks or orders."""
        self.change(away=tuple(sorted((*self.state.away, seat))))
        self.forget("would_void", seat)
        self.happened(Away(**vars(by)), seat)

    def forget(self, field: str, *seats: Seat) -> None:
        """These seats are no longer among those that a field of the state lists."""
        self.change(**{field: tuple(other for other in getattr(self.state, field) if other not in seats)})

    # --- clocks, and the end ----------------------------------------------------------------------------------------

    def extend_time(self, seat: Seat, by: timedelta) -> None:
        """The clock by which the seat is waited for, which runs or stands, has that much more."""
        self.change(clocks=self.state.clocks.extend_of(seat, self.state.seat_clock, by, self.now))

    def end(self, ending: str, by: ByStaff = NOBODY) -> None:
        """The game is over, with the results that it has: none where it is void."""
        self.change(phase="finished", ending=ending, clocks=Clocks())
        self.happened(Ended(ending=ending, **vars(by)))

    def _keep_clocks(self) -> None:
        """Start and drop clocks as the state now asks, and let them run."""
        raise NotImplementedError

    def _let_clocks_run(self) -> None:
        """But those that a vacation holds up, and the allowances of all who hold up none."""
        state, standing = self.state, set[str]()
        for seat in range(state.seats):
            held_up = self._held_up_by(seat) if state.waits_for_vacation_of(seat) else set()
            standing |= held_up or {f"wait {seat}"}
        self.change(clocks=state.clocks.keep(self.now, standing=standing))

    def _held_up_by(self, seat: Seat) -> set[str]:
        """The clocks that stand while the game waits for a seat's vacation."""
        raise NotImplementedError


AnyTransition: TypeAlias = Transition[Any]
