"""The pages on which tournaments are run: the dashboard, the draft rounds, the events of a table, and one page for all
actions.

A tournament's directors on the staff and the people who run its club share these pages. Club tournaments are also
created and changed here, and joined by other clubs; all others have their forms on the admin site."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.commands.clubs import NoSuchClub
from games.players.models import Membership
from games.queries.clubs import club as club_of
from games.queries.reading import names_by_seat
from games.rules import registry
from games.rules.table.kind import AnyKind
from games.rules.values import OrderRefused
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
from games.tournaments.directing.events import events_at
from games.tournaments.directing.forms import form_of
from games.tournaments.directing.preview import preview
from games.tournaments.directing.questions import Subject
from games.tournaments.directing.rights import may_direct
from games.tournaments.models import Fixture, Tournament
from games.tournaments.queries.clubs import runs_its_club
from games.tournaments.web.pages import hides_tournaments
from games.web.asking import asks_second_factor, hides, number_in, player
from games.wording import speak

P = ParamSpec("P")
USUAL = {"format": Tournament.Format.SWISS, "table_size": 2, "is_for_members": True}
"""The initial values of the form of a new tournament."""


def directed(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate a page for those who direct the tournament, as staff or because they run its club; 404 for anybody else,
    as if there were none. Staff must have given their second factor, as on the admin site."""

    @never_cache
    @login_required
    @hides_tournaments
    @wraps(view)
    def shown(request: HttpRequest, /, tournament_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        me = player(request)
        if tournament is None or not (runs_its_club(tournament, me) or may_direct(me, tournament)):
            raise commands.NoSuchTournament
        return view(request, tournament, *args, **kwargs)

    return asks_second_factor(shown)


@require_safe
@directed
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the dashboard. It leads staff to the log and the settings on the admin site, and people who run the club to
    the tournament's settings here."""
    me = player(request)
    is_of_staff = may_direct(me, tournament)
    settings_in_admin = is_of_staff and not runs_its_club(tournament, me)
    settings_at = "admin:tournaments_tournament_change" if settings_in_admin else "run_settings"
    return _page(
        request,
        "dashboard",
        tournament,
        title=tournament.name,
        dashboard=dashboard(tournament, now=timezone.now()),
        settings_url=reverse(settings_at, args=[tournament.pk]),
        has_log=is_of_staff,
    )


@require_safe
@directed
def show_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the rounds that are paired and not published."""
    return _page(
        request,
        "preview",
        tournament,
        title=gettext("Draft pairings"),
        preview=preview(tournament),
        rules=rules_for_pairs(tournament),
        actions=[action for action in offered(Tournament, Subject(tournament, tournament)) if action.verb == "pair"],
        round_actions=[DIRECTOR_ACTIONS["bye"]],
    )


@require_safe
@directed
def show_events(request: HttpRequest, tournament: Tournament, fixture: int) -> HttpResponse:
    """Show the events of a table. Only directors on the staff see the players' email addresses."""
    of = get_object_or_404(Fixture, pk=fixture, round__division__tournament=tournament, game__isnull=False)
    me = player(request)
    events = events_at(of, reader=me, now=timezone.now(), tells_addresses=may_direct(me, tournament))
    title = gettext("Events of game {n}").format(n=of.game_id)
    return _page(request, "events", tournament, title=title, fixture=of, events=events)


@require_http_methods(["GET", "HEAD", "POST"])
@directed
def act(request: HttpRequest, tournament: Tournament, verb: str, of: int | None = None) -> HttpResponse:
    """Ask, then do: one form and one command for each action. A refusal is an error of the form. Some actions show
    their consequences first, for confirmation."""
    if verb not in DIRECTOR_ACTIONS:
        raise Http404
    action = DIRECTOR_ACTIONS[verb]
    subject = Subject(tournament, find(action, tournament, of))
    about, asks_twice = subject.name, action.asks_twice(subject)
    form = DirectorActionForm(request.POST if request.method == "POST" else None, action=action, subject=subject)
    changes: Sequence[str] = ()
    if form.is_valid():
        carry_out = partial(action.run, subject, by=player(request), now=timezone.now(), **form.facts)
        try:
            if asks_twice and not form.confirmed:
                with commands.trying() as trial:
                    carry_out()
                form.to_confirm(trial.code)
                changes = trial.says
            else:
                with commands.confirming(form.confirmed):
                    made = carry_out()
                done = ": ".join(filter(None, (str(action.label), about)))
                LogEntry.objects.log_actions(
                    player(request).pk,
                    Tournament.objects.filter(pk=tournament.pk),
                    CHANGE,
                    change_message=". ".join([done, *form.answers]),
                    single_object=True,
                )
                messages.success(request, gettext("Done: {action}.").format(action=done))
                return redirect(_after(action, Subject(made, made) if isinstance(made, Tournament) else subject))
        except OrderRefused as refused:
            game = subject.of.game if isinstance(subject.of, Fixture) else None
            names = names_by_seat(game, game.seats.all()) if game else [gettext("a player")] * 12
            form.add_error(None, speak(refused.why, names))
            form.to_confirm("")
    return _page(
        request,
        "action",
        tournament,
        title=str(action.label),
        action=action,
        about=about,
        says=action.says(subject),
        changes=changes,
        asks_twice=asks_twice,
        form=form,
        back=_after(action, subject),
    )


def _after(action: DirectorAction, subject: Subject) -> str:
    """Return the URL of the page to show after an action, done or not."""
    is_previewed = action.leads_to_preview and has_drafts(subject)
    return reverse("run_preview" if is_previewed else "run_tournament", args=[subject.tournament.pk])


def _page(request: HttpRequest, name: str, tournament: Tournament, **more: object) -> HttpResponse:
    """Render a directors' page. Templates append to the dashboard's URL, because it has too many pages to reverse each
    one."""
    context = {"tournament": tournament, "dashboard_url": reverse("run_tournament", args=[tournament.pk]), **more}
    return render(request, f"tournaments/run/{name}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@directed
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form of a club's tournament, as far as it can still be changed; 404 for anybody who does not run the
    club."""
    if not runs_its_club(tournament, player(request)):
        raise commands.NoSuchTournament
    kind = _kind_asked_for(request, tournament.kind if tournament.phase == Tournament.Phase.DRAFT else None)
    return _form(request, tournament, kind or registry.kind(tournament.kind))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NoSuchClub)
def new_tournament(request: HttpRequest, club_id: int) -> HttpResponse:
    """Show the form for a new tournament of a club; 404 for anybody who does not run it."""
    view = club_of(club_id=club_id, player=player(request))
    if view is None or not view.runs_it:
        raise NoSuchClub
    kind = _kind_asked_for(request, next(iter(registry.KINDS)))
    assert kind is not None
    return _form(request, Tournament(club_id=club_id, kind=kind.key), kind)


def _kind_asked_for(request: HttpRequest, usual: str | None) -> AnyKind | None:
    """Return the kind that the form or the URL names, else the usual one; None if none can be chosen any more."""
    asked = request.POST.get("kind") or request.GET.get("kind", "")
    return None if usual is None else registry.kind(asked if asked in registry.KINDS else usual)


def _form(request: HttpRequest, tournament: Tournament, kind: AnyKind) -> HttpResponse:
    """Show the form, or save it. A refusal is an error of the form."""
    is_new, posted = tournament.pk is None, request.POST if request.method == "POST" else None
    initial = USUAL if is_new else {}
    form = form_of(kind)(posted, instance=tournament, initial=initial)
    if posted is not None and form.is_valid():
        try:
            if is_new:
                assert tournament.club_id is not None
                commands.make_for_club(
                    tournament=form.instance, club_id=tournament.club_id, by=player(request), now=timezone.now()
                )
            elif columns := form.changed_columns:
                commands.change(tournament=form.instance, columns=columns, by=player(request), now=timezone.now())
        except OrderRefused as refused:
            form.add_error(None, speak(refused.why, ()))
        else:
            said = gettext("The settings of {tournament} have been saved.")
            messages.success(request, said.format(tournament=form.instance.name))
            return redirect("run_tournament", form.instance.pk)
    context = {
        "title": gettext("New club tournament") if is_new else gettext("Settings"),
        "form": form,
        "kinds": [(one.key, gettext(one.name)) for one in registry.KINDS.values()] if form.asks_for_options else (),
        "game": kind.key,
        "is_new": is_new,
        "tournament": tournament,
        "dashboard_url": (
            reverse("club", args=[tournament.club_id]) if is_new else reverse("run_tournament", args=[tournament.pk])
        ),
    }
    return render(request, "tournaments/run/settings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_tournaments
def take_part(request: HttpRequest, link: str) -> HttpResponse:
    """Show the page behind a link for clubs: what it is, and the clubs that the reader owns. Only a POST joins."""
    now, me = timezone.now(), player(request)
    tournament = commands.tournament_of_link(link, now=now)
    if request.method == "POST":
        club_id = number_in(request.POST.get("club", "")) or 0
        try:
            commands.take_part(link=link, club_id=club_id, by=me, now=now)
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
            return redirect(request.path)
        messages.success(request, gettext("Your club is taking part. Its members can enter now."))
        return redirect("club", club_id)
    owned = me.memberships.filter(role=Membership.Role.OWNER).exclude(club=tournament.club_id).select_related("club")
    kind_name = gettext(registry.kind(tournament.kind).name)
    return render(
        request, "tournaments/take_part.html", {"tournament": tournament, "owned": owned, "kind_name": kind_name}
    )
