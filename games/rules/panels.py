"""Pieces of a table as its reader is shown it, which pages, mails and the API draw alike. Made by a kind's view, worded elsewhere.

A piece holds only what its reader may know. Nothing here knows a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from games.rules.facts import JsonObject
from games.rules.grid import Cell, Layout
from games.rules.texts import Text


@dataclass(frozen=True)
class Grid:
    """A board or a pattern: `.` an empty cell, `#` a block, letters as in a layout, rows of equal length.

    `colours` has its shape, with `g`, `y`, `b` and `r` for bonus cells; `numbers` stand in the corners of their cells;
    `fresh` cells were filled last. `places` are printed beside it, as `8H` names them, where orders use them. `values` are
    what its tiles count, where they do. One that is not `is_to_copy` may be told in words alone."""

    name: str
    title: Text
    rows: Layout
    colours: Layout = ()
    numbers: Mapping[Cell, int] = field(default_factory=dict)
    fresh: tuple[Cell, ...] = ()
    note: Text | None = None
    has_places: bool = False
    values: Mapping[str, int] = field(default_factory=dict)
    is_to_copy: bool = True


@dataclass(frozen=True)
class Rack:
    """Tiles or cards in a row; `values` by tile, of those that have one. Where it `is_grouped`, equal ones stand together."""

    name: str
    title: Text
    tiles: str
    values: Mapping[str, int] = field(default_factory=dict)
    note: Text | None = None
    is_grouped: bool = False


@dataclass(frozen=True)
class Pairs:
    """A small table of two columns: what, and what of it."""

    name: str
    title: Text
    pairs: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True)
class Lines:
    """A few sentences under a title."""

    name: str
    title: Text
    lines: tuple[Text, ...]


Panel: TypeAlias = Grid | Rack | Pairs | Lines


@dataclass(frozen=True)
class Field:
    """One thing that a form asks for. What is given stands behind the verb, in the order of the fields, as one would write it
    in a mail: `tiles` and `choice` from `choices` (what is written, what is shown), `words` and `text` as typed,
    a `number` from `least` to `most`, and a `layout` below the line, from GRID to END, begun with `start`.

    A layout is laid on the panel `grid` with the tiles of the panel `rack` and those of `start`; where that `is_fixed`, its
    tiles lie for good, and the whole board is given. Where it `has_blanks` they are written in lower case. What is given is
    written `after` a word where one stands before it; `values` are what its tiles count, where no panel says that."""

    label: Text
    how: Literal["word", "words", "text", "tiles", "choice", "number", "layout"]
    choices: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = 0
    help: Text | None = None
    is_optional: bool = False
    start: Layout = ()
    grid: str = ""
    rack: str = ""
    is_fixed: bool = False
    has_blanks: bool = False
    after: str = ""
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Asking:
    """A question before an order is carried out: what it `says` that it would do, a `question` and the words of the
    `button` where they are its own, and whether it `is_grave`: then it ends something for good."""

    says: tuple[Text, ...]
    question: Text | None = None
    button: Text | None = None
    is_grave: bool = False


@dataclass(frozen=True)
class Offer:
    """An order worth a button now. `refusal` is why it may not be given yet, None where it may.

    `brief` is a word or two under the button, `does` what a mail says of it, with the verb in backticks; `asks` where one is
    asked first; `example` is how it may be written in a mail, in one line or more. `doubts` says what is to be thought of once
    more in what was written for it, by the facts of the order; None where nothing is. Where it can be given so often only, it
    counts as long as so often is `left`: sent twice it is carried out once.

    `says` is what stands beside it: what it would take back. On a page some stand `at` a place apart from the others: at what is
    looked at, the own board, the swaps, one of these, the words that lie open, or where orders stand that are rarely given.
    `takes_back` says that it undoes what was asked for, `with_layout` that a layout submitted with it may be all it lacks."""

    verb: str
    label: Text
    refusal: Text | None = None
    brief: Text | None = None
    does: Text | None = None
    fields: tuple[Field, ...] = ()
    asks: Asking | None = None
    left: int | None = None
    example: str = ""
    at: Literal["", "look", "board", "swaps", "swap", "words", "rare"] = ""
    says: Text | None = None
    takes_back: bool = False
    with_layout: bool = False
    doubts: Callable[[JsonObject], Text | None] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class SeatView:
    """A seat as a reader may know it; `says` are short remarks on where its player stands, without a full stop."""

    seat: int
    seen: bool
    away: bool
    resigned: bool
    says: tuple[Text, ...] = ()
    asked_at: datetime | None = None
    done: bool = False


@dataclass(frozen=True)
class TeamView:
    """The rank of a team, from 1, and its result; `shown` is empty for one of which all have resigned."""

    team: str
    seats: tuple[int, ...]
    rank: int
    shown: str


@dataclass(frozen=True)
class ClockView:
    """A clock that runs until `at`; where that is None it stands, at `stands`. `then` says what comes of it; `seat` is whose
    time it is."""

    label: Text
    at: datetime | None
    then: Text
    stopped_at: Text | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Disc:
    """The disc over a table: its letter, filled where something is to be done, and what is said beside it."""

    letter: str
    says: Text
    tone: str = ""
    is_on: bool = False
