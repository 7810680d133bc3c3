"""Lays a kind's panels out for a page: boards as pictures, racks as tiles, the rest worded for one reader.

Knows no kind. Colours are classes here; the style sheets define them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext, gettext_noop

from games.rules.fixed_board import COLOUR_MARKS, FixedBoard
from games.rules.grid import EMPTY, Cell, Run, column_letters, place_of, runs
from games.rules.notation import print_grid
from games.rules.panels import Grid, Lines, Pairs, Panel, Pile, Piles, Rack, Words
from games.rules.texts import Text
from games.wording import speak

if TYPE_CHECKING:
    from games.web.order_forms import OrderForm

CELL = 44  # units of the drawing, whatever its size on a page
MARGIN = 28  # where places are printed beside the board
BLOCK = "#"
STAR = "★"
WILD = "?"
TABLE_TOPS = ("grid", "rack", "hand", "words", "piles")
BASELINE, BELOW_NUMBERS = 29.5, 35.5
"""The baseline of a letter in its cell; lower on a board whose cells are numbered, so that no number covers one."""
OWNERS = (
    "M4 0a4 4 0 1 0 .01 0z",
    "M4 0L8.500 8H-.500z",
    "M.500 .500H7.500V7.500H.500z",
    "M4 -1L9 4L4 9L-1 4z",
)
"""The mark of each seat, as an outline 8 units wide: a disc, a triangle, a square and a diamond."""
COLOURS = {
    "g": gettext_noop("green"),
    "y": gettext_noop("yellow"),
    "b": gettext_noop("blue"),
    "r": gettext_noop("red"),
}


@dataclass(frozen=True)
class Square:
    """A cell with something to see; `looks` are its classes, `mark` shows its colour also without colours."""

    x: int
    y: int
    looks: str
    letter: str
    value: str
    mark: str
    number: int | None
    y_of_letter: float
    owner: str
    is_pencilled: bool

    @property
    def is_blank(self) -> bool:
        return self.letter.islower()

    @property
    def mark_y(self) -> int:
        """Sets a mark of one character, a sign, a little lower and larger than letters and figures."""
        return self.y + CELL // 2 + (7 if len(self.mark) == 1 else 5)

    @property
    def letter_x(self) -> int:
        """Moves the letter aside for a value of two figures."""
        return CELL // 2 - (6 if len(self.value) > 1 else 1)


@dataclass(frozen=True)
class Owner:
    """A line of the key to who laid what: a seat, with the outline of its mark."""

    seat: int
    mark: str


@dataclass(frozen=True)
class Colour:
    """A line of the key to a board's colours."""

    name: str
    mark: str
    says: str


@dataclass(frozen=True)
class Plan:
    """A board as a picture: its cells in units, what stands beside it, and the same in words."""

    grid: Grid

    @property
    def margin(self) -> int:
        return MARGIN if self.grid.has_places else 0

    @property
    def width(self) -> int:
        return max(map(len, self.grid.rows), default=0) * CELL

    @property
    def height(self) -> int:
        return len(self.grid.rows) * CELL

    @property
    def view_box(self) -> str:
        """With room for the line around it."""
        edge = self.margin + 1
        return f"{-edge} {-edge} {self.width + edge + 1} {self.height + edge + 1}"

    @property
    def pixels(self) -> tuple[int, int]:
        return self.width + self.margin + 2, self.height + self.margin + 2

    @property
    def lines(self) -> str:
        """The grid as one path."""
        across = [f"M0 {y}H{self.width}" for y in range(0, self.height + 1, CELL)]
        down = [f"M{x} 0V{self.height}" for x in range(0, self.width + 1, CELL)]
        return "".join(across + down)

    @property
    def columns(self) -> list[tuple[int, str]]:
        return [(x + CELL // 2, column_letters(x // CELL)) for x in range(0, self.width, CELL)]

    @property
    def row_numbers(self) -> list[tuple[int, int]]:
        return [(y + CELL // 2, y // CELL + 1) for y in range(0, self.height, CELL)]

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        return tuple(
            self._square((row, column), character)
            for row, characters in enumerate(self.grid.rows)
            for column, character in enumerate(characters)
            if character != EMPTY or self._shows_more((row, column))
        )

    def _shows_more(self, cell: Cell) -> bool:
        """True if there is something to see on an empty cell."""
        return bool(self._mark(cell)) or cell in self.grid.numbers or cell in self.grid.pencilled

    def _square(self, cell: Cell, character: str) -> Square:
        colour, is_tile, pencilled = self._colour(cell), character.isalpha(), self.grid.pencilled.get(cell, "")
        owner = self.grid.owners.get(cell) if is_tile else None
        looks = {
            "tile-on": is_tile,
            "pencilled": bool(pencilled),
            f"seat-{owner}": owner is not None,
            "block": character == BLOCK,
            "fresh": is_tile and cell in self.grid.fresh,
            "earning": is_tile and cell in self.grid.earning,
            f"bonus-{colour}": bool(colour) and not is_tile,
            "star": not colour and not is_tile and cell == self.grid.star,
        }
        return Square(
            x=cell[1] * CELL,
            y=cell[0] * CELL,
            looks=" ".join(name for name, holds in looks.items() if holds),
            letter=character if is_tile else pencilled,
            value=str(self.grid.values.get(character, "")) if is_tile else "",
            mark="" if is_tile else self._mark(cell),
            number=self.grid.numbers.get(cell),
            y_of_letter=BELOW_NUMBERS if self.grid.numbers else BASELINE,
            owner="" if owner is None else OWNERS[owner],
            is_pencilled=bool(pencilled),
        )

    def _colour(self, cell: Cell) -> str:
        character = self.grid.colours[cell[0]][cell[1]] if self.grid.colours else EMPTY
        return character if character in COLOUR_MARKS else ""

    def _mark(self, cell: Cell) -> str:
        colour = self._colour(cell)
        return self._marks[colour] if colour else STAR if cell == self.grid.star else ""

    @cached_property
    def _marks(self) -> Mapping[str, str]:
        """The marks of cells by their colours."""
        return {**COLOUR_MARKS} | {colour: speak(bonus.mark, ()) for colour, bonus in self.grid.bonuses.items()}

    @property
    def key(self) -> list[Colour]:
        """The colours of this board, each with its mark."""
        used = set("".join(self.grid.colours))
        says = meanings(self.grid)
        return [Colour(colour, self._marks[colour], says[colour]) for colour in COLOURS if colour in used]

    @property
    def owners(self) -> list[Owner]:
        """The seats that laid something, each with its mark."""
        return [Owner(seat, OWNERS[seat]) for seat in sorted(set(self.grid.owners.values()))]

    @property
    def says(self) -> str:
        """The board in words for readers who do not see it: its words, and which of them the last move made."""
        found = runs(tuple(row.replace(BLOCK, EMPTY) for row in self.grid.rows))
        if not found:
            return gettext("No words on the board.")
        said = gettext("Words on the board: {words}.").format(words=self._listed(found))
        made = [run for run in found if not set(run.cells).isdisjoint(self.grid.fresh)]
        if not made:
            return said
        news = gettext("New with the last move: {words}.").format(words=self._listed(made))
        return f"{said} {news}"

    def _listed(self, found: Iterable[Run]) -> str:
        return ", ".join(sorted(map(self._named, found), key=lambda named: named.rpartition(" ")[2].upper()))

    def _named(self, run: Run) -> str:
        if not self.grid.has_places:
            return run.word
        return f"{place_of((run.row, run.column), across=run.across)} {run.text}"

    @property
    def as_text(self) -> str:
        """The board as text, as in a mail, to be read aloud, felt or copied."""
        if not self.grid.has_places:
            return "\n".join(print_grid(self.grid.rows))
        board = FixedBoard.coloured(self.grid.colours or tuple(EMPTY * len(row) for row in self.grid.rows))
        return "\n".join(board.print(self.grid.rows))


@dataclass(frozen=True)
class Held:
    """A tile or card of a rack, with its value."""

    character: str
    worth: str

    @property
    def is_blank(self) -> bool:
        return self.character.islower()

    @property
    def is_wild(self) -> bool:
        """True for a card that stands for any letter, or for one that it was given."""
        return self.is_blank or self.character == WILD

    @property
    def letter(self) -> str:
        """The letter that a card has or stands for; empty if for none."""
        return "" if self.character == WILD else self.character.upper()


@dataclass(frozen=True)
class Row:
    """A word on the table: how it is written, and its cards."""

    word: str
    cards: tuple[Held, ...]

    @property
    def written(self) -> str:
        return "".join(card.letter + WILD * card.is_wild for card in self.cards)


@dataclass(frozen=True)
class Box:
    """A box beside a line, of a form elsewhere on the page: a radio button where one is chosen."""

    form: str
    name: str
    value: str
    is_ticked: bool
    is_one_of: bool


@dataclass(frozen=True)
class Shown:
    """A panel on a page; `how` names the template that draws it, `plan` is a board’s picture, `tiles` are those of a rack, `rows`
    the words of a table and `piles` the cards that lie open on piles, if any; `pairs` are a table’s with what each picks, `forms`
    the orders that answer it, `boxes` those that stand beside its lines."""

    piece: Panel
    how: str
    plan: Plan | None = None
    tiles: tuple[Held, ...] = ()
    rows: tuple[Row, ...] = ()
    piles: tuple[tuple[Pile, Held | None], ...] = ()
    pairs: tuple[tuple[Text, Text, str], ...] = ()
    forms: tuple["OrderForm", ...] = ()
    boxes: tuple[Box | None, ...] = ()

    @property
    def lines(self) -> Sequence[tuple[Text, Box | None]]:
        """The lines, each with its box if it has one."""
        said = self.piece.lines if isinstance(self.piece, Lines) else ()
        return list(zip(said, self.boxes or [None] * len(said), strict=True))

    @property
    def values(self) -> str:
        """The points of its tiles, for the script."""
        return json.dumps(dict(self.piece.values)) if isinstance(self.piece, (Rack, Words)) else ""

    @property
    def template(self) -> str:
        return f"games/panels/{self.how}.html"


def shown(panels: Sequence[Panel], forms: Sequence["OrderForm"] = ()) -> tuple[Shown, ...]:
    """The pieces in their order, with the forms of the orders that answer one of them."""
    return tuple(_shown(piece, forms) for piece in panels)


def answered_there(panels: Sequence[Panel]) -> set[str]:
    """The verbs whose buttons stand at a panel."""
    return {verb for piece in panels if isinstance(piece, Lines) for verb in piece.verbs}


def in_two_parts(pieces: Sequence[Shown]) -> tuple[Sequence[Shown], Sequence[Shown]]:
    """The panels above the orders on a phone, and those below: from the first table of figures behind all that one plays with."""
    lying = [n for n, one in enumerate(pieces) if one.how in TABLE_TOPS]
    behind = lying[-1] + 1 if lying else 0
    cut = next((n for n, one in enumerate(pieces) if n >= behind and one.how == "pairs"), len(pieces))
    return pieces[:cut], pieces[cut:]


def meanings(grid: Grid) -> dict[str, str]:
    """The colours of a board's cells in words: what they count, else their names."""
    counted = {colour: speak(bonus.says, ()) for colour, bonus in grid.bonuses.items()}
    return {colour: gettext(name) for colour, name in COLOURS.items()} | counted


def in_squares(panels: Sequence[Panel]) -> str:
    """The first grid as squares without letters, to be shared: white where nothing lies, green where a tile earns."""
    grid = next((panel for panel in panels if isinstance(panel, Grid)), None)
    if grid is None:
        return ""
    return "\n".join(
        "".join(
            "⬜" if character == EMPTY else "🟩" if (row, column) in grid.earning else "🟦"
            for column, character in enumerate(characters)
        )
        for row, characters in enumerate(grid.rows)
    )


def values_in(panels: Sequence[Panel]) -> dict[str, int]:
    """The value of each tile, as far as boards and racks have them."""
    return {tile: value for one in panels if isinstance(one, (Grid, Rack)) for tile, value in one.values.items()}


def _held(cards: str, values: Mapping[str, int]) -> tuple[Held, ...]:
    return tuple(Held(card, str(values.get(card, ""))) for card in cards)


def _shown(piece: Panel, forms: Sequence["OrderForm"]) -> Shown:
    match piece:
        case Grid():
            return Shown(piece, "grid", plan=Plan(piece))
        case Rack():
            return Shown(piece, "hand" if piece.are_cards else "rack", tiles=_held(piece.tiles, piece.values))
        case Words():
            return Shown(piece, "words", rows=tuple(Row(word, _held(word, piece.values)) for word in piece.rows))
        case Piles():
            piles = ((pile, Held(pile.card, str(pile.worth)) if pile.card else None) for pile in piece.piles)
            return Shown(piece, "piles", piles=tuple(piles))
        case Pairs():
            picks = piece.picks or ("",) * len(piece.pairs)
            pairs = tuple((what, says, pick) for (what, says), pick in zip(piece.pairs, picks, strict=True))
            return Shown(piece, "pairs", pairs=pairs)
        case Lines():
            return Shown(piece, "lines", forms=tuple(form for form in forms if form.choice.verb in piece.verbs))
