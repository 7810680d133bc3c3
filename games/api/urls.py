"""The API as one object: mounted at /api/v1/, described at /api/v1/openapi.json."""

import json
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import conditional_page, require_safe
from ninja import NinjaAPI, Router
from ninja.parser import Parser
from ninja.responses import NinjaJSONEncoder

from games.api.alphabets import router as alphabets
from games.api.clubs import router as clubs
from games.api.daily import router as daily
from games.api.docs import Group, groups_of
from games.api.games import router
from games.api.people import router as people
from games.api.problems import CAN_BE_TOLD, TooLarge, answer_to, wrong_method
from games.api.records import router as records
from games.api.reports import router as reports
from games.api.statistics import router as statistics
from games.api.substitutes import router as substitutes
from games.commands.table import ORDERS_A_DAY, ORDERS_AN_HOUR

P = ParamSpec("P")
LARGEST_BODY = 64 * 1024


class JsonBody(Parser):
    """Parses JSON bodies within the size limit."""

    def parse_body(self, request: HttpRequest) -> dict[str, object]:
        if len(request.body) > LARGEST_BODY:
            raise TooLarge
        body: dict[str, object] = json.loads(request.body)
        return body


class Api(NinjaAPI):
    """Turns 405 responses, which the framework would send as plain text, into problems, and documents them."""

    @property
    def urls(self) -> tuple[list[URLResolver | URLPattern], str, str]:
        patterns, app, namespace = super().urls
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                view = require_safe(description) if pattern.name == "openapi-json" else pattern.callback
                pattern.callback = _with_methods_told(view)
        return patterns, app, namespace


def _with_methods_told(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def told(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        return wrong_method(response) if isinstance(response, HttpResponseNotAllowed) else response

    return told


@cache
def _described() -> bytes:
    """Return the description of the API, cached per process, as it takes most of a second."""
    return json.dumps(api.get_openapi_schema(), cls=NinjaJSONEncoder).encode()


@conditional_page
def description(request: HttpRequest) -> HttpResponse:
    """Serve the whole API as OpenAPI JSON, for programs and their makers."""
    response = HttpResponse(_described(), content_type="application/json")
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the whole API as a page for people."""
    context = {
        "groups": _groups(request.build_absolute_uri("/").rstrip("/")),
        "about": api.description,
        "description_at": reverse(f"{api.urls_namespace}:openapi-json"),
    }
    return render(request, "api/docs.html", context)


@lru_cache(maxsize=4)
def _groups(site: str) -> tuple[Group, ...]:
    """Return the endpoints for the page, cached per process and site address."""
    return groups_of(json.loads(_described()), site=site)


elsewhere = Router()


@elsewhere.api_operation(["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:address}", include_in_schema=False)
def nothing_here(request: HttpRequest, address: str) -> HttpResponse:
    """Answer every other URL with a problem."""
    raise Http404


api = Api(
    title="Lexicon",
    version="1",
    description=(
        "Play from a program. Create tokens under You, API and devices. The rules of each game are on the rules page. "
        "Hands, rows and words are written with the tiles of the game’s alphabet, and their lengths are counted in tiles: a tile "
        "of several letters stands in brackets, [CH], and a blank laid as a letter is in lower case, é or [ch]. "
        "A POST with an Idempotency-Key can safely be sent again: it returns the first answer, and nothing happens twice. "
        f"Each seat may send {ORDERS_AN_HOUR} commands an hour and {ORDERS_A_DAY} a day through site, email and API together. "
        "Refused commands count. Above the limit, the response is 429."
    ),
    parser=JsonBody(),
    docs_url=None,
)
for error in CAN_BE_TOLD:
    api.exception_handler(error)(answer_to)
api.add_router("", router)
api.add_router("", daily)
api.add_router("", records)
api.add_router("", substitutes)
api.add_router("", people)
api.add_router("", reports)
api.add_router("", clubs)
api.add_router("", alphabets)
for further in settings.API_ROUTERS:
    api.add_router("", import_string(further))
api.add_router("", statistics)
api.add_router("", elsewhere)
