"""`Idempotency-Key`: a repeated request gets the first response again, and nothing happens twice.

The key is claimed before anything happens. If a request is cut off in the middle, its repetition is not carried out,
but told to check what happened. Responses that ask to come back later are not stored, nor refusals of requests that are
wrong in themselves: a repetition gets the same refusal."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from games.api.access import caller_of
from games.api.problems import CAN_BE_TOLD, Misused, answer_to, problem
from games.players.models import KeptAnswer

LONGEST_KEY = 200
ANSWERED_WITHIN = timedelta(minutes=1)
REFUSED_ALIKE = (400, 403, 404, 413, 415, 422)
"""Statuses of refusals before anything has happened. A refusal because of a game's state (409) is stored, since that
state may have changed."""

P = ParamSpec("P")


def repeatable(
    operation: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate an operation that changes something, so that a repeated request gets the first response."""

    @wraps(operation)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            return operation(request, *args, **kwargs)
        saved, is_first = _claim(request, key)
        if not is_first:
            return _again(saved, request)
        try:
            response = operation(request, *args, **kwargs)
        except CAN_BE_TOLD as error:
            response = answer_to(request, error)
        if "Retry-After" in response or response.status_code in REFUSED_ALIKE:
            saved.delete()
        else:
            # the raw body, in which JSON escapes the characters that not every database takes
            saved.status, saved.body = response.status_code, response.content.decode()
            saved.save(update_fields=["status", "body"])
        return response

    return answer


def _claim(request: HttpRequest, key: str) -> tuple[KeptAnswer, bool]:
    """Return the row of this key, and whether this request is the first with it."""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise Misused(
            "Idempotency-Key",
            gettext("Idempotency-Key must have 1 to {most} printable characters.").format(most=LONGEST_KEY),
            "Idempotency-Key: 7d9c1f0e",
        )
    player, now = caller_of(request), timezone.now()
    return KeptAnswer.objects.get_or_create(
        player=player,
        key=key,
        defaults={"request_sha256": _hash(request), "status": KeptAnswer.NOT_KEPT, "body": "", "kept_at": now},
    )


def _again(saved: KeptAnswer, request: HttpRequest) -> HttpResponse:
    if saved.request_sha256 != _hash(request):
        raise Misused(
            "Idempotency-Key",
            gettext("This Idempotency-Key was already used for a different request. Use a new key for each request."),
            "Idempotency-Key: 7d9c1f0e",
        )
    if saved.status != KeptAnswer.NOT_KEPT:
        kind = "application/json" if saved.status < 400 else "application/problem+json"
        return HttpResponse(saved.body, status=saved.status, content_type=kind)
    if timezone.now() < saved.kept_at + ANSWERED_WITHIN:
        response = problem(
            409,
            gettext("Not yet"),
            gettext(
                "The first request with this Idempotency-Key is still being processed. Try again in a few seconds."
            ),
        )
        response["Retry-After"] = "5"
        return response
    return problem(
        409,
        gettext("Interrupted"),
        gettext(
            "The first request with this Idempotency-Key was interrupted. Check whether it took effect, then "
            "continue with a new key."
        ),
    )


def _hash(request: HttpRequest) -> str:
    return sha256(f"{request.method} {request.get_full_path()}\n".encode() + request.body).hexdigest()
