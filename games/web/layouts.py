"""Pictures of layouts: what each tile earns, a layout with its sum, and the replay of several.

All marks follow from the layout and its struck words, both visible to the reader. `board` draws them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Cell, Layout, cells, tiles_used
from games.rules.layouts import Reckoning
from games.rules.words import AllBut, AnyWord, WordList
from games.web.board import CELL, Picture, Square, say_words

SMALL_CELL = 28  # pixels, where several boards are compared
LEAST_COLUMNS, LEAST_ROWS = 10, 9
ROOM = (13, 14)  # rows and columns of boards that are compared
SHRINKS_TO_A_PHONE = 15
SHRINKS_TO_HALF_A_LAPTOP = 30


def how_to_write(alphabet: Alphabet) -> str:
    """Explain how a layout is written as text, with examples in the language of its tiles."""
    across, down = map(alphabet.write_word, alphabet.examples.corner)
    return gettext(
        "One line per row, with a dot for each empty cell. Or write a list such as 8H {across}, H8 {down} (8H reads "
        "across, H8 down). Use lower case for blanks only."
    ).format(across=across, down=down)


@dataclass(frozen=True)
class Word:
    """A word that counts, with the positions of its tiles as in `Square.place`."""

    text: str
    places: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LaidOut(Picture):
    """The picture of a layout, with its words. `terms` are the tiles that earn points, highest first."""

    words: tuple[Word, ...]
    terms: tuple[Square, ...]


@dataclass(frozen=True)
class Example:
    """A layout with its score and sum; `spare` are the leftover tiles as they are drawn, `struck` the runs that are not
    valid words."""

    picture: LaidOut
    points: int
    spare: tuple[str, ...]
    struck: tuple[str, ...]
    shown: str
    quotient: str
    decimal: str


def draw_example(
    layout: Layout, *, words: WordList | None = None, beside: str = "", alphabet: Alphabet = ENGLISH
) -> Example:
    """Score a layout with the leftover tiles `beside`, by a word list; without one every run counts as a word."""
    kind: Any = registry.kind("crossing")
    made = kind.layouts.score(layout, tiles_used(layout) + beside, words or AnyWord(), alphabet)
    picture = draw(layout, made.struck, alphabet=alphabet)
    spare = (*(tile.letter for tile in picture.squares if "leftover" in tile.looks), *map(alphabet.face, beside))
    struck = tuple(map(alphabet.write, made.struck))
    return Example(picture, made.points, spare, struck, made.shown(), *in_steps(made.shown()))


def in_steps(shown: str) -> tuple[str, str]:
    """Split a shown score into its steps: `24/(7+2)=2.67` becomes `24 ÷ (7 + 2)` and `2.67`."""
    quotient, _, decimal = shown.partition("=")
    return quotient.replace("/", " ÷ ").replace("+", " + "), decimal


def draw(
    layout: Layout,
    struck: Collection[str] = (),
    *,
    alphabet: Alphabet = ENGLISH,
    cell: int = CELL,
    size: tuple[int, int] = (0, 0),
    corner: Cell | None = None,
) -> LaidOut:
    """Draw a layout with an empty cell around it, at least `size` (rows, columns) large.

    `corner` is the cell of its first row and column; without it the layout is centred. The number of columns is
    even, so that a centred picture aligns with the lines of the background."""
    rows, columns = _size_around(layout, size)
    top, left = corner or _middle(layout, (rows, columns))
    reckoning = Reckoning.of(layout, AllBut(struck), alphabet)
    laid = cells(layout)
    struck_cells = {place for run in reckoning.struck for place in run.cells}
    tiles = {}
    for place, character in laid.items():
        looks = {
            "crossing": place in reckoning.earned,
            "leftover": place in reckoning.leftover,
            "struck": place in struck_cells,
        }
        tiles[place] = Square(
            x=(left + place[1]) * CELL,
            y=(top + place[0]) * CELL,
            looks=" ".join(name for name, holds in looks.items() if holds),
            letter=alphabet.face(character),
            value=alphabet.printed_value(character),
        )
    words = tuple(
        Word(alphabet.write(run.word), tuple(tiles[place].place for place in run.cells)) for run in reckoning.words
    )
    terms = sorted(reckoning.earned, key=lambda place: (-reckoning.earned[place], alphabet.index(laid[place].upper())))
    in_order = sorted((run.word for run in reckoning.words), key=alphabet.by_letters)
    of_board = f"board {'small' if cell < CELL else 'full'}"
    if columns > SHRINKS_TO_A_PHONE:
        of_board += " wide" if columns <= SHRINKS_TO_HALF_A_LAPTOP else " vast"
    return LaidOut(
        rows=rows,
        columns=columns,
        squares=tuple(tiles.values()),
        looks=of_board,
        says=say_words(list(map(alphabet.write, in_order))),
        cell=cell,
        words=words,
        terms=tuple(tiles[place] for place in terms),
    )


def draw_replay(
    replays: Sequence[Sequence[tuple[Layout, Collection[str]]]], *, alphabet: Alphabet, cell: int
) -> list[list[LaidOut]]:
    """Draw each player's layouts with their struck words, from first to last, all at one size. Most tiles stay in
    place from one layout to the next."""
    size = ROOM
    for layout in (layout for replay in replays for layout, _ in replay):
        size = _size_around(layout, size)
    return [_draw_backwards(replay, alphabet, cell, size) for replay in replays]


def _draw_backwards(
    replay: Sequence[tuple[Layout, Collection[str]]], alphabet: Alphabet, cell: int, size: tuple[int, int]
) -> list[LaidOut]:
    """Draw from the last layout, which is centred, back to the first."""
    pictures: list[LaidOut] = []
    after: Mapping[Cell, str] = {}
    for layout, struck in reversed(replay):
        top, left = _place_beside(layout, after, size)
        after = {(top + row, left + column): character for (row, column), character in cells(layout).items()}
        pictures.append(draw(layout, struck, alphabet=alphabet, cell=cell, size=size, corner=(top, left)))
    return pictures[::-1]


def _place_beside(layout: Layout, after: Mapping[Cell, str], size: tuple[int, int]) -> Cell:
    """Return the position at which most tiles of a layout cover equal ones; the first of several, the centre if
    there is none."""
    height, width = len(layout), max(map(len, layout), default=0)
    standing: dict[str, list[Cell]] = {}
    for place, character in after.items():
        standing.setdefault(character, []).append(place)
    corners: Counter[Cell] = Counter()
    for (row, column), character in cells(layout).items():
        for other_row, other_column in standing.get(character, ()):
            top, left = other_row - row, other_column - column
            if 0 < top < size[0] - height and 0 < left < size[1] - width:
                corners[top, left] += 1
    return corners.most_common(1)[0][0] if corners else _middle(layout, size)


def _size_around(layout: Layout, least: tuple[int, int]) -> tuple[int, int]:
    """Return rows and columns, at least `least`, that leave an empty cell on every side."""
    rows = max(len(layout) + 2, least[0], LEAST_ROWS)
    columns = max(max(map(len, layout), default=0) + 2, least[1], LEAST_COLUMNS)
    return rows, columns + columns % 2


def _middle(layout: Layout, size: tuple[int, int]) -> Cell:
    return (size[0] - len(layout)) // 2, (size[1] - max(map(len, layout), default=0)) // 2
