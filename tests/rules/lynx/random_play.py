"""Lynx for the tests of every kind: orders to try at random, and what must add up. Its players hide nothing."""

from datetime import timedelta

from hypothesis import strategies as st

from games.rules.lynx.entry import LAST_ENTRY, playable
from games.rules.lynx.pattern import lights, reading
from games.rules.values import Order

OPTIONS = st.fixed_dictionaries(
    {
        "pattern": st.sampled_from(["", "example", "... .#. ...", ".... .### ...."]),
        "size": st.sampled_from([7, 11]),
        "ink": st.booleans(),
        "vacation": st.sampled_from(["waits", "passes"]),
        "move_within": st.sampled_from([3600, 259200]),
        "judge_within": st.sampled_from([1800, 172800]),
    }
)
VERBS = (
    *["ENTER", "ENTER AS NEXT", "ENTER AS NEXT", "ENTER AS NEXT"] * 3,
    *[
        "ENTER WHAT DOES NOT FIT",
        "ENTER ANYWHERE",
        "PASS",
        "ACCEPT",
        "REJECT",
        "LOOK",
        "PAUSE",
        "RESUME",
        "VOID",
        "KEEP",
        "RESIGN",
    ],
    *["VACATION", "EXTEND"],
)
BARE = ("PASS", "ACCEPT", "REJECT", "LOOK", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")
LETTERS = "ETAOIN"


def options(seats):
    """Options for this number of players."""
    return OPTIONS


def orders(state, seat, *, verb, number, now):
    """The orders of one move; those AS NEXT do something only for the player to move."""
    match verb:
        case "ENTER AS NEXT":
            return [entry(state, number)] if seat in state.awaited else []
        case "ENTER":
            return [entry(state, number)]
        case "ENTER WHAT DOES NOT FIT":
            return [Order("ENTER", {"light": entry(state, number).facts["light"], "text": "Qu-" + "é" * number})]
        case "ENTER ANYWHERE":
            found = lights(state.grid)[number % len(lights(state.grid))]
            return [Order("ENTER", {"light": found.name, "text": "X" * found.length})]
        case "VACATION":
            starts = now + timedelta(hours=6 * number)
            return [Order(verb, {"starts": starts.isoformat(), "ends": (starts + timedelta(days=4)).isoformat()})]
        case _:
            return [Order(verb)]


def entry(state, number):
    """An entry that fits one of the open lights."""
    offered = playable(state.grid)
    if not offered:
        return Order("ENTER", {"light": "1A", "text": "ETA"})
    light = offered[number % len(offered)]
    standing = reading(state.grid, light)
    letters = (old if old != "." else LETTERS[(number + i) % len(LETTERS)] for i, old in enumerate(standing))
    return Order("ENTER", {"light": light.name, "text": "".join(letters)})


def adds_up(state):
    """True if the points are those of the entries plus the bonus of a finished game, and every entry is in the grid."""
    earned = [sum(entry.points for entry in state.entries if entry.seat == seat) for seat in range(state.seats)]
    more = sum(state.points.values()) - sum(earned)
    named = {light.name: light for light in lights(state.grid)}
    stand = all(reading(state.grid, named[entry.light]) == entry.fill for entry in state.entries)
    return stand and more in ((0, LAST_ENTRY) if state.phase == "finished" else (0,))


def knowing(state, events, *, seat):
    """The readers who may know what this seat hides."""
    return {seat}


def with_other_secrets(state, events, *, seat):
    """The same game, as nothing is hidden."""
    return state, events
