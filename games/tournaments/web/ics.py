"""A calendar's text: RFC 5545, by the icalendar library. Made from entries alone, so that the same entries are the same bytes."""

from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import urlsplit

import icalendar
from django.conf import settings
from django.utils.translation import gettext

from games.tournaments.queries.calendar import CalendarEntry

ASK_AGAIN_AFTER = timedelta(hours=1)


def calendar_text(entries: Iterable[CalendarEntry]) -> bytes:
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Lexicon//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", gettext("Lexicon: your deadlines"))
    calendar.add("refresh-interval", ASK_AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        calendar.add_component(_event(entry))
    return bytes(calendar.to_ical())


def _event(entry: CalendarEntry) -> icalendar.Event:
    event = icalendar.Event()
    event.add("uid", f"{entry.key}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("dtstamp", entry.since)
    event.add("dtstart", entry.at)
    event.add("summary", entry.title)
    event.add("url", f"{settings.SITE_URL.rstrip('/')}{entry.path}")
    event.add("transp", "TRANSPARENT")  # a deadline takes nobody's time
    return event
