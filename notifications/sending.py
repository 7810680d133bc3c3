"""Which messages of a game are sent, with what they say; how they leave knows `notifications.outbox`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.mail import EmailMultiAlternatives
from django.db.models import Prefetch

from games import commands
from games.players.accounts import holder_of
from games.rules import registry
from games.rules.reading import TABLE_VERBS
from games.store import MailFirst
from notifications.composing import compose
from notifications.latest import Latest
from notifications.mails import write
from notifications.mails.parts import MailContent
from notifications.models import Message, Notice
from notifications.outbox import AT_A_TIME, LEASE, claim, close, hand_out, put_off, try_later, why_never
from notifications.preferences import ALWAYS, ANSWERS, When, hours_of, preferences_of
from notifications.promising import write_anew

SEEN_ROUND = "seen_round"  # among the facts of a mail that was accepted: the round whose tiles it carries
TELL_NOTHING = frozenset({"SAVE", "SAY"})  # of what can be written at every table


@dataclass(frozen=True)
class Ready:
    """A message that is ours to send, with what it says."""

    message: Message
    content: MailContent
    mail: EmailMultiAlternatives


def send(message_id: int, *, now: datetime) -> bool:
    """Send one message if it is due and nobody else has it in hand; whether it went out."""
    return send_all([message_id], now=now) == 1


def send_all(message_ids: Sequence[int], *, now: datetime, latest: Latest | None = None) -> int:
    """Send those messages of one game that are due and that nobody else has in hand; how many went out. `latest` where that
    game was looked at already.

    A few at a time share one connection, and one lock to count their tiles as seen."""
    some = (message_ids[n : n + AT_A_TIME] for n in range(0, len(message_ids), AT_A_TIME))
    return sum(_send_some(ids, now=now, latest=latest) for ids in some)


def _send_some(message_ids: Sequence[int], *, now: datetime, latest: Latest | None) -> int:
    outbox, anew = [], []
    ours = _claim(message_ids, now=now)
    if not ours:
        return 0
    latest = latest or Latest(ours[0].game_id, now=now)
    for message in ours:
        if SEEN_ROUND in message.facts:  # it has left, and who sent it died before it was counted as a look
            continue
        content = _content(message, latest, now=now)
        if content is None:
            continue
        if message.attempts > 1 and message.turn != content.turn:
            anew.append(write_anew(message, now=now).pk)
        else:
            outbox.append(Ready(message, content, compose(message, content)))
    for turn in {one.content.turn for one in outbox}:
        Message.objects.filter(pk__in=[one.message.pk for one in outbox if one.content.turn == turn]).update(turn=turn)
    sent = 0
    for one, said in zip(outbox, hand_out([(one.message, one.mail) for one in outbox], now=now), strict=True):
        if said is not None:
            _record(one, said, now=now)
            sent += 1
    _count_looks([message for message in ours if SEEN_ROUND in message.facts], now=now)
    return sent + (send_all(anew, now=now, latest=latest) if anew else 0)


def _content(message: Message, latest: Latest, *, now: datetime) -> MailContent | None:
    """What a message says; None, and it is put off or closed, where it is not to go out now."""
    if why := why_never(message, message.player or holder_of(message.address)):
        close(message, status=why)
        return None
    if wakes_at := _sleeps_until(message, now=now):
        put_off(message, until=wakes_at)
        return None
    told = max((notice.event.n for notice in message.notices.all()), default=0)
    try:
        content = write(message, now=now, table=latest.table(event=told) if message.player is not None else None)
    except MailFirst:  # a mail that came in time is read before this one tells how things stand
        try_later(message, why="waits for a mail", now=now)
        return None
    if content is None:
        close(message, status="nothing left to tell")
        return None
    return None if _waits_by_choice(message, now=now) else content


def _waits_by_choice(message: Message, *, now: datetime) -> bool:
    """Whether an answer was put off to the daily mail, or dropped, as its reader has chosen. Not where it tells of tiles,
    of news, or what was asked for."""
    if message.kind not in ANSWERS or message.player is None or message.facts.get("was_put_off"):
        return False
    if (message.kind == Message.Kind.RECEIPT and _is_asked_for(message)) or message.notices.all():
        return False
    preferences = preferences_of([message.player], game_id=message.game_id)[message.player.pk]
    match preferences.of(Message.Kind(message.kind)):
        case When.OFF:
            close(message, status="off, as chosen")
        case When.DAILY:
            at = preferences.hours.awake(preferences.hours.next_daily(now))
            facts = {**message.facts, "was_put_off": True}
            Message.objects.filter(pk=message.pk).update(due_at=at, attempts=0, facts=facts)
        case _:
            return False
    return True


def _is_asked_for(message: Message) -> bool:
    """Whether a receipt tells of tiles that its reader has not seen, or was all that its orders asked for."""
    shows = registry.kind(message.game.kind).shows_tiles_by
    verbs = message.facts.get("verbs", ())
    return any(verb not in TELL_NOTHING if verb in TABLE_VERBS else shows(verb) for verb in verbs)


def _sleeps_until(message: Message, *, now: datetime) -> datetime | None:
    """The end of its reader's quiet hours, where it is neither an answer nor urgent: a late try wakes nobody either."""
    if message.player is None or message.kind in ANSWERS | ALWAYS:
        return None
    wakes_at = hours_of(message.player).awake(now)
    is_urgent = any(notice.deadline for notice in message.notices.all())
    return wakes_at if wakes_at > now and not is_urgent else None


def _count_looks(messages: Sequence[Message], *, now: datetime) -> None:
    """The provider has accepted these mails with tiles, which is seeing. Should that be refused for the moment, it is tried
    again when their lease is over."""
    rounds = {message.seat: message.facts[SEEN_ROUND] for message in messages if message.seat is not None}
    if rounds:
        commands.see_by_mail(game_id=messages[0].game_id, rounds=rounds, now=now)
        of_them = Message.objects.filter(pk__in=[message.pk for message in messages])
        of_them.update(sent_at=now, due_at=None, carries_tiles=True)


def _claim(message_ids: Sequence[int], *, now: datetime) -> list[Message]:
    """The messages that are due, the oldest first."""
    told = Prefetch("notices", Notice.objects.select_related("event"))
    free = Message.objects.filter(pk__in=message_ids, due_at__lte=now).prefetch_related(told)
    related = free.select_related("player__mail_hours", "game", "invitation")
    return sorted(claim(related, lease=LEASE, now=now, most=AT_A_TIME), key=lambda message: message.pk)


def _record(one: Ready, said: dict[str, str], *, now: datetime) -> None:
    """What the provider said. A mail with tiles is not done with until that counts as a look."""
    message, accepted = one.message, Message.objects.filter(pk=one.message.pk)
    if one.content.seen_round is None:
        accepted.update(sent_at=now, due_at=None, **said)
    else:
        message.facts = {**message.facts, SEEN_ROUND: one.content.seen_round}
        accepted.update(facts=message.facts, **said)
