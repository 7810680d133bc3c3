"""Moderators' decisions: actions on selected rows, each row carried out or refused on its own, and logged."""

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.actions import staff_of
from games.admin.read_only import ColumnFilter, Page, ReadOnlyAdmin
from games.rules.values import OrderRefused
from games.wording import speak

DECIDES = ["decide"]


class DecisionFilter(ColumnFilter):
    """A filter by decision."""

    title, parameter_name = _("decision"), "decision"

    def lookups(self, request: HttpRequest, model_admin: Page) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in model_admin.model.Decision.choices]


class DecidingAdmin(ReadOnlyAdmin):
    """A queue whose rows are decided only by its actions, by staff who may change them."""

    list_filter = (DecisionFilter,)
    is_about: Callable[..., str]
    """The subject of a row, for its list and for refusals."""

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def decide_each(self, request: HttpRequest, rows: QuerySet[Model], command: Callable[..., None]) -> None:
        """Carry a command out for each row; report refusals and leave those rows unchanged."""
        now = timezone.now()
        for row in rows:
            try:
                command(row, staff=staff_of(request), now=now)
            except OrderRefused as refused:
                self.message_user(request, f"{self.is_about(row)}: {speak(refused.why, ())}", messages.ERROR)
            else:
                self.log_change(request, row, str(request.POST.get("action", "")))
