"""A table against the robot, for whoever wants to play at once. The robot sits there as a player; a task gives its orders.

It decides by what its seat may know, as `games.robots.crossing` does, and it leaves the light to people for a while.
"""

from datetime import datetime, timedelta
from functools import cache
from random import Random

from games import commands, store
from games.models import Game, Seat
from games.players.accounts import account_of
from games.players.models import Player
from games.robots.crossing import next_orders
from games.robots.vocabulary import Vocabulary
from games.rules.crossing.view import CrossingView
from games.rules.kind import Order, OrderRefused
from games.word_lists.library import bundled

ADDRESS = "robot@lexicon.invalid"  # no mail goes there
NAME = "Robot"
OPTIONS = {"tile_set": "S98", "starting_tiles": 15, "tiles_per_light": 2, "leeway": 60}
PATIENCE = timedelta(minutes=10)  # since the last of the others has looked
ORDERS_A_VISIT = 4
RUNNING = [Game.Phase.PLAYING, Game.Phase.GRACE]


def open_table(*, player: Player, now: datetime) -> int:
    """A private game of two against the robot, dealt at once. Returns its id."""
    game_id = commands.make_game(kind="crossing", player=player, seats=2, options=OPTIONS, now=now)
    commands.join(game_id=game_id, player=_robot(), now=now, invited=True)
    commands.agree(game_id=game_id, player=player, now=now)
    commands.agree(game_id=game_id, player=_robot(), now=now)
    return game_id


def tables() -> list[int]:
    """The running games in which the robot sits."""
    seats = Seat.objects.filter(player__email=ADDRESS, game__phase__in=RUNNING)
    return list(seats.values_list("game", flat=True))


def visit(*, game_id: int, now: datetime) -> None:
    """Let the robot do what it would do now. What is refused is left for the next visit."""
    seat = Seat.objects.select_related("player").filter(game=game_id, player__email=ADDRESS).first()
    if seat is None or seat.player is None:
        return
    chance = Random(f"{game_id} {now}")  # noqa: S311  it hides nothing
    for _ in range(ORDERS_A_VISIT):
        table = store.seen_now(game_id, now=now)
        if not table.is_running:
            return
        orders = _wanted(table.view(seat.number), seat.number, now, chance)
        if not orders:
            return
        try:
            commands.play(game_id=game_id, player=seat.player, orders=orders, now=now)
        except OrderRefused:
            return


def _wanted(view: CrossingView, seat: int, now: datetime, chance: Random) -> tuple[Order, ...]:
    orders = next_orders(view, seat, _vocabulary(), chance=chance)
    others = [there for there in view.seats if there.seat != seat and not there.away and not there.resigned]
    may_ask = all(there.seen_at and now - there.seen_at >= PATIENCE for there in others)
    return orders if may_ask else tuple(order for order in orders if order.verb not in ("GREEN", "RED"))


def _robot() -> Player:
    """An account that nobody can sign in to, also who had its address before, and that gets no mail."""
    robot, _ = account_of(ADDRESS, name=NAME)
    if robot.is_active:
        robot.name, robot.is_active = NAME, False
        robot.save(update_fields=["name", "is_active"])
    return robot


@cache
def _vocabulary() -> Vocabulary:
    return Vocabulary(bundled().words)
