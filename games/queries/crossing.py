"""What a page of Lexicon Crossing shows beside what every table shows."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.queries.reading import Sitting
from games.queries.swaps import SwapLine, swap_lines
from games.rules.crossing.results import owing, ranks
from games.rules.crossing.scoring import Reckoning, Score
from games.rules.crossing.view import CrossingView, score_as_json
from games.rules.grid import Layout, tiles_used
from games.rules.tiles import in_order
from games.rules.words import AllBut
from games.wording import listing


@dataclass(frozen=True)
class ScoreLine:
    """A score as shown: `score` is exact, `shown` reads `24/(7+2)=2.67`."""

    points: int
    words: int
    leftover: int
    score: str
    shown: str
    struck: tuple[str, ...]
    complete: bool


@dataclass(frozen=True)
class ResultLine:
    """One player's final layout; `spare` are the tiles that were not laid, `points_off` what wrong challenges took from the
    points."""

    seat: int
    name: str
    rank: int
    layout: Layout
    spare: str
    shown: str
    points: int
    words: tuple[str, ...]
    leftover: int
    struck: tuple[str, ...]
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
    score: ScoreLine
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
    score: ScoreLine | None
    grace_ends: datetime | None
    look_by: datetime | None
    others: tuple[OthersLayout, ...]
    swaps: tuple[SwapLine, ...]
    challenges: Challenges | None
    results: tuple[ResultLine, ...]
    jaywalk_forfeit: str
    tiles_held: tuple[tuple[str, int], ...]
    forfeit: str
    owing: tuple[str, ...]
    invalid_forfeit: str
    invalid_words: tuple[tuple[str, int], ...]

    @property
    def shows_partners_only(self) -> bool:
        """Whether no opponent's layout is among those of others."""
        return bool(self.others) and all(other.is_partner for other in self.others)


def crossing_page(sitting: Sitting, view: CrossingView) -> CrossingPage:
    return CrossingPage(
        pool=view.pool,
        face_up=view.face_up if sitting.table.state.options.face_up else None,
        lights_left=view.lights_left,
        next_is_red=view.next_is_red,
        caller=sitting.names[view.caller] if view.caller is not None else "",
        hand=view.hand,
        rack=rack(view.hand, view.layout),
        unseen=view.unseen,
        withheld=view.withheld,
        withheld_says=_withheld_says(sitting, view),
        layout=view.layout,
        score=score_line(view.score) if view.score else None,
        grace_ends=view.grace_ends,
        look_by=view.look_by,
        others=_others(sitting, view) if view.phase != "finished" else (),
        swaps=swap_lines(sitting, view),
        challenges=_challenges(sitting, view) if sitting.table.state.options.words_are_challenged else None,
        results=_results(sitting, view) if view.results else (),
        tiles_held=_tiles_held(sitting, view),
        jaywalk_forfeit=sitting.table.state.options.jaywalk_forfeit,
        forfeit=sitting.table.state.options.incomplete_forfeit,
        owing=tuple(sitting.names[seat] for seat in owing(sitting.table.state)) if view.results else (),
        invalid_forfeit=sitting.table.state.options.invalid_forfeit,
        invalid_words=tuple((sitting.names[one.seat], len(one.struck)) for one in view.results if one.struck),
    )


def _tiles_held(sitting: Sitting, view: CrossingView) -> tuple[tuple[str, int], ...]:
    """Only where hands may differ, by jaywalks of two for one."""
    if sitting.table.state.options.jaywalk_draw == 1:
        return ()
    return tuple((sitting.names[there.seat], there.tiles) for there in view.seats if not there.resigned)


def _others(sitting: Sitting, view: CrossingView) -> tuple[OthersLayout, ...]:
    return tuple(
        OthersLayout(
            seat=seat,
            name=sitting.names[seat],
            layout=layout,
            score=score_line(view.scores[seat]),
            hand=view.partner_hands.get(seat, ""),
            is_partner=sitting.seat is not None and seat in sitting.table.state.partners_of(sitting.seat),
        )
        for seat, layout in view.layouts.items()
    )


def _challenges(sitting: Sitting, view: CrossingView) -> Challenges:
    names = sitting.names
    return Challenges(
        open_words=view.open_words,
        made=tuple(ChallengeLine(one.word, names[one.seat], one.upheld) for one in view.challenges),
        granted=view.granted,
        caller=names[view.caller] if view.granted and view.caller is not None else "",
        ends=view.challenge_ends,
    )


def score_line(score: Score) -> ScoreLine:
    return ScoreLine(**score_as_json(score) | {"struck": score.struck})


def rack(hand: str, layout: Layout) -> str:
    """The tiles held that are not laid, in order, blanks last."""
    return in_order((Counter(hand) - Counter(tiles_used(layout))).elements())


def _withheld_says(sitting: Sitting, view: CrossingView) -> str:
    if not view.withheld:
        return ""
    others = [sitting.names[seat] for seat in view.waiting_for if seat != sitting.seat]
    if len(others) == 1:
        return gettext("Yours once {name} has looked").format(name=others[0])
    if sitting.table.state.options.reveal_after == "all":
        return gettext("Yours once {names} have looked").format(names=listing(others))
    return gettext("Yours once one of these has looked: {names}").format(names=listing(others))


def _results(sitting: Sitting, view: CrossingView) -> tuple[ResultLine, ...]:
    state, by_seat = sitting.table.state, {result.seat: result for result in view.results}
    return tuple(_result_line(rank, by_seat[rank.seat], sitting) for rank in ranks(state) if rank.seat in by_seat)


def _result_line(rank: Any, result: Any, sitting: Sitting) -> ResultLine:
    reckoning = Reckoning.of(result.layout, AllBut(result.struck))
    return ResultLine(
        seat=rank.seat,
        name=sitting.names[rank.seat],
        rank=rank.rank,
        layout=result.layout,
        spare=rack(sitting.table.state.counted(rank.seat), result.layout),
        shown=rank.shown,
        points=result.points,
        words=tuple(run.word for run in reckoning.words),
        leftover=result.leftover,
        struck=result.struck,
        points_off=reckoning.points - result.points,
    )
