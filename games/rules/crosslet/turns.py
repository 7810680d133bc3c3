"""How a game of Crosslet goes: the deal, whose turn it is, and the end.

Source: RULES.md. What is done in a turn stands in `play`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.crosslet.boards import BARE
from games.rules.crosslet.scoring import RACK, settled
from games.rules.crosslet.state import State
from games.rules.facts import Facts
from games.rules.kind import Seat
from games.rules.messages import Player, Text, say
from games.rules.table.turns import Scored, TurnCourse, are_final, by_seat
from games.rules.table.verbs import AnyHappening, Happening, Told, to_all
from games.rules.tiles import NAMED_SETS

TILES = NAMED_SETS["S100"]


@dataclass(frozen=True)
class Dealt(Facts):
    """Who begins, and what each seat drew."""

    verb = "deal"
    first: Seat
    draws: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Settled(Scored):
    """What each seat gained or lost by the racks, where they were counted; and who was out, where one was."""

    changes: tuple[int | None, ...] | None = None
    out: Seat | None = None


class Course(TurnCourse[State]):
    scored = Settled


def begin(course: TurnCourse[State]) -> None:
    """Draw who starts, shuffle the set, and deal seat by seat."""
    seats = range(course.state.seats)
    first = course.chance.below(len(seats))
    course.change(
        boards={None: BARE},
        bags={"bag": "".join(course.chance.shuffle(TILES.tiles)), "removed": ""},
        hands=dict.fromkeys(seats, ""),
    )
    course.happened(Dealt(first, tuple(fill(course, seat) for seat in seats)))
    course.await_orders(first)


def fill(course: TurnCourse[State], seat: Seat) -> tuple[str, ...]:
    """The tiles that the seat drew to have seven again, or all that are left."""
    state = course.state
    missing = RACK - len(state.hands[seat])
    drawn = state.bag[::-1][:missing]
    course.change(bags={**state.bags, "bag": state.bag[: len(state.bag) - len(drawn)]})
    course.put("hands", seat, state.hands[seat] + drawn)
    return tuple(drawn)


def go_on(course: TurnCourse[State], seat: Seat) -> None:
    """The turn is over: who is out ends the game, and so do two exchanges of each player in succession."""
    if not course.state.hands[seat]:
        _end(course, seat)
    elif course.state.may_end:
        _end(course, None)
    else:
        _await_next(course, seat)


def left(course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
    """The tiles of a player who resigned leave the game; what was laid and scored stays."""
    state = course.state
    course.change(bags={**state.bags, "removed": state.bags["removed"] + state.hands[seat]})
    course.put("hands", seat, "")
    if state.may_end:
        _end(course, None)
    elif was_awaited:
        _await_next(course, seat)


def _await_next(course: TurnCourse[State], seat: Seat) -> None:
    course.change(swapped={})
    course.await_orders(course.state.next_after(seat))


def _end(course: TurnCourse[State], out: Seat | None) -> None:
    state = course.state
    changes = settled({seat: state.hands[seat] for seat in state.live})
    course.change(points={seat: points + changes.get(seat, 0) for seat, points in state.points.items()}, swapped={})
    course.finish(changes=tuple(by_seat(changes, state.seats)), out=out)


# --- sentences --------------------------------------------------------------------------------------------------------


def _dealt(told: Told[Dealt]) -> Text:
    first = told.facts.first
    if first == told.reader:
        return say("The tiles were dealt. You begin.")
    return say("The tiles were dealt. {player} begins.", player=Player(first))


def _settled(told: Told[Settled]) -> Text | None:
    changes, out = told.facts.changes, told.facts.out
    if changes is None:  # one player was left, or the time was up
        return are_final(told)
    if out is None:
        return say("There were two exchanges of each player in succession: everyone loses the sum of their rack.")
    gained = changes[out] or 0
    if out == told.reader:
        return say("You are out and gain {n}: the sums of the other racks, which the others lose.", n=gained)
    return say(
        "{player} is out and gains {n}: the sums of the other racks, which the others lose.",
        player=Player(out),
        n=gained,
    )


HAPPENINGS: Sequence[AnyHappening] = (
    Happening(facts=Dealt, says=_dealt, tells=to_all("start"), begins_a_turn=True),
    Happening(facts=Settled, says=_settled, tells=to_all("result")),
)
