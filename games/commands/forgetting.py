"""Deletion of old rows. Each function deletes at most `most` in one transaction and returns how many, so that a long
clean-up never blocks anybody. How long each kind of data is stored is decided elsewhere."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games import batches
from games.players.models import Invitation, KeptAnswer, Player, Report, Sighting, Suspicion


def forget(
    rows: QuerySet[Any], *, most: int, now: datetime, by: Callable[[Sequence[Any]], object] | None = None
) -> int:
    """Delete at most `most` of these rows with what belongs to them, or call `by` with their ids. Return how many were
    tried.

    A row that cannot be deleted is tried again later, by the caller's own clock: `now` may be any instant that advances
    with time."""
    task = f"forgetting {rows.model._meta.model_name}"

    @transaction.atomic
    def delete(some: Sequence[Any]) -> None:
        if by is not None:
            by(some)
        else:
            rows.model._default_manager.filter(pk__in=some).delete()

    some = list(batches.ready(task, rows, now=now).values_list("pk", flat=True)[:most])
    batches.together(task, some, delete, now=now)
    return len(some)


def forget_invitations(*, before: datetime, most: int) -> int:
    """Delete the addresses of people who have not answered, with the emails to them."""
    return forget(Invitation.objects.filter(joined_at=None, invited_at__lt=before), most=most, now=before)


def forget_unconfirmed(*, before: datetime, most: int) -> int:
    """Delete accounts with an unconfirmed address: it may not belong to the person who signed up."""
    given = EmailAddress.objects.filter(user=OuterRef("pk"))
    accounts = Player.objects.filter(joined_at__lt=before, last_login=None, is_staff=False, guest_until=None).filter(
        Exists(given.filter(verified=False)), ~Exists(given.filter(verified=True)), seats=None
    )
    return forget(accounts, most=most, now=before)


def forget_answers(*, before: datetime, most: int) -> int:
    """Delete answers stored for repeated API requests."""
    return forget(KeptAnswer.objects.filter(kept_at__lt=before), most=most, now=before)


def forget_reports(*, before: datetime, most: int) -> int:
    """Delete reports that were decided, once no mute depends on them."""
    decided = Report.objects.filter(decided_at__lt=before)
    return forget(decided.exclude(silenced_until__gt=before), most=most, now=before)


def forget_sightings(*, before: datetime, most: int) -> int:
    """Delete the sightings of browsers and addresses."""
    return forget(Sighting.objects.filter(day__lte=before.date(), at__lt=before), most=most, now=before)


def forget_suspicions(*, before: datetime, most: int) -> int:
    """Delete undecided suspicions of duplicate accounts."""
    return forget(Suspicion.objects.filter(decision="", found_at__lt=before), most=most, now=before)


def forget_decided_suspicions(*, before: datetime, most: int) -> int:
    """Delete suspicions that were acted on. Dismissed ones are stored as long as both accounts exist, so that nobody is
    suspected again for the same reason."""
    return forget(
        Suspicion.objects.filter(decision=Suspicion.Decision.ACTED_ON, decided_at__lt=before), most=most, now=before
    )
