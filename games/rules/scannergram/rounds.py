"""A round of Scannergram: the start grid, the tile turned up, and the one that nobody takes.

Source: the published rules; RULES.md says what they leave open."""

from dataclasses import dataclass
from typing import TypeAlias

from games.rules.facts import Facts
from games.rules.grid import Layout
from games.rules.messages import say
from games.rules.scannergram.drawing import Start
from games.rules.scannergram.state import GONE, POOL, UP, WINDOW, State
from games.rules.table.turns import TurnTransition
from games.rules.table.verbs import AnyHappening, Happening, to_all

GridCourse: TypeAlias = TurnTransition[State]


@dataclass(frozen=True, kw_only=True)
class Dealt(Facts):
    """The twenty drawn, the tiles exchanged one by one since, and their grid."""

    verb = "deal"
    draws: tuple[str, ...]
    exchanged: tuple[str, ...] = ()
    layout: Layout


@dataclass(frozen=True)
class TurnedUp(Facts):
    verb = "tile"
    round: int
    tile: str


@dataclass(frozen=True)
class Gone(Facts):
    verb = "gone"
    tile: str


def begin(transition: GridCourse, start: Start) -> None:
    """Lay the start grid and turn up the first tile."""
    transition.change(
        bags={POOL: start.pool, UP: "", GONE: ""},
        hands=dict.fromkeys(range(transition.state.seats), ""),
        boards={None: start.layout},
        round=0,
    )
    transition.happened(Dealt(draws=start.draws, exchanged=start.exchanged, layout=start.layout))
    turn_up(transition)


def turn_up(transition: GridCourse) -> None:
    """The next round, or the end where the pool is empty."""
    state = transition.state
    if not state.bags[POOL]:
        transition.change(bags={**state.bags, UP: ""})
        transition.finish()
        return
    tile = state.bags[POOL][-1]
    transition.change(
        bags={**state.bags, POOL: state.bags[POOL][:-1], UP: tile},
        round=state.round + 1,
        bids=(),
        passed=(),
        is_solving=False,
    )
    transition.stop_clock(WINDOW)
    transition.happened(TurnedUp(transition.state.round, tile))
    transition.await_orders(*state.live)


def tile_goes(transition: GridCourse) -> None:
    """Nobody bid, or nobody is there to solve: the tile leaves the game."""
    transition.happened(Gone(transition.state.tile))
    to_gone(transition)
    turn_up(transition)


def to_gone(transition: GridCourse) -> None:
    bags = transition.state.bags
    transition.change(bags={**bags, UP: "", GONE: bags[GONE] + bags[UP]})


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Dealt, says=lambda told: say("The start grid lies ready."), tells=to_all("start"), begins_a_turn=True
    ),
    Happening(
        facts=TurnedUp,
        says=lambda told: say("Round {round}: the new tile is {tile}.", round=told.facts.round, tile=told.facts.tile),
    ),
    Happening(
        facts=Gone,
        says=lambda told: say("Nobody takes the {tile}: it leaves the game.", tile=told.facts.tile),
    ),
)
