"""Rows that are deleted once they are old: each verb deletes at most so many of them in one transaction, and returns how many, so
that a sweep in pieces keeps nobody waiting. What is kept how long is not decided here."""

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
    """Delete at most so many of these rows, with what belongs to them, or have that be done `by` their numbers. Returns how many
    were taken up; one that cannot be deleted is put off, by a clock of its own: `now` may be any instant that moves with it."""
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
    """Forget the addresses of people who have not answered, with the mails to them."""
    return forget(Invitation.objects.filter(joined_at=None, invited_at__lt=before), most=most, now=before)


def forget_unconfirmed(*, before: datetime, most: int) -> int:
    """Forget accounts whose address nobody has confirmed: whoever signed up may not be whose address it is."""
    given = EmailAddress.objects.filter(user=OuterRef("pk"))
    accounts = Player.objects.filter(joined_at__lt=before, last_login=None, is_staff=False, guest_until=None).filter(
        Exists(given.filter(verified=False)), ~Exists(given.filter(verified=True)), seats=None
    )
    return forget(accounts, most=most, now=before)


def forget_answers(*, before: datetime, most: int) -> int:
    """Forget answers to requests of the API that would be repeated."""
    return forget(KeptAnswer.objects.filter(kept_at__lt=before), most=most, now=before)


def forget_reports(*, before: datetime, most: int) -> int:
    """Forget reports that were decided, once no silence comes of them any more."""
    decided = Report.objects.filter(decided_at__lt=before)
    return forget(decided.exclude(silenced_until__gt=before), most=most, now=before)


def forget_sightings(*, before: datetime, most: int) -> int:
    """Forget on which days which browser came, and from where."""
    return forget(Sighting.objects.filter(day__lte=before.date(), at__lt=before), most=most, now=before)


def forget_suspicions(*, before: datetime, most: int) -> int:
    """Forget suspicions of two accounts on which nobody decided."""
    return forget(Suspicion.objects.filter(decision="", found_at__lt=before), most=most, now=before)


def forget_decided_suspicions(*, before: datetime, most: int) -> int:
    """Forget suspicions that were acted on. What was dismissed stays as long as both accounts, so that nobody is suspected of it
    again."""
    return forget(
        Suspicion.objects.filter(decision=Suspicion.Decision.ACTED_ON, decided_at__lt=before), most=most, now=before
    )
