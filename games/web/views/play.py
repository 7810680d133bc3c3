"""A page for each kind: a robot to play, its rules in a minute, open games, best scores, and a position to try. And
a page of all kinds, with every open game."""

from collections.abc import Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.queries.lists import OpenGame
from games.rules import registry
from games.rules.alphabets.known import ENGLISH, codes
from games.web.asking import reader
from games.web.filters import Filter, address_with, offer_each
from games.web.kinds import kind_cards, languages_of_words, position_to_try, try_there
from games.web.order_forms import forms_of
from games.web.panels import shown
from games.web.trials import answer_trial
from games.web.views.rules import minute_of
from games.word_lists.shelf import own_name


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """Show all kinds, the open games, perhaps those in one language, and games to watch."""
    code = request.GET.get("language", "")
    asked = {"language": code} if code in codes() else {}
    open_games = queries.open_games(player=reader(request), now=timezone.now(), language=asked.get("language", ""))
    shown = {
        "kinds": kind_cards(),
        "open_games": open_games,
        "public_games": queries.public_games(),
        "filters": [Filter(own_name(code), address_with({})) for code in asked.values()],
        "languages": _languages_of(open_games, asked),
    }
    return render(request, "games/all_games.html", shown)


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the page of one kind, the first of its tabs."""
    if kind not in registry.KINDS:
        raise Http404
    me, to_try = reader(request), position_to_try(kind)
    code = request.GET.get("language", "")
    asked = {"language": code} if code in codes() else {}
    open_games = queries.open_games(player=me, now=timezone.now(), kind=kind, language=asked.get("language", ""))
    context: dict[str, object] = {
        "card": next(card for card in kind_cards() if card.key == kind),
        "of_words": languages_of_words(registry.kind(kind)),
        "minute": minute_of(kind, get_language() or ""),
        "open_games": open_games,
        "best_scores": queries.best_scores(kind=kind, language=asked.get("language", ENGLISH.code)),
        "language": asked.get("language", ""),
        "filters": [Filter(own_name(code), address_with({})) for code in asked.values()],
        "languages": _languages_of(open_games, asked),
    }
    if to_try is not None:
        context |= {
            "to_try": to_try,
            "pieces": shown(to_try.panels, to_try.alphabet),
            "form": forms_of(to_try, [to_try.choice], None)[0],
        }
    return render(request, "games/kind_page.html", context)


def _languages_of(open_games: Sequence[OpenGame], asked: Mapping[str, str]) -> list[Filter]:
    """Return links that narrow open games in several languages to one of them."""
    found = {game.language for game in open_games}
    return offer_each(asked, "language", {code: own_name(code) for code in codes() if code in found})


@require_POST
def try_move(request: HttpRequest, kind: str) -> HttpResponse:
    """Preview an order in the position to try, for anyone; nothing is saved."""
    to_try = position_to_try(kind) if kind in registry.KINDS else None
    if to_try is None:
        raise Http404
    return answer_trial(request, to_try, lambda: try_there(kind, to_try, request.POST))
