"""The queue of reports: undecided ones and appeals come first. Staff decide without further questions."""

from datetime import timedelta
from functools import partial

from django.contrib import admin
from django.db.models import BooleanField, Case, Count, F, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import commands
from games.admin.actions import staff_of
from games.admin.deciding import DECIDES, DecidingAdmin
from games.commands.moderation import WAITS
from games.players.models import Report

Decision = Report.Decision


@admin.register(Report)
class ReportAdmin(DecidingAdmin):
    """Reports; each action decides the selected ones. Staff do not see reports about themselves."""

    list_display = ("made_at", "is_about", "words", "why", "before", "decision", "appeal")
    list_select_related = ("about", "club", "tournament")
    fields = readonly_fields = (
        *("made_at", "by", "about", "before", "game", "club", "tournament", "part", "is_name", "words", "why"),
        *("decision", "decided_by", "decided_at", "silenced_until", "appeal", "appealed_at", "is_granted"),
    )
    addressed_by = "about__email"
    search_fields = ("about__name",)
    actions = ("dismiss", "take_out", "for_a_day", "for_a_week", "for_a_month", "give_another_name", "grant", "reject")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        waits = Case(When(WAITS, then=Value(True)), default=Value(False), output_field=BooleanField())
        silences = Report.objects.filter(about=OuterRef("about"), decision=Decision.SILENCED).exclude(pk=OuterRef("pk"))
        counted = silences.exclude(is_granted=True).order_by().values("about").annotate(n=Count("pk")).values("n")
        others = super().get_queryset(request).exclude(about=staff_of(request))  # a report says who reported it
        reports = others.alias(waits=waits).annotate(silences=Coalesce(Subquery(counted), 0))
        ordered: QuerySet[Report] = reports.order_by(F("waits").desc(), "-made_at")
        return ordered

    @admin.display(description=_("about"))
    def is_about(self, report: Report) -> str:
        if report.part:
            return f"{report.club or report.tournament or '—'}: {report.get_part_display()}"
        return str(report.about)

    @admin.display(description=_("earlier mutes"))
    def before(self, report: Report) -> int:
        return int(report.silences)  # type: ignore[attr-defined]  # counted with the rows

    @admin.action(description=_("Dismiss"), permissions=DECIDES)
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.DISMISSED)

    @admin.action(description=_("Remove the text"), permissions=DECIDES)
    def take_out(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.TAKEN_OUT)

    @admin.action(description=_("Mute for 1 day"), permissions=DECIDES)
    def for_a_day(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=1)

    @admin.action(description=_("Mute for 1 week"), permissions=DECIDES)
    def for_a_week(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=7)

    @admin.action(description=_("Mute for 1 month"), permissions=DECIDES)
    def for_a_month(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=30)

    @admin.action(description=_("Replace the name"), permissions=DECIDES)
    def give_another_name(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.RENAMED)

    @admin.action(description=_("Grant the appeal"), permissions=DECIDES)
    def grant(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self.decide_each(request, reports, partial(commands.decide_appeal, is_granted=True))

    @admin.action(description=_("Reject the appeal"), permissions=DECIDES)
    def reject(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self.decide_each(request, reports, partial(commands.decide_appeal, is_granted=False))

    def _decide(self, request: HttpRequest, reports: QuerySet[Report], decision: str, days: int | None = None) -> None:
        until = None if days is None else timezone.now() + timedelta(days=days)
        self.decide_each(request, reports, partial(commands.decide, decision=decision, until=until))
