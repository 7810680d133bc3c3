"""The server's own best answers to daily puzzles whose day is over."""

from datetime import datetime

from games import batches, queries
from games.models import Puzzle
from games.robots.levels import strongest_mind
from games.rules import registry
from games.rules.chance import Chance
from games.rules.daily import day_of


def look_for_the_best(*, now: datetime) -> None:
    """Find an answer to the latest puzzles whose day is over, to show beside those of players; takes minutes of a
    worker.

    Nothing is searched while a puzzle is open, so that there is no secret to leak."""

    def look(key: str) -> None:
        of = registry.daily(key)
        over = Puzzle.objects.filter(kind=key, day__lt=day_of(now)).order_by("-day").first()
        if over is not None and over.found is None:
            chance = Chance(bytes(over.seed))
            mind = strongest_mind(of.kind, word_list=over.word_list_id, alphabet=of.alphabet, chance=chance)
            best = of.rules.best(over.content, mind)
            Puzzle.objects.filter(pk=over.pk).update(found=best.answer if best else {})

    batches.each("best of puzzles", queries.wanted_puzzles(), look, now=now)
