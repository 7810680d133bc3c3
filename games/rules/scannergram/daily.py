"""The daily puzzle: one grid and tile a day, one entry a player, the longest word wins. Who may enter, and when, is settled
elsewhere.

Source: the published daily puzzle. An entry names no words: those that it creates are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.rules.chance import Chance
from games.rules.daily import DailyPuzzle, Judged
from games.rules.grid import Layout, layout_from
from games.rules.kind import OrderRefused
from games.rules.panels import Field, Grid, Offer, Panel, Rack
from games.rules.reading import Grammar, bare, read
from games.rules.scannergram.judging import Solution, created, judge, why
from games.rules.scannergram.rounds import make_start
from games.rules.texts import Text, say, template
from games.rules.words import WordList

ENTER = "ENTER"
GRAMMAR = Grammar(verbs={ENTER: bare(ENTER)}, has_layouts=True, letters=str.upper)
WORDS_AT_MOST = 1000  # more words than any grid of 21 tiles creates, so that a longer word outweighs them all


class Content(TypedDict):
    """A puzzle as it is kept."""

    grid: list[str]
    tile: str


class Answer(TypedDict):
    """An entry as it is kept."""

    grid: list[str]
    length: int
    created: list[str]


@dataclass(frozen=True)
class Puzzle:
    """A grid of twenty tiles, and the tile to work into it."""

    grid: Layout
    tile: str


@dataclass(frozen=True)
class Entry:
    """A legal new grid: the length of the longest word with the new tile, and the words created, in order."""

    layout: Layout
    length: int
    created: tuple[str, ...]

    @property
    def merit(self) -> int:
        """Greater is better: first the longer word, then fewer words created."""
        return self.length * WORDS_AT_MOST - len(self.created)


def puzzle(seed: bytes, words: WordList) -> Puzzle:
    """The puzzle of a day's seed: a start grid as in a game, and the tile that would be turned up first."""
    start = make_start(Chance(seed), words)
    return Puzzle(start.layout, start.pool[-1])


def judge_entry(of_the_day: Puzzle, rows: Sequence[str], words: WordList) -> Entry:
    """The entry of rows from outside. Raises OrderRefused, saying why, if it is no solution."""
    layout = layout_from([row.upper() for row in rows])
    made = created(of_the_day.grid, layout)
    verdict = judge(of_the_day.grid, of_the_day.tile, Solution(made, layout), length=2, barred=(), words=words)
    if verdict.fault:
        raise OrderRefused(why(verdict.fault, verdict.named))
    return Entry(layout, verdict.longest, made)


class Daily(DailyPuzzle):
    """The puzzle as the server offers it."""

    how = (
        template(
            "Take the grid of the day and the new tile, and lay them all anew: one connected grid of words, in which the new tile "
            "stands in a word as long as you can make."
        ),
        template(
            "You have one entry. The longest word that holds the new tile wins; of equally long ones the grid that creates fewer "
            "words, then the earlier entry."
        ),
    )

    def make(self, seed: bytes, words: WordList) -> Content:
        made = puzzle(seed, words)
        return {"grid": list(made.grid), "tile": made.tile}

    def panels(self, content: Content) -> Sequence[Panel]:
        of_the_day = _puzzle(content)
        return (
            Grid("grid", say("The grid of the day"), of_the_day.grid),
            Rack("tile", say("The new tile"), of_the_day.tile),
        )

    def offer(self, content: Content) -> Offer:
        of_the_day = _puzzle(content)
        field = Field(
            say("Your grid"),
            "layout",
            start=of_the_day.grid,
            grid="grid",
            rack="tile",
            help=say("All tiles of the grid and the {tile}, laid as you like.", tile=of_the_day.tile),
        )
        return Offer(
            ENTER, say("Enter this grid"), fields=(field,), example="\n".join((ENTER, "GRID", *of_the_day.grid, "END"))
        )

    def judge(self, content: Content, written: str, words: WordList) -> Judged:
        reading = read(written, GRAMMAR)
        layouts = [order.facts["layout"] for order in reading.orders if order.verb == "GRID"]
        if len(layouts) != 1 or reading.ignored:
            raise OrderRefused("An entry is one grid and nothing else: all its rows, with a dot for each empty cell.")
        entry = judge_entry(_puzzle(content), layouts[0], words)
        answer = Answer(grid=list(entry.layout), length=entry.length, created=list(entry.created))
        return Judged(answer, entry.merit)

    def says(self, answer: Answer) -> Text:
        return say(
            "a word of {length} letters with the new tile; words created: {n}",
            length=answer["length"],
            n=len(answer["created"]),
        )

    def shows(self, answer: Answer) -> Sequence[Panel]:
        made = tuple(answer["created"])
        note = say("Created: {words}.", words=made) if made else None
        return (Grid("entry", say("The new grid"), tuple(answer["grid"]), note=note),)


def _puzzle(content: Content) -> Puzzle:
    return Puzzle(tuple(content["grid"]), content["tile"])
