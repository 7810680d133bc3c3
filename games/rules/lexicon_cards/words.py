"""The three orders of a word: it is laid, cards are added to one on the table, or exchanged for letters of it.

How cards make a word stands in `making`."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from games.rules.facts import Facts
from games.rules.kind import Order, OrderRefused, Seat, Unreadable
from games.rules.lexicon_cards import making
from games.rules.lexicon_cards.challenges import close_window, open_window
from games.rules.lexicon_cards.making import Made, shown
from games.rules.lexicon_cards.rounds import APART, CardCourse, check_turn, end_round, next_turn
from games.rules.lexicon_cards.state import State, Window
from games.rules.lexicon_cards.writing import MARKS, WORD, Letters, argument_of, word_of, written
from games.rules.lines import Line, Phrase
from games.rules.messages import Text, say, template
from games.rules.reading import Grammar, Reads
from games.rules.showing import Field, Offer
from games.rules.table.verbs import Happening, Told, Verb, an_order
from games.rules.words import WordList

_BETWEEN = re.compile(r"\s*(?:->|=>|→|=)\s*|\s+(?:to|into|for)\s+|[\s,]+", re.IGNORECASE)


# --- orders, and what happens -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AWord(Facts):
    """A Master in lower case."""

    verb: ClassVar[str]
    word: str


@dataclass(frozen=True)
class Change(AWord):
    """A word on the table, and the one that is made of it."""

    verb: ClassVar[str]
    makes: str


class Lay(AWord):
    verb = "LAY"


class Add(Change):
    verb = "ADD"


class Exchange(Change):
    verb = "EXCHANGE"


class Laid(AWord):
    verb = "lay"


class Added(Change):
    verb = "add"


class Exchanged(Change):
    verb = "exchange"


# --- carried out ------------------------------------------------------------------------------------------------------


def _check_change(state: State, seat: Seat, words: WordList) -> None:
    check_turn(state, seat, words)
    if not state.table:
        raise OrderRefused(making.NO_WORD_YET)


def _lay(transition: CardCourse, seat: Seat, facts: Lay) -> None:
    made = making.lay(_letters(facts.word), transition.state.hands[seat])
    _make(transition, seat, made, Laid(made.word))


def _add(transition: CardCourse, seat: Seat, facts: Add) -> None:
    word, makes, state = _letters(facts.word), _letters(facts.makes), transition.state
    made = making.add(word, makes, hand=state.hands[seat], table=state.table)
    _make(transition, seat, made, Added(made.of, made.word))


def _exchange(transition: CardCourse, seat: Seat, facts: Exchange) -> None:
    word, makes, state = _letters(facts.word), _letters(facts.makes), transition.state
    made = making.exchange(
        word,
        makes,
        hand=state.hands[seat],
        table=state.table,
        several=state.options.exchange == "several",
        sticky=state.options.sticky_master,
    )
    _make(transition, seat, made, Exchanged(made.of, made.word))


def _letters(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        raise OrderRefused(say("A word is written in letters A–Z: {example}.", example="LAY CAT"))
    return word


def _make(transition: CardCourse, seat: Seat, made: Made, told: Facts) -> None:
    """The word on the table; it stands at once, or may be challenged first."""
    before = transition.state
    _check_word(before, made, transition.words)
    close_window(transition)
    transition.change(table=made.on(before.table), idle=0)
    transition.put("hands", seat, made.hand)
    transition.happened(told, seat)
    if before.options.word_check == "challenge":
        open_window(transition, Window(seat, made.word, before.hands[seat], before.table, not made.hand))
    elif made.hand:
        next_turn(transition, seat)
    else:
        end_round(transition)


def _check_word(state: State, made: Made, words: WordList) -> None:
    """Where words are enforced, what stands then must be one."""
    word = made.word.upper()
    if state.options.word_check == "challenge" or word in words:
        return
    if made.word.isupper():
        raise OrderRefused(say("{word} is not in the word list. Your cards stay in your hand.", word=word))
    raise OrderRefused(
        say(
            "{word} is not in the word list. To name the letter that a Master stands for, write ? behind it: {example}.",
            word=word,
            example="LAY CA?T",
        )
    )


# --- written ----------------------------------------------------------------------------------------------------------


def _read_lay(line: Line, phrase: Phrase, letters: Letters = str) -> Order | None:
    argument = argument_of(line, "LAY")
    if not argument:
        raise Unreadable(line=line.raw, why=say("LAY needs a word made of your cards."), correct="LAY CAT")
    if argument[0] in MARKS or any(f"{mark}{other}" in argument for mark in MARKS for other in MARKS):
        why = say("Name the letter that a Master stands for, and write ? behind it.")
        raise Unreadable(line=line.raw, why=why, correct="LAY CA?T")
    if not WORD.fullmatch(argument):
        return None
    return Order("LAY", {"word": word_of(argument, letters)})


def _read_change(needs: Text, right: str, line: Line, phrase: Phrase, letters: Letters = str) -> Order | None:
    named = [part for part in _BETWEEN.split(argument_of(line, phrase.verb)) if part]
    if not all(map(WORD.fullmatch, named)) or len(named) > 2:
        return None
    if len(named) < 2:
        raise Unreadable(line=line.raw, why=needs, correct=right)
    word, makes = (word_of(part, letters) for part in named)
    return Order(phrase.verb, {"word": word, "makes": makes})


_READS: Mapping[str, Callable[..., Order | None]] = {
    "LAY": _read_lay,
    "ADD": partial(
        _read_change, say("ADD needs a word on the table and the longer one you make of it."), "ADD ARE CARESS"
    ),
    "EXCHANGE": partial(
        _read_change,
        say("EXCHANGE needs a word on the table and the one that stands after the exchange."),
        "EXCHANGE LARCH LURCH",
    ),
}


class CardGrammar(Grammar):
    """In mail a word is read in capitals too, not only a layout."""

    def ignoring_case(self) -> Grammar:
        in_capitals: Mapping[str, Reads] = {verb: partial(reads, letters=str.upper) for verb, reads in _READS.items()}
        return replace(self, letters=str.upper, verbs={**self.verbs, **in_capitals})


# --- offered ----------------------------------------------------------------------------------------------------------


def _offer_lay(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_round_ending:
        return None
    word = Field(say("The word"), "word", help=say("Write ? behind a letter that a Master is to stand for."))
    return Offer("LAY", say("Lay"), refusal, does=say("`LAY` lays a word"), fields=(word,), example="LAY …")


def _offer_change(verb: str, label: Text, does: Text, state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_round_ending:
        return None
    lies = tuple((shown(word), say("{word}", word=shown(word))) for word in dict.fromkeys(state.table))
    fields = (
        Field(say("On the table"), "choice", choices=lies),
        Field(say("Makes"), "word", help=say("Write ? behind a letter that a Master is to stand for.")),
    )
    first = state.table[0].upper() if state.table else "ARE"
    return Offer(verb, label, refusal, does=does, fields=fields, example=f"{verb} {first} …")


# --- as it is told ----------------------------------------------------------------------------------------------------


def _says_change(*, mine: str, others: str) -> Callable[[Told[Any]], Text]:
    return lambda told: told.line(mine=mine, others=others, word=shown(told.facts.word), makes=shown(told.facts.makes))


VERBS = (
    Verb(
        facts=Lay,
        check=check_turn,
        carry_out=_lay,
        offer=_offer_lay,
        reads=_READS["LAY"],
        writes=written,
        examples=("LAY CAT",),
        help={"LAY CAT": template("lay a word")},
        apart_from=APART,
    ),
    Verb(
        facts=Add,
        check=_check_change,
        carry_out=_add,
        offer=partial(_offer_change, "ADD", say("Add"), say("`ADD` adds cards to a word on the table")),
        reads=_READS["ADD"],
        writes=written,
        examples=("ADD ARE CARESS",),
        help={"ADD ARE CARESS": template("make CARESS of ARE on the table")},
        apart_from=APART,
    ),
    Verb(
        facts=Exchange,
        check=_check_change,
        carry_out=_exchange,
        offer=partial(
            _offer_change,
            "EXCHANGE",
            say("Exchange"),
            say("`EXCHANGE` exchanges a card for a letter of a word on the table"),
        ),
        reads=_READS["EXCHANGE"],
        writes=written,
        examples=("EXCHANGE LARCH LURCH",),
        help={"EXCHANGE LARCH LURCH": template("exchange a card, so that LARCH becomes LURCH")},
        apart_from=APART,
    ),
)
HAPPENINGS = (
    Happening(
        facts=Laid,
        says=lambda told: told.line(
            mine=template("You laid {word}."), others=template("{player} laid {word}."), word=shown(told.facts.word)
        ),
        came_of=an_order(lambda facts: Lay(facts.word)),
    ),
    Happening(
        facts=Added,
        says=_says_change(
            mine=template("You made {makes} of {word}."), others=template("{player} made {makes} of {word}.")
        ),
        came_of=an_order(lambda facts: Add(facts.word, facts.makes)),
    ),
    Happening(
        facts=Exchanged,
        says=_says_change(
            mine=template("You exchanged cards: {word} is {makes} now."),
            others=template("{player} exchanged cards: {word} is {makes} now."),
        ),
        came_of=an_order(lambda facts: Exchange(facts.word, facts.makes)),
    ),
)
