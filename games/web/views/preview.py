"""Preview images of shared links: of a public game, and of a kind for invitations; never of a private game. Also images
for players to share: of their own result in any game, without names, and of their own entry in a daily puzzle, as
squares without letters."""

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
from games.queries.puzzles import name_of
from games.rules import registry
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.store import NoSuchGame
from games.web.asking import reader
from games.web.etags import digest
from games.web.panels import packed_without_letters
from games.web.preview import draw_preview
from games.web.views.daily import entry_of_day
from games.web.views.result import headline, own_result

A_MINUTE = 60


@require_safe
@cache_control(public=True, max_age=5 * A_MINUTE)
def of_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the image of a public game as a stranger sees it."""
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
@cache_control(private=True, max_age=A_MINUTE)
def of_result(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the reader's own result in a finished game: their board, or the shared one, with their place and score.
    Nobody else's name, board or score is in it, so that a private game stays private."""
    try:
        view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    except NoSuchGame as unknown:
        raise Http404 from unknown
    if view.you is None or view.phase != "finished":
        raise Http404
    board = view.game.picture
    if registry.kind(view.kind).layouts:
        own = next((one.result.layout for one in view.view.results if one.result.seat == view.you), ())
        board = SmallBoard.of(view.alphabet, own).packed
    return _png(board, own_result(view), view.kind_name)


@require_safe
@cache_control(public=True, max_age=24 * 60 * A_MINUTE)
def of_kind(request: HttpRequest, kind: str) -> HttpResponse:
    """Return a sample of a kind."""
    if kind not in registry.KINDS:
        raise Http404
    of = registry.kind(kind)
    return _png(of.sample.packed if of.sample else "", gettext(of.name), gettext("A game you play over several days"))


@require_safe
@cache_control(private=True, max_age=A_MINUTE)
def of_entry(request: HttpRequest, kind: str, day: str) -> HttpResponse:
    """Return the reader's entry of a day as squares, with its quality once the day is over. Other entries have no
    image."""
    own, is_over = entry_of_day(request, kind, day)
    name = name_of(registry.daily(kind))
    title = f"{name}: {own.says}" if is_over else name
    return _png(packed_without_letters(own.panels), title, date_format(date.fromisoformat(day), "j F Y"))


def _png(picture: str, title: str, below: str) -> HttpResponse:
    """Return the image, cached by its content."""
    key = digest(("preview", picture, title, below, get_language()))
    drawn = caches["replays"].get_or_set(key, partial(draw_preview, picture, title, below))
    return HttpResponse(drawn, content_type="image/png")
