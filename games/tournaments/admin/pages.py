"""The pages of directors: the dashboard of a tournament, its draft rounds, the events of a table, and one page for all actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from games import store
from games.admin.actions import plays_in
from games.admin.looking import GuardedAdmin
from games.models import Event
from games.players.models import Player
from games.queries.history import told_to_all
from games.queries.reading import called, names_by_seat
from games.rules.kind import OrderRefused
from games.tournaments.admin.actions import (
    DIRECTOR_ACTIONS,
    DirectorAction,
    DirectorActionForm,
    find,
    has_drafts,
    offered,
)
from games.tournaments.admin.dashboard import dashboard, rules_for_pairs
from games.tournaments.admin.preview import preview
from games.tournaments.admin.questions import Subject
from games.tournaments.models import Fixture, Tournament
from games.web.asking import player
from games.wording import speak

FOLDER = "admin/tournaments/tournament"
NAME = "tournaments_tournament"


DIRECTS = "tournaments.change_tournament"
"""The permission that the group of directors has beyond other staff."""


def may_direct_any(user: Player | AnonymousUser) -> bool:
    """True if somebody may make tournaments, and so direct them."""
    return user.is_active and user.is_staff and user.has_perm(DIRECTS)


def directed_by(user: Player | AnonymousUser, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The tournaments, of those given, that a member of the staff may see and rule on: a director their own, a superuser
    all."""
    return tournaments if user.is_superuser else tournaments.filter(directors=user.pk)


def may_direct(user: Player | AnonymousUser, tournament: Tournament) -> bool:
    return may_direct_any(user) and directed_by(user, Tournament.objects.filter(pk=tournament.pk)).exists()


def dashboard_of(tournament: Tournament) -> str:
    return reverse(f"admin:{NAME}_dashboard", args=[tournament.pk])


def preview_of(tournament: Tournament) -> str:
    return reverse(f"admin:{NAME}_preview", args=[tournament.pk])


class DirectorPages(GuardedAdmin):
    """The admin of tournaments as far as it consists of directors' pages."""

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
        tournament = self.chosen(request, pk)
        shown = dashboard(tournament, now=timezone.now())
        return self._page(request, "dashboard", tournament, title=tournament.name, dashboard=shown)

    def show_preview(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = self.chosen(request, pk)
        return self._page(
            request,
            "preview",
            tournament,
            title=gettext("As drawn up"),
            preview=preview(tournament),
            rules=rules_for_pairs(tournament),
            actions=[
                action for action in offered(Tournament, Subject(tournament, tournament)) if action.verb == "pair"
            ],
            round_actions=[DIRECTOR_ACTIONS["bye"]],
        )

    def show_events(self, request: HttpRequest, pk: int, fixture: int) -> HttpResponse:
        tournament = self.chosen(request, pk)
        of = get_object_or_404(Fixture, pk=fixture, round__division__tournament=tournament, game__isnull=False)
        title = gettext("Events of game {n}").format(n=of.game_id)
        events = events_at(of, reader=player(request), now=timezone.now())
        return self._page(request, "events", tournament, title=title, fixture=of, events=events)

    def act(self, request: HttpRequest, pk: int, verb: str, of: int | None = None) -> HttpResponse:
        """Ask, then do: one form and one command for each action. A refusal is an error of the form."""
        tournament = self.chosen(request, pk)
        if verb not in DIRECTOR_ACTIONS:
            raise Http404
        action = DIRECTOR_ACTIONS[verb]
        subject = Subject(tournament, find(action, tournament, of))
        form = DirectorActionForm(request.POST if request.method == "POST" else None, action=action, subject=subject)
        if form.is_valid() and (done := self._done(request, action, subject, form)):
            return HttpResponseRedirect(_after(action, done))
        return self._page(
            request,
            "action",
            tournament,
            title=str(action.label),
            action=action,
            about=subject.name,
            says=action.says(subject),
            form=form,
            back=_after(action, subject),
        )

    def _done(
        self, request: HttpRequest, action: DirectorAction, subject: Subject, form: DirectorActionForm
    ) -> Subject | None:
        """Carry the action out. Returns the subject to show then, None if it was refused."""
        about = subject.name
        try:
            made = action.run(subject, by=player(request), now=timezone.now(), **form.facts)
        except OrderRefused as refused:
            form.add_error(None, speak(refused.why, _names(subject)))
            return None
        done = [part for part in (str(action.label), about) if part]
        self.log_change(request, subject.tournament, ". ".join([": ".join(done), *form.answers]))
        messages.success(request, gettext("Done: {action}.").format(action=": ".join(done)))
        return Subject(made, made) if isinstance(made, Tournament) else subject

    def _page(self, request: HttpRequest, name: str, tournament: Tournament, **more: object) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": Tournament._meta,
            "tournament": tournament,
            "dashboard_url": dashboard_of(tournament),
            "actions_url": _below(tournament, "act"),
            "events_url": _below(tournament, "events"),
            **more,
        }
        return TemplateResponse(request, f"{FOLDER}/{name}.html", context)


def _below(tournament: Tournament, part: str) -> str:
    """The beginning of the addresses of a part, as a page has too many of them to reverse each."""
    return dashboard_of(tournament).removesuffix("dashboard/") + f"{part}/"


def _after(action: DirectorAction, subject: Subject) -> str:
    """The page to show after an action, done or not."""
    is_previewed = action.leads_to_preview and has_drafts(subject)
    return preview_of(subject.tournament) if is_previewed else dashboard_of(subject.tournament)


def _names(subject: Subject) -> list[str]:
    """The names by seat, for refusals by the rules of a table."""
    game = subject.of.game if isinstance(subject.of, Fixture) else None
    return names_by_seat(game, game.seats.all()) if game else [gettext("a player")] * 12


# --- the events of a table --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventLine:
    """`facts` is None while the game runs."""

    n: int
    at: datetime
    verb: str
    name: str
    address: str
    facts: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Events:
    """`are_hidden`: the reader plays there, and the game is not over."""

    lines: tuple[EventLine, ...]
    is_finished: bool
    are_hidden: bool


def events_at(fixture: Fixture, *, reader: Player, now: datetime) -> Events:
    """The events of a table: all of a finished game; of a running one what onlookers are told, without facts; none for a
    reader who plays there."""
    assert fixture.game is not None
    table = store.seen_now(fixture.game.pk, now=now)
    game = table.game
    is_finished = not table.is_running and not table.is_in_lobby
    if not is_finished and plays_in(game, reader):
        return Events((), is_finished, are_hidden=True)
    seats = {seat.number: seat for seat in game.seats.filter(loan=None).select_related("player")}

    def line(n: int, event: Event) -> EventLine:
        seat = seats.get(event.seat) if event.seat is not None else None
        return EventLine(
            n=n,
            at=event.at,
            verb=event.verb,
            name=called(seat) if seat else "",
            address=seat.player.email if seat and seat.player else "",
            facts=event.facts if is_finished else None,
        )

    rows = told_to_all(table) if table.is_running else game.events.order_by("-n")
    told = list(rows)[::-1]  # numbered anew, as a gap would hint at something hidden
    return Events(tuple(line(n, event) for n, event in enumerate(told, start=1)), is_finished, are_hidden=False)
