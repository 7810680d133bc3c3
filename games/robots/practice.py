"""A table against robots, for whoever wants to play at once. They sit there as players; a task gives their orders.

Each decides by what its seat may know, as its kind has it, and leaves to people for a while what would hurry them.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from games import commands, queries, store
from games.models import Game, Seat
from games.players.accounts import OF_ROBOTS, account_of
from games.players.models import Player
from games.robots.vocabularies import vocabulary_of
from games.rules import registry
from games.rules.chance import Chance
from games.rules.kind import Kind, Order, OrderRefused
from games.rules.messages import say
from games.store import Table

ADDRESS = f"robot{OF_ROBOTS}"
SECOND = f"second.robot{OF_ROBOTS}"
NAMES = {ADDRESS: "Robot", SECOND: "Second Robot"}
ORDERS_A_VISIT = 4
RUNNING = [Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE]


def kinds() -> list[Kind]:
    """The kinds that robots play."""
    return [kind for kind in registry.KINDS.values() if kind.practice is not None]


def open_table(*, kind: str, player: Player, now: datetime) -> int:
    """A private game against a robot, or two where it takes three to play, dealt at once. Returns its id.

    Raises OrderRefused for a kind that no robot plays."""
    against = next((one for one in kinds() if one.key == kind), None)
    if against is None or against.practice is None:
        names = tuple(one.key for one in kinds())
        raise OrderRefused(say("No robot plays {kind}. They play: {kinds}.", kind=kind, kinds=names))
    seats = max(2, against.seats[0])
    game_id = commands.make_game(kind=kind, player=player, seats=seats, options=against.practice, now=now)
    for address in list(NAMES)[: seats - 1]:
        _seat(address, game_id=game_id, now=now)
    return game_id


def sit_down(*, game_id: int, player: Player, now: datetime) -> None:
    """The maker of a game lets a robot take a free seat; it agrees at once.

    Raises OrderRefused for anybody else, where no robot plays such a game, where it is rated, and where all of them sit
    already; NoSuchGame to whoever may not know of it."""
    table = queries.table(game_id=game_id, player=player, now=now)
    if not table.maker:
        raise OrderRefused(say("Only who made the game can do that."))
    if registry.kind(table.kind).practice is None:
        raise OrderRefused(say("No robot plays this game."))
    if table.rated:
        raise OrderRefused(
            say("This game is rated, and robots have no rating: invite people, or make one that is not.")
        )
    seated = set(_seats().filter(game=game_id).values_list("player__email", flat=True))
    address = next((address for address in NAMES if address not in seated), None)
    if address is None:
        raise OrderRefused(say("All robots sit here already."))
    _seat(address, game_id=game_id, now=now)


def tables() -> list[int]:
    """The running games in which robots sit."""
    return list(_seats().filter(game__phase__in=RUNNING).order_by("game").values_list("game", flat=True).distinct())


def visit(*, game_id: int, now: datetime) -> None:
    """Let each robot do what it would do now. What is refused is left for the next visit."""
    for seat in _seats().filter(game=game_id).select_related("player"):
        assert seat.player is not None
        _visit_as(seat.player, seat.number, game_id=game_id, now=now)


def _seat(address: str, *, game_id: int, now: datetime) -> None:
    robot = _robot(address)
    commands.join(game_id=game_id, player=robot, now=now, invited=True)
    commands.agree(game_id=game_id, player=robot, now=now)


def _visit_as(robot: Player, seat: int, *, game_id: int, now: datetime) -> None:
    chance = Chance(f"{game_id} {seat} {now}".encode())  # it hides nothing
    for _ in range(ORDERS_A_VISIT):
        table = store.seen_now(game_id, now=now)
        orders = _wanted(table, seat, now, chance) if table.is_running else ()
        if not orders:
            return
        try:
            commands.play(game_id=game_id, player=robot, orders=orders, now=now)
        except OrderRefused:
            return


def _wanted(table: Table, seat: int, now: datetime, chance: Chance) -> Sequence[Order]:
    view, kind = table.view(seat), table.kind
    left = kind.left_to_people(view, seat, now)
    orders = kind.next_orders(view, seat, vocabulary_of(table.game.word_list_id), chance)
    return [order for order in orders if order.verb not in left]


def _seats() -> QuerySet[Seat]:
    return Seat.objects.filter(player__email__in=NAMES).order_by("number")


def _robot(address: str) -> Player:
    """An account that nobody can sign in to, also who had its address before, and that gets no mail."""
    robot, _ = account_of(address, name=NAMES[address])
    if robot.is_active:
        robot.name, robot.is_active = NAMES[address], False
        robot.save(update_fields=["name", "is_active"])
    return robot
