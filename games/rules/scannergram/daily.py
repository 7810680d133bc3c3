"""The daily puzzle: one grid and tile a day, one entry for each player, and the longest word wins.

Who may enter and when is decided by the caller. Source: the published daily puzzle. An entry names no words; those
that it creates are counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.daily import DailyPuzzle, Judged, one_layout
from games.rules.grid import Layout, layout_from, runs
from games.rules.panels import Field, Grid, Offer, Panel, Rack, Trial, TriedRun
from games.rules.reading import Grammar, bare
from games.rules.robots import Mind
from games.rules.scannergram.judging import Solution, Verdict, created, judge, why, words_with
from games.rules.scannergram.levels import LEVELS
from games.rules.scannergram.rebuilding import solve
from games.rules.scannergram.rounds import make_start
from games.rules.texts import Text, say, template
from games.rules.values import OrderRefused
from games.rules.words import WordList

ENTER = "ENTER"
GRAMMAR = Grammar(verbs={ENTER: bare(ENTER)}, has_layouts=True, letters=str.upper)
WORDS_AT_MOST = 1000  # more than any grid of 21 tiles creates, so a longer word always wins


class Content(TypedDict):
    """A puzzle as stored."""

    grid: list[str]
    tile: str


class Answer(TypedDict):
    """An entry as stored."""

    grid: list[str]
    length: int
    created: list[str]


@dataclass(frozen=True)
class Puzzle:
    """A grid of twenty tiles, and the new tile."""

    grid: Layout
    tile: str


@dataclass(frozen=True)
class Entry:
    """A legal new grid, with the length of the longest word with the new tile, and the words created,
    alphabetically."""

    layout: Layout
    length: int
    created: tuple[str, ...]

    @property
    def merit(self) -> int:
        """The merit of the entry, higher is better: first a longer word, then fewer words created."""
        return self.length * WORDS_AT_MOST - len(self.created)


def puzzle(seed: bytes, words: WordList) -> Puzzle:
    """Return the puzzle of a day's seed: a start grid as in a game, and the tile that would be turned up first."""
    start = make_start(Chance(seed), words)
    return Puzzle(start.layout, start.pool[-1])


def judge_entry(of_the_day: Puzzle, rows: Sequence[str], words: WordList) -> Entry:
    """Return the entry of rows given by a player. Raises OrderRefused, with the reason, if it isn't a solution."""
    layout = layout_from([row.upper() for row in rows], ENGLISH)
    verdict = _verdict(of_the_day, layout, words)
    if verdict.fault:
        raise OrderRefused(why(verdict.fault, verdict.named))
    return Entry(layout, verdict.longest, verdict.created)


def _verdict(of_the_day: Puzzle, layout: Layout, words: WordList) -> Verdict:
    made = created(of_the_day.grid, layout)
    return judge(of_the_day.grid, of_the_day.tile, Solution(made, layout), length=2, barred=(), words=words)


class Daily(DailyPuzzle[Content, Answer]):
    """The daily puzzle of Scannergram."""

    grammar = GRAMMAR
    brief = template("The longest word with the new tile wins.")
    how = (
        template(
            "Rearrange all the tiles of the grid of the day together with the new tile. Make one connected grid of "
            "words, with the new tile in the longest word you can."
        ),
        template(
            "You can enter once. The longest word with the new tile wins. If lengths are equal, the grid that "
            "creates fewer words wins, then the earlier entry."
        ),
    )

    def make(self, seed: bytes, words: WordList) -> Content:
        made = puzzle(seed, words)
        return {"grid": list(made.grid), "tile": made.tile}

    def panels(self, content: Content) -> Sequence[Panel]:
        of_the_day = _puzzle(content)
        return (
            Grid("grid", say("Grid of the day"), of_the_day.grid),
            Rack("tile", say("New tile"), of_the_day.tile),
        )

    def offer(self, content: Content) -> Offer:
        of_the_day = _puzzle(content)
        field = Field(
            say("Your grid"),
            "layout",
            start=of_the_day.grid,
            grid="grid",
            rack="tile",
            help=say("Use all the tiles of the grid and the {tile}, in any arrangement.", tile=of_the_day.tile),
        )
        example = "\n".join((ENTER, "GRID", *of_the_day.grid, "END"))
        return Offer(ENTER, say("Enter this grid"), fields=(field,), example=example, can_be_tried=True)

    def tries(self, content: Content, written: str, words: WordList) -> Trial:
        """Return the length that would count so far, and whether each new run is a word."""
        of_the_day, layout = _puzzle(content), layout_from(one_layout(written, GRAMMAR), ENGLISH)
        verdict = _verdict(of_the_day, layout, words)
        new = [run for run in runs(layout) if run.word in verdict.created]
        return Trial(
            says=_measured(verdict.longest, len(verdict.created)) if verdict.longest else None,
            runs=tuple(TriedRun(run.word, tuple(run.cells), is_word=run.word in words) for run in new),
            refusal=why(verdict.fault, verdict.named) if verdict.fault else None,
        )

    def judge(self, content: Content, written: str, words: WordList) -> Judged[Answer]:
        return _judged(judge_entry(_puzzle(content), one_layout(written, GRAMMAR), words))

    def says(self, answer: Answer) -> Text:
        return _measured(answer["length"], len(answer["created"]))

    def shows(self, content: Content, answer: Answer) -> Sequence[Panel]:
        """Return the new grid with the longest word with the new tile marked."""
        of_the_day, layout, made = _puzzle(content), tuple(answer["grid"]), tuple(answer["created"])
        longest = max(words_with(of_the_day.tile, of_the_day.grid, layout), key=lambda run: len(run.text))
        note = say("Words created: {words}.", words=made) if made else None
        return (Grid("entry", say("New grid"), layout, earning=tuple(longest.cells), note=note),)

    def best(self, content: Content, mind: Mind) -> Judged[Answer] | None:
        of_the_day = _puzzle(content)
        found = solve(of_the_day.grid, of_the_day.tile, mind.listed, LEVELS[-1].limits, above=1, barred=())
        return _judged(judge_entry(of_the_day, found[1].layout, mind.listed)) if found else None


def _puzzle(content: Content) -> Puzzle:
    return Puzzle(tuple(content["grid"]), content["tile"])


def _judged(entry: Entry) -> Judged[Answer]:
    return Judged(Answer(grid=list(entry.layout), length=entry.length, created=list(entry.created)), entry.merit)


def _measured(length: int, n: int) -> Text:
    return say("a word of {length} letters with the new tile; words created: {n}", length=length, n=n)
