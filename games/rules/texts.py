"""Sentences from the rules: a fixed English template and named values.

Rules never build sentences. Names, times and translations are filled in when a text is rendered. Nothing here knows
a language, a time zone or a name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, TypeAlias


@dataclass(frozen=True, order=True)
class Player:
    """A value of a text that stands for the name of the player in this seat."""

    seat: int


@dataclass(frozen=True)
class Text:
    """One or more sentences; `template` uses `{name}` for each of `values`, which may be texts themselves."""

    template: str
    values: Mapping[str, "Value"] = field(default_factory=dict)

    @property
    def instants(self) -> list[datetime]:
        """The instants among the values of the text itself."""
        return [value for value in self.values.values() if isinstance(value, datetime)]

    def __str__(self) -> str:
        return self.template.format(**{name: _plain(value) for name, value in self.values.items()})


Value: TypeAlias = str | int | datetime | timedelta | Player | Text | tuple[Player | Text, ...] | tuple[str, ...]


def say(template: str, /, **values: Value) -> Text:
    """Return a text. `makemessages` collects the first argument for translation."""
    return Text(template, values) if values else _plain_text(template)


_plain_text = lru_cache(maxsize=5000)(Text)


def points(n: int) -> Text:
    """Return `1 point` or `2 points`."""
    return say("1 point") if n == 1 else say("{n} points", n=n)


def among(you: Text, others: tuple[Player, ...]) -> tuple[Player | Text, ...]:
    """Return the reader and others as one list, in which `you` is the word for the reader."""
    return (you, *others)


def template(text: str, /) -> str:
    """Return a template whose values come later. `makemessages` collects it, too."""
    return text


def written(text: Text, write: Callable[[str], str]) -> Text:
    """Return a text whose values have their tiles as players write them. `write` does this for a string."""
    return Text(text.template, {name: _written(value, write) for name, value in text.values.items()})


def _written(value: Value, write: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return write(value)
    if isinstance(value, Text):
        return written(value, write)
    return tuple(_written(item, write) for item in value) if isinstance(value, tuple) else value


def _plain(value: Value) -> str:
    """Return the value as logs and tests show it: seats by number, instants in UTC."""
    if isinstance(value, Player):
        return f"seat {value.seat}"
    if isinstance(value, tuple):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    return str(value)
