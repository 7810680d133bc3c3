"""Substitutes over HTTP: asking another player, answering, and ending it. Only the two people concerned see these
records; everyone in a game sees who its substitutes are."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from ninja import Router

from games import commands, queries
from games.api.access import TokenToPlay, TokenToRead, caller_of
from games.api.games import READS, REFUSALS
from games.api.repeats import repeatable
from games.api.shapes import SubstitutionAsked, SubstitutionShape, SubstitutionsShape
from games.commands import NoSuchSubstitution
from games.store import NoSuchGame

router = Router(tags=["substitutes"])


@router.get(
    "/loans",
    auth=TokenToRead(),
    response={200: SubstitutionsShape, **READS},
    summary="Your substitutes, and players you play for",
)
def list_substitutions(request: HttpRequest) -> HttpResponse:
    """The games where somebody plays for you or you play for somebody, including requests without an answer."""
    found = queries.substitutions_of(player=caller_of(request), now=timezone.now())
    return JsonResponse({"loans": [substitution.as_json() for substitution in found]})


@router.get(
    "/games/{int:game_id}/loans",
    auth=TokenToRead(),
    response={200: SubstitutionsShape, **READS},
    summary="Substitutes in a game",
)
def list_substitutions_of_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """All substitutes for your seat in one game, the latest first, including those that have ended."""
    found = queries.substitutions_in(game_id=game_id, player=caller_of(request), now=timezone.now())
    return JsonResponse({"loans": [substitution.as_json() for substitution in found]})


@router.post(
    "/games/{int:game_id}/loans",
    auth=TokenToPlay(),
    response={201: SubstitutionShape, **REFUSALS},
    summary="Let somebody play for you",
)
@repeatable
def ask_substitute(request: HttpRequest, game_id: int, asked: SubstitutionAsked) -> HttpResponse:
    """Ask somebody you have played with to play for you. Nothing changes until they accept. Then we notify everyone in the game."""
    now = timezone.now()
    substitution = commands.ask_substitute(
        game_id=game_id,
        player=caller_of(request),
        to=asked.to,
        starts=asked.starts or now,
        ends=asked.ends,
        may=asked.may,
        player_is_mailed=asked.mail_me,
        now=now,
    )
    return _answer(request, substitution.pk, now, status=201)


@router.post(
    "/loans/{int:substitution_id}/accept",
    auth=TokenToPlay(),
    response={200: SubstitutionShape, **REFUSALS},
    summary="Accept a substitute request",
)
@repeatable
def accept(request: HttpRequest, substitution_id: int) -> HttpResponse:
    """From start to end, the game is among yours and you see what its player may see."""
    return _done(request, substitution_id, commands.accept_substitution)


@router.post(
    "/loans/{int:substitution_id}/decline",
    auth=TokenToPlay(),
    response={200: SubstitutionShape, **REFUSALS},
    summary="Decline a substitute request",
)
@repeatable
def decline(request: HttpRequest, substitution_id: int) -> HttpResponse:
    """Nothing changes in the game."""
    return _done(request, substitution_id, commands.decline_substitution)


@router.delete(
    "/loans/{int:substitution_id}",
    auth=TokenToPlay(),
    response={200: SubstitutionShape, **REFUSALS},
    summary="End a substitution",
)
def end(request: HttpRequest, substitution_id: int) -> HttpResponse:
    """Play for yourself again, or stop playing for somebody, even before it has started."""
    return _done(request, substitution_id, commands.end_substitution)


def _done(request: HttpRequest, substitution_id: int, command: Callable[..., object]) -> HttpResponse:
    now = timezone.now()
    try:
        command(substitution_id=substitution_id, player=caller_of(request), now=now)
    except NoSuchSubstitution as absent:
        raise NoSuchGame from absent
    return _answer(request, substitution_id, now)


def _answer(request: HttpRequest, substitution_id: int, now: datetime, status: int = 200) -> HttpResponse:
    player = caller_of(request)
    substitution = queries.substitution_with(substitution_id, player=player)
    if substitution is None:
        raise NoSuchGame
    return JsonResponse(queries.substitution_line(substitution, player=player, now=now).as_json(), status=status)
