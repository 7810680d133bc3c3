"""Who came where in a finished game: best first, equals share a rank, who resigned ranks below all others."""

from collections.abc import Iterable
from typing import Any

from games.rules.kind import Rank, Seat
from games.rules.turns.state import TurnState


def ranks_by(state: TurnState, keys: Iterable[tuple[Seat, Any, str]]) -> tuple[Rank, ...]:
    """Every seat, from (seat, what ranks it: the greater the better, what is shown) of those that have not resigned."""
    best_first = sorted(keys, key=lambda one: one[0])
    best_first.sort(key=lambda one: one[1], reverse=True)
    ranked = [Rank(seat, 1 + sum(other > key for _, other, _ in best_first), shown) for seat, key, shown in best_first]
    resigned = [Rank(seat, len(ranked) + place, "") for place, seat in enumerate(reversed(state.resigned), start=1)]
    return (*ranked, *resigned)


def by_points(state: TurnState) -> tuple[Rank, ...]:
    """The most points win."""
    return ranks_by(state, ((seat, state.points.get(seat, 0), str(state.points.get(seat, 0))) for seat in state.live))
