"""Email after a backup of the database was restored. Messages in the outbox may have been sent before, and nothing is
emailed twice. If a player replies to an email that was written after the backup and is lost, we reply that it is
lost."""

from datetime import datetime

from games.models import Event, Game, Seat
from games.players.accounts import holder_of
from games.players.models import Report
from games.tournaments.models import News
from notifications import tokens
from notifications.models import Message, Restoration

WHY = "the server was restored"


def close_what_may_have_left(*, copied_at: datetime, now: datetime) -> None:
    """Record what is lost, close every message that waits, and mark everything in the backup as announced."""
    Restoration.objects.create(copied_at=copied_at, restored_at=now)
    Message.objects.filter(due_at__isnull=False).update(due_at=None, status=WHY)
    Event.objects.filter(announced_at=None).update(announced_at=now)
    News.objects.filter(announced_at=None).update(announced_at=now)
    Report.objects.exclude(decision="").filter(told_at=None).update(told_at=now)


def lost_with(recipient: str) -> Restoration | None:
    """Return the restoration by which the email with this reply address was lost; None if the address isn't ours or was
    given at another time. Only an address of ours costs a query."""
    given = tokens.when_given(recipient)
    if given is None:
        return None
    lost = Restoration.objects.filter(copied_at__lt=given.until, restored_at__gte=given.since)
    return lost.order_by("-restored_at").first()


def stand_in(recipient: str, *, sender: str) -> Message | None:
    """Return a message in place of a lost one, never saved. It goes to the player with this address in the game it was
    about, if they still have a seat there; otherwise None."""
    given, player = tokens.when_given(recipient), holder_of(sender) if sender else None
    if given is None or given.game_id is None or player is None:
        return None
    seat = Seat.objects.select_related("game").filter(game=given.game_id, player=player, resigned_at=None).first()
    if seat is None or seat.game.phase not in Game.UNFINISHED:
        return None
    return Message(game=seat.game, player=player, seat=seat.number, address=player.email)
