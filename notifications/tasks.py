"""What Celery runs of this room. Every task may be repeated, late or lost: the sweep finds what is undone."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from games.models import Event
from notifications import announcing, sending
from notifications.inbound import dispatch
from notifications.models import InboundMail, Message, Notice

AT_ONCE = 200  # of each, in one sweep: the next one comes in seconds


@shared_task
def announce_game(game_id: int) -> None:
    """Tell people what happened at one table."""
    tell(game_id, now=timezone.now())


@shared_task
def read_inbound(mail_id: int) -> None:
    """Read one mail that came in, and send what answers it."""
    now = timezone.now()
    answer = dispatch.read(mail_id, now=now)
    if answer is not None:
        sending.send(answer.pk, now=now)


@shared_task
def sweep() -> None:
    """Read what is unread, tell what is untold, send what is unsent."""
    sweep_at(timezone.now())


def sweep_at(now: datetime) -> int:
    """One sweep, for the task and for the command of that name; how many mails went out."""
    for mail_id in (
        InboundMail.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True)[:AT_ONCE]
    ):
        dispatch.read(mail_id, now=now)
    for game_id in _games_to_tell(now):
        announcing.announce(game_id, now=now)
    due = Message.objects.filter(due_at__lte=now).order_by("due_at")
    return sum(sending.send(message_id, now=now) for message_id in due.values_list("pk", flat=True)[:AT_ONCE])


def tell(game_id: int, *, now: datetime) -> None:
    """Announce one game and send what is due."""
    for message_id in announcing.announce(game_id, now=now):
        sending.send(message_id, now=now)


def _games_to_tell(now: datetime) -> set[int]:
    events = Event.objects.filter(announced_at=None).values_list("game", flat=True)
    notices = Notice.objects.filter(message=None, dropped_at=None, not_before__lte=now).values_list("game", flat=True)
    return {*events.distinct()[:AT_ONCE], *notices.distinct()[:AT_ONCE]}
