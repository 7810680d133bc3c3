"""The devices that get a player's notifications, for the list of signed-in devices."""

from dataclasses import dataclass

from django import template

from games.players.devices import key_of
from games.players.models import Player
from notifications.channels.delivery import live
from notifications.models import Channel

register = template.Library()


@dataclass(frozen=True)
class Notified:
    """`signed_in` has the keys of the signed-in devices that get notifications; `others` are the devices without a
    session."""

    signed_in: frozenset[str]
    others: tuple[Channel, ...]


@register.simple_tag
def notified_devices(player: Player) -> Notified:
    """Return the devices that get the player's notifications; one query."""
    devices = list(live(player).filter(sort=Channel.Sort.PUSH))
    return Notified(
        signed_in=frozenset(key_of(one.session_id) for one in devices if one.session_id),
        others=tuple(one for one in devices if not one.session_id),
    )
