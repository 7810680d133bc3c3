"""Standing orders of Lexicon Crossing: ask for the green light, look, leave new tiles over, say DONE.

None asks for red, because that ends the game."""

from games.rules.crossing import visibility
from games.rules.crossing.grace import Done
from games.rules.crossing.lights import Green
from games.rules.crossing.scoring import score
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.table.facts import Grid
from games.rules.table.standing import HAPPENING, StandingOrder, give, verb_of
from games.rules.table.verbs import AnyHappening, AnyVerb
from games.rules.texts import say, template
from games.rules.values import Seat
from games.rules.words import AnyWord


def _is_complete(state: State, seat: Seat) -> bool:
    """Return True if all tiles are seen and laid in one group. Whether the words are valid was checked on
    submission."""
    return not state.face_down(seat) and score(state.boards[seat], state.held(seat), AnyWord(), state.alphabet).complete


def _may_ask(state: State, seat: Seat) -> bool:
    is_open = state.phase == "playing" and state.is_caught_up and not state.pool_is_short
    return is_open and not state.request_of(seat) and _is_complete(state, seat)


def _may_be_done(state: State, seat: Seat) -> bool:
    is_open = state.phase == "grace" and seat not in (state.red_caller, *state.done)
    return is_open and _is_complete(state, seat)


def _may_look(state: State, seat: Seat) -> bool:
    return state.unseen[seat] > 0


def _leave_over(transition: Transition, seat: Seat) -> None:
    """Look, and submit the layout unchanged with the new tiles left over. If the layout is final, only look."""
    layout = transition.state.boards[seat]
    is_final = transition.state.phase == "challenge" or transition.state.red_caller == seat
    visibility.see(transition, seat)
    if layout and not is_final:
        give(transition, seat, Grid(layout))


# if several are due at once, the first wins: LEFTOVER, which looks too, comes before LOOK
ROWS: tuple[StandingOrder[State], ...] = (
    StandingOrder(
        name="LIGHT",
        also=("GREEN",),
        label=say("Ask for the green light as soon as my layout is complete and everyone has looked"),
        is_due=_may_ask,
        carry_out=lambda transition, seat: give(transition, seat, Green()),
    ),
    StandingOrder(
        name="LEFTOVER",
        also=("LEFTOVERS",),
        label=say("Look when a new tile comes, and submit my layout unchanged with that tile left over"),
        is_due=_may_look,
        carry_out=_leave_over,
    ),
    StandingOrder(
        name="LOOK",
        label=say("Look at new tiles for me as they come"),
        is_due=_may_look,
        carry_out=visibility.see,
    ),
    StandingOrder(
        name="DONE",
        label=say("Say DONE after a red light if my layout is complete"),
        is_due=_may_be_done,
        carry_out=lambda transition, seat: give(transition, seat, Done()),
    ),
)
VERBS: tuple[AnyVerb, ...] = (
    verb_of(
        ROWS,
        is_of_use=lambda state: state.phase != "challenge",
        help=template("set standing orders: LIGHT, LOOK, LEFTOVER or DONE; OFF for none"),
    ),
)
HAPPENINGS: tuple[AnyHappening, ...] = (HAPPENING,)
