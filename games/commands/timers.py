"""What happens by itself, and mails that hold a deadline while they are read."""

from datetime import datetime

from games import store
from games.models import Game, WaitingMail

AT_ONCE = 500


def due_games(*, now: datetime) -> list[int]:
    """Running games with something due, the longest due first."""
    running = Game.objects.exclude(phase=Game.Phase.LOBBY).filter(due_at__lte=now)
    return list(running.order_by("due_at").values_list("pk", flat=True)[:AT_ONCE])


def apply_due(*, game_id: int, now: datetime) -> bool:
    """Apply what is due in one game; whether anything was."""
    with store.locked(game_id, now=now) as table:
        return table.has_changed


def mail_is_waiting(*, game_id: int, mail: int, accepted_at: datetime) -> None:
    """A mail for this game has been accepted: deadlines after that wait until it is read."""
    WaitingMail.objects.get_or_create(mail=mail, defaults={"game_id": game_id, "accepted_at": accepted_at})


def mail_was_read(*, mail: int, now: datetime) -> None:
    """The mail is read, or held, or put aside: its game goes on."""
    waiting = WaitingMail.objects.filter(mail=mail).first()
    if waiting:
        waiting.delete()
        apply_due(game_id=waiting.game_id, now=now)
