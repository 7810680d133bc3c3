"""Admin pages for email: the quarantine of incoming email, and email health.

An email to a running game may reveal its writer's tiles, and staff play too. They see only the shape of its text, and
nothing of an email that was carried out."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.admin.read_only import MOST_LISTED, ColumnFilter, GuardedAdmin
from games.models import Game
from games.rules.daily import day_of
from games.wording import listing, speak
from notifications import tokens
from notifications.health import health
from notifications.incoming import spool
from notifications.incoming.spool import is_post
from notifications.models import InboundMail

if TYPE_CHECKING:  # loaded only where staff look at an email, as no other page needs its 6 MB
    from notifications.incoming.classifying import Verdict
    from notifications.incoming.preview import Preview

Outcome = InboundMail.Outcome


class SourceFilter(ColumnFilter):
    """The sources of the latest emails."""

    title, parameter_name = _("source"), "source"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        latest = InboundMail.objects.order_by("-pk").values_list("source", flat=True)[:MOST_LISTED]
        return [(source, source) for source in sorted(set(latest))]


@admin.register(InboundMail)
class InboundMailAdmin(GuardedAdmin):
    """Incoming email that wasn't carried out."""

    list_display = ("id", "received_at", "outcome", "source", "size", "game", "attempts", "read_at")
    list_filter = ("outcome", SourceFilter)
    list_select_related = ("message__game",)
    ordering = ("-id",)
    show_full_result_count = False
    fields = readonly_fields = (
        *("outcome", "shown_why", "received_at", "read_at", "source", "size", "attempts", "game"),
        *("sender", "shown_recipient", "authentication", "shown_headers", "shown_text"),
    )
    change_form_template = "admin/notifications/inboundmail/change_form.html"
    change_list_template = "admin/notifications/inboundmail/change_list.html"

    def get_queryset(self, request: HttpRequest) -> "QuerySet[InboundMail]":
        mails: QuerySet[InboundMail] = super().get_queryset(request)
        return mails.exclude(outcome=Outcome.OBEYED).select_related("message__game").defer("raw")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: InboundMail | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: InboundMail | None = None) -> bool:
        """Return False for an email that hasn't been read yet, as its game waits for it."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.read_at is not None)

    def has_replay_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("notifications.change_inboundmail"))

    # --- what is shown --------------------------------------------------------------------------------------------

    @admin.display(description=_("game"))
    def game(self, mail: InboundMail) -> Game | None:
        return mail.message.game if mail.message else None

    @admin.display(description=_("recipient"))
    def shown_recipient(self, mail: InboundMail) -> str:
        return _masked(mail.recipient, mail)

    @admin.display(description=_("reason"))
    def shown_why(self, mail: InboundMail) -> str:
        if mail.outcome == Outcome.REFUSED and mail.message is not None and not _is_of_what_is_over(mail):
            return gettext("hidden until the game or the puzzle’s day is over")
        return _masked(mail.why, mail)

    @admin.display(description=_("headers"))
    def shown_headers(self, mail: InboundMail) -> str:
        shown = _show(mail)
        return "" if isinstance(shown, str) else "\n".join(_masked(line, mail) for line in shown.headers)

    @admin.display(description=_("text"))
    def shown_text(self, mail: InboundMail) -> str:
        shown = _show(mail)
        if isinstance(shown, str):
            return shown
        may_tell_tiles = mail.message or shown.is_of_a_game or is_post(mail)
        if _is_of_what_is_over(mail) or not may_tell_tiles:
            return _masked(shown.text, mail)
        return re.sub(r"[^\W\d_]", "x", shown.text)

    # --- what staff do --------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("health/", self.admin_site.admin_view(self.show_health), name="mail_health"),
            path("<int:pk>/dry_run/", self.admin_site.admin_view(require_POST(self.dry_run)), name="mail_dry_run"),
            path("<int:pk>/replay/", self.admin_site.admin_view(require_POST(self.replay)), name="mail_replay"),
        ]
        return [*own, *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        may = {"may_replay": self.has_replay_permission(request)}
        return super().render_change_form(request, context | may, *args, **kwargs)

    def dry_run(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what would happen to an email if it were read now. Changes nothing."""
        mail = self._chosen(request, pk)
        told = gettext("This is a request from an email provider that couldn’t be read.")
        if not is_post(mail):
            from notifications.incoming import sandbox
            from notifications.incoming.classifying import classify

            try:
                told = _foretold(classify(mail, now=timezone.now()))
            except sandbox.SandboxBroken as broken:
                told = str(broken)
        self.log_change(request, mail, gettext("Dry run. {told}").format(told=told))
        messages.info(request, told)
        return self._back_to(mail)

    def replay(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Queue an email to be read again, with all the usual checks."""
        mail = self._chosen(request, pk)
        if spool.replay(mail, now=timezone.now()):
            self.log_change(request, mail, gettext("Processed again."))
            messages.success(
                request,
                gettext("The email will be processed again. If it is carried out this time, it will leave this list."),
            )
        else:
            messages.error(request, gettext("This email is being processed right now, or it is no longer stored."))
        return self._back_to(mail)

    def show_health(self, request: HttpRequest) -> HttpResponse:
        """Show queues, failures, stopped addresses and the quarantine."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        doing = health(now=timezone.now())
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Email health"),
            "health": doing,
            "quarantine": [(Outcome(outcome), n) for outcome, n in doing["quarantine"].items()],
        }
        return TemplateResponse(request, "admin/notifications/inboundmail/health.html", context)

    def _chosen(self, request: HttpRequest, pk: int) -> InboundMail:
        if not self.has_replay_permission(request):
            raise PermissionDenied
        return get_object_or_404(self.get_queryset(request), pk=pk)

    def _back_to(self, mail: InboundMail) -> HttpResponseRedirect:
        return HttpResponseRedirect(reverse("admin:notifications_inboundmail_change", args=[mail.pk]))


def _show(mail: InboundMail) -> "Preview | str":
    """Return the preview of an email, or the reason why it can't be shown. Asks the sandbox once per page."""
    from notifications.incoming import sandbox
    from notifications.incoming.preview import show

    if len(mail.raw) > spool.LARGEST:
        return gettext("This email is larger than 1 MB, so it isn’t shown.")
    kept: dict[str, Preview | str] = vars(mail)
    if "shown" not in kept:
        try:
            kept["shown"] = sandbox.call(show, bytes(mail.raw))
        except (sandbox.SandboxFailed, sandbox.SandboxBroken) as failed:
            kept["shown"] = str(failed)
    return kept["shown"]


def _masked(text: str, mail: InboundMail) -> str:
    """Return the text without this email's token, however it is written, and without any other token of ours."""
    own = tokens.token_in(mail.recipient)
    return tokens.mask(re.sub(re.escape(own), "…", text, flags=re.IGNORECASE) if own else text)


def _is_of_what_is_over(mail: InboundMail) -> bool:
    """Return True if an email's game is finished, or the day of its puzzle is over."""
    if mail.message is None:
        return False
    if mail.message.puzzle is not None:
        return mail.message.puzzle.day < day_of(timezone.now())
    return mail.message.its_game.phase == Game.Phase.FINISHED


def _foretold(verdict: "Verdict") -> str:
    """Say what would happen to an email. The arguments of commands and the details of reasons are left out, as both can
    reveal tiles."""
    verbs = listing(list(dict.fromkeys(order.verb for order in verdict.facts.orders))) or gettext("no command")
    error = verdict.facts.error
    match verdict.outcome:
        case Outcome.OBEYED:
            return gettext("It asks for: {verbs}. The game may still refuse it.").format(verbs=verbs)
        case Outcome.HELD:
            return gettext("It would be put on hold. It asks for: {verbs}.").format(verbs=verbs)
        case Outcome.REFUSED if error:
            hidden = replace(error.why, values=dict.fromkeys(error.why.values, "…"))
            return gettext("It would be refused: {why}").format(why=speak(hidden, ()))
        case outcome:
            return gettext("It would be set aside: {reason}.").format(reason=outcome.label)
