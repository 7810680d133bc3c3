"""The interface of daily puzzles: one task a day, the same for all, one entry a player, the best first. A kind that has one
names it as `daily`.

Puzzles and answers are the kind's own JSON. Who may enter, and when, is settled outside the rules. What everybody sees of a
puzzle is made of common words; entries may use those of the kind's own list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from games.rules.grid import Layout
from games.rules.kind import OrderRefused
from games.rules.panels import Offer, Panel, Trial
from games.rules.reading import Grammar, read
from games.rules.robots import Mind
from games.rules.texts import Text
from games.rules.words import WordList

COMMON = "common"
"""The word list from which puzzles are made."""


Content = TypeVar("Content")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Judged(Generic[Answer]):
    """A valid answer as it is kept. The greater `merit` is better; of equal ones, the earlier answer."""

    answer: Answer
    merit: int


class DailyPuzzle(Protocol[Content, Answer]):
    """A puzzle that a kind offers each day. `brief` says what to do in one line, `how` in a few sentences, with who wins; an
    entry is written by the `grammar`."""

    brief: ClassVar[str]
    how: ClassVar[Sequence[str]]
    grammar: ClassVar[Grammar]

    def make(self, seed: bytes, words: WordList) -> Content:
        """The content of a day's puzzle, which anybody may see that day. The same seed and words, common ones, give the same
        content."""

    def panels(self, content: Content) -> Sequence[Panel]:
        """The panels that show it."""

    def offer(self, content: Content) -> Offer:
        """The form of an entry: its fields, and how it is written."""

    def tries(self, content: Content, written: str, words: WordList) -> Trial:
        """The outcome of an entry as it stands; nothing is kept. Raises Unreadable and OrderRefused as `judge` does where
        it is not one at all."""

    def judge(self, content: Content, written: str, words: WordList) -> Judged[Answer]:
        """Judge an entry, written as an order in a mail would be. Raises Unreadable for what cannot be read, and OrderRefused,
        saying why, for what is no solution."""

    def says(self, answer: Answer) -> Text:
        """The quality of an answer in a few words without a full stop."""

    def shows(self, content: Content, answer: Answer) -> Sequence[Panel]:
        """The panels of an answer, for readers who may see it; the first grid is what is shared, as squares without letters."""

    def best(self, content: Content, mind: Mind) -> Judged[Answer] | None:
        """The best entry that a robot finds in some seconds; None if it finds none."""


AnyPuzzle: TypeAlias = DailyPuzzle[Any, Any]


def one_layout(written: str, grammar: Grammar) -> Layout:
    """The layout of an entry, which is one grid. Raises Unreadable, and OrderRefused for more or less than that."""
    reading = read(written, grammar)
    layouts = [order.facts["layout"] for order in reading.orders if order.verb == "GRID"]
    if len(layouts) != 1 or reading.ignored:
        raise OrderRefused("Send one grid and nothing else. Write all its rows, with a dot for each empty cell.")
    return tuple(layouts[0])


def seed_of(day: date, *, secret: bytes) -> bytes:
    """The seed of a day's puzzle: SHA-256 of `lexicon-daily-v1`, a secret of the server and the day as 2026-11-20."""
    return sha256(b"lexicon-daily-v1" + secret + day.isoformat().encode()).digest()


def day_of(now: datetime) -> date:
    """The day whose puzzle is open at an instant: by UTC, the same for all."""
    return now.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """The midnight at which entries for a day's puzzle end."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)
