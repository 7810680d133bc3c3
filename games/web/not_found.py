"""The page for an address at which there is nothing, as a stranger sees it, while DEBUG is on: a server to try out shows the
site's own, not Django's list of all addresses."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import page_not_found


class OwnPageNotFound:
    """Answers with the site's page where Django would answer with its own. The last middleware: nothing else makes such an answer
    without a view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        no_view_has_it = response.status_code == HTTPStatus.NOT_FOUND and request.resolver_match is None
        return page_not_found(request, Http404()) if no_view_has_it else response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return page_not_found(request, exception) if isinstance(exception, Http404) else None
