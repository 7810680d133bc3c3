"""A table with awaited moves as one reader may know it, with whose move it is in words."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from games.rules.facts import JsonObject
from games.rules.kind import Due, Seat
from games.rules.panels import ClockView, Disc, Panel, SeatView
from games.rules.table.state import TurnState, first_due
from games.rules.table.view import View, ends_vacation, remarks, why_nothing_happens
from games.rules.texts import Player, Text, among, say

if TYPE_CHECKING:
    from games.rules.table.turns import TurnKind


class TurnView(View[TurnState]):
    """A view to which a kind gives panels, remarks, the line over the table, and its part of the API's facts."""

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
        """Sentences on the seats that are waited for, and until when."""
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
    def clocks(self) -> tuple[ClockView, ...]:
        """The clocks of those who are to move, the reader's first, and that of a pause."""
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
