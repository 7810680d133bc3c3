"""Channels beside mail: a player's devices and webhook, which are told before the mail and in its stead if it is seen in time.

They have no outbox of their own: `notifications.outbox` asks here, of a message that is due, whether its channels are told
first. What none of them takes is mailed at once. Nothing goes to a channel that its player has not switched on."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.players.models import Player
from games.rules.kind import OrderRefused
from notifications import player_webhooks, posting, tokens, web_push
from notifications.audience import seen_on_the_page, with_presence
from notifications.mails.answers import sort_in_words
from notifications.mails.parts import MailContent
from notifications.models import Channel, MailKind, Message
from notifications.posting import NotAllowed, NotPosted
from notifications.preferences import ALWAYS, ANSWERS, hours_kept, localized_for

DEVICES_A_PLAYER = 10
WEBHOOKS = (Channel.Sort.DISCORD, Channel.Sort.SLACK, Channel.Sort.JSON)
GONE = frozenset({404, 410})
MOST_FAILURES, FAILS_FOR = 10, timedelta(days=1)  # a webhook that fails so often and for so long is ended
# An answer to a mail, a last warning, and that a webhook has ended.
MAILED_ALONE = ANSWERS | ALWAYS | {MailKind.CHANNEL, MailKind.STAFF}


def live(player: Player) -> QuerySet[Channel]:
    """The channels that a player has switched on, the oldest first."""
    return Channel.objects.filter(player=player, ended_at=None).order_by("pk")


@transaction.atomic
def switch_on_device(*, player: Player, address: str, p256dh: str, auth: str, name: str = "", now: datetime) -> Channel:
    """Tell a player on one more device; one that was somebody else's is theirs alone from now on. Raises OrderRefused."""
    _check(address)
    if not web_push.are_keys(p256dh, auth):
        raise OrderRefused("The keys of a device are as its browser gives them.")
    others = Channel.objects.filter(player=player, sort=Channel.Sort.PUSH).exclude(address=address)
    if others.count() >= DEVICES_A_PLAYER:
        raise OrderRefused("At most {most} devices: switch one off first.", most=DEVICES_A_PLAYER)
    Channel.objects.filter(address=address, sort=Channel.Sort.PUSH).delete()
    return Channel.objects.create(
        player=player,
        sort=Channel.Sort.PUSH,
        name=name.strip()[:60],
        address=address,
        p256dh=p256dh,
        auth=auth,
        made_at=now,
    )


@transaction.atomic
def set_webhook(*, player: Player, sort: str, address: str, now: datetime) -> Channel:
    """Tell a player by this webhook, in place of an earlier one; one of plain JSON gets a secret to sign with. Raises
    OrderRefused."""
    _check(address)
    if sort not in WEBHOOKS:
        raise OrderRefused("A webhook is of Discord, of Slack, or takes JSON.")
    Channel.objects.filter(player=player).exclude(sort=Channel.Sort.PUSH).delete()
    secret = secrets.token_hex(32) if sort == Channel.Sort.JSON else ""
    return Channel.objects.create(player=player, sort=sort, address=address, secret=secret, made_at=now)


def tells_first(message: Message, content: MailContent, *, now: datetime) -> bool:
    """True if channels are told of a message before it is mailed. A mail that brings tiles counts as a look, and goes at
    once."""
    if message.player is None or message.kind in MAILED_ALONE or content.seen_round is not None:
        return False
    if not message.has_channels or any(notice.deadline for notice in message.notices.all()):  # type: ignore[attr-defined]
        return False
    return message.mail_at is None or now < message.mail_at


@dataclass(frozen=True)
class Told:
    """What came of telling channels: whether any took it, and whether a webhook is to be tried again."""

    was_taken: bool
    tries_again: bool


def tell(message: Message, content: MailContent, *, now: datetime) -> Told:
    """Tell a message's player on their devices, once, and by their webhook, at each call. Devices that are gone are
    removed, a webhook that is gone or fails for long is ended."""
    assert message.player is not None
    is_first, taken = message.mail_at is None, dict[str, bool]()
    for channel in live(message.player):
        if channel.sort != Channel.Sort.PUSH:
            taken[channel.sort] = _tell(channel, message, content, now=now)
        elif is_first and web_push.is_set_up():
            taken[channel.sort] = _tell(channel, message, content, now=now) or taken.get(channel.sort, False)
    tries_again = any(not took and channel in WEBHOOKS for channel, took in taken.items())
    return Told(any(taken.values()), tries_again)


def mail_follows(message: Message, *, now: datetime) -> datetime:
    """The instant at which the mail goes, unless it is seen by then."""
    assert message.player is not None
    return message.mail_at or now + timedelta(minutes=hours_kept(message.player).mail_after)


def is_seen(message: Message) -> bool:
    """True if all that a message tells was seen on the game's page since its channels were told."""
    news = list(with_presence(message.notices.select_related("event")))
    return bool(news) and len(seen_on_the_page(news)) == len(news)


def note_seen(message: Message) -> None:
    """Close a message whose mail waits, as its reader has opened the notification."""
    waits = Message.objects.filter(pk=message.pk, mail_at__isnull=False, due_at__isnull=False)
    waits.update(due_at=None, status="seen")


def end(channel: Channel) -> None:
    """Switch a channel off for good."""
    channel.delete()


def _tell(channel: Channel, message: Message, content: MailContent, *, now: datetime) -> bool:
    try:
        if channel.sort == Channel.Sort.PUSH:
            status = web_push.push(channel, _payload(message, content, now=now), topic=_topic(message), now=now)
        else:
            with localized_for(message, now=now):
                status = player_webhooks.post_news(channel, message, content.subject, now=now)
    except NotPosted:
        status = 0
    took = 200 <= status < 300
    if took:
        Channel.objects.filter(pk=channel.pk).update(told_at=now, failures=0, failing_since=None)
    elif channel.sort == Channel.Sort.PUSH and status in GONE:
        channel.delete()
    else:
        _failed(channel, is_gone=status in GONE, now=now)
    return took


@transaction.atomic
def _failed(channel: Channel, *, is_gone: bool, now: datetime) -> None:
    """Count a failure; a webhook that is gone or has failed for long is ended, and its player is mailed so."""
    channel = Channel.objects.select_for_update(of=("self",)).select_related("player").get(pk=channel.pk)
    channel.failures, channel.failing_since = channel.failures + 1, channel.failing_since or now
    is_lost = is_gone or (channel.failures >= MOST_FAILURES and channel.failing_since <= now - FAILS_FOR)
    if is_lost and channel.sort != Channel.Sort.PUSH and channel.ended_at is None:
        channel.ended_at = now
        Message.objects.create(
            kind=MailKind.CHANNEL,
            channel=channel,
            player=channel.player,
            address=channel.player.email,
            message_id=tokens.new_message_id(now),
            made_at=now,
            due_at=now,
        )
    channel.save(update_fields=["failures", "failing_since", "ended_at"])


def _payload(message: Message, content: MailContent, *, now: datetime) -> dict[str, str]:
    with localized_for(message, now=now):
        return {
            "title": content.subject,
            "body": sort_in_words(message),
            "tag": _topic(message),
            "url": reverse("told", args=[message.link]),
            "off": _("Off on this device"),
        }


def _topic(message: Message) -> str:
    if message.game_id is not None:
        return f"game-{message.game_id}"
    return f"tournament-{message.tournament_id}" if message.tournament_id is not None else "puzzles"


def _check(address: str) -> None:
    try:
        posting.check_address(address)
    except NotAllowed:
        raise OrderRefused(
            "Enter a public internet address that starts with https:// and uses port 443 or 8443."
        ) from None
