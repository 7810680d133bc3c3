"""A message leaves: claimed, committed, sent, recorded. A try that fails comes again, later each time."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives
from django.db.models import F

from games import commands
from games.rules.kind import OrderRefused
from games.store import MailFirst
from notifications import tokens
from notifications.announcing import write_anew
from notifications.bounces import bounced, how_it_was_refused
from notifications.choices import ALWAYS, ANSWERS, When
from notifications.composing import compose
from notifications.letters import write
from notifications.letters.parts import Letter
from notifications.models import Bounce, Message
from notifications.wishes import hours_of, wishes_of

LEASE = timedelta(minutes=10)  # a try that says nothing for so long has crashed
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)
MOST_TRIES = 20  # about four days

TELL_NO_TILES = frozenset({"GRID", "GREEN", "RED", "UNASK", "SAVE", "DONE", "SAY"})

log = logging.getLogger(__name__)


def send(message_id: int, *, now: datetime) -> bool:
    """Send one message if it is due and nobody else has it in hand; whether it went out."""
    message = _claim(message_id, now=now)
    if message is None:
        return False
    if message.player is not None and message.player.mail_fails_since is not None:
        _close(message, status="not sent: mail to this address comes back")
        return False
    if wakes_at := _sleeps_until(message, now=now):
        Message.objects.filter(pk=message.pk).update(due_at=wakes_at, attempts=message.attempts - 1)
        return False
    try:
        letter = write(message, now=now)
    except MailFirst:  # a mail that came in time is read before this one tells how things stand
        _try_later(message, why="waits for a mail", now=now)
        return False
    if letter is None:
        _close(message, status="nothing left to tell")
        return False
    if _waits_by_choice(message, now=now):
        return False
    if message.attempts == 1:
        message.turn = letter.turn
        message.save(update_fields=["turn"])
    elif message.turn != letter.turn:
        return send(write_anew(message, now=now).pk, now=now)
    mail = compose(message, letter)
    try:
        mail.send()
    except (OSError, AnymailError) as refused:
        log.warning("message %s was not sent: %s", message.pk, tokens.mask(repr(refused)))
        _try_later(message, why=type(refused).__name__, now=now)
        if isinstance(refused, SMTPRecipientsRefused):
            _heed(refused, message, now=now)
        return False
    if letter.seen_round is not None and message.seat is not None:
        _count_as_seen(message.game_id, message.seat, letter.seen_round, now=now)
    _record(message, letter, mail, now=now)
    return True


def _heed(refused: SMTPRecipientsRefused, message: Message, *, now: datetime) -> None:
    """A refusal for good is a bounce; of one mail that is tried again and again, a soft one counts once."""
    how = how_it_was_refused(refused)
    if how == Bounce.HARD or (how == Bounce.SOFT and message.attempts == 1):
        with suppress(MailFirst):  # then it is refused once more, at the next try
            bounced(how=how, message_id=message.message_id, now=now)


def _waits_by_choice(message: Message, *, now: datetime) -> bool:
    """Whether an answer was put off to the daily mail, or dropped, as its reader has chosen. Not where it tells of tiles,
    of news, or what was asked for."""
    verbs = set(message.facts.get("verbs", ()))
    if message.kind not in ANSWERS or message.player is None or message.facts.get("was_put_off"):
        return False
    if (message.kind == Message.Kind.RECEIPT and not verbs <= TELL_NO_TILES) or message.notices.exists():
        return False
    wishes = wishes_of([message.player], game_id=message.game_id)[message.player.pk]
    match wishes.of(Message.Kind(message.kind)):
        case When.OFF:
            _close(message, status="off, as chosen")
        case When.DAILY:
            at = wishes.hours.awake(wishes.hours.next_daily(now))
            facts = {**message.facts, "was_put_off": True}
            Message.objects.filter(pk=message.pk).update(due_at=at, attempts=0, facts=facts)
        case _:
            return False
    return True


def _sleeps_until(message: Message, *, now: datetime) -> datetime | None:
    """The end of its reader's quiet hours, where it is neither an answer nor urgent: a late try wakes nobody either."""
    if message.player is None or message.kind in ANSWERS | ALWAYS:
        return None
    wakes_at = hours_of(message.player).awake(now)
    return wakes_at if wakes_at > now and not message.notices.exclude(deadline="").exists() else None


def _count_as_seen(game_id: int, seat: int, round: int, *, now: datetime) -> None:
    """The provider accepted the mail with the tiles. Should that be refused for the moment, the mail goes out once more."""
    try:
        commands.see_by_mail(game_id=game_id, seat=seat, round=round, now=now)
    except MailFirst:
        raise
    except OrderRefused:
        return  # resigned in the meantime


def _claim(message_id: int, *, now: datetime) -> Message | None:
    """The message, if it is due; nobody else gets it until the lease is over. Who dies holding it costs one duplicate."""
    is_ours = Message.objects.filter(pk=message_id, due_at__lte=now).update(
        due_at=now + LEASE, claimed_at=now, attempts=F("attempts") + 1
    )
    if not is_ours:
        return None
    message = Message.objects.select_related("player__mail_hours", "game", "invitation").get(pk=message_id)
    if message.attempts > MOST_TRIES:
        _close(message, status=f"given up: {message.status}")
        return None
    return message


def _try_later(message: Message, *, why: str, now: datetime) -> None:
    wait = min(FIRST_RETRY * 2 ** (message.attempts - 1), LONGEST_RETRY)
    Message.objects.filter(pk=message.pk).update(due_at=now + wait, status=why)


def _close(message: Message, *, status: str) -> None:
    Message.objects.filter(pk=message.pk).update(due_at=None, status=status[:200])


def _record(message: Message, letter: Letter, mail: EmailMultiAlternatives, *, now: datetime) -> None:
    """What the provider said, where Anymail asked one."""
    provider = getattr(mail, "anymail_status", None)
    Message.objects.filter(pk=message.pk).update(
        sent_at=now,
        due_at=None,
        carries_tiles=letter.seen_round is not None,
        provider_id=str(getattr(provider, "message_id", None) or "")[:200],
        status=", ".join(sorted(getattr(provider, "status", None) or ["sent"]))[:200],
    )
