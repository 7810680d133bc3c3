"""A robot for Lexicon: lays or adds what rids it of most points, else swaps its least useful card; challenges whatever is
no word. It knows its view and a word list and only gives orders."""

import re
from collections.abc import Iterable, Iterator

from games.rules.chance import Chance
from games.rules.kind import Order, OrderRefused, Seat
from games.rules.lexicon_cards import cards
from games.rules.lexicon_cards.cards import MASTER, Made, as_dealt, is_master, value
from games.rules.robots import Mind
from games.rules.table.turn_view import TurnView
from games.rules.words import Vocabulary

USEFUL = MASTER + "EAIRSTONLHDCUMPGBYWFKVXZJQ"
"""Cards from those that make words most easily to those that hardly do."""


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Give the order of a robot in this seat; none where it waits."""
    may = {offer.verb for offer in view.offers if offer.refusal is None}
    challenge, hand = view.facts["challenge"], view.facts["hand"]
    if challenge and "ACCEPT" in may:
        if challenge["word"].upper() not in mind.vocabulary:
            return (Order("CHALLENGE"),)
        if "LAY" not in may:
            return (Order("ACCEPT"),)
    if "LAY" not in may:
        return ()
    found = _made(hand, tuple(view.facts["table"]), mind.vocabulary)
    best = min(found, key=lambda made: (value(made.hand), len(made.hand), made.word), default=None)
    if best is None:
        return (_swap(hand, view.facts["exposed"], mind.chance),)
    return (Order("ADD", {"word": best.of, "makes": best.word}) if best.of else Order("LAY", {"word": best.word}),)


def _made(hand: str, table: tuple[str, ...], vocabulary: Vocabulary) -> Iterator[Made]:
    """Every word that can be laid, and every longer one that can be made of a word on the table."""
    for word in _spelt(hand, vocabulary):
        try:
            yield cards.lay(word, hand)
        except OrderRefused:
            continue
    for lies in dict.fromkeys(table):
        for word in _grown(lies, hand, vocabulary):
            try:
                yield cards.add(lies, word, hand=hand, table=table)
            except OrderRefused:
                continue


def _spelt(hand: str, vocabulary: Iterable[str]) -> Iterator[str]:
    """The words that the hand may spell, its Masters for letters it lacks."""
    own, masters = _letters(hand), sum(map(is_master, hand))
    fits = re.compile(f"[{own}]*(?:[A-Z][{own}]*){{{masters}}}" if own else "[A-Z]*").fullmatch
    words = (word for word in vocabulary if cards.SHORTEST <= len(word) <= len(hand) and fits(word))
    return (word for word in words if _lacking(word, hand) <= masters)


def _grown(lies: str, hand: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The longer words, of moderate length, made by putting cards of the hand into a word on the table."""
    masters = sum(map(is_master, hand))
    put_in = "[A-Z]*" if masters else f"[{_letters(hand)}]*"
    fits = re.compile(put_in + put_in.join(lies.upper()) + put_in).fullmatch
    tried = min((vocabulary.holding(letter) for letter in lies.upper()), key=len)
    words = (word for word in tried if len(lies) < len(word) <= len(lies) + len(hand) and fits(word))
    return (word for word in words if _lacking(word, hand + lies.upper()) <= masters)


def _lacking(word: str, cards: str) -> int:
    """The number of letters of the word that are not among the cards."""
    return sum([max(0, word.count(letter) - cards.count(letter)) for letter in set(word)])


def _letters(hand: str) -> str:
    """The letters of which the hand has a card."""
    return "".join(sorted({card for card in hand if not is_master(card)}))


def _swap(hand: str, exposed: str, chance: Chance) -> Order:
    """Swap the least useful card for the exposed one if that is more useful, else for a blind one. The exposed card only
    ever improves a hand, so robots among themselves do not pass one around for ever."""
    least = max(hand, key=lambda card: (_clumsiness(card, hand.replace(card, "", 1)), chance.below(1000)))
    rest = hand.replace(least, "", 1)
    is_better = bool(exposed) and _clumsiness(exposed, rest) < _clumsiness(least, rest)
    return Order("TAKE" if is_better else "DRAW", {"card": as_dealt(least)})


def _clumsiness(card: str, others: str) -> int:
    """Rate a card beside others, higher being less useful: by its place among all cards, and higher for a duplicate."""
    return USEFUL.index(as_dealt(card)) + 4 * others.count(card)
