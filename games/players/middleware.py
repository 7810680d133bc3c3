"""Shows every page in its reader's time zone."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = request.user.time_zone if request.user.is_authenticated else "UTC"
        with timezone.override(zoneinfo.ZoneInfo(name)):
            return self.get_response(request)
