"""The health of mail, for whoever runs the server: what waits and how long, what fails and why. Numbers and reasons only:
no addresses, tokens or text."""

from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Count, Min, Q, QuerySet

from notifications.models import BouncingAddress, DeliveryReport, InboundMail, Message

LATELY = timedelta(days=7)


Health = TypedDict(
    "Health",
    {
        "in": dict[str, int],
        "out": dict[str, int],
        "reports": dict[str, int],
        "failures": dict[str, int],
        "bounced": int,
        "suppressed": dict[str, int],
        "quarantine": dict[str, int],
    },
)


def health(*, now: datetime) -> Health:
    """The health as JSON: queues in and out (`waiting`, `oldest_seconds`, `retrying`), and counts; those by reason are of
    the last 7 days.

    Mail that its reader wants later does not count as waiting; mails of no game count with the rest. `quarantine` counts
    incoming mail that was not obeyed, while it is kept."""
    unread = InboundMail.objects.filter(read_at=None)
    unsent = Message.objects.filter(Q(due_at__lte=now) | Q(attempts__gt=0), due_at__isnull=False)
    for_good = Q(status__startswith="given up") | Q(status__startswith="came back") | Q(status__startswith="not sent")
    again = Q(due_at__isnull=False, attempts__gt=0) & ~Q(status="")
    failed = Message.objects.filter(again | (for_good & Q(made_at__gt=now - LATELY)))
    reports = DeliveryReport.objects.filter(due_at__isnull=False)
    kept = InboundMail.objects.filter(read_at__isnull=False).exclude(outcome=InboundMail.Outcome.OBEYED)
    stopped = BouncingAddress.objects.filter(stopped_at__isnull=False)
    complained = stopped.filter(complained_at__isnull=False).count()
    return {
        "in": {
            "waiting": unread.count(),
            "oldest_seconds": _seconds(unread.aggregate(at=Min("received_at"))["at"], now=now),
            "retrying": unread.filter(attempts__gt=1).count(),
        },
        "out": {
            "waiting": unsent.count(),
            "oldest_seconds": _seconds(_unsent_since(unsent), now=now),
            "retrying": unsent.filter(attempts__gt=1).count(),
        },
        "reports": {
            "waiting": reports.count(),
            "oldest_seconds": _seconds(reports.aggregate(at=Min("reported_at"))["at"], now=now),
        },
        "failures": _by_reason(failed, "status"),
        "bounced": Message.objects.filter(bounced_at__gt=now - LATELY).count(),
        "suppressed": {"bounced": stopped.count() - complained, "complained": complained},
        "quarantine": _by_reason(kept.exclude(recipient=""), "outcome"),
    }


def _seconds(since: datetime | None, *, now: datetime) -> int:
    return max(0, int((now - since).total_seconds())) if since else 0


def _unsent_since(unsent: "QuerySet[Message]") -> datetime | None:
    """The instant since which the oldest waits. `due_at` moves with each try, so one that was tried counts from when it was
    written."""
    untried = unsent.filter(attempts=0).aggregate(at=Min("due_at"))["at"]
    tried = unsent.filter(attempts__gt=0).aggregate(at=Min("made_at"))["at"]
    return min(filter(None, (untried, tried)), default=None)


def _by_reason(rows: "QuerySet[Message] | QuerySet[InboundMail]", reason: str) -> dict[str, int]:
    """The reasons, the commonest first."""
    counted = rows.order_by().values_list(reason).annotate(n=Count("pk"))
    return dict(sorted(counted, key=lambda one: (-one[1], one[0])))
