"""Decisions of moderators: actions on chosen rows, each carried out or refused by itself, and logged."""

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.admin.actions import staff_of
from games.admin.looking import ColumnFilter, LookingAdmin, Page
from games.rules.kind import OrderRefused
from games.wording import speak

DECIDES = ["decide"]


class DecisionFilter(ColumnFilter):
    """The decision."""

    title, parameter_name = _("decision"), "decision"

    def lookups(self, request: HttpRequest, model_admin: Page) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in model_admin.model.Decision.choices]


class DecidingAdmin(LookingAdmin):
    """A queue whose rows are decided by its actions alone, for those who may change them."""

    list_filter = (DecisionFilter,)
    is_about: Callable[..., str]
    """The subject of a row, in its list and where an action is refused."""

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def decide_each(self, request: HttpRequest, rows: QuerySet[Model], command: Callable[..., None]) -> None:
        """Carry a command out for each row; what is refused is said, and that row is left as it is."""
        now = timezone.now()
        for row in rows:
            try:
                command(row, staff=staff_of(request), now=now)
            except OrderRefused as refused:
                self.message_user(request, f"{self.is_about(row)}: {speak(refused.why, ())}", messages.ERROR)
            else:
                self.log_change(request, row, str(request.POST.get("action", "")))
