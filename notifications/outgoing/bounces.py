"""Email that comes back. A provider's report is stored at once and read later. An address from which email comes back
gets no more until it is trusted again.

Reports that arrive as email are read in `notifications.incoming.reports`."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPDataError, SMTPRecipientsRefused

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import batches, commands
from games.models import Game, Seat
from games.players.models import Player
from games.rules.values import OrderRefused
from games.store import NoSuchGame
from notifications.models import Bounce, BouncingAddress, DeliveryReport, Message
from notifications.outgoing import refusals
from notifications.outgoing.enqueuing import claim

HALF_LIFE = timedelta(days=3)
PERMANENT = 500
TOO_HEAVY = 4.0  # this many soft bounces in a few days count as a hard one
LATELY, SEVERAL = timedelta(hours=1), 2
LONGEST_WAY = timedelta(days=7)  # from writing an email until it is accepted, with all tries

log = logging.getLogger(__name__)


def bounced(*, how: Bounce, now: datetime, message_id: str = "", address: str = "") -> None:
    """Record that an email came back. It is identified by the provider's id or its Message-ID, otherwise by the address
    it went to.

    After a hard bounce, the address gets no more email, its player's tiles are shown only on the site, and a look that
    a game waits for gets one more day. A complaint does the same permanently. A soft bounce counts against the address
    for some days. If email to several addresses is refused and none is accepted, we are the ones refused: no address is
    stopped, and those stopped just now get email again. Calling it twice is harmless. Raises OrderRefused while an
    email that came in time holds one of the player's games: try again in a minute."""
    ids = {message_id, message_id.strip("<> "), f"<{message_id.strip('<> ')}>"}  # a provider's or ours
    named = Message.objects.filter(Q(provider_id__in=ids) | Q(message_id__in=ids)).order_by("pk")
    message = named.last() if message_id else None
    at = message.address if message else address.strip()
    if not at:
        return
    if how != Bounce.COMPLAINT and note_refusal(at, now=now):
        return
    if message is not None and how != Bounce.SOFT:
        Message.objects.filter(pk=message.pk).update(bounced_at=now, due_at=None, status=f"came back: {how}")
    if _weigh(at.lower(), how, now=now):
        for player in Player.objects.filter(email__iexact=at, mail_fails_since=None):
            # in case the address turns out to work
            games = Seat.objects.filter(player=player, tiles_by_email=True, game__phase__in=Game.UNFINISHED)
            took_tiles = list(games.values_list("game", flat=True))
            BouncingAddress.objects.filter(address=player.email.lower()).update(took_tiles=took_tiles)
            commands.mail_fails(player=player, now=now)


def note_refusal(address: str, *, now: datetime) -> bool:
    """Record that email to an address was refused, for any reason. Returns True if all email is refused. Then nothing
    changes for this address, and the addresses stopped within the last hour are trusted again."""
    BouncingAddress.objects.update_or_create(address=address.lower(), defaults={"refused_at": now})
    refused = refused_everywhere(now=now)
    if refused:
        log.error(
            "Email to %s addresses was refused within an hour, and none was accepted. The provider may have blocked this server.",
            refused,
        )
        stopped = _refused_lately(now=now).filter(stopped_at__gt=now - LATELY, complained_at=None)
        batches.each("trusting addresses again", list(stopped), partial(_trust, now=now), now=now)
    return bool(refused)


def refused_everywhere(*, now: datetime) -> int:
    """Return how many addresses refused email within the last hour, if there are several and no email was accepted;
    otherwise 0."""
    refused = _refused_lately(now=now).count()
    if refused < SEVERAL:
        return 0
    lately = Q(sent_at__gt=now - LATELY, sent_at__lte=now) | Q(
        seen_round__isnull=False
    )  # accepted, and not counted yet
    accepted = Message.objects.filter(lately, made_at__gt=now - LONGEST_WAY, bounced_at=None)
    return 0 if accepted.exists() else refused


def _refused_lately(*, now: datetime) -> "QuerySet[BouncingAddress]":
    return BouncingAddress.objects.filter(refused_at__gt=now - LATELY)


def _trust(bouncing: BouncingAddress, *, now: datetime) -> None:
    unsent = Message.objects.filter(address__iexact=bouncing.address, bounced_at__gt=now - LATELY, sent_at=None)
    unsent.update(bounced_at=None, due_at=now + batches.FIRST_RETRY, status="refused like all others")
    BouncingAddress.objects.filter(pk=bouncing.pk).update(stopped_at=None, took_tiles=None)
    for player in Player.objects.filter(email__iexact=bouncing.address, mail_fails_since__isnull=False):
        _restore(player, bouncing.took_tiles or (), now=now)


def _restore(player: Player, took_tiles: Iterable[int], *, now: datetime) -> None:
    """Email a player again, with their tiles in the games where they got them by email."""
    commands.mail_works(player=player, now=now)
    for game_id in took_tiles:
        with suppress(OrderRefused, NoSuchGame):
            commands.set_tiles_by_email(game_id=game_id, player=player, on=True, now=now)


def how_smtp_refused(refused: Exception) -> Bounce | None:
    """Interpret a mail server's refusal of an email to one recipient; None if it says nothing about the mailbox."""
    reply: bytes | str
    if isinstance(refused, SMTPRecipientsRefused):
        code, reply = next(iter(refused.recipients.values()))
    elif isinstance(
        refused, SMTPDataError
    ):  # a server that checks the mailbox late; without a status it means the email itself
        code, reply = refused.smtp_code, refused.smtp_error
    else:
        return None
    text = reply.decode("latin-1") if isinstance(reply, bytes) else reply
    if code < PERMANENT or (isinstance(refused, SMTPDataError) and not refusals.has_status(text)):
        return None
    how = refusals.how_it_was_refused(text, code=code)
    return Bounce(how) if how else None


def is_stopped(address: str) -> bool:
    """Return True if this address gets no more email."""
    return BouncingAddress.objects.filter(address=address.lower(), stopped_at__isnull=False).exists()


def has_complained(address: str) -> bool:
    """Return True if email to this address is off permanently."""
    return BouncingAddress.objects.filter(address=address.lower(), complained_at__isnull=False).exists()


def try_again(*, player: Player, now: datetime) -> bool:
    """Email a player again, with their tiles, when they say that the address works. Returns False after a complaint,
    which is permanent."""
    if has_complained(player.email):
        return False
    bouncing = BouncingAddress.objects.filter(address=player.email.lower())
    took_tiles = next(iter(bouncing.values_list("took_tiles", flat=True)), None) or ()
    bouncing.delete()
    _restore(player, took_tiles, now=now)
    return True


@transaction.atomic
def _weigh(address: str, how: Bounce, *, now: datetime) -> bool:
    """Add a bounce to an address. Returns True if it gets no more email."""
    BouncingAddress.objects.get_or_create(address=address)
    bouncing = BouncingAddress.objects.select_for_update().get(address=address)
    if how == Bounce.SOFT:
        faded = 0.5 ** ((now - bouncing.weighed_at) / HALF_LIFE) if bouncing.weighed_at else 0.0
        bouncing.weight, bouncing.weighed_at = bouncing.weight * faded + 1, now
    if how == Bounce.COMPLAINT:
        bouncing.complained_at = bouncing.complained_at or now
    if how != Bounce.SOFT or bouncing.weight >= TOO_HEAVY:
        bouncing.stopped_at = bouncing.stopped_at or now
    bouncing.save()
    return bouncing.stopped_at is not None


FIRST_SWEEP_AFTER = timedelta(seconds=20)  # in case the task is lost
LEASE = timedelta(minutes=1)
AT_ONCE = 200  # the next sweep comes in seconds

GONE = {RejectReason.INVALID, RejectReason.BOUNCED}  # about the mailbox, not only about this email
UNWANTED = {RejectReason.SPAM, RejectReason.UNSUBSCRIBED}  # refused by its reader, so the provider doesn't send it


def keep_report(sender: object, event: AnymailTrackingEvent, esp_name: str, **_: object) -> None:
    """Store a report that an email came back. A report that comes twice is stored once."""
    how = how_it_came_back(event.event_type, event.reject_reason, said=event.mta_response or "")
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
    transaction.on_commit(lambda: current_app.send_task("notifications.tasks.read_reports"), robust=True)


def how_it_came_back(event_type: str, reason: str | None, *, said: str = "") -> Bounce | None:
    """Interpret a provider's event, with the mail server's answer `said`. Returns None if it isn't a bounce, if the
    provider tries again, or if it says nothing about the mailbox."""
    match event_type:
        case EventType.COMPLAINED:
            return Bounce.COMPLAINT
        case EventType.REJECTED if reason in UNWANTED:
            return Bounce.COMPLAINT
        case EventType.REJECTED | EventType.BOUNCED | EventType.FAILED if refusals.has_status(said):
            how = refusals.how_it_was_refused(said)
            return Bounce(how) if how else None
        case EventType.REJECTED | EventType.BOUNCED if reason in GONE:
            return Bounce.HARD
        case EventType.REJECTED | EventType.BOUNCED | EventType.FAILED:
            return Bounce.SOFT
        case _:
            return None


def read_reports(*, now: datetime) -> int:
    """Act on the reports that are due. Returns how many. A report that can't be acted on now, or is interrupted, is
    tried again."""
    read, due = 0, DeliveryReport.objects.filter(due_at__lte=now)
    for _ in range(AT_ONCE):
        report = next(iter(claim(due, lease=LEASE, now=now, most=1)), None)
        if report is None:
            break
        acted_on = batches.each("delivery reports", [report], partial(_act_on, now=now), now=now, put_off=_put_off)
        if any(acted_on):
            read += DeliveryReport.objects.filter(pk=report.pk).update(due_at=None)
    return read


def _put_off(report: DeliveryReport, retry_at: datetime) -> None:
    DeliveryReport.objects.filter(pk=report.pk).update(due_at=retry_at)


def _act_on(report: DeliveryReport, *, now: datetime) -> bool:
    """Act on one report. Returns False if that isn't possible now."""
    try:
        bounced(how=Bounce(report.how), message_id=report.message_id, address=report.address, now=now)
    except OrderRefused:
        return False
    return True
