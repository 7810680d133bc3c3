"""Errors as `application/problem+json`: each says what would be right, and reveals nothing hidden."""

import json

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.api.access import ReadOnly, reader_of
from games.commands import Stale, TooManyOrders
from games.commands.clubs import NoSuchClub
from games.queries.reading import ReaderTable, for_reader
from games.rules.alphabets.alphabet import Alphabet, has_stand_ins
from games.rules.alphabets.known import ENGLISH
from games.rules.options import alphabet_in
from games.rules.values import OrderRefused, Unreadable
from games.store import MailFirst, NoSuchGame
from games.wording import speak

HOUR, MINUTE = 3600, 60
EXAMPLES = {
    "games": '{"kind": "crossing", "seats": 2, "invite": ["boris@example.org"]}',
    "search": "/api/v1/games?mine=1&status=finished&with=Boris&kind=crossing&from=2026-01-01&least=5&word=QUIZ",
    "clubs": '{"name": "Larks", "about": "Early birds", "is_public": true}',
    "join": '{"link": "…"}',
    "agree": '{"cut": "my lucky 7"}',
    "substitutions": '{"to": "Dmitri", "ends": "2026-12-06T18:00:00Z"}',
    "reports": '{"why": "It insults people", "line": {"game": 7, "seat": 1, "at": "2026-11-20T12:00:00.000000Z"}}',
}
"""A correct body for each endpoint, by the last word of its path; and the URL of a search."""


class TooLarge(Exception):
    """The body exceeds the limit."""


class Misused(Exception):
    """A request that can be read but makes no sense; says what would be right."""

    def __init__(self, line: str, why: str, correct: str) -> None:
        super().__init__(why)
        self.line = line
        self.correct = correct


def problem(status: int, title: str, detail: str, **more: str) -> JsonResponse:
    """Return a problem response. `type` is about:blank, as the status says it all; `detail` is for people."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JsonResponse(body, status=status, content_type="application/problem+json")


def answer_to(request: HttpRequest, error: Exception) -> JsonResponse:
    """Return the response to one of `CAN_BE_TOLD`: what was wrong, and what would be right."""
    match error:
        case MailFirst():
            return _later(problem(409, gettext("Not yet"), speak(error.why, ())), MINUTE)
        case TooManyOrders():
            now = timezone.now()
            until_next_hour = HOUR - MINUTE * now.minute - now.second
            return _later(problem(429, gettext("Too many commands"), speak(error.why, ())), until_next_hour)
        case OrderRefused():
            title = gettext("Out of date") if isinstance(error, Stale) else gettext("Refused")
            loaded = _game_at(request)  # a refusal may say whose turn it is
            return problem(409, title, _written(request, speak(error.why, loaded.names if loaded else ())))
        case Unreadable():
            return _unreadable(*(_written(request, text) for text in (error.line, speak(error.why, ()), error.correct)))
        case Misused():
            return _unreadable(error.line, str(error), error.correct)
        case ValidationError():  # report the first mistake: where it is, and what it should be
            first = error.errors[0]
            place = [str(part) for part in first["loc"] if part not in ("body", "query", "asked")]
            return _unreadable(".".join(place) or gettext("the request body"), first["msg"], _example(request))
        case NoSuchGame() | NoSuchClub() | Http404():
            detail = gettext("This doesn’t exist, or you don’t have access to it.")
            return problem(404, gettext("Not found"), detail)
        case ReadOnly():
            return problem(403, gettext("Read-only token"), gettext("This request needs a token with the scope play."))
        case AuthenticationError():
            detail = gettext(
                "Send the header Authorization: Bearer TOKEN. You can create tokens under You, API and devices."
            )
            response = problem(401, gettext("No valid token"), detail)
            response["WWW-Authenticate"] = "Bearer"
            return response
        case HttpError() if not isinstance(error.__cause__, TooLarge):  # refusals by the framework itself
            if error.status_code == 400:
                why = gettext("The request body isn’t valid JSON.")
                return _unreadable(gettext("the request body"), why, _example(request))
            return problem(error.status_code, gettext("Refused"), error.message)
        case _:
            return problem(413, gettext("Request too large"), gettext("A request can be at most 64 kB."))


CAN_BE_TOLD: tuple[type[Exception], ...] = (
    *(OrderRefused, MailFirst, TooManyOrders, Unreadable, Misused, NoSuchGame, NoSuchClub, Http404, ReadOnly),
    *(ValidationError, AuthenticationError, HttpError, TooLarge, RequestDataTooBig),
)
"""The exceptions that `answer_to` handles."""


def wrong_method(answer: HttpResponseNotAllowed) -> JsonResponse:
    allowed = answer["Allow"]
    response = problem(
        405, gettext("Method not allowed"), gettext("Supported methods: {methods}.").format(methods=allowed)
    )
    response["Allow"] = allowed
    return response


def _unreadable(line: str, why: str, correct: str) -> JsonResponse:
    return problem(422, gettext("Request not understood"), why, line=line, why=why, **{"try": correct})


def _example(request: HttpRequest) -> str:
    if request.method == "GET":
        return "/api/v1/games?mine=1&status=playing"
    last = request.path.rpartition("/")[2]
    if last == "commands":
        loaded = _game_at(request)
        return example_of_commands(alphabet_in(loaded.table.game.options) if loaded else ENGLISH)
    return EXAMPLES.get(last, "{}")


def example_of_commands(alphabet: Alphabet) -> str:
    """Return a correct body with commands in a game with this alphabet."""
    rows = [alphabet.write(row) for row in alphabet.examples.layout]
    return json.dumps({"commands": [{"verb": "GRID", "layout": rows}, {"verb": "GREEN"}]}, ensure_ascii=False)


def _written(request: HttpRequest, text: str) -> str:
    """Return a text of a refusal with the tiles of the game as they are written."""
    loaded = _game_at(request) if has_stand_ins(text) else None
    return alphabet_in(loaded.table.game.options).write(text) if loaded else text


def _game_at(request: HttpRequest) -> ReaderTable | None:
    game_id = request.resolver_match.kwargs.get("game_id") if request.resolver_match else None
    if game_id is None:
        return None
    try:
        return for_reader(game_id=game_id, player=reader_of(request), now=timezone.now())
    except NoSuchGame:  # not theirs to know, so no refusal names anybody either
        return None


def _later(response: JsonResponse, seconds: int) -> JsonResponse:
    response["Retry-After"] = str(seconds)
    return response
