"""Sentences that the rules say to people: a fixed English template and named values.

Rules never build sentences; names, clock times and translations are filled in where a text is rendered. Nothing here knows
a language, a time zone or a name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias


@dataclass(frozen=True, order=True)
class Player:
    """Stands in a text for the name of whoever holds that seat."""

    seat: int


@dataclass(frozen=True)
class Text:
    """One sentence or more; `template` uses `{name}` for each of `values`, which may be texts themselves."""

    template: str
    values: Mapping[str, "Value"] = field(default_factory=dict)

    @property
    def instants(self) -> list[datetime]:
        """The instants that the sentence names itself."""
        return [value for value in self.values.values() if isinstance(value, datetime)]

    def __str__(self) -> str:
        return self.template.format(**{name: _plain(value) for name, value in self.values.items()})


Value: TypeAlias = str | int | datetime | timedelta | Player | Text | tuple[Player | Text, ...] | tuple[str, ...]


def say(template: str, /, **values: Value) -> Text:
    """A text; `makemessages` collects the first argument for translation."""
    return Text(template, values)


def points(n: int) -> Text:
    """`1 point`, `2 points`."""
    return say("1 point") if n == 1 else say("{n} points", n=n)


def among(you: Text, others: tuple[Player, ...]) -> tuple[Player | Text, ...]:
    """The reader and others as one list, in which `you` stands for the reader as the sentence wants it."""
    return (you, *others)


def template(text: str, /) -> str:
    """A template whose values come later; `makemessages` collects it, too."""
    return text


def _plain(value: Value) -> str:
    """The value as logs and tests show it: seats by number, instants in UTC."""
    if isinstance(value, Player):
        return f"seat {value.seat}"
    if isinstance(value, tuple):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    return str(value)
