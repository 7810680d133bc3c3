"""Sets the time at which each page is read, for relative times in its texts."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.wording import read_at


class ReadingTimeMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with read_at(timezone.now()):
            return self.get_response(request)
