"""Mail providers report what became of a mail: each report is stored and its reading queued, and that is all that happens
while the provider waits. What follows is in `notifications.bounces`."""

from datetime import datetime, timedelta
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from celery import current_app
from django.db import transaction
from django.utils import timezone

from games.rules.kind import OrderRefused
from notifications.bounces import bounced
from notifications.models import Bounce, DeliveryReport
from notifications.outbox import claim

FIRST_SWEEP_AFTER = timedelta(seconds=20)  # should the nudge be lost
LEASE = timedelta(minutes=1)
AT_ONCE = 200  # the next sweep comes in seconds

GONE = {RejectReason.INVALID, RejectReason.BOUNCED}  # the mailbox, as against a server that would not take this mail
UNWANTED = {RejectReason.SPAM, RejectReason.UNSUBSCRIBED}  # by its reader, where the provider itself refuses to send


def keep_report(sender: object, event: AnymailTrackingEvent, esp_name: str, **_: Any) -> None:
    """Store what says that a mail came back; a report that comes twice is one."""
    how = how_it_came_back(event.event_type, event.reject_reason)
    if how is None:
        return
    now = timezone.now()
    report = DeliveryReport(
        provider=esp_name,
        event_id=(event.event_id or "")[:200],
        how=how,
        address=(event.recipient or "")[:254],
        message_id=str(event.message_id or "")[:200],
        reported_at=now,
        due_at=now + FIRST_SWEEP_AFTER,
    )
    DeliveryReport.objects.bulk_create([report], ignore_conflicts=True)
    transaction.on_commit(_nudge, robust=True)


def how_it_came_back(event_type: str, reason: str | None) -> Bounce | None:
    """What a provider's word for it means here; None for what is no bounce, or is tried again by the provider."""
    match event_type:
        case EventType.COMPLAINED:
            return Bounce.COMPLAINT
        case EventType.REJECTED if reason in UNWANTED:
            return Bounce.COMPLAINT
        case EventType.REJECTED | EventType.BOUNCED if reason in GONE:
            return Bounce.HARD
        case EventType.REJECTED | EventType.BOUNCED | EventType.FAILED:
            return Bounce.SOFT
        case _:
            return None


def read_reports(*, now: datetime) -> int:
    """Act on the reports that are due; how many. One that cannot be acted on now, or is cut short, comes again."""
    read, due = 0, DeliveryReport.objects.filter(due_at__lte=now)
    for _ in range(AT_ONCE):
        report = next(iter(claim(due, lease=LEASE, now=now, most=1)), None)
        if report is None:
            break
        if _act_on(report, now=now):
            read += DeliveryReport.objects.filter(pk=report.pk).update(due_at=None)
    return read


def _act_on(report: DeliveryReport, *, now: datetime) -> bool:
    """Whether it could be done."""
    try:
        bounced(how=Bounce(report.how), message_id=report.message_id, address=report.address, now=now)
    except OrderRefused:
        return False
    return True


def _nudge() -> None:
    current_app.send_task("notifications.tasks.read_reports")
