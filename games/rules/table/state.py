"""The state of any game and of games with turns, with properties derived from it. Nothing here changes a state."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import filterfalse
from typing import ClassVar

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import alphabet_of
from games.rules.clocks import DAY, Clocks, Rest, Vacation
from games.rules.grid import Layout
from games.rules.options import TableOptions
from games.rules.texts import Text, say
from games.rules.values import Due, Hours, Seat


@dataclass(frozen=True, kw_only=True)
class TableState:
    """The part of the state that all games share. Each game subclasses it and gives `options` a narrower type.

    `turn` is the number of the turn that mails are about. `extended` are the seats that have used their extra day.
    `standing` has the standing orders by seat, each as written after STANDING. `hours` has the players' hours by seat,
    in games whose clocks stop at night."""

    seat_clock: ClassVar[str]
    """The prefix of the clock that runs while the game waits for a seat: `move` if seat 2's clock is `move 2`."""

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
    def alphabet(self) -> Alphabet:
        """The alphabet of the tiles."""
        return alphabet_of(self.options.alphabet)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not resigned."""
        return tuple(filterfalse(self.resigned.__contains__, range(self.seats)))

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """The seats that have not resigned and are not away."""
        return tuple(filterfalse(self.away.__contains__, self.live))

    @property
    def has_opponents(self) -> bool:
        """True if anybody is left to play against."""
        return len(self.live) > 1

    def needs(self, seat: Seat) -> bool:
        """Return True if the game waits for something that this seat may do now."""
        raise NotImplementedError

    def vacation_of(self, seat: Seat) -> Vacation | None:
        """Return the seat's current vacation, if any."""
        return next(iter(self.clocks.vacations_of(seat, self.now)), None)

    def rest_of(self, seat: Seat) -> Rest | None:
        """Return the times at which this seat's clock stops, if its options stop it and it runs for a day or more."""
        rest = self.options.rest(self.hours.get(seat))
        return rest if rest and self.options.span(f"{self.seat_clock}_within") >= DAY else None

    def waits_for_vacation_of(self, seat: Seat) -> bool:
        """Return True if the game waits during a seat's vacation: only with the option `waits`, and within the seat's allowance."""
        if not self.clocks.vacations:
            return False
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
    """The state of a game with turns. `awaited` are the seats that must move, first the one whose turn it is. `late`
    counts how often in a row each seat didn't move in time. `turn` counts moves."""

    seat_clock = "move"

    points: Mapping[Seat, int] = field(default_factory=dict)
    awaited: tuple[Seat, ...] = ()
    late: Mapping[Seat, int] = field(default_factory=dict)

    def needs(self, seat: Seat) -> bool:
        return self.phase != "finished" and seat in self.awaited

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats still playing, in playing order after this one."""
        round_the_table = ((seat + step) % self.seats for step in range(1, self.seats))
        return tuple(other for other in round_the_table if other in self.live)

    def next_after(self, seat: Seat) -> Seat:
        """Return the next seat still playing, in playing order; the seat itself if it is the only one."""
        return next(iter(self.others(seat)), seat)


# --- what falls due ---------------------------------------------------------------------------------------------------

FIRST = ("resume", "vacation", "away")


def first_due(dues: Iterable[Due], own: Sequence[str]) -> Due | None:
    """Return what falls due first. At one instant, the order is `FIRST`, then the game's `own`, then the hard end;
    equal ones are ordered by seat."""
    order = (*FIRST, *own, "hard end")
    return min(dues, key=lambda one: (one.at, order.index(one.what), one.seat or 0), default=None)


def shared_due(state: TableState) -> Iterator[Due]:
    """Yield what can fall due in any game: the end of a pause, the start or end of a vacation, the hard end."""
    clocks = state.clocks
    if clocks.pause and clocks.pause.ends:
        yield Due(clocks.pause.ends, "resume")
    for vacation in clocks.vacations:
        if vacation.ends > state.now:
            yield Due(vacation.ends if vacation.starts <= state.now else vacation.starts, "vacation")
    if clocks.hard_end:
        yield Due(clocks.hard_end, "hard end", deadline=True)
