"""The interface of daily puzzles: one task a day, the same for all, one entry a player, the best first. A kind that has one
names it as `daily`.

Puzzles and answers are the kind's own JSON. Who may enter, and when, is settled outside the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import ClassVar, Protocol

from games.rules.facts import Json
from games.rules.panels import Offer, Panel
from games.rules.texts import Text
from games.rules.words import WordList


@dataclass(frozen=True)
class Judged:
    """A valid answer as it is kept. The greater `merit` is better; of equal ones, the earlier answer."""

    answer: Json
    merit: int


class DailyPuzzle(Protocol):
    """A puzzle that a kind offers each day. `how` explains in a few sentences what to do and who wins."""

    how: ClassVar[Sequence[str]]

    def make(self, seed: bytes, words: WordList) -> Json:
        """The content of a day's puzzle, which anybody may see that day. The same seed and words give the same content."""

    def panels(self, content: Json) -> Sequence[Panel]:
        """The panels that show it."""

    def offer(self, content: Json) -> Offer:
        """The form of an entry: its fields, and how it is written."""

    def judge(self, content: Json, written: str, words: WordList) -> Judged:
        """Judge an entry, written as an order in a mail would be. Raises Unreadable for what cannot be read, and OrderRefused,
        saying why, for what is no solution."""

    def says(self, answer: Json) -> Text:
        """The quality of an answer in a few words without a full stop."""

    def shows(self, answer: Json) -> Sequence[Panel]:
        """The panels of an answer, for readers who may see it."""


def seed_of(day: date, *, secret: bytes) -> bytes:
    """The seed of a day's puzzle: SHA-256 of `lexicon-daily-v1`, a secret of the server and the day as 2026-11-20."""
    return sha256(b"lexicon-daily-v1" + secret + day.isoformat().encode()).digest()


def day_of(now: datetime) -> date:
    """The day whose puzzle is open at an instant: by UTC, the same for all."""
    return now.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """The midnight at which entries for a day's puzzle end."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)
