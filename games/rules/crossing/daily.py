"""The daily puzzle: everyone lays the same 30 tiles, one entry each, and the best score wins.

Entries are scored like a game's layouts, but all words must be in the list and all tiles in one group. Who may enter
and when is decided by the caller."""

from collections.abc import Sequence
from typing import TypedDict

from games.rules import texts
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.robot import SEEDS, arrange
from games.rules.crossing.scoring import score
from games.rules.daily import DailyPuzzle, Judged, one_layout
from games.rules.grid import BLANK, Layout, check_held, is_connected, layout_from
from games.rules.layouts import Reckoning, Score, beside
from games.rules.panels import Field, Grid, Offer, Panel, Rack, Trial, TriedRun
from games.rules.reading import Grammar, as_written, bare
from games.rules.robots import Effort, Mind
from games.rules.texts import Text, say, template
from games.rules.tiles import named_sets
from games.rules.values import OrderRefused
from games.rules.words import AnyWord, WordList

ENTER = "ENTER"
TILE_SET = "LC120"  # a set without blanks
DEALT = 30
MERIT_OF_ONE = 100_000  # denominators are at most 60, so different scores have different merits
TRIES = 40  # layouts to try for a robot without search; the best is used
EFFORT = Effort(20)


class Content(TypedDict):
    """A puzzle as stored."""

    tiles: str


class Answer(TypedDict):
    """An entry as stored; `shown` is its score as displayed, such as `24/(7+2)=2.67`."""

    layout: list[str]
    shown: str
    score: str


def check_entry(tiles: str, layout: Layout, words: WordList, alphabet: Alphabet) -> Score:
    """Return the score of an entry; the tiles are as they are inside.

    Raises OrderRefused, with the reason, if it can't be entered."""
    check_held(layout, tiles, alphabet)
    made = score(layout, tiles, words, alphabet)
    if made.struck:
        raise OrderRefused("Not in the word list: {named}.", named=made.struck)
    if not is_connected(layout):
        raise OrderRefused("Your tiles aren’t all connected. Join them into one group.")
    if not made.words:
        raise OrderRefused("Lay a word first.")
    return made


class Daily(DailyPuzzle[Content, Answer]):
    """The daily puzzle of Lexicon Crossing in one language."""

    brief = template("Lay all 30 tiles in words that cross.")
    how = (
        template(
            "Everyone has the same 30 tiles today. Lay them as a crossword in one connected group. A tile in two "
            "words earns its value. Your points are divided by the number of words plus leftover tiles."
        ),
        template("You can enter once. The best score wins. If scores are equal, the earlier entry wins."),
    )

    def __init__(self, alphabet: Alphabet = ENGLISH) -> None:
        self.alphabet = alphabet
        self.grammar = Grammar(
            verbs={ENTER: bare(ENTER)},
            has_layouts=True,
            letters=str.upper,
            alphabet=alphabet,
            write=lambda order: alphabet.write(as_written(order)),
        )

    def in_alphabet(self, alphabet: Alphabet) -> "Daily":
        return Daily(alphabet)

    def make(self, seed: bytes, words: WordList) -> Content:
        sets = named_sets(self.alphabet)
        tiles = (sets.get(TILE_SET) or next(iter(sets.values()))).tiles.replace(BLANK, "")
        return {"tiles": self.alphabet.write(self.alphabet.in_order(Chance(seed).shuffle(tiles)[:DEALT]))}

    def panels(self, content: Content) -> Sequence[Panel]:
        return (Rack("tiles", say("Tiles of the day"), self._tiles(content), values=self.alphabet.values),)

    def _tiles(self, content: Content) -> str:
        """Return the tiles of a puzzle as they are inside."""
        return self.alphabet.read(content["tiles"])

    def _layout(self, written: str) -> Layout:
        return layout_from(one_layout(written, self.grammar), self.alphabet)

    def _check(self, content: Content, layout: Layout, words: WordList) -> Score:
        try:
            return check_entry(self._tiles(content), layout, words, self.alphabet)
        except OrderRefused as refused:
            raise OrderRefused(texts.written(refused.why, self.alphabet.write)) from refused

    def offer(self, content: Content) -> Offer:
        rows = (".T.", "ARE", ".A.") if self.alphabet is ENGLISH else self.alphabet.examples.layout
        field = Field(
            say("Your layout"),
            "layout",
            rack="tiles",
            help=say("Use as many of the tiles as you can, in one connected group."),
        )
        return Offer(
            ENTER,
            say("Enter this layout"),
            fields=(field,),
            example="\n".join((ENTER, "GRID", *map(self.alphabet.write, rows), "END")),
            can_be_tried=True,
        )

    def tries(self, content: Content, written: str, words: WordList) -> Trial:
        """Return the score so far, whether each run is a word, and the tiles that earn."""
        layout = self._layout(written)
        made = score(layout, self._tiles(content), words, self.alphabet)
        reckoning = Reckoning.of(layout, words, self.alphabet)
        refusal = doubt = None
        try:
            self._check(content, layout, words)
        except OrderRefused as refused:
            refusal = refused.why
        else:
            if made.leftover:
                doubt = say("Tiles left over: {n}. You can only enter once. Enter this layout anyway?", n=made.leftover)
        return Trial(
            says=say("{score} · tiles left over: {n}", score=made.shown(), n=made.leftover),
            runs=tuple(
                TriedRun(self.alphabet.write(run.word), tuple(run.cells), is_word=is_word)
                for is_word, runs in ((True, reckoning.words), (False, reckoning.struck))
                for run in runs
            ),
            earning=tuple(reckoning.earned),
            refusal=refusal,
            doubt=doubt,
        )

    def judge(self, content: Content, written: str, words: WordList) -> Judged[Answer]:
        layout = self._layout(written)
        return self._judged(layout, self._check(content, layout, words))

    def says(self, answer: Answer) -> Text:
        return say("{score}", score=answer["shown"])

    def shows(self, content: Content, answer: Answer) -> Sequence[Panel]:
        """Return the layout with its earning tiles marked, and the leftover tiles."""
        layout = tuple(map(self.alphabet.read, answer["layout"]))
        left = beside(layout, self._tiles(content), self.alphabet)
        earning = tuple(Reckoning.of(layout, AnyWord(), self.alphabet).earned)
        note = say("Left over: {tiles}.", tiles=tuple(map(self.alphabet.write, left))) if left else None
        return (Grid("entry", say("Layout"), layout, earning=earning, note=note, values=self.alphabet.values),)

    def best(self, content: Content, mind: Mind) -> Judged[Answer] | None:
        tiles = self._tiles(content)
        if mind.search:
            found = [mind.search(tiles, (), EFFORT, mind.chance.below(SEEDS))]
        else:
            tried = (arrange(tiles, mind.listed, self.alphabet, chance=mind.chance) for _ in range(TRIES))
            found = [layout for layout in tried if layout]
        judged = [self._judged(layout, check_entry(tiles, layout, mind.listed, self.alphabet)) for layout in found]
        return max(judged, key=lambda one: one.merit, default=None)

    def _judged(self, layout: Layout, made: Score) -> Judged[Answer]:
        answer = Answer(layout=list(map(self.alphabet.write, layout)), shown=made.shown(), score=made.exact)
        return Judged(answer, int(made.value * MERIT_OF_ONE))
