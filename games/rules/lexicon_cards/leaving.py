"""Who does not move in time, is dropped for it, or resigns: what is done for them, and how the round goes on."""

from dataclasses import dataclass

from games.rules.facts import Facts
from games.rules.kind import Seat
from games.rules.lexicon_cards.cards import draw
from games.rules.lexicon_cards.challenges import accept, let_stand, stand_if_nobody_is_left
from games.rules.lexicon_cards.making import shown
from games.rules.lexicon_cards.pack import dearest, in_order, value
from games.rules.lexicon_cards.rounds import CardCourse, next_place, next_turn
from games.rules.messages import template
from games.rules.table.verbs import AnyHappening, Happening, to_whose_it_is

LATE_UNTIL_DROPPED = 3


@dataclass(frozen=True)
class Dropped(Facts):
    """The hand, and what it counted."""

    verb = "drop"
    hand: str
    added: int


def run_out(transition: CardCourse, seat: Seat) -> None:
    """Silence accepts a word; in a turn the dearest card goes and a blind one comes, and the third time running the player."""
    state = transition.state
    if state.is_round_ending:
        accept(transition, seat)
    elif state.late.get(seat, 0) >= LATE_UNTIL_DROPPED:
        transition.answered(seat)
        _drop(transition, seat)
        if len(transition.state.live) == 1:
            transition.finish()
        else:
            _go_on_without(transition, seat, was_awaited=True)
    else:
        hand = state.hands[seat]
        card = dearest(hand)
        draw(transition, seat, card, hand.replace(card, "", 1))


def left(transition: CardCourse, seat: Seat, *, was_awaited: bool) -> None:
    """A seat has resigned: its cards are out of the round, uncounted."""
    _lay_aside(transition, seat)
    _go_on_without(transition, seat, was_awaited=was_awaited)


def _go_on_without(transition: CardCourse, seat: Seat, *, was_awaited: bool) -> None:
    """Its own word stands; a word that only it might still have challenged does; its turn is the next one’s."""
    number, window = transition.state.round, transition.state.window
    if window and window.seat == seat:
        let_stand(transition)
    elif window:
        stand_if_nobody_is_left(transition)
    is_same_round = transition.state.round == number and transition.state.phase != "finished"
    if was_awaited and is_same_round and not transition.state.is_round_ending:
        next_turn(transition, seat)


def _drop(transition: CardCourse, seat: Seat) -> None:
    """Out of the game for not moving, with the hand counted."""
    state = transition.state
    hand = state.hands[seat]
    transition.put("points", seat, state.points[seat] + value(hand))
    transition.put("out", seat, next_place(state))
    transition.happened(Dropped(in_order(hand), value(hand)), seat)
    _lay_aside(transition, seat)


def _lay_aside(transition: CardCourse, seat: Seat) -> None:
    """The hand of who left the game is out of the round."""
    bags = transition.state.bags
    transition.change(bags={**bags, "gone": bags["gone"] + transition.state.hands[seat]})
    transition.put("hands", seat, "")


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Dropped,
        says=lambda told: told.line(
            mine=template("You did not move three times running and are out. Your hand, {hand}, counted {added}."),
            others=template("{player} did not move three times running and is out. The hand, {hand}, counted {added}."),
            hand=shown(told.facts.hand),
            added=told.facts.added,
        ),
        tells=to_whose_it_is("lapsed"),
    ),
)
