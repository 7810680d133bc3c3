"""What a player does at a table that is drawn from panels and offers: one order by a form, read as a mail that said the same.

A refusal is shown at the form it came from, and what was written there stays."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games import commands, queries
from games.queries.views import Choice, TableView
from games.rules.kind import Kind, Order, OrderRefused, Reading, Unreadable
from games.rules.messages import say
from games.rules.reading import TABLE_VERBS
from games.web.asking import in_words, number_in, player
from games.web.order_forms import NotFilledIn, names, written
from games.web.sent_back import send_back
from games.web.views.refusing import refuse, to_the_table
from games.web.views.table import BY_FORMS, RARER, choice_of

OF_EVERY_TABLE = ("LOOK", "PAUSE", "RESUME", "VOID", "KEEP", "RESIGN")


def carry_out(request: HttpRequest, game_id: int, kind: Kind, options: Any) -> HttpResponse:
    """The order of a form. What warns is asked about first."""
    verb, now, me = request.POST.get("verb", ""), timezone.now(), player(request)
    view = queries.table(game_id=game_id, player=me, now=now)
    choice = choice_of(view, verb)
    if choice is None and verb not in OF_EVERY_TABLE and verb not in kind.grammar(options).verbs.keys() - TABLE_VERBS:
        raise BadRequest("no such order")
    form = verb if choice and choice.fields else "order"
    try:
        order = _order(choice, verb, request, view, kind, options)
        if choice and choice.warns and choice.allowed and "sure" not in request.POST:
            given = {name: request.POST.getlist(name) for name, _ in names(choice)}
            asks = reverse("confirm", args=[game_id, verb.lower()])
            return redirect(f"{asks}?{urlencode(given, doseq=True)}")
        if doubt := _doubt(choice, order, request, view):
            send_back(request, game_id, form, why=doubt, is_doubt=True)
            return to_the_table(game_id, form)
        table = commands.play(
            game_id=game_id, player=me, orders=[order], turn=number_in(request.POST.get("turn", "")), now=now
        )
    except NotFilledIn as missing:
        send_back(request, game_id, form, why=missing.why, field=missing.field)
        return to_the_table(game_id, form)
    except Unreadable as error:
        send_back(request, game_id, form, why=in_words(view, error.why), line=error.line, correct=error.correct)
        return to_the_table(game_id, form)
    except OrderRefused as refused:
        return refuse(request, game_id, refused, form=form)
    if says := " ".join(_came_of_it(table, view)):
        messages.success(request, says)
    return redirect(f"{reverse('game', args=[game_id])}#content")


def ask_first(request: HttpRequest, view: TableView, choice: Choice) -> HttpResponse:
    """The page that says what an order would do, with all that was given for it; the button there gives it."""
    says, button, heading = choice.warns, choice.label, gettext("{order}: are you sure?").format(order=choice.label)
    filled_in = request.GET
    match choice.verb:
        case "PAUSE":
            says = gettext(
                "It begins when all who are waited for have agreed. No clock runs then; any of you can go on, and after "
                "14 days it ends by itself."
            )
            button = gettext("I would like a pause")
        case "VOID":
            says = gettext(
                "When everyone who still plays has asked for this, the game ends without a result for anybody. Until then "
                "you play on, and can take it back."
            )
            button = gettext("I would like to call it off")
        case "CHALLENGE":
            heading = gettext("Challenge {word}?").format(word=filled_in.get("field-0", "").lower())
        case "RESIGN":
            says = gettext("You leave this game for good and rank below all who stay. This cannot be taken back.")
    context = {
        "table": view,
        "choice": choice,
        "heading": heading,
        "says": says,
        "button": button,
        "grave": choice.verb in ("VOID", "RESIGN"),
        "given": [(name, value) for name, _ in names(choice) for value in filled_in.getlist(name)],
    }
    return render(request, "games/confirm.html", context)


def confirm_offer(request: HttpRequest, view: TableView, verb: str) -> HttpResponse:
    """The same page by its own address, for an order that asks for nothing else than the address says."""
    choice = choice_of(view, verb)
    if choice is None and verb not in (*RARER, *BY_FORMS):
        raise Http404
    if choice is None or any(name not in request.GET for name, _ in names(choice)):
        return redirect("game", view.id)
    return ask_first(request, view, choice)


def _order(choice: Choice | None, verb: str, request: HttpRequest, view: TableView, kind: Kind, options: Any) -> Order:
    """What the form says, as the kind's own grammar reads it. Raises NotFilledIn and Unreadable."""
    if verb in OF_EVERY_TABLE:
        return Order(verb)
    text = written(choice, request.POST, view) if choice else verb
    reading: Reading = kind.read(text, options)
    if len(reading.orders) != 1 or reading.ignored:
        raise Unreadable(
            line=text, why=say("This cannot be read as one order."), correct=choice.example if choice else verb
        )
    return reading.orders[0]


def _doubt(choice: Choice | None, order: Order, request: HttpRequest, view: TableView) -> str:
    """What is to be thought of once more before this is carried out; nothing once it was sent as it stands, with this said."""
    message = choice.doubts(order.facts) if choice and choice.doubts and choice.allowed else None
    doubt = in_words(view, message) if message else ""
    return doubt if doubt != request.POST.get("sure") else ""


def _came_of_it(table: Any, view: TableView) -> Iterator[str]:
    """What happened by one's own order, as its player is told of it."""
    for event in table.happenings:
        if view.you in (event.seat, *event.facts.get("seats", ())) and event.verb not in ("turn", "back"):
            message = queries.told(table, event, view.you, unheard=())
            if message:
                yield in_words(view, message)
