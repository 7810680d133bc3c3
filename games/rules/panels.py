"""Pieces of a table as its reader sees it, drawn alike by pages, mails and the API. A kind's view makes them; others word
them.

A piece holds only what its reader may know. Nothing here knows a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from games.rules.fixed_board import COLOUR_MARKS, FixedBoard
from games.rules.grid import EMPTY, Cell, Layout
from games.rules.texts import Text, say


@dataclass(frozen=True)
class Bonus:
    """A sort of bonus cell: the `mark` on an empty one, such as `2L`, and what it `says` in words."""

    mark: Text
    says: Text


COLOURS = {"g": say("green"), "y": say("yellow"), "b": say("blue"), "r": say("red")}


@dataclass(frozen=True)
class Grid:
    """A board or a pattern: `.` an empty cell, `#` a block, letters as in a layout, rows of equal length.

    `colours` has the same shape, with `g`, `y`, `b` and `r` for bonus cells; `numbers` stand in the corners of cells;
    `fresh` cells were filled last, `earning` ones bring points. `has_places`: coordinates are printed beside it, for orders
    that use them, such as `8H`. `bonuses` are the meanings of the colours; where there are none, these are only named. The
    cell `star` is where one begins, marked while it is empty. `latest` says what was done there last. `values` are the points
    of its tiles. One that is not `is_to_copy` may be given in words only. `owners` are the seats that laid its letters;
    `pencilled` letters are proposed, and in no row yet. If its cells are `laid`, in that order, a page may lay its tiles before
    its reader's eyes."""

    name: str
    title: Text
    rows: Layout
    colours: Layout = ()
    numbers: Mapping[Cell, int] = field(default_factory=dict)
    fresh: tuple[Cell, ...] = ()
    earning: tuple[Cell, ...] = ()
    note: Text | None = None
    has_places: bool = False
    values: Mapping[str, int] = field(default_factory=dict)
    is_to_copy: bool = True
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    star: Cell | None = None
    latest: Text | None = None
    owners: Mapping[Cell, int] = field(default_factory=dict)
    pencilled: Mapping[Cell, str] = field(default_factory=dict)
    laid: tuple[Cell, ...] = ()

    @property
    def board(self) -> FixedBoard:
        """The board as it is printed, with the marks of its colours."""
        return FixedBoard.coloured(self.colours or tuple(EMPTY * len(row) for row in self.rows))

    @property
    def bonus_cells(self) -> dict[str, Bonus]:
        """The sorts of bonus cells by colour; one without a meaning is named."""
        return {colour: Bonus(Text(COLOUR_MARKS[colour]), name) for colour, name in COLOURS.items()} | {**self.bonuses}


@dataclass(frozen=True)
class Rack:
    """Tiles or cards in a row; `values` by tile, for those that have one. If it `is_grouped`, equal ones stand together.

    If they `are_cards` they are drawn as such; `wild` is the name of one that stands for any letter, `?` or a letter in lower
    case."""

    name: str
    title: Text
    tiles: str
    values: Mapping[str, int] = field(default_factory=dict)
    note: Text | None = None
    is_grouped: bool = False
    are_cards: bool = False
    wild: Text | None = None


@dataclass(frozen=True)
class Pairs:
    """A small table of two columns: labels and values. `picks`, if any, are what its rows stand for among the choices of a
    field."""

    name: str
    title: Text
    pairs: tuple[tuple[Text, Text], ...]
    picks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines:
    """A few sentences under a title. Orders that answer them have their buttons there: `verbs`. `keys` names each line for a
    field that chooses among them, `""` what cannot be chosen."""

    name: str
    title: Text
    lines: tuple[Text, ...]
    verbs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chain:
    """People who shook hands in a row, up to a famous one, and what is said below them. If it `is_broken`, the last handshake
    was refused; `is_own` marks the reader's."""

    people: tuple[Text, ...]
    says: Text
    is_broken: bool = False
    is_own: bool = False


@dataclass(frozen=True)
class Chains(Lines):
    """Lines about people, which a page draws as `chains`, one a line and None for a line without people; elsewhere they are the
    lines."""

    chains: tuple[Chain | None, ...] = ()


@dataclass(frozen=True)
class Words(Lines):
    """Words on a table, which a page draws as `rows` of cards; elsewhere they are the lines. Cards are written as in a rack, with
    `values` and the name of a `wild` one; `note` stands below. `marked` is one of the rows, and what is said of it."""

    rows: tuple[str, ...] = ()
    marked: tuple[str, Text] | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    note: Text | None = None
    wild: Text | None = None


@dataclass(frozen=True)
class Pile:
    """A pile of cards: the `card` that lies open on it, with its `worth`, or how many lie face down."""

    name: str
    title: Text
    card: str = ""
    worth: int = 0
    count: int = 0


@dataclass(frozen=True)
class Piles(Pairs):
    """Piles of cards, which a page draws as such; elsewhere they are the pairs. `note` stands below."""

    piles: tuple[Pile, ...] = ()
    note: Text | None = None
    wild: Text | None = None


Panel: TypeAlias = Grid | Rack | Pairs | Lines


@dataclass(frozen=True)
class Field:
    """One field of a form. Its value stands behind the verb, in the order of the fields, as one would write it in a mail:
    `tiles` and `choice` from `choices` (written form, label), `words` and `text` as typed, a `number` from `least` to
    `most`, and a `layout` below the line, from GRID to END, beginning with `start`.

    A layout is laid on the panel `grid` with the tiles of the panel `rack` and those of `start`; if it `is_fixed` these
    stay, and the whole board is given. What is laid in one `round` is not begun with in the next. If it `has_blanks` they are
    written in lower case. `tiles` are picked in the panel `rack`, if they name one. `after` is a word written before the value;
    `values` are the points of its tiles, where no panel has them.

    With a `rack` of cards a `word` is made of them by hand, with `?` behind a letter that a wild card stands for: anew, or of
    a word of the panel `words`, chosen in the field before, `by` adding cards to it or exchanging `most` of its cards, any number
    if that is 0. A `choice` of a card of the `rack` is made by hand where it is given to a `pile`.

    Any number of `choices` are written with a comma between, and `none` of them by that word. What is chosen among the lines of
    the panel `lines` is chosen there, by a box that says the first of `marks`, and the second once it is ticked; a button that
    sends none of them says `none_says`. `without` are characters and words that cannot stand in a text. A field that is `not_with`
    some values is neither asked for nor read where the form chooses one of them. A choice that is written in another way than its
    value is in `written`.

    Those `chosen` are so at first. A choice whose `cells` are given, by its written form, is one of those entries on the panel
    `grid`, and the text of the next field is written into them, a letter a cell."""

    label: Text
    how: Literal["word", "words", "text", "tiles", "choice", "choices", "number", "layout"]
    choices: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = 0
    help: Text | None = None
    is_optional: bool = False
    start: Layout = ()
    grid: str = ""
    rack: str = ""
    is_fixed: bool = False
    round: int = 0
    has_blanks: bool = False
    after: str = ""
    words: str = ""
    by: Literal["", "adding", "exchanging"] = ""
    pile: str = ""
    none: str = ""
    none_says: Text | None = None
    lines: str = ""
    marks: tuple[Text, Text] | None = None
    without: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    cells: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asking:
    """A question before an order is carried out: what it `says` would happen, a `question` and the label of its `button` if
    they are special, and whether it `is_grave`, ending something for good."""

    says: tuple[Text, ...]
    question: Text | None = None
    button: Text | None = None
    is_grave: bool = False


@dataclass(frozen=True)
class Offer:
    """An order worth a button now. `refusal` is why it may not be given yet, None if it may.

    `brief` is a word or two under the button, `does` what a mail says of it, with the verb in backticks; `asks` is the
    question asked first, if any; `example` is how it may be written in a mail, in one line or more. If it can be given a
    limited number of times it counts only while that many are `left`, so that sent twice it is carried out once.

    `says` stands beside it: what it would take back. On a page some stand apart, `at` a certain place: at the tiles to look
    at, the own board, the swaps, one swap, the open words, among orders that are rarely given, or where
    orders are given that stand. `takes_back`: it undoes a
    request. `with_layout`: all that it lacks may be a layout submitted with it. `can_be_tried`: what it would come to can be
    asked while its form is filled in, also before its turn."""

    verb: str
    label: Text
    refusal: Text | None = None
    brief: Text | None = None
    does: Text | None = None
    fields: tuple[Field, ...] = ()
    asks: Asking | None = None
    left: int | None = None
    example: str = ""
    at: Literal["", "look", "board", "swaps", "swap", "words", "rare", "standing"] = ""
    says: Text | None = None
    takes_back: bool = False
    with_layout: bool = False
    can_be_tried: bool = False


@dataclass(frozen=True)
class TriedRun:
    """A run of letters that an order would make: its `cells` on the board, its points, and whether it is a word; None where
    the table does not tell."""

    text: str
    cells: tuple[Cell, ...] = ()
    points: int | None = None
    is_word: bool | None = None


@dataclass(frozen=True)
class Trial:
    """The outcome of an order if it were given as it stands, as its player can know: a few words, the `points` it would
    earn, its runs, the cells that bring the points where not all do, a `remark` on the runs, why it would be refused, and a
    `doubt`: what a page asks its player to think about again before the order is carried out. `fills` is what can be read
    from it for other fields of the form, each with its number there."""

    says: Text | None = None
    points: int | None = None
    runs: tuple[TriedRun, ...] = ()
    remark: Text | None = None
    earning: tuple[Cell, ...] = ()
    refusal: Text | None = None
    doubt: Text | None = None
    fills: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class SeatView:
    """A seat as a reader may know it; `says` are short remarks on its player, without a full stop. `points` so far, where
    all may know them at any time. In the hand are `open_tiles`, or so many `cards` face down, None where it holds none."""

    seat: int
    seen: bool
    away: bool
    resigned: bool
    says: tuple[Text, ...] = ()
    asked_at: datetime | None = None
    done: bool = False
    points: int | None = None
    open_tiles: str = ""
    cards: int | None = None


@dataclass(frozen=True)
class TeamView:
    """The rank of a team, from 1, and its result; `shown` is empty if all its players have resigned."""

    team: str
    seats: tuple[int, ...]
    rank: int
    shown: str


@dataclass(frozen=True)
class ClockView:
    """A clock that runs until `at`; where that is None it stands, at `stopped_at`. `then` says what happens at its end;
    `seat` is whose time it is."""

    label: Text
    at: datetime | None
    then: Text
    stopped_at: Text | None = None
    seat: int | None = None


Stage: TypeAlias = Literal["", "asked", "waits", "granted", "move"]


@dataclass(frozen=True)
class Disc:
    """The disc over a table: its letter, filled if there is something to do, and the words beside it; without a letter it is
    drawn as a clock. Pages show and sound a change of `stage`, so it may depend only on what its reader knows: a light is
    *asked*, *waits* for somebody to look, is *granted*; a *move* is the reader's own."""

    letter: str
    says: Text
    tone: str = ""
    is_on: bool = False
    stage: Stage = ""
