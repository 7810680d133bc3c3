"""Cards on the moments that decided a finished game, and the race: each player's score after each light.

The cards are the winner's largest gain, the reader's, and the reader's largest missed chance that the analysis
found, each about a different step of the replay. Everything is public once a game has finished."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.queries.analysis import AnalysisView, Laid, Position, moment_of
from games.queries.results import ReplayBoard, ReplayScene
from games.queries.tables import TableView
from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import Layout
from games.rules.layouts import Reckoning, round_half_up
from games.rules.missed import Played
from games.rules.small_board import SmallBoard
from games.rules.values import Seat
from games.rules.words import AllBut
from games.web.board import draw_small
from games.wording import listing

MOST_WORDS = 3
WIDE, HIGH = 300, 100
DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""The line styles of the race by final rank; it shows no more players than these."""


@dataclass(frozen=True)
class TurningPoint:
    """A card: how much a score changed or could have been better, whose and when, what happened, and a link to it."""

    change: str
    is_missed: bool
    title: str
    says: str
    picture: SafeString
    link: str


@dataclass(frozen=True)
class Line:
    """One player's line of the race: the points of a polyline in a box of 300 by 100, and its dashes."""

    name: str
    shown: str
    points: str
    dashes: str


class _Gain(NamedTuple):
    """The rise of one seat's score from one scene to the next."""

    by: Fraction
    number: int
    before: ReplayBoard
    after: ReplayBoard


def turning_points(
    view: TableView, scenes: Sequence[ReplayScene], found: AnalysisView | None, winner: Seat | None
) -> list[TurningPoint]:
    """Return at most three cards, each about another step. A spectator gets the winner's, and that of the player who
    missed most."""
    cards: dict[int, TurningPoint] = {}
    for seat in dict.fromkeys(one for one in (winner, view.you) if one is not None):
        if scenes:
            if gain := _largest_gain(scenes, seat, besides=cards):
                cards[gain.number] = _card_of_gain(view, scenes, gain)
        elif move := _best_move(found, seat, besides=cards):
            cards[move[0].step] = _card_of_move(view, move)
    if found and (missed := found.most_lost_by(view.you, besides=cards)):
        cards[missed.step] = _card_of_missed(view, missed)
    return list(cards.values())


# --- each player's own board ------------------------------------------------------------------------------------------


def _largest_gain(scenes: Sequence[ReplayScene], seat: Seat, *, besides: Collection[int]) -> _Gain | None:
    """Return a seat's largest rise in score between two scenes, the last of equal ones, leaving out steps in
    `besides`; None if the score never rose."""
    boards = [next((one for one in scene.boards if one.seat == seat), None) for scene in scenes]
    gains = [
        _Gain(after.value - before.value, number, before, after)
        for number, (before, after) in enumerate(pairwise(boards), start=1)
        if number not in besides and before and after and after.value > before.value
    ]
    return max(gains, key=lambda gain: (gain.by, gain.number), default=None)


def _card_of_gain(view: TableView, scenes: Sequence[ReplayScene], gain: _Gain) -> TurningPoint:
    new = _words_of(gain.after.layout, gain.after.struck, view.alphabet) - _words_of(
        gain.before.layout, gain.before.struck, view.alphabet
    )
    from_to = {"before": _figure(gain.before.value), "after": _figure(gain.after.value)}
    if new:
        says = gettext("{words} took the score from {before} to {after}.").format(
            words=_list(new, view.alphabet), **from_to
        )
    else:
        says = gettext("The score rose from {before} to {after}.").format(**from_to)
    return TurningPoint(
        change=f"+{_figure(gain.by)}",
        is_missed=False,
        title=_title(view, gain.after.seat, moment_of(scenes[gain.number].light)),
        says=says,
        picture=_picture(gain.after.layout, view),
        link=f"{reverse('result', args=[view.id])}?step={gain.number}#replay",
    )


def _words_of(layout: Layout, struck: Sequence[str], alphabet: Alphabet) -> frozenset[str]:
    return frozenset(run.word for run in Reckoning.of(layout, AllBut(struck), alphabet).words)


# --- moves on a shared board ------------------------------------------------------------------------------------------


def _best_move(found: AnalysisView | None, seat: Seat, *, besides: Collection[int]) -> tuple[Position, Played] | None:
    """Return a seat's most valuable move, the first of equal ones, leaving out steps in `besides`; None if no move
    is known to be worth anything."""
    of_seat = (one for one in found.positions if one.seat == seat) if found else ()
    moves = ((one, one.own) for one in of_seat if one.step not in besides)
    worth = [(position, own) for position, own in moves if isinstance(own, Played) and own.worth > 0]
    return max(worth, key=lambda move: (move[1].worth, -move[0].step), default=None)


def _card_of_move(view: TableView, move: tuple[Position, Played]) -> TurningPoint:
    position, own = move
    return TurningPoint(
        change=f"+{own.worth}",
        is_missed=False,
        title=_title(view, position.seat, position.moment),
        says=gettext("The highest-scoring move: {words}.").format(words=_list(own.words, view.alphabet)),
        picture=_picture(own.layout, view),
        link=f"{reverse('result', args=[view.id])}?step={position.step}#replay",
    )


# --- what the analysis found ------------------------------------------------------------------------------------------


def _card_of_missed(view: TableView, position: Position) -> TurningPoint:
    """Return the card of a better layout or move that was possible."""
    best, own = position.best, position.own
    assert best is not None
    new = frozenset[str]()
    if isinstance(best, Laid) and isinstance(own, Laid):
        new = _words_of(best.layout, best.struck, view.alphabet) - _words_of(own.layout, own.struck, view.alphabet)
    if new:
        says = gettext("With {words}, the same tiles score {score}.").format(
            words=_list(new, view.alphabet), score=best.figure
        )
    else:
        says = gettext("{move} was there.").format(move=best.shown)
    by = _figure(position.lost) if isinstance(best, Laid) else str(int(position.lost))
    return TurningPoint(
        change=gettext("{points} missed").format(points=by),
        is_missed=True,
        title=_title(view, position.seat, position.moment),
        says=says,
        picture=_picture(best.layout, view),
        link=f"{reverse('analysis', args=[view.id])}?step={position.step}#seat-{position.seat}",
    )


# --- the race ---------------------------------------------------------------------------------------------------------


def race(view: TableView, scenes: Sequence[ReplayScene]) -> list[Line]:
    """Return a line for each of the best four players, in final order; none for fewer than three scenes."""
    if len(scenes) <= 2:
        return []
    highest = max(board.value for scene in scenes for board in scene.boards) or Fraction(1)
    step, lines = WIDE / (len(scenes) - 1), []
    for n, (last, dashes) in enumerate(zip(scenes[-1].boards, DASHES, strict=False)):
        heights = (HIGH - float(scene.boards[n].value / highest) * HIGH for scene in scenes)
        points = " ".join(f"{step * at:.1f},{height:.1f}" for at, height in enumerate(heights))
        lines.append(Line(view.names[last.seat], _figure(last.value), points, dashes))
    return lines


# --- words and figures ------------------------------------------------------------------------------------------------


def _title(view: TableView, seat: Seat, moment: str) -> str:
    return gettext("{name}, {moment}").format(name=view.names[seat], moment=moment)


def _figure(value: Fraction) -> str:
    return round_half_up(value, 2)


def _list(words: Sequence[str] | frozenset[str], alphabet: Alphabet) -> str:
    """List the longest words, and say how many more there are."""
    by_length = sorted(words, key=lambda word: (-len(word), alphabet.by_letters(word)))
    shown, more = by_length[:MOST_WORDS], len(by_length) - MOST_WORDS
    if more > 0:
        return listing([*shown, ngettext("{n} more word", "{n} more words", more).format(n=more)])
    return listing(shown)


def _picture(layout: Layout, view: TableView) -> SafeString:
    return draw_small(SmallBoard.of(view.alphabet, layout).packed) if layout else format_html("")
