"""Counting the forfeits that the players of a finished game owe, from its events.

A forfeit at a light isn't counted: its line alone says who owes it, such as "All sing"."""

from collections import Counter
from collections.abc import Iterable, Mapping

from games.rules.crossing.challenges import Challenged
from games.rules.crossing.jaywalks import Jaywalked
from games.rules.crossing.options import FORFEIT_LINES, Options
from games.rules.crossing.results import Scored
from games.rules.values import Event, Seat

COUNTED = tuple(line for line in FORFEIT_LINES if line != "light_forfeit")


def are_counted(options: Options) -> bool:
    """Return True if the game has a forfeit that a single player owes."""
    return any(getattr(options, line) for line in COUNTED)


def owed(events: Iterable[Event]) -> Mapping[Seat, int]:
    """Return how many forfeits each seat owes; only seats that owe one are listed."""
    counts = Counter[Seat]()
    for event in events:
        match event.verb:
            case Jaywalked.verb if event.seat is not None and Jaywalked.read(event.facts).forfeit:
                counts[event.seat] += 1
            case Challenged.verb if (owes := Challenged.read(event.facts).owes) is not None:
                counts[owes] += 1
            case Scored.verb:
                scored = Scored.read(event.facts)
                counts.update(scored.owed_by or ())
                counts.update(dict(scored.invalid_words or ()))
    return counts
