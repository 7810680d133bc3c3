"""A tournament as files to download: its standings and crosstable as spreadsheets, a report in FIDE's format if its
games are between two players, and all public data as JSON."""

import csv
import io
from collections.abc import Iterable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.tournaments.queries.exports import Row, crosstable_rows, has_report, record, report, standings_rows
from games.tournaments.queries.pages import shown_tournament
from games.tournaments.snapshot import Snapshot
from games.tournaments.web.pages import hides_tournaments
from games.web.asking import reader


@require_safe
@hides_tournaments
def standings_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return _sheet(standings_rows(_read(request, tournament_id).divisions), f"standings-{tournament_id}.csv")


@require_safe
@hides_tournaments
def crosstable_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    return _sheet(crosstable_rows(_read(request, tournament_id).divisions), f"crosstable-{tournament_id}.csv")


@require_safe
@hides_tournaments
def tournament_trf(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Serve the report of one division. `division=1-2` in the URL is the second division of the first stage. Only
    tournaments of pairs have reports."""
    tournament, directors = shown_tournament(tournament_id, reader(request))
    whole, key = Snapshot(tournament), request.GET.get("division", "")
    own = next((one for one in whole.divisions if key in ("", f"{one.division.stage}-{one.division.number}")), None)
    if own is None or not has_report(tournament):
        raise Http404
    text = report(own, directors=[one.name for one in directors if one.name])
    return _file(text, "text/plain; charset=utf-8", f"tournament-{tournament_id}.trf")


@require_safe
@hides_tournaments
def tournament_json(request: HttpRequest, tournament_id: int) -> HttpResponse:
    known = record(_read(request, tournament_id), site=settings.SITE_URL.rstrip("/"))
    return JsonResponse(known, json_dumps_params={"ensure_ascii": False, "indent": 1})


def _read(request: HttpRequest, tournament_id: int) -> Snapshot:
    return Snapshot(shown_tournament(tournament_id, reader(request))[0])


def _sheet(rows: Iterable[Row], name: str) -> HttpResponse:
    """Return the rows as a CSV file, with the mark by which spreadsheets recognise UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return _file("\ufeff" + text.getvalue(), "text/csv; charset=utf-8", name)


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
