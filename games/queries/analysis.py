"""The analysis of a finished game: the best layouts or moves that a search found, beside those its players made.

`games.robots.analysis` searches and stores them. A running game has no analysis: its row is created when the game
ends."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from django.utils.translation import gettext
from pydantic import TypeAdapter

from games.models import Analysis
from games.queries.tables import TableView
from games.rules.facts import JsonObject
from games.rules.grid import Layout, tiles_used
from games.rules.layouts import Score, round_half_up
from games.rules.missed import Played
from games.rules.values import Seat
from games.statements import GIVEN, Compiled

_ANALYSIS = Compiled(Analysis.objects.filter(pk=GIVEN))


@dataclass(frozen=True)
class Laid:
    """A layout with its score; `struck` are its invalid words."""

    layout: Layout
    points: int
    words: int
    leftover: int
    struck: tuple[str, ...] = ()

    @classmethod
    def of(cls, layout: Layout, score: Score) -> Self:
        return cls(layout, score.points, score.words, score.leftover, score.struck)

    @property
    def score(self) -> Score:
        divisor = self.words + self.leftover
        value = Fraction(self.points, divisor) if divisor else Fraction(0)
        return Score(self.points, self.words, self.leftover, value, self.struck, complete=False)

    def as_json(self) -> JsonObject:
        score = self.score
        return {
            "layout": list(self.layout),
            "points": self.points,
            "words": self.words,
            "leftover": self.leftover,
            "score": score.exact,
            "shown": score.shown(),
        }

    @property
    def value(self) -> Fraction:
        return self.score.value

    @property
    def figure(self) -> str:
        return round_half_up(self.value, 2)

    @property
    def shown(self) -> str:
        return self.score.shown()


@dataclass(frozen=True)
class Position:
    """One player's tiles at one step of the replay, and what they laid with them: after `light` (0: the deal; None: the
    end), or in move number `move`.

    `best` is the best result found for these tiles, `near` the best layout that changes few of the player's own words;
    `seconds` is the processor time given to each search so far."""

    step: int
    light: int | None
    seat: int
    hand: str
    own: Laid | Played
    best: Laid | Played | None = None
    near: Laid | None = None
    seconds: float = 0
    move: int | None = None

    @property
    def lost(self) -> Fraction:
        """The points by which the best result found exceeds the player's own; 0 if nothing was laid yet."""
        is_empty = isinstance(self.own, Laid) and not tiles_used(self.own.layout)
        return max(self.best.value - self.own.value, Fraction(0)) if self.best and not is_empty else Fraction(0)

    @property
    def moment(self) -> str:
        """The scene of the replay, to be used within a sentence."""
        return moment_of(self.light) if self.move is None else gettext("on move {n}").format(n=self.move)


def moment_of(light: int | None) -> str:
    """Return a scene of the replay, to be used within a sentence: after this light (0 for the deal), or at the end for
    None."""
    if light is None:
        return gettext("at the end")
    return gettext("after light {n}").format(n=light) if light else gettext("after the deal")


_POSITIONS: TypeAdapter[tuple[Position, ...]] = TypeAdapter(tuple[Position, ...])


def positions_in(saved: Any) -> tuple[Position, ...]:
    """Return the positions stored in a row's JSON."""
    return _POSITIONS.validate_python(saved or ())


def as_saved(positions: Sequence[Position]) -> Any:
    """Return the positions as JSON for a row."""
    return _POSITIONS.dump_python(tuple(positions), mode="json")


@dataclass(frozen=True)
class AnalysisView:
    """The analysis of a finished game so far. `version` changes with each stage."""

    positions: tuple[Position, ...]
    passes: int
    is_given_up: bool
    is_over: bool

    @property
    def analysed(self) -> int:
        return sum(position.best is not None for position in self.positions)

    @property
    def version(self) -> tuple[object, ...]:
        return self.passes, self.is_given_up, self.is_over, sum(position.seconds for position in self.positions)

    @property
    def worst(self) -> Position | None:
        """The position at which a player lost the most; None if nobody lost anything."""
        return self.most_lost_by(None)

    def most_lost_by(self, seat: Seat | None, *, besides: Collection[int] = ()) -> Position | None:
        """Return the position at which this seat lost the most, or any seat for None; None if nothing was lost. The
        replay's steps in `besides` are left out."""
        of_seat = (position for position in self.positions if seat in (None, position.seat))
        positions = (position for position in of_seat if position.step not in besides)
        worst = max(positions, key=lambda position: position.lost, default=None)
        return worst if worst and worst.lost else None

    @property
    def says(self) -> str:
        """A sentence on the progress of the analysis."""
        done, of = self.analysed, len(self.positions)
        if self.is_given_up:
            return gettext(
                "The analysis took too long twice and was stopped, with {n} of {of} positions analysed."
            ).format(n=done, of=of)
        if not self.positions:
            return gettext("The analysis will start soon.")
        told = gettext(
            "{n} of {of} positions analysed. The results are the best we found, not necessarily the best possible."
        ).format(n=done, of=of)
        if done == of and not self.is_over:
            return gettext("{analysed} The search continues.").format(analysed=told)
        return told

    def most_lost(self, names: Sequence[str]) -> str:
        """Return a sentence on the biggest loss; empty if there is none."""
        if (worst := self.worst) is None or worst.best is None:
            return ""
        says = gettext("{name} lost the most points {moment}, scoring {own} where we found {best}.")
        own, best = worst.own.shown, worst.best.shown
        return says.format(name=names[worst.seat], moment=worst.moment, own=own, best=best)

    def as_json(self) -> JsonObject:
        """Return the analysis as the API and the command line write it; `best` and `near` are null until they have been
        searched for."""
        return {
            "analysed": self.analysed,
            "over": self.is_over,
            "given_up": self.is_given_up,
            "positions": [
                {
                    "step": one.step,
                    **({"light": one.light} if one.move is None else {"move": one.move}),
                    "seat": one.seat,
                    "hand": one.hand,
                    **{
                        name: laid and laid.as_json()
                        for name, laid in (("own", one.own), ("best", one.best), ("near", one.near))
                    },
                    "seconds": one.seconds,
                }
                for one in sorted(self.positions, key=lambda one: (one.step, one.seat))
            ],
        }

    def at(self, step: int) -> dict[int, Position]:
        """Return the positions of one step of the replay, by seat."""
        return {position.seat: position for position in self.positions if position.step == step}

    @property
    def is_of_moves(self) -> bool:
        """True for a game on a shared board, in which each move is a position."""
        return any(position.move is not None for position in self.positions)


def analysis(view: TableView) -> AnalysisView | None:
    """Return the analysis of a finished game; None while it runs or if its kind is not analysed."""
    if not view.is_finished or not view.loaded.table.kind.is_analysed:
        return None
    return analysis_of(view.id)


def analysis_of(game_id: int) -> AnalysisView | None:
    """Return the analysis of a game. The caller has checked that the reader may know all of it."""
    for row in _ANALYSIS(game_id):
        return AnalysisView(positions_in(row.positions), row.passes, row.is_given_up, row.due_at is None)
    return None
