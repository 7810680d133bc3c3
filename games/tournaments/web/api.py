"""Tournaments of clubs over HTTP, for their members."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from ninja import Router, Schema
from pydantic import Field

from games.api.access import TokenToRead, caller_of
from games.api.games import READS
from games.commands.clubs import NoSuchClub
from games.queries.clubs import club as club_of
from games.tournaments.queries.pages import tournaments_of

router = Router(tags=["clubs"])


class TournamentLineShape(Schema):
    id: int
    name: str
    kind: str
    format: str
    phase: str
    club: int | None = Field(description="The club that created it; others are guests")
    is_for_members: bool
    entered: int = Field(description="Number of entrants")
    entries_close_at: datetime | None
    address: str = Field(description="Address of its page, where players enter")


class TournamentsShape(Schema):
    """The latest few that the club has made or takes part in."""

    tournaments: list[TournamentLineShape]


@router.get(
    "/clubs/{int:club_id}/tournaments",
    auth=TokenToRead(),
    response={200: TournamentsShape, **READS},
    summary="Tournaments of a club",
)
def list_tournaments(request: HttpRequest, club_id: int) -> HttpResponse:
    """For members. Only the people who run the club see drafts."""
    me = caller_of(request)
    view = club_of(club_id=club_id, player=me)
    if view is None or not view.role:
        raise NoSuchClub
    found = [
        {
            "id": one.pk,
            "name": one.name,
            "kind": one.kind,
            "format": one.format,
            "phase": one.phase,
            "club": one.club_id,
            "is_for_members": one.is_for_members,
            "entered": vars(one)["entered"],
            "entries_close_at": one.entries_close_at,
            "address": reverse("tournament", args=[one.pk]),
        }
        for one in tournaments_of(club_id=club_id, player=me)
    ]
    return JsonResponse({"tournaments": found})
