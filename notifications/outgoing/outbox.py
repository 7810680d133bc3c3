"""The outbox: every email that goes out is a `Message` row, about a game or general, and leaves through one loop.

`enqueuing` writes the rows about a game, and `digests` the general ones, such as the daily puzzles. `send_all` takes
the rows that are due through these steps:

1. claim a row, and commit the claim, before anything leaves: no other worker gets it until the lease is over;
2. give up a message that was tried too often, and close one that has no recipient or is no longer wanted;
3. put off a message that would come in its reader's quiet hours;
4. write the content, from what its reader may see now; close a message with nothing left to say; if a message may have
   been sent already and a new turn has begun, close it and write a new one;
5. hand it to its reader's channels first, if there are any: the email then waits, and is closed if the reader looks
   meanwhile;
6. hand all emails to the provider, over the connection that `provider` keeps;
7. record what the provider says about an email before the next is tried, and count one with tiles as a look;
8. if the provider didn't accept an email, try again later, each time after a longer wait; a permanent refusal counts
   as a bounce.

If a message fails in any of these steps, only that message is put off.

A worker that dies while it holds a row costs one duplicate at worst, with the same Message-ID. Incoming email is
claimed in the same way."""

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import BooleanField, Exists, OuterRef

from games import batches, commands
from games.batches import FIRST_RETRY, wait_after
from games.players.accounts import holder_of
from games.players.models import Player
from games.rules import registry
from games.rules.reading import TABLE_VERBS
from games.statements import GIVEN, Compiled, update
from games.store import MailFirst
from notifications import tokens
from notifications.channels import delivery
from notifications.models import Bounce, Channel, MailKind, Message, Notice
from notifications.outgoing.bounces import bounced, how_smtp_refused, is_stopped, note_refusal
from notifications.outgoing.composing import Mail, compose
from notifications.outgoing.enqueuing import Latest, enqueue, is_seen, take, unwanted, weightiest
from notifications.outgoing.mails.game import write
from notifications.outgoing.mails.parts import MailContent
from notifications.outgoing.provider import ABOUT_ONE_MAIL, NotTaken, hand_over
from notifications.preferences.choices import ALWAYS, ANSWERS, When, hours_of, preferences_of, switched_off
from notifications.replies import facts_of

LEASE = timedelta(minutes=10)  # a try that has recorded nothing for this long has crashed
AT_A_TIME = 10  # all of them fit in the lease, even if each takes the longest allowed time at the provider
MOST_TRIES = 20  # about four days
# Answers, last warnings, the end of a webhook and moderators' decisions, which don't go to channels.
MAILED_ALONE = ANSWERS | ALWAYS | {MailKind.CHANNEL, MailKind.STAFF}
TELL_NOTHING = frozenset({"SAVE", "SAY"})  # commands of every game whose receipt tells nothing new
_ADDRESS = re.compile(r"[^\s@<>'\"]+@[^\s@<>'\"]+")
_OF_THESE = Compiled(
    Message.objects.filter(pk__in=[GIVEN])
    .annotate(has_channels=Exists(Channel.objects.filter(player=OuterRef("player"), ended_at=None)))
    .order_by("pk"),
    joined=["player", "player__mail_hours", "game", "invitation", "tournament"],
    without=["game__state"],
    added={"has_channels": BooleanField()},
    is_locked=True,
)
_NOTICES = Compiled(Notice.objects.filter(message__in=[GIVEN]).order_by("pk"), joined=["event"])

log = logging.getLogger(__name__)


# --- the loop -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """A claimed message with its content."""

    message: Message
    content: MailContent
    mail: Mail


def send(message_id: int, *, now: datetime) -> bool:
    """Send one message if it is due and no other worker has it. Returns True if it went out."""
    return send_all([message_id], now=now) == 1


def send_all(message_ids: Sequence[int], *, now: datetime, latest: Latest | None = None) -> int:
    """Send those of these messages that are due and that no other worker has. Returns how many went out. They must be
    about one game, or all general; `latest` is that game if it is loaded already.

    Up to 10 new messages share one lock to count their tiles as looked at. A message that was tried before goes by
    itself, as its last try may have ended the worker. If the provider doesn't answer, the rest waits for the next
    sweep."""
    sent = 0
    for n in range(0, len(message_ids), AT_A_TIME):
        left: Sequence[int] = message_ids[n : n + AT_A_TIME]
        while left:
            ours, left = _claim(left, now=now)
            if not ours:
                continue
            latest = latest or (Latest(ours[0].game_id, now=now) if ours[0].game_id else None)
            some = _send_some(ours, now=now, latest=latest)
            sent += some.sent
            if some.is_down:
                return sent
    return sent


@dataclass(frozen=True)
class Came:
    """The result of sending some messages: how many were `sent`, and whether the provider `is_down`."""

    sent: int
    is_down: bool


def _send_some(ours: Sequence[Message], *, now: datetime, latest: Latest | None) -> Came:
    outbox, anew = list[Ready](), list[int]()
    # A worker died before it counted these as looks.
    accepted = [message for message in ours if message.seen_round is not None]

    def prepare(message: Message) -> None:
        _follow(message)
        if not _may_go(message, now=now):
            return
        content = _content(message, latest, now=now)
        if content is not None and _waits_for_channels(message, content, now=now):
            return
        if content is not None and message.attempts > 1 and message.turn != content.turn:
            anew.append(_write_anew(message, now=now))
        elif content is not None:
            outbox.append(Ready(message, content, compose(message, content, now=now)))

    new = [message for message in ours if message not in accepted]
    batches.each("writing mails", new, prepare, now=now, put_off=_put_off)
    for turn in {one.content.turn for one in outbox}:
        moved_on = [one.message for one in outbox if one.content.turn == turn != one.message.turn]
        for message in moved_on:
            message.turn = turn
        update(moved_on, ("turn",))
    sent, is_down = 0, False
    for one, refused in zip(outbox, hand_over([one.mail for one in outbox], now=now), strict=True):
        sent, is_down = sent + (refused is None), refused is not None and refused.is_down
        settle = partial(_settle, one, refused, now=now)
        batches.each("recording mails", [one.message], settle, now=now, put_off=_put_off)
    seen = [*accepted, *(one.message for one in outbox if one.message.seen_round is not None)]
    batches.together("counting looks", seen, partial(_count_looks, now=now), now=now, put_off=_put_off)
    if anew and not is_down:
        sent += send_all(anew, now=now, latest=latest)
    return Came(sent, is_down)


@transaction.atomic
def _claim(message_ids: Sequence[int], *, now: datetime) -> tuple[list[Message], list[int]]:
    """Claim messages that are due and that no other worker has, in order of id, with their notices. Takes all that were
    never tried or, without any, one other. Returns them and the ids that are left."""
    rows = _OF_THESE(*message_ids)
    due: list[Message] = [message for message in rows if message.due_at is not None and message.due_at <= now]
    ours = [message for message in due if not message.attempts] or due[:1]
    left = [message.pk for message in due if message not in ours]
    take(ours, lease=LEASE, now=now)
    notices = _NOTICES(*[message.pk for message in ours]) if ours else []
    for message in ours:
        message.its_notices = [notice for notice in notices if notice.message_id == message.pk]
    return ours, left


def _follow(message: Message) -> None:
    """Address a message to its reader's current address, which may have changed while the message waited."""
    invitation = message.invitation
    address = message.player.email if message.player else invitation.email if invitation else message.address
    if message.address != address:
        message.address = address
        update([message], ("address",))


def _may_go(message: Message, *, now: datetime) -> bool:
    """Return True if a message may go out now; otherwise close it or put it off."""
    addressee = message.player or holder_of(message.address)
    if message.attempts > MOST_TRIES:
        _close(message, status=f"given up: {message.status}")
    elif addressee is not None and addressee.mail_fails_since is not None:
        _close(message, status="not sent: mail to this address comes back")
    elif addressee is not None and not addressee.is_active:
        _close(message, status="not sent: this account is closed")
    elif message.game_id is None and is_stopped(message.address):
        _close(message, status="not sent: mail to this address comes back")
    elif addressee is not None and _is_off(message, addressee, now=now):
        _close(message, status="off, as chosen")
    elif message.mail_at is not None and is_seen(message):
        _close(message, status="seen")
    elif wakes_at := _sleeps_until(message, now=now):  # waiting does not count as a failed try
        Message.objects.filter(pk=message.pk).update(due_at=wakes_at, attempts=message.attempts - 1)
    else:
        return True
    return False


def _is_off(message: Message, reader: Player, *, now: datetime) -> bool:
    """Leave out the news that the reader has switched off while the message waited. Returns True if it has nothing
    else. What is enqueued and sent at the same instant was checked when it was enqueued, and answers are checked once
    they are written."""
    if message.game_id is not None and now == message.made_at:
        return False
    news = message.its_notices
    if news:
        off = unwanted(news, reader)
        message.its_notices = [notice for notice in news if notice not in off]
        Notice.objects.filter(pk__in=[notice.pk for notice in off]).update(message=None, dropped_at=now)
    if message.kind in ANSWERS:
        return False
    if not news:
        return bool(switched_off([message.kind], reader, game_id=message.game_id))
    if off and message.its_notices:
        message.kind = weightiest([notice.kind for notice in message.its_notices])
        update([message], ("kind",))
    return not message.its_notices


def _sleeps_until(message: Message, *, now: datetime) -> datetime | None:
    """Return the end of the reader's quiet hours, also for a late try; None if it isn't quiet now, or if the email is
    an answer or urgent."""
    if message.player is None or message.kind in ANSWERS | ALWAYS:
        return None
    wakes_at = hours_of(message.player).awake(now)
    is_urgent = any(notice.deadline for notice in message.its_notices)
    return wakes_at if wakes_at > now and not is_urgent else None


@transaction.atomic
def _write_anew(message: Message, *, now: datetime) -> int:
    """Enqueue a new message in place of one that may have been sent already, because the game has moved on since.
    Returns its id."""
    anew = enqueue(
        kind=MailKind(message.kind),
        game_id=message.its_game.pk,
        player=message.player,
        seat=message.seat,
        address=message.address,
        answers=message.answers,
        in_reply_to=message.in_reply_to,
        facts=facts_of(message),
        now=now,
    )
    Message.objects.filter(pk=anew.pk).update(was_put_off=message.was_put_off)
    message.notices.update(message=anew)
    _close(message, status=f"written anew as {anew.pk}")
    return anew.pk


def _content(message: Message, latest: Latest | None, *, now: datetime) -> MailContent | None:
    """Write a message. Returns None if it may not go out now; it has then been put off or closed."""
    try:
        content = write(message, now=now, latest=latest)
    except MailFirst:  # an email that came in time must be read before this one describes the game
        _try_later(message, why="waits for a mail", now=now)
        return None
    if content is None:
        _close(message, status="nothing left to tell")
        return None
    return None if _waits_by_choice(message, now=now) else content


def _waits_by_choice(message: Message, *, now: datetime) -> bool:
    """Return True if an answer was put off to the daily email, or dropped, as its reader has chosen. An answer with
    tiles or news, or one that was asked for, is sent."""
    if message.kind not in ANSWERS or message.player is None:
        return False
    if message.kind == MailKind.RECEIPT:
        shows = registry.kind(message.game.kind).shows_tiles_by if message.game else None
        for verb in facts_of(message).verbs or ():
            if verb not in TELL_NOTHING if verb in TABLE_VERBS else shows is not None and shows(verb):
                return False
    if message.its_notices:
        return False
    match _when_chosen(message):
        case When.OFF:
            _close(message, status="off, as chosen")
        case When.DAILY if not message.was_put_off:
            hours = hours_of(message.player)
            at = hours.awake(hours.next_daily(now))
            Message.objects.filter(pk=message.pk).update(due_at=at, attempts=0, was_put_off=True)
        case _:
            return False
    return True


def _waits_for_channels(message: Message, content: MailContent, *, now: datetime) -> bool:
    """Return True if other channels were notified and the email waits to see if the reader looks. An email that brings
    tiles counts as a look and goes at once."""
    if content.seen_round is not None or message.player is None or message.kind in MAILED_ALONE:
        return False
    if not vars(message)["has_channels"] or any(notice.deadline for notice in message.its_notices):
        return False
    is_first = message.mail_at is None or now < message.mail_at
    return is_first and delivery.hand_over(message, subject=content.subject, now=now)


def _when_chosen(message: Message) -> When:
    assert message.player is not None
    preferences = preferences_of([message.player], game_id=message.game_id)
    return preferences[message.player.pk].of(MailKind(message.kind))


# --- the result ------------------------------------------------------------------------------------------------------------


def _settle(one: Ready, refused: NotTaken | None, message: Message, *, now: datetime) -> None:
    """Record the result of handing a message over."""
    if refused is None:
        _record(one, now=now)
    elif refused.why is None:
        # It wasn't tried, so this doesn't count as a try.
        due_at = now + FIRST_RETRY
        Message.objects.filter(pk=message.pk).update(due_at=due_at, attempts=message.attempts - 1)
    else:
        _fail(one, refused.why, now=now)


def _record(one: Ready, *, now: datetime) -> None:
    """Record the provider's answer. An email with tiles is not finished until it counts as a look."""
    message, said = one.message, getattr(one.mail, "anymail_status", None)  # set only if Anymail sent it
    message.provider_id = str(getattr(said, "message_id", None) or "")[:200]
    message.status = ", ".join(sorted(getattr(said, "status", None) or ["sent"]))[:200]
    message.seen_round = one.content.seen_round
    columns = ["provider_id", "status", "seen_round"]
    if message.seen_round is None:
        message.sent_at, message.due_at = now, None
        columns += ["sent_at", "due_at"]
    update([message], columns)  # the row is gone if the recipient was deleted
    log.info("mail sent", extra={"mail_out": message.pk, "kind": message.kind})


def _count_looks(messages: Sequence[Message], *, now: datetime) -> None:
    """Count emails with tiles as looks, as the provider has accepted them. If the game can't be changed at the moment,
    this is tried again when their lease is over."""
    rounds = {m.seat: m.seen_round for m in messages if m.seat is not None and m.seen_round is not None}
    if not rounds:
        return
    with suppress(MailFirst):
        commands.see_by_mail(game_id=messages[0].its_game.pk, rounds=rounds, now=now)
        for message in messages:
            message.sent_at, message.due_at, message.seen_round = now, None, None
        update(messages, ("sent_at", "due_at", "seen_round"))


def _fail(one: Ready, refused: Exception, *, now: datetime) -> None:
    """Try again later. A permanent refusal is a bounce. An email that is tried again and again counts as one soft
    bounce."""
    message = one.message
    log.warning("message %s was not sent: %s", message.pk, _ADDRESS.sub("…", tokens.mask(repr(refused))))
    _try_later(message, why=type(refused).__name__, now=now)
    how = how_smtp_refused(refused)
    if how is None and isinstance(refused, ABOUT_ONE_MAIL):
        note_refusal(one.mail.to[0], now=now)
    if how == Bounce.HARD or (how == Bounce.SOFT and message.attempts == 1):
        with suppress(MailFirst):  # it will be refused again at the next try
            bounced(how=how, message_id=message.message_id, address=one.mail.to[0], now=now)


def _close(message: Message, *, status: str) -> None:
    Message.objects.filter(pk=message.pk).update(due_at=None, status=status[:200])


def _try_later(message: Message, *, why: str, now: datetime) -> None:
    Message.objects.filter(pk=message.pk).update(due_at=now + wait_after(message.attempts), status=why)


def _put_off(message: Message, retry_at: datetime) -> None:
    """Try a message again later that failed on our side, before the provider had it or after the result was
    recorded."""
    Message.objects.filter(pk=message.pk).update(due_at=retry_at, status="failed here: the log says why")
