"""Pages on which players report messages, names, clubs and tournaments to the moderators, and a page of the moderators'
decisions on the reader's own words and name."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.commands.moderation import LONGEST_APPEAL, LONGEST_WHY
from games.players.models import Report
from games.queries.moderation import NoSuchPlace, lines_to_report, place_to_report
from games.queries.people import NobodyKnown, known_player
from games.rules.values import OrderRefused
from games.web.asking import hides, hides_games, number_in, player
from games.wording import speak


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides_games
def report_talk(request: HttpRequest, game_id: int) -> HttpResponse:
    """Report a message of another player in this game, chosen from those the reader can see."""
    me, now = player(request), timezone.now()
    found = lines_to_report(game_id=game_id, player=me, now=now)
    lines = {f"{line.by}-{line.at.timestamp()}": line for line in found}  # reveals nothing that the page doesn't show
    if request.method == "POST":
        line = lines.get(request.POST.get("line", ""))
        try:
            if line is None or line.by is None:
                raise OrderRefused("Choose the message you want to report.")
            commands.report_words(
                game_id=game_id,
                player=me,
                seat=line.by,
                words=line.said,
                said_at=line.at,
                why=request.POST.get("why", ""),
                now=now,
            )
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
            return redirect("report_talk", game_id)
        messages.success(request, gettext("Thank you. The moderators will look at it."))
        return redirect("game", game_id)
    choices = [(key, line.name, line.said) for key, line in lines.items()]
    back = redirect("game", game_id).url
    context = {"legend": gettext("Message to report"), "choices": choices, "back": back, "longest": LONGEST_WHY}
    return render(request, "players/report.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NobodyKnown)
def report_name(request: HttpRequest, player_id: int) -> HttpResponse:
    """Report the name of somebody the reader knows."""
    me, now = player(request), timezone.now()
    other = known_player(player=me, other_id=player_id, now=now)
    if request.method == "POST":
        try:
            commands.report_name(player=me, other=other, why=request.POST.get("why", ""), now=now)
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
            return redirect("report_name", player_id)
        messages.success(request, gettext("Thank you. The moderators will look at it."))
        return redirect("player", player_id)
    context = {"name": other.name, "back": redirect("player", player_id).url, "longest": LONGEST_WHY}
    return render(request, "players/report.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(NoSuchPlace)
def report_place(request: HttpRequest, sort: str, number: int) -> HttpResponse:
    """Report the name or the description of a club or tournament."""
    me, now = player(request), timezone.now()
    place = place_to_report(sort=sort, number=number, player=me)
    if request.method == "POST":
        part, why = request.POST.get("line", ""), request.POST.get("why", "")
        try:
            commands.report_place(player=me, place=place, part=part, why=why, now=now)
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
            return redirect("report_place", sort, number)
        messages.success(request, gettext("Thank you. The moderators will look at it."))
        return redirect(sort, number)
    choices = [
        (part.value, capfirst(part.label), words) for part in Report.Part if (words := getattr(place, part.value))
    ]
    context = {"legend": gettext("What the report is about"), "choices": choices, "back": redirect(sort, number).url}
    return render(request, "players/report.html", {**context, "longest": LONGEST_WHY})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(commands.NoSuchReport)
def decisions(request: HttpRequest) -> HttpResponse:
    """Show the moderators' decisions on the reader's words and name, and take an appeal against being muted."""
    me, now = player(request), timezone.now()
    if request.method == "POST":
        number = number_in(request.POST.get("report", ""))
        try:
            commands.appeal(report_id=number or 0, player=me, text=request.POST.get("appeal", ""), now=now)
            messages.success(
                request, gettext("Your appeal has been sent to the moderators. They’ll email you their decision.")
            )
        except OrderRefused as refused:
            messages.error(request, speak(refused.why, ()))
        return redirect("decisions")
    context = {"decisions": queries.decisions_on(player=me, now=now), "longest": LONGEST_APPEAL}
    return render(request, "players/decisions.html", context)
