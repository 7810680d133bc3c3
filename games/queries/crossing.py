"""What a page of Lexicon Crossing shows beside what every table shows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.queries.reading import Sitting
from games.rules.grid import Layout
from games.rules.layouts import Score
from games.wording import speak


@dataclass(frozen=True)
class ResultLine:
    """One player's final layout; `points_off` is what wrong challenges took from the points."""

    seat: int
    name: str
    rank: int
    layout: Layout
    shown: str
    points_off: int


@dataclass(frozen=True)
class ChallengeLine:
    """A word that was challenged, by whom, and whether it is struck for that."""

    word: str
    by: str
    upheld: bool


@dataclass(frozen=True)
class Challenges:
    """Where words are challenged: which can be now, in order, and those that were at the end. `granted` is the layout of the
    last light by `caller`, while it lies open; `ends` when the last layouts no longer do."""

    open_words: tuple[str, ...]
    made: tuple[ChallengeLine, ...]
    granted: Layout
    caller: str
    ends: datetime | None


@dataclass(frozen=True)
class OthersLayout:
    """What the reader may see of another's board, () where nothing is submitted; `hand` is all that a partner holds."""

    seat: int
    name: str
    layout: Layout
    score: Score
    hand: str
    is_partner: bool


@dataclass(frozen=True)
class CrossingPage:
    """The reader's own tiles and layout, the lights, those of others that may be seen while the game runs, and at the end
    everybody's, and the forfeits for disarray and for struck words with those who owe them. `caller` called the last light;
    `challenges` are None where words are looked up instead. `face_up` are the returned tiles that lie open, None where they do
    not; `tiles_held` how many each holds, where that may differ."""

    pool: int
    face_up: str | None
    lights_left: int
    next_is_red: bool
    caller: str
    hand: str
    rack: str
    unseen: int
    withheld: int
    withheld_says: str
    layout: Layout
    score: Score | None
    grace_ends: datetime | None
    look_by: datetime | None
    others: tuple[OthersLayout, ...]
    challenges: Challenges | None
    results: tuple[ResultLine, ...]
    jaywalk_forfeit: str
    tiles_held: tuple[tuple[str, int], ...]
    forfeit: str
    owing: tuple[str, ...]
    invalid_forfeit: str
    invalid_words: tuple[tuple[str, int], ...]


def crossing_page(sitting: Sitting, view: Any) -> CrossingPage:
    names = sitting.names
    return CrossingPage(
        pool=view.pool,
        face_up=view.face_up,
        lights_left=view.lights_left,
        next_is_red=view.next_is_red,
        caller=names[view.caller] if view.caller is not None else "",
        hand=view.hand,
        rack=view.rack,
        unseen=view.unseen,
        withheld=view.withheld,
        withheld_says=speak(view.withheld_says, names) if view.withheld_says else "",
        layout=view.layout,
        score=view.score,
        grace_ends=view.grace_ends,
        look_by=view.look_by,
        others=tuple(
            OthersLayout(seat, names[seat], one.layout, one.score, one.hand, one.is_partner)
            for seat, one in view.others.items()
        ),
        challenges=_challenges(sitting, view) if view.words_are_challenged else None,
        results=tuple(_result_line(one, sitting) for one in view.results),
        tiles_held=tuple((names[seat], n) for seat, n in view.tiles_held.items()),
        jaywalk_forfeit=view.jaywalk_forfeit,
        forfeit=view.incomplete_forfeit,
        owing=tuple(names[seat] for seat in view.owing),
        invalid_forfeit=view.invalid_forfeit,
        invalid_words=tuple(
            (names[one.result.seat], len(one.result.struck)) for one in view.results if one.result.struck
        ),
    )


def _challenges(sitting: Sitting, view: Any) -> Challenges:
    names = sitting.names
    return Challenges(
        open_words=view.open_words,
        made=tuple(ChallengeLine(one.word, names[one.seat], one.upheld) for one in view.challenges),
        granted=view.granted,
        caller=names[view.caller] if view.granted and view.caller is not None else "",
        ends=view.challenge_ends,
    )


def _result_line(one: Any, sitting: Sitting) -> ResultLine:
    result = one.result
    return ResultLine(
        seat=result.seat,
        name=sitting.names[result.seat],
        rank=one.rank,
        layout=result.layout,
        shown=one.shown,
        points_off=one.points_off,
    )
