"""How a player regards another: following, blocking, and a note. The other is never notified."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games import store
from games.models import Game
from games.players.accounts import addresses_of
from games.players.models import Invitation, Player, Regard
from games.rules.values import OrderRefused

MOST_REGARDS = 1000
LONGEST_NOTE = 2000


def regard(
    *,
    player: Player,
    other: Player,
    now: datetime,
    follows: bool | None = None,
    blocks: bool | None = None,
    note: str | None = None,
) -> None:
    """Save how a player regards another from now on; None leaves a part unchanged. Blocking somebody ends following
    them, and hides unanswered invitations between the two from their receivers.

    Raises OrderRefused for oneself, for following somebody blocked, for a note too long, and over the limit."""
    text = None if note is None else note.replace("\r\n", "\n").replace("\0", "").strip()
    if other == player:
        raise OrderRefused("That’s you. Choose another player.")
    if text and len(text) > LONGEST_NOTE:
        raise OrderRefused(
            "A note can have at most {most} characters. This one has {n}.", most=LONGEST_NOTE, n=len(text)
        )
    with transaction.atomic(durable=True):
        store.hold(player)
        row = Regard.objects.filter(player=player, other=other).first() or Regard(player=player, other=other, since=now)
        if row.pk is None and Regard.objects.filter(player=player).count() >= MOST_REGARDS:
            raise OrderRefused(
                "You already follow, block or have notes on {most} people. Unfollow, unblock or delete the note on "
                "one of them first.",
                most=MOST_REGARDS,
            )
        was_blocked = row.blocks
        row.blocks = was_blocked if blocks is None else blocks
        if follows and row.blocks:
            raise OrderRefused("You’ve blocked {name}. Unblock them before you follow them.", name=other.name)
        row.follows = (row.follows if follows is None else follows) and not row.blocks
        row.note = row.note if text is None else text
        if row.follows or row.blocks or row.note:
            row.save()
        elif row.pk is not None:
            row.delete()
        if row.blocks and not was_blocked:
            # hide the other's invitations to the player, and everybody's invitations of the other to the player's games
            to_player = Q(invited_by=other, email__in=addresses_of(player))
            to_other = Q(game__made_by=player, email__in=addresses_of(other)) & ~Q(invited_by=player)
            unanswered = Invitation.objects.filter(to_player | to_other, game__phase=Game.Phase.LOBBY, joined_at=None)
            unanswered.update(is_kept_back=True, is_awaited=False)
