"""The site's own 404 page while DEBUG is on, so that a trial server doesn't show Django's list of all URLs."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import page_not_found


class OwnPageNotFound:
    """Replace Django's own 404 page by the site's. Must be the last middleware: nothing else answers 404 without a
    view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        no_view_has_it = response.status_code == HTTPStatus.NOT_FOUND and request.resolver_match is None
        return page_not_found(request, Http404()) if no_view_has_it else response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return page_not_found(request, exception) if isinstance(exception, Http404) else None
