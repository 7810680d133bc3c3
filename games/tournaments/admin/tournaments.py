"""Tournaments on the admin site: their list, and the form for one. They are run on the main site."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import GuardedAdmin
from games.players.models import Player
from games.queries.options import option_lines
from games.rules import registry
from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.tournaments import commands
from games.tournaments.commands.terms import settled_columns
from games.tournaments.directing.forms import (
    FIELDS,
    NOT_ASKED,
    PARTS,
    TournamentForm,
)
from games.tournaments.directing.rights import directed_by, may_direct, may_direct_any
from games.tournaments.models import Fixture, Tournament
from games.tournaments.queries.pages import with_entrants
from games.web.option_forms import PREFIX, under_headings
from games.wording import length, named, speak

Phase = Tournament.Phase
SHOWN = {
    "kind": "kind_name",
    "options": "shown_options",
    "round_lasts": "shown_round_lasts",
    "join_within": "shown_join_within",
}
"""Read-only fields that show a column in words."""


@admin.register(Tournament)
class TournamentAdmin(GuardedAdmin):
    """The list of tournaments, and the form for one. Both link to the tournament's dashboard on the main site."""

    form = TournamentForm
    list_display = ("name", "run_link", "kind_name", "format", "phase", "entered", "season", "made_at")
    list_filter = ("phase", "format")
    search_fields = ("name",)
    actions = None
    show_full_result_count = False
    change_form_template = "admin/tournaments/tournament/change_form.html"

    class Media:
        css = {"all": ("tournaments/admin.css",)}

    # --- rights -----------------------------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        tournaments: QuerySet[Tournament] = directed_by(request.user, super().get_queryset(request))
        return with_entrants(tournaments)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_direct_any(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return may_direct_any(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return may_direct_any(request.user) if obj is None else may_direct(request.user, obj)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return self.has_view_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Return False once a round is paired or a ruling is made: from then on, a tournament can only be voided."""
        if obj is None:
            return may_direct_any(request.user)
        is_kept = obj.rulings.exists() or Fixture.objects.filter(round__division__tournament=obj).exists()
        return not is_kept and may_direct(request.user, obj)

    # --- the list ---------------------------------------------------------------------------------------------------

    @admin.display(description=_("game"), ordering="kind")
    def kind_name(self, tournament: Tournament) -> str:
        return gettext(registry.kind(tournament.kind).name)

    @admin.display(description=_("players"))
    def entered(self, tournament: Any) -> int:
        return int(tournament.entered)

    @admin.display(description=_("Actions"))
    def run_link(self, tournament: Tournament) -> str:
        address = reverse("run_tournament", args=[tournament.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("Run this tournament"))

    # --- the form ---------------------------------------------------------------------------------------------------

    def get_readonly_fields(self, request: HttpRequest, obj: Tournament | None = None) -> list[str]:
        """Make the settings of the game read-only once players may enter, and pairings and times once all have
        entered."""
        settled = [name for name in FIELDS if obj is not None and name in settled_columns(obj.phase)]
        return [*settled, *(SHOWN[name] for name in settled if name in SHOWN)]

    def get_fieldsets(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        """Show the options under their headings. Options that can no longer be changed are shown in words."""
        settled = self.get_readonly_fields(request, obj)
        shown = {name: SHOWN[name] for name in SHOWN if name in settled}
        parts: list[Any] = []
        for title, part in PARTS:
            names = [shown.get(name, name) for name in part]
            if "options" in names:
                parts += [(title, {"fields": [*names[:-1], "preset"]}), *_options_asked(_game(request, obj), obj)]
            else:
                parts.append((title, {"fields": names}))
        return parts

    def get_form(self, request: HttpRequest, obj: Tournament | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form for the kind of game that the URL names, with the options of that kind. All options together
        are saved in one column."""
        names = flatten_fieldsets(self.get_fieldsets(request, obj))
        kwargs["fields"] = [name for name in names if name in FIELDS]
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.game = _game(request, obj)
        return form

    @admin.display(description=_("game settings"))
    def shown_options(self, tournament: Tournament) -> str:
        lines = option_lines(registry.kind(tournament.kind), {**tournament.options, NOT_ASKED: "passes"})
        unusual = [(line.says,) for line in lines if not line.is_usual]
        return format_html_join(mark_safe("<br>"), "{}", unusual) or gettext(
            "No house rules. All settings are at their defaults."
        )

    @admin.display(description=_("Round length"))
    def shown_round_lasts(self, tournament: Tournament) -> str:
        return length(tournament.round_lasts)

    @admin.display(description=_("Time to join a table"))
    def shown_join_within(self, tournament: Tournament) -> str:
        return length(tournament.join_within)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"directors": [request.user.pk], "table_size": 2, **super().get_changeform_initial_data(request)}

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer only staff as directors, because others may not direct and the list must not reveal who plays on this
        server."""
        if db_field.name == "directors":
            kwargs["queryset"] = Player.objects.filter(is_staff=True, is_active=True).order_by("name")
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        obj: Tournament | None = kwargs.get("obj")
        more: dict[str, object] = {}
        if obj is None or obj.phase == Phase.DRAFT:
            more = {"kinds": [(kind.key, gettext(kind.name)) for kind in registry.KINDS.values()]}
            more["game"] = _game(request, obj).key
        return super().render_change_form(request, context | more, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        if change:  # only these columns: a command may have changed others since the row was read
            obj.save(update_fields=form.changed_columns)
        else:
            assert request.user.is_authenticated
            commands.make(tournament=obj, by=request.user, now=timezone.now())
        if obj.phase == Phase.DRAFT:
            kind = registry.kind(obj.kind)
            for warning in kind.set_up(obj.table_size, read_options(kind.options_type, obj.options)):
                # named, because a warning may mention rounds, and those are not the rounds of the tournament
                messages.warning(request, named(gettext(kind.name), speak(warning, ())))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Make the maker a director. No director can be removed by mistake: only superusers remove one."""
        super().save_related(request, form, formsets, change)
        if not change or not getattr(request.user, "is_superuser", False):
            form.instance.directors.add(request.user.pk)

    def response_add(self, request: HttpRequest, obj: Tournament, post_url_continue: str | None = None) -> HttpResponse:
        return self._back_to_the_dashboard(request, obj) or super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Tournament) -> HttpResponse:
        return self._back_to_the_dashboard(request, obj) or super().response_change(request, obj)

    def _back_to_the_dashboard(self, request: HttpRequest, obj: Tournament) -> HttpResponse | None:
        if "_save" not in request.POST:
            return None
        messages.success(request, gettext("The settings of {tournament} have been saved.").format(tournament=obj.name))
        return redirect("run_tournament", obj.pk)


def _game(request: HttpRequest, tournament: Tournament | None) -> AnyKind:
    """Return the kind of game that the form or the URL names; otherwise the tournament's own."""
    asked = request.POST.get("kind") or request.GET.get("kind", "")
    if asked in registry.KINDS:
        return registry.kind(asked)
    return TournamentForm.game if tournament is None else registry.kind(tournament.kind)


def _options_asked(kind: AnyKind, tournament: Tournament | None) -> list[Any]:
    """Return a section of the form for each heading, collapsed if none of its options is set."""
    chosen = tournament.options if tournament is not None and tournament.kind == kind.key else {}
    parts = []
    for heading, options in under_headings(kind):
        names = [option.name for option in options if option.name != NOT_ASKED]
        classes = () if chosen.keys() & set(names) else ("collapse",)
        parts.append((heading, {"fields": [PREFIX + name for name in names], "classes": classes}))
    return parts
