"""The result: who won, all that was played for, and what is needed to check the draws. Where each has a board of their own,
every layout at one scale with its sum, and the film up to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language, gettext, gettext_noop, ngettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.film import FilmScene
from games.queries.views import SeatLine, TableView
from games.rules.grid import tiles_used
from games.web.asking import hides_games, number_in, reader
from games.web.board import Picture, in_steps
from games.web.film import Frame, Step, as_json, samples_of, steps_of
from games.web.panels import shown
from games.web.presence import note_presence
from games.web.sent_back import take_back
from games.web.talk import said_at
from games.wording import listing

FILMS_KEPT = 20
PLACES = {2: gettext_noop("2nd"), 3: gettext_noop("3rd")}


@dataclass(frozen=True)
class Sum:
    """One player's result with its sum spelled out, and their board: at the end, and in the scene that is shown. `final` is the
    kind's own, `team` the name of theirs, where there are any."""

    final: Any
    name: str
    team: str
    place: str
    frame: Frame
    laid: int
    picture: Picture
    quotient: str
    decimal: str


@require_safe
@hides_games
def result(request: HttpRequest, game_id: int) -> HttpResponse:
    """All layouts and their sums, and where there is a film, at the result or at the step that is asked for; a game that still
    runs has none."""
    note_presence(request, game_id)
    view, scenes = queries.result(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase != "finished":
        return redirect("game", game_id)
    sent = take_back(request, game_id)
    context: dict[str, Any] = {
        "table": view,
        "headline": _headline_of_teams(view) if view.teams else _headline(view),
        "teams": [(team, place_in_words(team.rank)) for team in view.teams],
        "cuts": [(seat.name, cut) for seat, cut in zip(view.seats, view.cuts, strict=False) if cut],
        "resigned": [seat.name for seat in view.seats if seat.resigned],
        "said": said_at(view),
        "rematch": queries.rematch(view, player=reader(request)),
        "sent": sent,
        "refused": sent.why if sent else "",
    }
    templates = ["games/result.html"]
    if scenes:
        context |= _own_boards(request, view, _steps(scenes, get_language(), get_current_timezone_name()))
        templates = [f"games/{view.kind}/result.html", *templates]
    else:
        context |= {
            "story": [*_dates(view), *_ends(view)],
            "places": [(seat, place_in_words(seat.rank)) for seat in _by_rank(view)],
            "pieces": shown(view.panels),
        }
    return render(request, templates, context)


@require_safe
@hides_games
def film(request: HttpRequest, game_id: int) -> HttpResponse:
    """All layouts of a finished game, light by light, for the script that shows them; a game that runs has no film."""
    scenes = queries.film(game_id=game_id, player=reader(request), now=timezone.now())
    if not scenes:
        raise Http404
    return JsonResponse(as_json(_steps(scenes, get_language(), get_current_timezone_name())))


def place_in_words(rank: int | None) -> str:
    """The rank as it stands beside a name."""
    if rank is None:
        return ""
    return gettext("1st, wins") if rank == 1 else gettext(PLACES[rank]) if rank in PLACES else f"{rank}."


@lru_cache(maxsize=FILMS_KEPT)
def _steps(scenes: tuple[FilmScene, ...], language: str, zone: str) -> list[Step]:
    """The film drawn, in this language and at these times of day; the last ones looked at are kept."""
    return steps_of(scenes)


def _own_boards(request: HttpRequest, view: TableView, steps: Sequence[Step]) -> dict[str, Any]:
    asked = number_in(request.GET.get("step", ""))
    teams = {seat.number: team.name for team in view.teams for seat in team.seats}
    step = steps[-1] if asked is None else steps[min(asked, len(steps) - 1)]
    return {
        "story": [*_dates(view), *_story(view)],
        "steps": steps,
        "step": step,
        "samples": samples_of(steps),
        "sums": [
            _sum(final, view.names[final.result.seat], teams.get(final.result.seat, ""), frame, last.picture)
            for final, frame, last in zip(view.view.results, step.frames, steps[-1].frames, strict=True)
        ],
        "struck": [
            (view.names[one.result.seat], len(one.result.struck)) for one in view.view.results if one.result.struck
        ],
        "owing": [view.names[seat] for seat in view.view.owing],
    }


def _by_rank(view: TableView) -> list[SeatLine]:
    return sorted(view.seats, key=lambda seat: (seat.rank or len(view.seats) + 1, seat.number))


def _headline(view: TableView) -> str:
    if view.ending == "void":
        return gettext("No result: this game was made void")
    winners = [seat for seat in view.seats if seat.rank == 1 and not seat.resigned]
    if not winners:
        return gettext("Nobody stayed to the end")
    names, score = listing([seat.name for seat in winners]), winners[0].result
    if len(winners) > 1:
        return gettext("%(names)s share the win with %(score)s") % {"names": names, "score": score}
    return gettext("%(name)s wins with %(score)s") % {"name": names, "score": score}


def _headline_of_teams(view: TableView) -> str:
    winners = [team for team in view.teams if team.rank == 1 and team.result]
    if not winners:
        return _headline(view)
    names, score = listing([team.name for team in winners]), winners[0].result
    if len(winners) > 1:
        return gettext("%(names)s share the win with %(score)s") % {"names": names, "score": score}
    players = listing([seat.name for seat in winners[0].seats])
    return gettext("%(name)s wins with %(score)s: %(players)s") % {"name": names, "score": score, "players": players}


def _dates(view: TableView) -> Iterator[str]:
    if view.started_at and view.finished_at:
        first = str(date_format(localtime(view.started_at), "j F"))
        last = str(date_format(localtime(view.finished_at), "j F"))
        yield first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}


def _ends(view: TableView) -> Iterator[str]:
    """What ended it, where it was not played to its end."""
    if view.ending == "abandoned":
        yield gettext("everyone was away: scored as it lay")
    elif view.ending == "resigned":
        yield gettext("only one team was left") if view.teams else gettext("only one player was left")
    elif view.ending == "hard_end":
        yield gettext("its time was up: scored as it lay")
    elif view.ending == "adjudicated":
        yield gettext("the staff ended it: scored as it lay")
    elif view.ending == "void":
        yield from (line.says for line in view.history if line.verb == "end")


def _story(view: TableView) -> Iterator[str]:
    lights = view.round - 1
    yield ngettext("%(n)d light", "%(n)d lights", lights) % {"n": lights}
    if view.ending == "played":
        called, nobodys = gettext("red light called by %(name)s"), gettext("red light of nobody’s")
        yield nobodys if view.view.caller is None else called % {"name": view.names[view.view.caller]}
        grace = next(option.value for option in view.options if option.name == "grace")
        yield gettext("%(grace)s of grace") % {"grace": grace}
    yield from _ends(view)
    pool = view.view.pool
    yield ngettext("%(n)d tile stayed in the pool", "%(n)d tiles stayed in the pool", pool) % {"n": pool}


def _sum(final: Any, name: str, team: str, frame: Frame, picture: Picture) -> Sum:
    quotient, decimal = in_steps(final.shown)
    return Sum(
        final=final,
        name=name,
        team=team,
        place=place_in_words(final.rank),
        frame=frame,
        laid=len(tiles_used(final.result.layout)),
        picture=picture,
        quotient=quotient,
        decimal=decimal,
    )
