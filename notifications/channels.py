"""Channels beside mail: a player's devices and webhook, which are told before the mail and in its stead if it is seen in time.

They have no outbox of their own: `notifications.outbox` asks here, of a message that is due, whether its channels are told
first. What none of them takes is mailed at once. Nothing goes to a channel that its player has not switched on."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.players.models import Player
from games.rules.kind import OrderRefused
from notifications import posting, web_push
from notifications.audience import seen_on_the_page, with_presence
from notifications.mails.parts import MailContent
from notifications.models import Channel, MailKind, Message
from notifications.posting import NotAllowed, NotPosted
from notifications.preferences import ALWAYS, ANSWERS, hours_kept, localized_for

DEVICES_A_PLAYER = 10
GONE = frozenset({404, 410})
# An answer to a mail, a last warning, and that a webhook has ended.
MAILED_ALONE = ANSWERS | ALWAYS | {MailKind.CHANNEL}


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


def tells_first(message: Message, content: MailContent, *, now: datetime) -> bool:
    """True if channels are told of a message before it is mailed. A mail that brings tiles counts as a look, and goes at
    once."""
    if message.player is None or message.kind in MAILED_ALONE or content.seen_round is not None:
        return False
    if not message.has_channels or any(notice.deadline for notice in message.notices.all()):  # type: ignore[attr-defined]
        return False
    return message.mail_at is None or now < message.mail_at


def tell(message: Message, content: MailContent, *, now: datetime) -> bool:
    """Tell a message's player on their devices. Returns whether any took it. Devices that are gone are removed."""
    assert message.player is not None
    devices = live(message.player) if web_push.is_set_up() else []
    taken = [_push(device, message, content, now=now) for device in devices]  # each is told
    return any(taken)


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
    waits = Message.objects.filter(pk=message.pk, mail_at__isnull=False, due_at__isnull=False, attempts=0)
    waits.update(due_at=None, status="seen")


def end(channel: Channel) -> None:
    """Switch a channel off for good."""
    channel.delete()


def _push(device: Channel, message: Message, content: MailContent, *, now: datetime) -> bool:
    payload, topic = _payload(message, content), _topic(message)
    try:
        status = web_push.push(device, payload, topic=topic, now=now)
    except NotPosted:
        status = 0
    if status in GONE:
        device.delete()
    elif took := 200 <= status < 300:
        Channel.objects.filter(pk=device.pk).update(told_at=now, failures=0, failing_since=None)
        return took
    else:
        Channel.objects.filter(pk=device.pk).update(
            failures=F("failures") + 1, failing_since=device.failing_since or now
        )
    return False


def _payload(message: Message, content: MailContent) -> dict[str, str]:
    with localized_for(message):
        return {
            "title": content.subject,
            "body": capfirst(message.get_kind_display()),
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
        raise OrderRefused("The address begins with https:// and is one of the public Internet.") from None
