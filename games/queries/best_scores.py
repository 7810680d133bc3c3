"""The best recent scores of a kind, from public games. They are finished, so nothing in them is hidden."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Seat
from games.queries.reading import called_together
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.options import schema

LATEST = 100
MOST_SHOWN = 5
SHOWN = ("game", "number", "share", "name", "substitution", "resigned_at", "result", "game__finished_at")
ROWS = 40  # people who share a seat have a row each


@dataclass(frozen=True)
class BestScore:
    """A score with the names of its players; `shown` is the result in a few characters."""

    game_id: int
    names: str
    shown: str
    finished_at: datetime | None


def best_scores(*, kind: str, language: str = ENGLISH.code) -> tuple[BestScore, ...]:
    """Return the best results of the latest public games of this kind in one language, given by its code, that people
    have finished among themselves, the best first."""
    over = Game.objects.filter(kind=kind, listed=True, phase=Game.Phase.FINISHED, has_robots=False)
    if "alphabet" in schema(registry.kind(kind).options_type):
        over = over.filter(word_list__alphabet=language)
    rows = Seat.objects.filter(game__in=over.order_by("-finished_at").values("pk")[:LATEST], score__isnull=False)
    games: dict[tuple[int, int], list[Seat]] = {}
    for row in rows.order_by("-score", "game", "number", "share").select_related("game").only(*SHOWN)[:ROWS]:
        games.setdefault((row.game_id, row.number), []).append(row)
    return tuple(
        BestScore(game_id, called_together(seats), seats[0].result, seats[0].game.finished_at)
        for (game_id, _number), seats in list(games.items())[:MOST_SHOWN]
    )
