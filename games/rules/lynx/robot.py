"""A robot for Lynx: enters a word that it knows, as its level decides, and accepts entries that are made of words.

It sees only its view and its words, and acts only by orders."""

import re
from collections.abc import Sequence

from games.rules.lynx.entry import fold
from games.rules.lynx.levels import LynxLevel
from games.rules.lynx.pattern import lights
from games.rules.lynx.weighing import Weighing
from games.rules.robots import Mind
from games.rules.table.turn_kind import TurnView
from games.rules.values import Order, Seat
from games.rules.word_index import by_length

CHOICES, WORDS = 40, 2
"""How many choices are compared for an entry, and how many words of each."""


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the orders of a robot in a seat that the game waits for."""
    if pending := view.facts["pending"]:
        parts = re.split("[ -]", pending["written"])
        is_made_of_words = len(parts) > 1 and all(fold(part) in mind.listed for part in parts)
        return (Order("ACCEPT" if is_made_of_words else "REJECT"),)
    level = mind.level
    assert isinstance(level, LynxLevel)
    barred = [fold(entry["written"]) for entry in view.facts["entries"]]
    steps = level.steps
    found = _dearest(view, barred, mind) if steps is None else _weighed(view, barred, mind, steps=steps)
    if found is None:
        return (Order("PASS"),)
    light, answer = found
    return (Order("ENTER", {"light": light, "text": mind.listed.as_written(answer)}),)


def _dearest(view: TurnView, barred: Sequence[str], mind: Mind) -> tuple[str, str] | None:
    """Return the light that earns most, and a random word for it."""
    open_lights = [light for light in view.facts["lights"] if light["open"]]
    for light in sorted(open_lights, key=lambda light: light["worth"], reverse=True):
        words = by_length(mind.vocabulary).of(light["length"])
        if fits := words.fitting(light["standing"]) & ~words.listed(barred):
            return light["light"], words.one_of(fits, mind.chance)
    return None


def _weighed(view: TurnView, barred: Sequence[str], mind: Mind, *, steps: int) -> tuple[str, str] | None:
    """Return the best light and word by what they earn and give away."""
    shown = view.facts["lights"]
    cells = [light.cells for light in lights(tuple(view.facts["grid"]))]
    index = by_length(mind.vocabulary)
    weighing = Weighing(cells, index, barred)
    position = tuple(light["standing"] for light in shown)
    tried = [
        (choice, words.one_of(choice.words, mind.chance))
        for choice in weighing.choices(position, [number for number, light in enumerate(shown) if light["open"]])[
            :CHOICES
        ]
        for words in [index.of(shown[choice.light]["length"])]
        for _ in range(WORDS)
    ]
    if not tried:
        return None
    choice, word = weighing.best(list(dict.fromkeys(tried)), position, steps=steps)
    return shown[choice.light]["light"], word
