"""Listed games that anybody may look on at: those being played and the latest results."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.models import Game
from games.queries.reading import called
from games.rules import registry
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
    seats = sorted(game.seats.all(), key=lambda seat: (seat.rank or 0, seat.number))
    is_over = game.phase == Game.Phase.FINISHED
    winners = [seat for seat in seats if seat.rank == 1]
    says = ""
    if is_over and winners:
        names = listing([called(seat) for seat in winners])
        says = gettext("won by {names}, {score}").format(names=names, score=winners[0].result)
    assert game.started_at is not None
    kind_name = gettext(registry.kind(game.kind).name)
    return PublicGame(
        id=game.pk,
        kind_name=kind_name,
        title=listing([called(seat) for seat in seats]),
        started_at=game.started_at,
        is_over=is_over,
        says=says,
        is_rated=game.rated,
    )
