"""A tournament as files: sheets of its standings and crosstable, FIDE's report for pairs, and everything public as JSON."""

import csv
import io
from collections.abc import Iterable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.tournaments.queries.book import Book
from games.tournaments.queries.ledger import Ledger
from games.tournaments.queries.pages import books_of, shown_tournament
from games.tournaments.queries.record import record
from games.tournaments.queries.sheets import Row, crosstable_rows, standings_rows
from games.tournaments.queries.trf import has_report, report
from games.tournaments.web.hiding import hides_tournaments
from games.web.asking import reader


@require_safe
@hides_tournaments
def standings_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    _, books = _read(request, tournament_id)
    return _sheet(standings_rows(books), f"standings-{tournament_id}.csv")


@require_safe
@hides_tournaments
def crosstable_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    _, books = _read(request, tournament_id)
    return _sheet(crosstable_rows(books), f"crosstable-{tournament_id}.csv")


@require_safe
@hides_tournaments
def tournament_trf(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Of one division, `division=1-2` being the second of the first stage; no other tournament than one of pairs has it."""
    read, books = _read(request, tournament_id)
    key = request.GET.get("division", "")
    book = next((one for one in books if key in ("", f"{one.division.stage}-{one.division.number}")), None)
    if book is None or not has_report(read.tournament):
        raise Http404
    directors = list(read.tournament.directors.order_by("pk").values_list("name", flat=True))
    text = report(book, directors=[name for name in directors if name])
    return _file(text, "text/plain; charset=utf-8", f"tournament-{tournament_id}.trf")


@require_safe
@hides_tournaments
def tournament_json(request: HttpRequest, tournament_id: int) -> HttpResponse:
    read, books = _read(request, tournament_id)
    known = record(read, books, site=settings.SITE_URL.rstrip("/"))
    return JsonResponse(known, json_dumps_params={"ensure_ascii": False, "indent": 1})


def _read(request: HttpRequest, tournament_id: int) -> tuple[Ledger, list[Book]]:
    return books_of(shown_tournament(tournament_id, reader(request)))


def _sheet(rows: Iterable[Row], name: str) -> HttpResponse:
    """With the mark by which programs of sheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return _file("\ufeff" + text.getvalue(), "text/csv; charset=utf-8", name)


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
