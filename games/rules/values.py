"""Values that pass between the rules and the rest of the site. The interface of a kind of game is in `table.kind`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from games.rules.facts import Facts, Json, JsonObject, parts
from games.rules.texts import Text, Value, written
from games.rules.words import WordList

S = TypeVar("S")
Seat = int
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class OrderRefused(Exception):
    """Raised for an order that can't be carried out; nothing has changed.

    `why` tells the player what is wrong and what to do. It is a text, or a template with its values, which
    `makemessages` collects. `brief` is the same in a few words, for the line below the button."""

    def __init__(self, why: Text | str, /, *, brief: Text | None = None, **values: Value) -> None:
        self.why = Text(why, values) if isinstance(why, str) else why
        self.brief = brief
        super().__init__(self.why)


class Unreadable(Exception):
    """Raised for a text that the grammar can't read. `why` is the reason, given in the same way as for `OrderRefused`;
    `line` is the line at fault; `correct` is a corrected form for the writer to copy."""

    def __init__(self, why: Text | str, /, *, line: str, correct: str, **values: Value) -> None:
        self.why = Text(why, values) if isinstance(why, str) else why
        self.line = line
        self.correct = correct
        super().__init__(str(self.why))

    def written_by(self, write: Callable[[str], str]) -> "Unreadable":
        """Return the same fault with its tiles as players write them."""
        return Unreadable(written(self.why, write), line=self.line, correct=write(self.correct))

    def __reduce__(self) -> tuple[Callable[[], "Unreadable"], tuple[()]]:
        """Make it picklable, because emails are read in another process."""
        return partial(Unreadable, self.why, line=self.line, correct=self.correct), ()


class UnreadableRecord(ValueError):
    """Raised for a text that isn't a record of a game, or for a record that can't be verified. The message says what is
    wrong and where."""


class Differs(Exception):
    """Raised if a record differs from the rules. `n` is the number of the first event that shows it; None if the fault
    is in the head of the record."""

    def __init__(self, why: str, *, n: int | None = None) -> None:
        super().__init__(why if n is None else f"event {n}: {why}")
        self.n = n


@dataclass(frozen=True)
class Order:
    """An order in the shared grammar: `{"verb": "JAYWALK", "tiles": ["Q"]}` is `Order("JAYWALK", {"tiles":
    ("Q",)})`."""

    verb: str
    facts: JsonObject = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Facts) -> "Order":
        """Return the order with these facts."""
        given = ((one, getattr(facts, one.field)) for one in parts(type(facts)))
        return cls(facts.verb, {one.name: value for one, value in given if value != one.default})

    def as_json(self) -> dict[str, Json]:
        facts = {name: list(value) if isinstance(value, tuple) else value for name, value in self.facts.items()}
        return {"verb": self.verb, **facts}


@dataclass(frozen=True)
class StaffAction:
    """An action of the staff or a director in a game.

    `verb` is `PAUSE`, `RESUME`, `EXTEND` (by `by` seconds, in the time bank if `bank`), `AWAY`, `AMBER`, `REPLACE`,
    `HARD_END` (at `until`), `SCORE` or `VOID`. Without a seat it concerns the whole game. The players see `reason`.
    `office` is `director` for a tournament's director, `server` for the server itself, and empty for staff."""

    verb: str
    reason: str = ""
    seat: Seat | None = None
    by: int | None = None
    bank: bool = False
    until: datetime | None = None
    office: str = ""


@dataclass(frozen=True)
class Beginning:
    """A named set of settings, with a sentence on what it is for."""

    name: str
    label: Text
    says: Text
    options: JsonObject


@dataclass(frozen=True)
class Reading:
    """The result of reading a text: orders as written, and the lines that aren't commands."""

    orders: tuple[Order, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that happened in a game, with the instant at which the rules say it happened. `facts` is JSON and can
    include secrets that some readers must not see."""

    verb: str
    at: datetime
    seat: Seat | None = None
    facts: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class Due:
    """Something that will happen by itself. If it is a `deadline`, email that came in time is read before it
    happens."""

    at: datetime
    what: str
    seat: Seat | None = None
    deadline: bool = False


@dataclass(frozen=True)
class Deadline:
    """Something that a seat should do by `at`; None while its clock is stopped.

    `what` is `look`, `call`, `grace`, `challenge`, `move` or `end`. `since` is when its clock began or was last
    extended."""

    what: str
    at: datetime | None
    since: datetime | None = None


@dataclass(frozen=True)
class Rank:
    """The rank of a seat, from 1. `shown` is its result in a few characters, empty if it resigned; `score` is the
    result as a number."""

    seat: Seat
    rank: int
    shown: str
    score: float | None = None


@dataclass(frozen=True)
class Resources:
    """The things that rules need besides a game's state: the key of its random stream, and its word list."""

    key: bytes
    words: WordList


@dataclass(frozen=True)
class Hours:
    """A player's sleeping hours and time zone.

    Sleep starts at minute `asleep_from` of the day and lasts `asleep_for` minutes, 0 for none. `offsets` are pairs
    (minute since 1970, minutes ahead of UTC), each valid from its minute on. They are stored with a game so that it
    can be replayed exactly, without a time zone database."""

    asleep_from: int
    asleep_for: int
    offsets: tuple[tuple[int, int], ...]

    def instant(self, local: int) -> datetime:
        """Return the instant at which the player's clock shows `local`, in minutes since 1970.

        If there are two such instants, return the first. For a time that the clock skips, return the end of the gap."""
        last, minute = len(self.offsets) - 1, local
        for place, (begins, ahead) in enumerate(self.offsets):
            minute = local - ahead if place == 0 else max(local - ahead, begins)
            if place == last or minute < self.offsets[place + 1][0]:
                break
        return EPOCH + minute * MINUTE

    def day(self, now: datetime) -> int:
        """Return the number of days since 1970 by the player's clock."""
        minute = (now - EPOCH) // MINUTE
        passed = [ahead for begins, ahead in self.offsets if begins <= minute] or [self.offsets[0][1]]
        return (minute + passed[-1]) // 1440


@dataclass(frozen=True)
class Joining:
    """A player at the start of a game, with everything that the rules must know about them.

    `vacations` are tuples of (starts, ends, declared), and `hours` are the times at which clocks can stop."""

    tiles_by_email: bool = False
    vacations: tuple[tuple[datetime, datetime, datetime], ...] = ()
    hours: Hours | None = None


@dataclass(frozen=True)
class Step(Generic[S]):
    """The result of a step: the new state, and the events that happened in it."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True)
class SetUpRow:
    """The forecast for one number of seats. `numbers` has a number for each column, `lasts` is the length of a game,
    `says` puts all of this into a sentence, and `warnings` say what could go wrong."""

    seats: int
    numbers: tuple[int, ...]
    lasts: timedelta
    says: Text
    warnings: tuple[Text, ...] = ()


@dataclass(frozen=True)
class SetUps:
    """The forecast for a choice of settings, with one row for each of several numbers of players, including the chosen
    one.

    `why` explains the forecast. `by_option` has, for each setting that affects the length of the game, the result with
    the chosen value and with other values."""

    columns: tuple[Text, ...]
    rows: tuple[SetUpRow, ...]
    why: tuple[Text, ...]
    by_option: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
