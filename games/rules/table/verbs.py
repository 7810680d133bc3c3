"""Rows that describe the orders and events of a game; each is one value in its game's list.

A `Verb` gives the check, grammar, HELP, button and API command of an order. A `Happening` gives what each reader may know of an
event, its sentence, who gets a mail, and the orders that caused it when a record is replayed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from string import Formatter
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from games.rules.facts import Facts
from games.rules.panels import Offer, Trial
from games.rules.reading import Reads, as_written, bare
from games.rules.texts import Player, Text, Value, say
from games.rules.values import Order, Seat
from games.rules.words import WordList

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F", bound=Facts)
SubstituteWith: TypeAlias = Literal["layouts", "everything", "nothing"]

# --- verbs ------------------------------------------------------------------------------------------------------------


def no_button(state: object, seat: Seat, refusal: Text | None) -> Offer | None:
    """Return None: the order is never worth a button."""
    return None


@dataclass(frozen=True, kw_only=True)
class Verb(Generic[S, C, F]):
    """An order that players may give.

    `check` raises OrderRefused if the seat may not give it now; that becomes the `refusal` of its button. `carry_out`
    checks whatever depends on its facts. `offer` returns the button; None if there should be none."""

    facts: type[F]
    carry_out: Callable[[C, Seat, F], None]
    check: Callable[[S, Seat, WordList], None] = lambda state, seat, words: None
    offer: Callable[[S, Seat, Text | None], Offer | None] = no_button
    tries: Callable[[S, Seat, F, WordList], Trial] | None = None
    """Returns what the order would do, even out of turn; it may raise OrderRefused as `carry_out` does. None for orders
    whose effect is obvious."""
    reads: Reads | None = None
    """Reads the rest of the line; None if the verb is alone on its line. `is_written` is False for verbs that are never
    written in a text, such as a look."""
    is_written: bool = True
    is_a_players: bool = True
    """False for orders that the server gives for a player, such as that a mail was accepted."""
    also_read: Mapping[str, Reads] = field(default_factory=dict)
    """Other words for this order, or for a special case of it: PASS is an exchange of nothing."""
    writes: Callable[[Order], str] = as_written
    examples: tuple[str, ...] = ()
    """One example of each way to write its facts."""
    help: Mapping[str, str] = field(default_factory=dict)
    """The forms of the order, each with a few words on what it does, as HELP lists them."""
    done: str = ""
    """A sentence for the player who gave it; empty if the sentences of its events are shown instead."""
    apart_from: frozenset[str] = frozenset()
    """The verbs with which it cannot share a request."""
    is_of_its_turn: bool = True
    """True if, sent by mail, it counts only in reply to the mail about the current turn."""
    is_open_in_a_pause: bool = False
    at: Callable[["AnyVerb", Any], "AnyVerb | None"] = lambda verb, options: verb
    """Returns the verb adapted to a game with these options; None if that game doesn't have it."""
    substitute_with: SubstituteWith = "layouts"
    """The smallest permission with which a substitute may give it: `layouts` for layouts and moves, `everything`, or `nothing` if
    only the seat's own player may."""
    last: int = 0
    """Its place among the orders of one request: higher numbers are carried out later."""
    is_given_severally: bool = False
    """True if one request may hold several, about different things."""
    is_prose: bool = False
    """True if its line ends in free text, which a mail program may have wrapped."""

    @property
    def name(self) -> str:
        return self.facts.verb

    @property
    def readings(self) -> Mapping[str, Reads]:
        own = {self.name: self.reads or bare(self.name)} if self.is_written else {}
        return {**own, **self.also_read}


AnyVerb: TypeAlias = Verb[Any, Any, Any]


# --- happenings -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told(Generic[F]):
    """An event as one reader may know it; `reader` is None for a spectator."""

    facts: F
    seat: Seat | None
    reader: Seat | None

    @property
    def is_mine(self) -> bool:
        return self.seat is not None and self.seat == self.reader

    @property
    def who(self) -> dict[str, Value]:
        return {} if self.seat is None else {"player": Player(self.seat)}

    def line(self, *, mine: str, others: str, **values: Value) -> Text:
        """Return the sentence `mine` for the player concerned, and for everybody else `others`, which also names the
        player."""
        return say(mine, **values) if self.is_mine else say(others, **self.who, **values)


Notice: TypeAlias = Literal[
    "start",
    "tile",
    "granted",
    "red",
    "result",
    "turn",
    "asked",
    "released",
    "lapsed",
    "swap",
    "challenged",
    "away",
    "table",
    "seated",
    "said",
]
"""The kind of a mail about an event."""
Notices: TypeAlias = Iterable[tuple[Seat, Notice]]
CameOf: TypeAlias = Iterable[tuple[Seat, Facts]]


def known_to_all(state: object, seat: Seat | None, reader: Seat | None) -> bool:
    """Return True: the event's seat is no reason to hide it from anybody."""
    return True


def nothing_hidden(state: object, facts: F, seat: Seat | None, reader: Seat | None) -> F:
    """Return the facts: everybody may know all of them."""
    return facts


def nothing_said(told: object) -> Text | None:
    """Return no sentence: the history has no line for such an event."""
    return None


@dataclass(frozen=True, kw_only=True)
class Happening(Generic[S, F]):
    """A kind of event: who may know its facts, how it is worded, and who gets an email.

    `hides` returns the facts that a reader may know while the game is in progress, or None if they may not even know that
    it happened; after the game everybody may know everything. `came_of` returns the orders that caused it, each with its
    seat, from the state before it; there are none for an event that follows by itself. `tells` returns the seats whose
    players get an email."""

    facts: type[F]
    verb: str = ""
    """The name, if several events have facts of the same class."""
    says: Callable[[Told[F]], Text | None] = nothing_said
    """The sentence in the history; None for an event that gets no line there."""
    known_by: Callable[[S, Seat | None, Seat | None], bool] = known_to_all
    """Returns False if the event's seat alone shows that a reader may not know of it; the history skips these rows.
    Otherwise `hides` decides."""
    hides: Callable[[S, F, Seat | None, Seat | None], F | None] = nothing_hidden
    came_of: Callable[[S, F, Seat | None, datetime], CameOf] = lambda state, facts, seat, at: ()
    tells: Callable[[F, Seat | None, Sequence[Seat]], Notices] = lambda facts, seat, seats: ()
    news: Callable[[F, Seat | None], F] = lambda facts, reader: facts
    """Returns the facts with anything added that only this reader may know, even after the game."""
    notifies_once_a_turn: bool = False
    """True if emails mention it to each seat only once a turn, however often it happens."""
    takes_back: Callable[[F], tuple[Seat, Facts]] | None = None
    """Returns the earlier event that it undoes, with its seat. Readers who were not notified of that event are notified
    of neither."""
    begins_a_turn: bool = False
    """True if it begins a turn, so that players reply to the mail about it."""
    changes_holder: bool = False
    """True if its seat now has another player; the former one gets only the mail with the result."""
    comes_or_goes: bool = False
    """True if emails mention it at most once an hour, and not once the game has begun."""
    asks: bool = False
    """True if it invites somebody who has no seat; the facts name the invitation."""
    is_talk: bool = False
    """True if it changes nothing in the game."""
    is_recorded: bool = True
    """False for an event without consequences, which the record leaves out."""
    is_told_first: bool = False
    """True if it may be recorded before the event of the order or action that caused it."""
    is_of_several: bool = False
    """True if it may be recorded for several seats before anything follows from it: emails accepted at one instant."""
    struck: Callable[[F], Iterable[str]] = lambda facts: ()
    """Returns the words that, according to this event, are not in the word list."""

    @property
    def name(self) -> str:
        return self.verb or self.facts.verb


AnyHappening: TypeAlias = Happening[Any, Any]


def by_name(happenings: Iterable[AnyHappening]) -> dict[str, AnyHappening]:
    return {happening.name: happening for happening in happenings}


# --- helpers ----------------------------------------------------------------------------------------------------------


def lines(*, others: str, mine: str = "") -> Callable[[Told[F]], Text | None]:
    """Return a function that words an event: `mine` for the player concerned, and for everybody else `others`, which
    can use the player's name. Both can use fields of the facts. Without `mine`, everybody gets `others`; an empty one
    means no sentence."""
    named = {name for _, name, _, _ in Formatter().parse(mine + others) if name and name != "player"}

    def says(told: Told[F]) -> Text | None:
        values = {name: getattr(told.facts, name) for name in named}
        if told.is_mine and mine:
            return say(mine, **values)
        return say(others, **told.who, **values) if others else None

    return says


def to_all(notice: Notice, *, own: Notice | None = None) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    """Return a `tells` that sends everybody a mail of this kind, and the seat concerned one of the kind `own`, if
    given."""
    return lambda facts, seat, seats: ((each, own or notice if each == seat else notice) for each in seats)


def to_whose_it_is(notice: Notice) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    return lambda facts, seat, seats: ((each, notice) for each in seats if each == seat)


def to_the_others(notice: Notice) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    return lambda facts, seat, seats: ((each, notice) for each in seats if each != seat)


def an_order(order: Facts | Callable[[F], Facts]) -> Callable[[object, F, Seat | None, datetime], CameOf]:
    """Return a `came_of` for events that one order of the seat concerned causes: this order, or one made from the
    event's facts."""

    def came_of(state: object, facts: F, seat: Seat | None, at: datetime) -> CameOf:
        return () if seat is None else ((seat, order if isinstance(order, Facts) else order(facts)),)

    return came_of
