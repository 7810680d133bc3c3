"""Read-only admin pages: nothing is added, changed or deleted unless a page allows it, and no hidden column can be
probed with a filter. No page gets slower as games accumulate: a list counts only its first rows, and ids are looked up
directly."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import registry

if TYPE_CHECKING:  # Django's own classes take no type parameters at runtime
    Page = admin.ModelAdmin[Any]
    Part = admin.TabularInline[Any, Any]
    Pages = Paginator[Any]
else:
    Page, Part, Pages = admin.ModelAdmin, admin.TabularInline, Paginator

MOST_LISTED = 1_000  # rows, the newest; older ones are found by a filter or a search
DIGITS = 18  # of a number that every database can hold
PLAIN_LOOKUPS = {"", "exact", "id__exact", "isnull", "gte", "lt"}


class FirstPages(Pages):
    """Pages for the first `MOST_LISTED` rows, because counting all rows of a large table takes as long as reading
    it."""

    @cached_property
    def count(self) -> int:
        found = self.object_list
        return found.order_by()[:MOST_LISTED].count() if isinstance(found, QuerySet) else len(found)


class ColumnFilter(admin.SimpleListFilter):
    """A filter on a column with the values of `lookups`; Django would read all rows to find the values in use."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        is_known = self.value() in dict(self.lookup_choices)
        return queryset.filter(**{str(self.parameter_name): self.value()}) if is_known else queryset


class KindFilter(ColumnFilter):
    """A filter by kind, by the kinds' names."""

    title, parameter_name = _("kind"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Page) -> list[tuple[str, str]]:
        return [(kind.key, gettext(kind.name)) for kind in registry.KINDS.values()]


class GuardedAdmin(Page):
    """Refuses filters in the URL: Django allows any column of a page's table, `?tiles__startswith=Q`, which would
    reveal tiles. A number is searched only in `numbered_by`, an email address only in `addressed_by`."""

    paginator = FirstPages
    may_ask_for: ClassVar[tuple[str, ...]] = ()
    numbered_by: ClassVar[str] = ""
    addressed_by: ClassVar[str] = ""

    def get_search_fields(self, request: HttpRequest) -> list[str] | tuple[str, ...]:
        return tuple(self.search_fields) or ((self.numbered_by,) if self.numbered_by else ())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if self.numbered_by and term.isdecimal() and len(term) <= DIGITS:
            return queryset.filter(**{self.numbered_by: int(term)}), False
        if self.addressed_by and "@" in term:
            return queryset.filter(**{self.addressed_by: term.lower()}), False
        if term and self.numbered_by and not self.search_fields:
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        column, _, how = lookup.partition("__")
        filtered = [getattr(one, "parameter_name", one) for one in self.list_filter]
        return column in (*filtered, *self.may_ask_for) and how in PLAIN_LOOKUPS


class ReadOnlyAdmin(GuardedAdmin):
    """A page that allows nothing but looking, except what `may` names: `add`, `change` or `delete`."""

    may: ClassVar[tuple[str, ...]] = ()
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return "add" in self.may and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return "change" in self.may and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return "delete" in self.may and super().has_delete_permission(request, obj)


class ReadOnlyInline(Part):
    """An inline part of a game's page."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
