"""The response to a request that failed on our side: a page for people, a problem in JSON for programs."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from games.api.problems import problem

UNREACHABLE = (OperationalError, InterfaceError)
"""What is raised if the database can't be reached, or gives up on a lock."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with a time to try again if the database can't be reached, else 500. No part of the response needs the
    database."""
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
                "Our database doesn’t respond. The request was carried out either completely or not at all. Send it "
                "again in a minute, with the same Idempotency-Key if it had one."
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
