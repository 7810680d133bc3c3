"""Admin pages to look at: nothing is added, changed or deleted, and no hidden column can be asked about by its filter."""

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


class NothingChanges:
    """For an admin page or a part of one."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class GuardedAdmin(Page):
    """Django lets an address filter by any column of a page's own table, `?tiles__startswith=Q`: that would tell tiles."""

    may_ask_for: ClassVar[tuple[str, ...]] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        column, _, how = lookup.partition("__")
        return column in (*self.list_filter, *self.may_ask_for) and how in PLAIN_LOOKUPS


class LookingAdmin(NothingChanges, GuardedAdmin):
    """A page of its own."""

    show_full_result_count = False


class LookingInline(NothingChanges, Part):
    """A part of the page of a game."""

    extra = 0
    can_delete = False
