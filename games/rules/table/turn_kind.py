"""The base class of games in which players take turns: their view, what each game must provide, and the course of a
game. Moves and their clocks are in `turns`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Generic

from games.rules.clocks import Clocks
from games.rules.facts import Facts, JsonObject
from games.rules.options import schema
from games.rules.panels import ClockView, Disc, Panel, SeatView
from games.rules.robots import Mind
from games.rules.table import happenings
from games.rules.table.definition import OptionsT
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.kind import Kind
from games.rules.table.staff import seat_of
from games.rules.table.standing import gave_if_late
from games.rules.table.state import TurnState, first_due, shared_due
from games.rules.table.turns import COMES, HAPPENINGS, PACE_SAYS, PACES, S, Turn, TurnTransition, ranks_by
from games.rules.table.verbs import AnyHappening, AnyVerb, by_name
from games.rules.table.view import View, ends_vacation, remarks, why_nothing_happens
from games.rules.texts import Player, Text, among, points, say
from games.rules.values import Deadline, Due, Joining, Order, OrderRefused, Rank, Seat, StaffAction


class TurnView(View[TurnState]):
    """A view for which the kind provides panels, remarks, the line above the game, and its part of the API's facts."""

    _kind: "TurnKind[Any, Any]"

    @cached_property
    def seats(self) -> Sequence[SeatView]:
        return tuple(map(self._seat, range(self._state.seats)))

    def _seat(self, seat: Seat) -> SeatView:
        state = self._state
        here = (say("to move"),) if seat in state.awaited else ()
        return SeatView(
            seat,
            seen=True,
            away=seat in state.away and state.phase != "finished",
            resigned=seat in state.resigned,
            says=(*self._kind.remarks(state, seat), *remarks(state, seat, here=here)),
            points=state.points.get(seat),
            open_tiles=self._kind.open_tiles(state, seat),
            cards=self._kind.cards(state, seat),
        )

    @cached_property
    def next(self) -> Due | None:
        """The next thing that happens by itself, other than a vacation that begins or ends."""
        coming = (one for one in self._kind.all_due(self._state) if one.what != "vacation")
        return first_due(coming, self._kind.own_ticks)

    @cached_property
    def why(self) -> tuple[Text, ...]:
        beside = ends_vacation(self._state, self._reader)
        return why_nothing_happens(self._state, self._why_while_clocks_run, beside=beside)

    def _why_while_clocks_run(self) -> tuple[Text, ...]:
        """Return sentences on the seats that the game waits for, and until when."""
        state, awaited = self._state, [seat for seat in self._state.awaited if seat in self._state.waited_for]
        if not awaited:
            return (say("The game isn’t waiting for anybody."),)
        if vacations := [seat for seat in awaited if state.waits_for_vacation_of(seat)]:
            others = tuple(Player(seat) for seat in vacations if seat != self._reader)
            if others:
                return (say("The game waits for players on vacation: {players}.", players=others),)
            return (say("You are on vacation. The game waits until you look."),)
        at = max((ends for seat in awaited if (ends := state.clocks.ends(f"move {seat}"))), default=state.now)
        return self._who_is_to_move(awaited), say("The game waits until {at} at the latest.", at=at)

    def _who_is_to_move(self, awaited: list[Seat]) -> Text:
        others = tuple(Player(seat) for seat in awaited if seat != self._reader)
        if not others:
            return say("It’s your turn.")
        if self._reader in awaited:
            return say("{you_and_others} still have to move.", you_and_others=among(say("You"), others))
        if len(others) == 1:
            return say("It’s {player}’s turn.", player=others[0])
        return say("{players} still have to move.", players=others)

    @cached_property
    def in_lists(self) -> tuple[Text, ...]:
        """Sentences for a list of games. A player whose turn it is reads the last move instead."""
        state, reader = self._state, self._reader
        if reader not in state.awaited or self.paused or state.vacation_of(reader):
            return super().in_lists
        last = self._kind.last_move(state, reader)
        return (last,) if last else super().in_lists

    @cached_property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clocks of the players whose turn it is, the reader's first, and that of a pause."""
        state = self._state
        if state.phase == "finished":
            return ()
        if pause := state.clocks.pause:
            if pause.ends is None:
                return ()
            return (ClockView(say("The pause"), pause.ends, say("ends by itself on {at}", at=pause.ends)),)
        shown = []
        for seat in sorted(state.awaited, key=lambda seat: seat != self._reader):
            if at := state.clocks.ends(f"move {seat}"):
                label = say("Your move") if seat == self._reader else say("{player}’s move", player=Player(seat))
                shown.append(ClockView(label, at, say("until {at}", at=at), seat=seat))
        return tuple(shown[:2])

    @cached_property
    def disc(self) -> Disc:
        state, is_on = self._state, self._reader in self._state.awaited
        if state.phase == "finished":
            return Disc("✓", say("The game is over"))
        if self.paused:
            return Disc("II", say("Paused"))
        awaited = [seat for seat in state.awaited if seat in state.waited_for]
        if own := self._kind.moment(state, self._reader):
            says = own
        elif is_on:
            says = say("Your move")
        elif len(awaited) == 1:
            says = say("{player}’s move", player=Player(awaited[0]))
        else:
            says = say("Several players to move")
        return Disc("▶", says, "green", is_on=True, stage="move") if is_on else Disc("", says, stage="waits")

    @cached_property
    def mark(self) -> tuple[str, bool]:
        if self.paused:
            return "pause", False
        return "turn", self._reader in self._state.awaited and self._reader in self._state.live

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        return self._kind.panels(self._state, self._reader)

    @cached_property
    def facts(self) -> JsonObject:
        own = self._kind.own_facts(self._state, self._reader)
        if self.phase != "finished":
            return own
        return {**own, "results": [vars(rank) for rank in self._kind.ranks(self._state)]}


class TurnKind(Kind[S, OptionsT, TurnView, TurnTransition[S]], Generic[S, OptionsT]):
    """The base class of kinds whose players take turns. Each kind overrides what is listed under "the kind's own"; the
    rest is the same for all."""

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
    """The verb of the standing order that is carried out instead of `run_out`; empty if the kind has none."""

    def run_out(self, transition: TurnTransition[S], seat: Seat) -> None:
        """Act for a seat whose time is up, so that the game no longer waits for it."""
        raise NotImplementedError

    def time_for(self, state: S, seat: Seat) -> timedelta:
        """Return the time that a player has from now on to give the awaited order."""
        span: timedelta = state.options.span("move_within")
        return span

    def own_due(self, state: S) -> Iterable[Due]:
        """Yield what will happen when the kind's own clocks end."""
        return ()

    def own_tick(self, transition: TurnTransition[S], due: Due) -> None:
        """Carry out what was due when one of the kind's own clocks ended."""
        raise NotImplementedError

    def panels(self, state: S, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the game's panels as the reader may see them, the most important first; everything once the game is
        over."""
        raise NotImplementedError

    def awaits(self, state: S, seat: Seat) -> Text:
        """Describe the awaited move in a few words without a full stop."""
        return say("make a move")

    def remarks(self, state: S, seat: Seat) -> Iterable[Text]:
        """Return short remarks on a seat, such as its points, that everybody may see."""
        return (points(state.points.get(seat, 0)),)

    def open_tiles(self, state: S, seat: Seat) -> str:
        """Return the tiles in a seat's hand if everybody sees them, else ""."""
        return ""

    def cards(self, state: S, seat: Seat) -> int | None:
        """Return the number of cards that a seat holds face down; None for a kind without hidden hands."""
        return None

    def moment(self, state: S, seat: Seat | None) -> Text | None:
        """Return the line above the game; None if it just says whose move it is."""
        return None

    def last_move(self, state: S, seat: Seat) -> Text | None:
        """Return a sentence about the last move, for the seat whose turn it is; None to say nothing."""
        return None

    def own_facts(self, state: S, seat: Seat | None) -> JsonObject:
        """Return the kind's part of the facts for the API, as one flat object."""
        return {}

    def move_of_robot(self, view: TurnView, seat: Seat, mind: Mind) -> Sequence[Order]:
        """Return the orders of a robot that the game waits for, decided from its view alone."""
        raise NotImplementedError

    # --- shared -----------------------------------------------------------------------------------------------------

    @property
    def clocks(self) -> tuple[str, ...]:  # type: ignore[override]
        """The durations that a pace names."""
        named = self.set_by_paces
        return tuple(name for name, one in schema(self.options_type).items() if name in named and one.unit == "seconds")

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
        """Return everything due; in a pause, only what all games have in common."""
        return shared_due(state) if state.clocks.pause else super().all_due(state)

    def falls_due(self, state: S) -> Iterable[Due]:
        """Yield when awaited seats become late, or go away because the game doesn't wait for their vacation or their
        allowance is used up."""
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
        """Give more time for a seat's move or, without a seat, on every clock for which players wait."""
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
        """Rank the seats by points, most first."""
        return ranks_by(
            state, ((seat, points, points) for seat in state.live for points in [state.points.get(seat, 0)])
        )

    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        if seat in state.awaited:
            yield state.clocks.deadline("move", f"move {seat}")


def _all_running(clocks: Clocks) -> list[str]:
    return [name for name in clocks.running if not name.startswith("wait ")]


def _running_for(seat: Seat, clocks: Clocks, now: datetime) -> list[str]:
    """Return the names of the seat's clock and of the kind's own clocks that end at the same instant."""
    move = clocks[f"move {seat}"]
    if move is None:
        return []
    left = move.left_at(now)
    own = [name for name in _all_running(clocks) if not name.startswith("move ")]
    return [f"move {seat}", *(name for name in own if clocks.running[name].left_at(now) == left)]
