"""A player's deadlines as a calendar feed, written by the icalendar library according to RFC 5545, and a new address
for it. The feed changes only if its entries do."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.http import conditional_page, require_POST, require_safe

from games.tournaments.commands.calendar import end_address, player_of
from games.tournaments.queries.calendar import CalendarEntry, calendar_of
from games.web.asking import player
from games.web.etags import digest

ASK_AGAIN_AFTER = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@require_safe
@conditional_page
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the feed to anybody who has the address, without signing in, in its player's language; 304 if nothing has
    changed."""
    owner, now = player_of(token), timezone.now()
    if owner is None:
        raise Http404
    with translation.override(owner.language):
        entries = calendar_of(owner, now=now)
        text = calendar_text(entries, now=now)
    etag = f'"{digest(entries)}"'  # the text also has the time at which it is read
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers={"ETag": etag})


@require_POST
@login_required
def new_calendar_address(request: HttpRequest) -> HttpResponse:
    """Make a new address; the old one stops working."""
    end_address(player(request))
    messages.success(request, gettext("Your calendar has a new address. The old one no longer works."))
    return redirect("channels")


def calendar_text(entries: Iterable[CalendarEntry], *, now: datetime) -> bytes:
    """Return the entries as they are now. A deadline that moves has the same UID and a higher SEQUENCE; neither depends
    on a game's saves."""
    import icalendar  # 2 MB that only a feed needs

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Lexicon//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", gettext("Lexicon: your deadlines"))
    calendar.add("refresh-interval", ASK_AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        event = icalendar.Event()
        event.add("uid", f"{entry.key}@{urlsplit(settings.SITE_URL).hostname}")
        event.add("dtstamp", now)
        event.add("last-modified", now)
        event.add("sequence", max(0, (entry.at - entry.since) // MINUTE))
        event.add("dtstart", entry.at)
        event.add("summary", entry.title)
        event.add("url", f"{settings.SITE_URL.rstrip('/')}{entry.path}")
        event.add("transp", "TRANSPARENT")  # a deadline does not block anybody's time
        calendar.add_component(event)
    return bytes(calendar.to_ical())
