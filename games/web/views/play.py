"""A page for each game: its picture or a position to try, its rules in a minute, a robot to play, open tables, best scores, a table
to make. And a page of all of them, with every open table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.players.models import Player
from games.rules import registry
from games.web.asking import reader
from games.web.forms import NewGameForm
from games.web.kinds import kind_cards, position_to_try, try_there
from games.web.order_forms import forms_of
from games.web.panels import shown
from games.web.trials import answer_trial
from games.web.views.rules import minute_of

ASKED = ("seats", "invite", "listed")  # of a table that is otherwise as usual
NOT_ASKED = ("people", "rated", "cut")


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    open_games = queries.open_games(player=reader(request), now=timezone.now())
    shown = {"kinds": kind_cards(), "open_games": open_games, "public_games": queries.public_games()}
    return render(request, "games/all_games.html", shown)


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """The page of one game; a player with an account finds the form of a table."""
    if kind not in registry.KINDS:
        raise Http404
    me, to_try = reader(request), position_to_try(kind)
    context: dict[str, object] = {
        "card": next(card for card in kind_cards() if card.key == kind),
        "kinds": kind_cards(),
        "minute": minute_of(kind, get_language() or ""),
        "open_games": queries.open_games(player=me, now=timezone.now(), kind=kind),
        "best_scores": queries.best_scores(kind=kind),
        "table": _table_to_make(kind, me),
    }
    if to_try is not None:
        context |= {
            "to_try": to_try,
            "pieces": shown(to_try.panels),
            "form": forms_of(to_try, [to_try.choice], None)[0],
        }
    return render(request, "games/kind_page.html", context)


@require_POST
def try_move(request: HttpRequest, kind: str) -> HttpResponse:
    """Tell anybody what an order would come to in the position to try; nothing is kept."""
    to_try = position_to_try(kind) if kind in registry.KINDS else None
    if to_try is None:
        raise Http404
    return answer_trial(request, to_try, lambda: try_there(kind, to_try, request.POST))


def _table_to_make(kind: str, me: Player | None) -> dict[str, object] | None:
    """The form of a new game with most of it as usual: what is asked, and what goes along unseen."""
    if me is None or me.is_guest:
        return None
    form = NewGameForm(kind=registry.kind(kind))
    return {
        "asked": [form[name] for name in ASKED],
        "as_usual": [form[name] for name in form.fields if name not in (*ASKED, *NOT_ASKED)],
    }
