"""The best boards of Lexicon Crossing that the solver has found with freely chosen tiles, as a challenge to players.
`manage.py solve --tile-set` searches for better ones. No word is on a board twice; all are in the open list."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Layout


@dataclass(frozen=True)
class BoardToBeat:
    """A board made from tiles of a set, of any number or of exactly `tiles`, in one language."""

    tile_set: str
    layout: Layout
    tiles: int | None = None
    alphabet: Alphabet = ENGLISH


BOARDS_TO_BEAT: Sequence[BoardToBeat] = (
    BoardToBeat(
        "LC120",
        (
            "......S...S.........",
            "......QUINQUEVALENCY",
            "......U...U.........",
            "......E...E.........",
            "......E...E.........",
            "DECITIZENIZED.......",
            "......E...E.........",
            "......B...B.........",
            "......O...O.........",
            "......XEROXED.......",
            "......E.............",
            "......S.............",
        ),
    ),
    BoardToBeat(
        "LC120",
        (
            ".....D......",
            ".....E......",
            ".....C......",
            ".....I......",
            ".....T......",
            ".....I...E..",
            "SQUEEZEBOX..",
            ".U...E.A.O..",
            ".I...N.R.T..",
            ".N...I.E.O..",
            "SQUEEZEBOXES",
            ".U...E.A.I..",
            ".A.....C.C..",
            ".G.....K....",
            ".E.....E....",
            ".N.....D....",
            ".A..........",
            ".R..........",
            ".I..........",
            ".A..........",
            ".N..........",
            ".S..........",
        ),
        tiles=60,
    ),
    BoardToBeat(
        "S98",
        (
            "...........S.",
            "...........P.",
            "...JOBSWORTHS",
            "...E...O...I.",
            "...R...O...N.",
            "..SQUEEZEBOX.",
            "...U...I...L.",
            "...E...L...I.",
            "TIDDLEDYWINK.",
            "...........E.",
        ),
    ),
    BoardToBeat(
        "S98",
        (
            "...........H...",
            "...RELIQUEFYING",
            ".....O.U...D...",
            ".....N.I...R...",
            ".....G.C...O...",
            ".....JUKEBOXES.",
            ".....U.T...Y...",
            "OVEREMPHASIZED.",
            ".....P.O...I...",
            ".....I.R...N...",
            ".....N.N...E...",
            ".....G.S...S...",
        ),
        tiles=60,
    ),
)
