"""How much one player may have: of games, tables with robots, and what is saved under a name.

`hold` comes first, in the transaction that adds one more: of two requests at once the second counts what the first added."""

from datetime import datetime, timedelta

from games.models import Game
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table

GAMES_A_DAY_OF_A_GUEST = 5
GAMES_A_DAY, LOBBIES, TABLES_WITH_ROBOTS = 30, 10, 5
CHANGES_A_DAY = 20
CHANGES = ("joined", "moved", "agreed")  # each of the others takes one of these back


def hold(player: Player) -> None:
    """Nobody else adds to what this player has until the transaction ends."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def refuse_one_more_game(player: Player, now: datetime) -> None:
    """Raise OrderRefused over the day's limit of games, and where too many of them have not begun."""
    made = Game.objects.filter(made_by=player)
    most = GAMES_A_DAY_OF_A_GUEST if player.is_guest else GAMES_A_DAY
    if made.filter(made_at__gt=now - timedelta(days=1)).count() >= most:
        raise OrderRefused(say("At most {most} games a day: make the next one tomorrow.", most=most))
    if made.filter(phase=Game.Phase.LOBBY).count() >= LOBBIES:
        raise OrderRefused(
            say("You have made {most} games that have not begun: wait for one, or cancel one first.", most=LOBBIES)
        )


def refuse_one_more_robot_table(player: Player) -> None:
    """Raise OrderRefused where robots sit at too many unfinished tables that this player made."""
    unfinished = Game.objects.filter(made_by=player, has_robots=True, phase__in=Game.UNFINISHED)
    if unfinished.count() >= TABLES_WITH_ROBOTS:
        raise OrderRefused(
            say("You play robots at {most} tables already: finish or resign one first.", most=TABLES_WITH_ROBOTS)
        )


def refuse_one_more_change(table: Table, player: Player) -> None:
    """Raise OrderRefused where a player has sat down, moved and agreed at this table too often in a day."""
    changes = table.game.events.filter(verb__in=CHANGES, facts__player=player.pk, at__gt=table.now - timedelta(days=1))
    if changes.count() >= CHANGES_A_DAY:
        raise OrderRefused(
            say("You have changed your mind {most} times here today: wait until tomorrow.", most=CHANGES_A_DAY)
        )
