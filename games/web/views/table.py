"""The page of a game: the lobby before the deal, the table while it runs, the result at its end."""

import json
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import queries
from games.queries.drafts import OwnLayouts
from games.queries.trying import Tried, read_layout, try_layout, words_among
from games.queries.views import Choice, TableView
from games.rules.kind import OrderRefused, Unreadable
from games.web.asking import hides_games, player, reader
from games.web.etags import asks_by_itself, etag_of, is_known, is_part, place_of, tag, with_etag
from games.web.order_forms import forms_of
from games.web.panels import in_two_parts, shown
from games.web.presence import note_presence
from games.web.sent_back import Sent, is_sent_back, take_back
from games.web.tabs import Tabs, opened_in, opening, tabs_as_sent
from games.web.talk import said_at
from games.web.views.lobby import ASKS_LIVE, show_lobby

MOST_RUNS = 240  # of a layout of 120 tiles
LEAST_TEXT_ROWS, MOST_TEXT_ROWS = 8, 24
ASKS_EVERY = 20  # seconds from one question of an open page to the next


@require_safe
@hides_games
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Whatever this game's page is now; 304 where its reader has it already."""
    note_presence(request, game_id)
    is_plain = asks_by_itself(request) or not (get_messages(request) or is_sent_back(request, game_id))
    place = place_of(request, game_id) if is_plain else ""
    if is_known(request, place):
        return HttpResponseNotModified(headers={"ETag": request.headers["If-None-Match"]})
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase in ("lobby", "cancelled"):
        return show_lobby(request, view, take_back(request, game_id))
    if view.phase == "finished":
        return _to_result(request, view)
    if is_part(request) and view.view.lies_open and "open" not in request.GET:
        return HttpResponse(headers={"HX-Refresh": "true"})  # asked by the page on which one's own board was arranged
    if not is_plain:
        return show_table(request, view, take_back(request, game_id))
    etag = etag_of(view, request, part=is_part(request))
    has_it = request.headers.get("If-None-Match") == etag
    return with_etag(HttpResponseNotModified() if has_it else show_table(request, view), etag, place)


@require_safe
@login_required
@hides_games
def words(request: HttpRequest, game_id: int) -> HttpResponse:
    """Which of the runs on a board are words of the game's list; a board asks after each move."""
    asked = request.GET.get("of", "").split(",")[:MOST_RUNS]
    known = words_among(game_id=game_id, player=player(request), words=asked)
    return JsonResponse({"words": known}, headers={"Cache-Control": "private, max-age=86400"})


def show_table(request: HttpRequest, view: TableView, sent: Sent | None = None) -> HttpResponse:
    """The table as a page, or only what changes on it where the page asks for that; with what was sent back, if anything was."""
    context: dict[str, Any] = {
        "table": view,
        "may": {choice.verb: choice for choice in view.may},
        "headers": json.dumps({"If-None-Match": etag_of(view, request, part=True)}),
        "swapped": is_part(request),
        "asks_by_itself": asks_by_itself(request),
        "asks_every": ASKS_LIVE if view.pace.is_live or view.is_practice else ASKS_EVERY,
        "said": said_at(view),
        "talkers": [seat for seat in view.seats if not seat.you],
        "sent": sent,
        "refused": sent.why if sent else "",
    }
    if view.own and not view.view.lies_open:
        context |= _own_board(request, view, view.own, sent) | _swaps(view, sent)
    else:
        context |= _pieces(view, sent)
    part = "_live" if is_part(request) else "game"
    of_kind = [f"games/{view.kind}/{part}_{view.phase}.html", f"games/{view.kind}/{part}.html"]
    return render(request, [*of_kind, f"games/{part}.html"], context)


def choice_of(view: TableView, verb: str) -> Choice | None:
    return next((choice for choice in view.may if choice.verb == verb), None)


def _own_board(request: HttpRequest, view: TableView, own: OwnLayouts, sent: Sent | None) -> dict[str, Any]:
    """Where each has a board of their own: the layouts that are kept, and what is tried. An order that takes one back stands
    last: nobody taps a request away by tapping twice."""
    text = sent.one("layout") if sent and "layout" in sent.given and sent.form != "discarded" else None
    tabs = _tabs(request, own, sent, text)
    opened = tabs.opened if text is None else None
    written = tabs.kept if text is None else text
    return {
        "orders": sorted((one for one in view.may if not one.at), key=lambda one: one.takes_back),
        "text": written,
        "tabs": tabs,
        "tabs_are_new": "draft" in request.GET,
        "text_rows": min(max(LEAST_TEXT_ROWS, written.count("\n") + 2), MOST_TEXT_ROWS),
        "tried": opened.tried if opened else _tried(request, view, written) if sent and sent.form == "check" else None,
        "refused": sent.why if sent and not tabs.refused else "",
    }


def _tabs(request: HttpRequest, own: OwnLayouts, sent: Sent | None, text: str | None) -> Tabs:
    if sent and sent.form == "discarded":
        return replace(opening(own, None), discarded={name: sent.one(name) for name in ("name", "layout")})
    return tabs_as_sent(sent, own) if sent and text is not None else opening(own, opened_in(request, own))


def _tried(request: HttpRequest, view: TableView, text: str) -> Tried | None:
    """What a text that was readable a moment ago would score."""
    try:
        rows = read_layout(game_id=view.id, player=player(request), text=text)
        return try_layout(game_id=view.id, player=player(request), layout=rows, now=timezone.now())
    except (OrderRefused, Unreadable):
        return None


def _swaps(view: TableView, sent: Sent | None) -> dict[str, Any]:
    """Between partners: the form for an offer. `swaps_stamp` is another as soon as that is, or one that stands."""
    choices = [choice for choice in view.may if choice.at == "swaps"]
    forms = [replace(form, is_open=form.wrong is not None) for form in forms_of(view, choices, sent)]
    is_shown_there = any(form.is_open and form.choice.allowed for form in forms)
    return {
        "swap_forms": forms,
        "swaps_stamp": tag((view.turn, choices, view.view.swaps)).strip('"'),
        **({"refused": ""} if is_shown_there else {}),
    }


def _pieces(view: TableView, sent: Sent | None) -> dict[str, Any]:
    """Where all see one table: its pieces, and a form for each order. `stamp` is another as soon as a form is."""
    first, papers = in_two_parts(shown(view.panels))
    forms = forms_of(view, [choice for choice in view.may if not choice.at], sent)
    is_shown_there = any(form.wrong and form.choice.allowed and form.controls for form in forms)
    return {
        "first": first,
        "papers": papers,
        "forms": forms,
        "unsent": sent if sent and sent.written and not is_shown_there else None,
        "stamp": tag((view.turn, view.may, view.paused, sent)).strip('"'),
        **({"refused": ""} if sent and (is_shown_there or sent.written) else {}),
    }


def _to_result(request: HttpRequest, view: TableView) -> HttpResponse:
    """A page that asks for its parts is sent to the result as a whole."""
    response = redirect("result", view.id)
    if is_part(request):
        return HttpResponse(headers={"HX-Redirect": response["Location"]})
    return response
