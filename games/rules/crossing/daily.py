"""The daily puzzle: everyone lays the same 30 tiles, one entry each, and the best score wins.

Entries are scored like a game's layouts, but all words must be in the list and all tiles in one group. Who may enter
and when is decided by the caller."""

from collections.abc import Sequence
from typing import TypedDict

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.robot import SEEDS, arrange
from games.rules.crossing.scoring import score
from games.rules.daily import DailyPuzzle, Judged, one_layout
from games.rules.grid import Layout, check_held, is_connected, layout_from
from games.rules.layouts import Reckoning, Score, beside
from games.rules.panels import Field, Grid, Offer, Panel, Rack, Trial, TriedRun
from games.rules.reading import Grammar, bare
from games.rules.robots import Effort, Mind
from games.rules.texts import Text, say, template
from games.rules.tiles import named_sets
from games.rules.values import OrderRefused
from games.rules.words import AnyWord, WordList

ENTER = "ENTER"
GRAMMAR = Grammar(
    verbs={ENTER: bare(ENTER)}, has_layouts=True, letters=str.upper
)  # the puzzle of the day is in English
TILE_SET = "LC120"  # it has no blanks
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


def check_entry(tiles: str, layout: Layout, words: WordList) -> Score:
    """Return the score of an entry.

    Raises OrderRefused, with the reason, if it can't be entered."""
    check_held(layout, tiles)
    made = score(layout, tiles, words, ENGLISH)
    if made.struck:
        raise OrderRefused("Not in the word list: {named}.", named=made.struck)
    if not is_connected(layout):
        raise OrderRefused("Your tiles aren’t all connected. Join them into one group.")
    if not made.words:
        raise OrderRefused("Lay a word first.")
    return made


class Daily(DailyPuzzle[Content, Answer]):
    """The daily puzzle of Lexicon Crossing."""

    grammar = GRAMMAR
    brief = template("Lay all 30 tiles in words that cross.")
    how = (
        template(
            "Everyone has the same 30 tiles today. Lay them as a crossword in one connected group. A tile in two "
            "words earns its value. Your points are divided by the number of words plus leftover tiles."
        ),
        template("You can enter once. The best score wins. If scores are equal, the earlier entry wins."),
    )

    def make(self, seed: bytes, words: WordList) -> Content:
        drawn = Chance(seed).shuffle(named_sets(ENGLISH)[TILE_SET].tiles)[:DEALT]
        return {"tiles": ENGLISH.in_order(drawn)}

    def panels(self, content: Content) -> Sequence[Panel]:
        return (Rack("tiles", say("Tiles of the day"), content["tiles"], values=ENGLISH.values),)

    def offer(self, content: Content) -> Offer:
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
            example=f"{ENTER}\nGRID\n.T.\nARE\n.A.\nEND",
            can_be_tried=True,
        )

    def tries(self, content: Content, written: str, words: WordList) -> Trial:
        """Return the score so far, whether each run is a word, and the tiles that earn."""
        layout = layout_from(one_layout(written, GRAMMAR), ENGLISH)
        made, reckoning = score(layout, content["tiles"], words, ENGLISH), Reckoning.of(layout, words, ENGLISH)
        refusal = doubt = None
        try:
            check_entry(content["tiles"], layout, words)
        except OrderRefused as refused:
            refusal = refused.why
        else:
            if made.leftover:
                doubt = say("Tiles left over: {n}. You can only enter once. Enter this layout anyway?", n=made.leftover)
        return Trial(
            says=say("{score} · tiles left over: {n}", score=made.shown(), n=made.leftover),
            runs=tuple(
                TriedRun(run.word, tuple(run.cells), is_word=is_word)
                for is_word, runs in ((True, reckoning.words), (False, reckoning.struck))
                for run in runs
            ),
            earning=tuple(reckoning.earned),
            refusal=refusal,
            doubt=doubt,
        )

    def judge(self, content: Content, written: str, words: WordList) -> Judged[Answer]:
        layout = layout_from(one_layout(written, GRAMMAR), ENGLISH)
        return _judged(layout, check_entry(content["tiles"], layout, words))

    def says(self, answer: Answer) -> Text:
        return say("{score}", score=answer["shown"])

    def shows(self, content: Content, answer: Answer) -> Sequence[Panel]:
        """Return the layout with its earning tiles marked, and the leftover tiles."""
        layout = tuple(answer["layout"])
        left = beside(layout, content["tiles"], ENGLISH)
        earning = tuple(Reckoning.of(layout, AnyWord(), ENGLISH).earned)
        note = say("Left over: {tiles}.", tiles=tuple(left)) if left else None
        return (Grid("entry", say("Layout"), layout, earning=earning, note=note, values=ENGLISH.values),)

    def best(self, content: Content, mind: Mind) -> Judged[Answer] | None:
        tiles = content["tiles"]
        if mind.search:
            found = [mind.search(tiles, (), EFFORT, mind.chance.below(SEEDS))]
        else:
            tried = (arrange(tiles, mind.listed, ENGLISH, chance=mind.chance) for _ in range(TRIES))
            found = [layout for layout in tried if layout]
        judged = [_judged(layout, check_entry(tiles, layout, mind.listed)) for layout in found]
        return max(judged, key=lambda one: one.merit, default=None)


def _judged(layout: Layout, made: Score) -> Judged[Answer]:
    answer = Answer(layout=list(layout), shown=made.shown(), score=made.exact)
    return Judged(answer, int(made.value * MERIT_OF_ONE))
