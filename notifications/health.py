"""How mail is doing, for whoever runs the server: what waits and for how long, what fails and why. Numbers and reasons only:
no addresses, no tokens, no text."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.db.models import Count, Min, Q, QuerySet

from notifications.models import BouncingAddress, DeliveryReport, Digest, InboundMail, Message

LATELY = timedelta(days=7)
GOING_OUT = (Message, Digest)

Rows: TypeAlias = "Sequence[QuerySet[Any]]"


def health(*, now: datetime) -> dict[str, Any]:
    """As JSON: queues in and out (`waiting`, `oldest_seconds`, `retrying`), and counts; those by reason of the last 7 days.

    Mail that its reader wants later is not waiting; what is of no game goes out with the rest. `quarantine` is all that came
    in and was not obeyed, while it is kept."""
    unread = InboundMail.objects.filter(read_at=None)
    reports = DeliveryReport.objects.filter(due_at__isnull=False)
    kept = InboundMail.objects.filter(read_at__isnull=False).exclude(outcome=InboundMail.Outcome.OBEYED)
    stopped = BouncingAddress.objects.filter(stopped_at__isnull=False)
    complained = stopped.filter(complained_at__isnull=False).count()
    return {
        "in": _queue([unread], since=unread.aggregate(at=Min("received_at"))["at"], now=now),
        "out": _queue(_unsent(now), since=_unsent_since(_unsent(now)), now=now),
        "reports": {
            "waiting": reports.count(),
            "oldest_seconds": _seconds(reports.aggregate(at=Min("reported_at"))["at"], now=now),
        },
        "failures": _by_reason(_failed(now), "status"),
        "bounced": Message.objects.filter(bounced_at__gt=now - LATELY).count(),
        "suppressed": {"bounced": stopped.count() - complained, "complained": complained},
        "quarantine": _by_reason([kept.exclude(recipient="")], "outcome"),
    }


def _queue(waiting: Rows, *, since: datetime | None, now: datetime) -> dict[str, int]:
    return {
        "waiting": sum(rows.count() for rows in waiting),
        "oldest_seconds": _seconds(since, now=now),
        "retrying": sum(rows.filter(attempts__gt=1).count() for rows in waiting),
    }


def _unsent(now: datetime) -> Rows:
    """Mails of games and of no game that should have left."""
    is_unsent = Q(due_at__lte=now) | Q(attempts__gt=0)
    return [kind.objects.filter(is_unsent, due_at__isnull=False) for kind in GOING_OUT]


def _unsent_since(unsent: Rows) -> datetime | None:
    """One that has been tried is due anew at each try: it waits since the first, or since it was written."""
    untried = (rows.filter(attempts=0).aggregate(at=Min("due_at"))["at"] for rows in unsent)
    tried = (rows.filter(attempts__gt=0).aggregate(at=Min("made_at"))["at"] for rows in unsent)
    return min(filter(None, (*untried, *tried)), default=None)


def _failed(now: datetime) -> Rows:
    """Mails that come again, and those of late that were given up, came back, or were not sent as others had."""
    for_good = Q(status__startswith="given up") | Q(status__startswith="came back") | Q(status__startswith="not sent")
    again = Q(due_at__isnull=False, attempts__gt=0) & ~Q(status="")
    return [kind.objects.filter(again | (for_good & Q(made_at__gt=now - LATELY))) for kind in GOING_OUT]


def _by_reason(counted: Rows, reason: str) -> dict[str, int]:
    """The commonest first."""
    found = Counter[str]()
    for rows in counted:
        found.update({row[reason]: row["n"] for row in rows.order_by().values(reason).annotate(n=Count("pk"))})
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def _seconds(since: datetime | None, *, now: datetime) -> int:
    return max(0, int((now - since).total_seconds())) if since else 0
