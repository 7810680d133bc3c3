"""Moves in games in which players take turns: the time to move, who must move, and the ranks. `turn_kind` has the base
class of these games.
Pauses, absence, vacations and the end are in the other files of this folder, because all games share them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from games.rules.facts import Facts
from games.rules.options import DAY, TableOptions, duration, lending, nights, rest_days, vacations
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.happenings import ended, extended
from games.rules.table.state import TurnState
from games.rules.table.transition import Transition
from games.rules.table.verbs import AnyHappening, Happening, lines, to_all, to_whose_it_is
from games.rules.texts import Player, say, template
from games.rules.values import Due, OrderRefused, Rank, Seat
from games.rules.words import WordList

# --- how long a move may take -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnOptions(TableOptions):
    """The options of games with turns, to which a kind adds its own. Durations are in seconds."""

    move_within: int = duration(
        3 * DAY, say("Time to move"), say("How long a player has to move. After that, the move is made for them.")
    )
    vacation: Literal["waits", "passes"] = vacations()
    lending: Literal["friendly", "always", "never"] = lending()


@dataclass(frozen=True)
class MoveOptions(TurnOptions):
    """The options of games in which players move one after another. Their clocks can stop at night."""

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


# --- events of all these games ----------------------------------------------------------------------------------------


class Turn(Facts):
    """A new turn: the game waits for an order from the seat."""

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
    """Raise OrderRefused if the game doesn't wait for an order from this seat."""
    if seat in state.awaited:
        return
    if len(state.awaited) == 1:
        raise OrderRefused("It’s {player}’s turn. Wait for yours.", player=Player(state.awaited[0]))
    raise OrderRefused("You have already moved. The game waits for the others.")


# --- the step in progress ---------------------------------------------------------------------------------------------

S = TypeVar("S", bound=TurnState)


class TurnTransition(Transition[S]):
    """One step of a game with turns. Clocks with names other than `move 2` or `wait 2` belong to the kind."""

    scored: type[Scored] = Scored

    def await_orders(self, *seats: Seat, within: str = "move_within") -> None:
        """Begin a turn: wait for orders from these seats and no others, each with a new clock of the length of the
        option `within`."""
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
        """Stop waiting for one of several seats, which has now given its order."""
        self.change(awaited=tuple(other for other in self.state.awaited if other != seat))

    def start_clock(self, name: str, option: str) -> None:
        """Start one of the kind's own clocks, of the length of an option."""
        self.change(clocks=self.state.clocks.set(name, self.state.options.span(option)))

    def stop_clock(self, name: str) -> None:
        self.change(clocks=self.state.clocks.drop(name))

    def is_late(self, seat: Seat, *, goes_away: bool = True) -> None:
        """Record that a seat didn't move in time. After the third time in a row it goes away, unless `goes_away` is
        False. Record nothing for a seat already away."""
        if seat in self.state.away:
            return
        times = self.state.late.get(seat, 0) + 1
        self.put("late", seat, times)
        self.happened(Late(), seat)
        if goes_away and times >= LATE_UNTIL_AWAY:
            self.go_away(seat)

    def is_here(self, seat: Seat) -> None:
        """Note that the player is here. If they were away, the count of their late turns starts again from 0."""
        if seat in self.state.away:
            self.put("late", seat, 0)
        super().is_here(seat)

    def finish(self, ending: str = "played", by: ByStaff = NOBODY, **facts: Any) -> None:
        """End the game; the points are final. A kind can add facts of its own to the score."""
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
    """Return a mapping by seat as a list for JSON, with None for a seat without a value."""
    return [values.get(seat) for seat in range(seats)]


def due_of_silence(state: TurnState) -> Iterator[Due]:
    """Yield the end of each awaited seat's time, for moves in which silence means consent and isn't late."""
    for seat in state.awaited:
        if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
            yield Due(at, "silence", seat, deadline=True)


# --- ranks ------------------------------------------------------------------------------------------------------------


def ranks_by(state: TurnState, keys: Iterable[tuple[Seat, Any, int]]) -> tuple[Rank, ...]:
    """Return a rank for every seat, best first. Equal keys share a rank, and resigned seats are last; empty for a game
    without a result. `keys` are (seat, key, score) of the seats that have not resigned; greater keys rank higher."""
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
