"""A player says that somebody else has seen a mail: its reply address ends, or all of that game, and a fresh mail goes out."""

from collections.abc import Iterable
from datetime import datetime

from celery import current_app
from django.db import transaction
from django.utils.translation import gettext as _

from notifications.inbound import rights
from notifications.models import Message
from notifications.promising import promise
from notifications.readers import localized_for


def end_one(message: Message, *, now: datetime) -> bool:
    """End this mail's reply address, and send the current turn under a new one. Whether it was still alive."""
    return _end(message, also=[], now=now)


def end_all(message: Message, *, now: datetime) -> bool:
    """The same for all mails that this seat has got of the game. Those still to be sent are not out yet."""
    sent = Message.objects.filter(game=message.game_id, player=message.player_id, due_at=None, leaked_at=None)
    return _end(message, also=sent.values_list("pk", flat=True), now=now)


@transaction.atomic
def _end(message: Message, *, also: Iterable[int], now: datetime) -> bool:
    """Whoever has the leaked mail can do this too, but once: it takes away only what they have."""
    if not rights.is_live(message, now=now) or message.player is None:
        return False
    if not Message.objects.filter(pk=message.pk, leaked_at=None).update(leaked_at=now):
        return False
    Message.objects.filter(pk__in=list(also)).update(leaked_at=now)
    with localized_for(message):
        note = _("The reply address of an earlier mail has ended. Answer this mail instead.")
    promise(
        kind=Message.Kind.RECEIPT,
        game_id=message.game_id,
        player=message.player,
        seat=message.seat,
        address=message.player.email,
        facts={"verbs": ["STATUS"], "notes": [note]},
        now=now,
    )
    transaction.on_commit(
        lambda: current_app.send_task("notifications.tasks.announce_game", args=[message.game_id]), robust=True
    )
    return True
