"""The state of a game at any table, and of one with awaited moves, with plain questions about it. Nothing here changes
anything."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import ClassVar

from games.rules.clocks import DAY, Clocks, Rest, Vacation
from games.rules.grid import Layout
from games.rules.kind import Due, Hours, Seat
from games.rules.options import TableOptions
from games.rules.texts import Text, say


@dataclass(frozen=True, kw_only=True)
class TableState:
    """The part of the state that all kinds share; each kind subclasses it and gives `options` its own type. `turn` is what
    mails are about; `extended` are the seats that have used their extra day; `standing` has the standing orders of those that
    have any, as they are written behind STANDING; `hours` are those of each seat's player, where clocks stand by them."""

    seat_clock: ClassVar[str]
    """The name of the clock by which a seat is waited for: `move` where seat 2's is `move 2`."""

    leaving_costs: ClassVar[Text] = say(
        "You leave this game for good and rank below everyone who stays. This can’t be undone."
    )

    options: TableOptions
    seats: int
    now: datetime
    dealt_at: datetime
    phase: str = "playing"
    ending: str = ""
    round: int = 1
    turn: int = 0
    bags: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[Seat, str] = field(default_factory=dict)
    boards: Mapping[Seat | None, Layout] = field(default_factory=dict)
    words_used: int = 0
    away: tuple[Seat, ...] = ()
    resigned: tuple[Seat, ...] = ()
    would_pause: tuple[Seat, ...] = ()
    would_void: tuple[Seat, ...] = ()
    extended: tuple[Seat, ...] = ()
    standing: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    hours: Mapping[Seat, Hours] = field(default_factory=dict)
    clocks: Clocks = field(default_factory=Clocks)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not resigned."""
        return tuple(seat for seat in range(self.seats) if seat not in self.resigned)

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats that have neither resigned nor gone away."""
        return tuple(seat for seat in self.live if seat not in self.away)

    @property
    def has_opponents(self) -> bool:
        """True if anybody is left to play against."""
        return len(self.live) > 1

    def needs(self, seat: Seat) -> bool:
        """True if the game waits for something that this seat may do now."""
        raise NotImplementedError

    def vacation_of(self, seat: Seat) -> Vacation | None:
        """The seat's vacation that counts now."""
        return next(iter(self.clocks.vacations_of(seat, self.now)), None)

    def rest_of(self, seat: Seat) -> Rest | None:
        """The times at which a clock of a day or more stands for this seat."""
        rest = self.options.rest(self.hours.get(seat))
        return rest if rest and self.options.span(f"{self.seat_clock}_within") >= DAY else None

    def waits_for_vacation_of(self, seat: Seat) -> bool:
        """True if the game stands still for a seat's vacation: only under `waits`, and within its allowance."""
        allowance = self.clocks[f"wait {seat}"]
        return (
            self.options.vacation == "waits"
            and self.needs(seat)
            and seat in self.waited_for
            and self.vacation_of(seat) is not None
            and allowance is not None
            and allowance.left_at(self.now) > timedelta(0)
        )


@dataclass(frozen=True, kw_only=True)
class TurnState(TableState):
    """`awaited` are the seats of which an order is awaited, first the one whose move it is; `late` counts how often in a
    row each seat let its time run out; `turn` counts moves."""

    seat_clock = "move"

    points: Mapping[Seat, int] = field(default_factory=dict)
    awaited: tuple[Seat, ...] = ()
    late: Mapping[Seat, int] = field(default_factory=dict)

    def needs(self, seat: Seat) -> bool:
        return self.phase != "finished" and seat in self.awaited

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats still playing, in order from its left."""
        round_the_table = ((seat + step) % self.seats for step in range(1, self.seats))
        return tuple(other for other in round_the_table if other in self.live)

    def next_after(self, seat: Seat) -> Seat:
        """The next seat round the table that still plays."""
        return next(iter(self.others(seat)), seat)


# --- what falls due ---------------------------------------------------------------------------------------------------

# Things of one instant happen in this order; a kind's own come between, the hard end last.
FIRST = ("resume", "vacation", "away")


def first_due(dues: Iterable[Due], own: Sequence[str]) -> Due | None:
    """The first thing due; of one instant in the order above, with the kind's `own` among them, then by seat."""
    return min(dues, key=lambda one: (one.at, _place(one.what, own), one.seat or 0), default=None)


def _place(what: str, own: Sequence[str]) -> int:
    if what == "hard end":
        return len(FIRST) + len(own)
    return FIRST.index(what) if what in FIRST else len(FIRST) + own.index(what)


def shared_due(state: TableState) -> Iterator[Due]:
    """The things that any table can have due: the end of a pause, the beginning or end of a vacation, the hard end."""
    clocks = state.clocks
    if clocks.pause and clocks.pause.ends:
        yield Due(clocks.pause.ends, "resume")
    for vacation in clocks.vacations:
        if vacation.ends > state.now:
            yield Due(vacation.ends if vacation.starts <= state.now else vacation.starts, "vacation")
    if clocks.hard_end:
        yield Due(clocks.hard_end, "hard end", deadline=True)
