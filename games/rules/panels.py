"""Parts of a game as its reader sees it, shown alike by pages, emails and the API. Each kind's view makes them.

A part contains only what its reader is allowed to know. Nothing here knows a particular game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from games.rules.fixed_board import COLOUR_MARKS, FixedBoard
from games.rules.grid import EMPTY, Cell, Layout
from games.rules.texts import Text, say


@dataclass(frozen=True)
class Bonus:
    """A kind of bonus cell: the `mark` on an empty one, such as `2L`, and its meaning in words (`says`)."""

    mark: Text
    says: Text


COLOURS = {"g": say("green"), "y": say("yellow"), "b": say("blue"), "r": say("red")}


@dataclass(frozen=True)
class Grid:
    """A board or a pattern. `.` is an empty cell, `#` a block, letters as in a layout; rows have equal length.

    `colours` has the same shape, with `g`, `y`, `b` and `r` for bonus cells; `bonuses` explain the colours, which
    are only named otherwise.
    `numbers` are in the corners of cells; `fresh` cells were filled last; `earning` cells bring points.
    `has_places`: coordinates are printed beside it, for orders that use them, such as `8H`.
    `star` is the cell where the first word goes, marked while it is empty.
    `latest` says what was last done there; `values` are the points of its tiles.
    `is_to_copy` is False if an email can give it in words only.
    `owners` are the seats that laid its letters; `pencilled` letters are proposed and not yet in `rows`.
    `laid` are the cells of the last move in order, if a page can animate it."""

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
        """The board as printed, with the marks of its colours."""
        return FixedBoard.coloured(self.colours or tuple(EMPTY * len(row) for row in self.rows))

    @property
    def bonus_cells(self) -> dict[str, Bonus]:
        """The kinds of bonus cells by colour; those without an explanation are only named."""
        return {colour: Bonus(Text(COLOUR_MARKS[colour]), name) for colour, name in COLOURS.items()} | {**self.bonuses}


@dataclass(frozen=True)
class Rack:
    """Tiles or cards in a row.

    `values` has the points of tiles that have some. If `is_grouped`, equal tiles are shown together. If `are_cards`,
    they are drawn as cards, and `wild` is the name of one that can be any letter, written as `?` or in lower case."""

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
    """A small table of two columns: labels and values. `picks`, if any, are the choices of a field that its rows
    stand for."""

    name: str
    title: Text
    pairs: tuple[tuple[Text, Text], ...]
    picks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines:
    """A few sentences under a title.

    `verbs` are orders whose buttons are shown with these sentences. If the lines are the choices of a form's field,
    `keys` has the value that each line stands for, and `""` for a line that can't be chosen."""

    name: str
    title: Text
    lines: tuple[Text, ...]
    verbs: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chain:
    """A chain of handshakes from a player to a famous person, with the text below it.

    If it `is_broken`, the last handshake was refused. `is_own` marks the reader's own chain."""

    people: tuple[Text, ...]
    says: Text
    is_broken: bool = False
    is_own: bool = False


@dataclass(frozen=True)
class Chains(Lines):
    """Lines. Pages draw some of them as chains of people. `chains` has one for each line, or None for a line without
    people. Elsewhere, such as in emails, the lines are shown."""

    chains: tuple[Chain | None, ...] = ()


@dataclass(frozen=True)
class Words(Lines):
    """Words in a game, which pages draw as `rows` of cards. Elsewhere, such as in emails, the lines are shown.

    Cards are written as in a rack, with `values` and the name of a `wild` one; `note` is shown below. `marked` is one
    of the rows and the text about it."""

    rows: tuple[str, ...] = ()
    marked: tuple[str, Text] | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    note: Text | None = None
    wild: Text | None = None


@dataclass(frozen=True)
class Pile:
    """A pile of cards: the open `card` on top with its `worth`, or the `count` of cards face down."""

    name: str
    title: Text
    card: str = ""
    worth: int = 0
    count: int = 0


@dataclass(frozen=True)
class Piles(Pairs):
    """Piles of cards, which pages draw as cards, with `note` below. Elsewhere, such as in emails, the pairs are shown."""

    piles: tuple[Pile, ...] = ()
    note: Text | None = None
    wild: Text | None = None


Panel: TypeAlias = Grid | Rack | Pairs | Lines


@dataclass(frozen=True)
class Field:
    """One field of a form. Its value is written after the verb, in the order of the fields, as in an email.

    `how` is the kind of value: `tiles` and `choice` from `choices` (written form, label), `words` and `text` as typed,
    a `number` from `least` to `most`, and a `layout` on lines below, from GRID to END, starting with `start`. A layout
    is laid on the panel `grid` with the tiles of the panel `rack` and of `start`. If `is_fixed`, the tiles of `start`
    stay and the whole board is sent. A page forgets what was laid when `round` changes. If `has_blanks`, blanks are in
    lower case.
    `tiles` are selected in the panel `rack`, if there is one. `after` is a word written before the value. `values`
    are the points of its tiles, if no panel has them.

    With a `rack` of cards, a `word` is made by hand, with `?` after a letter that a wild card stands for. `by` is
    empty for a new word. With a word of the panel `words`, chosen in the field before, it is `adding` cards or
    `exchanging` up to `most` of them, any number if 0. A `choice` of a card of the `rack` is made by moving it to a
    `pile`.

    Several `choices` are written with commas, and no choice as the word `none`. If `lines` names a panel, they are
    chosen there, by a box with the first of `marks`, or the second once it is ticked; `none_says` is the label of a
    button that sends none. `written` has choices that are written in another way than their value.
    `without` are characters and words that a text can't have. With a choice in `not_with` in the form, the field is
    neither asked for nor read.

    Fields with a `link` name the people of a chain that pages draw above the form, in this order after the reader.
    A choice in `breaks` refuses the last handshake.

    `chosen` are selected at first. `cells` gives the cells of each choice, by its written form, on the panel `grid`;
    the text of the next field is written into them, a letter a cell. `earns` are the points that each choice brings."""

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
    link: int = 0
    breaks: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    cells: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    earns: Mapping[str, int] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asking:
    """A question before an order is carried out.

    It `says` what would happen. `question` and `button` replace the default wording. `is_irreversible` if the order can't
    be undone."""

    says: tuple[Text, ...]
    question: Text | None = None
    button: Text | None = None
    is_irreversible: bool = False


@dataclass(frozen=True)
class Offer:
    """An order with a button. `refusal` is the reason why it isn't available yet; None if it is.

    `brief` is a few words below the button.
    `does` explains it in an email, with the verb in backticks; `example` shows how to write it, in one or more
    lines.
    `asks` is the question asked first, if any.
    `left`: for an order that can be given a limited number of times, how many are left. It is sent with the form, so
    that a form sent twice counts once.
    `says` is shown beside the button, for example what would be withdrawn.
    `at` is the place on a page: at the tiles to look at, the reader's board, the swaps, one swap, the open words,
    among rare orders, or among standing orders.
    `takes_back`: it withdraws a request.
    `with_layout`: all that is missing may be a layout, submitted with it.
    `can_be_tried`: a page can ask for its outcome while the form is filled in, also before the reader's turn."""

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
    """A run of letters that an order would make: its `cells`, its points, and whether it is a word. None where the
    game doesn't tell."""

    text: str
    cells: tuple[Cell, ...] = ()
    points: int | None = None
    is_word: bool | None = None


@dataclass(frozen=True)
class Trial:
    """The outcome of an order if it were given as it is, as far as its player is allowed to know.

    It has a few words, the `points`, the runs, the `earning` cells if not all bring points, and a `remark` on the
    runs. `refusal` is why it would be refused, and `doubt` a question that a page asks before it is carried out.
    `fills` are values for other fields of the form, as (number of the field, value)."""

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
    """A seat, as far as a reader is allowed to know it.

    `says` are short remarks on its player, without a full stop. `points` are set in kinds where everyone always knows
    them. `open_tiles` is its hand if that is open; `cards` is the size of a hidden hand, else None."""

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
    """A clock that runs until `at`. If `at` is None, it is stopped at `stopped_at`.

    `then` says what happens at its end; `seat` is the seat whose time it is."""

    label: Text
    at: datetime | None
    then: Text
    stopped_at: Text | None = None
    seat: int | None = None


Stage: TypeAlias = Literal["", "asked", "waits", "granted", "move"]


@dataclass(frozen=True)
class Disc:
    """The disc above a game: a letter, filled if there is something to do, and the words beside it. Without a letter
    it is a clock.

    Pages show and sound a change of `stage`, so it must depend only on what its reader knows: a light is *asked*,
    *waits* for somebody to look, or is *granted*; *move* is the reader's own turn."""

    letter: str
    says: Text
    tone: str = ""
    is_on: bool = False
    stage: Stage = ""
