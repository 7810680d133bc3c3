"""Games to watch, with filters that are links: public ones for anybody, and a club's for its members."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.commands.clubs import NoSuchClub
from games.queries.archive import SEARCHED, WrongSearch, read_search
from games.queries.clubs import ClubView, club
from games.queries.public import OVER, PUBLIC_NAMES, RUNNING, PublicSearch
from games.rules import registry
from games.store import NoSuchGame
from games.web.asking import hides, player
from games.web.filters import Filter, address_with, address_without, offer_each, read_before

A_PAGE = 30
STATES = {"running": (gettext_noop("In progress"), RUNNING), "over": (gettext_noop("Finished"), OVER)}


@require_safe
def games_to_watch(request: HttpRequest) -> HttpResponse:
    """Show a page of public games that match the query; all of them, with status 422, if it can't be read."""
    return _shown(request, None)


@never_cache
@require_safe
@login_required
@hides(NoSuchClub)
def games_of_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show the same for the games of a club; 404 for non-members, as if it didn't exist."""
    view = club(club_id=club_id, player=player(request))
    if view is None or not view.role:
        raise NoSuchClub
    return _shown(request, view)


def _shown(request: HttpRequest, of: ClubView | None) -> HttpResponse:
    names = ("now", *sorted(PUBLIC_NAMES))
    given = {name: text for name in names if (text := request.GET.get(name, "").strip())}
    wrong: list[str] = []
    everything = PublicSearch(club=of.id if of else None)
    search, after = everything, None
    try:
        search, after = replace(_read(given), club=everything.club), read_before(request)
        games = queries.public_found(search=search, most=A_PAGE, before=after)
    except (WrongSearch, NoSuchGame) as error:
        says = gettext("We couldn’t find that page of games. Use “Earlier games” to go further back.")
        wrong = list(error.wrong.values()) if isinstance(error, WrongSearch) else [says]
        search, after = everything, None
        games = queries.public_found(search=search, most=A_PAGE)
    asked = {} if wrong else given
    page = reverse("games_of_club", args=[of.id]) if of else reverse("watch")
    context = {
        "club": of,
        "here": page,
        "games": games,
        "given": given,
        "wrong": wrong,
        "filters": [Filter(_in_words(name, asked[name]), address_without(page, asked, name)) for name in asked],
        "states": offer_each(asked, "now", {key: gettext(says) for key, (says, _) in STATES.items()}),
        "names": offer_each(asked, "with", {name: name for name in games.names}),
        "kinds": offer_each(asked, "kind", {key: gettext(kind.name) for key, kind in registry.KINDS.items()}),
        "is_first": after is None,
        "latest_at": address_with(asked),
        "older_at": address_with({**asked, "before": str(games.older)}) if games.older else "",
        "is_whole": len(games.lines) == A_PAGE or games.older is None,
        "searched": SEARCHED,
    }
    return render(request, "games/watch.html", context, status=422 if wrong else 200)


def _read(given: Mapping[str, str]) -> PublicSearch:
    """Return the search in the query parameters. Raises WrongSearch."""
    now = given.get("now", "")
    if now and now not in STATES:
        raise WrongSearch(
            {"now": gettext("The status must be one of these: {states}.").format(states=", ".join(STATES))}
        )
    read = read_search({name: given.get(name, "") for name in PUBLIC_NAMES})
    return PublicSearch(STATES[now][1] if now else (), read.kind, read.opponent)


def _in_words(name: str, value: str) -> str:
    match name:
        case "now":
            return gettext(STATES[value][0])
        case "kind":
            return gettext(registry.kind(value).name)
        case _:
            return gettext("With {name}").format(name=value)
