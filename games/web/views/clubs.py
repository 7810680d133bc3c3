"""Clubs: the list with a form to create one, each club's page, and the page of a link to join."""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import queries
from games.commands import clubs as commands
from games.commands.clubs import NoSuchClub
from games.queries.clubs import ClubView
from games.queries.clubs import club as club_of
from games.queries.clubs import clubs as clubs_of
from games.rules.values import OrderRefused
from games.web.asking import hides, number_in, page_in, player
from games.wording import speak


class Described(TypedDict):
    """A club's description of itself."""

    name: str
    about: str
    is_public: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def clubs(request: HttpRequest) -> HttpResponse:
    me = player(request)
    if request.method == "POST":
        try:
            return redirect("club", commands.found_club(player=me, now=timezone.now(), **_described(request)))
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
        return redirect("clubs")
    own, others, has_more = clubs_of(player=me, page=(page := page_in(request)))
    return render(request, "clubs/list.html", {"own": own, "others": others, "page": page, "has_more": has_more})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NoSuchClub)
def club(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show a club, or carry out a change. A private club is 404 for non-members, like one that doesn't exist."""
    me = player(request)
    view = club_of(club_id=club_id, player=me, page=page_in(request))
    if view is None:
        raise NoSuchClub
    if request.method != "POST":
        return _show(request, view)
    try:
        is_still_in = _act(request, club_id)
        messages.success(request, gettext("Done."))
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
        is_still_in = True
    return redirect("club", club_id) if is_still_in else redirect("clubs")


def _show(request: HttpRequest, view: ClubView) -> HttpResponse:
    """Show the page; games and tournaments are only on the first page of members."""
    page, context = page_in(request), dict[str, object]()
    if view.role and page == 1:
        me, now = player(request), timezone.now()
        context["open_games"] = queries.open_games_of(club_id=view.id, player=me, now=now)
        context["running"], context["over"] = queries.games_of_club(club_id=view.id)
    link = request.build_absolute_uri(reverse("join_club", args=[view.link])) if view.link else ""
    context |= {"club": view, "link": link, "page": page, "has_more": view.has_more}
    return render(request, "clubs/club.html", context)


def _act(request: HttpRequest, club_id: int) -> bool:
    """Carry out a member's request; return False if they are no longer a member. Raises NoSuchClub and OrderRefused."""
    me, other = player(request), number_in(request.POST.get("player", "")) or 0
    match request.POST.get("do", ""):
        case "change":
            commands.change_club(club_id=club_id, player=me, now=timezone.now(), **_described(request))
        case "make_link":
            commands.make_club_link(club_id=club_id, player=me, now=timezone.now())
        case "take_link_back":
            commands.take_club_link_back(club_id=club_id, player=me)
        case "remove":
            commands.remove_member(club_id=club_id, player=me, other_id=other)
        case "make_owner" | "make_director" | "make_member" as wanted:
            role = wanted.removeprefix("make_")
            commands.give_role(club_id=club_id, player=me, other_id=other, role=role)
        case "leave":
            commands.leave_club(club_id=club_id, player=me)
            return False
        case "close":
            commands.close_club(club_id=club_id, player=me)
            return False
        case _:
            raise BadRequest("no such order")
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NoSuchClub)
def join_club(request: HttpRequest, link: str) -> HttpResponse:
    """Show the page of a link: the club's name and one button. Only a POST joins."""
    now = timezone.now()
    found = commands.club_of_link(link, now=now)
    if request.method == "POST":
        try:
            return redirect("club", commands.join_club(link=link, player=player(request), now=now))
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
            return redirect(request.path)
    return render(request, "clubs/join.html", {"club": found})


def _described(request: HttpRequest) -> Described:
    return {
        "name": request.POST.get("name", ""),
        "about": request.POST.get("about", ""),
        "is_public": request.POST.get("is_public") == "yes",
    }
