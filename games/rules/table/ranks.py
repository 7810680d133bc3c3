"""Who came where in a finished game: best first, equals share a rank, who resigned ranks below all others."""

from collections.abc import Iterable
from typing import Any

from games.rules.kind import Rank, Seat
from games.rules.table.state import TurnState


def ranks_by(state: TurnState, keys: Iterable[tuple[Seat, Any, int]]) -> tuple[Rank, ...]:
    """Every seat, from (seat, what ranks it, its score) of those that have not resigned: of both the greater the better.

    None of them in a game that was ended without a result."""
    if state.ending == "void":
        return ()
    best_first = sorted(keys, key=lambda one: one[0])
    best_first.sort(key=lambda one: one[1], reverse=True)
    ranked = [
        Rank(seat, 1 + sum(other > key for _, other, _ in best_first), str(state.points.get(seat, 0)), score)
        for seat, key, score in best_first
    ]
    resigned = [Rank(seat, len(ranked) + place, "") for place, seat in enumerate(reversed(state.resigned), start=1)]
    return (*ranked, *resigned)


def by_points(state: TurnState) -> tuple[Rank, ...]:
    """The most points win."""
    return ranks_by(state, ((seat, points, points) for seat in state.live for points in [state.points.get(seat, 0)]))
