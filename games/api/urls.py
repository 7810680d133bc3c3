"""The API as one value: mounted at /api/v1/, described at /api/v1/openapi.json."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Router
from ninja.parser import Parser

from games.api.games import router
from games.api.problems import ANSWERS, TooLarge, answer_to

LARGEST_BODY = 64 * 1024


class JsonBody(Parser):
    """A body of JSON within the limit."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        if len(request.body) > LARGEST_BODY:
            raise TooLarge
        body: dict[str, Any] = json.loads(request.body)
        return body


elsewhere = Router()


@elsewhere.api_operation(["GET", "POST", "PUT", "PATCH", "DELETE"], "/{path:address}", include_in_schema=False)
def nothing_here(request: HttpRequest, address: str) -> HttpResponse:
    """Any other address, told as a problem like all else."""
    raise Http404


api = NinjaAPI(
    title="Lexicon",
    version="1",
    description=(
        "Play by program. Tokens are made on your profile page; the rules of each game are on the rules page. "
        "A POST with an Idempotency-Key may be sent again: it gets the first answer again, and nothing happens twice."
    ),
    parser=JsonBody(),
    docs_url=None,
)
for error in ANSWERS:
    api.exception_handler(error)(answer_to)
api.add_router("", router)
api.add_router("", elsewhere)
