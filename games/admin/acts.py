"""What a moderator does at a casual game: a page for each act, which asks for the reason. A tournament's games are its
directors', and nobody acts on a game they play."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import commands, store
from games.admin.act_forms import ExtendForm, ReasonForm, ReplaceForm, SeatForm
from games.admin.looking import LookingAdmin
from games.models import Game
from games.queries.reading import names_by_seat
from games.rules.kind import OrderRefused, StaffAction
from games.wording import speak

MODERATES = "games.moderate_game"
PLAYS_THERE = _("You play in this game: somebody else on the staff must do this.")


@dataclass(frozen=True)
class ActPage:
    """An act as the admin offers it: what its button says, what its page explains, and what it asks for."""

    verb: str
    label: Any
    about: Any
    form: type[ReasonForm] = ReasonForm

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return self.verb.lower()


PAGES = {
    page.key: page
    for page in (
        ActPage("PAUSE", _("Pause"), _("No clock runs until the staff ends the pause.")),
        ActPage("RESUME", _("End the pause"), _("Every clock goes on with what it had left.")),
        ActPage("EXTEND", _("Extend"), _("More time on the clocks that run, or in the bank."), ExtendForm),
        ActPage(
            "AWAY", _("Mark as away"), _("Nobody waits for this player until they look. Their time must run."), SeatForm
        ),
        ActPage("AMBER", _("Deal an amber"), _("A light that nobody called is dealt to everybody at once.")),
        ActPage("REPLACE", _("Replace a player"), _("Who is replaced looks on from then."), ReplaceForm),
        ActPage("SCORE", _("Score as it lies"), _("The game ends now, with the result that lies there.")),
        ActPage("VOID", _("Make void"), _("The game ends now, and nobody has a result.")),
    )
}


class ModeratedAdmin(LookingAdmin):
    """The page of a game, with a button for each act that its reader may do there now."""

    change_form_template = "admin/games/game/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        act = path("<int:pk>/act/<slug:key>/", self.admin_site.admin_view(self.act), name="games_game_act")
        return [act, *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        game = context["original"]
        may = request.user.has_perm(MODERATES) and _may_be_acted_on(game)
        why_not = _why_not(game, request.user) if may else ""
        acts = list(_acts_now(game)) if may and not why_not else []
        own = {"acts": acts, "why_not": why_not, "plays": plays_in(game, request.user)}
        return super().render_change_form(request, context | own, *args, **kwargs)

    def act(self, request: HttpRequest, pk: int, key: str) -> HttpResponse:
        """Ask for the reason, and do it."""
        if key not in PAGES:
            raise Http404
        if not request.user.has_perm(MODERATES):
            raise PermissionDenied
        game, page = get_object_or_404(self.get_queryset(request), pk=pk), PAGES[key]
        if why_not := _why_not(game, request.user):
            messages.error(request, why_not)
            return self._back_to(game)
        form = page.form(request.POST or None, names=names_by_seat(game, game.seats.all()))
        if request.method == "POST" and form.is_valid() and self._is_done(request, game, page, form):
            return self._back_to(game)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": game,
            "title": page.label,
            "page": page,
            "form": form,
        }
        return TemplateResponse(request, "admin/games/game/act.html", context)

    def _is_done(self, request: HttpRequest, game: Game, page: ActPage, form: ReasonForm) -> bool:
        """Carry the act out and keep who did it and why; where it is refused, the form says so."""
        reason = form.cleaned_data["reason"]
        chief: Any = request.user
        given = {"game_id": game.pk, "by": chief, "seat": form.at_seat, "reason": reason, "now": timezone.now()}
        try:
            if isinstance(form, ReplaceForm):
                commands.replace_player(player=form.cleaned_data["address"], **given)
            else:
                commands.govern(verb=page.verb, facts=form.facts, **given)
        except OrderRefused as refused:
            form.add_error(None, speak(refused.why, names_by_seat(game, game.seats.all())))
            return False
        at_seat = {} if form.at_seat is None else {"seat": form.at_seat}
        what = " ".join([page.verb, *(f"{name}={value}" for name, value in (at_seat | form.facts).items())])
        self.log_change(request, game, f"{what}: {reason}")
        messages.success(request, gettext("Done, and told at the table."))
        return True

    def _back_to(self, game: Game) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))


def _may_be_acted_on(game: Game | None) -> bool:
    """Whether it is still to be decided."""
    return game is not None and game.phase not in (Game.Phase.FINISHED, Game.Phase.CANCELLED)


def plays_in(game: Game, reader: Any) -> bool:
    """Whether somebody on the staff sits at this table."""
    return game.seats.filter(player=reader).exists()


def _why_not(game: Game, reader: Any) -> str:
    """Why this reader may do nothing there; empty where they may."""
    if hasattr(game, "fixture"):
        return gettext("This game belongs to a tournament: its directors act there.")
    if plays_in(game, reader):
        return str(PLAYS_THERE)
    return ""


def _acts_now(game: Game) -> Iterator[ActPage]:
    """Those that the rules would not refuse whatever was filled in; found by trying, which changes nothing."""
    table = store.seen_now(game.pk, now=timezone.now())
    for page in PAGES.values():
        if table.is_in_lobby:
            is_offered = page.verb == "REPLACE"
        else:
            is_offered = table.is_running and (page.form is not ReasonForm or _is_taken(table, page.verb))
        if is_offered:
            yield page


def _is_taken(table: store.Table, verb: str) -> bool:
    try:
        table.kind.govern(table.state, StaffAction(verb), table.resources, table.now)
    except OrderRefused:
        return False
    return True
