"""A player's deadlines as a feed for calendars, and a new address for it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.tournaments.commands.addresses import end_address, player_of
from games.tournaments.queries.calendar import calendar_of
from games.tournaments.web.ics import calendar_text
from games.web.asking import player
from games.web.etags import tag


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """For whoever holds the address, without signing in; in its player's language. 304 where nothing has changed."""
    owner = player_of(token)
    if owner is None:
        raise Http404
    with translation.override(owner.language):
        text = calendar_text(calendar_of(owner, now=timezone.now()))
    etag = tag(text)
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})


@require_POST
@login_required
def new_calendar_address(request: HttpRequest) -> HttpResponse:
    """The address so far opens nothing any more."""
    end_address(player(request))
    messages.success(request, gettext("Your calendar has a new address, and the one before opens nothing any more."))
    return redirect("profile")
