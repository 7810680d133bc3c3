"""Builds a game of Scannergram in any position with a line or two. No database.

Every word is valid unless a test says otherwise. The grid is that of the published rules."""

from collections import Counter
from dataclasses import dataclass, replace

from games.rules.options import read_options
from games.rules.scannergram.kind import Scannergram
from games.rules.scannergram.rounds import COUNTS
from games.rules.scannergram.state import GONE, POOL, UP
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.position import DEAL, Position

SCANNERGRAM = Scannergram()
START = ("..P..", "..A..", "WAIF.", "..N..", "..E..", ".IDLY", ".T.I.", ".C.M.", ".H.B.", "...E.", "...R.")


def laid(layout, row, column, letter):
    """The layout with one more tile, on an empty cell."""
    line = layout[row]
    assert line[column] == "."
    return (*layout[:row], line[:column] + letter + line[column + 1 :], *layout[row + 1 :])


ITCHY = laid(START, 9, 1, "Y")
WITCH = laid(START, 4, 1, "W")


@dataclass(frozen=True)
class Table(Position):
    kind = SCANNERGRAM

    def bid(self, seat, length, *calls, grid=None):
        facts = {"calls": calls, "layout": grid} if grid else {}
        return self.give(seat, "BID", length=length, **facts)

    def panels(self, reader):
        return {panel.name: panel for panel in self.view(reader).panels}

    def known_to(self, reader):
        """The facts of every event that a reader has been told of."""
        told = (SCANNERGRAM.tell(self.state, event, reader) for event in self.events)
        return [facts for facts in told if facts is not None]

    @property
    def verbs(self):
        return [event.verb for event in self.events]


def dealt(*players, words=None, key=bytes(32), **options):
    """A game that has just begun, as the stream deals it."""
    resources = Resources(key=key, words=words or AnyWord())
    joining = [Joining()] * len(players)
    step = SCANNERGRAM.start(joining, read_options(SCANNERGRAM.options_type, options), resources, DEAL)
    return Table(step.state, resources, events=step.events)


def scannergram(*players, grid=START, tile="Y", pool="AEIO", words=None, **options):
    """A game with this grid and tile; `pool` is drawn from its end."""
    table = dealt(*players, words=words, **options)
    gone = Counter(COUNTS) - Counter("".join(grid) + tile + pool)
    bags = {POOL: pool, UP: tile, GONE: "".join(gone.elements())}
    return replace(table, state=replace(table.state, boards={None: grid}, bags=bags), events=())
