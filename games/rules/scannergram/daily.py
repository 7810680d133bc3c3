"""The daily puzzle: one grid and tile a day, one entry a player, the longest word wins. Who may enter, and when, is not
settled here.

Source: the published daily puzzle. An entry names no words: those it creates are counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256

from games.rules.chance import Chance
from games.rules.grid import Layout, layout_from
from games.rules.kind import OrderRefused
from games.rules.scannergram.drawing import make_start
from games.rules.scannergram.faults import why
from games.rules.scannergram.judging import Solution, created, judge
from games.rules.words import WordList


@dataclass(frozen=True)
class Puzzle:
    """The grid of twenty tiles, and the tile to be worked into it."""

    grid: Layout
    tile: str


@dataclass(frozen=True)
class Entry:
    """A legal new grid: the length of the longest word with the new tile, and the words created, in order."""

    layout: Layout
    length: int
    created: tuple[str, ...]


@dataclass(frozen=True)
class Entered:
    """What an entry of a player is ranked by."""

    player: int
    length: int
    created: int
    at: datetime


def seed_of(day: date, *, secret: bytes) -> bytes:
    """The seed of a day's puzzle: SHA-256 of `lexicon-daily-v1`, a secret of the server and the day as 2026-11-20."""
    return sha256(b"lexicon-daily-v1" + secret + day.isoformat().encode()).digest()


def puzzle(seed: bytes, words: WordList) -> Puzzle:
    """The puzzle of a day's seed: a start grid as a game's, and the tile that would be turned up first."""
    start = make_start(Chance(seed), words)
    return Puzzle(start.layout, start.pool[-1])


def judge_entry(of_the_day: Puzzle, rows: Sequence[str], words: WordList) -> Entry:
    """The entry that rows from outside make. Raises OrderRefused, saying why, for what is no solution."""
    layout = layout_from([row.upper() for row in rows])
    made = created(of_the_day.grid, layout)
    verdict = judge(of_the_day.grid, of_the_day.tile, Solution(made, layout), length=2, barred=(), words=words)
    if verdict.fault:
        raise OrderRefused(why(verdict.fault, verdict.named))
    return Entry(layout, verdict.longest, made)


def ranked(entries: Sequence[Entered]) -> tuple[Entered, ...]:
    """Best first: the longer word, then fewer words created, then the earlier entry."""
    return tuple(sorted(entries, key=lambda entry: (-entry.length, entry.created, entry.at, entry.player)))
