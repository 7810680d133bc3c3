"""What a player does at the table. Each act is a POST that ends in a redirect; a refusal is shown by the page that comes then.

What is peculiar to where each has a board of their own stands here; the orders of all other kinds are in `offers`."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reselect, reswap, retarget

from games import commands, queries
from games.queries.reading import terms
from games.queries.trying import read_layout, try_layout
from games.queries.views import TableView
from games.rules.kind import Event, Kind, Order, OrderRefused, Unreadable
from games.rules.messages import Message
from games.web.asking import hides_games, in_words, number_in, player
from games.web.etags import is_part
from games.web.sent_back import send_back, take_back
from games.web.tabs import versions_in
from games.web.views.jaywalks import came_of_it, read_jaywalk, show_jaywalk
from games.web.views.offers import carry_out, confirm_offer
from games.web.views.refusing import refuse, refuse_unread, to_the_table
from games.web.views.table import BY_FORMS, choice_of

PLAIN = ("GREEN", "RED", "UNASK", "DONE", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN", "JAYWALK")
CONFIRMED = {
    "RED": (
        gettext_lazy("Ask for the red light?"),
        gettext_lazy(
            "Once it is granted your layout is final. The others have the time of grace for theirs; then the game is "
            "scored. Until it is granted you can take the request back."
        ),
        gettext_lazy("Ask for red"),
    ),
    "PAUSE": (
        gettext_lazy("Pause the game?"),
        gettext_lazy(
            "It begins when all who are waited for have agreed. No clock runs then; any of you can go on, and after "
            "14 days it ends by itself."
        ),
        gettext_lazy("I would like a pause"),
    ),
    "VOID": (
        gettext_lazy("Call the game off?"),
        gettext_lazy(
            "When everyone who still plays has asked for this, the game ends without a result for anybody. Until then "
            "you play on, and can take it back."
        ),
        gettext_lazy("I would like to call it off"),
    ),
    "RESIGN": (
        gettext_lazy("Resign from this game?"),
        gettext_lazy("Your tiles leave the game for good and you rank below all who stay. This cannot be taken back."),
        gettext_lazy("Resign"),
    ),
}
DONE = {
    "GREEN": gettext_lazy("You have asked for the green light."),
    "RED": gettext_lazy("You have asked for the red light."),
    "UNASK": gettext_lazy("Your request is taken back."),
    "DONE": gettext_lazy("You are done."),
    "RESIGN": gettext_lazy("You have resigned."),
}
GRANTED = {
    "GREEN": gettext_lazy("Your light was granted: new tiles for all."),
    "RED": gettext_lazy("The red light is on: your layout is final."),
}


@require_POST
@login_required
@hides_games
def order(request: HttpRequest, game_id: int) -> HttpResponse:
    """One order by a button."""
    verb, now = request.POST.get("verb", ""), timezone.now()
    kind, options = terms(game_id=game_id, player=player(request))
    if not kind.keeps_layouts or verb in BY_FORMS:
        return carry_out(request, game_id, kind, options)
    happened: Sequence[Event] = ()
    try:
        if verb == "LOOK":
            commands.look(game_id=game_id, player=player(request), now=now)
        elif verb in PLAIN:
            orders = _orders(verb, request, kind, options)
            table = commands.play(game_id=game_id, player=player(request), orders=orders, turn=_turn(request), now=now)
            happened = table.happenings
        else:
            raise BadRequest("no such order")
    except Unreadable as error:  # all but a jaywalk are one word
        return _refuse_jaywalk(request, game_id, error.why)
    except OrderRefused as refused:
        if verb == "JAYWALK":
            return _refuse_jaywalk(request, game_id, refused.why)
        return refuse(request, game_id, refused, form="order")
    if said := _done(verb, happened):
        messages.success(request, said)
    return redirect("game", game_id)


@require_POST
@login_required
@hides_games
def layout(request: HttpRequest, game_id: int) -> HttpResponse:
    """The text box: check what it would score, or submit it, and ask for the light with it. Its text is never lost."""
    text, now, me, act = request.POST.get("layout", ""), timezone.now(), player(request), request.POST.get("do", "")
    try:
        rows = read_layout(game_id=game_id, player=me, text=text)
        if act not in ("submit", "GREEN"):
            try_layout(game_id=game_id, player=me, layout=rows, now=now)
            send_back(request, game_id, "check")
            return to_the_table(game_id, "check")
        orders = [Order("GRID", {"layout": rows}), *([Order("GREEN")] if act == "GREEN" else [])]
        table = commands.play(game_id=game_id, player=me, orders=orders, turn=_turn(request), now=now)
    except Unreadable as error:
        return refuse_unread(request, game_id, error, form="layout")
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form="layout")
    draft = number_in(request.POST.get("draft", ""))
    if draft is not None:
        commands.discard_submitted(game_id=game_id, player=me, draft=draft, made_from=versions_in(request))
    laid, bare = gettext("Submitted: this is the layout that counts now."), gettext("Submitted: no tile is laid now.")
    messages.success(request, _done(act, table.happenings) or (laid if rows else bare))
    return redirect(f"{reverse('game', args=[game_id])}?draft=#content")


@require_POST
@login_required
@hides_games
def tiles_by_email(request: HttpRequest, game_id: int) -> HttpResponse:
    """Whether new tiles come by mail, from the next light on."""
    on = request.POST.get("on") == "yes"
    try:
        commands.set_tiles_by_email(game_id=game_id, player=player(request), on=on, now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form="tiles")
    by_mail = gettext("From the next light on your new tiles come by mail.")
    here = gettext("From the next light on you see your new tiles on this page only.")
    messages.success(request, by_mail if on else here)
    return redirect("game", game_id)


@require_safe
@login_required
@hides_games
def confirm(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    """Says what an order that is asked about first would do; the button there gives it. An open table shows that over itself."""
    response = _asked(request, game_id, verb.upper())
    if is_part(request) and response.status_code == HTTPStatus.OK:
        return retarget(reselect(reswap(response, "innerHTML"), "#asks"), "#asked")
    return response


def _asked(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    if view.sign and (not view.crossing or verb == "CHALLENGE"):
        return confirm_offer(request, view, verb)
    if verb not in (*CONFIRMED, "JAYWALK"):
        raise Http404
    choice = choice_of(view, verb)
    if choice is None:
        return redirect("game", game_id)
    if verb == "JAYWALK":
        return show_jaywalk(request, view, choice, take_back(request, game_id))
    heading, says, button = CONFIRMED[verb]
    context = {
        "table": view,
        "choice": choice,
        "heading": heading,
        "says": _says_here(verb, view) or says,
        "button": button,
        "grave": verb in ("RED", "VOID", "RESIGN"),
    }
    return render(request, "games/confirm.html", context)


def _says_here(verb: str, view: TableView) -> str:
    """What an order does at this table, where that is something else than at most; empty where it is not."""
    if verb == "RED" and view.crossing and view.crossing.challenges:
        return gettext(
            "Once it is granted your layout is final. The others have the time of grace for theirs; then all layouts lie "
            "open, and words can be challenged. Until it is granted you can take the request back."
        )
    if verb == "RESIGN" and view.mates:
        stays = gettext("Your seat stays with {names}, and you look on from then. This cannot be taken back.")
        return stays.format(names=view.mates)
    return ""


def _orders(verb: str, request: HttpRequest, kind: Kind, options: Any) -> Sequence[Order]:
    """What a button says. Raises Unreadable."""
    return read_jaywalk(request.POST, kind, options) if verb == "JAYWALK" else (Order(verb),)


def _refuse_jaywalk(request: HttpRequest, game_id: int, why: Message) -> HttpResponse:
    """On its own page, as long as there is a jaywalk to put together."""
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    choice = choice_of(view, "JAYWALK")
    send_back(request, game_id, "order", why=in_words(view, why))
    return redirect("confirm", game_id, "jaywalk") if choice and choice.allowed else to_the_table(game_id, "order")


def _done(verb: str, happened: Sequence[Event]) -> str:
    """What came of a button, which may be more than was asked for: a light can come at once."""
    by_verb = {event.verb: event for event in happened}
    if verb == "JAYWALK":
        return came_of_it(by_verb["jaywalk"].facts)
    asked, light = by_verb.get("ask"), by_verb.get(verb.lower())
    if verb in GRANTED and asked and light and light.seat == asked.seat:
        return str(GRANTED[verb])
    return str(DONE.get(verb, ""))


def _turn(request: HttpRequest) -> int | None:
    """The turn the page was about."""
    return number_in(request.POST.get("turn", ""))
