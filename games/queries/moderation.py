"""The parts of reports that a player is allowed to see: what they can report, and the moderators' decisions on their
own words and name. Players never see who reported them."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Model
from django.utils.module_loading import import_string

from games.players.models import Player, Report
from games.queries.history import HistoryLine
from games.queries.tables import table
from games.store import NoSuchGame


class NoSuchPlace(Exception):
    """The club or tournament doesn't exist, or this reader isn't allowed to know of it. Readers get the same answer in
    both cases, so that it reveals nothing."""


def lines_to_report(*, game_id: int, player: Player, now: datetime) -> list[HistoryLine]:
    """Return the messages that others have sent in a game, as far as the player sees them. Raises NoSuchGame for
    non-players."""
    view = table(game_id=game_id, player=player, now=now)
    if player.is_guest or view.you is None:
        raise NoSuchGame
    return [line for line in view.said if line.by is not None and not line.is_own and not line.is_taken_out]


def place_to_report(*, sort: str, number: int, player: Player) -> Model:
    """Return the club or tournament with this number, if the player is allowed to know of it. Raises NoSuchPlace."""
    known = settings.PLACES_TO_REPORT.get(sort)
    place: Model | None = import_string(known)(number, player) if known else None
    if place is None:
        raise NoSuchPlace
    return place


@dataclass(frozen=True)
class DecisionLine:
    """A decision of the moderators on a player's own words; `until` is the end of a mute, None for a changed name and
    for words that were only removed."""

    id: int
    words: str
    is_taken_out: bool
    decided_at: datetime
    until: datetime | None
    appeal: str
    is_granted: bool | None
    may_appeal: bool


def decisions_on(*, player: Player, now: datetime) -> tuple[DecisionLine, ...]:
    """Return the decisions on a player, the newest first; one query."""
    of_note = Report.objects.filter(about=player).exclude(decision__in=["", Report.Decision.DISMISSED])
    return tuple(
        DecisionLine(
            id=one.pk,
            words=one.words,
            is_taken_out=one.decision == Report.Decision.TAKEN_OUT,
            decided_at=one.decided_at or now,
            until=one.silenced_until,
            appeal=one.appeal,
            is_granted=one.is_granted,
            may_appeal=one.silenced_until is not None and one.silenced_until > now and one.appealed_at is None,
        )
        for one in of_note.order_by("-decided_at")[:50]
    )
