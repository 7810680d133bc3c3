"""The values that cross the boundary between the rules and the other rooms. The interface of a kind stands in `table.kind`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from games.rules.facts import Facts, Json, JsonObject, parts
from games.rules.texts import Text, Value
from games.rules.words import WordList

S = TypeVar("S")
Seat = int
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class OrderRefused(Exception):
    """An order that may not be carried out; nothing changed. Tells the player what was wrong and what would be right: a text,
    or a template with its values, which `makemessages` collects; and in a word or two below its button."""

    def __init__(self, why: Text | str, /, *, brief: Text | None = None, **values: Value) -> None:
        self.why = Text(why, values) if isinstance(why, str) else why
        self.brief = brief
        super().__init__(str(self.why))


class Unreadable(Exception):
    """A text that the grammar does not know: why, given as to `OrderRefused`; the line; and a corrected form to copy."""

    def __init__(self, why: Text | str, /, *, line: str, correct: str, **values: Value) -> None:
        self.why = Text(why, values) if isinstance(why, str) else why
        self.line = line
        self.correct = correct
        super().__init__(str(self.why))

    def __reduce__(self) -> tuple[Callable[[], "Unreadable"], tuple[()]]:
        """Lets it be pickled: mails are read in another process."""
        return partial(Unreadable, self.why, line=self.line, correct=self.correct), ()


class UnreadableRecord(ValueError):
    """A text that is no record of a game, or none that can be verified; says what is wrong and where."""


class Differs(Exception):
    """A difference between a record and the rules; `n` is the number of the first event that shows it, None for the head."""

    def __init__(self, why: str, *, n: int | None = None) -> None:
        super().__init__(why if n is None else f"event {n}: {why}")
        self.n = n


@dataclass(frozen=True)
class Order:
    """An order in the shared grammar: `{"verb": "JAYWALK", "tiles": ["Q"]}` is `Order("JAYWALK", {"tiles": ("Q",)})`."""

    verb: str
    facts: JsonObject = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Facts) -> "Order":
        """The order with these facts."""
        given = ((one, getattr(facts, one.field)) for one in parts(type(facts)))
        return cls(facts.verb, {one.name: value for one, value in given if value != one.default})

    def as_json(self) -> dict[str, Json]:
        facts = {name: list(value) if isinstance(value, tuple) else value for name, value in self.facts.items()}
        return {"verb": self.verb, **facts}


@dataclass(frozen=True)
class StaffAction:
    """An action of the staff at a table: `PAUSE`, `RESUME`, `EXTEND` (`by` seconds, of the `bank` or not), `AWAY`, `AMBER`,
    `REPLACE`, `HARD_END` (`until` then), `SCORE` or `VOID`. Without a seat it is about the whole table. `reason` is told
    there. `office` is `director` for a tournament's director, `server` for the server itself, empty for the staff."""

    verb: str
    reason: str = ""
    seat: Seat | None = None
    by: int | None = None
    bank: bool = False
    until: datetime | None = None
    office: str = ""


@dataclass(frozen=True)
class Beginning:
    """A named set of options, with a sentence on what it is for."""

    name: str
    label: Text
    says: Text
    options: JsonObject


@dataclass(frozen=True)
class Reading:
    """The result of reading a text: orders in the order written, and the lines that are not commands."""

    orders: tuple[Order, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that happened, at its instant by the rules. `facts` is JSON and may hold what some readers must not know."""

    verb: str
    at: datetime
    seat: Seat | None = None
    facts: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class Due:
    """The next thing that happens by itself. A `deadline` waits for mail that came in time and is still unread."""

    at: datetime
    what: str
    seat: Seat | None = None
    deadline: bool = False


@dataclass(frozen=True)
class Deadline:
    """Something that a seat is to do by `at`, None while its clock stands; `what` is `look`, `call`, `grace`, `challenge`,
    `move` or `end`.

    `since` is when its clock began or was last extended."""

    what: str
    at: datetime | None
    since: datetime | None = None


@dataclass(frozen=True)
class Rank:
    """The rank of a seat, from 1; `shown` is its result in a few characters, empty if it resigned, and `score` the number
    in it."""

    seat: Seat
    rank: int
    shown: str
    score: float | None = None


@dataclass(frozen=True)
class Resources:
    """The needs of the rules beside a game's state: the key of its random stream, and its word list."""

    key: bytes
    words: WordList


@dataclass(frozen=True)
class Hours:
    """A player's sleeping hours and their clock: asleep from a minute of their day for so many minutes, 0 for no sleep.

    `offsets` are pairs (minute since 1970, minutes ahead of UTC), each valid from its minute on. A game stores them so that it
    needs no table of time zones and can be replayed exactly."""

    asleep_from: int
    asleep_for: int
    offsets: tuple[tuple[int, int], ...]

    def instant(self, local: int) -> datetime:
        """Return the instant at which this clock shows `local`, a minute since 1970.

        Of two such instants it is the first; a time that the clock skips is the moment after the gap."""
        last, minute = len(self.offsets) - 1, local
        for place, (begins, ahead) in enumerate(self.offsets):
            minute = local - ahead if place == 0 else max(local - ahead, begins)
            if place == last or minute < self.offsets[place + 1][0]:
                break
        return EPOCH + minute * MINUTE

    def day(self, now: datetime) -> int:
        """Return the number of days since 1970 by this clock."""
        minute = (now - EPOCH) // MINUTE
        passed = [ahead for begins, ahead in self.offsets if begins <= minute] or [self.offsets[0][1]]
        return (minute + passed[-1]) // 1440


@dataclass(frozen=True)
class Joining:
    """A player at the deal, as far as the rules must know: whether tiles come by mail, vacations as (starts, ends, declared),
    and the hours by which clocks may stand."""

    tiles_by_email: bool = False
    vacations: tuple[tuple[datetime, datetime, datetime], ...] = ()
    hours: Hours | None = None


@dataclass(frozen=True)
class Step(Generic[S]):
    """The result of the rules: the new state and what happened on the way."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True)
class SetUpRow:
    """The forecast for so many seats: a number for each column, the length of such a game, all that in a sentence, and what
    is not advised."""

    seats: int
    numbers: tuple[int, ...]
    lasts: timedelta
    says: Text
    warnings: tuple[Text, ...] = ()


@dataclass(frozen=True)
class SetUps:
    """The forecast of a choice of options for several numbers of players, the chosen one among them, with explanations; and
    by option, what each that bears on length comes to for the chosen number, as chosen and otherwise."""

    columns: tuple[Text, ...]
    rows: tuple[SetUpRow, ...]
    why: tuple[Text, ...]
    by_option: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
