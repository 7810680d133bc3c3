"""One step of a game with turns in the making: whose order is awaited, who is late, away and here again, and the clocks."""

from collections.abc import Mapping
from typing import Any, TypeVar

from games.rules import wishes
from games.rules.clocks import Clocks
from games.rules.course import Course as AnyCourse
from games.rules.kind import Json, Seat
from games.rules.table.state import LATE_UNTIL_AWAY, TurnState

S = TypeVar("S", bound=TurnState)


class Course(AnyCourse[S]):
    """One step of a game with turns. A clock of the kind's own is any that is named otherwise than `move 2`, `wait 2`."""

    def await_orders(self, *seats: Seat) -> None:
        """From these seats, and no others, an order is awaited from now on: a new turn, with a fresh clock for each."""
        state = self.state
        clocks = state.clocks.drop(*(f"move {seat}" for seat in range(state.seats)))
        self.change(awaited=tuple(seats), turn=state.turn + 1, clocks=clocks)
        for seat in seats:
            if seat not in state.away:
                self.happened("turn", seat)

    def answered(self, seat: Seat) -> None:
        """The order of one of several awaited seats has come."""
        self.change(awaited=tuple(other for other in self.state.awaited if other != seat))

    def start_clock(self, name: str, option: str) -> None:
        """A clock of the kind's own, as long as an option says."""
        self.change(clocks=self.state.clocks.set(name, self.state.options.span(option)))

    def stop_clock(self, name: str) -> None:
        self.change(clocks=self.state.clocks.drop(name))

    def is_late(self, seat: Seat, *, goes_away: bool = True) -> None:
        """The seat let its time run out: the third time in a row it is away. Of one that is away nobody speaks any more."""
        if seat in self.state.away:
            return
        times = self.state.late.get(seat, 0) + 1
        self.put("late", seat, times)
        self.happened("late", seat)
        if goes_away and times >= LATE_UNTIL_AWAY:
            self.go_away(seat)

    def go_away(self, seat: Seat, **facts: Json) -> None:
        """No longer waited for until its player looks or orders."""
        self.change(away=tuple(sorted((*self.state.away, seat))))
        wishes.forget(self, "would_void", seat)
        self.happened("away", seat, **facts)

    def is_here(self, seat: Seat) -> None:
        """The player looks in: who was away is back, and a vacation that has begun is over, which a record must know."""
        state = self.state
        if seat in state.away or state.vacation_of(seat):
            self.happened("back", seat)
        if seat in state.away:
            self.change(away=tuple(other for other in state.away if other != seat))
            self.put("late", seat, 0)
        self.change(clocks=state.clocks.without_vacations_begun(seat, self.now))

    def finish(self, ending: str = "played", **facts: Json) -> None:
        """The game is over; `points` are final."""
        self.score(**facts)
        self.end(ending)

    def score(self, **facts: Json) -> None:
        """The points as they stand are the result."""
        self.happened("score", points=[self.state.points.get(seat, 0) for seat in range(self.state.seats)], **facts)

    def end(self, ending: str, **facts: Json) -> None:
        self.change(phase="finished", ending=ending, awaited=(), clocks=Clocks())
        self.happened("end", ending=ending, **facts)

    def _keep_clocks(self) -> None:
        """Start, drop and let run each clock as the state now asks; a vacation that is waited for stops those it concerns."""
        state, clocks, standing = self.state, self.state.clocks, set[str]()
        for seat in range(state.seats):
            move = f"move {seat}"
            if seat not in state.awaited or seat not in state.live:
                clocks = clocks.drop(move)
            elif clocks[move] is None:
                clocks = clocks.set(move, state.options.span("move_within"))
        own = {name for name in clocks.running if name.partition(" ")[0] not in ("move", "wait")}
        for seat in range(state.seats):
            if state.waits_for_vacation_of(seat):
                standing |= {f"move {seat}", *own}
            else:
                standing.add(f"wait {seat}")
        self.change(clocks=clocks.keep(self.now, standing=standing))


def by_seat(values: Mapping[Seat, Any], seats: int) -> list[Any]:
    """A mapping by seat as a list that JSON can hold, None where a seat has none."""
    return [values.get(seat) for seat in range(seats)]
