"""Orders that make a word: lay one, add to one on the table, or exchange a card in one.

`cards` knows how cards make a word."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from games.rules.facts import Facts
from games.rules.lexicon_cards import cards
from games.rules.lexicon_cards.cards import (
    MARKS,
    WORD,
    Letters,
    Made,
    argument_of,
    card_lines,
    shown,
    value,
    word_of,
    written,
)
from games.rules.lexicon_cards.challenges import close_window, open_window
from games.rules.lexicon_cards.rounds import (
    CardTransition,
    check_turn,
    end_round,
    next_turn,
    verb_of_a_turn,
)
from games.rules.lexicon_cards.state import TABLE, Options, State, Window, hand_of
from games.rules.lines import Line, Phrase
from games.rules.panels import Field, Offer, Trial, TriedRun
from games.rules.reading import Grammar
from games.rules.table.facts import MayStand
from games.rules.table.standing import HAPPENING, OFF, as_told, read_if_late, verb_if_late
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, an_order
from games.rules.texts import Text, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import WordList

_BETWEEN = re.compile(r"\s*(?:->|=>|→|=)\s*|\s+(?:to|into|for)\s+|[\s,]+", re.IGNORECASE)


# --- orders and events ------------------------------------------------------------------------------------------------


class AWord(Facts):
    """A word with Masters in lower case."""

    verb: ClassVar[str]
    word: str


class Change(AWord):
    """A word on the table, and the word made from it."""

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


class Exchanged(Change, MayStand):
    verb = "exchange"


# --- carrying out -----------------------------------------------------------------------------------------------------


def _check_change(state: State, seat: Seat, words: WordList) -> None:
    check_turn(state, seat, words)
    if not state.table:
        raise OrderRefused(cards.NO_WORD_YET)


def _made_by_laying(state: State, seat: Seat, facts: Lay) -> Made:
    return cards.lay(_letters(facts.word), state.hands[seat])


def _made_by_adding(state: State, seat: Seat, facts: Add) -> Made:
    return cards.add(_letters(facts.word), _letters(facts.makes), hand=state.hands[seat], table=state.table)


def _made_by_exchange(state: State, seat: Seat, facts: Exchange) -> Made:
    return cards.exchange(
        _letters(facts.word),
        _letters(facts.makes),
        hand=state.hands[seat],
        table=state.table,
        several=state.options.exchange == "several",
        sticky=state.options.sticky_master,
    )


def _letters(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        raise OrderRefused("Write a word with the letters A–Z, for example {example}.", example="LAY CAT")
    return word


def _make(
    makes: Callable[[State, Seat, Any], Made],
    tells: Callable[[Made], Facts],
    transition: CardTransition,
    seat: Seat,
    facts: Facts,
) -> None:
    """Put the word on the table.

    Where words are looked up at once, it must be valid. Otherwise it can be challenged first."""
    before = transition.state
    made = makes(before, seat, facts)
    _check_word(made.word, before.options, transition.words)
    close_window(transition)
    transition.change(table=made.on(before.table), idle=0)
    transition.put("hands", seat, made.hand)
    transition.happened(tells(made), seat)
    if before.options.word_check == "challenge":
        open_window(transition, Window(seat, made.word, before.hands[seat], before.table, not made.hand))
    elif made.hand:
        next_turn(transition, seat)
    else:
        end_round(transition)


def _check_word(made: str, options: Options, words: WordList) -> None:
    """Raise OrderRefused for an invalid word, in games that look words up at once."""
    word = made.upper()
    if options.word_check == "challenge" or word in words:
        return
    if made.isupper():
        raise OrderRefused("{word} isn’t in the word list. Your cards stay in your hand.", word=word)
    raise OrderRefused(
        "{word} isn’t in the word list. To show which letter a Master stands for, write ? after it: {example}.",
        word=word,
        example="LAY CA?T",
    )


# --- trials -----------------------------------------------------------------------------------------------------------


def _try(makes: Callable[[State, Seat, Any], Made], state: State, seat: Seat, facts: Facts, words: WordList) -> Trial:
    """Return the points that a word takes out of the hand. Only games that refuse invalid words also show whether it
    is valid."""
    made, is_enforced = makes(state, seat, facts), state.options.word_check == "enforced"
    points, stay = value(state.hands[seat]) - value(made.hand), value(made.hand)
    refusal = None
    try:
        _check_word(made.word, state.options, words)
    except OrderRefused as refused:
        refusal = refused.why
    if not made.hand:
        says = say(
            "off your hand, leaving it empty. The round ends unless {word} turns out to be invalid.",
            word=made.word.upper(),
        )
    elif points > 0:
        says = say("off your hand, leaving {n}.", n=stay)
    else:
        says = say("Your hand will count {n} points. Now it counts {m}.", n=stay, m=stay + points)
    return Trial(
        says=says,
        points=points if points > 0 else None,
        runs=(TriedRun(shown(made.word), is_word=refusal is None if is_enforced else None),),
        refusal=refusal,
    )


# --- reading commands -------------------------------------------------------------------------------------------------


def _read_lay(line: Line, phrase: Phrase, letters: Letters = str) -> Order | None:
    argument = argument_of(line, "LAY")
    if not argument:
        raise Unreadable("After LAY, write a word made from your cards.", line=line.raw, correct="LAY CAT")
    if argument[0] in MARKS or any(f"{mark}{other}" in argument for mark in MARKS for other in MARKS):
        raise Unreadable(
            "Write the letter that the Master stands for, with ? after it.", line=line.raw, correct="LAY CA?T"
        )
    if not WORD.fullmatch(argument):
        return None
    return Order("LAY", {"word": word_of(argument, letters)})


def _read_change(needs: Text, right: str, line: Line, phrase: Phrase, letters: Letters = str) -> Order | None:
    named = [part for part in _BETWEEN.split(argument_of(line, phrase.verb)) if part]
    if not all(map(WORD.fullmatch, named)) or len(named) > 2:
        return None
    if len(named) < 2:
        raise Unreadable(needs, line=line.raw, correct=right)
    word, makes = (word_of(part, letters) for part in named)
    return Order(phrase.verb, {"word": word, "makes": makes})


_read_add = partial(
    _read_change, say("After ADD, write a word on the table and the longer word you make from it."), "ADD ARE CARESS"
)
_read_exchange = partial(
    _read_change,
    say("After EXCHANGE, write a word on the table and the word it becomes."),
    "EXCHANGE LARCH LURCH",
)


class CardGrammar(Grammar):
    """A grammar that also ignores the case of words in emails."""

    def ignoring_case(self) -> Grammar:
        in_capitals = {
            "LAY": partial(_read_lay, letters=str.upper),
            "ADD": partial(_read_add, letters=str.upper),
            "EXCHANGE": (exchange := partial(_read_exchange, letters=str.upper)),
            "STANDING": partial(read_if_late, "EXCHANGE", exchange, written),
        }
        return replace(self, letters=str.upper, verbs={**self.verbs, **in_capitals})


# --- offers -----------------------------------------------------------------------------------------------------------


_NAME_THE_LETTER = say("Write ? after a letter to use a Master for it.")


def _offer_lay(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_round_ending:
        return None
    word = Field(say("Word"), "word", help=_NAME_THE_LETTER, rack=hand_of(seat))
    return Offer("LAY", say("Lay"), refusal, does=say("`LAY` lays a word"), fields=(word,), example="LAY …")


def _offer_change(verb: str, label: Text, does: Text, state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_round_ending:
        return None
    lies = tuple((shown(word), say("{word}", word=shown(word))) for word in dict.fromkeys(state.table))
    fields = (
        Field(say("On the table"), "choice", choices=lies),
        Field(
            say("New word"),
            "word",
            help=_NAME_THE_LETTER,
            rack=hand_of(seat),
            words=TABLE,
            by="adding" if verb == Add.verb else "exchanging",
            most=1 if verb == Exchange.verb and state.options.exchange == "one" else 0,
        ),
    )
    first = state.table[0].upper() if state.table else "ARE"
    return Offer(verb, label, refusal, does=does, fields=fields, example=f"{verb} {first} …")


def _asks_for_exchange(state: State, seat: Seat) -> Field | None:
    if state.is_round_ending:
        return None
    return Field(
        say("Exchange this for me if I’m late"),
        "text",
        after=Exchange.verb,
        none=OFF,
        is_optional=True,
        help=say(
            "Write the word on the table and the word it becomes, for example LARCH LURCH. Leave empty to cancel. "
            "It is done once, if it is possible then."
        ),
    )


_EXCHANGE = verb_of_a_turn(
    facts=Exchange,
    check=_check_change,
    tries=partial(_try, _made_by_exchange),
    carry_out=partial(_make, _made_by_exchange, lambda made: Exchanged(made.of, made.word)),
    offer=partial(
        _offer_change,
        "EXCHANGE",
        say("Exchange"),
        say("`EXCHANGE` exchanges a card for a letter in a word on the table"),
    ),
    reads=_read_exchange,
    examples=("EXCHANGE LARCH LURCH",),
    help={"EXCHANGE LARCH LURCH": template("exchange a card to turn LARCH into LURCH")},
)
VERBS: tuple[AnyVerb, ...] = (
    verb_of_a_turn(
        facts=Lay,
        tries=partial(_try, _made_by_laying),
        carry_out=partial(_make, _made_by_laying, lambda made: Laid(made.word)),
        offer=_offer_lay,
        reads=_read_lay,
        examples=("LAY CAT",),
        help={"LAY CAT": template("lay a word")},
    ),
    verb_of_a_turn(
        facts=Add,
        check=_check_change,
        tries=partial(_try, _made_by_adding),
        carry_out=partial(_make, _made_by_adding, lambda made: Added(made.of, made.word)),
        offer=partial(_offer_change, "ADD", say("Add"), say("`ADD` adds cards to a word on the table")),
        reads=_read_add,
        examples=("ADD ARE CARESS",),
        help={"ADD ARE CARESS": template("turn ARE on the table into CARESS")},
    ),
    _EXCHANGE,
)
IF_LATE: AnyVerb = verb_if_late(_EXCHANGE, field=_asks_for_exchange)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Laid,
        says=card_lines(mine=template("You laid {word}."), others=template("{player} laid {word}.")),
        came_of=an_order(lambda facts: Lay(facts.word)),
    ),
    Happening(
        facts=Added,
        says=card_lines(
            mine=template("You turned {word} into {makes}."), others=template("{player} turned {word} into {makes}.")
        ),
        came_of=an_order(lambda facts: Add(facts.word, facts.makes)),
    ),
    Happening(
        facts=Exchanged,
        says=as_told(
            mine=template("You were late, so your standing order exchanged cards. {word} is now {makes}."),
            others=template("{player} was late, so their standing order exchanged cards. {word} is now {makes}."),
            otherwise=card_lines(
                mine=template("You exchanged cards. {word} is now {makes}."),
                others=template("{player} exchanged cards. {word} is now {makes}."),
            ),
            says=card_lines,
        ),
        came_of=an_order(lambda facts: Exchange(facts.word, facts.makes)),
    ),
    HAPPENING,
)
