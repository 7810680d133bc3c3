"""The seam: what a kind of game is, and the few values that cross it.

A kind is one folder of pure rules and one line of the registry. Everything outside `rules` calls only what stands here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from games.rules.chance import Chance
from games.rules.facts import Facts, parts
from games.rules.facts import Json as Json
from games.rules.mail_words import MailWords
from games.rules.messages import Text
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Seat = int


class OrderRefused(Exception):
    """An order that may not be carried out; nothing changed. Speaks to the player: what was wrong, what would be right."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


class Unreadable(Exception):
    """A text that is not in the grammar: the line, why it cannot be read, and a corrected form to copy."""

    def __init__(self, *, line: str, why: Text, correct: str) -> None:
        super().__init__(str(why))
        self.line = line
        self.why = why
        self.correct = correct

    def __reduce__(self) -> tuple[Callable[[], "Unreadable"], tuple[()]]:
        """A mail is read in another process, which hands it over."""
        return partial(Unreadable, line=self.line, why=self.why, correct=self.correct), ()


class UnreadableRecord(ValueError):
    """Something that is no record of a game, or not one that can be verified; says what and where."""


class Differs(Exception):
    """A record is not of a game by the rules; `n` is the number of the first event that shows it, None for the head."""

    def __init__(self, why: str, *, n: int | None = None) -> None:
        super().__init__(why if n is None else f"event {n}: {why}")
        self.n = n


@dataclass(frozen=True)
class Order:
    """One command of the shared grammar: `{"verb": "JAYWALK", "tiles": ["Q"]}` is `Order("JAYWALK", {"tiles": ("Q",)})`."""

    verb: str
    facts: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Facts) -> "Order":
        """The order that has these facts."""
        given = ((one, getattr(facts, one.field)) for one in parts(type(facts)))
        return cls(facts.verb, {one.name: value for one, value in given if value != one.default})

    def as_json(self) -> dict[str, Json]:
        return {"verb": self.verb, **{name: _listed(value) for name, value in self.facts.items()}}


@dataclass(frozen=True)
class StaffAction:
    """What the staff do at a table: `PAUSE`, `RESUME`, `EXTEND` (`by` seconds, of the `bank` or not), `AWAY`, `AMBER`,
    `REPLACE`, `HARD_END` (`until`), `SCORE` or `VOID`. No seat: the whole table. `reason` is told there."""

    verb: str
    reason: str = ""
    seat: Seat | None = None
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Beginning:
    """Options that go together, under a name; what they are for, in a sentence."""

    name: str
    label: Text
    says: Text
    options: Mapping[str, Json]


@dataclass(frozen=True)
class Reading:
    """What a text asks for: orders in the order written, and the lines that are not commands."""

    orders: tuple[Order, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that happened, at the instant it happened by the rules. `facts` is JSON and may hold what some must not know."""

    verb: str
    at: datetime
    seat: Seat | None = None
    facts: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True)
class Due:
    """What next happens by itself. A mail that came in time and is still unread holds back a `deadline`."""

    at: datetime
    what: str
    seat: Seat | None = None
    deadline: bool = False


@dataclass(frozen=True)
class Deadline:
    """What a seat is to do by `at`, None while its clock stands; `what` is `look`, `call`, `grace`, `challenge`, `move` or `end`.

    `since` is when its clock began, or was last given more."""

    what: str
    at: datetime | None
    since: datetime | None = None


@dataclass(frozen=True)
class Rank:
    """Where a seat came, from 1; `shown` is its result in a few signs, empty for who resigned; `score` the number in it."""

    seat: Seat
    rank: int
    shown: str
    score: float | None = None


@dataclass(frozen=True)
class Resources:
    """What the rules of one game draw on: the key of its random stream, and its word list."""

    key: bytes
    words: WordList


@dataclass(frozen=True)
class Joining:
    """What the rules must know of a player at the deal: where their tiles go, and vacations as (starts, ends, declared)."""

    tiles_by_email: bool = False
    vacations: tuple[tuple[datetime, datetime, datetime], ...] = ()


@dataclass(frozen=True)
class Step:
    """The only way out of the rules: the new state and what happened on the way."""

    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class SetUpRow:
    """What the options come to for so many seats: a number below each column, how long such a game lasts, all that in a
    sentence, and what is not advised."""

    seats: int
    numbers: tuple[int, ...]
    lasts: timedelta
    says: Text
    warnings: tuple[Text, ...] = ()


@dataclass(frozen=True)
class SetUps:
    """What a choice of options comes to for some numbers of players, the asked one among them, and why it is so; and what an
    option that bears on length comes to for the asked number, as chosen and otherwise."""

    columns: tuple[Text, ...]
    rows: tuple[SetUpRow, ...]
    why: tuple[Text, ...]
    by_option: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)


S = TypeVar("S")
OptionsT = TypeVar("OptionsT", bound="DataclassInstance")
V = TypeVar("V")


class Kind(ABC, Generic[S, OptionsT, V]):
    """A game the server can host: by its state, its options and what its players see."""

    key: ClassVar[str]
    name: ClassVar[str]
    says: ClassVar[str]
    """Why one would play it, in a sentence or two, where people choose a game."""
    seats: ClassVar[tuple[int, int]]
    format: ClassVar[int]
    """Of the states it stores. It counts up with every release in which their shape is another."""
    state_type: type[S]
    """A frozen dataclass. `store` keeps bags, hands and boards in rows of their own and the rest as JSON."""
    options_type: type[OptionsT]
    paces: ClassVar[Mapping[str, Mapping[str, Json]]]
    """Paces to choose from, each as the options in which it differs from the defaults."""
    pace_says: ClassVar[Mapping[str, str]]
    """What each of these asks of people, in a sentence or two."""
    clocks: ClassVar[Sequence[str]]
    """The durations that tell one pace from another, in the order in which they are said."""
    groups: ClassVar[Sequence[Text]] = ()
    """The headings of its options, in the order in which a form has them."""
    needs: ClassVar[Mapping[str, tuple[str, tuple[Json, ...]]]] = {}
    """Options that mean something only where another has one of these values, or any but its default where none are given."""
    most_telling: ClassVar[Sequence[str]]
    """The options worth a word in a list of games."""
    comes: ClassVar[Mapping[str, str]]
    """What a `Due` is called, by its `what`; `your away` and the like are the reader's own."""
    word_list: ClassVar[str]
    """The name of the word list that a table plays by where its maker names none."""
    widest: ClassVar[Mapping[str, Json]] = {}
    """The options of a table at which every order that the kind has can be written."""
    opening: ClassVar[Sequence[str]]
    """How it is played, in a few sentences, for the first mail of a game and for an invitation."""
    mail_words: ClassVar[MailWords] = MailWords()
    own_news: ClassVar[frozenset[str]] = frozenset()
    """The sorts of mail that come from its tables and not from those of every kind."""
    awaits_moves: ClassVar[bool] = False
    """Whether it can be somebody's move, so that mails tell what has happened since their last."""
    beginnings: ClassVar[Sequence["Beginning"]] = ()
    """Tables that a form offers to begin with; the first is the usual one."""
    practice: ClassVar[Mapping[str, Json] | None]
    """The options of a table against robots; None for a kind that no robot plays."""
    layouts: ClassVar[Any | None] = None
    """The `layouts.OwnLayouts` of a kind in which players make layouts alone, keep them as drafts and submit them by GRID."""
    daily: ClassVar[Any | None] = None
    """The `daily.DailyPuzzle` that comes with it, where one does."""

    widest_spread: ClassVar[float]
    """By how much a score counts at most above or below the mean of the others, where a tournament breaks ties by it."""
    has_words: ClassVar[bool] = True
    """Whether words are looked up in a list, so that a table names one."""
    has_draws: ClassVar[bool]
    """Whether anything is drawn, so that there is a deck to cut and a commitment to check."""
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]]
    """Other notations for a finished game, by how such a file's name ends: from its state and the players' names, a text.
    OrderRefused for a game that the notation cannot tell."""

    # --- its verbs, and what can happen -------------------------------------------------------------------------------

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, str]:
        """The verbs of the kind's own, as HELP lists them: how each is written, and in a few words what it does."""

    @abstractmethod
    def in_order_of_play(self, orders: Iterable[Order]) -> Sequence[Order]:
        """As the orders of one request are carried out: as written, but after all else those that follow from the rest, as asking
        for a light does."""

    @property
    @abstractmethod
    def of_its_turn(self) -> frozenset[str]:
        """The orders that count by mail only as the answer to the current turn's mail."""

    @property
    @abstractmethod
    def begins_a_turn(self) -> frozenset[str]:
        """The events that do: a reply answers the mail about the last of them."""

    @property
    @abstractmethod
    def unrecorded(self) -> frozenset[str]:
        """The events that stay out of a record, as nothing follows from them."""

    @abstractmethod
    def tells(self, event: Event, seats: Sequence[Seat]) -> Iterable[tuple[Seat, str]]:
        """Who gets a mail about an event, of these seats, and of what sort it is."""

    # --- tables -------------------------------------------------------------------------------------------------------

    def opening_with(self, options: OptionsT) -> Sequence[str]:
        """The same at a table that plays by these options."""
        return self.opening

    @abstractmethod
    def set_up(self, seats: int, options: OptionsT) -> Sequence[Text]:
        """Warnings about a set-up that works but is not advised; OrderRefused if it cannot be played."""

    def set_ups(self, seats: int, options: OptionsT) -> SetUps | None:
        """What the options come to, for who makes a game; None where there is nothing to weigh. OrderRefused as above."""
        return None

    def why_unrated(self, options: OptionsT) -> Text | None:
        """Why such a game does not count for ratings; None where it may."""
        return None

    @abstractmethod
    def start(self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime) -> Step: ...

    @abstractmethod
    def grammar(self, options: OptionsT) -> Any:
        """The `reading.Grammar` of web and API; mail reads its `ignoring_case()`."""

    @abstractmethod
    def read(self, text: str, options: OptionsT) -> Reading: ...

    def upgrade(self, format: int, stored: Mapping[str, Json]) -> Mapping[str, Json]:
        """A state that was stored in that format or the present one, as the present one has it. With it stand what has rows of
        its own, `bags`, `hands`, `boards` and `words_used`, and the `options`, which are here only to be read."""
        return stored

    @abstractmethod
    def play(self, state: S, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step: ...

    @abstractmethod
    def due(self, state: S) -> Due | None: ...

    @abstractmethod
    def tick(self, state: S, resources: Resources) -> Step: ...

    @abstractmethod
    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]: ...

    @abstractmethod
    def resign(self, state: S, seat: Seat, resources: Resources, now: datetime) -> Step:
        """A player leaves for good, in a pause too; what a player asks for at the table is an order."""

    def govern(self, state: S, action: StaffAction, resources: Resources, now: datetime) -> Step:
        """The staff act at the table, in a pause too. Raises OrderRefused."""
        raise NotImplementedError

    @abstractmethod
    def view(self, state: S, seat: Seat | None, words: WordList) -> V: ...

    @abstractmethod
    def tell(self, state: S, event: Event, seat: Seat | None) -> dict[str, Json] | None: ...

    @abstractmethod
    def word(self, facts: Mapping[str, Json], seat: Seat | None) -> Text | None:
        """An event, as `tell` let this seat know it, as a sentence; None for what is not worth a line."""

    def outcome(self, verb: str, told: Sequence[Mapping[str, Json]], seat: Seat) -> Sequence[Text]:
        """Sentences for the seat that gave an order, on its events as `tell` let this seat know them."""
        of_mine = (facts for facts in told if seat in (facts.get("seat"), *facts.get("seats", ())))
        said = (self.word(facts, seat) for facts in of_mine if facts["verb"] not in ("turn", "back"))
        return [message for message in said if message]

    @abstractmethod
    def ranks(self, state: S) -> Sequence[Rank]: ...

    @abstractmethod
    def deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """What a seat that is waited for must be warned of. Made for that seat alone."""

    @abstractmethod
    def unseen_tiles(self, state: S, seat: Seat) -> str:
        """The tiles that a mail to this seat carries, and by that turns over; empty where none do."""

    @abstractmethod
    def by_mail(self, view: V, seat: Seat | None) -> Any:
        """The `by_mail.ByMail` of who has this view of the table."""

    @abstractmethod
    def help_by_mail(self) -> Sequence[Any]:
        """The `by_mail.Piece`s that say how its orders are written in a mail, below the list of its commands."""

    def shows_tiles_by(self, verb: str) -> bool:
        """Whether the receipt of this order of its own shows its player new tiles, as no other mail does."""
        return False

    @abstractmethod
    def facts(self, state: S, view: V, seat: Seat | None) -> dict[str, Json]:
        """The kind's own part of what the API says, flat, as this reader may know it."""

    @abstractmethod
    def tiles(self, options: OptionsT) -> Mapping[str, int]:
        """What the game is played with, for its record: how many of each tile."""

    def next_orders(self, view: V, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        """What a robot in this seat would do now, by what its view shows, as one request; empty where it waits. `chance` is
        its own, not the game's."""
        raise NotImplementedError

    def left_to_people(self, view: V, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        """The orders that a robot leaves to people for so long, each with the instant from which on it gives them; None as
        long as the game stands as it does."""
        return {}

    def play_script(self, case: Mapping[str, Json]) -> Json:
        """A case of the protocol of seeing and asking, as this kind plays it; None for a kind without one."""
        return None

    @abstractmethod
    def verify(self, record: Json) -> None:
        """Replay a finished game from its record alone. Raises UnreadableRecord, and Differs at the first difference."""


AnyKind: TypeAlias = Kind[Any, Any, Any]


def _listed(value: Json) -> Json:
    return list(value) if isinstance(value, tuple) else value
