"""What an entry links with and what it earns, and into which lights one may be made.

Source: the published rules of Lynx. Pure questions about a grid.
"""

from games.rules.kind import OrderRefused
from games.rules.lynx.pattern import EMPTY, Light, Rows, blank, light_named, lights, reading
from games.rules.messages import Text, say

POINTS_A_LETTER_FIRST = 2
LAST_ENTRY = 10
INK_MISTAKE = -10


def links(standing: str) -> int:
    """How many crossing letters a light has before its entry: `.A.A.C.` has 3."""
    return sum(sign != EMPTY for sign in standing)


def worth(standing: str) -> int:
    """What an entry earns: its length by its links; the first of a grid, which has none, two points a letter."""
    return len(standing) * (links(standing) or POINTS_A_LETTER_FIRST)


def is_untouched(grid: Rows) -> bool:
    """Whether nothing has been entered yet."""
    return blank(grid) == grid


def first_light(grid: Rows) -> Light:
    """Where the first entry goes: into the shortest light; of several, the lowest number, across before down."""
    return min(lights(grid), key=lambda light: light.length)


def unfilled(grid: Rows) -> tuple[Light, ...]:
    """The lights in which a letter is missing. One that its crossings have filled takes no entry."""
    return tuple(light for light in lights(grid) if EMPTY in reading(grid, light))


def playable(grid: Rows) -> tuple[Light, ...]:
    """The lights that may be entered now: unfilled and linked; in an untouched grid, the first light alone."""
    if is_untouched(grid):
        return (first_light(grid),)
    return tuple(light for light in unfilled(grid) if links(reading(grid, light)))


def check_light(grid: Rows, name: str) -> Light:
    """The light of this name, into which an entry may be made now. OrderRefused with what would be right."""
    light, offered = light_named(grid, name), playable(grid)
    if light in offered and light is not None:
        return light
    names = tuple(one.name for one in offered)
    raise OrderRefused(_why_not(grid, light, name, names))


def _why_not(grid: Rows, light: Light | None, name: str, offered: tuple[str, ...]) -> Text:
    if light is None:
        return say("There is no light {light}. Open are {offered}.", light=name, offered=offered)
    if is_untouched(grid):
        return say(
            "The first entry goes into the shortest light, of several that with the lowest number: {first}, of {count} "
            "letters.",
            first=offered[0],
            count=first_light(grid).length,
        )
    standing = reading(grid, light)
    if EMPTY not in standing:
        return say(
            "Light {light} is filled: {standing}. Open are {offered}.", light=name, standing=standing, offered=offered
        )
    return say(
        "An entry links with a letter that stands, and {light} has none yet. Open are {offered}.",
        light=name,
        offered=offered,
    )
