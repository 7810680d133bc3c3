"""Daily puzzles in a database: for any day, the grid of the published rules and a W, with a word list that allows
three answers."""

from datetime import UTC, date, datetime, time, timedelta

from games import commands
from games.models import Puzzle
from games.rules.daily import seed_of
from games.rules.grid import runs
from games.word_lists.shelf import import_words
from tests.rules.scannergram.table import START, WITCH, laid

KIND = "scannergram"
LONGEST = (*START, "...W.")  # LIMBERW, 7
FEWER = laid(START, 5, 0, "W")  # WIDLY, 5
MORE = WITCH  # WITCH and WE, 5
DAY = date(2026, 11, 20)
NOON = datetime.combine(DAY, time(12), UTC)
MIDNIGHT = datetime.combine(DAY + timedelta(days=1), time(), UTC)
JUST_BEFORE = MIDNIGHT - timedelta(microseconds=1)


def lay_puzzle(day=DAY):
    words = {run.word for layout in (START, LONGEST, FEWER, MORE) for run in runs(layout)}
    few = import_words(words, name="few", now=NOON)
    return Puzzle.objects.create(
        kind=KIND,
        day=day,
        content={"grid": list(START), "tile": "W"},
        seed=seed_of(day, secret=b"of tests"),
        word_list=few,
        made_from=few,
        made_at=NOON,
    )


def as_written(rows):
    return "\n".join(("ENTER", "GRID", *(f"|{row}|" for row in rows), "END"))


def enter(player, rows=LONGEST, *, at=NOON):
    """Enter a layout for that day's puzzle."""
    return commands.enter(kind=KIND, day=at.date(), player=player, written=as_written(rows), now=at)


# --- thirty tiles for Lexicon Crossing --------------------------------------------------------------------------------

TILES = "AAABCDEEEEEHIIKLMNNOOPRRSSTTTU"
BETTER = (".T.", "TEA", ".A.")  # TEA twice, and the E scores: 1/(2+25)
WORSE = ("TEA",)


def lay_tiles(day=DAY):
    few = import_words(["TEA", "EAT"], name="few", now=NOON)
    return Puzzle.objects.create(
        kind="crossing",
        day=day,
        content={"tiles": TILES},
        seed=seed_of(day, secret=b"of tests"),
        word_list=few,
        made_from=few,
        made_at=NOON,
    )


def enter_layout(player, rows=BETTER, *, at=NOON):
    return commands.enter(kind="crossing", day=at.date(), player=player, written=as_written(rows), now=at)
