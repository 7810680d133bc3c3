"""The pictures that shared links show elsewhere: of a listed game, and of a kind for invitations. Never of a private game. And the
picture of a player's own entry in a daily puzzle, for that player to share: squares without letters."""

from datetime import date
from functools import partial

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import queries
from games.rules import registry
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.store import NoSuchGame
from games.web.etags import tag
from games.web.panels import packed_without_letters
from games.web.preview import draw_preview
from games.web.views.daily import entry_of_day
from games.web.views.result import headline

A_MINUTE = 60


@require_safe
@cache_control(public=True, max_age=5 * A_MINUTE)
def of_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """A listed game as a stranger may see it, whoever asks."""
    try:
        view = queries.table(game_id=game_id, player=None, now=timezone.now())
    except NoSuchGame as unknown:
        raise Http404 from unknown
    picture, kind = view.game.picture, registry.kind(view.kind)
    if picture in ("", SmallBoard(NOTHING_LAID).packed):
        picture = kind.sample.packed if kind.sample else ""
    title = headline(view) if view.phase == "finished" else view.title
    return _png(picture, title, view.kind_name)


@require_safe
@cache_control(public=True, max_age=24 * 60 * A_MINUTE)
def of_kind(request: HttpRequest, kind: str) -> HttpResponse:
    """A sample of a kind."""
    if kind not in registry.KINDS:
        raise Http404
    of = registry.kind(kind)
    return _png(of.sample.packed if of.sample else "", gettext(of.name), gettext("A game you play over several days"))


@require_safe
@cache_control(private=True, max_age=A_MINUTE)
def of_entry(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """The reader's entry of a day as squares, once that is over with what it is worth. Nobody else's has a picture."""
    own, is_over = entry_of_day(request, kind, day)
    name = gettext(registry.kind(kind).name)
    title = f"{name}: {own.says}" if is_over else name
    return _png(packed_without_letters(own.panels), title, date_format(date.fromisoformat(day), "j F Y"))


def _png(picture: str, title: str, below: str) -> HttpResponse:
    """The picture, kept by all that is in it."""
    key = tag(("preview", picture, title, below, get_language()))
    drawn = caches["films"].get_or_set(key, partial(draw_preview, picture, title, below))
    return HttpResponse(drawn, content_type="image/png")
