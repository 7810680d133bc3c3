"""Whether mail reaches a player. Where it does not, no game of theirs counts on it."""

from datetime import datetime

from games import store
from games.commands.parting import mates_of, row_in_play, set_tiles_by_email_at
from games.models import Game, Seat
from games.players.models import Player
from games.rules.kind import Order


def mail_fails(*, player: Player, now: datetime) -> None:
    """Mail to this player comes back: tiles by email is off, from the next allocation, and a look that is waited for
    gets a day more, once a game. In all of their games or in none. Where somebody shares the seat whom mail reaches, they
    look for both, and tiles come by email if they want that."""
    unfinished = Game.objects.filter(seats__player=player).exclude(
        phase__in=[Game.Phase.FINISHED, Game.Phase.CANCELLED]
    )
    with store.all_locked(unfinished, now=now) as tables:
        for table in tables:
            row = row_in_play(table, player)
            if row is None:
                continue
            reached = [mate for mate in mates_of(table, row) if mate.player and mate.player.mail_fails_since is None]
            set_tiles_by_email_at(table, row.number, reached)
            if not reached:
                table.play(row.number, Order("EXTEND"))
        Seat.objects.filter(player=player, game__in=unfinished).update(tiles_by_email=False)
        Player.objects.filter(pk=player.pk, mail_fails_since=None).update(mail_fails_since=now)


def mail_works(*, player: Player, now: datetime) -> None:
    """Mail reaches this player again; for tiles by email they ask anew."""
    Player.objects.filter(pk=player.pk).update(mail_fails_since=None)
