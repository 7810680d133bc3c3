"""The words on the table: how one is laid, added to and changed by exchange, and what is refused.

Only cards and their places are judged here; whether a word is in the word list, and whose turn it is, are judged in `play`.
A word is written as it lies, a Master in lower case. Source: RULES.md, "Your turn" and "The Master".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.kind import OrderRefused
from games.rules.lexicon_cards.hand import spend
from games.rules.lexicon_cards.pack import MASTER
from games.rules.messages import say

SHORTEST = 2
NO_WORD_YET = say("No word lies on the table yet: lay one, or take or draw a card.")


@dataclass(frozen=True)
class Made:
    """A word as it comes to lie, the word it was made of (`""` where it was laid anew), and the hand that is left."""

    word: str
    of: str
    hand: str

    def on(self, table: Sequence[str]) -> tuple[str, ...]:
        """The table's words with this one: in the place of the one it was made of, or behind the others."""
        if not self.of:
            return (*table, self.word)
        place = list(table).index(self.of)
        return (*table[:place], self.word, *table[place + 1 :])


def lay(word: str, hand: str) -> Made:
    """A new word of the hand's own cards."""
    if len(word) < SHORTEST:
        raise OrderRefused(say("A word has two letters or more: LAY {example}.", example="AT"))
    laid, left = spend(hand, word)
    return Made(laid, "", left)


def add(named: str, makes: str, *, hand: str, table: Sequence[str]) -> Made:
    """One card or more put to a word on the table, anywhere in it; what lies keeps its order."""
    lies = find(named, table)
    places = _places_of(lies, makes)
    if places is None:
        raise OrderRefused(
            say(
                "{makes} does not hold the letters of {word} in their order: cards may be added anywhere, none moved.",
                makes=makes.upper(),
                word=lies.upper(),
            )
        )
    if len(makes) == len(lies):
        raise OrderRefused(say("{word} lies there already: add one card or more to it.", word=lies.upper()))
    from_hand, left = spend(hand, "".join(sign for place, sign in enumerate(makes) if place not in places))
    old, new = iter(lies), iter(from_hand)
    return Made("".join(next(old if place in places else new) for place in range(len(makes))), lies, left)


def exchange(named: str, makes: str, *, hand: str, table: Sequence[str], several: bool, sticky: bool) -> Made:
    """Cards of the hand for as many letters of a word on the table, one or (`several`) more; another word stands then.

    A Master that is taken is free again, or (`sticky`) keeps the letter it stood for."""
    lies = find(named, table)
    if len(makes) != len(lies):
        raise OrderRefused(
            say(
                "An exchange keeps the length: {word} has {n} letters, {makes} has {m}. ADD makes a word longer.",
                word=lies.upper(),
                n=len(lies),
                makes=makes.upper(),
                m=len(makes),
            )
        )
    places = [place for place in range(len(lies)) if lies[place].upper() != makes[place].upper()]
    if not places:
        raise OrderRefused(say("{word} lies there already: an exchange makes another word.", word=lies.upper()))
    if len(places) > 1 and not several:
        raise OrderRefused(
            say(
                "One card is exchanged at a time in this game; {word} and {makes} differ in {n} letters.",
                word=lies.upper(),
                makes=makes.upper(),
                n=len(places),
            )
        )
    _refuse_master_for_what_stays(lies, makes)
    from_hand, left = spend(hand, "".join(makes[place] for place in places))
    word = list(lies)
    for place, sign in zip(places, from_hand, strict=True):
        word[place] = sign
    taken = "".join(lies[place] if sticky or lies[place].isupper() else MASTER for place in places)
    return Made("".join(word), lies, left + taken)


def find(named: str, table: Sequence[str]) -> str:
    """The word on the table that is meant, as it lies: with its Master in that place where one is named, else the first.

    Raises OrderRefused where there is none."""
    if not table:
        raise OrderRefused(NO_WORD_YET)
    same = [lies for lies in table if lies.upper() == named.upper()]
    if not same:
        words = tuple(dict.fromkeys(lies.upper() for lies in table))
        raise OrderRefused(say("{word} does not lie on the table. There: {words}.", word=named.upper(), words=words))
    return named if named in same else same[0]


def _places_of(lies: str, makes: str) -> frozenset[int] | None:
    """Where in the new word the old one stands, each letter as early as may be; None where it does not.

    A letter that is named for a Master is either the table's own Master there or comes from the hand."""
    places: list[int] = []
    for place, sign in enumerate(makes):
        if len(places) < len(lies):
            old = lies[len(places)]
            if sign.upper() == old.upper() and (sign.isupper() or old.islower()):
                places.append(place)
    return frozenset(places) if len(places) == len(lies) else None


def _refuse_master_for_what_stays(lies: str, makes: str) -> None:
    for old, new in zip(lies, makes, strict=True):
        if new.islower() and old == new.upper():
            raise OrderRefused(
                say(
                    "The {letter} of {word} stays as it lies: name a Master only where it is laid.",
                    letter=old,
                    word=lies.upper(),
                )
            )


def shown(signs: str) -> str:
    """A word or cards as people read them: `?` behind a letter that a Master stands for, as it may be written too."""
    return "".join(f"{sign.upper()}{MASTER}" if sign.islower() else sign for sign in signs)
