"""Claiming rows that are to be handled once: outgoing mail, incoming mail, delivery reports."""

from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import F, QuerySet

from notifications.models import Queued

Row = TypeVar("Row", bound=Queued)


@transaction.atomic
def claim(free: "QuerySet[Row]", *, lease: timedelta, now: datetime, most: int) -> list[Row]:
    """Claim up to `most` of the free rows, the longest due first, each counting one more try. Nobody else gets them until
    the lease is over."""
    ours = list(free.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")[:most])
    free.model._default_manager.filter(pk__in=[row.pk for row in ours]).update(
        due_at=now + lease, attempts=F("attempts") + 1
    )
    for row in ours:
        row.attempts += 1
    return ours
