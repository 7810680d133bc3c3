"""The result of a finished game: who came where. Equal scores share a rank; who resigned ranks below all others."""

from fractions import Fraction

from games.rules.crossing.scoring import Result, Score, show_apart
from games.rules.crossing.state import State
from games.rules.kind import Rank


def ranks(state: State) -> tuple[Rank, ...]:
    """Every seat, best first; a result reads `28/7=4.00`. None of them in a game that was ended without a result."""
    if state.ending == "void":
        return ()
    best_first = sorted(state.results, key=lambda result: (-Fraction(result.score), result.seat))
    shown = show_apart([_score(result) for result in best_first])
    scored = [
        Rank(
            result.seat,
            1 + sum(Fraction(other.score) > Fraction(result.score) for other in best_first),
            text,
            float(Fraction(result.score)),
        )
        for result, text in zip(best_first, shown, strict=True)
    ]
    resigned = [Rank(seat, len(scored) + place, "") for place, seat in enumerate(reversed(state.resigned), start=1)]
    return (*scored, *resigned)


def _score(result: Result) -> Score:
    return Score(result.points, result.words, result.leftover, Fraction(result.score), result.struck, complete=False)
