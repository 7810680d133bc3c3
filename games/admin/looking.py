"""Admin pages to look at: nothing is added, changed or deleted unless a page says so, and no hidden column can be probed by
a filter."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:  # Django's own classes take no parameters when they run
    Page = admin.ModelAdmin[Any]
    Part = admin.TabularInline[Any, Any]
else:
    Page, Part = admin.ModelAdmin, admin.TabularInline

PLAIN_LOOKUPS = {"", "exact", "id__exact", "isnull", "gte", "lt"}


class GuardedAdmin(Page):
    """Refuses filters in the address: Django allows any column of a page's table, `?tiles__startswith=Q`, which would
    reveal tiles."""

    may_ask_for: ClassVar[tuple[str, ...]] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        column, _, how = lookup.partition("__")
        return column in (*self.list_filter, *self.may_ask_for) and how in PLAIN_LOOKUPS


class LookingAdmin(GuardedAdmin):
    """A page of its own. `may` names what is allowed after all: `add`, `change` or `delete`."""

    may: ClassVar[tuple[str, ...]] = ()
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return "add" in self.may and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return "change" in self.may and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return "delete" in self.may and super().has_delete_permission(request, obj)


class LookingInline(Part):
    """A part of the page of a game."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
