"""A player's orders. A request from the page's script is answered with the part of the page that changed, any other
with a redirect. A refusal is shown at its form, with what was written there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reselect, reswap, retarget

from games import commands, queries
from games.queries.choices import Choice
from games.queries.layouts import layout_in, read_layout, try_layout
from games.queries.reading import terms
from games.queries.tables import TableView
from games.robots import hints, practice
from games.rules import facts
from games.rules.layout_lines import LAYOUT_VERBS
from games.rules.options import TableOptions
from games.rules.panels import Trial
from games.rules.reading import TABLE_FACTS, Grammar
from games.rules.table.facts import Grid, Look, Resign
from games.rules.table.kind import AnyKind
from games.rules.values import Order, OrderRefused, Unreadable
from games.web.asking import hides_games, in_words, is_part, number_in, player
from games.web.order_forms import forms_of, is_filled_in, names, with_numbers, written
from games.web.sent_back import Fault, NotFilledIn, acts_at_table, fault_of, send_back, take_back, to_the_table
from games.web.trials import answer_trial, doubt_about
from games.web.views.drafts import versions_in
from games.web.views.table import back_to_table
from games.wording import speak


@dataclass(frozen=True)
class Given:
    """An order from a button or a form. `view` is the game as the form showed it; None for a button, which doesn't need
    it."""

    request: HttpRequest
    game_id: int
    kind: AnyKind
    grammar: Grammar
    options: TableOptions
    verb: str
    view: TableView | None

    @property
    def choice(self) -> Choice | None:
        return self.view.choice(self.verb) if self.view else None

    @property
    def is_sure(self) -> bool:
        return "sure" in self.request.POST

    def order(self, *, tried: bool = False) -> Order:
        """Return the order that the form describes, read by the kind's grammar. If it is only `tried`, a number may be
        missing. Raises NotFilledIn and Unreadable."""
        if self.verb not in {*self.grammar.verbs, *LAYOUT_VERBS}:
            return Order(self.verb)
        filled_in = with_numbers(self.choice, self.request.POST) if tried and self.choice else self.request.POST
        text = written(self.choice, filled_in, self.view) if self.choice and self.view else self.verb
        reading = self.kind.read(text, self.options)
        if len(reading.orders) != 1 or reading.ignored:
            correct = self.choice.offer.example if self.choice else self.verb
            raise Unreadable("We couldn’t read this as a single command.", line=text, correct=correct)
        left = number_in(self.request.POST.get("left", ""))
        order = reading.orders[0]
        return order if left is None else replace(order, facts={**order.facts, "left": left})

    def doubt(self, order: Order) -> str:
        """Return a warning that the player must confirm before this order is carried out; empty if there is nothing to
        warn about or they have already confirmed it."""
        choice = self.choice
        if not (self.view and choice and choice.allowed and choice.can_be_tried):
            return ""
        return doubt_about(self.request, self.view.try_order(order), self.view)

    def back(self, fault: Fault) -> HttpResponse:
        """Redirect to the form, filled in as it was sent. The form is on the game's page or on its confirmation
        page."""
        choice = self.choice
        form = self.verb if choice and choice.fields else "order"
        send_back(self.request, self.game_id, form, fault)
        if choice and choice.allowed and choice.question and self.is_sure:
            return redirect("confirm", self.game_id, self.verb.lower())
        return to_the_table(self.game_id, form)


@require_POST
@login_required
@hides_games
def order(request: HttpRequest, game_id: int) -> HttpResponse:
    """Carry out one order, from a button or a form. If the order asks for confirmation first, `sure` in the request
    gives it."""
    verb, now, me = request.POST.get("verb", ""), timezone.now(), player(request)
    kind, options, _ = terms(game_id=game_id, player=me)
    grammar = kind.grammar(options)
    is_alone = _stands_alone(verb, grammar) and not is_filled_in(request.POST)
    view = None if is_alone else queries.table(game_id=game_id, player=me, now=now)
    given = Given(request, game_id, kind, grammar, options, verb, view)
    if given.choice is None and not _is_known(verb, grammar):
        raise BadRequest("no such order")
    try:
        order = given.order()
        if given.choice and given.choice.question and given.choice.allowed and not given.is_sure:
            filled_in = {name: request.POST.getlist(name) for name, _ in names(given.choice)}
            return redirect(f"{reverse('confirm', args=[game_id, verb.lower()])}?{urlencode(filled_in, doseq=True)}")
        if doubt := given.doubt(order):
            return given.back(Fault(why=doubt, is_doubt=True))
        turn = number_in(request.POST.get("turn", ""))
        table = commands.play(game_id=game_id, player=me, orders=[order], turn=turn, now=now)
    except (NotFilledIn, Unreadable, OrderRefused) as error:
        return given.back(fault_of(error, partial(in_words, request, game_id)))
    _tell(request, queries.outcome(table, verb, player=me))
    return back_to_table(request, game_id, played=table)


@require_POST
@login_required
@hides_games
def try_order(request: HttpRequest, game_id: int) -> HttpResponse:
    """Preview the result of the order in a form, even if it isn't the player's turn. Nothing is saved."""
    verb = request.POST.get("verb", "")
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    kind, options = view.loaded.table.kind, view.loaded.table.options
    grammar = kind.grammar(options)
    given = Given(request, game_id, kind, grammar, options, verb, view)
    if view.you is None or not _is_known(verb, grammar):
        raise BadRequest("no such order")
    return answer_trial(request, view, lambda: view.try_order(given.order(tried=True)) if given.choice else Trial())


def _is_known(verb: str, grammar: Grammar) -> bool:
    return verb in grammar.facts.keys() - TABLE_FACTS


def _stands_alone(verb: str, grammar: Grammar) -> bool:
    """Return True if the verb is the whole order, so that a button can send it without a form."""
    return _is_known(verb, grammar) and not facts.parts(grammar.facts[verb])


@acts_at_table("layout")
def layout(request: HttpRequest, game_id: int) -> HttpResponse:
    """Check the score of the layout in the text box, or submit it, perhaps with a request for the light. The text is
    never lost.

    `then` names an order that asks for confirmation, such as the request for the red light. The player is asked once
    the layout is submitted."""
    text, now, me = request.POST.get("layout", ""), timezone.now(), player(request)
    act = request.POST.get("do", "check")
    if act == "check":
        rows = read_layout(game_id=game_id, player=me, text=text)
        try_layout(game_id=game_id, player=me, layout=rows, now=now)
        send_back(request, game_id, "check")
        return to_the_table(game_id, "check")

    def orders_in(kind: AnyKind, options: TableOptions) -> list[Order]:
        submits = Order(Grid.verb, {"layout": layout_in(text, kind, options)})
        if act != "submit" and not _stands_alone(act, kind.grammar(options)):
            raise BadRequest("no such order")
        return [submits] if act == "submit" else [submits, Order(act)]

    turn = number_in(request.POST.get("turn", ""))
    table = commands.play(game_id=game_id, player=me, orders=orders_in, turn=turn, now=now)
    draft = number_in(request.POST.get("draft", ""))
    if draft is not None:
        commands.discard_submitted(game_id=game_id, player=me, draft=draft, made_from=versions_in(request))
    laid, bare = gettext("Submitted. This layout counts now."), gettext("Submitted. Your layout has no tiles now.")
    said = [laid if text.strip() else bare] if act == "submit" else queries.outcome(table, act, player=me)
    _tell(request, said)
    if act == "submit" and (then := request.GET.get("then", "")).isalpha():
        asks = reverse("confirm", args=[game_id, then])
        return HttpResponse(headers={"HX-Redirect": asks}) if is_part(request) else redirect(asks)
    return back_to_table(request, game_id, opened="", played=table)


def _tell(request: HttpRequest, said: Sequence[str]) -> None:
    if said:
        messages.success(request, " ".join(said))


@acts_at_table("tiles")
def tiles_by_email(request: HttpRequest, game_id: int) -> HttpResponse:
    """Switch new tiles by email on or off, from the next light on."""
    on = request.POST.get("on") == "yes"
    commands.set_tiles_by_email(game_id=game_id, player=player(request), on=on, now=timezone.now())
    by_mail = gettext("From the next light, your new tiles will come by email.")
    here = gettext("From the next light, you’ll only see your new tiles on this page.")
    messages.success(request, by_mail if on else here)
    return redirect("game", game_id)


@acts_at_table("practice")
def go_on(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let a robot do at once what it would leave to people for a while, such as requesting the light, for a player who
    is alone with robots."""
    me = player(request)
    table = practice.go_on(game_id=game_id, player=me, now=timezone.now())
    _tell(request, queries.outcome(table, Look.verb, player=me))
    return back_to_table(request, game_id)


@acts_at_table("hint")
def hint(request: HttpRequest, game_id: int) -> HttpResponse:
    """Give a hint on the layout in the text box to a player who practises."""
    me, text, depth = player(request), request.POST.get("layout"), number_in(request.POST.get("depth", ""))
    layout = None if text is None else read_layout(game_id=game_id, player=me, text=text)
    hints.take_hint(game_id=game_id, player=me, depth=depth or 0, layout=layout, now=timezone.now())
    return back_to_table(request, game_id, "hints")


@require_safe
@login_required
@hides_games
def confirm(request: HttpRequest, game_id: int, verb: str) -> HttpResponse:
    """Show what an order that asks for confirmation would do, with a button that sends it. An open page shows this as a
    dialog."""
    view, verb = queries.table(game_id=game_id, player=player(request), now=timezone.now()), verb.upper()
    choice, table = view.choice(verb), view.loaded.table
    if choice is None and not _is_known(verb, table.kind.grammar(table.options)):
        raise Http404
    if choice is None or not choice.question:
        return redirect("game", game_id)
    sent = take_back(request, game_id)
    given = [
        (name, speak(one.label, view.names), value)
        for name, one in names(choice)
        for value in request.GET.getlist(name)
    ]
    is_to_fill_in = sent is not None or (choice.fields and not given)
    says: Sequence[str] = choice.warns
    if verb == Resign.verb and view.mates:  # players who leave a shared seat leave it to their seat mates
        stays = gettext("{names} will keep your seat, and you’ll watch from then on. You can’t undo this.")
        says = [stays.format(names=view.mates)]
    context = {
        "table": view,
        "choice": choice,
        "says": says,
        "given": [] if is_to_fill_in else given,
        "form": forms_of(view, [choice], sent)[0] if is_to_fill_in else None,
        "sent": sent,
    }
    response = render(request, "games/confirm.html", context)
    return retarget(reselect(reswap(response, "innerHTML"), "#asks"), "#asked") if is_part(request) else response
