"""Levels of the Scannergram robots, one row each. `python -m tests.bench.matches --kind scannergram` lets them play."""

from dataclasses import dataclass

from games.rules.robots import Level
from games.rules.scannergram.rebuilding import Limits
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class ScannergramLevel(Level):
    """A level of a Scannergram robot: the limits of its search for a new grid. `longest` also limits its bids."""

    limits: Limits


LEVELS = (
    ScannergramLevel(
        key="first",
        name=template("First game"),
        says=template("Knows short everyday words and moves only a few tiles."),
        expects=say("bids of about {length} letters", length="4"),
        common=True,
        longest=6,
        limits=Limits(lifted=3, steps=100_000),
    ),
    ScannergramLevel(
        key="club",
        name=template("Club"),
        says=template("Knows everyday words and moves up to eight tiles to make a longer one."),
        expects=say("bids of about {length} letters", length="7"),
        common=True,
        longest=9,
        limits=Limits(lifted=8, steps=300_000),
    ),
    ScannergramLevel(
        key="best",
        name=template("As good as it gets"),
        says=template("Knows all words and moves most of the grid if that makes a longer one."),
        expects=say("bids of about {length} letters", length="11"),
        limits=Limits(lifted=20, steps=1_000_000),
    ),
)
