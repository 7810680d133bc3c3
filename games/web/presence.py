"""Whether somebody is at the page of a game, told by what they do there: an open tab says nothing.

With script the page names, each time it asks for itself after its reader did something, the instant as of which it was shown
then. A browser says of a page whether its reader asked for it; one that refreshes itself does not count."""

from datetime import UTC, datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import parse_http_date_safe

from games import commands
from games.players.models import Player
from games.web.etags import is_part


def note_presence(request: HttpRequest, game_id: int) -> None:
    """Keep what the request says of its reader; one query, where it says something."""
    at = _present_at(request, now=timezone.now())
    if at is not None and isinstance(request.user, Player):
        commands.note_presence(game_id=game_id, player=request.user, at=at)


def _present_at(request: HttpRequest, *, now: datetime) -> datetime | None:
    if not is_part(request):
        return now if request.headers.get("Sec-Fetch-User") == "?1" else None
    seconds = parse_http_date_safe(request.headers.get("X-Seen", ""))
    return min(datetime.fromtimestamp(seconds, UTC), now) if seconds is not None else None
