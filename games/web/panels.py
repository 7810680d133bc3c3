"""Prepares a kind's panels for a page: boards as pictures, racks as tiles, the rest in words for one reader.

Knows no kind. Colours are CSS classes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import EMPTY
from games.rules.panels import Chain, Chains, Grid, Lines, Pairs, Panel, Pile, Piles, Rack, Words
from games.rules.small_board import SmallBoard
from games.rules.texts import Text
from games.web.board import Plan, draw_grid
from games.web.order_forms import OrderForm
from games.wording import speak

WILD = "?"
IN_A_ROW = 8  # tiles of a rack per row in a small picture
TABLE_TOPS = ("grid", "rack", "hand", "words", "piles")


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
        """True for a wild card, whether or not a letter is chosen for it."""
        return self.is_blank or self.character == WILD

    @property
    def letter(self) -> str:
        """The letter that a card shows or stands for; empty if none."""
        return "" if self.character == WILD else self.character.upper()


@dataclass(frozen=True)
class Row:
    """A word on the table: its spelling and its cards."""

    word: str
    cards: tuple[Held, ...]

    @property
    def written(self) -> str:
        return "".join(card.letter + WILD * card.is_wild for card in self.cards)


@dataclass(frozen=True)
class Box:
    """A checkbox or radio button beside a line, of a form elsewhere on the page. `marks` are its labels before and
    after ticking."""

    form: str
    name: str
    value: str
    is_ticked: bool
    is_one_of: bool
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """A panel prepared for a page.

    `how` names its template. `tiles` are those of a rack, `rows` the words on a table, `piles` the piles with their
    face-up cards and the labels of the orders that swap a card with them, `pairs` the rows of a table with what each
    selects. `forms` are the orders that answer the panel, `boxes` the boxes beside its lines."""

    piece: Panel
    alphabet: Alphabet
    how: str
    tiles: tuple[Held, ...] = ()
    rows: tuple[Row, ...] = ()
    piles: tuple[tuple[Pile, Held | None, str], ...] = ()
    pairs: tuple[tuple[Text, Text, str], ...] = ()
    forms: tuple[OrderForm, ...] = ()
    boxes: tuple[Box | None, ...] = ()

    @cached_property
    def plan(self) -> Plan | None:
        """The picture of a board, drawn on first use."""
        return draw_grid(self.piece, self.alphabet) if isinstance(self.piece, Grid) else None

    @property
    def lines(self) -> Sequence[tuple[Text, Box | None]]:
        """The lines, each with its box, if any."""
        said = self.piece.lines if isinstance(self.piece, Lines) else ()
        return list(zip(said, self.boxes or [None] * len(said), strict=True))

    @property
    def chains(self) -> Sequence[tuple[Text, Box | None, Chain | None]]:
        """The lines, each with its box and its chain of people, if any."""
        drawn = self.piece.chains if isinstance(self.piece, Chains) else ()
        return [(line, box, chain) for (line, box), chain in zip(self.lines, drawn, strict=True)]

    @property
    def values(self) -> str:
        """The values of the panel's tiles as JSON, for the script."""
        return json.dumps(dict(self.piece.values)) if isinstance(self.piece, (Rack, Words)) else ""

    @property
    def template(self) -> str:
        return f"games/panels/{self.how}.html"


def shown(panels: Sequence[Panel], alphabet: Alphabet, forms: Sequence[OrderForm] = ()) -> tuple[Shown, ...]:
    """Prepare panels with tiles of an alphabet in order, each with the forms of the orders that answer it."""
    return tuple(_shown(piece, alphabet, forms) for piece in panels)


def beside_lines(pieces: Sequence[Shown], forms: Sequence[OrderForm]) -> Sequence[Shown]:
    """Return the panels; lines that are the choices of a form's field get its boxes."""
    boxes: dict[str, dict[str, Box]] = {}
    for form in forms:
        for control in form.controls:
            if control.is_beside and form.is_shown:
                is_one_of, form_id = control.field.how == "choice", f"order-{form.choice.verb}"
                marks = tuple(speak(mark, ()) for mark in control.field.marks or ())
                boxes[control.field.lines] = {
                    tick.value: Box(form_id, control.name, tick.value, tick.is_chosen, is_one_of, marks)
                    for tick in control.ticks
                }
    return [
        replace(one, boxes=tuple(map(boxes[one.piece.name].get, one.piece.keys)))
        if isinstance(one.piece, Lines) and one.piece.name in boxes
        else one
        for one in pieces
    ]


def answered_there(panels: Sequence[Panel]) -> set[str]:
    """Return the verbs whose buttons are at a panel."""
    return {verb for piece in panels if isinstance(piece, Lines) for verb in piece.verbs}


def in_two_parts(pieces: Sequence[Shown]) -> tuple[Sequence[Shown], Sequence[Shown]]:
    """Split the panels into those above the orders on a phone and those below. The second part begins with the first
    table of figures after the last board, rack or other panel to play with."""
    lying = [n for n, one in enumerate(pieces) if one.how in TABLE_TOPS]
    behind = lying[-1] + 1 if lying else 0
    cut = next((n for n, one in enumerate(pieces) if n >= behind and one.how == "pairs"), len(pieces))
    return pieces[:cut], pieces[cut:]


def in_squares(panels: Sequence[Panel]) -> str:
    """Return the first grid as squares without letters, for sharing: white for an empty cell, green where a tile
    scores."""
    return "\n".join(row.translate({ord(EMPTY): "⬜", ord("g"): "🟩", ord("b"): "🟦"}) for row in _colours(panels))


def packed_without_letters(panels: Sequence[Panel]) -> str:
    """Return the same squares, packed for drawing."""
    rows = _colours(panels)
    return SmallBoard(tuple(EMPTY * len(row) for row in rows), rows).packed if rows else ""


def _colours(panels: Sequence[Panel]) -> tuple[str, ...]:
    """Return the first grid as colours of cells: `b` for a tile, `g` for one that scores."""
    grid = next((panel for panel in panels if isinstance(panel, Grid)), None)
    if grid is None:
        return ()
    return tuple(
        "".join(
            EMPTY if character == EMPTY else "g" if (row, column) in grid.earning else "b"
            for column, character in enumerate(characters)
        )
        for row, characters in enumerate(grid.rows)
    )


def packed(panels: Sequence[Panel], alphabet: Alphabet) -> str:
    """Return the first grid, packed for drawing small; without a grid the first rack, in rows."""
    grid = next((tuple(panel.rows) for panel in panels if isinstance(panel, Grid)), ())
    tiles = next((panel.tiles for panel in panels if isinstance(panel, Rack)), "")
    rows = grid or tuple(tiles[n : n + IN_A_ROW] for n in range(0, len(tiles), IN_A_ROW))
    return SmallBoard.of(alphabet, grid or SmallBoard.of_words(*rows).rows).packed


def _held(cards: str, values: Mapping[str, int]) -> tuple[Held, ...]:
    return tuple(Held(card, str(values.get(card, ""))) for card in cards)


def _shown(piece: Panel, alphabet: Alphabet, forms: Sequence[OrderForm]) -> Shown:
    match piece:
        case Grid():
            return Shown(piece, alphabet, "grid")
        case Rack():
            return Shown(piece, alphabet, "hand" if piece.are_cards else "rack", tiles=_held(piece.tiles, piece.values))
        case Words():
            rows = tuple(Row(word, _held(word, piece.values)) for word in piece.rows)
            return Shown(piece, alphabet, "words", rows=rows, forms=_answering(piece, forms))
        case Piles():
            swaps = {form.by_cards.pile: form.choice.label for form in forms if form.by_cards and form.is_shown}
            piles = tuple(
                (pile, Held(pile.card, str(pile.worth)) if pile.card else None, swaps.get(pile.name, ""))
                for pile in piece.piles
            )
            return Shown(piece, alphabet, "piles", piles=piles)
        case Pairs():
            picks = piece.picks or ("",) * len(piece.pairs)
            pairs = tuple((what, says, pick) for (what, says), pick in zip(piece.pairs, picks, strict=True))
            return Shown(piece, alphabet, "pairs", pairs=pairs)
        case Chains():
            return Shown(piece, alphabet, "chains")
        case Lines():
            return Shown(piece, alphabet, "lines", forms=_answering(piece, forms))


def _answering(piece: Lines, forms: Sequence[OrderForm]) -> tuple[OrderForm, ...]:
    return tuple(form for form in forms if form.choice.verb in piece.verbs)
