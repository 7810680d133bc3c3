"""Verbs that may be ordered at a table, and happenings there: each is one value in a kind's own list.

From these come what may be given and why not, the grammar, HELP, the buttons and the API's commands; and of what happens, what
each reader may know, its sentence, whom a mail tells, and the orders that it came of when a record is played again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from string import Formatter
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from games.rules.facts import Facts
from games.rules.kind import Order, Seat
from games.rules.panels import Offer
from games.rules.reading import Reads, as_written, bare
from games.rules.texts import Player, Text, Value, say
from games.rules.words import WordList

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F", bound=Facts)

# --- verbs ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Verb(Generic[S, C, F]):
    """An order that players may give.

    `check` raises OrderRefused where the seat may not give it now, which is then the `refusal` of its button; what depends on
    its facts is refused as it is carried out. `offer` gives the button, None where it is not worth one."""

    facts: type[F]
    carry_out: Callable[[C, Seat, F], None]
    check: Callable[[S, Seat, WordList], None] = lambda state, seat, words: None
    offer: Callable[[S, Seat, Text | None], Offer | None] = lambda state, seat, refusal: None
    reads: Reads | None = None
    """How the rest of its line is read; where there is nothing to read, the verb stands alone. A verb that is not written in
    a text of its own, such as a look, is not `is_written`."""
    is_written: bool = True
    is_a_players: bool = True
    """False for what the server orders in a player's place, as that a mail was accepted."""
    also_read: Mapping[str, Reads] = field(default_factory=dict)
    """Other words that lead to this order or to another, as PASS does to an exchange of nothing."""
    writes: Callable[[Order], str] = as_written
    examples: tuple[str, ...] = ()
    """One for each form in which its facts may be written."""
    help: Mapping[str, str] = field(default_factory=dict)
    """How it is written, and in a few words what it does, as HELP lists it."""
    done: str = ""
    """A sentence to the one who gave it, where what happened does not say it better."""
    apart_from: frozenset[str] = frozenset()
    """The verbs with which it cannot stand in one request."""
    is_of_its_turn: bool = True
    """By mail it counts only as the answer to the current turn's mail."""
    is_open_in_a_pause: bool = False
    at: Callable[["AnyVerb", Any], "AnyVerb | None"] = lambda verb, options: verb
    """The verb as a table knows it that plays by these options; None where it does not."""
    last: int = 0
    """Place in one request: the orders with the greatest are carried out last."""
    is_given_severally: bool = False
    """One request may hold several, about different things."""
    is_prose: bool = False
    """Its line ends in free text, which a mail program may have broken."""

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
    """An event as one reader is told of it; no reader is one who looks on."""

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
        """A sentence with these values to whose it is, and one that names them also to all others."""
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
"""The subject of a mail about an event."""
Notices: TypeAlias = Iterable[tuple[Seat, Notice]]
CameOf: TypeAlias = Iterable[tuple[Seat, Facts]]


@dataclass(frozen=True, kw_only=True)
class Happening(Generic[S, F]):
    """Something that can happen at a table.

    `hides` gives what a reader may know of it while the game runs, None for not even that it happened; when the game is over
    everybody may know all. `says` puts that into a sentence. `came_of` are the orders that it came of, each with its seat, in the
    state before it; none for what follows by itself. `tells` names who gets a mail for it, of the seats that somebody holds."""

    facts: type[F]
    verb: str = ""
    """Its name, where several have the same facts."""
    says: Callable[[Told[F]], Text | None] = lambda told: None
    """None for what is not worth a line of the history."""
    hides: Callable[[S, F, Seat | None, Seat | None], F | None] = lambda state, facts, seat, reader: facts
    came_of: Callable[[S, F, Seat | None, datetime], CameOf] = lambda state, facts, seat, at: ()
    tells: Callable[[F, Seat | None, Sequence[Seat]], Notices] = lambda facts, seat, seats: ()
    news: Callable[[F, Seat | None], F] = lambda facts, reader: facts
    """The facts with what concerns one reader alone; of a game that is over, too."""
    is_told_once_a_turn: bool = False
    """Mails tell of it once a turn for each seat, however often it happens."""
    takes_back: Callable[[F], tuple[Seat, Facts]] | None = None
    """The event that it ends, with whose it is: who has not been told of that need be told of neither."""
    begins_a_turn: bool = False
    """A mail about it is what a reply to it must answer."""
    changes_holder: bool = False
    """Its seat has another player: mails tell who had it before of the result alone."""
    comes_or_goes: bool = False
    """Mails tell of it once an hour at most, and not once the game has begun."""
    asks: bool = False
    """It asks somebody to the table who has no seat there, by the invitation that it names."""
    is_talk: bool = False
    """It changes nothing at the table."""
    is_recorded: bool = True
    """False for what nothing follows from, which stays out of a record."""
    is_told_first: bool = False
    """It may be told before the event of the order or action that brought it about."""
    is_of_several: bool = False
    """It may be told of several seats before anything comes of it: mails that were accepted at one instant."""
    struck: Callable[[F], Iterable[str]] = lambda facts: ()
    """The words that it tells not to be in the word list."""

    @property
    def name(self) -> str:
        return self.verb or self.facts.verb


AnyHappening: TypeAlias = Happening[Any, Any]


def by_name(happenings: Iterable[AnyHappening]) -> dict[str, AnyHappening]:
    return {happening.name: happening for happening in happenings}


# --- what many of them share ------------------------------------------------------------------------------------------


def lines(*, others: str, mine: str = "") -> Callable[[Told[F]], Text | None]:
    """A sentence to whose it is, and one with their name to all others; empty for none. Facts stand in them by their names."""
    named = {name for _, name, _, _ in Formatter().parse(mine + others) if name and name != "player"}

    def says(told: Told[F]) -> Text | None:
        values = {name: getattr(told.facts, name) for name in named}
        if told.is_mine and mine:
            return say(mine, **values)
        return say(others, **told.who, **values) if others else None

    return says


def to_all(notice: Notice, *, own: Notice | None = None) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    """A mail to everybody; whose it is gets one of their `own`."""
    return lambda facts, seat, seats: ((each, own or notice if each == seat else notice) for each in seats)


def to_whose_it_is(notice: Notice) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    return lambda facts, seat, seats: ((each, notice) for each in seats if each == seat)


def to_the_others(notice: Notice) -> Callable[[Facts, Seat | None, Sequence[Seat]], Notices]:
    return lambda facts, seat, seats: ((each, notice) for each in seats if each != seat)


def an_order(order: Facts | Callable[[F], Facts]) -> Callable[[object, F, Seat | None, datetime], CameOf]:
    """The order of the seat whose event it is: this one, or the one that its facts give."""

    def came_of(state: object, facts: F, seat: Seat | None, at: datetime) -> CameOf:
        return () if seat is None else ((seat, order if isinstance(order, Facts) else order(facts)),)

    return came_of
