"""Celery tasks of notifications. Each may run twice, late or never: the sweep finds what is left to do."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from celery import shared_task
from django.db.models import QuerySet
from django.utils import timezone
from structlog.contextvars import bind_contextvars

from games import batches
from games.models import Event, Game
from games.statements import NOW, Compiled
from notifications.channels import delivery
from notifications.incoming import dispatch
from notifications.models import InboundMail, MailKind, Message, Notice
from notifications.outgoing import announcing, bounces, digests, outbox
from notifications.outgoing.enqueuing import Latest, waiting_for_looks

AT_ONCE = 200  # rows of each kind per sweep; the next sweep comes within seconds
GAMES_A_TASK = 10
TELLING = "telling of games"
EXPIRES = 20  # seconds; a task that no worker has started expires and is queued again, so that tasks don't pile up
_UNREAD = Compiled(InboundMail.objects.filter(due_at__lte=NOW).order_by("due_at")[:AT_ONCE], only=["due_at"])


@shared_task
def announce_game(game_id: int) -> None:
    """Announce what happened in one game, and send the emails that are due."""
    announce_games([game_id])


@shared_task
def announce_games(game_ids: Sequence[int]) -> None:
    """Announce what happened in each of these games, and send the emails that are due. They share a connection to the
    provider."""
    # each at its own instant, as sending takes time and the lease of a message counts from there
    batches.each(TELLING, game_ids, lambda game_id: tell(game_id, now=timezone.now()), now=timezone.now())
    nominate_channels(timezone.now(), game_ids=game_ids)


@shared_task
def read_inbound(mail_id: int) -> None:
    """Read one incoming email, and send its answer."""
    hear_each([mail_id], now=timezone.now())


@shared_task
def tell_channels(player_id: int) -> None:
    """Post the messages that wait for a player's channels. Those that no channel accepted are emailed now."""
    for game_id in {message.game_id for message in delivery.tell(player_id, now=timezone.now())}:
        if game_id is None:
            send_general_mails.delay()
        else:
            announce_game.delay(game_id)


@shared_task
def read_reports() -> None:
    """Act on what mail providers have reported."""
    bounces.read_reports(now=timezone.now())


@shared_task
def sweep() -> None:
    """Read providers' reports, and queue tasks for unread email, for games with something to announce or to send, and
    for players whose channels have a post waiting."""
    now = timezone.now()
    bounces.read_reports(now=now)
    for mail in _UNREAD(now=now):
        read_inbound.apply_async((mail.pk,), expires=EXPIRES)
    to_announce = sorted(games_to_announce(now))
    for n in range(0, len(to_announce), GAMES_A_TASK):
        announce_games.apply_async((to_announce[n : n + GAMES_A_TASK],), expires=EXPIRES)
    nominate_channels(now)


@shared_task(name="notifications.tasks.tell_of_no_game")  # the name used in existing queues and schedules
def send_general_mails() -> None:
    """Send the emails that are about no game: news of tournaments, daily puzzles and their results, decisions of
    moderators."""
    digests.tell(now=timezone.now())


def nominate_channels(now: datetime, *, game_ids: Collection[int] | None = None) -> None:
    """Queue a task for each player with a post that is due, in these games or in all."""
    for player_id in delivery.players_to_tell(now=now, game_ids=game_ids):
        tell_channels.apply_async((player_id,), expires=EXPIRES)


@shared_task
def tell_of_address(player_id: int) -> None:
    """Notify a player's devices that their email address is about to change."""
    delivery.tell_devices(player_id, now=timezone.now())


def tell_of_each(game_ids: Iterable[int], *, now: datetime) -> int:
    """Announce each of these games and send what is due. Returns how many emails went out."""
    return sum(batches.each(TELLING, game_ids, partial(tell, now=now), now=now))


def hear_each(mail_ids: Iterable[int], *, now: datetime) -> None:
    """Read each of these incoming emails, and send its answer. One that fails is tried again later."""

    def put_off(mail_id: int, retry_at: datetime) -> None:
        InboundMail.objects.filter(pk=mail_id, read_at=None).update(due_at=retry_at)

    batches.each("reading mails", mail_ids, partial(hear, now=now), now=now, put_off=put_off)


def tell(game_id: int, *, now: datetime) -> int:
    """Announce one game and send what is due. Returns how many emails went out.

    Readers with a withheld tile come last: an email that another reader gets now may count as the look that releases
    it."""
    latest = Latest(game_id, now=now)
    due = announcing.announce(latest)
    held_back = announcing.to_those_who_wait_for_looks(latest, due)
    sent = outbox.send_all([one for one in due if one not in held_back], now=now, latest=latest)
    if held_back:
        latest = Latest(game_id, now=now)
        announcing.add_news(latest, held_back)
        sent += outbox.send_all(held_back, now=now, latest=latest)
    return sent


def hear(mail_id: int, *, now: datetime) -> None:
    """Read an incoming email and send its answer. If the writer has a withheld tile and another email of the game may
    be the look that it waits for, the game's other emails go first."""
    bind_contextvars(mail=mail_id)  # until the task ends, so that the log of an error has it too
    answer = dispatch.read(mail_id, now=now)
    if answer is None:
        return
    latest = Latest(answer.game_id, now=now) if answer.game_id is not None and answer.kind == MailKind.RECEIPT else None
    if latest is not None and answer.seat in waiting_for_looks(latest.table()):
        tell(latest.game_id, now=now)
    else:
        outbox.send_all([answer.pk], now=now, latest=latest)


def games_to_announce(now: datetime) -> set[int]:
    """Return the games with an event, a notice or a message that is due."""
    return {game.pk for due in _DUE for game in due(now=now)}


def _games_of(rows: QuerySet[Any]) -> Compiled[Game]:
    """Return a query for the games of these rows that are not put off."""
    games = batches.ready(TELLING, Game.objects.filter(pk__in=rows.values("game")), now=NOW)
    return Compiled(games[:AT_ONCE], only=["id"])


_DUE = (
    _games_of(batches.ready(announcing.ANNOUNCING, Event.objects.filter(announced_at=None), now=NOW)),
    _games_of(Notice.objects.filter(message=None, dropped_at=None, not_before__lte=NOW)),
    _games_of(Message.objects.filter(game__isnull=False, due_at__lte=NOW)),
)
