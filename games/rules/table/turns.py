"""Games in which orders of some seats are awaited: for how long, and what happens when the time is up. Their view is in
`turn_view`.

Pauses, absence, vacations and the end are in the other files of this folder, which every table shares."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar

from games.rules.clocks import Clocks
from games.rules.facts import Facts, JsonObject
from games.rules.kind import Deadline, Due, Joining, Order, OrderRefused, Rank, Seat, StaffAction
from games.rules.options import DAY, TableOptions, about, duration, lending, nights, rest_days, vacations
from games.rules.panels import Panel
from games.rules.robots import Mind
from games.rules.table import happenings
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.happenings import ended, extended
from games.rules.table.kind import Kind, OptionsT
from games.rules.table.staff import seat_of
from games.rules.table.standing import gave_if_late
from games.rules.table.state import TurnState, shared_due
from games.rules.table.transition import Transition
from games.rules.table.turn_view import TurnView
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, by_name, lines, to_all, to_whose_it_is
from games.rules.texts import Player, Text, points, say, template
from games.rules.words import WordList

# --- how long a move may take -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnOptions(TableOptions):
    """The options of games with turns, below which a kind adds its own. Durations in seconds."""

    move_within: int = duration(
        3 * DAY, say("Time to move"), say("How long a player has to move. After that, the move is made for them.")
    )
    vacation: Literal["waits", "passes"] = vacations()
    lending: Literal["friendly", "always", "never"] = lending()


@dataclass(frozen=True)
class MoveOptions(TurnOptions):
    """The options of games in which one moves after another, whose clock can stand in a player's own night."""

    nights: Literal["run", "stand"] = nights()
    rest_days: Literal["none", "sun", "sat_sun", "fri_sat"] = rest_days()


PACES: dict[str, dict[str, int]] = {
    "daily": {},
    "leisurely": {"move_within": 7 * DAY},
    "live": {"move_within": 600},
}
PACE_SAYS = {
    "daily": template(
        "Check in once or twice a day. A player who doesn’t move in time doesn’t hold up the others for long."
    ),
    "leisurely": template("Check in every few days. Nobody is hurried, and a game may take months."),
    "live": template("Everyone plays at the same time, with a few minutes for each move. A game takes an evening."),
}


LATE_UNTIL_AWAY = 3


# --- what happens at every such table ---------------------------------------------------------------------------------


class Turn(Facts):
    """A new turn: an order of the seat is awaited."""

    verb = "turn"


class Late(Facts):
    verb = "late"


class Scored(ByStaff, kw_only=True):
    """The final result: the points by seat."""

    verb = "score"
    points: tuple[int, ...]


are_final = lines(others=template("The points are final."))
HAPPENINGS: Sequence[AnyHappening] = (
    Happening(facts=Turn, says=lines(mine=template("It’s your turn."), others=""), tells=to_whose_it_is("turn")),
    Happening(
        facts=Late,
        says=lines(mine=template("You didn’t move in time."), others=template("{player} didn’t move in time.")),
    ),
    Happening(facts=Scored, says=are_final, tells=to_all("result")),
    extended(
        mine=template("You have 24 more hours to move, because emails to you can’t be delivered."),
        others=template("{player} has 24 more hours to move, because emails to them can’t be delivered."),
    ),
    ended(resigned=template("Only one player was left, so the game is over.")),
)
COMES = {
    "late": template("{player}’s time to move ends"),
    "your late": template("your time to move ends"),
    "away": template("the game no longer waits for {player}"),
    "your away": template("the game no longer waits for you"),
    "resume": template("the pause ends by itself"),
    "hard end": template("the game ends and is scored as it stands"),
}


def check_awaited(state: TurnState, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused if no order of this seat is awaited."""
    if seat in state.awaited:
        return
    if len(state.awaited) == 1:
        raise OrderRefused("It’s {player}’s turn. Wait for yours.", player=Player(state.awaited[0]))
    raise OrderRefused("You have already moved. The game waits for the others.")


# --- a step in the making ---------------------------------------------------------------------------------------------

S = TypeVar("S", bound=TurnState)


class TurnTransition(Transition[S]):
    """One step of a game with turns. Each clock not named like `move 2` or `wait 2` is the kind's own."""

    scored: type[Scored] = Scored

    def await_orders(self, *seats: Seat, within: str = "move_within") -> None:
        """Begin a turn: await an order of these seats and no others, each with a fresh clock as long as the option `within`
        says."""
        state = self.state
        clocks = state.clocks.drop(*(f"move {seat}" for seat in range(state.seats)))
        for seat in seats:
            rest = state.rest_of(seat) if within == "move_within" else None
            clocks = clocks.set(f"move {seat}", state.options.span(within), rest)
        self.change(awaited=seats, turn=state.turn + 1, clocks=clocks)
        for seat in seats:
            if seat not in state.away:
                self.happened(Turn(), seat)

    def answered(self, seat: Seat) -> None:
        """Stop waiting for one of several awaited seats, whose order has come."""
        self.change(awaited=tuple(other for other in self.state.awaited if other != seat))

    def start_clock(self, name: str, option: str) -> None:
        """Start a clock of the kind's own, as long as an option says."""
        self.change(clocks=self.state.clocks.set(name, self.state.options.span(option)))

    def stop_clock(self, name: str) -> None:
        self.change(clocks=self.state.clocks.drop(name))

    def is_late(self, seat: Seat, *, goes_away: bool = True) -> None:
        """Note that a seat let its time run out; the third time in a row it goes away, if such seats do. Of a seat already
        away nothing is told."""
        if seat in self.state.away:
            return
        times = self.state.late.get(seat, 0) + 1
        self.put("late", seat, times)
        self.happened(Late(), seat)
        if goes_away and times >= LATE_UNTIL_AWAY:
            self.go_away(seat)

    def is_here(self, seat: Seat) -> None:
        """Note that the player is here; one who was away starts again with no late turn."""
        if seat in self.state.away:
            self.put("late", seat, 0)
        super().is_here(seat)

    def finish(self, ending: str = "played", by: ByStaff = NOBODY, **facts: Any) -> None:
        """End the game; the points are final. Facts of the kind's own score may go along."""
        points = tuple(self.state.points.get(seat, 0) for seat in range(self.state.seats))
        self.happened(self.scored(points=points, **facts, **vars(by)))
        self.end(ending, by)

    def end(self, ending: str, by: ByStaff = NOBODY) -> None:
        self.change(awaited=())
        super().end(ending, by)

    def _keep_clocks(self) -> None:
        state, clocks = self.state, self.state.clocks
        for seat in range(state.seats):
            move = f"move {seat}"
            if seat not in state.awaited or seat not in state.live:
                clocks = clocks.drop(move)
            elif clocks[move] is None:
                clocks = clocks.set(move, state.options.span("move_within"), state.rest_of(seat))
        self.change(clocks=clocks)

    def _held_up_by(self, seat: Seat) -> set[str]:
        own = {name for name in self.state.clocks.running if name.partition(" ")[0] not in ("move", "wait")}
        return {f"move {seat}", *own}


def by_seat(values: Mapping[Seat, Any], seats: int) -> list[Any]:
    """A mapping by seat as a list for JSON, None where a seat has no value."""
    return [values.get(seat) for seat in range(seats)]


def due_of_silence(state: TurnState) -> Iterator[Due]:
    """The end of each awaited seat's time, where silence means consent and is not late."""
    for seat in state.awaited:
        if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
            yield Due(at, "silence", seat, deadline=True)


# --- the base of such a kind ------------------------------------------------------------------------------------------


class TurnKind(Kind[S, OptionsT, TurnView, TurnTransition[S]], Generic[S, OptionsT]):
    """The base of kinds with awaited moves. Each kind gives what stands below "the kind's own"; the rest is shared."""

    paces = PACES
    pace_says = PACE_SAYS
    awaits_moves = True
    own_news: ClassVar[frozenset[str]] = frozenset({"turn"})
    widest_spread: ClassVar[float] = 100
    comes: ClassVar[Mapping[str, str]] = COMES
    practice: ClassVar[JsonObject | None] = {}
    transition_type: type[TurnTransition[S]] = TurnTransition
    view_type: type[TurnView] = TurnView
    own_ticks: ClassVar[Sequence[str]] = ("late",)

    @cached_property
    def all_happenings(self) -> Mapping[str, AnyHappening]:
        return {**happenings.SHARED, **by_name(HAPPENINGS), **by_name(self.happenings)}

    # --- the kind's own ---------------------------------------------------------------------------------------------

    late_go_away: ClassVar[bool] = True
    """True if a seat that is late three times in a row goes away; otherwise `run_out` settles what happens."""

    stands_if_late: ClassVar[str] = ""
    """The verb of which an order may stand, to be carried out where `run_out` would act; empty for none."""

    def run_out(self, transition: TurnTransition[S], seat: Seat) -> None:
        """Act for a seat whose time is up, so that it is awaited no more."""
        raise NotImplementedError

    def time_for(self, state: S, seat: Seat) -> timedelta:
        """The time that a player has, from now on, for the awaited order."""
        span: timedelta = state.options.span("move_within")
        return span

    def own_due(self, state: S) -> Iterable[Due]:
        """The things that the kind's own clocks bring."""
        return ()

    def own_tick(self, transition: TurnTransition[S], due: Due) -> None:
        """Do what a clock of the kind's own has brought."""
        raise NotImplementedError

    def panels(self, state: S, seat: Seat | None) -> tuple[Panel, ...]:
        """The table as the reader sees it, the most needed panel first; all of it when the game is over."""
        raise NotImplementedError

    def awaits(self, state: S, seat: Seat) -> Text:
        """The awaited move in a few words without a full stop."""
        return say("make a move")

    def remarks(self, state: S, seat: Seat) -> Iterable[Text]:
        """Short remarks on a seat, such as its points; known to all."""
        return (points(state.points.get(seat, 0)),)

    def moment(self, state: S, seat: Seat | None) -> Text | None:
        """The line over the table, where it is not simply whose move it is."""
        return None

    def own_facts(self, state: S, seat: Seat | None) -> JsonObject:
        """The kind's own part of the API's facts, flat."""
        return {}

    def move_of_robot(self, view: TurnView, seat: Seat, mind: Mind) -> Sequence[Order]:
        """The orders of a robot that is waited for, judged by its view."""
        raise NotImplementedError

    # --- shared -----------------------------------------------------------------------------------------------------

    @property
    def clocks(self) -> tuple[str, ...]:  # type: ignore[override]
        """The durations that a pace names."""
        named = self.set_by_paces
        return tuple(
            option.name
            for option in fields(self.options_type)
            if option.name in named and about(option).unit == "seconds"
        )

    def new_state(self, seats: Sequence[Joining], options: OptionsT, now: datetime) -> S:
        return replace(super().new_state(seats, options, now), points=dict.fromkeys(range(len(seats)), 0))

    def carry_out(self, transition: TurnTransition[S], seat: Seat, verb: AnyVerb, facts: Facts) -> None:
        """Note that the seat is here and no longer late if the order is one of the kind's own, then carry it out."""
        if verb in self.verbs:
            transition.is_here(seat)
            transition.put("late", seat, 0)
        super().carry_out(transition, seat, verb, facts)

    def finish(self, transition: TurnTransition[S], ending: str, by: ByStaff = NOBODY) -> None:
        transition.finish(ending, by)

    def all_due(self, state: S) -> Iterable[Due]:
        """Everything due; in a pause only what every table has."""
        return shared_due(state) if state.clocks.pause else super().all_due(state)

    def falls_due(self, state: S) -> Iterable[Due]:
        """The awaited seats that become late, or go away because their vacation passes or has used up its allowance."""
        for seat in state.awaited:
            if seat in state.away:
                yield Due(state.now, "late", seat)
            elif seat in state.live:
                if state.vacation_of(seat) is not None and not state.waits_for_vacation_of(seat):
                    yield Due(state.now, "away", seat)
                if at := state.clocks.ends(f"wait {seat}"):
                    yield Due(at, "away", seat)
                if at := state.clocks.ends(f"move {seat}"):
                    yield Due(at, "late", seat, deadline=True)
        yield from self.own_due(state)

    def happens(self, transition: TurnTransition[S], due: Due) -> None:
        if due.what == "late" and due.seat is not None:
            is_away = due.seat in transition.state.away
            transition.is_late(due.seat, goes_away=self.late_go_away)
            if is_away or not gave_if_late(transition, due.seat, self.stands_if_late):
                self.run_out(transition, due.seat)
        else:
            self.own_tick(transition, due)

    def next_orders(self, view: TurnView, seat: Seat, mind: Mind) -> Sequence[Order]:
        if view.seats[seat].away:
            return (Order("LOOK"),)
        return self.move_of_robot(view, seat, mind) if seat in view.waiting_for else ()

    # --- the staff ----------------------------------------------------------------------------------------------------

    def extend(self, transition: TurnTransition[S], action: StaffAction, by: timedelta) -> None:
        """Give more time for a seat's move, or on every clock that players wait by."""
        if action.bank:
            raise OrderRefused("There is no time bank in this game. Extend the time to move instead.")
        clocks = transition.state.clocks
        if action.seat is None:
            names = _all_running(clocks)
            why = say("No clock is running for anyone now. Wait until one runs.")
        else:
            seat = seat_of(transition, action)
            names = _running_for(seat, clocks, transition.now)
            why = say("{player} doesn’t have to move now. Extend the time of a player who does.", player=Player(seat))
        if not names:
            raise OrderRefused(why)
        for name in names:
            clocks = clocks.extend(name, by)
        transition.change(clocks=clocks)

    def why_not_awaited(self, state: S, seat: Seat) -> Text | None:
        if seat in state.awaited:
            return None
        return say(
            "{player} doesn’t have to move now. You can only mark a player away while they have to move.",
            player=Player(seat),
        )

    def hand_over(self, transition: TurnTransition[S], seat: Seat) -> None:
        """Forget that the seat was late."""
        transition.change(late={other: times for other, times in transition.state.late.items() if other != seat})

    def sits_down(self, transition: TurnTransition[S], seat: Seat) -> None:
        """Give the new player the full time to move."""
        state = transition.state
        if seat in state.awaited:
            transition.change(clocks=state.clocks.set(f"move {seat}", self.time_for(state, seat)))
            transition.happened(Turn(), seat)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]:
        if state.phase == "finished" or state.clocks.pause:
            return {}
        return {other: self.awaits(state, other) for other in state.awaited if other in state.waited_for}

    def ranks(self, state: S) -> Sequence[Rank]:
        """Rank by points, most first."""
        return ranks_by(
            state, ((seat, points, points) for seat in state.live for points in [state.points.get(seat, 0)])
        )

    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        if seat in state.awaited:
            yield state.clocks.deadline("move", f"move {seat}")


def _all_running(clocks: Clocks) -> list[str]:
    return [name for name in clocks.running if not name.startswith("wait ")]


def _running_for(seat: Seat, clocks: Clocks, now: datetime) -> list[str]:
    """The seat's clock, and any of the kind's own that ends at the same instant."""
    move = clocks[f"move {seat}"]
    if move is None:
        return []
    left = move.left_at(now)
    own = [name for name in _all_running(clocks) if not name.startswith("move ")]
    return [f"move {seat}", *(name for name in own if clocks.running[name].left_at(now) == left)]


# --- who came where ---------------------------------------------------------------------------------------------------


def ranks_by(state: TurnState, keys: Iterable[tuple[Seat, Any, int]]) -> tuple[Rank, ...]:
    """Every seat, best first, equals sharing a rank and resigned seats last; empty for a game without a result. `keys` are
    (seat, key, score) of the seats that have not resigned; greater keys rank higher."""
    if state.ending == "void":
        return ()
    best_first = sorted(keys, key=lambda one: one[0])
    best_first.sort(key=lambda one: one[1], reverse=True)
    ranked = [
        Rank(seat, 1 + sum(other > key for _, other, _ in best_first), str(state.points.get(seat, 0)), score)
        for seat, key, score in best_first
    ]
    resigned = [Rank(seat, len(ranked) + place, "") for place, seat in enumerate(reversed(state.resigned), start=1)]
    return (*ranked, *resigned)
