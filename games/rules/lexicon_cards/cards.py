"""The two orders of one card: the exposed one is taken, or a blind one drawn, for one of the hand."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from games.rules.facts import Facts
from games.rules.kind import Order, Seat, Unreadable
from games.rules.lexicon_cards.challenges import close_window
from games.rules.lexicon_cards.hand import put_away
from games.rules.lexicon_cards.making import shown
from games.rules.lexicon_cards.pack import MASTER, VALUES, as_dealt, in_order, is_master
from games.rules.lexicon_cards.rounds import (
    APART,
    CardCourse,
    check_turn,
    count_idle,
    next_turn,
    turn_over_if_used_up,
)
from games.rules.lexicon_cards.state import State
from games.rules.lexicon_cards.writing import MARKS, argument_of, written
from games.rules.lines import Line, Phrase
from games.rules.messages import Text, say, template
from games.rules.showing import Field, Offer
from games.rules.table.verbs import Happening, Told, Verb, an_order

# --- orders, and what happens -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OneCard(Facts):
    """The card of the hand that is given for another, `?` for any Master there."""

    verb: ClassVar[str]
    card: str


class Take(OneCard):
    verb = "TAKE"


class Draw(OneCard):
    verb = "DRAW"


@dataclass(frozen=True)
class Taken(OneCard):
    verb = "take"
    took: str


@dataclass(frozen=True)
class Drawn(OneCard):
    """What was drawn is known to whose it is."""

    verb = "draw"
    drew: str | None = None


# --- carried out ------------------------------------------------------------------------------------------------------


def _take(transition: CardCourse, seat: Seat, facts: Take) -> None:
    """The exposed card into the hand, and one of the hand in its place."""
    state = transition.state
    card, left = put_away(state.hands[seat], facts.card)
    taken = state.exposed
    close_window(transition)
    count_idle(transition)
    transition.change(bags={**state.bags, "exposed": state.bags["exposed"][:-1] + card})
    transition.put("hands", seat, left + taken)
    transition.happened(Taken(card, took=taken), seat)
    next_turn(transition, seat)


def _draw(transition: CardCourse, seat: Seat, facts: Draw) -> None:
    draw(transition, seat, *put_away(transition.state.hands[seat], facts.card))


def draw(transition: CardCourse, seat: Seat, card: str, left: str) -> None:
    """This card goes on the exposed pile, and the blind one on top of the pack comes into the hand that is left."""
    close_window(transition)
    count_idle(transition)
    bags = transition.state.bags
    transition.change(bags={**bags, "exposed": bags["exposed"] + card})
    turn_over_if_used_up(transition)
    pack = transition.state.bags["pack"]
    transition.change(bags={**transition.state.bags, "pack": pack[:-1]})
    transition.put("hands", seat, left + pack[-1])
    transition.happened(Drawn(card, drew=pack[-1]), seat)
    turn_over_if_used_up(transition)
    next_turn(transition, seat)


# --- written, and offered ---------------------------------------------------------------------------------------------


def _read(needs: Text, line: Line, phrase: Phrase) -> Order | None:
    argument = argument_of(line, phrase.verb).upper()
    if not argument:
        raise Unreadable(line=line.raw, why=needs, correct=f"{phrase.verb} Q")
    if argument in (*MARKS, "MASTER"):
        return Order(phrase.verb, {"card": MASTER})
    return Order(phrase.verb, {"card": argument}) if re.fullmatch(r"[A-Z]", argument) else None


def _offer(
    verb: str, label: Callable[[State], Text], does: Text, state: State, seat: Seat, refusal: Text | None
) -> Offer | None:
    if state.is_round_ending:
        return None
    hand = in_order(state.hands[seat])
    own = Field(say("Your card"), "choice", choices=tuple(_choice(card) for card in dict.fromkeys(map(as_dealt, hand))))
    last = (hand.rstrip(MASTER)[-1:] or MASTER).upper()
    return Offer(verb, label(state), refusal, does=does, fields=(own,), example=f"{verb} {last}")


def _choice(card: str) -> tuple[str, Text]:
    if is_master(card):
        return MASTER, say("Master, {n} points", n=VALUES[MASTER])
    return card, say("{card}, {n} points", card=card, n=VALUES[card])


# --- as it is told ----------------------------------------------------------------------------------------------------


def _hide_drawn(state: State, facts: Drawn, seat: Seat | None, reader: Seat | None) -> Drawn:
    return facts if seat == reader else replace(facts, drew=None)


def _says_take(told: Told[Taken]) -> Text:
    return told.line(
        mine=template("You took {took} and put {card} in its place."),
        others=template("{player} took {took} and put {card} in its place."),
        took=shown(told.facts.took),
        card=shown(told.facts.card),
    )


def _says_draw(told: Told[Drawn]) -> Text:
    card, drew = shown(told.facts.card), told.facts.drew
    if told.is_mine and drew:
        return say("You discarded {card} and took {drew} blind.", card=card, drew=drew)
    return say("{player} discarded {card} and took blind.", card=card, **told.who)


VERBS = (
    Verb(
        facts=Take,
        check=check_turn,
        carry_out=_take,
        offer=partial(
            _offer,
            "TAKE",
            lambda state: say("Take {card}", card=shown(state.exposed)),
            say("`TAKE` takes the exposed card and puts yours in its place"),
        ),
        reads=partial(_read, say("TAKE needs the card of your hand that goes in the place of the exposed one.")),
        writes=written,
        examples=("TAKE Q",),
        help={"TAKE Q": template("take the exposed card and put Q in its place")},
        apart_from=APART,
    ),
    Verb(
        facts=Draw,
        check=check_turn,
        carry_out=_draw,
        offer=partial(
            _offer, "DRAW", lambda state: say("Take blind"), say("`DRAW` discards your card and takes a blind one")
        ),
        reads=partial(
            _read,
            say("DRAW needs the card of your hand that goes on the exposed pile before you take the blind one."),
        ),
        writes=written,
        examples=("DRAW Q",),
        help={"DRAW Q": template("discard Q and take a blind card")},
        apart_from=APART,
    ),
)
HAPPENINGS = (
    Happening(facts=Taken, says=_says_take, came_of=an_order(lambda facts: Take(facts.card))),
    Happening(facts=Drawn, says=_says_draw, hides=_hide_drawn, came_of=an_order(lambda facts: Draw(facts.card))),
)
