"""People over HTTP: those the caller follows or has blocked, and the notes on them. Only the caller ever sees any of
it."""

from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from ninja import Router
from pydantic import Field

from games import commands
from games.api.access import TokenToPlay, TokenToRead, caller_of
from games.api.games import READS, REFUSALS
from games.api.repeats import repeatable
from games.api.shapes import Asked
from games.queries.people import NobodyKnown, known_player, people, person

router = Router(tags=["people"])


class Regarded(Asked):
    """Changes to how you regard a player. A field that you leave out stays as it is."""

    follows: bool | None = Field(default=None, description="Whether you follow them; they aren’t notified")
    blocks: bool | None = Field(default=None, description="Whether you have blocked them; they aren’t notified")
    note: str | None = Field(default=None, description="Your note about them, at most 2000 characters", max_length=5000)


@router.get("/people", auth=TokenToRead(), response={200: dict, **READS}, summary="Your people")
def list_people(request: HttpRequest) -> HttpResponse:
    """The people you follow, have blocked or have written a note about, and others you have played with."""
    return JsonResponse(asdict(people(player=caller_of(request))))


@router.get("/people/{int:player_id}", auth=TokenToRead(), response={200: dict, **READS}, summary="A person")
def show_person(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player whose name you may know, with your note, and whether you follow or have blocked them."""
    return JsonResponse(_person(request, player_id))


@router.post(
    "/people/{int:player_id}",
    auth=TokenToPlay(),
    response={200: dict, **REFUSALS},
    summary="Follow, block or add a note",
)
@repeatable
def regard(request: HttpRequest, player_id: int, asked: Regarded) -> HttpResponse:
    """If you block somebody, you no longer follow them."""
    me, now = caller_of(request), timezone.now()
    try:
        other = known_player(player=me, other_id=player_id, now=now)
    except NobodyKnown as absent:
        raise Http404 from absent
    commands.regard(player=me, other=other, now=now, **asked.dict())
    return JsonResponse(_person(request, player_id))


def _person(request: HttpRequest, player_id: int) -> dict[str, object]:
    try:
        return asdict(person(player=caller_of(request), other_id=player_id, now=timezone.now()))
    except NobodyKnown as absent:
        raise Http404 from absent
