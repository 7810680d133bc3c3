"""Orders that swap a card of the hand: take the exposed card, or draw one from the pack."""

import re
from dataclasses import replace
from functools import partial
from typing import ClassVar

from games.rules.facts import Facts
from games.rules.lexicon_cards.cards import (
    MARKS,
    MASTER,
    VALUES,
    argument_of,
    as_dealt,
    card_lines,
    in_order,
    put_away,
    shown,
    value,
)
from games.rules.lexicon_cards.challenges import close_window
from games.rules.lexicon_cards.rounds import (
    CardTransition,
    count_idle,
    next_turn,
    turn_over_if_used_up,
    verb_of_a_turn,
)
from games.rules.lexicon_cards.state import EXPOSED, PACK, State, hand_of
from games.rules.lines import Line, Phrase
from games.rules.panels import Field, Offer, Trial
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, an_order
from games.rules.texts import Text, say, template
from games.rules.values import Order, Seat, Unreadable
from games.rules.words import WordList


class OneCard(Facts):
    """The card of the hand that is given for another; `?` is any Master."""

    verb: ClassVar[str]
    card: str


class Take(OneCard):
    verb = "TAKE"


class Draw(OneCard):
    verb = "DRAW"


class Taken(OneCard):
    verb = "take"
    took: str


class Drawn(OneCard):
    """A card drawn from the pack. Only its player sees which."""

    verb = "draw"
    drew: str | None = None


def _take(transition: CardTransition, seat: Seat, facts: Take) -> None:
    """Take the exposed card and put one from the hand in its place."""
    state = transition.state
    card, left = put_away(state.hands[seat], facts.card)
    taken = state.exposed
    close_window(transition)
    count_idle(transition)
    transition.change(bags={**state.bags, "exposed": state.bags["exposed"][:-1] + card})
    transition.put("hands", seat, left + taken)
    transition.happened(Taken(card, took=taken), seat)
    next_turn(transition, seat)


def draw(transition: CardTransition, seat: Seat, card: str, left: str) -> None:
    """Put this card on the exposed pile, and add the top card of the pack to the rest of the hand."""
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


def _try_take(state: State, seat: Seat, facts: Take, words: WordList) -> Trial:
    _, left = put_away(state.hands[seat], facts.card)
    comes_to, now = value(left + state.exposed), value(state.hands[seat])
    return Trial(says=say("Your hand will count {n} points. Now it counts {m}.", n=comes_to, m=now))


def _try_draw(state: State, seat: Seat, facts: Draw, words: WordList) -> Trial:
    _, left = put_away(state.hands[seat], facts.card)
    now = value(state.hands[seat])
    return Trial(
        says=say("Your hand will count {n} points plus the card you draw. Now it counts {m}.", n=value(left), m=now)
    )


def _read_card(needs: Text, line: Line, phrase: Phrase) -> Order | None:
    argument = argument_of(line, phrase.verb).upper()
    if not argument:
        raise Unreadable(needs, line=line.raw, correct=f"{phrase.verb} Q")
    if argument in (*MARKS, "MASTER"):
        return Order(phrase.verb, {"card": MASTER})
    return Order(phrase.verb, {"card": argument}) if re.fullmatch(r"[A-Z]", argument) else None


def _offer_card(verb: str, label: Text, does: Text, state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_round_ending:
        return None
    hand = in_order(state.hands[seat])
    choices = [
        (card, say("{card}, {n} points", card=card, n=VALUES[card]))
        if card != MASTER
        else (card, say("Master, {n} points", n=VALUES[card]))
        for card in dict.fromkeys(map(as_dealt, hand))
    ]
    pile = EXPOSED if verb == Take.verb else PACK
    own = Field(say("Your card"), "choice", choices=tuple(choices), rack=hand_of(seat), pile=pile)
    last = (hand.rstrip(MASTER)[-1:] or MASTER).upper()
    return Offer(verb, label, refusal, does=does, fields=(own,), example=f"{verb} {last}")


def _offer_take(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    label = say("Take {card}", card=shown(state.exposed))
    return _offer_card(
        "TAKE", label, say("`TAKE` takes the exposed card and puts one of yours in its place"), state, seat, refusal
    )


def _says_draw(told: Told[Drawn]) -> Text:
    card, drew = shown(told.facts.card), told.facts.drew
    if told.is_mine and drew:
        return say("You discarded {card} and drew {drew}.", card=card, drew=drew)
    return say("{player} discarded {card} and drew a card.", card=card, **told.who)


VERBS: tuple[AnyVerb, ...] = (
    verb_of_a_turn(
        facts=Take,
        tries=_try_take,
        carry_out=_take,
        offer=_offer_take,
        reads=partial(_read_card, say("After TAKE, write the card from your hand that replaces the exposed card.")),
        examples=("TAKE Q",),
        help={"TAKE Q": template("take the exposed card and put Q in its place")},
    ),
    verb_of_a_turn(
        facts=Draw,
        tries=_try_draw,
        carry_out=lambda transition, seat, facts: draw(
            transition, seat, *put_away(transition.state.hands[seat], facts.card)
        ),
        offer=partial(
            _offer_card,
            "DRAW",
            say("Draw blind"),
            say("`DRAW` discards one of your cards and draws one from the pack"),
        ),
        reads=partial(
            _read_card,
            say("After DRAW, write the card from your hand that you discard before you draw one."),
        ),
        examples=("DRAW Q",),
        help={"DRAW Q": template("discard Q and draw a card")},
    ),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Taken,
        says=card_lines(
            mine=template("You took {took} and put {card} in its place."),
            others=template("{player} took {took} and put {card} in its place."),
        ),
        came_of=an_order(lambda facts: Take(facts.card)),
    ),
    Happening(
        facts=Drawn,
        says=_says_draw,
        hides=lambda state, facts, seat, reader: facts if seat == reader else replace(facts, drew=None),
        came_of=an_order(lambda facts: Draw(facts.card)),
    ),
)
