"""The directors' pages in the admin, for the staff: who gets to them, and where they stand there."""

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from games.admin.looking import GuardedAdmin
from games.tournaments.directing import pages
from games.tournaments.directing.pages import Place
from games.tournaments.directing.rights import may_direct_any
from games.tournaments.models import Tournament

NAME = "tournaments_tournament"


def dashboard_of(tournament: Tournament) -> str:
    return reverse(f"admin:{NAME}_dashboard", args=[tournament.pk])


class DirectorPages(GuardedAdmin):
    """The admin of tournaments as far as it consists of directors' pages."""

    @property
    def place(self) -> Place:
        return Place(
            frame="admin/tournaments/tournament/_shell.html",
            begins=lambda tournament: dashboard_of(tournament).removesuffix("dashboard/"),
            dashboard_at="dashboard/",
            settings_at="change/",
            log_at="history/",
            tells_addresses=True,
            elsewhere=lambda tournament: reverse("run_tournament", args=[tournament.pk]),
            context=lambda request: {**self.admin_site.each_context(request), "opts": Tournament._meta},
        )

    def chosen(self, request: HttpRequest, pk: int) -> Tournament:
        """The tournament of a page. Raises PermissionDenied; Http404 for another director's."""
        if not may_direct_any(request.user):
            raise PermissionDenied
        tournaments: QuerySet[Tournament] = self.get_queryset(request)
        return get_object_or_404(tournaments, pk=pk)

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path("<int:pk>/dashboard/", guarded(self.show), name=f"{NAME}_dashboard"),
            path("<int:pk>/preview/", guarded(self.show_preview), name=f"{NAME}_preview"),
            path("<int:pk>/events/<int:fixture>/", guarded(self.show_events), name=f"{NAME}_events"),
            path("<int:pk>/act/<slug:verb>/", guarded(self.act), name=f"{NAME}_action"),
            path("<int:pk>/act/<slug:verb>/<int:of>/", guarded(self.act), name=f"{NAME}_action_on"),
            *super().get_urls(),
        ]

    def show(self, request: HttpRequest, pk: int) -> HttpResponse:
        return pages.show(request, self.place, self.chosen(request, pk))

    def show_preview(self, request: HttpRequest, pk: int) -> HttpResponse:
        return pages.show_preview(request, self.place, self.chosen(request, pk))

    def show_events(self, request: HttpRequest, pk: int, fixture: int) -> HttpResponse:
        return pages.show_events(request, self.place, self.chosen(request, pk), fixture)

    def act(self, request: HttpRequest, pk: int, verb: str, of: int | None = None) -> HttpResponse:
        return pages.act(request, self.place, self.chosen(request, pk), verb, of)
