"""The pages of the dashboard: where a tournament stands, its draft rounds, the events of a table, and one page for all acts."""

from typing import Any, Protocol

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.queries.reading import names_by_seat
from games.rules.kind import OrderRefused
from games.tournaments.admin.act_forms import Subject
from games.tournaments.admin.acts import ACTS, Act, find, has_drafts, offered
from games.tournaments.admin.dashboard import dashboard
from games.tournaments.admin.events import events_at
from games.tournaments.admin.preview import preview
from games.tournaments.models import Fixture, Tournament
from games.wording import speak

FOLDER = "admin/tournaments/tournament"
NAME = "tournaments_tournament"


class Admin(Protocol):
    """What these pages ask of the admin they belong to."""

    admin_site: AdminSite

    def chosen(self, request: HttpRequest, pk: int) -> Tournament: ...

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any: ...


def dashboard_of(tournament: Tournament) -> str:
    return reverse(f"admin:{NAME}_dashboard", args=[tournament.pk])


def preview_of(tournament: Tournament) -> str:
    return reverse(f"admin:{NAME}_preview", args=[tournament.pk])


def urls(owner: Admin) -> list[URLPattern]:
    pages = Pages(owner)
    guarded = owner.admin_site.admin_view
    return [
        path("<int:pk>/dashboard/", guarded(pages.show), name=f"{NAME}_dashboard"),
        path("<int:pk>/preview/", guarded(pages.show_preview), name=f"{NAME}_preview"),
        path("<int:pk>/events/<int:fixture>/", guarded(pages.show_events), name=f"{NAME}_events"),
        path("<int:pk>/act/<slug:verb>/", guarded(pages.act), name=f"{NAME}_act"),
        path("<int:pk>/act/<slug:verb>/<int:of>/", guarded(pages.act), name=f"{NAME}_act_on"),
    ]


class Pages:
    """The views, for the admin they belong to."""

    def __init__(self, owner: Admin) -> None:
        self.owner = owner

    def show(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self.owner.chosen(request, pk)
        shown = dashboard(tournament, now=timezone.now())
        return self._page(request, "dashboard", tournament, title=tournament.name, dashboard=shown)

    def show_preview(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self.owner.chosen(request, pk)
        rules = tournament.pair_rules.filter(used_at=None).select_related("one", "other").order_by("pk")
        return self._page(
            request,
            "preview",
            tournament,
            title=gettext("As drawn up"),
            preview=preview(tournament),
            rules=rules,
            acts=[act for act in offered(Tournament, Subject(tournament, tournament)) if act.verb == "pair"],
            round_acts=[ACTS["bye"]],
        )

    def show_events(self, request: HttpRequest, pk: int, fixture: int) -> HttpResponse:
        tournament = self.owner.chosen(request, pk)
        of = get_object_or_404(Fixture, pk=fixture, round__division__tournament=tournament, game__isnull=False)
        title = gettext("Events of game {n}").format(n=of.game_id)
        chief: Any = request.user
        events = events_at(of, reader=chief, now=timezone.now())
        return self._page(request, "events", tournament, title=title, fixture=of, events=events)

    def act(self, request: HttpRequest, pk: int, verb: str, of: int | None = None) -> HttpResponse:
        """Ask, then do: one form and one command for each act. A refusal is an error of the form."""
        tournament = self.owner.chosen(request, pk)
        if verb not in ACTS:
            raise Http404
        act = ACTS[verb]
        subject = Subject(tournament, find(act, tournament, of))
        form = act.form(request.POST if request.method == "POST" else None, subject=subject)
        if form.is_valid() and (done := self._done(request, act, subject, form)):
            return HttpResponseRedirect(_after(act, done))
        return self._page(
            request,
            "act",
            tournament,
            title=str(act.label),
            act=act,
            about=act.about(subject),
            says=act.says(subject),
            form=form,
            back=_after(act, subject),
        )

    def _done(self, request: HttpRequest, act: Act, subject: Subject, form: Any) -> Subject | None:
        """What there is to look at once it is done; None where it is refused."""
        if not request.user.is_authenticated:
            raise PermissionDenied
        about = act.about(subject)
        try:
            made = act.run(subject, by=request.user, now=timezone.now(), **form.facts)
        except OrderRefused as refused:
            form.add_error(None, speak(refused.why, _names(subject)))
            return None
        done = [part for part in (str(act.label), about) if part]
        self.owner.log_change(request, subject.tournament, ". ".join([": ".join(done), *form.answers]))
        messages.success(request, gettext("Done: {act}.").format(act=": ".join(done)))
        return Subject(made, made) if isinstance(made, Tournament) else subject

    def _page(self, request: HttpRequest, name: str, tournament: Tournament, **more: Any) -> HttpResponse:
        context = {
            **self.owner.admin_site.each_context(request),
            "opts": Tournament._meta,
            "tournament": tournament,
            "dashboard_url": dashboard_of(tournament),
            "acts_url": _below(tournament, "act"),
            "events_url": _below(tournament, "events"),
            **more,
        }
        return TemplateResponse(request, f"{FOLDER}/{name}.html", context)


def _below(tournament: Tournament, part: str) -> str:
    """Where the addresses of a part of the dashboard begin: a page has too many of them to ask for each."""
    return dashboard_of(tournament).removesuffix("dashboard/") + f"{part}/"


def _after(act: Act, subject: Subject) -> str:
    """Where an act leads, done or not."""
    is_previewed = act.leads_to_preview and has_drafts(subject)
    return preview_of(subject.tournament) if is_previewed else dashboard_of(subject.tournament)


def _names(subject: Subject) -> list[str]:
    """By seat, for a refusal that the rules of a table give."""
    game = subject.fixture.game if subject.fixture else None
    return names_by_seat(game, game.seats.all()) if game else [gettext("a player")] * 12
