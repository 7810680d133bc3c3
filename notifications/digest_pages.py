"""The page behind a mail program's own button to unsubscribe from the results of daily puzzles: it ends them, and takes that
back. Nothing else of anybody's mail can be changed there."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.players.models import Player
from notifications import wishes
from notifications.choices import Kind, When
from notifications.tokens import digests_of


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_digests(request: HttpRequest, token: str) -> HttpResponse:
    """Ends the mails at one POST, by whoever has one (RFC 8058): no sign-in, no redirect, nothing on GET."""
    me = Player.objects.filter(pk=digests_of(token) or 0).first()
    if me is None:
        raise Http404
    if request.method == "POST":
        when = When.DAILY if request.POST.get("do") == "undo" else When.OFF
        wishes.choose(player=me, game_id=None, chosen={Kind.PUZZLE: when})
    is_off = wishes.wishes_of([me], game_id=None)[me.pk].of(Kind.PUZZLE) == When.OFF
    return render(request, "notifications/no_digests.html", {"is_off": is_off})
