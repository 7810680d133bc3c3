"""A game's page: the lobby before the deal, the game while it runs, the result at its end. Also its chat, muting,
and a player's own note."""

import json
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import commands, queries
from games.queries.layouts import OwnLayouts, Tried, read_layout, try_layout, words_among
from games.queries.tables import TableView
from games.rules.table.standing import Stand
from games.rules.values import OrderRefused, Unreadable
from games.store import Table
from games.web.asking import (
    asks_by_itself,
    asks_for_history,
    hides_games,
    is_part,
    note_presence,
    number_in,
    player,
    reader,
)
from games.web.etags import GamePage, digest, unchanged, with_etag
from games.web.order_forms import OrderForm, forms_of
from games.web.panels import answered_there, beside_lines, in_two_parts, shown
from games.web.sent_back import Sent, acts_at_table, is_sent_back, take_back
from games.web.views.drafts import opened_by, opening, tabs_as_sent
from games.web.views.lobby import ASKS_LIVE, show_lobby
from games.wording import speak

MOST_RUNS = 240  # enough for a layout of 120 tiles
LEAST_TEXT_ROWS, MOST_TEXT_ROWS = 8, 24
FIRST_LINES, WHOLE_HISTORY = 13, 500  # the first is one more than is shown, to see if there are more
ASKS_EVERY = 120  # seconds between an open page's requests; js/live.js polls more often where that pays


@require_safe
@hides_games
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the page of a game as it is now; 304 if its reader has it already."""
    note_presence(request, game_id)
    is_plain = asks_by_itself(request) or not (get_messages(request) or is_sent_back(request, game_id))
    page = GamePage.of(request, game_id)
    if is_plain and (answer := unchanged(request, page.etag)):
        return answer
    key = "" if reader(request) or not is_plain else page.key_for_strangers
    if key and (cached := caches["pages"].get(key)):
        return with_etag(HttpResponse(cached), page.etag)
    response = _table_now(page, is_plain=is_plain)
    if key and response.headers.get("ETag") == page.etag:
        caches["pages"].set(key, response.content)
    return response


def back_to_table(
    request: HttpRequest,
    game_id: int,
    place: str = "content",
    *,
    opened: str | None = None,
    played: Table | None = None,
) -> HttpResponse:
    """Answer an action in a game: with the changed parts if its page asks, else by a redirect to `place`, with the
    layout named `opened`. `played` is the game after the action; it is read again only if it has changed since."""
    if is_part(request):
        page = GamePage.of(request, game_id)
        played = played if played and page.is_of(played, player(request)) else None
        return _table_now(page, is_plain=False, opened=opened, played=played)
    asked = "" if opened is None else f"?{urlencode({'draft': opened})}"
    return redirect(f"{reverse('game', args=[game_id])}{asked}#{place}")


def _table_now(
    page: GamePage, *, is_plain: bool, opened: str | None = None, played: Table | None = None
) -> HttpResponse:
    """Return the game as read after its fingerprint, or as `played`; `is_plain` if the page shows no one-time
    messages."""
    request, game_id, own = page.request, page.game_id, page.fingerprint.own
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now(), saved=own, played=played)
    page = page.after(view)
    if view.phase in ("lobby", "cancelled"):
        return show_lobby(page, view, take_back(request, game_id))
    view.lines = lines_asked_for(request)
    if view.phase == "finished":
        response = redirect("result", view.id)
        return HttpResponse(headers={"HX-Redirect": response["Location"]}) if is_part(request) else response
    if is_part(request) and view.view.lies_open and "open" not in request.GET:
        return HttpResponse(
            headers={"HX-Refresh": "true"}
        )  # the page that asks is the one on which the reader arranged their own board
    if not is_plain:
        return show_table(page, view, take_back(request, game_id), opened=opened)
    return unchanged(request, page.etag) or with_etag(show_table(page, view), page.etag)


@require_safe
@hides_games
def more(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what is behind More: links to every part of the page, rare orders, and settings. A page with script asks for
    it when More is opened; without script it is a page of its own."""
    note_presence(request, game_id)
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase in ("lobby", "cancelled", "finished"):
        return redirect("game", game_id)
    context = _boards(request, view) | {
        "table": view,
        "page": "" if is_part(request) else reverse("game", args=[game_id]),
        "standing": _standing(view),
    }
    return render(request, "games/_more.html" if is_part(request) else "games/more.html", context)


@require_safe
@login_required
@hides_games
def words(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the runs on a board that are valid words in this game; a board asks after each move."""
    asked = request.GET.get("of", "").split(",")[:MOST_RUNS]
    known = words_among(game_id=game_id, player=player(request), words=asked)
    return JsonResponse({"words": known}, headers={"Cache-Control": "private, max-age=86400"})


def show_table(page: GamePage, view: TableView, sent: Sent | None = None, *, opened: str | None = None) -> HttpResponse:
    """Show the game as a page, or only its changing part if the page asks for that, with the form that was sent
    back, if any."""
    request = page.request
    context: dict[str, object] = {
        "table": view,
        "page": "",  # links of the page's parts stay on it
        "may": {choice.verb: choice for choice in view.may},
        "headers": json.dumps({"If-None-Match": page.part_etag}),
        "swapped": is_part(request),
        "asks_by_itself": asks_by_itself(request),
        "asks_every": ASKS_LIVE if view.pace.is_live or view.is_practice else ASKS_EVERY,
        "whole_history": asks_for_history(request),
        "sent": sent,
        "refused": sent.why if sent else "",
        "standing": _standing(view, sent) if sent and sent.form == Stand.verb else (),
    } | _boards(request, view, sent, opened)
    part = "_live" if is_part(request) else "game"
    of_kind = [f"games/{view.kind}/{part}_{view.phase}.html", f"games/{view.kind}/{part}.html"]
    return render(request, [*of_kind, f"games/{part}.html"], context)


def _standing(view: TableView, sent: Sent | None = None) -> Sequence[OrderForm]:
    return forms_of(view, [choice for choice in view.may if choice.at == "standing"], sent)


def lines_asked_for(request: HttpRequest) -> int:
    return WHOLE_HISTORY if asks_for_history(request) else FIRST_LINES


def _boards(
    request: HttpRequest, view: TableView, sent: Sent | None = None, opened: str | None = None
) -> dict[str, object]:
    """Return the context for the boards: the reader's own or the one that all share."""
    if not view.own or view.view.lies_open:
        return _pieces(view, sent)
    name = request.GET.get("draft") if opened is None else opened
    return _own_board(request, view, view.own, sent, name) | _swaps(view, sent)


def _own_board(
    request: HttpRequest, view: TableView, own: OwnLayouts, sent: Sent | None, name: str | None
) -> dict[str, object]:
    """Return the context for a reader with a board of their own: saved layouts, and the layout being tried.
    Withdrawing a request comes last among the orders, so that a double tap doesn't undo it."""
    text = sent.one("layout") if sent and "layout" in sent.given and sent.form != "discarded" else None
    if sent and sent.form == "discarded":
        tabs = replace(opening(own, None), discarded={name: sent.one(name) for name in ("name", "layout")})
    else:
        tabs = tabs_as_sent(sent, own) if sent and text is not None else opening(own, opened_by(name, own))
    # less to learn in the first round of a guest's first game
    left_out = "JAYWALK" if view.round_of_first_game == 1 else ""
    offered = [one for one in view.may if not one.at and one.verb != left_out]
    opened = tabs.opened if text is None else None
    written = tabs.saved if text is None else text
    return {
        "orders": sorted(offered, key=lambda one: one.offer.takes_back),
        "text": written,
        "tabs": tabs,
        "tabs_are_new": name is not None,
        "text_rows": min(max(LEAST_TEXT_ROWS, written.count("\n") + 2), MOST_TEXT_ROWS),
        "tried": opened.tried if opened else _tried(request, view, written) if sent and sent.form == "check" else None,
        "refused": sent.why if sent and not tabs.refused else "",
    }


def _tried(request: HttpRequest, view: TableView, text: str) -> Tried | None:
    """Return the score of a text that was readable a moment ago."""
    try:
        rows = read_layout(game_id=view.id, player=player(request), text=text)
        return try_layout(game_id=view.id, player=player(request), layout=rows, now=timezone.now())
    except (OrderRefused, Unreadable):
        return None


def _swaps(view: TableView, sent: Sent | None) -> dict[str, object]:
    """Return the form for a swap between partners. `swaps_fingerprint` changes whenever that or an open offer does."""
    choices = [choice for choice in view.may if choice.at == "swaps"]
    forms = [replace(form, is_open=form.wrong is not None) for form in forms_of(view, choices, sent)]
    is_shown_there = any(form.is_open and form.choice.allowed for form in forms)
    return {
        "swap_forms": forms,
        "swaps_fingerprint": digest((view.turn, choices, view.view.swaps)),
        **({"refused": ""} if is_shown_there else {}),
    }


def _pieces(view: TableView, sent: Sent | None) -> dict[str, object]:
    """Return the part of a game that all see alike: its panels and a form for each order. `fingerprint` changes
    whenever one of them does."""
    all_forms = forms_of(view, [choice for choice in view.may if not choice.at], sent)
    apart = answered_there(view.panels)
    first, papers = in_two_parts(beside_lines(shown(view.panels, view.alphabet, all_forms), all_forms))
    forms = [form for form in all_forms if form.choice.verb not in apart]
    to_answer = [one for one in (*first, *papers) if one.how == "lines" and one.forms]
    is_shown_there = any(form.wrong and form.is_shown and form.controls for form in forms)
    is_to_look = any(choice.verb == "LOOK" and choice.allowed for choice in view.may)
    next_one = next((form for form in forms if form.choice.allowed and not form.by_cards), None)
    return {
        "are_papers_apart": any(form.is_shown and (form.board or form.writing or form.by_cards) for form in forms),
        "main_verb": next_one.choice.verb if next_one and not is_to_look else "",
        "first": [one for one in first if one not in to_answer],
        "papers": [one for one in papers if one not in to_answer],
        "to_answer": to_answer,
        "forms": forms,
        "played": {form.by_cards.rack for form in forms if form.by_cards and form.is_shown},
        "unsent": sent if sent and sent.written and not is_shown_there else None,
        "fingerprint": digest((view.turn, view.may, view.paused, sent)),
        **({"refused": ""} if sent and sent.written and not is_shown_there else {}),
    }


# --- chat and notes ---------------------------------------------------------------------------------------------------


@acts_at_table("say")
def say(request: HttpRequest, game_id: int) -> HttpResponse:
    """Send a message to everyone in the game."""
    commands.say(game_id=game_id, player=player(request), text=request.POST.get("text", ""), now=timezone.now())
    return back_to_table(request, game_id, "talk")


@acts_at_table("mute")
def mute(request: HttpRequest, game_id: int) -> HttpResponse:
    """Mute or unmute another player. Only the reader is notified."""
    muted, unmuted = number_in(request.POST.get("mute", "")), number_in(request.POST.get("unmute", ""))
    if muted is not None:
        commands.mute_player(game_id=game_id, player=player(request), number=muted)
        messages.success(request, gettext("Muted. You won’t see or be emailed their messages."))
    elif unmuted is not None:
        commands.unmute_player(game_id=game_id, player=player(request), number=unmuted)
        messages.success(request, gettext("Unmuted. You’ll get their messages again."))
    else:
        raise BadRequest("nobody was named")
    return redirect("game", game_id)


@acts_at_table("note")
def note(request: HttpRequest, game_id: int) -> HttpResponse:
    """Save the player's own note; a page that saves automatically gets a short confirmation."""
    text, is_saved_alone = request.POST.get("note", ""), is_part(request)
    try:
        commands.keep_note(game_id=game_id, player=player(request), text=text)
    except OrderRefused as refused:
        if is_saved_alone:
            return render(request, "games/_noted.html", {"refused": speak(refused.why, ())})
        raise
    if is_saved_alone:
        return render(request, "games/_noted.html", {"noted": True})
    messages.success(request, gettext("Your note has been saved."))
    return redirect("game", game_id)
