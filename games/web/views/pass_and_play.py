"""Pass and play: a live game of Lexicon Crossing for several people on one device, the curtain between them, and a
shared screen for what everybody may see."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta

from allauth.core import ratelimit
from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands, queries
from games.players.forms import ZoneField
from games.players.names import NameInput, check_players_name
from games.queries.fingerprints import fingerprint_for_spectators
from games.queries.tables import TableView
from games.rules import registry
from games.rules.names import comparable
from games.rules.options import DAY
from games.rules.values import OrderRefused
from games.store import NoSuchGame
from games.web import pass_and_play
from games.web.asking import as_written, is_part, number_in
from games.web.etags import etag_until, is_still
from games.web.forms import preferred_list, word_lists_for
from games.web.sent_back import ask_again, refuse, take_back
from games.web.views.lobby import ASKS_LIVE
from games.web.views.result import headline

KIND = registry.kind("crossing")
MOST, LEAST = 6, 2
MINUTE = 60
TIMES = ("see_within", "call_within", "grace", "challenge_window")
CLOCKS: Mapping[str, Mapping[str, object]] = {
    "none": {**dict.fromkeys(TIMES, DAY), "call_within": "never"},
    "gentle": dict.fromkeys(TIMES, 15 * MINUTE),
    "brisk": dict.fromkeys(TIMES, 5 * MINUTE),
}
"""Clocks for a device that goes from hand to hand, longer than in live play. Grace and challenges end as soon as
everyone is done."""
LIGHTS_CAN_BE_CHALLENGED: Mapping[str, object] = {"challenge_lights": True, "leeway": MINUTE}
"""The minute is for handing the device to the player who doubts."""
SCREEN_STAYS = timedelta(days=1)  # after the end, as people still discuss the result


class OneTableForm(forms.Form):
    """The names of the players, and the settings."""

    word_list = forms.ChoiceField(label=_("Word list"), required=False)
    tile_set = forms.ChoiceField(
        label=_("Tiles"),
        choices=[
            ("LC120", _("120 tiles, made for this game")),
            ("LC120x2", _("240 tiles, for many players")),
            (
                _("English"),
                [
                    ("LC62", _("62 tiles, for a short two-player game")),
                    ("S98", _("98 tiles, the standard English letters")),
                    ("S100", _("100 tiles, the standard English letters and two blanks")),
                ],
            ),
            (_("Other languages"), [("STANDARD", _("The standard tiles of the language, with its blanks"))]),
        ],
    )
    word_check = forms.ChoiceField(
        label=_("Valid words"),
        choices=[
            ("enforced", _("Only words in the word list (you can’t submit others)")),
            ("challenge", _("Any words, but players can challenge them when all layouts are revealed")),
            ("lights", _("Any words, but players can challenge the whole layout that got a light")),
        ],
    )
    clock = forms.ChoiceField(
        label=_("Time limits"),
        choices=[
            ("none", _("No rush: 1 day to look, and 1 day for last layouts")),
            ("gentle", _("15 minutes each to look, to call a light and to submit last layouts")),
            ("brisk", _("5 minutes each to look, to call a light and to submit last layouts")),
        ],
        help_text=_("If nobody calls a light in time, everyone gets new tiles."),
    )
    layouts_visible = forms.ChoiceField(
        label=_("Submitted layouts"),
        choices=[
            ("end", _("Hidden until the end")),
            ("always", _("Visible to everyone, as with real tiles")),
        ],
    )
    forfeit = forms.CharField(
        label=_("Forfeit (optional)"),
        required=False,
        help_text=_(
            "Owed at the end for an incomplete layout and for each struck word. For example: “washes a glass”."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        super().__init__(answers, initial={"clock": "none", "word_list": preferred_list(KIND)})
        word_lists = self.fields["word_list"]
        assert isinstance(word_lists, forms.ChoiceField)
        word_lists.choices = word_lists_for(KIND)
        for number in range(MOST):
            self.fields[f"name_{number}"] = NameInput(
                label=gettext("Name {n}").format(n=number + 1),
                max_length=40,
                required=number < LEAST,
                validators=[check_players_name],
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
        self.order_fields([f"name_{number}" for number in range(MOST)])

    @property
    def names(self) -> Sequence[str]:
        given = (self.cleaned_data.get(f"name_{number}", "") for number in range(MOST))
        return [name for name in given if name]

    def clean(self) -> dict[str, object]:
        if len({comparable(name) for name in self.names}) < len(self.names):
            raise forms.ValidationError(
                gettext("Two players have the same name. Choose different names, so that everyone knows who is meant.")
            )
        return self.cleaned_data

    @property
    def options(self) -> dict[str, object]:
        forfeit = self.cleaned_data["forfeit"]
        owed = {"incomplete_forfeit": forfeit, "invalid_forfeit": forfeit} if forfeit else {}
        word_check = self.cleaned_data["word_check"]
        judged: Mapping[str, object] = {"word_check": "enforced" if word_check == "enforced" else "challenge"}
        if word_check == "lights":
            judged = {**judged, **LIGHTS_CAN_BE_CHALLENGED, **({"challenge_forfeit": forfeit} if forfeit else {})}
        chosen = {name: self.cleaned_data[name] for name in ("tile_set", "layouts_visible")}
        return {**KIND.paces["live"], **CLOCKS[self.cleaned_data["clock"]], **owed, **judged, **chosen}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HttpRequest) -> HttpResponse:
    """Deal a game to the players named; list the games of this browser."""
    if request.method == "POST":
        form = OneTableForm(request.POST)
        if not form.is_valid():
            return ask_again(request)
        if not ratelimit.consume(request, action="guest"):
            return ratelimit.respond_429(request)  # type: ignore[no-any-return]
        try:
            game_id, players = commands.open_pass_and_play(
                kind=KIND.key,
                names=form.names,
                time_zone=ZoneField().clean(request.POST.get("time_zone", "")),
                options=form.options,
                word_list=form.cleaned_data["word_list"],
                now=timezone.now(),
            )
        except OrderRefused as refused:
            return refuse(request, "deal", refused)
        pass_and_play.hold(request, game_id, list(players))
        return redirect("curtain", game_id)
    sent = take_back(request, request.path)
    form = OneTableForm(sent.posted if sent else None)
    if sent and form.is_valid():
        form.add_error(None, sent.why)
    here = pass_and_play.games_here(request)
    return render(request, "games/pass_and_play/deal.html", {"form": form, "here": here, "least": LEAST})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def curtain(request: HttpRequest, game_id: int) -> HttpResponse:
    """Draw the curtain, or ask who has the device now. It only shows what everybody may see: the player that the game
    waits for."""
    table = pass_and_play.held(request, game_id)
    if table is None:
        raise Http404
    view = _onlooked(game_id)
    if request.method == "POST":
        sits = request.POST.get("sits", "")
        number = number_in(sits)
        if sits and (number is None or number >= len(table["players"])):
            raise BadRequest("no such seat")
        pass_and_play.seat(request, game_id, number)
        return redirect("curtain" if number is None else "game", game_id)
    screen = request.build_absolute_uri(reverse("shared_screen", args=[game_id, pass_and_play.screen_code(game_id)]))
    page = render(request, "games/pass_and_play/curtain.html", {"table": view, "screen": screen})
    return as_written(page, view.alphabet)


@never_cache
@require_safe
def shared_screen(request: HttpRequest, game_id: int, code: str) -> HttpResponse:
    """Show the shared screen, until a day after the end: everything that everybody may see, in large type. Or only
    its changing part, 304 if unchanged. Even a signed-in player sees it as a spectator."""
    if not constant_time_compare(code, pass_and_play.screen_code(game_id)):
        raise Http404
    now = timezone.now()
    found = fingerprint_for_spectators(game_id=game_id, now=now)
    seen = game_id, found.noticed, found.people, get_language(), timezone.get_current_timezone_name()
    if is_part(request) and not found.is_due and is_still(request, seen, now):
        return HttpResponseNotModified()
    view = _onlooked(game_id)
    ended = view.loaded.table.game.finished_at
    if ended and now - ended > SCREEN_STAYS:
        raise Http404
    # The clocks show minutes, and seconds in the last hour.
    left = [clock.at - now for clock in view.clocks if clock.at]
    steps = [span % timedelta(minutes=1) if span >= timedelta(hours=1) else timedelta(0) for span in left]
    until = now + min(steps, default=timedelta(minutes=1))
    context = {
        "table": view,
        "headline": headline(view) if view.is_finished else "",
        "asks_every": ASKS_LIVE,
        "headers": json.dumps({"If-None-Match": etag_until(seen, str(int(until.timestamp())))}),
    }
    part = "_screen" if is_part(request) else "screen"
    return as_written(render(request, f"games/pass_and_play/{part}.html", context), view.alphabet)


def _onlooked(game_id: int) -> TableView:
    try:
        return queries.onlooked_table(game_id=game_id, now=timezone.now())
    except NoSuchGame as unknown:
        raise Http404 from unknown
