"""What a table of Crosslet can agree on: its board, and what blanks are worth."""

from dataclasses import dataclass
from typing import Literal

from games.rules.messages import say
from games.rules.options import choice
from games.rules.table.turns import TurnOptions


@dataclass(frozen=True)
class Options(TurnOptions):
    """Neither board is that of the published game, of which only a picture is left."""

    board: Literal["plain8", "classic"] = choice(
        "plain8",
        say("Board"),
        say("Where the bonus cells lie; the centre is plain."),
        {
            "plain8": say("plain8, the same in all eight ways to lay it"),
            "classic": say("classic, the premium squares that Scrabble made known"),
        },
    )
    blank_scores: bool = choice(
        False,
        say("Blanks score"),
        say("What a blank on the board is worth."),
        {False: say("nothing"), True: say("what its letter is worth")},
    )
    recycle_blank: bool = choice(
        False,
        say("Blanks come back"),
        say("Whether a player may put the real letter under a blank, before laying, and take the blank."),
        {False: say("no, they stay where they lie"), True: say("yes, to whoever puts the real letter there")},
    )
