"""The tournaments there are: open for entries, going on, over. For everybody, also for who is not signed in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils.translation import gettext

from games.players.models import Player
from games.rules import registry
from games.tournaments.commands.books import PLAYS
from games.tournaments.models import Entrant, Tournament

FINISHED_SHOWN = 40


@dataclass(frozen=True)
class TournamentLine:
    """A tournament in a list; `at` is when entries close, when it began, or when it ended, by its phase."""

    id: int
    name: str
    season: int
    kind_name: str
    format: str
    phase: str
    entered: int
    most: int | None
    is_mine: bool
    at: datetime | None


@dataclass(frozen=True)
class Tournaments:
    """`drafts` are those that the reader directs."""

    drafts: tuple[TournamentLine, ...]
    open: tuple[TournamentLine, ...]
    running: tuple[TournamentLine, ...]
    finished: tuple[TournamentLine, ...]


def tournaments(*, player: Player | None) -> Tournaments:
    """A query for each list; drafts are their directors' alone."""
    counted = Tournament.objects.annotate(entered=Count("entrants", filter=Q(entrants__standing__in=PLAYS)))
    over = (Tournament.Phase.FINISHED, Tournament.Phase.VOID)
    mine = _entered_by(player)
    drafts = counted.filter(phase=Tournament.Phase.DRAFT, directors=player) if player else counted.none()
    return Tournaments(
        drafts=_lines(drafts.order_by("-pk"), mine),
        open=_lines(counted.filter(phase=Tournament.Phase.ENTRIES).order_by("entries_close_at", "pk"), mine),
        running=_lines(
            counted.filter(phase__in=[Tournament.Phase.CLOSED, Tournament.Phase.RUNNING]).order_by(
                "-started_at", "-pk"
            ),
            mine,
        ),
        finished=_lines(counted.filter(phase__in=over).order_by("-finished_at", "-pk")[:FINISHED_SHOWN], mine),
    )


def _entered_by(player: Player | None) -> set[int]:
    if player is None:
        return set()
    entrances = Entrant.objects.filter(player=player).exclude(standing=Entrant.Standing.WITHDRAWN)
    return set(entrances.values_list("tournament_id", flat=True))


def _lines(rows: Iterable[Tournament], mine: set[int]) -> tuple[TournamentLine, ...]:
    return tuple(_line(row, row.pk in mine) for row in rows)


def _line(row: Tournament, is_mine: bool) -> TournamentLine:
    return TournamentLine(
        id=row.pk,
        name=row.name,
        season=row.season,
        kind_name=gettext(registry.kind(row.kind).name),
        format=row.get_format_display(),
        phase=row.phase,
        entered=row.entered,  # type: ignore[attr-defined]
        most=row.most_entrants,
        is_mine=is_mine,
        at=row.entries_close_at if row.phase == Tournament.Phase.ENTRIES else row.finished_at or row.started_at,
    )
