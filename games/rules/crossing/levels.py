"""Levels of the Lexicon Crossing robots, one row each.

Points and ratings come from `python -m tests.bench.levels`, where the levels play each other with LC120. The middle
level is rated 1500."""

from dataclasses import dataclass
from datetime import timedelta

from games.rules.robots import Effort, Level
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class CrossingLevel(Level):
    """A level of a Lexicon Crossing robot.

    `effort` limits the search for each layout before the red light; with None, the robot adds tiles without searching.
    `last_effort` limits the search after the red light; with None, a complete layout isn't changed any more. If
    `calls_red` is False, the robot requests the red light only when no other player is left who could. At any level, it
    jaywalks only when it finds no layout of all its tiles. `points` are average scores with 30 and with 60 tiles."""

    effort: Effort | None = None
    last_effort: Effort | None = None
    searches: bool = True
    calls_red: bool = True
    points: tuple[float, float]
    rating: int


FIRST_GAME = CrossingLevel(
    key="first",
    name=template("First game"),
    says=template("Knows short everyday words and adds tiles wherever they fit. Leaves the lights to you."),
    expects=say("about {points} points a game", points="2"),
    common=True,
    longest=8,
    searches=False,
    points=(2.3, 2.3),
    rating=1237,
)
LEVELS = (
    FIRST_GAME,
    CrossingLevel(
        key="home",
        name=template("At home"),
        says=template(
            "Knows everyday words of up to 6 letters and moves one word at a time. Doesn’t change its layout after "
            "a red light."
        ),
        expects=say("about {points} points a game", points="3"),
        common=True,
        longest=6,
        effort=Effort(0.5, content=2.5, changes=1),
        points=(3.1, 3.1),
        rating=1453,
    ),
    CrossingLevel(
        key="club",
        name=template("Club"),
        says=template(
            "Knows everyday words and moves two at a time. Asks for the light after 5 minutes, and tries to "
            "improve its layout after a red light."
        ),
        expects=say("about {points} points a game", points="4"),
        common=True,
        effort=Effort(1, content=3.7, changes=2),
        last_effort=Effort(1, content=4, changes=2),
        patience=timedelta(minutes=5),
        points=(3.8, 4.1),
        rating=1500,
    ),
    CrossingLevel(
        key="tournament",
        name=template("Tournament"),
        says=template(
            "Knows all words and rebuilds its layout to find a good one. Leaves the red light to you, so that it "
            "can improve its layout afterwards."
        ),
        expects=say("about {points} points a game", points="5–6"),
        effort=Effort(1, content=4.9),
        last_effort=Effort(2, content=5.5),
        calls_red=False,
        points=(5.2, 5.9),
        rating=1690,
    ),
    CrossingLevel(
        key="best",
        name=template("As good as it gets"),
        says=template(
            "Knows all words and searches for the best layout of all its tiles at every light. Searches longest "
            "after the red light."
        ),
        expects=say("about {points} points a game", points="6–7"),
        effort=Effort(3),
        last_effort=Effort(6),
        calls_red=False,
        points=(5.3, 6.7),
        rating=1860,
    ),
)
