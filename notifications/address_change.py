"""Tells a player's devices that the address of their account is about to change, as no mail reaches them."""

from datetime import datetime

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import batches
from games.players.models import Player
from notifications import channels, web_push
from notifications.models import Channel


def tell_devices(player_id: int, *, now: datetime) -> int:
    """Push to each device of a player that their address is about to change. Returns how many were reached."""
    player = Player.objects.filter(pk=player_id, next_email__isnull=False).first()
    if player is None or not web_push.is_set_up():
        return 0
    with translation.override(player.language):
        payload = {
            "title": _("Your email address is about to change"),
            "body": _("In 3 days a code goes to the new address. If you didn’t ask for this, keep your address."),
            "tag": "address",
            "url": reverse("account_email"),
            "off": _("Off on this device"),
        }

    def tell(device: Channel) -> bool:
        return 200 <= web_push.push(device, payload, topic="address", now=now) < 300

    devices = channels.live(player).filter(sort=Channel.Sort.PUSH)
    return sum(batches.each("telling devices", devices, tell, now=now))
