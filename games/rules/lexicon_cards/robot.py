"""A robot for Lexicon, the card game: lays, adds, exchanges or swaps a card, as its level decides, and challenges
invalid words.

It sees only its view and its words, and acts only by orders."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.rules.chance import Chance
from games.rules.lexicon_cards import cards
from games.rules.lexicon_cards.cards import MASTER, as_dealt
from games.rules.lexicon_cards.levels import CardLevel
from games.rules.lexicon_cards.plan import ONE, Makes, Plan, cards_of, counted, holds, parts, points_of, size_of
from games.rules.robots import Mind
from games.rules.table.turn_kind import TurnView
from games.rules.values import Order, OrderRefused, Seat
from games.rules.word_index import by_spelling
from games.rules.words import Vocabulary

USEFUL = MASTER + "EAIRSTONLHDCUMPGBYWFKVXZJQ"
"""The cards, from those that make words most easily to those that make them least easily."""
FEW = 6
"""The largest hand for which every card that could come is considered."""


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the orders of a robot in this seat; () if it waits."""
    may = view.may
    challenge = view.facts["challenge"]
    if challenge and "ACCEPT" in may:
        if challenge["word"].upper() not in mind.listed:
            return (Order("CHALLENGE"),)
        if "LAY" not in may:
            return (Order("ACCEPT"),)
    if "LAY" not in may:
        return ()
    level = mind.level
    assert isinstance(level, CardLevel)
    return (_planned(view, seat, mind, level) if level.plans else _dearest(view, mind),)


def _dearest(view: TurnView, mind: Mind) -> Order:
    """Return the order that sheds most points; if several, most cards."""
    hand, table = view.facts["hand"], view.facts["table"]
    makes, whole = parts(hand, table, by_spelling(mind.vocabulary)), counted(hand)
    left = {used: (points_of(whole - used), size_of(whole - used)) for used in makes if holds(whole, used)}
    for used in sorted(left, key=lambda used: (left[used], makes[used][1])):
        if order := _order(used, makes[used], hand, table):
            return order
    return _swap(hand, view.facts["exposed"], mind.chance)


# --- with a plan ------------------------------------------------------------------------------------------------------


def _planned(view: TurnView, seat: Seat, mind: Mind, level: CardLevel) -> Order:
    """Return the order after which the hand will probably cost least."""
    facts = view.facts
    hand, table, exposed = facts["hand"], facts["table"], facts["exposed"]
    is_small = len(hand) <= FEW
    reach = hand if is_small or not level.exchanges else hand + exposed
    makes = parts(reach, table, by_spelling(mind.vocabulary), more=1 if is_small and level.exchanges else 0)
    others = [size for other, size in enumerate(facts["cards"]) if size and other != seat]
    plan, whole = Plan(makes, others), counted(hand)
    found: list[tuple[float, Order]] = []
    for used in sorted((used for used in makes if holds(whole, used)), key=lambda used: plan.left(whole - used)):
        if order := _order(used, makes[used], hand, table):
            found.append((plan.left(whole - used), order))
            break
    if level.exchanges:
        found += _takes(plan, hand, exposed)
        if is_small:
            for given in dict.fromkeys(hand):
                found.append((plan.drawing(whole - counted(given)), Order("DRAW", {"card": as_dealt(given)})))
            found += _exchanges(makes, others, hand, table, mind.vocabulary)
    if not found:
        return _swap(hand, exposed, mind.chance)
    return min(found, key=lambda one: one[0])[1]


def _takes(plan: Plan, hand: str, exposed: str) -> Iterator[tuple[float, Order]]:
    """Yield each exchange of a card of the hand for the exposed card that completes a word for the next turn.

    Other exchanges aren't considered, so that robots don't pass a card around for ever."""
    whole, card = counted(hand), counted(exposed)
    for given in dict.fromkeys(map(as_dealt, hand)):
        after = whole - counted(given) + card
        if after != whole and plan.completes(after, card):
            yield plan.left(after), Order("TAKE", {"card": given})


def _exchanges(
    makes: Mapping[int, Makes], others: Sequence[int], hand: str, table: Sequence[str], vocabulary: Vocabulary
) -> Iterator[tuple[float, Order]]:
    """Yield each exchange of a card for a letter of a word on the table that completes a word for the next turn."""
    whole = counted(hand)
    for lies in dict.fromkeys(table):
        plan = Plan({used: one for used, one in makes.items() if one[0] != lies}, others)
        for place, old in enumerate(lies):
            for card in dict.fromkeys(hand.upper().replace(MASTER, "")):
                word = lies[:place] + card + lies[place + 1 :]
                taken = counted(as_dealt(old))
                after = whole - ONE[card] + taken
                if card != old.upper() and word.upper() in vocabulary and plan.completes(after, taken):
                    yield plan.left(after), Order("EXCHANGE", {"word": lies, "makes": word})


# --- giving orders ----------------------------------------------------------------------------------------------------


def _order(used: int, makes: Makes, hand: str, table: Sequence[str]) -> Order | None:
    """Return the order that plays exactly these cards of the hand, or None if the rules would play other cards for the
    same word."""
    lies, word = makes
    for named in _named(word, Counter(word) - Counter(lies.upper()) - Counter(cards_of(used))):
        try:
            made = cards.add(lies, named, hand=hand, table=table) if lies else cards.lay(named, hand)
        except OrderRefused:
            continue
        if counted(made.hand) == counted(hand) - used:
            return Order("ADD", {"word": lies, "makes": made.word}) if lies else Order("LAY", {"word": made.word})
    return None


def _named(word: str, by_masters: Counter[str]) -> Iterator[str]:
    """Yield every way to write the word in which Masters (wild cards) stand for the letters counted in `by_masters`.
    Letters that a Master stands for are in lower case."""
    for places in combinations(range(len(word)), by_masters.total()):
        if Counter(word[place] for place in places) == by_masters:
            yield "".join(letter.lower() if place in places else letter for place, letter in enumerate(word))


def _swap(hand: str, exposed: str, chance: Chance) -> Order:
    """Return the order to exchange the least useful card for the exposed one if that is more useful, else for one
    from the pack.

    The exposed card always improves a hand, so robots don't pass one around for ever."""
    least = max(hand, key=lambda card: (_clumsiness(card, hand.replace(card, "", 1)), chance.below(1000)))
    rest = hand.replace(least, "", 1)
    is_better = bool(exposed) and _clumsiness(exposed, rest) < _clumsiness(least, rest)
    return Order("TAKE" if is_better else "DRAW", {"card": as_dealt(least)})


def _clumsiness(card: str, others: str) -> int:
    """Return how clumsy a card is beside others: later in `USEFUL` and each duplicate count more."""
    return USEFUL.index(as_dealt(card)) + 4 * others.count(card)
