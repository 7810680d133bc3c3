"""The Celery tasks of this room. Every task may run twice, late or never: the sweep finds what is undone."""

from datetime import datetime

from celery import shared_task
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from games.models import Event
from notifications import announcing, bounces, channels, digests, outbox
from notifications.inbound import dispatch
from notifications.latest import Latest
from notifications.models import InboundMail, Message, Notice

AT_ONCE = 200  # of each, in one sweep: the next one comes in seconds
EXPIRES = 20  # seconds; what a sweep nominated and nobody took up is nominated again instead of piling up


@shared_task
def announce_game(game_id: int) -> None:
    """Tell people what happened at one table."""
    now = timezone.now()
    tell(game_id, now=now)
    nominate_channels(now, game_id=game_id)


@shared_task
def read_inbound(mail_id: int) -> None:
    """Read one incoming mail, and send its answer."""
    hear(mail_id, now=timezone.now())


@shared_task
def tell_channels(player_id: int) -> None:
    """Post what waits for the channels of one player. What none of them took is mailed now."""
    for game_id in {message.game_id for message in channels.tell(player_id, now=timezone.now())}:
        if game_id is None:
            tell_of_no_game.delay()
        else:
            announce_game.delay(game_id)


@shared_task
def read_reports() -> None:
    """Act on what mail providers have reported."""
    bounces.read_reports(now=timezone.now())


@shared_task
def sweep() -> None:
    """Nominate unread mail, the games with something untold or unsent, and the players whose channels wait for a post; read
    providers' reports."""
    now = timezone.now()
    bounces.read_reports(now=now)
    due = InboundMail.objects.filter(due_at__lte=now).order_by("due_at")
    for mail_id in due.values_list("pk", flat=True)[:AT_ONCE]:
        read_inbound.apply_async((mail_id,), expires=EXPIRES)
    for game_id in untold_games(now):
        announce_game.apply_async((game_id,), expires=EXPIRES)
    nominate_channels(now)


@shared_task
def tell_of_no_game() -> None:
    """Mail the news of tournaments, and how the puzzles of the days before ended."""
    digests.tell(now=timezone.now())


def nominate_channels(now: datetime, *, game_id: int | None = None) -> None:
    """Ask for the posts that are due, of one game or of all."""
    for player_id in channels.players_to_tell(now=now, game_id=game_id)[:AT_ONCE]:
        tell_channels.apply_async((player_id,), expires=EXPIRES)


def tell(game_id: int, *, now: datetime) -> int:
    """Announce one game and send what is due. Returns how many mails went out."""
    latest = Latest(game_id, now=now)
    return outbox.send_all(announcing.announce(latest), now=now, latest=latest)


def hear(mail_id: int, *, now: datetime) -> None:
    bind_contextvars(mail=mail_id)  # until the task ends: the line of a fault has it, too
    answer = dispatch.read(mail_id, now=now)
    if answer is not None:
        outbox.send(answer.pk, now=now)


def untold_games(now: datetime) -> set[int]:
    """Games with an event, a notice or a message that is due."""
    events = Event.objects.filter(announced_at=None).order_by().values_list("game", flat=True)
    notices = Notice.objects.filter(message=None, dropped_at=None, not_before__lte=now).values_list("game", flat=True)
    messages = Message.objects.filter(game__isnull=False, due_at__lte=now).values_list("game", flat=True)
    return {*events.distinct()[:AT_ONCE], *notices.distinct()[:AT_ONCE], *messages.distinct()[:AT_ONCE]}
