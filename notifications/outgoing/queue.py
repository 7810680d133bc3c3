"""Claiming rows that are to be handled once: outgoing mail, incoming mail, delivery reports."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from games.statements import update
from notifications.models import Queued

Row = TypeVar("Row", bound=Queued)


@transaction.atomic
def claim(free: "QuerySet[Row]", *, lease: timedelta, now: datetime, most: int) -> list[Row]:
    """Claim up to `most` of the free rows, the longest due first, each counting one more try. Nobody else gets them until
    the lease is over."""
    ours = list(free.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")[:most])
    take(ours, lease=lease, now=now)
    return ours


def take(locked: Sequence[Queued], *, lease: timedelta, now: datetime) -> None:
    """The same for rows that are locked."""
    for attempts in {row.attempts for row in locked}:
        alike = [row for row in locked if row.attempts == attempts]
        for row in alike:
            row.due_at, row.attempts = now + lease, attempts + 1
        update(alike, ("due_at", "attempts"))
