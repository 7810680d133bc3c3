"""The result: every layout at one scale with its sum, and what is needed to check the draws."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_noop, ngettext

from games.queries.crossing import ResultLine
from games.queries.views import TableView
from games.rules.grid import tiles_used
from games.web.board import Picture, draw_alike
from games.wording import listing

SMALL_CELL = 28
PLACES = {2: gettext_noop("2nd"), 3: gettext_noop("3rd")}


@dataclass(frozen=True)
class Sum:
    """One player's result with its sum spelled out."""

    line: ResultLine
    place: str
    picture: Picture
    laid: int
    terms: str
    quotient: str
    decimal: str


def show_result(request: HttpRequest, view: TableView, *, refused: str = "", status: int = 200) -> HttpResponse:
    lines = view.crossing.results if view.crossing else ()
    context = {
        "table": view,
        "headline": _headline(view, lines),
        "story": list(_story(view)),
        "sums": _sums(lines),
        "cuts": [(seat.name, cut) for seat, cut in zip(view.seats, view.cuts, strict=False) if cut],
        "resigned": [seat.name for seat in view.seats if seat.resigned],
        "refused": refused,
    }
    return render(request, "games/result.html", context, status=status)


def _headline(view: TableView, lines: tuple[ResultLine, ...]) -> str:
    winners = [line for line in lines if line.rank == 1]
    if not winners:
        return gettext("Nobody stayed to the end")
    names, shown = listing([line.name for line in winners]), winners[0].shown
    if len(winners) > 1:
        return gettext("%(names)s share the win with %(score)s") % {"names": names, "score": shown}
    return gettext("%(name)s wins with %(score)s") % {"name": names, "score": shown}


def _story(view: TableView) -> Iterator[str]:
    if view.started_at and view.finished_at:
        first = str(date_format(localtime(view.started_at), "j F"))
        last = str(date_format(localtime(view.finished_at), "j F"))
        yield first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}
    lights = view.round - 1
    yield ngettext("%(n)d light", "%(n)d lights", lights) % {"n": lights}
    endings: dict[str, str] = {
        "played": gettext("ended by a red light"),
        "abandoned": gettext("everyone was away: scored as it lay"),
        "resigned": gettext("only one player was left"),
    }
    if view.ending in endings:
        yield endings[view.ending]
    if view.crossing:
        pool = view.crossing.pool
        yield ngettext("%(n)d tile stayed in the pool", "%(n)d tiles stayed in the pool", pool) % {"n": pool}


def _sums(lines: tuple[ResultLine, ...]) -> list[Sum]:
    pictures = draw_alike([(line.layout, line.struck) for line in lines], cell=SMALL_CELL)
    return [_sum(line, picture) for line, picture in zip(lines, pictures, strict=True)]


def _sum(line: ResultLine, picture: Picture) -> Sum:
    quotient, _, decimal = line.shown.partition("=")
    place = gettext("1st, wins") if line.rank == 1 else gettext(PLACES.get(line.rank, "")) or f"{line.rank}."
    return Sum(
        line=line,
        place=place,
        picture=picture,
        laid=len(tiles_used(line.layout)),
        terms=" + ".join(f"{letter} {points}" for letter, points in line.terms),
        quotient=quotient.replace("/", " ÷ ").replace("+", " + "),
        decimal=decimal,
    )
