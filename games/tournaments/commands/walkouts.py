"""Tournament bans for players who did not join a table or left one. A ban follows automatically, and finishing games
lifts it."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game
from games.players.models import Player
from games.rules.values import OrderRefused
from games.tournaments.models import Walkout, WalkoutKind
from games.tournaments.queries.ratings import LEFT_STANDING, games_ended

NO_SHOW_FIRST, NO_SHOW_LONGEST = timedelta(hours=24), timedelta(days=30)
WALK_OUT_FIRST, WALK_OUT_AGAIN = timedelta(days=30), timedelta(days=90)
LIFTED_BY = {WalkoutKind.NO_SHOW: 1, WalkoutKind.WALKED_OUT: 3}
"""The number of games that a player must finish after the offence for the ban to be lifted."""


def count_game(*, game_id: int) -> None:
    """Ban the players who abandoned this finished game from entering tournaments. They abandoned it if they resigned,
    or if they were away at its end and for a week before. A game without a result leads to no ban, and calling this
    again changes nothing."""
    with transaction.atomic():
        for seat in games_ended().filter(LEFT_STANDING, game=game_id).select_related("player", "game"):
            assert seat.player is not None
            assert seat.game.finished_at is not None
            earlier = seat.player.walkouts.filter(kind=WalkoutKind.WALKED_OUT).exclude(game=seat.game)
            lasts = WALK_OUT_AGAIN if earlier.exists() else WALK_OUT_FIRST
            _ban(seat.player, WalkoutKind.WALKED_OUT, seat.game, at=seat.game.finished_at, lasts=lasts)


def no_show(*, player: Player, game: Game, now: datetime) -> None:
    """Ban a player who did not join this game in time. The first ban lasts 24 hours. Each further one lasts twice as
    long as the one before, up to 30 days, until the player finishes a game. A ban within 24 hours of the one before
    lasts as long as that one."""
    with transaction.atomic():
        last = player.walkouts.filter(kind=WalkoutKind.NO_SHOW).order_by("at", "pk").last()
        if last is None or _finished_since(player, last.at):
            lasts = NO_SHOW_FIRST
        elif now - last.at < NO_SHOW_FIRST:
            lasts = last.until - last.at
        else:
            lasts = min(2 * (last.until - last.at), NO_SHOW_LONGEST)
        _ban(player, WalkoutKind.NO_SHOW, game, at=now, lasts=lasts)


def ban_of(player: Player, *, now: datetime) -> datetime | None:
    """Return the end of the player's ban; None if they may enter."""
    running = player.walkouts.filter(until__gt=now, lifted_at=None)
    standing = (one for one in running if _finished_since(player, one.at) < LIFTED_BY[WalkoutKind(one.kind)])
    return max((one.until for one in standing), default=None)


def refuse_banned(player: Player, *, by: Player | None = None, now: datetime) -> None:
    """Raise OrderRefused while the player is banned; `by` is the person who enters them, if that is somebody else."""
    until = ban_of(player, now=now)
    if until is None:
        return
    if by is not None and by != player:
        raise OrderRefused(
            "{name} didn’t join a table or left one, and can’t enter a tournament until {until}. Finishing games "
            "against people lifts this ban sooner: 1 game after not joining a table, 3 after leaving one. An "
            "administrator can lift it at once under Tournament bans.",
            name=player.name,
            until=until,
        )
    raise OrderRefused(
        "You didn’t join a table or left one, so you can’t enter a tournament until {until}. Finishing games "
        "against people lifts this ban sooner: 1 game after not joining a table, 3 after leaving one.",
        until=until,
    )


def _ban(player: Player, kind: WalkoutKind, game: Game, *, at: datetime, lasts: timedelta) -> None:
    Walkout.objects.get_or_create(player=player, game=game, defaults={"kind": kind, "at": at, "until": at + lasts})


def _finished_since(player: Player, at: datetime) -> int:
    """Return the number of games with people that the player has finished after this instant."""
    ended = games_ended().filter(player=player, game__finished_at__gt=at)
    return ended.exclude(pk__in=ended.filter(LEFT_STANDING).values("pk")).count()
