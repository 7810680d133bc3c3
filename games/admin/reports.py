"""The queue of reports: what waits for a decision or has an appeal comes first. Who decides is asked nothing but what to do."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.contrib import admin, messages
from django.db.models import BooleanField, Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import commands
from games.admin.actions import staff_of
from games.admin.looking import ColumnFilter, LookingAdmin
from games.players.models import Report
from games.rules.kind import OrderRefused
from games.wording import speak

Decision = Report.Decision
WAITS = Q(decision="") | Q(appealed_at__isnull=False, is_granted__isnull=True)
DECIDES = ["decide"]


class DecisionFilter(ColumnFilter):
    """What was decided."""

    title, parameter_name = _("decision"), "decision"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in Decision.choices]


@admin.register(Report)
class ReportAdmin(LookingAdmin):
    """Each action decides the chosen reports; one that it refuses is said and left as it is."""

    list_display = ("made_at", "about", "words", "why", "before", "decision", "appeal")
    list_select_related = ("about",)
    list_filter = (DecisionFilter,)
    fields = readonly_fields = (
        *("made_at", "by", "about", "before", "game", "is_name", "words", "why"),
        *("decision", "decided_by", "decided_at", "silenced_until", "appeal", "appealed_at", "is_granted"),
    )
    addressed_by = "about__email"
    search_fields = ("about__name",)
    actions = ("dismiss", "for_a_day", "for_a_week", "for_a_month", "give_another_name", "grant", "reject")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        waits = Case(When(WAITS, then=Value(True)), default=Value(False), output_field=BooleanField())
        silences = Report.objects.filter(about=OuterRef("about"), decision=Decision.SILENCED).exclude(pk=OuterRef("pk"))
        counted = silences.exclude(is_granted=True).order_by().values("about").annotate(n=Count("pk")).values("n")
        reports = super().get_queryset(request).alias(waits=waits).annotate(silences=Coalesce(Subquery(counted), 0))
        ordered: QuerySet[Report] = reports.order_by(F("waits").desc(), "-made_at")
        return ordered

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("players.change_report")

    @admin.display(description=_("silenced before"))
    def before(self, report: Report) -> int:
        return int(report.silences)  # type: ignore[attr-defined]  # counted with the rows

    @admin.action(description=_("Dismiss"), permissions=DECIDES)
    def dismiss(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.DISMISSED)

    @admin.action(description=_("Silence for a day"), permissions=DECIDES)
    def for_a_day(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=1)

    @admin.action(description=_("Silence for a week"), permissions=DECIDES)
    def for_a_week(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=7)

    @admin.action(description=_("Silence for a month"), permissions=DECIDES)
    def for_a_month(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.SILENCED, days=30)

    @admin.action(description=_("Give another name"), permissions=DECIDES)
    def give_another_name(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._decide(request, reports, Decision.RENAMED)

    @admin.action(description=_("Grant the appeal"), permissions=DECIDES)
    def grant(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, partial(commands.decide_appeal, is_granted=True))

    @admin.action(description=_("Reject the appeal"), permissions=DECIDES)
    def reject(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        self._each(request, reports, partial(commands.decide_appeal, is_granted=False))

    def _decide(self, request: HttpRequest, reports: QuerySet[Report], decision: str, days: int | None = None) -> None:
        until = None if days is None else timezone.now() + timedelta(days=days)
        self._each(request, reports, partial(commands.decide, decision=decision, until=until))

    def _each(self, request: HttpRequest, reports: QuerySet[Report], do: Callable[..., None]) -> None:
        now: datetime = timezone.now()
        for report in reports:
            try:
                do(report=report, staff=staff_of(request), now=now)
            except OrderRefused as refused:
                self.message_user(request, f"{report.about}: {speak(refused.why, ())}", messages.ERROR)
            else:
                self.log_change(request, report, str(request.POST.get("action", "")))
