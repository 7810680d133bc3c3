"""A step in progress: the state so far, the events so far, and who goes away or comes back. Independent of particular
orders."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from games.rules.chance import Chance
from games.rules.clocks import Clocks
from games.rules.facts import Facts
from games.rules.frozen import altered
from games.rules.table.definition import AnyDefinition
from games.rules.table.facts import NOBODY, Away, Back, ByStaff, Ended, MayStand
from games.rules.table.state import TableState
from games.rules.values import Event, OrderRefused, Resources, Seat, Step
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)


class Transition(Generic[S]):
    """A step in progress, for one order or one tick; `step` returns the result."""

    def __init__(self, kind: AnyDefinition, state: S, resources: Resources, now: datetime) -> None:
        self.kind = kind
        self.state = altered(state, now=max(now, state.now))
        self.resources = resources
        self.events: list[Event] = []
        self._chance: Chance | None = None
        self._is_standing = False

    @property
    def now(self) -> datetime:
        return self.state.now

    @property
    def words(self) -> WordList:
        return self.resources.words

    @property
    def chance(self) -> Chance:
        """The game's random stream, continued after the last draw."""
        if self._chance is None:
            self._chance = Chance(self.resources.key, used=self.state.words_used)
        return self._chance

    def change(self, **fields: Any) -> None:
        self.state = altered(self.state, **fields)

    def put(self, field: str, key: Hashable, value: object) -> None:
        """Change one value in one of the state's mappings, such as a seat's hand."""
        self.change(**{field: {**getattr(self.state, field), key: value}})

    def happened(self, facts: Facts, seat: Seat | None = None) -> None:
        """Add an event. Raises ValueError if the kind does not list the event's verb, because nothing would say who is
        allowed to know of the event."""
        if facts.verb not in self.kind.all_happenings:
            raise ValueError(f"{facts.verb} is no happening of this kind")
        if self._is_standing and isinstance(facts, MayStand):
            facts = replace(facts, standing=True)
        self.events.append(Event(facts.verb, self.now, seat, facts.as_json()))

    @contextmanager
    def by_standing_order(self) -> Iterator[None]:
        """Mark the events within as done by a standing order. An OrderRefused undoes them all and is raised again."""
        before, so_far, self._is_standing = self.state, len(self.events), True
        try:
            yield
        except OrderRefused:
            self.state = before
            del self.events[so_far:]
            raise
        finally:
            self._is_standing = False

    def step(self) -> Step[S]:
        """Return the finished step. Its state records how many words of the random stream are used, and every clock
        runs or stops as that state requires.

        The game is cancelled if all players still in it have asked for that, even if the last who had not has just
        resigned. A game with a hard end is not cancelled this way, because only staff, a director or the server set
        hard ends, and only they can cancel such a game."""
        if self._chance is not None:
            self.change(words_used=self._chance.used)
        state = self.state
        all_would_void = state.would_void and set(state.live) <= set(state.would_void)
        if state.phase != "finished" and all_would_void and state.clocks.hard_end is None:
            self.end("void")
        if self.state.phase != "finished":
            self._keep_clocks()
            self._let_clocks_run()
        return Step(self.state, tuple(self.events))

    # --- being there ------------------------------------------------------------------------------------------------

    def is_here(self, seat: Seat) -> None:
        """Note that the player is here. This ends an absence and any vacation that has begun. If either ended, an event
        says so, because the record of the game could not be verified without it."""
        clocks = self.state.clocks
        if seat in self.state.away or clocks.vacations_of(seat, self.now):
            self.happened(Back(), seat)
        self.forget("away", seat)
        self.change(clocks=clocks.without_vacations_begun(seat, self.now))

    def go_away(self, seat: Seat, by: ByStaff = NOBODY) -> None:
        """Stop waiting for a seat until its player looks or orders."""
        self.change(away=tuple(sorted((*self.state.away, seat))))
        self.forget("would_void", seat)
        self.happened(Away(**vars(by)), seat)

    def forget(self, field: str, seat: Seat) -> None:
        """Remove the seat from a field of the state that lists seats."""
        self.change(**{field: tuple(other for other in getattr(self.state, field) if other != seat)})

    # --- clocks, and the end ----------------------------------------------------------------------------------------

    def end(self, ending: str, by: ByStaff = NOBODY) -> None:
        """End the game. A void game has no ranks."""
        self.change(phase="finished", ending=ending, clocks=Clocks(), standing={})
        self.happened(Ended(ending=ending, **vars(by)))

    def _keep_clocks(self) -> None:
        """Start and stop clocks as the state now requires."""
        raise NotImplementedError

    def _let_clocks_run(self) -> None:
        """Run every clock that no vacation stops. A seat's allowance runs only while its vacation stops a clock."""
        state, standing = self.state, set[str]()
        for seat in range(state.seats):
            held_up = self._held_up_by(seat) if state.waits_for_vacation_of(seat) else set()
            standing |= held_up or {f"wait {seat}"}
        self.change(clocks=state.clocks.keep(self.now, standing=standing))

    def _held_up_by(self, seat: Seat) -> set[str]:
        """Return the names of the clocks that stop while the game waits during a seat's vacation."""
        raise NotImplementedError


AnyTransition: TypeAlias = Transition[Any]
