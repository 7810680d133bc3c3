"""Take the time since the backup out of the clocks of running games in a restored database."""

from contextlib import suppress
from datetime import datetime

from games import batches, store
from games.commands.staff import govern_at
from games.models import Game
from games.rules.values import OrderRefused, StaffAction

RUNNING = (Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE)


def go_on_after_restore(*, copied_at: datetime, now: datetime) -> int:
    """Pause each running game as of the backup and end the pause now, which tells its players why. Return the number of
    games.

    A game that is already paused stays paused; if one fails, its number is logged."""
    games = Game.objects.filter(phase__in=RUNNING).order_by("pk")
    reason = f"The server lost what was done after {copied_at:%Y-%m-%d %H:%M} UTC, and the game goes on from there."
    numbers = list(games.values_list("pk", flat=True))

    def go_on(game_id: int) -> None:
        with suppress(OrderRefused):
            with store.locked(game_id, now=copied_at) as table:
                govern_at(table, StaffAction("PAUSE", reason, office="server"), by=None)
            with store.locked(game_id, now=now) as table:
                govern_at(table, StaffAction("RESUME", reason, office="server"), by=None)

    return len(batches.each("restoring", numbers, go_on, now=now))
