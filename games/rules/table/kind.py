"""The base of every kind: what they share of the seam. A kind gives the rest.

Players look in, are away, on vacation, pause or leave, the staff act, time runs: all that is the same at each table, and stands
in this folder. Games in which moves are awaited have a base of their own in `turns`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.kind import (
    Act,
    Deadline,
    Due,
    Joining,
    Json,
    Kind,
    Order,
    OrderRefused,
    Reading,
    Resources,
    Seat,
    Step,
)
from games.rules.messages import Message, say
from games.rules.reading import Grammar, read
from games.rules.table import governing, orders, ticks
from games.rules.table.course import Course
from games.rules.table.state import TableState
from games.rules.table.verify import replay
from games.rules.words import WordList

Carry = Callable[[Any, Seat, Mapping[str, Json]], None]
"""Carries an order out, or raises OrderRefused; nothing it did before that counts."""


class TableKind(Kind):
    """What stands below "the kind's own" is for each kind to give; the rest is shared."""

    format = 2
    word_list = "open"
    has_draws = True
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}

    # --- the kind's own ---------------------------------------------------------------------------------------------

    state_type: ClassVar[type[TableState]]
    course_type: ClassVar[type[Course[Any]]]
    orders: ClassVar[Mapping[str, Carry]]
    """What carries out each of the kind's own orders, and a shared one that does more here."""
    own_ticks: ClassVar[Sequence[str]] = ()
    """What the kind's own clocks bring, in the order in which it happens at one instant."""

    def new_state(self, seats: Sequence[Joining], options: Any, now: datetime) -> Any:
        """The table before anything is drawn."""
        return self.state_type(
            options=options,
            seats=len(seats),
            now=now,
            dealt_at=now,
            clocks=Clocks(running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in range(len(seats))}),
        )

    def begin(self, course: Any) -> None:
        """Shuffle and deal, with an event `deal` that names every draw."""
        raise NotImplementedError

    def check(self, verb: str, state: Any, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused where the seat may not give this order now; `orders.check_open` knows what all share."""
        raise NotImplementedError

    def carry_out(self, course: Any, seat: Seat, order: Order) -> None:
        """One of the kind's own orders."""
        self.orders[order.verb](course, seat, order.facts)

    def gives_up(self, course: Any, seat: Seat) -> None:
        """A seat resigns: what becomes of its tiles and of what it has asked for."""

    def told_of_leaving(self, before: Any, after: Any) -> dict[str, Json]:
        """What the event says of it, beside who has resigned."""
        return {}

    def has_left(self, course: Any, seat: Seat, *, before: Any) -> None:
        """A seat has resigned and opponents are left: how the game goes on."""
        raise NotImplementedError

    def finish(self, course: Any, ending: str, **facts: Json) -> None:
        """The game is over, and scored as it lies; the facts are told with both."""
        raise NotImplementedError

    def falls_due(self, state: Any) -> Iterable[Due]:
        """What the kind's own clocks bring, and who goes away."""
        return ()

    def happens(self, course: Any, due: Due) -> None:
        """Do what the kind's own clock has brought."""
        raise NotImplementedError

    def own_deadlines(self, state: Any, seat: Seat) -> Iterable[Deadline]:
        """What a seat that is waited for must be warned of, but the hard end."""
        return ()

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        """The order that an event of the kind's own came of, from its facts alone; None for what follows by itself."""
        raise NotImplementedError

    def extend(self, course: Any, act: Act, by: timedelta) -> None:
        """The staff give more time, for a seat or for all. Raises OrderRefused."""
        raise NotImplementedError

    def why_not_awaited(self, state: Any, seat: Seat) -> Message | None:
        """Why no clock runs for this seat, where it is that nothing is awaited of it."""
        return None

    def hand_over(self, course: Any, seat: Seat) -> None:
        """Another player sits down: what of the kind's own was their predecessor's, and no tile, is forgotten."""

    def sits_down(self, course: Any, seat: Seat) -> None:
        """What begins anew for the new player."""

    def deal_amber(self, course: Any, act: Act) -> None:
        """The staff deal tiles to all."""
        raise OrderRefused(say("There are no lights in this game: an amber can be dealt in Lexicon Crossing only."))

    # --- shared -----------------------------------------------------------------------------------------------------

    def set_up(self, seats: int, options: Any) -> Sequence[Message]:
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused(say("A game has from {least} to {most} players.", least=least, most=most))
        return ()

    def start(self, seats: Sequence[Joining], options: Any, resources: Resources, now: datetime) -> Step:
        self.set_up(len(seats), options)
        course = self.course_type(self.new_state(seats, options, now), resources, now)
        self.begin(course)
        for seat, player in enumerate(seats):
            for starts, ends, declared in player.vacations:
                instants = {"starts": starts, "ends": ends, "declared": declared}
                orders.declare_vacation(course, seat, {name: at.isoformat() for name, at in instants.items()})
        return course.step()

    def read(self, text: str, options: Any) -> Reading:
        grammar: Grammar = self.grammar(options)
        return read(text, grammar)

    def upgrade(self, format: int, stored: Mapping[str, Json]) -> Mapping[str, Json]:
        """In format 1 no clock knew when it began: each counts from the deal, or the last light."""
        if format > 1:
            return stored
        clocks = stored["clocks"]
        running = {name: {**clock, "began": stored["dealt_at"]} for name, clock in clocks["running"].items()}
        return {
            **stored,
            "clocks": {**clocks, "running": running, "hard_end_set": clocks["hard_end"] and stored["dealt_at"]},
        }

    def play(self, state: Any, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        verb = order.verb
        if verb not in {*self.orders, *orders.SHARED, "RESUME", "RESIGN", "LEAVE"}:
            raise OrderRefused(say("{verb} is no order of this game.", verb=verb))
        course = self.course_type(state, resources, now)
        self.check(verb, course.state, seat, resources.words)
        match verb:
            case "RESUME" if course.state.clocks.pause:
                self.end_pause(course, seat)
            case "RESUME":
                orders.take_back_pause(course, seat)
            case "RESIGN" | "LEAVE":
                self._resign(course, seat)
            case _ if verb in self.orders:
                self.carry_out(course, seat, order)
            case _:
                orders.SHARED[verb](course, seat, order.facts)
        return course.step()

    def end_pause(self, course: Any, seat: Seat | None, **facts: Json) -> None:
        """Every clock goes on. No seat: it ends by itself, or by the staff."""
        course.change(clocks=course.state.clocks.resumed(), would_pause=())
        course.happened("resume", seat, **facts)

    def resign(self, state: Any, seat: Seat, resources: Resources, now: datetime) -> Step:
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def _resign(self, course: Course[Any], seat: Seat) -> None:
        before = course.state
        self.gives_up(course, seat)
        course.change(resigned=(*before.resigned, seat))
        course.forget("away", seat)
        course.forget("would_pause", seat)
        course.happened("resign", seat, **self.told_of_leaving(before, course.state))
        if course.state.has_opponents:
            self.has_left(course, seat, before=before)
        else:
            self.finish(course, "resigned")

    def govern(self, state: Any, act: Act, resources: Resources, now: datetime) -> Step:
        return governing.govern(self, self.course_type(state, resources, now), act)

    def all_due(self, state: Any) -> Iterable[Due]:
        """What falls due at a running table, shared and the kind's own."""
        return (*ticks.shared(state), *self.falls_due(state)) if state.phase != "finished" else ()

    def due(self, state: Any) -> Due | None:
        return ticks.first_due(self.all_due(state), self.own_ticks)

    def tick(self, state: Any, resources: Resources) -> Step:
        """The first thing due, at its own instant. Nothing due is an error of the caller."""
        one = self.due(state)
        if one is None:
            raise ValueError("nothing is due")
        course = self.course_type(state, resources, one.at)
        match one.what:
            case "resume":
                self.end_pause(course, None)
            case "vacation":
                pass
            case "away" if one.seat is not None:
                course.go_away(one.seat)
            case "hard end":
                self.finish(course, "hard_end")
            case _:
                self.happens(course, one)
        return course.step()

    def deadlines(self, state: Any, seat: Seat) -> Iterable[Deadline]:
        if state.phase == "finished" or seat not in state.waited_for:
            return
        yield from self.own_deadlines(state, seat)
        if state.clocks.hard_end:
            yield Deadline("end", state.clocks.hard_end, state.clocks.hard_end_set)

    def unseen_tiles(self, state: Any, seat: Seat) -> str:
        return ""

    def verify(self, record: Json) -> None:
        replay(self, record)

    def start_again(
        self, seats: Sequence[Joining], options: Any, resources: Resources, now: datetime, deal: Mapping[str, Json]
    ) -> Step:
        """The start as a record is replayed, with the facts of its `deal`, for a kind whose start needs more than the stream."""
        return self.start(seats, options, resources, now)

    # --- its record -------------------------------------------------------------------------------------------------

    told_first: ClassVar[frozenset[str]] = frozenset()
    """The events that may be told before the one of the order or act that brought them about."""

    def as_recorded(self, events: Sequence[Mapping[str, Json]]) -> "TableKind":
        """The kind as the record with these events tells of it: an older record tells less."""
        return self

    def orders_of(self, state: Any, facts: Mapping[str, Json], at: datetime) -> Iterable[tuple[Seat, Order]]:
        """The orders that an event of the kind's own came of, in this state at this instant; none for what follows by itself."""
        order = self.order_of(facts) if "seat" in facts else None
        return [] if order is None else [(facts["seat"], order)]

    def readings(
        self, state: Any, words: WordList, facts: Mapping[str, Json], at: datetime
    ) -> Iterable[tuple[Any, WordList]]:
        """The state before an event told at this instant, and the words there are: with what is told only with that event; and
        where an older record does not tell it at all, each that there may have been."""
        return ((state, words),)

    def struck_in(self, facts: Mapping[str, Json]) -> Iterable[str]:
        """The words that an event tells not to be in the word list."""
        yield from facts.get("struck", ())
