"""What a player may know of reports: what was decided on their own words and name, never who told of them."""

from dataclasses import dataclass
from datetime import datetime

from games.players.models import Player, Report


@dataclass(frozen=True)
class DecisionLine:
    """A decision of the staff on a player's own words; `until` is the end of a silence, None for another name."""

    id: int
    words: str
    decided_at: datetime
    until: datetime | None
    appeal: str
    is_granted: bool | None
    may_appeal: bool


def decisions_on(*, player: Player, now: datetime) -> tuple[DecisionLine, ...]:
    """The newest first; one query."""
    of_note = Report.objects.filter(about=player, decision__in=[Report.Decision.SILENCED, Report.Decision.RENAMED])
    return tuple(
        DecisionLine(
            id=one.pk,
            words=one.words,
            decided_at=one.decided_at or now,
            until=one.silenced_until,
            appeal=one.appeal,
            is_granted=one.is_granted,
            may_appeal=one.silenced_until is not None and one.silenced_until > now and one.appealed_at is None,
        )
        for one in of_note.order_by("-decided_at")[:50]
    )
