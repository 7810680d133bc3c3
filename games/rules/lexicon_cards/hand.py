"""A hand, and what may be spent from it: which card stands where when a word is made. No table and no word list stands here."""

from collections.abc import Sequence

from games.rules.kind import OrderRefused
from games.rules.lexicon_cards.pack import MASTER, is_master
from games.rules.messages import say


def spend(hand: str, letters: str) -> tuple[str, str]:
    """The cards that make these letters, sign for sign, and the hand that is left.

    A lower-case letter is to be a Master; a capital is its own card where the hand has one, else a Master. Raises
    OrderRefused, naming the letters, where the hand does not have them."""
    cards, left, short = list(letters), hand, []
    for place in _named_first(letters):
        card = _card_for(cards[place], left)
        if card is None:
            short.append(cards[place])
            continue
        left = left.replace(card, "", 1)
        cards[place] = cards[place].lower() if is_master(card) else card
    if short:
        _refuse(hand, short)
    return "".join(cards), left


def put_away(hand: str, card: str) -> tuple[str, str]:
    """One card of the hand, and the hand without it; `?` is any Master there. Raises OrderRefused where it is not held."""
    found = next((held for held in hand if held == card or (card == MASTER and is_master(held))), None)
    if found is not None:
        return found, hand.replace(found, "", 1)
    if is_master(card):
        raise OrderRefused(say("You do not hold the Master: name one of your own cards."))
    raise OrderRefused(say("You do not hold {card}: name one of your own cards.", card=card))


def _named_first(letters: str) -> Sequence[int]:
    """The places in the order they are served: first those named for a Master, so that it is not gone by then."""
    return sorted(range(len(letters)), key=lambda place: letters[place].isupper())


def _card_for(letter: str, hand: str) -> str | None:
    """The card that would stand for it: its own, a Master that keeps it, a free Master."""
    return next((card for card in (letter, letter.lower(), MASTER) if card in hand), None)


def _refuse(hand: str, short: Sequence[str]) -> None:
    letters = tuple(sorted(letter.upper() for letter in short))
    named = tuple(sorted(letter.upper() for letter in short if letter.islower()))
    has_masters = any(map(is_master, hand))
    if named and not has_masters:
        raise OrderRefused(say("You do not hold the Master: lay cards of your own for {letters}.", letters=named))
    if has_masters:
        raise OrderRefused(
            say("You do not hold {letters} as well: a Master stands for one letter only.", letters=letters)
        )
    raise OrderRefused(say("You do not hold {letters}: use cards of your own.", letters=letters))
