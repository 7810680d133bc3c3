"""The pages of directors: the dashboard of a tournament, its draft rounds, the events of a table, and one page for all actions.

They stand in the admin for the staff, and on the site for those who run a club; a `Place` says what differs. Whoever asks for a
page has been found to direct the tournament."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext

from games import store
from games.admin.actions import plays_in
from games.models import Event
from games.players.models import Player
from games.queries.history import told_to_all
from games.queries.reading import called, names_by_seat
from games.rules.kind import OrderRefused
from games.store.events import events_of
from games.tournaments import commands
from games.tournaments.directing.actions import (
    DIRECTOR_ACTIONS,
    DirectorAction,
    DirectorActionForm,
    find,
    has_drafts,
    offered,
)
from games.tournaments.directing.dashboard import dashboard, rules_for_pairs
from games.tournaments.directing.preview import preview
from games.tournaments.directing.questions import Subject
from games.tournaments.models import Fixture, Tournament
from games.web.asking import player
from games.wording import speak

FOLDER = "tournaments/run"


@dataclass(frozen=True)
class Place:
    """A place of these pages: the template around them, the address with which all of a tournament begin, and the ends of those of
    its dashboard, settings and log; without an end it has no such page. `elsewhere` is the
    address of the same dashboard in the other place. `tells_addresses`: its directors may know the players'
    mail addresses."""

    frame: str
    begins: Callable[[Tournament], str]
    dashboard_at: str
    settings_at: str
    log_at: str = ""
    tells_addresses: bool = False
    elsewhere: Callable[[Tournament], str] = field(default=lambda tournament: "")
    context: Callable[[HttpRequest], Mapping[str, object]] = field(default=lambda request: {})

    def dashboard(self, tournament: Tournament) -> str:
        return f"{self.begins(tournament)}{self.dashboard_at}"

    def after(self, action: DirectorAction, subject: Subject) -> str:
        """The address of the page to show after an action, done or not."""
        is_previewed = action.leads_to_preview and has_drafts(subject)
        here = subject.tournament
        return f"{self.begins(here)}preview/" if is_previewed else self.dashboard(here)

    def page(self, request: HttpRequest, name: str, tournament: Tournament, **more: object) -> HttpResponse:
        """A page below this place. A page has too many addresses to reverse each."""
        begins = self.begins(tournament)
        context = {
            **self.context(request),
            "frame": self.frame,
            "tournament": tournament,
            "dashboard_url": self.dashboard(tournament),
            "settings_url": f"{begins}{self.settings_at}",
            "log_url": f"{begins}{self.log_at}" if self.log_at else "",
            "elsewhere_url": self.elsewhere(tournament),
            "preview_url": f"{begins}preview/",
            "actions_url": f"{begins}act/",
            "events_url": f"{begins}events/",
            **more,
        }
        return TemplateResponse(request, f"{FOLDER}/{name}.html", context)


def show(request: HttpRequest, at: Place, tournament: Tournament) -> HttpResponse:
    shown = dashboard(tournament, now=timezone.now())
    return at.page(request, "dashboard", tournament, title=tournament.name, dashboard=shown)


def show_preview(request: HttpRequest, at: Place, tournament: Tournament) -> HttpResponse:
    return at.page(
        request,
        "preview",
        tournament,
        title=gettext("Draft pairings"),
        preview=preview(tournament),
        rules=rules_for_pairs(tournament),
        actions=[action for action in offered(Tournament, Subject(tournament, tournament)) if action.verb == "pair"],
        round_actions=[DIRECTOR_ACTIONS["bye"]],
    )


def show_events(request: HttpRequest, at: Place, tournament: Tournament, fixture: int) -> HttpResponse:
    of = get_object_or_404(Fixture, pk=fixture, round__division__tournament=tournament, game__isnull=False)
    title = gettext("Events of game {n}").format(n=of.game_id)
    events = events_at(of, reader=player(request), now=timezone.now(), tells_addresses=at.tells_addresses)
    return at.page(request, "events", tournament, title=title, fixture=of, events=events)


def act(request: HttpRequest, at: Place, tournament: Tournament, verb: str, of: int | None = None) -> HttpResponse:
    """Ask, then do: one form and one command for each action. A refusal is an error of the form. Some show their consequences first
    and are asked to confirm them."""
    if verb not in DIRECTOR_ACTIONS:
        raise Http404
    action = DIRECTOR_ACTIONS[verb]
    subject = Subject(tournament, find(action, tournament, of))
    form = DirectorActionForm(request.POST if request.method == "POST" else None, action=action, subject=subject)
    changes: Sequence[str] = ()
    if form.is_valid():
        if action.asks_twice(subject) and not form.confirmed:
            changes = _tried(request, action, subject, form)
        elif done := _done(request, action, subject, form):
            return HttpResponseRedirect(at.after(action, done))
    return at.page(
        request,
        "action",
        tournament,
        title=str(action.label),
        action=action,
        about=subject.name,
        says=action.says(subject),
        changes=changes,
        asks_twice=action.asks_twice(subject),
        form=form,
        back=at.after(action, subject),
    )


def _tried(request: HttpRequest, action: DirectorAction, subject: Subject, form: DirectorActionForm) -> Sequence[str]:
    """The consequences of the action in words, none if it was refused. The form is to confirm them."""
    try:
        with commands.trying() as trial:
            action.run(subject, by=player(request), now=timezone.now(), **form.facts)
    except OrderRefused as refused:
        form.add_error(None, speak(refused.why, _names(subject)))
        return ()
    form.to_confirm(trial.code)
    return trial.says


def _done(request: HttpRequest, action: DirectorAction, subject: Subject, form: DirectorActionForm) -> Subject | None:
    """Carry the action out. Returns the subject to show then, None if it was refused."""
    about = subject.name
    try:
        with commands.confirming(form.confirmed):
            made = action.run(subject, by=player(request), now=timezone.now(), **form.facts)
    except OrderRefused as refused:
        form.add_error(None, speak(refused.why, _names(subject)))
        form.to_confirm("")
        return None
    done = [part for part in (str(action.label), about) if part]
    log(request, subject.tournament, ". ".join([": ".join(done), *form.answers]))
    messages.success(request, gettext("Done: {action}.").format(action=": ".join(done)))
    return Subject(made, made) if isinstance(made, Tournament) else subject


def log(request: HttpRequest, tournament: Tournament, says: str) -> None:
    """Keep what a director did where the staff read it."""
    of_it = Tournament.objects.filter(pk=tournament.pk)
    LogEntry.objects.log_actions(player(request).pk, of_it, CHANGE, change_message=says, single_object=True)


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
    tells_addresses: bool = False


def events_at(fixture: Fixture, *, reader: Player, now: datetime, tells_addresses: bool) -> Events:
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
            address=seat.player.email if seat and seat.player and tells_addresses else "",
            facts=event.facts if is_finished else None,
        )

    told = list(told_to_all(table))[::-1] if table.is_running else events_of(game)
    lines = tuple(
        line(n, event) for n, event in enumerate(told, start=1)
    )  # anew, as a gap would hint at something hidden
    return Events(lines, is_finished, are_hidden=False, tells_addresses=tells_addresses)
