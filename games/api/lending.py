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
from games.api.shapes import LoanAsked, LoanShape, LoansShape
from games.commands import NoSuchLoan
from games.store import NoSuchGame

router = Router(tags=["substitutes"])


@router.get(
    "/loans",
    auth=TokenToRead(),
    response={200: LoansShape, **READS},
    summary="Your substitutes, and players you play for",
)
def list_loans(request: HttpRequest) -> HttpResponse:
    """The games where somebody plays for you or you play for somebody, including requests without an answer."""
    found = queries.loans_of(player=caller_of(request), now=timezone.now())
    return JsonResponse({"loans": [loan.as_json() for loan in found]})


@router.get(
    "/games/{int:game_id}/loans",
    auth=TokenToRead(),
    response={200: LoansShape, **READS},
    summary="Substitutes in a game",
)
def list_loans_of_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """All substitutes for your seat in one game, the latest first, including those that have ended."""
    found = queries.loans_at(game_id=game_id, player=caller_of(request), now=timezone.now())
    return JsonResponse({"loans": [loan.as_json() for loan in found]})


@router.post(
    "/games/{int:game_id}/loans",
    auth=TokenToPlay(),
    response={201: LoanShape, **REFUSALS},
    summary="Let somebody play for you",
)
@repeatable
def lend(request: HttpRequest, game_id: int, asked: LoanAsked) -> HttpResponse:
    """Ask somebody you have played with to play for you. Nothing changes until they accept. Then we notify everyone in the game."""
    now = timezone.now()
    loan = commands.lend(
        game_id=game_id,
        player=caller_of(request),
        to=asked.to,
        starts=asked.starts or now,
        ends=asked.ends,
        may=asked.may,
        lender_is_mailed=asked.mail_me,
        now=now,
    )
    return _answer(request, loan.pk, now, status=201)


@router.post(
    "/loans/{int:loan_id}/accept",
    auth=TokenToPlay(),
    response={200: LoanShape, **REFUSALS},
    summary="Accept a substitute request",
)
@repeatable
def accept(request: HttpRequest, loan_id: int) -> HttpResponse:
    """From start to end, the game is among yours and you see what its player may see."""
    return _done(request, loan_id, commands.accept_loan)


@router.post(
    "/loans/{int:loan_id}/decline",
    auth=TokenToPlay(),
    response={200: LoanShape, **REFUSALS},
    summary="Decline a substitute request",
)
@repeatable
def decline(request: HttpRequest, loan_id: int) -> HttpResponse:
    """Nothing changes in the game."""
    return _done(request, loan_id, commands.decline_loan)


@router.delete(
    "/loans/{int:loan_id}", auth=TokenToPlay(), response={200: LoanShape, **REFUSALS}, summary="End a substitution"
)
def end(request: HttpRequest, loan_id: int) -> HttpResponse:
    """Play for yourself again, or stop playing for somebody, even before it has started."""
    return _done(request, loan_id, commands.end_loan)


def _done(request: HttpRequest, loan_id: int, command: Callable[..., object]) -> HttpResponse:
    now = timezone.now()
    try:
        command(loan_id=loan_id, player=caller_of(request), now=now)
    except NoSuchLoan as absent:
        raise NoSuchGame from absent
    return _answer(request, loan_id, now)


def _answer(request: HttpRequest, loan_id: int, now: datetime, status: int = 200) -> HttpResponse:
    player = caller_of(request)
    loan = queries.loan_with(loan_id, player=player)
    if loan is None:
        raise NoSuchGame
    return JsonResponse(queries.loan_line(loan, player=player, now=now).as_json(), status=status)
