"""Email health, for operators: what is waiting and for how long, and what fails and why. It has only numbers and
reasons, and no addresses, tokens or text."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.db.models import Count, Min, Q, QuerySet

from notifications.models import BouncingAddress, DeliveryReport, InboundMail, Message

LATELY, AN_HOUR = timedelta(days=7), timedelta(hours=1)
RETRIED = Count("pk", filter=Q(attempts__gt=1))


Health = TypedDict(
    "Health",
    {
        "in": dict[str, int],
        "out": dict[str, int],
        "channels": dict[str, int],
        "reports": dict[str, int],
        "failures": dict[str, int],
        "bounced": int,
        "refused_in_an_hour": int,
        "suppressed": dict[str, int],
        "quarantine": dict[str, int],
    },
)


def health(*, now: datetime) -> Health:
    """Return the health as JSON: queues in and out (`waiting`, `oldest_seconds`, `retrying`), and counts. Counts by
    reason cover the last 7 days.

    `refused_in_an_hour` counts addresses. Email that its reader wants later doesn't count as waiting; general email
    counts with the rest. `quarantine` counts incoming email that wasn't carried out, while it is stored."""
    unread, unsent, unposted = _unread(), _unsent(now=now), _unposted()
    reports = DeliveryReport.objects.filter(due_at__isnull=False).aggregate(n=Count("pk"), since=Min("reported_at"))
    stopped = BouncingAddress.objects.aggregate(
        n=Count("pk", filter=Q(stopped_at__isnull=False)),
        complained=Count("pk", filter=Q(complained_at__isnull=False)),
        refused=Count("pk", filter=Q(refused_at__gt=now - AN_HOUR)),
    )
    lately = now - LATELY
    again = Message.objects.filter(due_at__isnull=False, attempts__gt=0).exclude(status="")
    closed = Message.objects.filter(sent_at=None, due_at=None, bounced_at=None, made_at__gt=lately)
    for_good = closed.filter(Q(status__startswith="given up") | Q(status__startswith="not sent"))
    came_back = Message.objects.filter(bounced_at__gt=lately)
    kept = InboundMail.objects.filter(read_at__isnull=False).exclude(outcome=InboundMail.Outcome.OBEYED)
    return {
        "in": {
            "waiting": unread["n"],
            "oldest_seconds": _seconds(unread["since"], now=now),
            "retrying": unread["retrying"],
        },
        "out": {
            "waiting": unsent["n"],
            "oldest_seconds": _seconds(unsent["since"], now=now),
            "retrying": unsent["retrying"],
        },
        "channels": {"waiting": unposted["n"], "oldest_seconds": _seconds(unposted["since"], now=now)},
        "reports": {"waiting": reports["n"], "oldest_seconds": _seconds(reports["since"], now=now)},
        "failures": _by_reason("status", again, for_good, came_back.filter(made_at__gt=lately)),
        "bounced": came_back.count(),
        "refused_in_an_hour": stopped["refused"],
        "suppressed": {"bounced": stopped["n"] - stopped["complained"], "complained": stopped["complained"]},
        "quarantine": _by_reason("outcome", kept.exclude(recipient="")),
    }


def oldest_waiting(*, now: datetime) -> datetime | None:
    """Return since when the oldest email has waited to be read or sent, or a message to be posted; None if nothing
    waits."""
    return min(filter(None, (_unread()["since"], _unsent(now=now)["since"], _unposted()["since"])), default=None)


def _unread() -> dict[str, Any]:
    """Count unread incoming email: `n`, `since` when the oldest waits, and how many are `retrying`."""
    waiting = InboundMail.objects.filter(due_at__isnull=False)
    return waiting.aggregate(n=Count("pk"), since=Min("received_at"), retrying=RETRIED)


def _unsent(*, now: datetime) -> dict[str, Any]:
    """Count unsent outgoing email: `n`, `since` when the oldest waits, and how many are `retrying`."""
    is_due = Q(due_at__lte=now) | Q(attempts__gt=0)
    counted = Message.objects.filter(is_due, due_at__isnull=False).aggregate(
        n=Count("pk"),
        untried=Min("due_at", filter=Q(attempts=0)),
        tried=Min("made_at", filter=Q(attempts__gt=0)),  # each try moves `due_at`, so count from `made_at`
        retrying=RETRIED,
    )
    since = min(filter(None, (counted.pop("untried"), counted.pop("tried"))), default=None)
    return {**counted, "since": since}


def _unposted() -> dict[str, Any]:
    """Count the messages that wait for the worker of channels: `n`, and `since` when the oldest waits."""
    return Message.objects.filter(post_at__isnull=False).aggregate(n=Count("pk"), since=Min("post_at"))


def _seconds(since: datetime | None, *, now: datetime) -> int:
    return max(0, int((now - since).total_seconds())) if since else 0


def _by_reason(reason: str, *rows: "QuerySet[Message] | QuerySet[InboundMail]") -> dict[str, int]:
    """Count rows by reason, the most common first. There is a query for each kind of rows, as each has an index of its
    own."""
    counted = Counter[str]()
    for some in rows:
        counted.update(dict(some.order_by().values_list(reason).annotate(n=Count("pk"))))
    return dict(sorted(counted.items(), key=lambda one: (-one[1], one[0])))
