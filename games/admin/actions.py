"""Staff actions on a game, from its admin page. Each asks for a reason, which is saved.

Moderators act on casual games, with a page for each action; tournament games are left to the directors. Support staff
can see a game as one of its players does, but without anything that is hidden from spectators, and can change nothing.
Nobody may do either in a game they play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import commands, store
from games.admin.read_only import ReadOnlyAdmin
from games.commands.staff import LONGEST_REASON
from games.models import Game
from games.players.accounts import holder_of
from games.players.models import Player
from games.queries.reading import names_by_seat
from games.queries.tables import over_the_shoulder
from games.rules.panels import Grid, Lines, Panel, Rack
from games.rules.values import OrderRefused, StaffAction
from games.sharing import knows_a_hand
from games.wording import named, speak

MODERATES = "games.moderate_game"
SECONDS_AN_HOUR = 3600
PLAYS_THERE = _("You’re playing in this game. Somebody else on the staff must do this.")
HAS_PLAYED_THERE = _("You have played in this game. Somebody else on the staff must do this.")


@dataclass(frozen=True)
class StaffActionPage:
    """A staff action in the admin: the label of its button, the explanation on its page, and the fields of
    `StaffActionForm` that it needs besides the reason."""

    verb: str
    label: Promise
    about: Promise | None = None
    asks: tuple[str, ...] = ()
    for_all: bool = False
    """True if the action can apply to everybody instead of one seat."""

    @property
    def key(self) -> str:
        """The name in URLs."""
        return self.verb.lower()

    def can_be_done(self, table: store.Table) -> bool:
        """Return True if the rules may allow the action now. An action that needs nothing but a reason is tried out,
        which changes nothing."""
        if table.is_in_lobby or not table.is_running:
            return table.is_in_lobby and self.verb == "REPLACE"
        try:
            if not self.asks:
                table.kind.govern(table.state, StaffAction(self.verb), table.resources, table.now)
        except OrderRefused:
            return False
        return True


PAGES = {
    page.key: page
    for page in (
        StaffActionPage("PAUSE", _("Pause"), _("Stops all clocks until the staff end the pause.")),
        StaffActionPage("RESUME", _("End the pause"), _("Every clock continues with the time it had left.")),
        StaffActionPage(
            "EXTEND",
            _("Give more time"),
            _("Adds time to the clocks that are running, or to the time bank."),
            asks=("seat", "hours", "bank"),
            for_all=True,
        ),
        StaffActionPage(
            "AWAY",
            _("Mark as away"),
            _("The game won’t wait for this player until they look. This only works while their clock is running."),
            asks=("seat",),
        ),
        StaffActionPage("AMBER", _("Deal an amber light"), _("Deals everyone a light at once, without a request.")),
        StaffActionPage(
            "REPLACE",
            _("Replace a player"),
            _("From then on, the replaced player can only watch."),
            asks=("seat", "address"),
        ),
        StaffActionPage("SCORE", _("Score as it stands"), _("Ends the game now, with the result as it stands.")),
        StaffActionPage("VOID", _("Void"), _("Ends the game now without a result.")),
    )
}
LOOK = StaffActionPage("LOOK", _("View as a player"), asks=("seat",))


class StaffActionForm(forms.Form):
    """The form of an action. It always has the reason, and otherwise only the fields that the action needs."""

    seat = forms.TypedChoiceField(label=_("player"), coerce=int, empty_value=None)
    hours = forms.IntegerField(label=_("hours"), min_value=1, max_value=24 * 366)
    bank = forms.BooleanField(label=_("add to time bank"), required=False)
    address = forms.EmailField(label=_("email address of the new player"))
    reason = forms.CharField(
        label=_("reason"), max_length=LONGEST_REASON, widget=forms.TextInput(attrs={"class": "vTextField"})
    )

    def __init__(self, request: HttpRequest, page: StaffActionPage, game: Game) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        for name in [name for name in self.fields if name not in (*page.asks, "reason")]:
            del self.fields[name]
        if isinstance(seat := self.fields.get("seat"), forms.TypedChoiceField):
            everybody = [("", _("everyone"))] if page.for_all else []
            seat.choices = [*everybody, *enumerate(names_by_seat(game, game.seats.all()))]
            seat.required = not page.for_all
        self.fields["reason"].help_text = (
            _("Saved with your name.") if page is LOOK else _("Saved, and shown to everyone in the game.")
        )

    def clean_address(self) -> Player:
        player = holder_of(self.cleaned_data["address"])
        if player is None:
            raise forms.ValidationError(gettext("No player has this email address. Ask the player to sign up first."))
        return player

    def staff_action(self, page: StaffActionPage) -> StaffAction:
        """Return the action in the rules' form."""
        given = self.cleaned_data
        by = given["hours"] * SECONDS_AN_HOUR if "hours" in given else None
        return StaffAction(page.verb, given["reason"], given.get("seat"), by=by, bank=given.get("bank", False))


class TableAdmin(ReadOnlyAdmin):
    """The admin page of a game. It has a button for each action that the signed-in staff member may carry out now, and
    one to view the game as a player."""

    change_form_template = "admin/games/game/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        act = path("<int:pk>/act/<slug:key>/", self.admin_site.admin_view(self.act), name="games_game_action")
        look = path("<int:pk>/look/", self.admin_site.admin_view(self.look), name="games_game_look")
        return [act, look, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        game: Game = context["original"]
        actions: list[StaffActionPage] = []
        why_not = ""
        if game.phase in Game.UNFINISHED and request.user.has_perm(MODERATES):
            why_not = _why_not(game, request)
            table = None if why_not else store.seen_now(game.pk, now=timezone.now())
            actions = [page for page in PAGES.values() if table and page.can_be_done(table)]
        own = {"actions": actions, "why_not": why_not, "plays": knows_a_hand(game, staff_of(request))}
        return super().render_change_form(request, context | own, *args, **kwargs)

    def act(self, request: HttpRequest, pk: int, key: str) -> HttpResponse:
        """Ask for the reason, then carry out the action."""
        if key not in PAGES:
            raise Http404
        if not request.user.has_perm(MODERATES):
            raise PermissionDenied
        game, page = get_object_or_404(self.get_queryset(request), pk=pk), PAGES[key]
        if why_not := _why_not(game, request):
            messages.error(request, why_not)
            return _back_to(game)
        form = StaffActionForm(request, page, game)
        if form.is_valid() and self._is_done(request, game, page, form):
            return _back_to(game)
        return self._show(request, "action", game, form=form, title=page.label, page=page)

    def look(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, save it, and show the game once."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = get_object_or_404(self.get_queryset(request), pk=pk)
        if why_not := _why_apart(game, staff_of(request)):
            messages.error(request, why_not)
            return _back_to(game)
        form = StaffActionForm(request, LOOK, game)
        if not form.is_valid():
            return self._show(request, "look", game, form=form, title=LOOK.label)
        looks_at, reason = form.cleaned_data["seat"], form.cleaned_data["reason"]
        try:
            table, awaited = over_the_shoulder(game_id=game.pk, seat=looks_at, now=timezone.now())
        except store.NoSuchGame as error:
            raise Http404 from error
        self.log_change(request, game, f"LOOK seat={looks_at}: {reason}")
        player = table.names[looks_at]
        title = gettext("The game as {name} sees it").format(name=player)
        shown = {"player": player, "awaited": awaited, "table": table}
        pieces = [_piece(panel, table.names) for panel in table.panels]
        return self._show(request, "looked_at", game, title=title, pieces=pieces, **shown)

    def _is_done(self, request: HttpRequest, game: Game, page: StaffActionPage, form: StaffActionForm) -> bool:
        """Carry out the action and log who did it and why. Return False, with the reason in the form, if it was
        refused."""
        by, now, action = staff_of(request), timezone.now(), form.staff_action(page)
        try:
            if player := form.cleaned_data.get("address"):
                assert action.seat is not None
                commands.replace_player(
                    game_id=game.pk, seat=action.seat, player=player, by=by, reason=action.reason, now=now
                )
            else:
                commands.govern(game_id=game.pk, by=by, action=action, now=now)
        except OrderRefused as refused:
            form.add_error(None, speak(refused.why, names_by_seat(game, game.seats.all())))
            return False
        given = (("seat", action.seat), ("by", action.by), ("bank", action.bank or None))
        what = " ".join([page.verb, *(f"{name}={value}" for name, value in given if value is not None)])
        self.log_change(request, game, f"{what}: {action.reason}")
        messages.success(request, gettext("Done. Everyone in the game will see it."))
        return True

    def _show(self, request: HttpRequest, template: str, game: Game, **shown: object) -> HttpResponse:
        context = {**self.admin_site.each_context(request), "opts": self.opts, "original": game, **shown}
        return TemplateResponse(request, f"admin/games/game/{template}.html", context)


def staff_of(request: HttpRequest) -> Player:
    """Return the player who is signed in to the admin site."""
    assert isinstance(request.user, Player)
    return request.user


def _back_to(game: Game) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))


def _why_not(game: Game, request: HttpRequest) -> str:
    """Return the reason why this staff member may not act on the game; empty if they may."""
    if hasattr(game, "fixture"):
        return gettext("This game belongs to a tournament. Only the tournament’s directors can act on it.")
    return _why_apart(game, staff_of(request))


def _why_apart(game: Game, reader: Player) -> str:
    """Return the reason why this staff member may neither act on the game nor view it as a player, because they know a
    hand in it; empty if they may."""
    if game.seats.filter(player=reader).exists():
        return str(PLAYS_THERE)
    return str(HAS_PLAYED_THERE) if knows_a_hand(game, reader) else ""


def _piece(panel: Panel, names: Sequence[str]) -> tuple[str, str]:
    """Return a panel's title and its content as plain lines."""
    if isinstance(panel, Grid):
        text = "\n".join(panel.rows)
    elif isinstance(panel, Rack):
        text = panel.tiles
    elif isinstance(panel, Lines):
        text = "\n".join(speak(line, names) for line in panel.lines)
    else:
        text = "\n".join(named(speak(what, names), speak(of_it, names)) for what, of_it in panel.pairs)
    return speak(panel.title, names), text
