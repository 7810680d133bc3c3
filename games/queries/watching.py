"""Listed games that anybody may look on at: those being played and the latest results."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.models import Game
from games.queries.reading import called_together
from games.queries.teams import letters_of
from games.rules import registry
from games.sharing import by_number
from games.wording import listing

SHOWN = 12


@dataclass(frozen=True)
class PublicGame:
    """A listed game that has been dealt; `says` is who won, empty while it runs."""

    id: int
    kind_name: str
    title: str
    started_at: datetime
    is_over: bool
    says: str
    is_rated: bool


def public_games() -> tuple[PublicGame, ...]:
    """The latest, the last begun first. No state is read: what is due in them is seen on their own pages."""
    listed = Game.objects.filter(listed=True, started_at__isnull=False).order_by("-started_at")
    return tuple(_public_game(game) for game in listed.prefetch_related("seats__player")[:SHOWN])


def _public_game(game: Game) -> PublicGame:
    seats = sorted(by_number(game.seats.all()).values(), key=lambda rows: (rows[0].rank or 0, rows[0].number))
    is_over = game.phase == Game.Phase.FINISHED
    winners = [rows for rows in seats if rows[0].rank == 1]
    says = ""
    if is_over and winners:
        names = listing([called_together(rows) for rows in winners])
        of_one = gettext("won by {names}, {score}").format(names=names, score=winners[0][0].result)
        says = gettext("won by {names}").format(names=names) if letters_of(game) else of_one
    assert game.started_at is not None
    kind_name = gettext(registry.kind(game.kind).name)
    return PublicGame(
        id=game.pk,
        kind_name=kind_name,
        title=listing([called_together(rows) for rows in seats]),
        started_at=game.started_at,
        is_over=is_over,
        says=says,
        is_rated=game.rated,
    )
