"""Levels of the Lynx robots, one row each.

By `python -m tests.bench.matches --kind lynx`, the club level wins three games of four against the first level, and
the best level nineteen of twenty against a first level that knows all words."""

from dataclasses import dataclass

from games.rules.robots import Level
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class LynxLevel(Level):
    """A level of a Lynx robot.

    `steps` is how many positions it may look at to see what an entry gives away. With 0 it considers only the next
    entry; with None, only what an entry earns."""

    steps: int | None


LEVELS = (
    LynxLevel(
        key="first",
        name=template("First game"),
        says=template(
            "Knows everyday words and enters one where it earns most. It doesn’t see what that opens up for you."
        ),
        expects=say("simple play"),
        common=True,
        steps=None,
    ),
    LynxLevel(
        key="club",
        name=template("Club"),
        says=template("Knows all words and phrases and weighs what an entry earns against your best reply."),
        expects=say("thinks one entry ahead"),
        steps=0,
    ),
    LynxLevel(
        key="best",
        name=template("As good as it gets"),
        says=template(
            "Knows all words and phrases, looks several entries ahead, spoils crossings that you could use, and "
            "works out who will make the last entry."
        ),
        expects=say("plans to the end"),
        steps=6000,
    ),
)
