"""A round from its deal to the count: the pack and the exposed pile, whose turn it is, who is out. No order is read here."""

from typing import TypeAlias

from games.rules.kind import Seat
from games.rules.lexicon_cards.options import Options
from games.rules.lexicon_cards.pack import HAND, cards_of, in_order, shuffled, value
from games.rules.lexicon_cards.state import State
from games.rules.table.turns import TurnCourse, by_seat

LIMIT = 100
TURNED_BEFORE_A_STALL = 2
IDLE_ROUNDS = 2

CardCourse: TypeAlias = TurnCourse[State]


def begin(course: CardCourse) -> None:
    """The first dealer is drawn, then the first round dealt."""
    deal(course, number=1, dealer=course.chance.below(course.state.seats))


def deal(course: CardCourse, *, number: int, dealer: Seat) -> None:
    """The whole pack shuffled, ten cards for everyone still in, seat by seat, one turned up; left of the dealer starts."""
    state = course.state
    pack = shuffled(cards_of(state.options.packs), course.chance)
    hands = dict.fromkeys(range(state.seats), "")
    for seat in state.live:
        hands[seat], pack = pack[: -HAND - 1 : -1], pack[:-HAND]
    starter = state.next_after(dealer)
    course.change(
        round=number,
        bags={"pack": pack[:-1], "exposed": pack[-1], "gone": ""},
        hands=hands,
        table=(),
        dealer=dealer,
        starter=starter,
        turned=0,
        idle=0,
        late={},
    )
    draws = [list(hands[seat]) for seat in range(state.seats)]
    course.happened("deal", round=number, dealer=dealer, draws=draws, up=pack[-1])
    course.await_orders(starter)


def discard(course: CardCourse, seat: Seat, card: str, left: str) -> None:
    """This card goes on the exposed pile, and the blind one on top of the pack comes into the hand that is left."""
    bags = course.state.bags
    course.change(bags={**bags, "exposed": bags["exposed"] + card})
    turn_over_if_used_up(course)
    pack = course.state.bags["pack"]
    course.change(bags={**course.state.bags, "pack": pack[:-1]})
    course.put("hands", seat, left + pack[-1])
    course.happened("draw", seat, card=card, drew=pack[-1])
    turn_over_if_used_up(course)


def turn_over_if_used_up(course: CardCourse) -> None:
    """The exposed pile is shuffled into a new pack and one card turned up; a single exposed card stays where it is."""
    bags = course.state.bags
    if bags["pack"] or len(bags["exposed"]) == 1:
        return
    pack = shuffled(bags["exposed"], course.chance)
    course.change(bags={**bags, "pack": pack[:-1], "exposed": pack[-1]}, turned=course.state.turned + 1)
    course.happened("turned", up=pack[-1], cards=len(pack) - 1)


def count_idle(course: CardCourse) -> None:
    """A turn in which a card is only taken or drawn; it counts once the pack was turned twice."""
    state = course.state
    course.change(idle=state.idle + 1 if state.turned >= TURNED_BEFORE_A_STALL else 0)


def next_turn(course: CardCourse, seat: Seat) -> None:
    """The turn of this seat is over; where nothing has happened for two rounds of turns, so is the round."""
    state = course.state
    if state.idle >= IDLE_ROUNDS * len(state.live):
        end_round(course)
    else:
        course.await_orders(state.next_after(seat))


def end_round(course: CardCourse) -> None:
    """All count their hands; who has too many points is out, and with one or none left the game is over."""
    state = course.state
    added = {seat: value(state.hands[seat]) for seat in state.live}
    points = {seat: counted + added.get(seat, 0) for seat, counted in state.points.items()}
    out = [seat for seat in state.live if is_too_much(points[seat], state.options)]
    course.change(points=points, out={**state.out, **dict.fromkeys(out, _next_place(state))})
    course.happened(
        "count",
        hands=by_seat({seat: in_order(state.hands[seat]) for seat in state.live}, state.seats),
        added=by_seat(added, state.seats),
        points=by_seat(points, state.seats),
        out=out,
        stalled=all(state.hands[seat] for seat in state.live),
    )
    if len(course.state.live) > 1:
        deal(course, number=state.round + 1, dealer=_next_dealer(course.state))
    else:
        course.finish()


def _next_dealer(state: State) -> Seat:
    """Who went first in this round, or where they are out the next one to their left."""
    return state.starter if state.starter in state.live else state.next_after(state.starter)


def drop(course: CardCourse, seat: Seat) -> None:
    """Out of the game for not moving, with the hand counted."""
    state = course.state
    hand = state.hands[seat]
    course.put("points", seat, state.points[seat] + value(hand))
    course.put("out", seat, _next_place(state))
    course.happened("drop", seat, hand=in_order(hand), added=value(hand))
    lay_aside(course, seat)


def lay_aside(course: CardCourse, seat: Seat) -> None:
    """The hand of who left the game is out of the round."""
    bags = course.state.bags
    course.change(bags={**bags, "gone": bags["gone"] + course.state.hands[seat]})
    course.put("hands", seat, "")


def is_too_much(points: int, options: Options) -> bool:
    """Whether so many points put a player out."""
    return points > LIMIT or (points == LIMIT and options.out_at == "reached")


def _next_place(state: State) -> int:
    """The number of those who go out now."""
    return 1 + max(state.out.values(), default=0)
