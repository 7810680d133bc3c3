"""Levels of robots, and what a robot brings to a game.

The search for layouts is elsewhere, because rules have no clock. Robots get it where the server has it."""

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
    """The limits of a search.

    It stops after `seconds` of processor time, or when all tiles are laid for `content` points. With `changes`, at most
    that many words of the first layout are removed at a time."""

    seconds: float
    content: float | None = None
    changes: int | None = None


Search: TypeAlias = Callable[[str, Layout, Effort, int], Layout]
"""Returns the best layout found of some tiles, from: the tiles, a layout to start with, an effort, and a seed."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """A level of play. `name` and `says` are templates; `expects` tells how many points to expect.

    The robot knows words of up to `longest` letters, only everyday ones if `common`, and leaves the light to people
    for `patience`."""

    key: str
    name: str
    says: str
    expects: Text
    common: bool = False
    longest: int = ANY_LENGTH
    patience: timedelta = timedelta(minutes=10)
    searches: bool = False
    """True if the level needs the search for layouts, and so plays only on servers that have it."""


PLAIN = Level(
    key="first", name=template("Robot"), says=template("There is only one level."), expects=say("simple play")
)
"""The level of kinds with only one."""


@dataclass(frozen=True)
class Mind:
    """The level, words and randomness of a robot, and the search that it may use.

    `listed` is the whole word list, in which it looks up a word when stuck. `search` is the server's search, if it has
    one."""

    level: Level
    vocabulary: Vocabulary
    listed: Vocabulary
    chance: Chance
    search: Search | None
