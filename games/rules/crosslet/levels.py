"""Levels of the Crosslet robots, one row each. Points are averages of `python -m tests.bench.matches --kind
crosslet`."""

from dataclasses import dataclass

from games.rules.robots import Level
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class CrossletLevel(Level):
    """A level of a Crosslet robot.

    `lines` is the most lines of a play. `width` is how many plays are extended to another line. `weighed` is how
    many of the best plays are compared by the best answer to each."""

    lines: int
    width: int = 0
    weighed: int = 1


LEVELS = (
    CrossletLevel(
        key="first",
        name=template("First game"),
        says=template("Knows everyday words of up to eight letters and lays one word at a time."),
        expects=say("about {points} points a play", points="30"),
        common=True,
        longest=8,
        lines=1,
    ),
    CrossletLevel(
        key="club",
        name=template("Club"),
        says=template("Knows everyday words and lays tiles in two lines at once when it sees a way."),
        expects=say("about {points} points a play", points="50"),
        common=True,
        lines=2,
        width=4,
    ),
    CrossletLevel(
        key="best",
        name=template("As good as it gets"),
        says=template(
            "Knows all words, lays tiles in three lines at once, and considers what it leaves for the next player."
        ),
        expects=say("about {points} points a play", points="75"),
        lines=3,
        width=100,
        weighed=6,
    ),
)
