"""The pages of a player's email settings: kinds and times, quiet hours, delivery. Also the pages behind a mail
program's unsubscribe button, such as the one that mutes a game and can undo that."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.models import Game, Seat
from games.players.models import Player
from games.players.tokens import invitation_of
from games.statements import GIVEN, Compiled
from games.store import NoSuchGame
from games.web.asking import hides_games, player
from games.web.sent_back import ask_again, posted_or_sent, take_back
from notifications.channels import delivery
from notifications.models import MailChoice, MailHours, MailKind, Message, Mute
from notifications.outgoing import announcing, bounces
from notifications.preferences import choices
from notifications.preferences.choices import (
    ALWAYS,
    CHOOSABLE,
    START_A_CLOCK,
    Schedule,
    When,
    choosable_in,
    default,
    may_be,
)
from notifications.tokens import signed_value

MAILS_SHOWN = 10
_CHANNELS = Compiled(delivery.live(GIVEN), only=["id"])
_HOURS = Compiled(MailHours.objects.filter(player=GIVEN))
_MAILS = Compiled(
    Message.objects.filter(player=GIVEN, game__isnull=False).order_by("-pk")[:MAILS_SHOWN],
    only=["kind", "game", "bounced_at", "sent_at", "due_at", "attempts"],
)
_MUTED = Compiled(
    Mute.objects.filter(
        player=GIVEN,
        game__in=Game.objects.filter(pk__in=Seat.objects.filter(player=GIVEN).values("game"))
        .exclude(phase__in=[Game.Phase.FINISHED, Game.Phase.CANCELLED])
        .values("pk"),
    ).order_by("game"),
    only=["game"],
)
SAYS: Mapping[Schedule, str | Promise] = {
    Schedule.EVERY_TURN: _("As soon as it’s your move or you have a new tile."),
    Schedule.ONCE_A_DAY: _("One email for each game with news, at {at}."),
    Schedule.WHEN_LATE: _("One reminder before a deadline. Nothing else about games in progress."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mail_choices(request: HttpRequest) -> HttpResponse:
    """Show the choices for all games: kinds, hours, and the health of a player's email."""
    me = player(request)
    hours = next(iter(_HOURS(me.pk)), None) or MailHours(player=me)
    live = len(_CHANNELS(me.pk))
    if request.method == "POST":
        return _changed(request, me, hours, has_channels=bool(live))
    sent = take_back(request, request.path)
    posted = {sent.form: sent.posted} if sent else {}
    saved = choices.saved_by(me)
    chosen = choices.chosen_by(me, saved)
    context = {
        "choices_form": ChoicesForm(posted.get("kinds"), chosen=saved, of_kind=None, gets_tiles=False),
        "hours_form": HoursForm(posted.get("hours"), instance=hours, has_channels=bool(live)),
        "chosen": chosen,
        "schedules": [
            (one, str(SAYS[one]).format(at=f"{hours.daily_at:%H:%M}"), one == chosen.schedule) for one in Schedule
        ],
        "kinds": len(choices.STOPPABLE),
        "channels": live,
        "sent_back": sent.form if sent else "",
        "mails": _MAILS(me.pk),
        "has_complained": me.mail_fails_since is not None and bounces.has_complained(me.email),
        "muted": _MUTED(me.pk),
    }
    return render(request, "notifications/mail_choices.html", context)


def _changed(request: HttpRequest, me: Player, hours: MailHours, *, has_channels: bool) -> HttpResponse:
    """Carry out what one of the page's forms asks for."""
    wanted = request.POST.get("do", "")
    match wanted:
        case "try":
            return _try_again(request, me)
        case "schedule" if request.POST.get("schedule") in Schedule.values:
            choices.follow(player=me, schedule=Schedule(request.POST["schedule"]))
        case "kinds":
            kinds_form = ChoicesForm(request.POST, chosen=choices.saved_by(me), of_kind=None, gets_tiles=False)
            if not kinds_form.is_valid():
                return ask_again(request, wanted)
            choices.choose(player=me, game_id=None, chosen=kinds_form.choices)
        case "hours":
            hours_form = HoursForm(request.POST, instance=hours, has_channels=has_channels)
            if not hours_form.is_valid():
                return ask_again(request, wanted)
            hours_form.save()
        case "reset":
            choices.reset(me)
        case "stop":
            choices.stop_all(player=me, now=timezone.now())
        case "start":
            choices.start_again(me)
        case _:
            raise BadRequest("no such order")
    messages.success(request, gettext("Saved. Your choices apply from now on."))
    return redirect("mail_choices")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_games
def game_mail_choices(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the choices for one game, to its players."""
    me = player(request)
    table = queries.table(game_id=game_id, player=me, now=timezone.now())
    if table.you is None:
        raise NoSuchGame
    match request.POST.get("do"):
        case "mute":
            choices.mute(player=me, game_id=game_id, now=timezone.now())
            return redirect("game_mail_choices", game_id)
        case "unmute":
            choices.unmute(player=me, game_id=game_id, now=timezone.now())
            return redirect("game_mail_choices", game_id)
    chosen = dict(MailChoice.objects.filter(player=me, game=game_id).values_list("kind", "when"))
    form = ChoicesForm(posted_or_sent(request), chosen=chosen, of_kind=table.kind, gets_tiles=table.tiles_by_email)
    if request.method == "POST":
        if not form.is_valid():
            return ask_again(request)
        choices.choose(player=me, game_id=game_id, chosen=form.choices)
        messages.success(request, gettext("Saved. Your choices apply from now on."))
        return redirect("game_mail_choices", game_id)
    context = {
        "choices_form": form,
        "table": table,
        "is_muted": Mute.objects.filter(player=me, game=game_id).exists(),
        "only_ends": choices.mails_only_ends(
            me, is_live=table.pace.is_live, is_practice=announcing.is_practice(game_id)
        ),
    }
    return render(request, "notifications/game_mail_choices.html", context)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mute(request: HttpRequest, token: str) -> HttpResponse:
    """Mute one game's email by a single POST from anyone who has the email (RFC 8058): no sign-in, no redirect, nothing
    on GET."""
    who, game_id = map(int, (signed_value("mute", token) or "0-0").split("-"))
    me = Player.objects.filter(pk=who).first()
    if me is None or not Game.objects.filter(pk=game_id).exists():
        raise Http404
    if request.method == "POST":
        if request.POST.get("do") == "unmute":
            choices.unmute(player=me, game_id=game_id, now=timezone.now())
        else:
            choices.mute(player=me, game_id=game_id, now=timezone.now())
    muted = Mute.objects.filter(player=me, game=game_id).first()
    return render(request, "notifications/mute.html", {"game_id": game_id, "muted": muted})


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """End all invitations to an address by a single POST from anyone who has one (RFC 8058): no sign-in, no redirect,
    nothing on GET. The invitation that it came with stays open until it is answered."""
    invitation = invitation_of(token)
    if invitation is None:
        raise Http404
    if request.method == "POST":
        commands.never_invite(email=invitation.email, now=timezone.now())
    context = {"invitation": invitation, "is_over": request.method == "POST", "token": token}
    return render(request, "notifications/no_invitations.html", context)


def _try_again(request: HttpRequest, me: Player) -> HttpResponse:
    if me.mail_fails_since is None:
        raise BadRequest("mail to this address does not fail")
    works = bounces.try_again(player=me, now=timezone.now())
    if works:
        messages.success(request, gettext("We’ll email you again, with your tiles in the games where you had them."))
    return redirect("mail_choices")


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_digests(request: HttpRequest, token: str, kind: MailKind) -> HttpResponse:
    """End emails of this kind by a single POST from anyone who has one (RFC 8058): no sign-in, no redirect, nothing on
    GET."""
    me = Player.objects.filter(pk=signed_value(f"no_mail_of_{kind}s", token) or 0).first()
    if me is None:
        raise Http404
    before = _when_of(me, kind)
    if request.method == "POST":
        was, when = request.POST.get("was", ""), When.OFF
        if request.POST.get("do") == "undo":  # back to the earlier choice, if the form has it
            when = When(was) if was in may_be(kind) and was != When.OFF else default(kind)
        choices.choose(player=me, game_id=None, chosen={kind: when})
    context = {"is_off": _when_of(me, kind) == When.OFF, "was": before, "mails": DIGESTS[kind]}
    return render(request, "notifications/no_digests.html", context)


def _when_of(me: Player, kind: MailKind) -> When:
    return choices.preferences_of([me], game_id=None)[me.pk].of(kind)


@dataclass(frozen=True)
class Digests:
    """The texts of the page behind the unsubscribe button of general emails: what they are called, that they come or no
    longer come, and a link to a page."""

    title: str | Promise
    come: str | Promise
    are_off: str | Promise
    page: str
    page_label: str | Promise


DIGESTS: Mapping[MailKind, Digests] = {
    MailKind.PUZZLE: Digests(
        _("Daily puzzle result emails"),
        _("The day after you enter a puzzle, we email you the result: your place and the best grid."),
        _(
            "You won’t get any more emails about daily puzzle results. You can still enter the puzzles and see the "
            "results here."
        ),
        "daily",
        _("Today’s puzzle"),
    ),
    MailKind.TODAY: Digests(
        _("Daily puzzles by email"),
        _("We email you each of the day’s puzzles, and you can reply with your entry."),
        _("You won’t get the daily puzzles by email any more. You can find them here every day."),
        "daily",
        _("Today’s puzzle"),
    ),
    MailKind.TOURNAMENT: Digests(
        _("Tournament emails"),
        _("We email you about your tournaments: your entry, byes, rulings, results and messages from directors."),
        _(
            "You won’t get any more emails about tournaments or from their directors. We’ll still ask you to join "
            "your tables, and the tournament pages show everything else."
        ),
        "tournaments",
        _("Tournaments"),
    ),
}

AS_FOR_ALL = ""


@dataclass(frozen=True)
class Cell:
    """One choice in a row. `is_offered` is False if that kind of email can't be set to it."""

    value: str
    label: str | Promise
    is_offered: bool
    is_chosen: bool


@dataclass(frozen=True)
class Row:
    """A kind of email with its choices."""

    name: str
    label: str | Promise
    help: str | Promise
    cells: tuple[Cell, ...]
    is_fixed: bool


@dataclass(frozen=True)
class Choices:
    """The choice made for each kind, as the page shows them; the same for all players who chose the same."""

    kinds: tuple[MailKind, ...]
    chosen: tuple[str, ...]
    fixed: frozenset[MailKind]
    is_of_a_game: bool

    @property
    def columns(self) -> list[tuple[str, str | Promise]]:
        as_for_all = [(AS_FOR_ALL, _("As for all games"))] if self.is_of_a_game else []
        return [*as_for_all, *((when.value, when.label) for when in When)]

    def offered(self, kind: MailKind) -> list[tuple[str, str | Promise]]:
        return [(value, label) for value, label in self.columns if value in (AS_FOR_ALL, *may_be(kind))]

    def rows(self) -> Iterator[Row]:
        """Yield the rows as the page shows them."""
        for kind, made in zip(self.kinds, self.chosen, strict=True):
            is_fixed = kind in self.fixed
            offered = [When.NOW.value] if is_fixed else [value for value, _label in self.offered(kind)]
            chosen = When.NOW.value if is_fixed else made
            cells = tuple(Cell(value, label, value in offered, value == chosen) for value, label in self.columns)
            yield Row(kind.name.lower(), *CHOOSABLE[kind], cells, is_fixed)


class ChoicesForm(forms.Form):
    """A choice for each kind; for one game, which is `of_kind`, also "as for all games"."""

    def __init__(
        self, posted: QueryDict | None, *, chosen: Mapping[str, str], of_kind: str | None, gets_tiles: bool
    ) -> None:
        super().__init__(posted)
        kinds = tuple(CHOOSABLE) if of_kind is None else choosable_in(of_kind)
        usual = {kind: AS_FOR_ALL if of_kind else default(kind).value for kind in kinds}
        now = tuple(str(self.data.get(kind.name.lower(), chosen.get(kind, usual[kind]))) for kind in kinds)
        fixed = frozenset(ALWAYS | START_A_CLOCK if gets_tiles else ALWAYS)
        self.shown = Choices(kinds, now, fixed, is_of_a_game=of_kind is not None)
        for kind in kinds if posted is not None else ():
            if kind not in fixed:
                self.fields[kind.name.lower()] = forms.ChoiceField(
                    choices=self.shown.offered(kind), required=of_kind is None
                )

    @property
    def choices(self) -> dict[MailKind, str]:
        """The chosen values, by kind."""
        return {
            kind: self.cleaned_data[name] for kind in self.shown.kinds if (name := kind.name.lower()) in self.fields
        }


class HoursForm(forms.ModelForm):  # type: ignore[type-arg]
    """The hour of the daily email, quiet hours and other options, by the player's clock."""

    daily_at = forms.TypedChoiceField(
        label=_("Time of the daily email"),
        help_text=_(
            "One email per game, with everything since the last one. On a day without news, you don’t get one."
        ),
        choices=[(f"{hour:02}:00", f"{hour:02}:00") for hour in range(24)],
        coerce=time.fromisoformat,
    )

    class Meta:
        model = MailHours
        fields = [
            *("daily_at", "quiet_from", "quiet_until", "all_of_live", "all_of_practice", "dates_attached"),
            "mail_after",
        ]
        labels = {
            "quiet_from": _("Quiet hours from"),
            "quiet_until": _("Quiet hours until"),
            "all_of_live": _("All emails for live games"),
            "all_of_practice": _("All emails for practice against robots"),
            "mail_after": _("Email after notifying your devices or webhook"),
            "dates_attached": _("Attach my deadlines to emails as calendar dates"),
        }
        help_texts = {
            "quiet_from": _("Leave empty for no quiet hours."),
            "mail_after": _("You don’t get the email if you have looked by then."),
        }
        widgets = {
            name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M") for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, posted: QueryDict | None, *, instance: MailHours, has_channels: bool) -> None:
        super().__init__(posted, instance=instance)
        if not has_channels:
            del self.fields["mail_after"]
        self.initial["daily_at"] = f"{self.instance.daily_at:%H:00}"

    def clean(self) -> dict[str, object]:
        hours = super().clean() or {}
        begins, ends = hours.get("quiet_from"), hours.get("quiet_until")
        if "quiet_from" in hours and "quiet_until" in hours:
            if (begins is None) != (ends is None):
                raise forms.ValidationError(_("Quiet hours need a start and an end. Fill in both, or neither."))
            if begins is not None and begins == ends:
                raise forms.ValidationError(_("Choose different times for the start and the end of your quiet hours."))
        return hours
