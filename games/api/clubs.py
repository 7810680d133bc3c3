"""Clubs over HTTP: the caller's own and public ones; founding, joining, running and leaving them, and their games."""

from dataclasses import asdict
from typing import Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from ninja import Query, Router, Schema
from pydantic import Field

from games.api.access import TokenToPlay, TokenToRead, caller_of
from games.api.games import READS, REFUSALS
from games.api.problems import EXAMPLES, Misused
from games.api.repeats import repeatable
from games.api.shapes import Asked, GamesShape
from games.commands import clubs as commands
from games.commands.clubs import LONGEST_ABOUT, LONGEST_NAME, NoSuchClub
from games.players.models import Membership
from games.queries.api_view import api_of_club
from games.queries.clubs import club as club_of
from games.queries.clubs import clubs as clubs_of
from games.store import NoSuchGame

router = Router(tags=["clubs"])
MOST_PAGES = 1000
ONE = "/clubs/{int:club_id}"


class Described(Asked):
    name: str = Field(description=f"At most {LONGEST_NAME} characters", max_length=200)
    about: str = Field(default="", description=f"At most {LONGEST_ABOUT} characters", max_length=5000)
    is_public: bool = Field(default=False, description="Whether its name is listed for everyone; members never are")


class LinkHeld(Asked):
    link: str = Field(description="The last part of the invitation link", max_length=200)


class RoleGiven(Asked):
    role: Literal["keeper", "director", "member"]


class ClubLineShape(Schema):
    id: int
    name: str
    about: str
    members: int = Field(description="Number of members")


class ClubsShape(Schema):
    """Your clubs, and the newest other public ones."""

    own: list[ClubLineShape]
    public: list[ClubLineShape]


class MemberShape(Schema):
    id: int
    name: str
    role: Literal["keeper", "director", "member"]


class ClubShape(Schema):
    """A club. For a non-member `role` is null and `members` empty; `link` is only for those who run the club, while
    there is one."""

    id: int
    name: str
    about: str
    is_public: bool
    role: Literal["keeper", "director", "member"] | None
    members: list[MemberShape]
    members_in_all: int
    has_more: bool = Field(description="Whether there is another page of members")
    link: str | None


class Paged(Schema):
    page: int = Field(
        default=1, ge=1, le=MOST_PAGES, description="Page of members, 50 to a page; owner and directors first"
    )


class TablesAsked(Schema):
    status: Literal["lobby", "playing", "finished"] | None = Field(
        default=None, description="lobby: games with a free seat; by default, all games that have started"
    )
    before: int | None = Field(default=None, description="The value of `older` on the page before")


@router.get("/clubs", auth=TokenToRead(), response={200: ClubsShape, **READS}, summary="Clubs")
def list_clubs(request: HttpRequest) -> HttpResponse:
    own, public, _ = clubs_of(player=caller_of(request))
    return JsonResponse({"own": [asdict(one) for one in own], "public": [asdict(one) for one in public]})


@router.post("/clubs", auth=TokenToPlay(), response={201: ClubShape, **REFUSALS}, summary="New club")
@repeatable
def found(request: HttpRequest, asked: Described) -> HttpResponse:
    """You become its owner."""
    club_id = commands.found_club(player=caller_of(request), now=timezone.now(), **asked.dict())
    return _club(request, club_id, status=201)


@router.post(
    "/clubs/join", auth=TokenToPlay(), response={200: ClubShape, **REFUSALS}, summary="Join a club by its link"
)
@repeatable
def join(request: HttpRequest, asked: LinkHeld) -> HttpResponse:
    """Its members will see your name."""
    link = asked.link.rstrip("/").rpartition("/")[2]
    return _club(request, commands.join_club(link=link, player=caller_of(request), now=timezone.now()))


@router.get(ONE, auth=TokenToRead(), response={200: ClubShape, **READS}, summary="A club")
def show_club(request: HttpRequest, club_id: int, asked: Query[Paged]) -> HttpResponse:
    """A public club, or one of yours. Only members see its members."""
    return _club(request, club_id, page=asked.page)


@router.put(ONE, auth=TokenToPlay(), response={200: ClubShape, **REFUSALS}, summary="Change a club")
def change(request: HttpRequest, club_id: int, asked: Described) -> HttpResponse:
    """Only for its owner."""
    commands.change_club(club_id=club_id, player=caller_of(request), now=timezone.now(), **asked.dict())
    return _club(request, club_id)


@router.delete(ONE, auth=TokenToPlay(), response={204: None, **REFUSALS}, summary="Close a club")
def close(request: HttpRequest, club_id: int) -> HttpResponse:
    """Only for its owner. Everything about it is deleted, and its games become private."""
    commands.close_club(club_id=club_id, player=caller_of(request))
    return HttpResponse(status=204)


@router.post(
    f"{ONE}/link", auth=TokenToPlay(), response={200: ClubShape, **REFUSALS}, summary="Create an invitation link"
)
@repeatable
def make_link(request: HttpRequest, club_id: int) -> HttpResponse:
    """For 90 days, anyone with this link can become a member. An earlier link no longer works."""
    commands.make_club_link(club_id=club_id, player=caller_of(request), now=timezone.now())
    return _club(request, club_id)


@router.delete(
    f"{ONE}/link", auth=TokenToPlay(), response={204: None, **REFUSALS}, summary="Withdraw the invitation link"
)
def take_link_back(request: HttpRequest, club_id: int) -> HttpResponse:
    commands.take_club_link_back(club_id=club_id, player=caller_of(request))
    return HttpResponse(status=204)


@router.post(f"{ONE}/leave", auth=TokenToPlay(), response={204: None, **REFUSALS}, summary="Leave a club")
@repeatable
def leave(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club without members is deleted."""
    commands.leave_club(club_id=club_id, player=caller_of(request))
    return HttpResponse(status=204)


@router.put(
    f"{ONE}/members/{{int:player_id}}",
    auth=TokenToPlay(),
    response={200: ClubShape, **REFUSALS},
    summary="Change a role",
)
def give_role(request: HttpRequest, club_id: int, player_id: int, asked: RoleGiven) -> HttpResponse:
    """Only for its owner, and only for other members."""
    commands.give_role(club_id=club_id, player=caller_of(request), other_id=player_id, role=asked.role)
    return _club(request, club_id)


@router.delete(
    f"{ONE}/members/{{int:player_id}}", auth=TokenToPlay(), response={204: None, **REFUSALS}, summary="Remove a member"
)
def remove(request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
    """An owner can remove anyone but owners. A director can remove members."""
    commands.remove_member(club_id=club_id, player=caller_of(request), other_id=player_id)
    return HttpResponse(status=204)


@router.get(f"{ONE}/games", auth=TokenToRead(), response={200: GamesShape, **READS}, summary="Games of a club")
def list_games(request: HttpRequest, club_id: int, asked: Query[TablesAsked]) -> HttpResponse:
    """For members. 20 games, starting with the one that started last. To create a game of a club, use POST /games."""
    me = caller_of(request)
    view = club_of(club_id=club_id, player=me)
    if view is None or not view.role:
        raise NoSuchClub
    try:
        games, older = api_of_club(
            club_id=club_id, player=me, status=asked.status, before=asked.before, now=timezone.now()
        )
    except NoSuchGame as error:
        why = gettext("For the next page of a search, set before to the value of older from the previous response.")
        raise Misused("before", why, EXAMPLES["search"]) from error
    return JsonResponse({"games": games, "older": older})


def _club(request: HttpRequest, club_id: int, *, page: int = 1, status: int = 200) -> HttpResponse:
    view = club_of(club_id=club_id, player=caller_of(request), page=page)
    if view is None:
        raise NoSuchClub
    members = [{"id": one.id, "name": one.name, "role": Membership.Role(one.role).value} for one in view.members]
    shown = {**asdict(view), "members": members, "role": view.role or None, "link": view.link or None}
    return JsonResponse(shown, status=status)
