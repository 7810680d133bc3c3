"""The base of every kind in which orders are awaited from seats: what they share of the seam. A kind gives the rest.

A turn ends, a clock runs out, a player is away, pauses or leaves: all that is the same in each, and stands in this folder."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.kind import (
    Act,
    Deadline,
    Due,
    Event,
    Joining,
    Json,
    Kind,
    Order,
    OrderRefused,
    Rank,
    Reading,
    Resources,
    Seat,
    Step,
)
from games.rules.messages import Message, Player, say
from games.rules.options import about
from games.rules.reading import Grammar, read
from games.rules.showing import Offer, Panel
from games.rules.table import governing, turns
from games.rules.table import orders as shared
from games.rules.table import view as views
from games.rules.table.course import Course
from games.rules.table.ranks import by_points
from games.rules.table.state import TurnState
from games.rules.table.ticks import first_due
from games.rules.table.verify import replay
from games.rules.table.wording import COMES, points, shared_word
from games.rules.words import WordList

Carry = Callable[[Course[Any], Seat, Mapping[str, Json]], None]
"""Carries an order out, or raises OrderRefused; nothing it did before that counts."""


class TurnKind(Kind):
    """What stands below "the kind's own" is for each kind to give; the rest is shared."""

    format = 1
    paces = turns.PACES
    pace_says = turns.PACE_SAYS
    word_list = "open"
    keeps_layouts = False
    widest_spread: ClassVar[float] = 100
    has_draws = True
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}
    comes: ClassVar[Mapping[str, str]] = COMES
    practice: ClassVar[Mapping[str, Json] | None] = {}

    # --- the kind's own ---------------------------------------------------------------------------------------------

    state_type: ClassVar[type[TurnState]]
    orders: ClassVar[Mapping[str, Carry]]
    """What carries out each of the kind's own orders."""
    late_go_away: ClassVar[bool] = True
    """Whether who is late three times in a row is away; else `run_out` says what comes of it."""

    def begin(self, course: Course[Any]) -> None:
        """Shuffle, deal, and await the first order; with an event `deal` that names every draw."""
        raise NotImplementedError

    def check(self, verb: str, state: Any, seat: Seat) -> None:
        """Raise OrderRefused where the seat may not give this order of the kind's own now."""
        self.check_is_awaited(state, seat)

    def run_out(self, course: Course[Any], seat: Seat) -> None:
        """The time of an awaited seat is up: do what is done for it, so that it is awaited no more."""
        raise NotImplementedError

    def time_for(self, state: Any, seat: Seat) -> timedelta:
        """How long a player has, from now on, for the order that is awaited of the seat."""
        span: timedelta = state.options.span("move_within")
        return span

    def left(self, course: Course[Any], seat: Seat, *, was_awaited: bool) -> None:
        """A seat has resigned and two or more are left: what becomes of its tiles, and whose move it is."""
        raise NotImplementedError

    def own_due(self, state: Any) -> Iterable[Due]:
        """What the kind's own clocks bring."""
        return ()

    def own_tick(self, course: Course[Any], due: Due) -> None:
        """Do what the kind's own clock has brought."""
        raise NotImplementedError

    def panels(self, state: Any, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        """What the reader sees of the table, the most needed first; at the end of the game all of it."""
        raise NotImplementedError

    def offers(self, state: Any, seat: Seat) -> tuple[Offer, ...]:
        """The kind's own orders that are worth a button to this seat now."""
        raise NotImplementedError

    def awaits(self, state: Any, seat: Seat) -> Message:
        """What is awaited of an awaited seat, in a few words without a full stop."""
        return say("a move")

    def remarks(self, state: Any, seat: Seat) -> Iterable[Message]:
        """Short remarks on a seat, such as its points; known to all."""
        return (points(state.points.get(seat, 0)),)

    def moment(self, state: Any, seat: Seat | None) -> Message | None:
        """What stands over the table where that is not simply whose move it is."""
        return None

    def own_facts(self, state: Any, seat: Seat | None) -> dict[str, Json]:
        """The kind's own part of what the API says, flat."""
        return {}

    def pool(self, state: Any) -> int:
        """How many tiles nobody holds."""
        return sum(map(len, state.bags.values()))

    def hide(self, state: Any, facts: dict[str, Json], reader: Seat | None) -> dict[str, Json] | None:
        """What a reader may know of an event while the game runs; None where not even that it happened."""
        return facts

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        """The sentence for an event of the kind's own, as it was told."""
        raise NotImplementedError

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        """The order that an event of the kind's own came of, from its facts alone; None for what follows by itself."""
        raise NotImplementedError

    # --- shared -----------------------------------------------------------------------------------------------------

    @property
    def clocks(self) -> tuple[str, ...]:  # type: ignore[override]
        """The durations that a pace names."""
        named = {name for pace in self.paces.values() for name in pace}
        return tuple(
            option.name
            for option in fields(self.options_type)
            if option.name in named and about(option).unit == "seconds"
        )

    @property
    def of_its_turn(self) -> frozenset[str]:  # type: ignore[override]
        return frozenset(self.orders)

    def set_up(self, seats: int, options: Any) -> Sequence[Message]:
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused(say("A game has from {least} to {most} players.", least=least, most=most))
        return ()

    def start(self, seats: Sequence[Joining], options: Any, resources: Resources, now: datetime) -> Step:
        self.set_up(len(seats), options)
        everyone = range(len(seats))
        state = self.state_type(
            options=options,
            seats=len(seats),
            now=now,
            dealt_at=now,
            points=dict.fromkeys(everyone, 0),
            clocks=Clocks(running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in everyone}),
        )
        course: Course[Any] = Course(state, resources, now)
        self.begin(course)
        for seat in everyone:
            for starts, ends, declared in seats[seat].vacations:
                instants = {"starts": starts, "ends": ends, "declared": declared}
                shared.declare_vacation(course, seat, {name: at.isoformat() for name, at in instants.items()})
        return course.step()

    def read(self, text: str, options: Any) -> Reading:
        grammar: Grammar = self.grammar(options)
        return read(text, grammar)

    def play(self, state: Any, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        verb = order.verb
        if verb not in self.orders and verb not in shared.SHARED and verb not in ("RESIGN", "LEAVE"):
            raise OrderRefused(say("{verb} is no order of this game.", verb=verb))
        course: Course[Any] = Course(state, resources, now)
        shared.check_open(verb, course.state, seat)
        if verb in ("RESIGN", "LEAVE"):
            self._resign(course, seat)
        elif verb in shared.SHARED:
            shared.SHARED[verb](course, seat, order.facts)
        else:
            self.check(verb, course.state, seat)
            course.is_here(seat)
            course.put("late", seat, 0)
            self.orders[verb](course, seat, order.facts)
        return course.step()

    def resign(self, state: Any, seat: Seat, resources: Resources, now: datetime) -> Step:
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def _resign(self, course: Course[Any], seat: Seat) -> None:
        state = course.state
        was_awaited = seat in state.awaited
        course.answered(seat)
        course.change(
            resigned=(*state.resigned, seat),
            away=tuple(other for other in state.away if other != seat),
            would_pause=tuple(other for other in state.would_pause if other != seat),
        )
        course.happened("resign", seat)
        if len(course.state.live) == 1:
            course.finish("resigned")
        else:
            self.left(course, seat, was_awaited=was_awaited)

    def govern(self, state: Any, act: Act, resources: Resources, now: datetime) -> Step:
        return governing.govern(self, Course(state, resources, now), act)

    def check_is_awaited(self, state: Any, seat: Seat) -> None:
        """Raise OrderRefused where no order of this seat is awaited."""
        if seat in state.awaited:
            return
        if len(state.awaited) == 1:
            raise OrderRefused(say("It is {player}’s move. Yours comes after it.", player=Player(state.awaited[0])))
        raise OrderRefused(say("Your order is in: the others are waited for."))

    def due(self, state: Any) -> Due | None:
        return first_due(state, self._due_while_running(state))

    def _due_while_running(self, state: Any) -> Iterable[Due]:
        """What awaited moves and the kind's own clocks bring; nothing in a pause."""
        if state.phase == "finished" or state.clocks.pause:
            return ()
        return (*turns.due_of_awaited(state), *self.own_due(state))

    def tick(self, state: Any, resources: Resources) -> Step:
        one = self.due(state)
        if one is None:
            raise ValueError("nothing is due")
        course: Course[Any] = Course(state, resources, one.at)
        match one.what:
            case "resume":
                shared.end_pause(course, None)
            case "vacation":
                pass
            case "hard end":
                course.finish("hard_end")
            case "away" if one.seat is not None:
                course.go_away(one.seat)
            case "late" if one.seat is not None:
                course.is_late(one.seat, goes_away=self.late_go_away)
                self.run_out(course, one.seat)
            case _:
                self.own_tick(course, one)
        return course.step()

    def awaiting(self, state: Any, seat: Seat | None = None) -> Mapping[Seat, Message]:
        if state.phase == "finished" or state.clocks.pause:
            return {}
        return {other: self.awaits(state, other) for other in state.awaited if other in state.waited_for}

    def view(self, state: Any, seat: Seat | None, words: WordList) -> views.TurnView:
        player = seat if seat in state.live and state.phase != "finished" else None
        return views.TurnView(
            phase=state.phase,
            ending=state.ending,
            round=state.round,
            turn=state.turn,
            pool=self.pool(state),
            seats=tuple(views.seat_view(state, each, self.remarks(state, each)) for each in range(state.seats)),
            next=views.next_due(state, self._due_while_running(state)),
            why=turns.why(state, seat),
            waiting_for=self.awaiting(state, seat),
            paused=state.clocks.pause is not None,
            offers=() if player is None else self._offers(state, player),
            clocks=turns.clocks(state, seat),
            sign=turns.sign(state, seat, self.moment(state, seat)),
            mark=("pause", False) if state.clocks.pause else ("turn", player in state.awaited),
            panels=self.panels(state, seat, words),
            facts=self.own_facts(state, seat),
        )

    def _offers(self, state: Any, seat: Seat) -> tuple[Offer, ...]:
        """The kind's own and those that all share, each refused where a pause refuses it."""
        offered = (*self.offers(state, seat), *views.leaving(state, seat))
        return tuple(
            replace(one, refusal=shared.reason_against(one.verb, state, seat) or one.refusal) for one in offered
        )

    def tell(self, state: Any, event: Event, seat: Seat | None) -> dict[str, Json] | None:
        facts: dict[str, Json] = {"verb": event.verb}
        if event.seat is not None:
            facts["seat"] = event.seat
        facts |= event.facts
        return facts if state.phase == "finished" else self.hide(state, facts, seat)

    def word(self, facts: Mapping[str, Json], seat: Seat | None) -> Message | None:
        says = shared_word(facts, seat) or self.own_word(facts, seat)
        return say("The points are final.") if says is None and facts["verb"] == "score" else says

    def ranks(self, state: Any) -> Sequence[Rank]:
        return by_points(state)

    def deadlines(self, state: Any, seat: Seat) -> Iterable[Deadline]:
        if seat in self.awaiting(state):
            yield Deadline("move", state.clocks.ends(f"move {seat}"))
        yield from self.hard_end_of(state, seat)

    def hard_end_of(self, state: Any, seat: Seat) -> Iterable[Deadline]:
        """The end of the game, for who is still waited for."""
        if state.clocks.hard_end and seat in state.waited_for:
            yield Deadline("end", state.clocks.hard_end)

    def unseen_tiles(self, state: Any, seat: Seat) -> str:
        return ""

    def facts(self, state: Any, view: Any, seat: Seat | None) -> dict[str, Json]:
        own: dict[str, Json] = dict(view.facts)
        if state.phase == "finished":
            own["results"] = [vars(rank) for rank in self.ranks(state)]
        return own

    def verify(self, record: Json) -> None:
        replay(self, record)

    def start_again(
        self, seats: Sequence[Joining], options: Any, resources: Resources, now: datetime, deal: Mapping[str, Json]
    ) -> Step:
        """The start as a record is replayed, with the facts of its `deal`, for a kind whose start needs more than the stream."""
        return self.start(seats, options, resources, now)
