"""The page behind a mail program's own button to unsubscribe from mail about no game: it ends one kind of it, and takes that
back. Nothing else of anybody's mail can be changed there."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.players.models import Player
from notifications import preferences
from notifications.preferences import Kind, When, default, may_be
from notifications.tokens import digests_of


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_digests(request: HttpRequest, token: str, kind: Kind) -> HttpResponse:
    """Ends the mails at one POST, by whoever has one (RFC 8058): no sign-in, no redirect, nothing on GET."""
    me = Player.objects.filter(pk=digests_of(token, kind) or 0).first()
    if me is None:
        raise Http404
    before = _chosen(me, kind)
    if request.method == "POST":
        when = _as_it_was(request, kind) if request.POST.get("do") == "undo" else When.OFF
        preferences.choose(player=me, game_id=None, chosen={kind: when})
    context = {"is_off": _chosen(me, kind) == When.OFF, "was": before}
    return render(request, f"notifications/no_mail_of_{kind}s.html", context)


def _as_it_was(request: HttpRequest, kind: Kind) -> When:
    """What had been chosen before, where the page can still say so."""
    was = request.POST.get("was", "")
    return When(was) if was in may_be(kind) and was != When.OFF else default(kind)


def _chosen(me: Player, kind: Kind) -> When:
    return preferences.preferences_of([me], game_id=None)[me.pk].of(kind)
