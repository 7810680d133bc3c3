"""What went wrong, as `application/problem+json`: it says what would be right, and nothing of what is hidden."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from ninja.errors import AuthenticationError, HttpError, ValidationError

from games.api.access import ReadOnly, reader_of
from games.commands import Stale, TooManyOrders
from games.queries.reading import sit
from games.rules.kind import OrderRefused, Unreadable
from games.rules.messages import Text
from games.store import MailFirst, NoSuchGame
from games.wording import speak

HOUR, MINUTE = 3600, 60
EXAMPLES = {
    "games": '{"kind": "crossing", "seats": 2, "invite": ["boris@example.org"]}',
    "agree": '{"cut": "my lucky 7"}',
    "commands": '{"commands": [{"verb": "GRID", "layout": [".K..", "CAKE", ".Y.."]}, {"verb": "GREEN"}]}',
}
"""A right body, by the last word of the address it is sent to."""


class TooLarge(Exception):
    """The body is over the limit."""


class Misused(Exception):
    """A request that can be read and makes no sense; says what would be right."""

    def __init__(self, line: str, why: str, correct: str) -> None:
        super().__init__(why)
        self.line = line
        self.correct = correct


def problem(status: int, title: str, detail: str, **more: Any) -> JsonResponse:
    """`type` is about:blank: the status says it all, `detail` is for a person."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return JsonResponse(body, status=status, content_type="application/problem+json")


def unreadable(*, line: str, why: str, correct: str) -> JsonResponse:
    return problem(422, gettext("Cannot be read"), why, line=line, why=why, **{"try": correct})


def refused(request: HttpRequest, error: OrderRefused) -> JsonResponse:
    title = gettext("Stale") if isinstance(error, Stale) else gettext("Refused")
    return problem(409, title, speak(error.why, _names_at(request)))


def mail_first(_: HttpRequest, error: MailFirst) -> JsonResponse:
    return _later(problem(409, gettext("Not yet"), _said(error.why)), MINUTE)


def too_many(_: HttpRequest, error: TooManyOrders) -> JsonResponse:
    now = timezone.now()
    until_next_hour = HOUR - MINUTE * now.minute - now.second
    return _later(problem(429, gettext("Too many orders"), _said(error.why)), until_next_hour)


def not_read(_: HttpRequest, error: Unreadable) -> JsonResponse:
    return unreadable(line=error.line, why=_said(error.why), correct=error.correct)


def misused(_: HttpRequest, error: Misused) -> JsonResponse:
    return unreadable(line=error.line, why=str(error), correct=error.correct)


def ill_typed(request: HttpRequest, error: ValidationError) -> JsonResponse:
    """The first thing that is not in the shape: where, and what it should be."""
    first = error.errors[0]
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "asked")]
    return unreadable(
        line=".".join(place) or gettext("the body"),
        why=first["msg"],
        correct=_example(request),
    )


def no_such_game(_: HttpRequest, error: Exception) -> JsonResponse:
    return problem(404, gettext("Not found"), gettext("There is no such thing here, or it is not yours to know."))


def no_token(_: HttpRequest, error: AuthenticationError) -> JsonResponse:
    response = problem(
        401,
        gettext("No valid token"),
        gettext("Send Authorization: Bearer TOKEN; tokens are made on your profile page."),
    )
    response["WWW-Authenticate"] = "Bearer"
    return response


def read_only(_: HttpRequest, error: ReadOnly) -> JsonResponse:
    return problem(403, gettext("A token to read"), gettext("This needs a token of scope play."))


def too_large(_: HttpRequest, error: Exception) -> JsonResponse:
    return problem(413, gettext("Too large"), gettext("A request has at most 64 kB."))


def wrong_method(answer: HttpResponseNotAllowed) -> JsonResponse:
    allowed = answer["Allow"]
    response = problem(405, gettext("Wrong method"), gettext("Here goes {methods}.").format(methods=allowed))
    response["Allow"] = allowed
    return response


def not_json(request: HttpRequest, error: HttpError) -> JsonResponse:
    """The framework's own refusals; a body that does not parse comes as the cause of one."""
    if isinstance(error.__cause__, TooLarge):
        return too_large(request, error)
    if error.status_code == 400:
        return unreadable(line=gettext("the body"), why=gettext("The body is not JSON."), correct=_example(request))
    return problem(error.status_code, gettext("Refused"), error.message)


ANSWERS: Mapping[type[Exception], Callable[[HttpRequest, Any], JsonResponse]] = {
    OrderRefused: refused,
    MailFirst: mail_first,
    TooManyOrders: too_many,
    Unreadable: not_read,
    Misused: misused,
    NoSuchGame: no_such_game,
    Http404: no_such_game,
    ReadOnly: read_only,
    ValidationError: ill_typed,
    AuthenticationError: no_token,
    HttpError: not_json,
    TooLarge: too_large,
    RequestDataTooBig: too_large,
}


CAN_BE_TOLD = tuple(ANSWERS)


def answer_to(request: HttpRequest, error: Exception) -> JsonResponse:
    """The answer for one of these exceptions, by its nearest class."""
    nearest = next(kind for kind in type(error).__mro__ if kind in ANSWERS)
    return ANSWERS[nearest](request, error)


def _example(request: HttpRequest) -> str:
    if request.method == "GET":
        return "/api/v1/games?mine=1&status=playing"
    return EXAMPLES.get(request.path.rpartition("/")[2], "{}")


def _names_at(request: HttpRequest) -> Sequence[str]:
    """Who sits at the game that was asked about, in the order of the seats: a refusal may say whose move it is."""
    game_id = request.resolver_match.kwargs.get("game_id") if request.resolver_match else None
    if game_id is None:
        return ()
    try:
        return sit(game_id=game_id, player=reader_of(request), now=timezone.now()).names
    except NoSuchGame:  # not theirs to know; then no refusal names anybody either
        return ()


def _said(message: Text) -> str:
    return speak(message, ())


def _later(response: JsonResponse, seconds: int) -> JsonResponse:
    response["Retry-After"] = str(seconds)
    return response
