"""A round from the deal to the count: the pack and the exposed pile, whose turn it is, and who is out."""

from dataclasses import replace
from functools import partial
from typing import TypeAlias

from games.rules.facts import Facts
from games.rules.lexicon_cards.cards import HAND, card_lines, cards_of, in_order, shuffled, value, written
from games.rules.lexicon_cards.state import State
from games.rules.table.turns import TurnTransition, by_seat
from games.rules.table.verbs import AnyHappening, Happening, Told, Verb, to_all, to_whose_it_is
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

LIMIT = 100
TURNED_BEFORE_A_STALL = 2
IDLE_ROUNDS = 2
APART = frozenset({"LAY", "ADD", "EXCHANGE", "TAKE", "DRAW", "RESIGN"})
"""The verbs of a turn. A text can have only one of them."""

CardTransition: TypeAlias = TurnTransition[State]


# --- events -----------------------------------------------------------------------------------------------------------


class Dealt(Facts):
    """A deal. `draws` are the cards dealt to each seat, None where the reader may not see them; `up` is the card
    turned up."""

    verb = "deal"
    round: int
    dealer: Seat
    draws: tuple[tuple[str, ...] | None, ...]
    up: str


class TurnedOver(Facts):
    """A used-up pack was replaced. `cards` is the size of the new pack without the card turned up."""

    verb = "turned"
    up: str
    cards: int


class Counted(Facts):
    """The count of a round. By seat, None if out: the hand, the points added, and the total.

    `stalled` if the round ended because nobody had laid or changed a word for too long."""

    verb = "count"
    hands: tuple[str | None, ...]
    added: tuple[int | None, ...]
    points: tuple[int, ...]
    out: tuple[Seat, ...]
    stalled: bool


class Dropped(Facts):
    """A seat was put out of the game, with its hand and the points of it."""

    verb = "drop"
    hand: str
    added: int


# --- from the deal to the count ---------------------------------------------------------------------------------------


def begin(transition: CardTransition) -> None:
    """Draw the first dealer, then deal the first round."""
    deal(transition, number=1, dealer=transition.chance.below(transition.state.seats))


def deal(transition: CardTransition, *, number: int, dealer: Seat) -> None:
    """Shuffle the whole pack, deal ten cards to each seat still in, and turn one up. The seat after the dealer
    starts."""
    state = transition.state
    pack = shuffled(cards_of(state.options.packs), transition.chance)
    hands = dict.fromkeys(range(state.seats), "")
    for seat in state.live:
        hands[seat], pack = pack[: -HAND - 1 : -1], pack[:-HAND]
    starter = state.next_after(dealer)
    transition.change(
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
    transition.happened(Dealt(number, dealer, tuple(tuple(hands[seat]) for seat in range(state.seats)), up=pack[-1]))
    transition.await_orders(starter)


def turn_over_if_used_up(transition: CardTransition) -> None:
    """If the pack is empty, shuffle the exposed pile into a new pack and turn one card up. A single exposed card
    stays."""
    bags = transition.state.bags
    if bags["pack"] or len(bags["exposed"]) == 1:
        return
    pack = shuffled(bags["exposed"], transition.chance)
    transition.change(bags={**bags, "pack": pack[:-1], "exposed": pack[-1]}, turned=transition.state.turned + 1)
    transition.happened(TurnedOver(up=pack[-1], cards=len(pack) - 1))


def check_turn(state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused if it isn't this seat's turn, or a word that ends the round can still be challenged."""
    if state.window and state.window.ends_round:
        word = state.window.word.upper()
        if seat == state.window.seat:
            raise OrderRefused(
                "You have no cards left. The round ends when {word} can no longer be challenged.", word=word
            )
        raise OrderRefused(
            "The round ends when {word} can no longer be challenged. Write CHALLENGE or ACCEPT.", word=word
        )
    if seat not in state.awaited:
        raise OrderRefused("It’s {player}’s turn. Wait for yours.", player=Player(state.awaited[0]))


verb_of_a_turn = partial(Verb, check=check_turn, writes=written, apart_from=APART)


def count_idle(transition: CardTransition) -> None:
    """Count a turn without a word, once the pack has been used up twice."""
    state = transition.state
    transition.change(idle=state.idle + 1 if state.turned >= TURNED_BEFORE_A_STALL else 0)


def next_turn(transition: CardTransition, seat: Seat) -> None:
    """End this seat's turn. If nobody has laid or changed a word for two rounds of turns, end the round."""
    state = transition.state
    if state.idle >= IDLE_ROUNDS * len(state.live):
        end_round(transition)
    else:
        transition.await_orders(state.next_after(seat))


def end_round(transition: CardTransition) -> None:
    """Count all hands. A seat with too many points is out; with at most one left, the game is over."""
    state = transition.state
    added = {seat: value(state.hands[seat]) for seat in state.live}
    points = {seat: counted + added.get(seat, 0) for seat, counted in state.points.items()}
    too_much = LIMIT if state.options.out_at == "reached" else LIMIT + 1
    out = tuple(seat for seat in state.live if points[seat] >= too_much)
    transition.change(points=points, out={**state.out, **dict.fromkeys(out, next_place(state))})
    transition.happened(
        Counted(
            hands=tuple(by_seat({seat: in_order(state.hands[seat]) for seat in state.live}, state.seats)),
            added=tuple(by_seat(added, state.seats)),
            points=tuple(by_seat(points, state.seats)),
            out=out,
            stalled=all(state.hands[seat] for seat in state.live),
        )
    )
    if len(transition.state.live) > 1:
        left, first = transition.state, state.starter
        deal(transition, number=state.round + 1, dealer=first if first in left.live else left.next_after(first))
    else:
        transition.finish()


def next_place(state: State) -> int:
    """Return the number in `State.out` for seats that go out now."""
    return 1 + max(state.out.values(), default=0)


def drop(transition: CardTransition, seat: Seat) -> None:
    """Put a seat that doesn't move out of the game, and count its hand."""
    state = transition.state
    hand = state.hands[seat]
    transition.put("points", seat, state.points[seat] + value(hand))
    transition.put("out", seat, next_place(state))
    transition.happened(Dropped(in_order(hand), value(hand)), seat)
    lay_aside(transition, seat)


def lay_aside(transition: CardTransition, seat: Seat) -> None:
    """Take the hand of a seat that left out of the round."""
    bags = transition.state.bags
    transition.change(bags={**bags, "gone": bags["gone"] + transition.state.hands[seat]})
    transition.put("hands", seat, "")


# --- wording in the history -------------------------------------------------------------------------------------------


def _says_deal(told: Told[Dealt]) -> Text:
    facts = told.facts
    values: dict[str, Value] = {"n": facts.round, "dealer": Player(facts.dealer), "up": facts.up}
    if told.reader is not None and (own := facts.draws[told.reader]):
        return say("{dealer} dealt round {n}. The exposed card is {up}. Your cards: {cards}.", cards=own, **values)
    return say("{dealer} dealt round {n}. The exposed card is {up}.", **values)


def _says_count(told: Told[Counted]) -> Text:
    out = tuple(map(Player, told.facts.out))
    added = tuple(
        say("{player} {n}", player=Player(seat), n=n) for seat, n in enumerate(told.facts.added) if n is not None
    )
    if told.facts.stalled and out:
        return say(
            "Nobody laid or changed a word for two rounds of turns, so all hands were counted. Out: {players}.",
            players=out,
        )
    if told.facts.stalled:
        return say("Nobody laid or changed a word for two rounds of turns, so all hands were counted.")
    if out:
        return say("The round is over. Points left in hand: {added}. Out: {players}.", added=added, players=out)
    return say("The round is over. Points left in hand: {added}.", added=added)


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Dealt,
        says=_says_deal,
        hides=lambda state, facts, seat, reader: replace(
            facts, draws=tuple(drawn if each == reader else None for each, drawn in enumerate(facts.draws))
        ),
        tells=lambda facts, seat, seats: to_all("start")(facts, seat, seats) if facts.round == 1 else (),
        begins_a_turn=True,
    ),
    Happening(
        facts=TurnedOver,
        says=card_lines(
            others=template(
                "The pack was used up. The exposed pile was shuffled into a new pack, and the exposed card is now {up}."
            )
        ),
    ),
    Happening(facts=Counted, says=_says_count),
    Happening(
        facts=Dropped,
        says=card_lines(
            mine=template("You missed three turns in a row, so you are out. Your hand, {hand}, counted {added}."),
            others=template("{player} missed three turns in a row and is out. Their hand, {hand}, counted {added}."),
        ),
        tells=to_whose_it_is("lapsed"),
    ),
)
