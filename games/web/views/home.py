"""The start page: today's puzzle and public games for strangers, a player's own games for players."""

import json
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.robots.levels import FIRST
from games.robots.practice import kinds, open_table
from games.rules import registry
from games.rules.values import OrderRefused
from games.web import pass_and_play
from games.web.asking import is_part, know_waiting, number_in, page_in, player, reader, waiting_count
from games.web.etags import etag_until, is_still, unchanged, with_etag
from games.web.forms import preferred_list
from games.web.guests import player_or_guest
from games.web.kinds import kind_cards, languages_of_words, puzzle_cards
from games.web.panels import packed
from games.web.views.daily import playable
from games.web.views.table import MOST_RUNS
from games.wording import speak

LONGEST_LIST = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the start page. A signed-in player's page reloads its lists every minute; 304 if they are unchanged."""
    now = timezone.now()
    if reader(request) is None:
        return _front_page(request)
    me, number = player(request), page_in(request)
    seen = queries.start_page(player=me, now=now, page=number)
    reads = (me.pk, number, get_language(), timezone.get_current_timezone_name())
    if is_part(request) and seen.is_sure and is_still(request, (seen.noticed, reads), now):
        return HttpResponseNotModified()
    games = queries.my_games(player=me, now=now, page=number, seen=seen)
    seen = games.seen
    is_first = number == 1
    of_clubs = queries.open_games_of_clubs(games=seen.of_clubs, player=me, now=now) if is_first else ()
    followed_games = queries.public_games_of(seen.followed) if is_first else ()
    know_waiting(
        request, len(games.waiting_for_me) + len(games.substitute_requests) if games.is_whole else seen.waiting
    )
    shown = seen.noticed if seen.is_sure else (games, of_clubs, followed_games, seen.puzzles, waiting_count(request))
    etag = etag_until((shown, reads), str(int(games.until.timestamp())))
    if is_part(request) and (answer := unchanged(request, etag)):
        return answer
    is_new = is_first and not any((games.waiting_for_me, games.waiting_for_others, games.lobby, games.finished))
    puzzles = puzzle_cards(seen.puzzles) if is_first else ()
    to_solve = next((one for one in puzzles if not one.is_entered), None)
    context = {
        "games": games,
        "of_clubs": of_clubs,
        "followed_games": followed_games,
        "to_solve": to_solve,
        "puzzles": [one for one in puzzles if one is not to_solve],
        "vacation_until": seen.on_vacation_until - timedelta(microseconds=1) if seen.on_vacation_until else None,
        "is_new": is_new,
        "headers": json.dumps({"If-None-Match": etag}),
        "swapped": is_part(request),
    }
    if is_part(request):
        return with_etag(render(request, "games/_home.html", context), etag)
    page = render(request, "games/home.html", context | {"here": pass_and_play.games_here(request)})
    patch_vary_headers(page, ["HX-Request"])
    return page


def _front_page(request: HttpRequest) -> HttpResponse:
    """Show the front page: today's first puzzle to play, yesterday's best board, an open game and all kinds."""
    now, kind = timezone.now(), queries.puzzle_kinds()[0].key
    puzzle = queries.puzzle(kind=kind, player=None, now=now)
    yesterday = queries.yesterday(kind=kind, player=None, now=now)
    context: dict[str, object] = {
        "yesterday": yesterday,
        "best": packed(yesterday.best.panels, yesterday.alphabet) if yesterday else "",
        "open_game": next(iter(queries.open_games(player=None, now=now, most=1)), None),
        "kinds": kind_cards(),
        "of_words": languages_of_words(registry.kind(kind_cards()[0].key)),
        "here": pass_and_play.games_here(request),
    }
    if puzzle:
        context |= {**playable(puzzle), "first_word": queries.first_word(puzzle)}
    return render(request, "games/welcome.html", context)


@require_safe
def sample_words(request: HttpRequest) -> HttpResponse:
    """Return the valid words among some runs, for boards outside a game: by the default word list or the one named."""
    asked = request.GET.get("of", "").split(",")[:MOST_RUNS]
    known = queries.words_listed(asked, word_list=request.GET.get("list", ""))
    return JsonResponse({"words": known}, headers={"Cache-Control": "max-age=86400"})


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Start a game against robots of the requested kind and level, by default the first, with the word list given or the
    one that a new game suggests. Without an account one plays as a guest."""
    kind, level = request.POST.get("kind", kinds()[0].key), request.POST.get("level", FIRST)
    word_list = request.POST.get("word_list", "")[:LONGEST_LIST]
    me = player_or_guest(request)
    if not word_list and kind in registry.KINDS:
        word_list = preferred_list(registry.kind(kind), queries.last_word_list(player=me))
    try:
        game_id = open_table(kind=kind, level=level, player=me, word_list=word_list, now=timezone.now())
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
        return redirect("play", kind) if kind in registry.KINDS else redirect("home")
    return redirect("game", game_id)


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the game that waits for the player with the nearest deadline, or the one after the current game;
    then to invitations, and if nothing waits, to the list. Only games on the first page of the list count."""
    games = queries.my_games(player=player(request), now=timezone.now())
    waiting = [line.id for line in (*games.your_move, *games.invitations)]
    at_hand = number_in(request.GET.get("after", ""))
    place = waiting.index(at_hand) + 1 if at_hand in waiting else 0
    coming = [one for one in (*waiting[place:], *waiting[:place]) if one != at_hand]
    return redirect("game", coming[0]) if coming else redirect("home")
