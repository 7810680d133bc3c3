"""How many games wait for the reader, for the head of every page: asked once a page, and of nobody who is not signed in."""

from django.http import HttpRequest

from games import queries
from games.players.models import Player


def waiting_count(request: HttpRequest) -> int:
    """One query at most, however often a page asks."""
    if not isinstance(request.user, Player):
        return 0
    if not hasattr(request, "waiting_count"):
        know_waiting(request, queries.waiting_count(player=request.user))
    count: int = request.waiting_count  # type: ignore[attr-defined]
    return count


def know_waiting(request: HttpRequest, count: int) -> None:
    """Whoever answers has counted already."""
    request.waiting_count = count  # type: ignore[attr-defined]


def waiting(request: HttpRequest) -> dict[str, object]:
    """For every template; a page that does not show the number asks for nothing."""
    return {"waiting": lambda: waiting_count(request)}
