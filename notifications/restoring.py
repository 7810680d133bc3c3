"""The outbox of a database that was put back: what it holds may have left before, and nothing is mailed twice."""

from datetime import datetime

from games.models import Event
from games.players.models import Report
from games.tournaments.models import News
from notifications.models import Message

WHY = "the server was restored"


def close_what_may_have_left(*, now: datetime) -> None:
    """Close every mail that waits, and call everything told that happened before the copy."""
    Message.objects.filter(due_at__isnull=False).update(due_at=None, status=WHY)
    Event.objects.filter(announced_at=None).update(announced_at=now)
    News.objects.filter(announced_at=None).update(announced_at=now)
    Report.objects.exclude(decision="").filter(told_at=None).update(told_at=now)
