"""Tournaments run on the site: those of clubs are made, changed and directed by those who run the club, and joined by other clubs;
all others are directed here by their directors on the staff, too. The pages of directors are those of `directing`."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.commands.clubs import NoSuchClub
from games.players.models import Membership
from games.queries.clubs import club as club_of
from games.rules import registry
from games.rules.kind import OrderRefused
from games.rules.table.kind import AnyKind
from games.tournaments import commands
from games.tournaments.directing import pages
from games.tournaments.directing.forms import form_of
from games.tournaments.directing.pages import Place
from games.tournaments.directing.rights import may_direct
from games.tournaments.models import Tournament
from games.tournaments.queries.clubs import runs_its_club
from games.tournaments.web.pages import hides_tournaments
from games.web.asking import asks_second_factor, hides, number_in, player
from games.wording import speak

P = ParamSpec("P")
ON_THE_SITE = Place(
    frame="tournaments/run/_frame.html",
    begins=lambda tournament: reverse("run_tournament", args=[tournament.pk]),
    dashboard_at="",
    settings_at="settings/",
)
USUAL = {"format": Tournament.Format.SWISS, "table_size": 2, "is_for_members": True}
"""The values with which the form of a new tournament begins."""


def directed(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Shows a page to those who direct the tournament, on the staff or as they run its club; 404 for anybody else, as for none. The
    staff give their second factor as in the admin."""

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
def run(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The dashboard."""
    return pages.show(request, ON_THE_SITE, tournament)


@require_safe
@directed
def preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rounds that are drawn up."""
    return pages.show_preview(request, ON_THE_SITE, tournament)


@require_safe
@directed
def events(request: HttpRequest, tournament: Tournament, fixture: int) -> HttpResponse:
    """The events of a table, without anybody's mail address."""
    return pages.show_events(request, ON_THE_SITE, tournament, fixture)


@require_http_methods(["GET", "HEAD", "POST"])
@directed
def act(request: HttpRequest, tournament: Tournament, verb: str, of: int | None = None) -> HttpResponse:
    """Ask, then do."""
    return pages.act(request, ON_THE_SITE, tournament, verb, of)


@require_http_methods(["GET", "HEAD", "POST"])
@directed
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form of a tournament, as far as it can still be changed; that of the staff stands in the admin."""
    if not runs_its_club(tournament, player(request)):
        return redirect("admin:tournaments_tournament_change", tournament.pk)
    kind = _kind_asked_for(request, tournament.kind if tournament.phase == Tournament.Phase.DRAFT else None)
    return _form(request, tournament, kind or registry.kind(tournament.kind))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NoSuchClub)
def new_tournament(request: HttpRequest, club_id: int) -> HttpResponse:
    """The form of a new tournament of a club; 404 for whoever does not run it."""
    view = club_of(club_id=club_id, player=player(request))
    if view is None or not view.runs_it:
        raise NoSuchClub
    kind = _kind_asked_for(request, next(iter(registry.KINDS)))
    assert kind is not None
    return _form(request, Tournament(club_id=club_id, kind=kind.key), kind)


def _kind_asked_for(request: HttpRequest, usual: str | None) -> AnyKind | None:
    """The kind that the form or the address names, else the usual one; None where none can be chosen any more."""
    asked = request.POST.get("kind") or request.GET.get("kind", "")
    return None if usual is None else registry.kind(asked if asked in registry.KINDS else usual)


def _form(request: HttpRequest, tournament: Tournament, kind: AnyKind) -> HttpResponse:
    """Show the form, or keep what it says. A refusal is an error of the form."""
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
        "dashboard_url": reverse("club", args=[tournament.club_id]) if is_new else ON_THE_SITE.dashboard(tournament),
    }
    return render(request, "tournaments/run/settings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_tournaments
def take_part(request: HttpRequest, link: str) -> HttpResponse:
    """The page behind a link for clubs: what it is, and the clubs that the reader keeps. Only a POST takes part."""
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
    kept = me.memberships.filter(role=Membership.Role.KEEPER).exclude(club=tournament.club_id).select_related("club")
    kind_name = gettext(registry.kind(tournament.kind).name)
    return render(
        request, "tournaments/take_part.html", {"tournament": tournament, "kept": kept, "kind_name": kind_name}
    )
