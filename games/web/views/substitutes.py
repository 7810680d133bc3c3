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
from games.commands.substitutes import SEATS_AT_ONCE, Terms
from games.models import Substitution
from games.players.accounts import is_robot, played_with
from games.players.forms import DaysForm
from games.players.models import Player
from games.players.tokens import substitution_link_of
from games.rules.values import OrderRefused
from games.web.asking import hides, hides_games, number_in, page_in, player
from games.web.sent_back import ask_again, refuse, take_back

MOST_OFFERED = 100
A_PAGE = 10


class SubstituteForm(DaysForm):
    """The substitute, the first and last day, and what they can do."""

    field_order = ["to", "first", "last", "may", "player_is_mailed"]

    to = forms.ChoiceField(label=_("Substitute"), help_text=_("Choose somebody you have played with."))
    may = forms.ChoiceField(
        label=_("What they can do"),
        choices=Substitution.May.choices,
        initial=Substitution.May.LAYOUTS,
        widget=forms.RadioSelect(attrs={"class": "radios"}),
    )
    player_is_mailed = forms.BooleanField(
        label=_("Still email me about each turn"),
        required=False,
        help_text=_("Otherwise, we’ll only email you the result, and when nobody is playing for you any more."),
    )

    def __init__(self, *args: object, player: Player, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        people = [one for one in played_with(player) if not is_robot(one) and not one.is_guest]
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", ""), *((str(one.pk), one.name) for one in people[:MOST_OFFERED])]

    @property
    def terms(self) -> Terms:
        """The terms in the form that `commands.ask_substitute` takes."""
        given = self.cleaned_data
        days = self.instants
        return Terms(
            to=given["to"],
            may=given["may"],
            player_is_mailed=given["player_is_mailed"],
            starts=days["starts"],
            ends=days["ends"],
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_games
def substitute(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for a substitute in a game; list the requests there, to withdraw."""
    me, now = player(request), timezone.now()
    if request.method == "POST" and request.POST.get("do") == "end":
        return _end(request, "substitute", game_id)
    form = SubstituteForm(request.POST or None, player=me)
    if request.method == "POST":
        if not form.is_valid():
            return ask_again(request, "substitute")
        try:
            substitution = commands.ask_substitute(game_id=game_id, player=me, now=now, **form.terms)
        except OrderRefused as refused:
            return refuse(request, "substitute", refused)
        messages.success(request, gettext("Request sent to {name}.").format(name=substitution.substitute.name))
        return redirect("substitute", game_id)
    table = queries.table(game_id=game_id, player=me, now=now)
    if table.you is None or table.sits_in_for or table.phase in ("lobby", "cancelled"):
        raise Http404
    sent = take_back(request, request.path)
    substitutions = queries.substitutions_in(game_id=game_id, player=me, now=now)
    context = {
        "table": table,
        "form": SubstituteForm(sent.posted if sent else None, player=me),
        "refused": sent.why if sent else "",
        "substitutions": substitutions,
        "may_ask": table.phase != "finished" and not any(substitution.is_open for substitution in substitutions),
    }
    return render(request, "games/substitute.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def substitutes(request: HttpRequest) -> HttpResponse:
    """Ask for a substitute in all running games; list all requests given and taken, to answer or end."""
    me, now = player(request), timezone.now()
    if request.method == "POST" and request.POST.get("do") == "end":
        return _end(request, "substitutes")
    if request.method == "POST":
        form = SubstituteForm(request.POST, player=me)
        if not form.is_valid():
            return ask_again(request, "substitute")
        try:
            came = commands.ask_substitute_everywhere(player=me, now=now, **form.terms)
        except OrderRefused as refused:
            return refuse(request, "substitute", refused)
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
        return redirect("substitutes")
    sent, page = take_back(request, request.path), page_in(request)
    substitutions = queries.substitutions_of(player=me, now=now)
    context = {
        "form": SubstituteForm(sent.posted if sent else None, player=me),
        "refused": sent.why if sent else "",
        "substitutions": substitutions[A_PAGE * (page - 1) : A_PAGE * page],
        "page": page,
        "has_more": len(substitutions) > A_PAGE * page,
        "running": queries.games_running(player=me),
    }
    return render(request, "games/substitutes.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def substitution(request: HttpRequest, token: str) -> HttpResponse:
    """Accept or decline to substitute, or give the seat back. Opening the page does nothing. The link answers for
    the person who was asked, and shows no more of the game than the request did."""
    found = get_object_or_404(
        Substitution.objects.select_related("substitute"), link=substitution_link_of(token) or None
    )
    substitute, now = found.substitute, timezone.now()
    if not substitute.is_active:
        raise Http404
    if request.method == "POST":
        try:
            match request.POST.get("do"):
                case "accept":
                    commands.accept_substitution(substitution_id=found.pk, player=substitute, now=now)
                case "decline":
                    commands.decline_substitution(substitution_id=found.pk, player=substitute, now=now)
                case "end":
                    commands.end_substitution(substitution_id=found.pk, player=substitute, now=now)
                case _:
                    raise BadRequest("no such answer")
        except OrderRefused as refused:
            return refuse(request, "", refused)
        return redirect(request.path)
    sent = take_back(request, request.path)
    context = {
        "substitution": queries.substitution_line(found, player=substitute, now=now),
        "refused": sent.why if sent else "",
    }
    return render(request, "games/substitution.html", context)


@hides(commands.NoSuchSubstitution)
def _end(request: HttpRequest, page: str, *args: int) -> HttpResponse:
    """Withdraw one's own request, or give a seat back."""
    number = number_in(request.POST.get("substitution", ""))
    if number is None:
        raise BadRequest("no such loan")
    try:
        commands.end_substitution(substitution_id=number, player=player(request), now=timezone.now())
    except OrderRefused as refused:
        return refuse(request, "", refused)
    messages.success(request, gettext("This arrangement has ended."))
    return redirect(page, *args)
