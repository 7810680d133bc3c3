"""Counting a finished game for the statistics: scores, rounds, letters given back, who began, who called lights.

Only facts that everyone may know once a game is over are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import NamedTuple

from games.rules.values import Event

VERBS = ("turn", "jaywalk", "green", "red")
"""The events that are counted."""
KNOWN_SETS = ("LC120", "LC120v1", "LC62", "S98", "S100", "STANDARD", "PLAIN")
WON, LOST = "won", "lost"


class Counted(NamedTuple):
    """One count of a topic, in one group of games, for one seat."""

    topic: str
    group: str
    value: str
    seat: int


@dataclass(frozen=True)
class Ended:
    """A finished game.

    `tile_set` is empty if its kind has none; `turn` is the last turn; `ranks` and `scores` are by seat. `score_step`
    is the width of a bar in the chart of scores."""

    tile_set: str
    turn: int
    ranks: Sequence[int]
    scores: Sequence[float | None]
    events: Sequence[Event]
    score_step: int


def counts_of(game: Ended) -> Iterator[Counted]:
    """Yield everything that a game adds."""
    seats = len(game.ranks)
    tiles = game.tile_set if game.tile_set in KNOWN_SETS else "other" if game.tile_set else ""
    for seat, score in enumerate(game.scores):
        yield Counted("rounds", str(seats), str(game.turn), seat)
        if score is not None:
            least = floor(score / game.score_step) * game.score_step
            yield Counted("score", f"{tiles} {seats}".strip(), str(least), seat)
    turns = [event for event in game.events if event.verb == "turn"]
    began = {event.seat for event in turns if event.at == turns[0].at}
    if len(began) == 1 and (first := turns[0].seat) is not None:
        yield Counted("first", str(seats), _outcome(game, first), first)
    for event in game.events:
        if event.seat is None:
            continue
        if event.verb == "jaywalk":
            for letter in event.facts.get("returned") or ():
                yield Counted("letter", "", str(letter), event.seat)
        elif event.verb in ("green", "red"):
            yield Counted("light", event.verb, _outcome(game, event.seat), event.seat)


def _outcome(game: Ended, seat: int) -> str:
    return WON if game.ranks[seat] == 1 else LOST
