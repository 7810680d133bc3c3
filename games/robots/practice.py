"""Games against robots, for people who want to play at once.

Robots are players in them; a task gives their orders. Each decides from what its seat may know, by the code of its
kind, and delays moves that would hurry people."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games import batches, commands, queries, store
from games.commands.languages import lists_for, suggested_in
from games.models import Game, Seat
from games.players.accounts import account_of
from games.players.models import Player
from games.robots import levels
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.grid import Layout
from games.rules.robots import Effort
from games.rules.table.kind import AnyKind
from games.rules.values import Order, OrderRefused
from games.statements import NOW, Compiled

ADDRESS = next(iter(levels.ADDRESSES))
ORDERS_A_VISIT = 4
AT_ONCE = 100
VISITS = "visits of robots"
_DUE = Compiled(
    batches.ready(VISITS, Game.objects.filter(robots_due_at__lte=NOW), now=NOW).order_by("robots_due_at")[:AT_ONCE],
    only=["robots_due_at"],
)
PATIENCE = timedelta(minutes=10)  # even with one person: a robot must not know if they have laid all their tiles
TRIES_AGAIN = timedelta(minutes=1)  # after a refusal, or an unfinished visit


def kinds() -> list[AnyKind]:
    """Return the kinds that robots play."""
    return [kind for kind in registry.KINDS.values() if kind.practice is not None]


def open_table(*, kind: str, player: Player, level: str = levels.FIRST, word_list: str = "", now: datetime) -> int:
    """Deal a private game against a robot, or two if the kind needs three players, with this word list or the kind's
    own. Return its id.

    Raises OrderRefused for a kind that no robot plays, a level that is not available here, and over the limit of such
    games per person."""
    against = next((one for one in kinds() if one.key == kind), None)
    if against is None or against.practice is None:
        names = tuple(one.key for one in kinds())
        raise OrderRefused("Robots can’t play {kind}. They can play: {kinds}.", kind=kind, kinds=names)
    _check_level(against, level)
    robots = [_robot(address) for address in levels.addresses(level)[: max(2, against.seats[0]) - 1]]
    return commands.make_game(
        kind=kind,
        player=player,
        seats=1 + len(robots),
        options=practice_in(against, word_list),
        word_list=word_list,
        robots=robots,
        now=now,
    )


def practice_in(kind: AnyKind, word_list: str) -> dict[str, object]:
    """Return the options of a practice game of a kind, with tiles in the language of the word list."""
    _words, alphabet = lists_for(kind).get(word_list, (0, ENGLISH))
    return suggested_in(alphabet, kind, kind.practice or {})


def sit_down(*, game_id: int, player: Player, level: str = levels.FIRST, now: datetime) -> None:
    """Let a robot take a free seat at the request of the game's maker; it accepts at once.

    Raises OrderRefused for anybody else, for a kind or level without robots, for a rated game, if both robots of the
    level are there, or if there is no room; NoSuchGame for players who may not know of the game."""
    table = queries.table(game_id=game_id, player=player, now=now)
    if not table.is_maker:
        raise OrderRefused("Only the player who created the game can do that.")
    kind = registry.kind(table.kind)
    if kind.practice is None:
        raise OrderRefused("Robots can’t play this game.")
    _check_level(kind, level)
    if table.rated:
        raise OrderRefused("This game is rated, and robots have no rating. Invite people, or create an unrated game.")
    seated = set(_seats().filter(game=game_id).values_list("player__email", flat=True))
    address = next((address for address in levels.addresses(level) if address not in seated), None)
    if address is None and len(kind.levels) > 1:
        raise OrderRefused("Both robots of this level are already in this game. Choose another level.")
    if address is None:
        raise OrderRefused("All robots are already in this game.")
    commands.seat_robot(game_id=game_id, player=player, robot=_robot(address), now=now)


def tables(*, now: datetime) -> list[int]:
    """Return the games whose robots should act, the longest due first: those that changed, or whose people have had
    their time."""
    return [game.pk for game in _DUE(now=now)]


def visit(*, game_id: int, now: datetime, may_search: bool = True) -> bool:
    """Let each robot do what it would do now, unless another worker is at it. After a refusal they try again later.

    Return True if a robot still needs to search for a layout. Unless `may_search`, searches are left to `search`,
    because they would hold up other games."""
    claimed = Game.objects.filter(pk=game_id, robots_due_at__lte=now).update(robots_due_at=now + TRIES_AGAIN)
    return bool(claimed) and _visit(game_id, now=now, may_search=may_search)


def search(*, game_id: int, now: datetime) -> None:
    """Let each robot that needs a search carry it out, then do what follows from it."""
    _visit(game_id, now=now, may_search=True)


def _visit(game_id: int, *, now: datetime, may_search: bool) -> bool:
    try:
        waits = [_visit_as(seat, now=now, may_search=may_search) for seat in _seats().filter(game=game_id)]
    except _SearchIsLong:  # their own look may have scheduled another visit
        Game.objects.filter(pk=game_id).update(robots_due_at=now + TRIES_AGAIN)
        return True
    if waits and all(waits):  # a robot's own move, or somebody else's, may have scheduled another visit
        version = min(wait.version for wait in waits if wait)
        until = min((wait.until for wait in waits if wait and wait.until), default=None)
        Game.objects.filter(pk=game_id, version=version).update(robots_due_at=until)
    return False


def go_on(*, game_id: int, player: Player, now: datetime) -> store.Table:
    """Let one robot do at once something it would delay for people, for a person who plays against robots only. Return
    the game after that person has looked at the result.

    Raises OrderRefused if other people play, too, or if no robot can do anything; NoSuchGame for people who do not play
    there."""
    if not Seat.objects.filter(game=game_id, player=player, resigned_at=None).exists():
        raise store.NoSuchGame
    if _people(game_id) > 1:
        raise OrderRefused("Other people are playing too, so the robot leaves them their full time.")
    table = store.seen_now(game_id, now=now)
    for seat in _seats().filter(game=game_id) if table.is_running else ():
        assert seat.player is not None
        view = table.view(seat.number)
        for verb in table.kind.left_to_people(view, seat.number, PATIENCE):
            if view.allows(verb):
                commands.play(game_id=game_id, player=seat.player, orders=[Order(verb)], now=now)
                return commands.look(game_id=game_id, player=player, now=now)
    raise OrderRefused("The robot can’t continue yet. It can as soon as it has laid all its tiles.")


@dataclass(frozen=True)
class Wait:
    """A robot has nothing to do at this version of the game, until an instant or a change."""

    version: int
    until: datetime | None


class _SearchIsLong(Exception):
    """A robot needs a search, which would hold up other games."""


def _search_elsewhere(tiles: str, start: Layout, effort: Effort, seed: int) -> Layout:
    raise _SearchIsLong


def _visit_as(seat: Seat, *, now: datetime, may_search: bool) -> Wait | None:
    """Give a robot's orders. Return what it then waits for, None if there may be more to do."""
    chance = Chance(f"{seat.game_id} {seat.number} {now}".encode())  # hides nothing
    assert seat.player is not None
    for _ in range(ORDERS_A_VISIT):
        table = store.seen_now(seat.game_id, now=now)
        if not table.is_running:
            return Wait(table.game.version, None)
        view, kind = table.view(seat.number), table.kind
        mind = levels.mind_of(
            seat.player.email, kind, word_list=table.game.word_list_id, alphabet=view.alphabet, chance=chance
        )
        if mind.search and not may_search:
            mind = replace(mind, search=_search_elsewhere)
        wanted = kind.next_orders(view, seat.number, mind)
        left = kind.left_to_people(view, seat.number, mind.level.patience)
        if left and mind.level.key == levels.FIRST and _people(seat.game_id) == 1:
            left = dict.fromkeys(left)  # a guest in their first game has all the time they want
        later = [left[order.verb] for order in wanted if order.verb in left and not _is_over(left[order.verb], now)]
        orders = [order for order in wanted if _is_over(left.get(order.verb, now), now)]
        if not orders:
            return Wait(table.game.version, min(filter(None, later), default=None))
        try:
            commands.play(game_id=seat.game_id, player=seat.player, orders=orders, now=now)
        except OrderRefused:
            return None
    return None


def _is_over(until: datetime | None, now: datetime) -> bool:
    return until is not None and until <= now


def _people(game_id: int) -> int:
    """Return the number of people, not robots, who play a game."""
    return Seat.objects.filter(game=game_id, resigned_at=None).exclude(player__email__in=levels.ADDRESSES).count()


def _seats() -> QuerySet[Seat]:
    return Seat.objects.filter(player__email__in=levels.ADDRESSES).select_related("player").order_by("number")


def _check_level(kind: AnyKind, level: str) -> None:
    """Raise OrderRefused, naming the levels, for a level at which no robot plays this kind here."""
    keys = tuple(one.key for one in levels.offered(kind))
    if level not in keys:
        raise OrderRefused(
            "There is no robot of the level {level} for this game. Available levels: {levels}.",
            level=level,
            levels=keys,
        )


def _robot(address: str) -> Player:
    """Return the robot's account. It gets no email, and nobody can sign in to it, even if somebody had its address
    before."""
    name, _ = levels.ADDRESSES[address]
    robot, _ = account_of(address, name=name)
    if robot.is_active:
        robot.name, robot.is_active = name, False
        robot.save(update_fields=["name", "is_active"])
    return robot
