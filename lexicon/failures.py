"""The response to a request that failed on our side: a page for people, a problem in JSON for programs."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.api.problems import problem

UNREACHABLE = (OperationalError, InterfaceError)
"""The exceptions raised if the database can't be reached or gives up on a lock."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Return a 503 that says when to try again if the database can't be reached, otherwise a 500. No part of the response
    needs the database."""
    is_unreachable = isinstance(sys.exc_info()[1], UNREACHABLE)
    response = (_problem if request.path.startswith("/api/") else _page)(503 if is_unreachable else 500)
    if is_unreachable:
        response["Retry-After"] = "60"
    return response


def _page(status: int) -> HttpResponse:
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


def _problem(status: int) -> HttpResponse:
    if status == 503:
        return problem(
            503,
            gettext("Not available"),
            gettext(
                "Our database isn’t responding. The request was carried out either completely or not at all. Check in a "
                "minute and, if it wasn’t, send it again with a new Idempotency-Key."
            ),
        )
    return problem(
        500,
        gettext("Server error"),
        gettext(
            "Something went wrong on our side, and the error has been logged. The request was carried out either "
            "completely or not at all."
        ),
    )
