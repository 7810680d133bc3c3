"""Pages for substitutes: request one in a game or in all running games, and answer or end a request, also from the
link in an email without signing in."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.commands.lending import SEATS_AT_ONCE, Terms
from games.models import Loan
from games.players.accounts import is_robot, played_with
from games.players.forms import DaysForm
from games.players.models import Player
from games.players.tokens import loan_link_of
from games.rules.kind import OrderRefused
from games.web.asking import hides, hides_games, number_in, page_in, player
from games.web.sent_back import ask_again, refuse, take_back

MOST_OFFERED = 100
A_PAGE = 10


class LendForm(DaysForm):
    """The substitute, the first and last day, and what they can do."""

    field_order = ["to", "first", "last", "may", "lender_is_mailed"]

    to = forms.ChoiceField(label=_("Substitute"), help_text=_("Choose somebody you have played with."))
    may = forms.ChoiceField(
        label=_("What they can do"),
        choices=Loan.May.choices,
        initial=Loan.May.LAYOUTS,
        widget=forms.RadioSelect(attrs={"class": "radios"}),
    )
    lender_is_mailed = forms.BooleanField(
        label=_("Still email me about each turn"),
        required=False,
        help_text=_("Otherwise, we’ll only email you the result, and when nobody is playing for you any more."),
    )

    def __init__(self, *args: object, lender: Player, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        people = [one for one in played_with(lender) if not is_robot(one) and not one.is_guest]
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", ""), *((str(one.pk), one.name) for one in people[:MOST_OFFERED])]

    @property
    def terms(self) -> Terms:
        """The terms in the form that `commands.lend` takes."""
        given = self.cleaned_data
        days = self.instants
        return Terms(
            to=given["to"],
            may=given["may"],
            lender_is_mailed=given["lender_is_mailed"],
            starts=days["starts"],
            ends=days["ends"],
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_games
def lend(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for a substitute in a game; list the requests there, to withdraw."""
    me, now = player(request), timezone.now()
    if request.method == "POST" and request.POST.get("do") == "end":
        return _end(request, "lend", game_id)
    form = LendForm(request.POST or None, lender=me)
    if request.method == "POST":
        if not form.is_valid():
            return ask_again(request, "lend")
        try:
            loan = commands.lend(game_id=game_id, player=me, now=now, **form.terms)
        except OrderRefused as refused:
            return refuse(request, "lend", refused)
        messages.success(request, gettext("Request sent to {name}.").format(name=loan.sitter.name))
        return redirect("lend", game_id)
    table = queries.table(game_id=game_id, player=me, now=now)
    if table.you is None or table.sits_in_for or table.phase in ("lobby", "cancelled"):
        raise Http404
    sent = take_back(request, request.path)
    loans = queries.loans_at(game_id=game_id, player=me, now=now)
    context = {
        "table": table,
        "form": LendForm(sent.posted if sent else None, lender=me),
        "refused": sent.why if sent else "",
        "loans": loans,
        "may_ask": table.phase != "finished" and not any(loan.is_open for loan in loans),
    }
    return render(request, "games/lend.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def lend_all(request: HttpRequest) -> HttpResponse:
    """Ask for a substitute in all running games; list all requests given and taken, to answer or end."""
    me, now = player(request), timezone.now()
    if request.method == "POST" and request.POST.get("do") == "end":
        return _end(request, "lend_all")
    if request.method == "POST":
        form = LendForm(request.POST, lender=me)
        if not form.is_valid():
            return ask_again(request, "lend")
        try:
            came = commands.lend_all(player=me, now=now, **form.terms)
        except OrderRefused as refused:
            return refuse(request, "lend", refused)
        asked = sum(why is None for why in came.values())
        says = ngettext("Request sent for {n} game.", "Request sent for {n} games.", asked).format(n=asked)
        if left := len(came) - asked:
            says += " " + ngettext(
                "You can’t have a substitute in {n} game. Its page says why.",
                "You can’t have a substitute in {n} games. Their pages say why.",
                left,
            ).format(n=left)
        if asked > SEATS_AT_ONCE:
            only = gettext(
                "One player can play for others in at most {most} games. Cancel the other requests and "
                "ask somebody else."
            )
            says += " " + only.format(most=SEATS_AT_ONCE)
        messages.success(request, says)
        return redirect("lend_all")
    sent, page = take_back(request, request.path), page_in(request)
    loans = queries.loans_of(player=me, now=now)
    context = {
        "form": LendForm(sent.posted if sent else None, lender=me),
        "refused": sent.why if sent else "",
        "loans": loans[A_PAGE * (page - 1) : A_PAGE * page],
        "page": page,
        "has_more": len(loans) > A_PAGE * page,
        "running": queries.games_running(player=me),
    }
    return render(request, "games/lend_all.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def loan(request: HttpRequest, token: str) -> HttpResponse:
    """Accept or decline to substitute, or give the seat back. Opening the page does nothing. The link answers for
    the person who was asked, and shows no more of the game than the request did."""
    found = get_object_or_404(Loan.objects.select_related("sitter"), link=loan_link_of(token) or None)
    sitter, now = found.sitter, timezone.now()
    if not sitter.is_active:
        raise Http404
    if request.method == "POST":
        try:
            match request.POST.get("do"):
                case "accept":
                    commands.accept_loan(loan_id=found.pk, player=sitter, now=now)
                case "decline":
                    commands.decline_loan(loan_id=found.pk, player=sitter, now=now)
                case "end":
                    commands.end_loan(loan_id=found.pk, player=sitter, now=now)
                case _:
                    raise BadRequest("no such answer")
        except OrderRefused as refused:
            return refuse(request, "", refused)
        return redirect(request.path)
    sent = take_back(request, request.path)
    context = {
        "loan": queries.loan_line(found, player=sitter, now=now),
        "refused": sent.why if sent else "",
    }
    return render(request, "games/loan.html", context)


@hides(commands.NoSuchLoan)
def _end(request: HttpRequest, page: str, *args: int) -> HttpResponse:
    """Withdraw one's own request, or give a seat back."""
    number = number_in(request.POST.get("loan", ""))
    if number is None:
        raise BadRequest("no such loan")
    try:
        commands.end_loan(loan_id=number, player=player(request), now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, "", refused)
    messages.success(request, gettext("This arrangement has ended."))
    return redirect(page, *args)
