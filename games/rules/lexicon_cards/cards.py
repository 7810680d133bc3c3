"""The cards: their values, the pack, hands, making words on the table, and how cards and words are written.

A card is a letter A–Z or `?`, the Master. Several cards are a string; a pile is drawn from its right end. A Master
that stands for a letter is that letter in lower case, on the table and in a hand where it keeps its letter. `turns`
checks the word list and whose turn it is. Source: RULES.md, "Your turn" and "The Master"."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from games.rules.chance import Chance
from games.rules.lines import Line, fold
from games.rules.reading import as_written
from games.rules.table.verbs import Told
from games.rules.texts import Text, say
from games.rules.values import Order, OrderRefused

MASTER = "?"
THE_MASTER = say("Master")
HAND = 10
"""Cards dealt to each player."""

_ORDER = ascii_uppercase + MASTER

COUNTS: Mapping[str, int] = {
    card: count for count, cards in {4: "AEI", 3: "HLORSTUW", 1: "BCDFGJKMNPQVXYZ" + MASTER}.items() for card in cards
}
"""The cards of one pack of 52, as published."""

VALUES: Mapping[str, int] = {
    card: value
    for value, cards in {10: "AEI", 8: "CHKLMNOPRSTUW", 6: "DJV", 4: "GQY", 2: "BFXZ", 15: MASTER}.items()
    for card in cards
}
"""The points of each card left in a hand, as published; a pack has 405 in all."""


def cards_of(packs: int) -> str:
    """Return all the cards of this many packs, in the order A…Z, with the Masters last."""
    return "".join(card * COUNTS[card] * packs for card in _ORDER)


def as_dealt(card: str) -> str:
    """Return the card as in a pack, where a Master has no letter."""
    return MASTER if card.islower() else card


def is_master(card: str) -> bool:
    return as_dealt(card) == MASTER


def in_order(cards: Iterable[str]) -> str:
    """Return the cards in the order A…Z, with the Masters last. Masters are sorted by their letters."""
    return "".join(sorted(cards, key=lambda card: (_ORDER.index(as_dealt(card)), card)))


def value(cards: str) -> int:
    """Return the points of the cards together."""
    return sum(VALUES[as_dealt(card)] for card in cards)


def dearest(hand: str) -> str:
    """Return the card with the most points. If several have the most, return the first in the alphabet."""
    return min(in_order(hand), key=lambda card: -value(card))


def shuffled(cards: str, chance: Chance) -> str:
    """Return a shuffled pile of these cards; Masters lose their letters.

    The cards are sorted first, so that the result doesn't depend on their order."""
    return "".join(chance.shuffle(in_order(map(as_dealt, cards))))


def spend(hand: str, letters: str) -> tuple[str, str]:
    """Return the cards that make these letters, in order, and the rest of the hand.

    A lower-case letter must be a Master. A capital is its own card if the hand has one, else a Master. Raises
    OrderRefused, naming the letters, if the hand doesn't have them."""
    cards, left, short = list(letters), hand, []
    # letters marked as Masters go first, so that a Master is left for them
    for place in sorted(range(len(letters)), key=lambda place: letters[place].isupper()):
        letter = cards[place]
        card = next((card for card in (letter, letter.lower(), MASTER) if card in left), None)
        if card is None:
            short.append(letter)
            continue
        left = left.replace(card, "", 1)
        cards[place] = cards[place].lower() if is_master(card) else card
    if not short:
        return "".join(cards), left
    lacking = tuple(sorted(letter.upper() for letter in short))
    named = tuple(sorted(letter.upper() for letter in short if letter.islower()))
    has_masters = any(map(is_master, hand))
    if named and not has_masters:
        why = say("You don’t hold a Master. Use your own cards for {letters}.", letters=named)
    elif has_masters:
        why = say("You don’t hold {letters} as well. A Master stands for only one letter.", letters=lacking)
    else:
        why = say("You don’t hold {letters}. Use only cards from your hand.", letters=lacking)
    raise OrderRefused(why)


def put_away(hand: str, card: str) -> tuple[str, str]:
    """Return a card of the hand and the rest of the hand; `?` is any Master. Raises OrderRefused if the card isn't
    held."""
    found = next((held for held in hand if held == card or (card == MASTER and is_master(held))), None)
    if found is not None:
        return found, hand.replace(found, "", 1)
    if is_master(card):
        raise OrderRefused("You don’t hold a Master. Name one of your own cards.")
    raise OrderRefused("You don’t hold {card}. Name one of your own cards.", card=card)


# --- words on the table -----------------------------------------------------------------------------------------------

SHORTEST = 2
NO_WORD_YET = say("There are no words on the table yet. Lay one, or take or draw a card.")


@dataclass(frozen=True)
class Made:
    """A word made on the table, the word it was made from (`""` for a new one), and the rest of the hand."""

    word: str
    of: str
    hand: str

    def on(self, table: Sequence[str]) -> tuple[str, ...]:
        """Return the words on the table with this one, in place of the word it was made from, or last."""
        if not self.of:
            return (*table, self.word)
        place = list(table).index(self.of)
        return (*table[:place], self.word, *table[place + 1 :])


def lay(word: str, hand: str) -> Made:
    """Make a new word from the hand. Raises OrderRefused."""
    if len(word) < SHORTEST:
        raise OrderRefused("A word needs at least two letters, for example LAY {example}.", example="AT")
    laid, left = spend(hand, word)
    return Made(laid, "", left)


def add(named: str, makes: str, *, hand: str, table: Sequence[str]) -> Made:
    """Add one or more cards anywhere in a word on the table; its own letters keep their order. Raises OrderRefused."""
    lies = find(named, table)
    places = _places_of(lies, makes)
    if places is None:
        raise OrderRefused(
            "{makes} doesn’t contain the letters of {word} in order. You can add cards anywhere, but you can’t "
            "move any.",
            makes=makes.upper(),
            word=lies.upper(),
        )
    if len(makes) == len(lies):
        raise OrderRefused("{word} is already on the table. Add at least one card to it.", word=lies.upper())
    from_hand, left = spend(hand, "".join(character for place, character in enumerate(makes) if place not in places))
    old, new = iter(lies), iter(from_hand)
    return Made("".join(next(old if place in places else new) for place in range(len(makes))), lies, left)


def exchange(named: str, makes: str, *, hand: str, table: Sequence[str], several: bool, sticky: bool) -> Made:
    """Exchange cards of the hand for letters of a word on the table: one, or more if `several`.

    A Master that is taken loses its letter unless `sticky`. Raises OrderRefused."""
    lies = find(named, table)
    if len(makes) != len(lies):
        raise OrderRefused(
            "An exchange doesn’t change the length. {word} has {n} letters and {makes} has {m}. Use ADD to make a "
            "word longer.",
            word=lies.upper(),
            n=len(lies),
            makes=makes.upper(),
            m=len(makes),
        )
    places = [place for place in range(len(lies)) if lies[place].upper() != makes[place].upper()]
    if not places:
        raise OrderRefused("{word} is already on the table. An exchange must make a different word.", word=lies.upper())
    if len(places) > 1 and not several:
        raise OrderRefused(
            "In this game you can only exchange one card at a time. {word} and {makes} differ in {n} letters.",
            word=lies.upper(),
            makes=makes.upper(),
            n=len(places),
        )
    for old, new in zip(lies, makes, strict=True):
        if new.islower() and old == new.upper():
            raise OrderRefused(
                "The {letter} in {word} stays as it is. Only mark a Master where you lay one.",
                letter=old,
                word=lies.upper(),
            )
    from_hand, left = spend(hand, "".join(makes[place] for place in places))
    word = list(lies)
    for place, character in zip(places, from_hand, strict=True):
        word[place] = character
    taken = "".join(lies[place] if sticky or lies[place].isupper() else MASTER for place in places)
    return Made("".join(word), lies, left + taken)


def find(named: str, table: Sequence[str]) -> str:
    """Return the named word among those on the table. If several have these letters, the one with its Master in the
    named position is preferred, then the first.

    Raises OrderRefused if there is none."""
    if not table:
        raise OrderRefused(NO_WORD_YET)
    same = [lies for lies in table if lies.upper() == named.upper()]
    if not same:
        words = tuple(dict.fromkeys(lies.upper() for lies in table))
        raise OrderRefused("{word} isn’t on the table. Words on the table: {words}.", word=named.upper(), words=words)
    return named if named in same else same[0]


def _places_of(lies: str, makes: str) -> frozenset[int] | None:
    """Return the places of the old word's letters in the new one, each as early as possible, or None if it isn't
    contained.

    A letter marked as a Master is the table's own Master there, or comes from the hand."""
    places: list[int] = []
    for place, character in enumerate(makes):
        if len(places) < len(lies):
            old = lies[len(places)]
            if character.upper() == old.upper() and (character.isupper() or old.islower()):
                places.append(place)
    return frozenset(places) if len(places) == len(lies) else None


# --- writing ----------------------------------------------------------------------------------------------------------


def shown(characters: str) -> str:
    """Return a word or cards as players read and write them: a letter that a Master stands for has `?` after it."""
    return "".join(f"{character.upper()}{MASTER}" if character.islower() else character for character in characters)


Letters = Callable[[str], str]
"""Treats the case of a word: `str`, or `str.upper` where case is ignored."""

MARKS = "?*"
WORD = re.compile(rf"(?:[A-Za-z][{MARKS}]?)+")
_LETTER = re.compile(rf"([A-Za-z])([{MARKS}]?)")
_AROUND = " .!,:;\"'“”„«»‘’"


def argument_of(line: Line, verb: str) -> str:
    """Return the line after the verb, without emphasis or punctuation around it, but with a Master's mark at its
    end."""
    return fold(line.written_after(verb)).strip(_AROUND)


def word_of(text: str, letters: Letters) -> str:
    """Return the word in capitals, with lower case where a Master is marked."""
    characters = _LETTER.findall(letters(text))
    capitals = sum(letter.isupper() for letter, _ in characters)
    case_counts = capitals > len(characters) - capitals
    return "".join(
        letter.lower() if mark or (case_counts and letter.islower()) else letter.upper() for letter, mark in characters
    )


def written(order: Order) -> str:
    """Write an order so that it reads back the same in an email, where case is ignored."""
    return as_written(Order(order.verb, {name: shown(characters) for name, characters in order.facts.items()}))


def card_lines(*, others: str, mine: str = "") -> Callable[[Told[Any]], Text]:
    """Return a function that words an event like the one that `lines` returns, except that words and cards in the
    sentence are written by `shown`."""

    def says(told: Told[Any]) -> Text:
        facts = vars(told.facts).items()
        values = {name: shown(fact) if isinstance(fact, str) else fact for name, fact in facts}
        return told.line(mine=mine, others=others, **values)

    return says
