"""A robot for Lynx: enters a listed word in the light that earns most, and accepts others' entries that are made of words.
It knows its view and a word list and only gives orders."""

import re
from collections.abc import Collection

from games.rules.kind import Order, Seat
from games.rules.lynx.entry import fold
from games.rules.robots import Mind
from games.rules.table.turn_view import TurnView
from games.rules.words import Vocabulary


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Give the order of a robot in this seat, which is waited for."""
    vocabulary, pending = mind.vocabulary, view.facts["pending"]
    if pending:
        return (Order("ACCEPT" if _is_made_of_words(pending["written"], vocabulary) else "REJECT"),)
    used = {fold(entry["written"]) for entry in view.facts["entries"]}
    open_lights = [light for light in view.facts["lights"] if light["open"]]
    for light in sorted(open_lights, key=lambda light: light["worth"], reverse=True):
        if found := fitting(light["standing"], vocabulary, barred=used):
            answer = found[mind.chance.below(len(found))]
            return (Order("ENTER", {"light": light["light"], "text": vocabulary.as_written(answer)}),)
    return (Order("PASS"),)


def fitting(standing: str, vocabulary: Vocabulary, *, barred: Collection[str]) -> list[str]:
    """The words that fit a light such as `..L....`, alphabetically."""
    fits = re.compile(standing.replace(".", "[A-Z]")).fullmatch
    length = len(standing)
    return sorted(word for word in vocabulary if len(word) == length and fits(word) and word not in barred)


def _is_made_of_words(written: str, vocabulary: Vocabulary) -> bool:
    """True if an entry has several parts, each of them a listed word."""
    parts = re.split("[ -]", written)
    return len(parts) > 1 and all(fold(part) in vocabulary for part in parts)
