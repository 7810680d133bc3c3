"""Levels at which robots play a kind, and what a robot brings to a table. The search for layouts is made elsewhere, as rules
know no clock; a robot is given one where the server has it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from games.rules.chance import Chance
from games.rules.grid import Layout
from games.rules.texts import Text, say, template
from games.rules.words import Vocabulary

ANY_LENGTH = 100


@dataclass(frozen=True)
class Effort:
    """The end of a search: after `seconds` of the processor's time, or as soon as all tiles lie for `content` points. With
    `changes`, no more than so many words of the layout that it begins from are taken out at a time."""

    seconds: float
    content: float | None = None
    changes: int | None = None


Search: TypeAlias = Callable[[str, Layout, Effort, int], Layout]
"""The best layout found of some tiles, begun from one of them, with an effort and a seed."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A level of play: its key, its name and a sentence on its character, as templates, and the points to expect.

    The robot knows words of at most `longest` letters, with `common` only those that everybody knows; it leaves the light to
    people for `patience`."""

    key: str
    name: str
    says: str
    expects: Text
    common: bool = False
    longest: int = ANY_LENGTH
    patience: timedelta = timedelta(minutes=10)
    searches: bool = False
    """True for a level that needs the search for layouts, and so plays only on servers that have it."""


PLAIN = Level(
    key="first", name=template("Robot"), says=template("There is only one level."), expects=say("simple play")
)
"""The level of kinds that robots play in one way."""


@dataclass(frozen=True)
class Mind:
    """A robot's level, the words that it knows, all that are listed, where it looks one up when it is stuck, chance of its own,
    and the search of its server, if there is one."""

    level: Level
    vocabulary: Vocabulary
    listed: Vocabulary
    chance: Chance
    search: Search | None
