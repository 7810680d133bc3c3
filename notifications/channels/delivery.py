"""A player's devices and webhook. They are notified before an email goes out, or instead of it if the player looks in
time.

`notifications.outgoing.outbox` hands over each message that goes to channels first. Channels have a worker of their
own, so that a slow device delays neither email nor timers. If no channel accepts a message, it is emailed at once. Only
channels that their player has switched on are used."""

import logging
import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.players.models import Player
from games.rules.values import OrderRefused
from games.statements import GIVEN, NOW, Compiled
from notifications import tokens
from notifications.channels import guard, web_push, webhooks
from notifications.channels.guard import NotAllowed, NotPosted, Post, post_all
from notifications.models import Channel, MailKind, Message
from notifications.preferences.choices import MAY_BE_OFF, hours_of, localized_for, saved_hours, switched_off
from notifications.replies import facts_of

DEVICES_A_PLAYER = 10
WEBHOOKS = (Channel.Sort.DISCORD, Channel.Sort.SLACK, Channel.Sort.JSON)
REFUSED_FOR_GOOD = frozenset({400, 401, 403, 404, 410})
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=6)  # before an address that failed is tried again
MOST_FAILURES, FAILS_FOR = 8, timedelta(days=1)  # a channel that has failed this often and for this long ends
AN_HOUR, POSTS_AN_HOUR = timedelta(hours=1), 60  # messages to one player; the rest are emailed
AT_A_TIME = 20  # all of them fit in the lease, even if each post takes the longest allowed time
LEASE = timedelta(minutes=5)  # a try that has recorded nothing for this long has crashed
TOO_LATE = timedelta(minutes=15)  # a message is no longer posted this long after its email

PLAYERS_AT_ONCE = 200  # per sweep; the next sweep comes within seconds

_DUE = Message.objects.filter(post_at__lte=NOW)
_WITH_POSTS, _WITH_POSTS_ABOUT = (
    Compiled(Player.objects.filter(pk__in=due.values("player"))[:PLAYERS_AT_ONCE], only=["id"])
    for due in (_DUE, _DUE.filter(game__in=[GIVEN]))
)

log = logging.getLogger(__name__)


def live(player: Player) -> QuerySet[Channel]:
    """Return the channels that a player has switched on, the oldest first."""
    return Channel.objects.filter(player=player, ended_at=None).order_by("pk")


@transaction.atomic
def switch_on_device(
    *, player: Player, address: str, p256dh: str, auth: str, name: str = "", session: str | None = None, now: datetime
) -> Channel:
    """Add a device to a player's channels; it ends with the session that has this key. A device that belonged to another
    player now belongs to this one alone. Raises OrderRefused."""
    _check(address)
    if not web_push.are_keys(p256dh, auth):
        raise OrderRefused("The device’s keys aren’t valid. Use the ones that its browser provides.")
    others = Channel.objects.filter(player=player, sort=Channel.Sort.PUSH).exclude(address=address)
    if others.count() >= DEVICES_A_PLAYER:
        raise OrderRefused("You can have at most {most} devices. Switch one off first.", most=DEVICES_A_PLAYER)
    same = Channel.objects.filter(address=address, sort=Channel.Sort.PUSH)
    failures = _failures_of(same, now=now)
    same.delete()
    return Channel.objects.create(
        player=player,
        sort=Channel.Sort.PUSH,
        name=name.strip()[:60],
        address=address,
        p256dh=p256dh,
        auth=auth,
        session_id=session,
        made_at=now,
        **failures,
    )


@transaction.atomic
def renew_device(
    *, player: Player, before: str, address: str, p256dh: str, auth: str, session: str | None, now: datetime
) -> bool:
    """Change a device's address to the one that its push service has now given it, and let it end with this session.
    Returns False if the player has no such device. Raises OrderRefused."""
    devices = live(player).filter(sort=Channel.Sort.PUSH)
    if devices.filter(address=address).update(session=session):
        if before != address:
            devices.filter(address=before).delete()
        return True
    known = devices.filter(address=before).first()
    if known is None:
        return False
    known.delete()
    keys = {"address": address, "p256dh": p256dh, "auth": auth}
    switch_on_device(player=player, name=known.name, session=session, now=now, **keys)
    return True


@transaction.atomic
def set_webhook(*, player: Player, sort: str, address: str, now: datetime) -> Channel:
    """Set a player's webhook, in place of an earlier one. A webhook for plain JSON gets a secret to sign with. Raises
    OrderRefused."""
    _check(address)
    if sort not in WEBHOOKS:
        raise OrderRefused("Choose Discord, Slack or JSON for the webhook.")
    earlier = Channel.objects.filter(player=player).exclude(sort=Channel.Sort.PUSH)
    failures = _failures_of(earlier.filter(address=address), now=now)
    earlier.delete()
    secret = secrets.token_hex(32) if sort == Channel.Sort.JSON else ""
    return Channel.objects.create(player=player, sort=sort, address=address, secret=secret, made_at=now, **failures)


def hand_over(message: Message, *, subject: str, now: datetime) -> bool:
    """Leave a message to the worker that posts to channels, if the player has a channel that can be posted to now.
    Returns True if the message's email is to go out later, and not now."""
    assert message.player is not None
    can_post = ready(message.player, now=now).exists()
    if message.mail_at is None and not can_post:
        return False
    mail_at = mail_follows(message, now=now)
    changed: dict[str, object] = {"mail_at": mail_at}
    if can_post:
        changed |= {"post_at": now, "subject": subject[:400]}
    if mail_at > now:
        changed |= {"due_at": mail_at, "attempts": 0, "status": "channels were told"}
    Message.objects.filter(pk=message.pk).update(**changed)
    return mail_at > now


def mail_follows(message: Message, *, now: datetime) -> datetime:
    """Return the instant at which the email goes out if the player hasn't looked by then."""
    assert message.player is not None
    return message.mail_at or now + timedelta(minutes=saved_hours(message.player).mail_after)


def players_to_tell(*, now: datetime, game_ids: Collection[int] | None = None) -> list[int]:
    """Return the ids of some players with something to post to their channels, about these games or about any."""
    players = _WITH_POSTS(now=now) if game_ids is None else _WITH_POSTS_ABOUT(*game_ids, now=now)
    return [player.pk for player in players]


def tell(player_id: int, *, now: datetime) -> list[Message]:
    """Post what waits for a player's channels, one message after another. Returns the messages that no channel
    accepted; they are due to be emailed now.

    If the posts of a message can't be written, only that message is put off."""
    to_be_mailed, posted = [], Message.objects.filter(player=player_id, posted_at__gt=now - AN_HOUR).count()
    for message in _claim(player_id, now=now):
        try:
            outcome = _post(message, now=now) if posted < POSTS_AN_HOUR else Outcome()
        except Exception:  # any error: the next message may still succeed
            log.exception("message %s was not posted", message.pk)
            continue
        posted += outcome.was_posted
        if _finish(message, outcome, now=now):
            to_be_mailed.append(message)
    return to_be_mailed


def note_seen(message: Message) -> None:
    """Close a message whose email hasn't gone out yet, because its reader has opened the notification. The email is
    then not sent."""
    waits = Message.objects.filter(pk=message.pk, mail_at__isnull=False, due_at__isnull=False)
    waits.update(due_at=None, status="seen")


def end(channel: Channel) -> None:
    """Switch a channel off by deleting it."""
    channel.delete()


@dataclass(frozen=True)
class Outcome:
    """The result of posting a message: whether it was posted, whether any channel accepted it, and when a webhook that
    failed is tried again."""

    was_posted: bool = False
    was_taken: bool = False
    again_at: datetime | None = None


@transaction.atomic
def _claim(player_id: int, *, now: datetime) -> Sequence[Message]:
    """Claim the messages that wait for a player's channels, the oldest first. No other worker gets them until the lease
    is over."""
    due = Message.objects.filter(player=player_id, post_at__lte=now).select_for_update(skip_locked=True, of=("self",))
    due = due.annotate(may_be_off=MAY_BE_OFF).select_related("player__mail_hours")
    ours = list(due.order_by("post_at", "pk")[:AT_A_TIME])
    Message.objects.filter(pk__in=[message.pk for message in ours]).update(post_at=now + LEASE)
    return ours


def _post(message: Message, *, now: datetime) -> Outcome:
    """Post one message to all channels at once: to devices the first time only, to a webhook each time. A message that
    was closed or switched off meanwhile, or was emailed long ago, isn't posted, nor is any in its reader's quiet
    hours."""
    assert message.player is not None
    assert message.mail_at is not None
    is_closed = message.due_at is None and message.sent_at is None
    if is_closed or now > message.mail_at + TOO_LATE or hours_of(message.player).awake(now) > now:
        return Outcome(was_taken=True)
    may_be_off = message.may_be_off  # type: ignore[attr-defined]
    if may_be_off and switched_off([message.kind], message.player, game_id=message.game_id):
        return Outcome(was_taken=True)
    channels = ready(message.player, now=now)
    if message.posted_at is not None:
        channels = channels.exclude(sort=Channel.Sort.PUSH)
    written, failed, again = dict[Channel, Post](), dict[Channel, int](), list[datetime]()
    with localized_for(message, now=now):
        for channel in channels:
            try:
                written[channel] = _written(channel, message, now=now)
            except NotPosted:
                failed[channel] = 0
    took = list[Channel]()
    for channel, status in zip(written, post_all(list(written.values())), strict=True):
        if isinstance(status, int) and 200 <= status < 300:
            took.append(channel)
        else:
            failed[channel] = status if isinstance(status, int) else 0
    Channel.objects.filter(pk__in=[channel.pk for channel in took]).update(
        told_at=now, failures=0, failing_since=None, waits_until=None
    )
    for channel, refused_with in failed.items():
        again_at = _failed(channel, status=refused_with, now=now)
        if again_at is not None and again_at < message.mail_at and channel.sort != Channel.Sort.PUSH:
            again.append(again_at)
    return Outcome(bool(written), bool(took), min(again, default=None))


def _finish(message: Message, outcome: Outcome, *, now: datetime) -> bool:
    """Record that a message no longer waits for its channels. It goes back to the outbox when a webhook is tried again,
    or at once if no channel accepted it at the first try. Returns True if it goes back at once."""
    is_first = message.posted_at is None
    posted_at = now if outcome.was_posted else message.posted_at
    Message.objects.filter(pk=message.pk).update(post_at=None, posted_at=posted_at, subject="")
    waits = Message.objects.filter(pk=message.pk, due_at=message.mail_at, sent_at=None)  # unchanged since then
    if outcome.again_at is not None:
        waits.update(due_at=outcome.again_at)
    elif is_first and not outcome.was_taken:
        return bool(waits.update(due_at=now, mail_at=now))
    return False


def _failures_of(same: QuerySet[Channel], *, now: datetime) -> dict[str, Any]:
    """Return the failure counts of an address that still waits after a failure. It has to wait even if it is added
    again."""
    waiting = same.filter(ended_at=None, waits_until__gt=now)
    found = waiting.values("failures", "failing_since", "waits_until").first()
    return {**found} if found else {}


def ready(player: Player, *, now: datetime) -> QuerySet[Channel]:
    """Return the channels of a player that can be posted to now."""
    channels = live(player).filter(Q(waits_until=None) | Q(waits_until__lte=now))
    return channels if web_push.is_set_up() else channels.exclude(sort=Channel.Sort.PUSH)


def _written(channel: Channel, message: Message, *, now: datetime) -> Post:
    # A message about a substitute is stored as an invitation, but isn't one.
    what = capfirst(message.get_kind_display() if facts_of(message).loan is None else _("substitute"))
    if channel.sort != Channel.Sort.PUSH:
        return webhooks.post_to(channel, message, what=what, now=now)
    payload = {
        "title": message.subject,
        "body": what,
        "tag": _topic(message),
        "url": reverse("notified", args=[message.link]),
        "off": _("Switch off on this device"),
    }
    return web_push.post_to(channel, payload, topic=_topic(message), now=now)


@transaction.atomic
def _failed(channel: Channel, *, status: int, now: datetime) -> datetime | None:
    """Count a failure. A channel that refuses permanently, or fails often and for long, ends: a device is removed, and
    the player is emailed about a webhook. Returns when a channel that goes on is tried again."""
    current = (
        Channel.objects.select_for_update(of=("self",)).select_related("player").filter(pk=channel.pk, ended_at=None)
    )
    found = current.first()
    if found is None:  # switched off meanwhile
        return None
    found.failures, found.failing_since = found.failures + 1, found.failing_since or now
    fails_for_long = found.failures >= MOST_FAILURES and found.failing_since <= now - FAILS_FOR
    if status not in REFUSED_FOR_GOOD and not fails_for_long:
        found.waits_until = now + min(FIRST_WAIT * 2 ** min(found.failures - 1, 10), LONGEST_WAIT)
    elif found.sort == Channel.Sort.PUSH:
        found.delete()
        return None
    else:
        found.ended_at, found.waits_until = now, None
        Message.objects.create(
            kind=MailKind.CHANNEL,
            channel=found,
            player=found.player,
            address=found.player.email,
            message_id=tokens.new_message_id(now),
            made_at=now,
            due_at=now,
        )
    found.save(update_fields=["failures", "failing_since", "waits_until", "ended_at"])
    return found.waits_until


def _topic(message: Message) -> str:
    if message.game_id is not None:
        return f"game-{message.game_id}"
    return f"tournament-{message.tournament_id}" if message.tournament_id is not None else "puzzles"


def _check(address: str) -> None:
    try:
        guard.check_address(address)
    except NotAllowed:
        raise OrderRefused(
            "Enter a public internet address that starts with https:// and uses port 443 or 8443."
        ) from None


def tell_devices(player_id: int, *, now: datetime) -> int:
    """Push to each of a player's devices that their email address is about to change, because no email reaches them.
    Returns how many devices were reached."""
    player = Player.objects.filter(pk=player_id, next_email__isnull=False).first()
    if player is None:
        return 0
    with translation.override(player.language):
        payload = {
            "title": _("Your email address is about to change"),
            "body": _(
                "In 3 days, a code can be sent to the new address. If you didn’t ask for this, keep your current one."
            ),
            "tag": "address",
            "url": reverse("account_email"),
            "off": _("Switch off on this device"),
        }

    posts = list[Post]()
    for device in ready(player, now=now).filter(sort=Channel.Sort.PUSH):
        with suppress(NotPosted):
            posts.append(web_push.post_to(device, payload, topic="address", now=now))
    return sum(isinstance(status, int) and 200 <= status < 300 for status in post_all(posts))
