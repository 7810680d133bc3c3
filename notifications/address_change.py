"""Tells a player's devices that the address of their account is about to change, as no mail reaches them."""

from contextlib import suppress
from datetime import datetime

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.players.models import Player
from notifications import channels, web_push
from notifications.models import Channel
from notifications.posting import NotPosted, Post, post_all


def tell_devices(player_id: int, *, now: datetime) -> int:
    """Push to each device of a player that their address is about to change. Returns how many were reached."""
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
    for device in channels.ready(player, now=now).filter(sort=Channel.Sort.PUSH):
        with suppress(NotPosted):
            posts.append(web_push.post_to(device, payload, topic="address", now=now))
    return sum(isinstance(status, int) and 200 <= status < 300 for status in post_all(posts))
