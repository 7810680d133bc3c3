"""The interface of daily puzzles: one puzzle a day, the same for everyone, with one entry each. A kind with one has
it as `daily`.

Puzzles and answers are the kind's own JSON. Who may enter and when is decided outside the rules. The puzzle shown is
made of common words; entries may use any word of the kind's list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import Layout
from games.rules.panels import Offer, Panel, Trial
from games.rules.reading import Grammar, read
from games.rules.robots import Mind
from games.rules.texts import Text
from games.rules.values import OrderRefused
from games.rules.words import WordList

Content = TypeVar("Content")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Judged(Generic[Answer]):
    """A valid answer as stored. The higher `merit` wins; if equal, the earlier answer."""

    answer: Answer
    merit: int


class DailyPuzzle(Protocol[Content, Answer]):
    """A puzzle that a kind offers each day.

    `brief` says what to do in one line. `how` explains it in a few sentences, including who wins. Entries are
    written in `grammar`. Content and answers have tiles as they are written, because anybody may read them."""

    brief: ClassVar[str]
    how: ClassVar[Sequence[str]]
    grammar: Grammar

    def in_alphabet(self, alphabet: Alphabet) -> "DailyPuzzle[Content, Answer] | None":
        """Return the puzzle in another language, or None if the kind has none."""
        return None

    def make(self, seed: bytes, words: WordList) -> Content:
        """Return the content of a day's puzzle, which anyone may see that day.

        `words` are common ones. The same seed and words give the same content."""

    def panels(self, content: Content) -> Sequence[Panel]:
        """Return the panels that show the puzzle."""

    def offer(self, content: Content) -> Offer:
        """Return the form of an entry: its fields, and an example of how it is written."""

    def tries(self, content: Content, written: str, words: WordList) -> Trial:
        """Return what an entry would score, without storing anything.

        Raises Unreadable and OrderRefused like `judge`, but only if it isn't an entry at all."""

    def judge(self, content: Content, written: str, words: WordList) -> Judged[Answer]:
        """Return the judged entry, which is written like a command in an email.

        Raises Unreadable if it can't be read, and OrderRefused, with the reason, if it isn't a solution."""

    def says(self, answer: Answer) -> Text:
        """Return the quality of an answer in a few words without a full stop."""

    def shows(self, content: Content, answer: Answer) -> Sequence[Panel]:
        """Return the panels of an answer, for readers who may see it. The first grid is shared, as squares without
        letters."""

    def best(self, content: Content, mind: Mind) -> Judged[Answer] | None:
        """Return the best entry that a robot finds in a few seconds, or None."""


AnyPuzzle: TypeAlias = DailyPuzzle[Any, Any]


def one_layout(written: str, grammar: Grammar) -> Layout:
    """Return the layout of an entry with exactly one grid.

    Raises Unreadable, or OrderRefused if there is anything else or more than one."""
    reading = read(written, grammar)
    layouts = [order.facts["layout"] for order in reading.orders if order.verb == "GRID"]
    if len(layouts) != 1 or reading.ignored:
        raise OrderRefused("Send one grid and nothing else. Write all its rows, with a dot for each empty cell.")
    return tuple(layouts[0])


def seed_of(day: date, *, secret: bytes) -> bytes:
    """Return the seed of a day's puzzle: SHA-256 of `lexicon-daily-v1`, a secret of the server, and the day as
    2026-11-20."""
    return sha256(b"lexicon-daily-v1" + secret + day.isoformat().encode()).digest()


def day_of(now: datetime) -> date:
    """Return the day whose puzzle is open at an instant, in UTC for everyone."""
    return now.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """Return the midnight at which entries for a day's puzzle close."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)
