"""Seats: who holds one, alone or together with others, and at a locked table before the deal sitting down, agreeing, and the
deal when all have."""

from collections.abc import Sequence
from typing import NoReturn

from games import store
from games.commands.parting import vacations_of
from games.models import Event, Game, Replacement, Seat, Unheard
from games.players.accounts import OF_ROBOTS, is_robot
from games.players.models import Player
from games.rules.chance import LONGEST_CUT, stream_key
from games.rules.kind import Joining, OrderRefused, StaffAction
from games.rules.lines import has_control_signs
from games.rules.messages import say
from games.rules.options import read_options
from games.sharing import by_number, cut_of, free_share, has_room, to_agree
from games.store import Table


def seat_held(game_id: int, player: Player) -> Seat:
    """The place of a player, for what they keep to themself there; no lock. Raises NoSuchGame to whoever has none, or has
    resigned from it."""
    seat = Seat.objects.filter(game=game_id, player=player, resigned_at=None).first()
    if seat is None:
        raise store.NoSuchGame
    return seat


def in_lobby(table: Table) -> None:
    """Raise OrderRefused where the time for seats is over."""
    if table.game.phase == Game.Phase.CANCELLED:
        raise OrderRefused(say("This game was cancelled."))
    if not table.is_in_lobby:
        raise OrderRefused(say("This game has begun."))


def refuse_onlooker(table: Table, player: Player) -> NoReturn:
    """Who does not sit here is refused where they may know of the game; for others there is no such game."""
    game = table.game
    is_asked = table.is_in_lobby and game.invitations.filter(email=player.email).exists()
    if game.listed or is_asked:
        raise OrderRefused(say("You do not play in this game."))
    raise store.NoSuchGame


def refuse_seated(table: Table) -> None:
    """Raise OrderRefused where nobody made the game: its players were seated, and its seats are not theirs to give away."""
    if table.game.made_by_id is None:
        raise OrderRefused(say("The seats of this game were given out: tell a director if you cannot play."))


def sit_down(
    table: Table, player: Player, *, invited: bool, number: int | None = None, tiles_by_email: bool = False
) -> Seat:
    """Take the seat of that number, free or with a share left; without one the lowest free seat, else the lowest with a share.
    Who sits already keeps theirs. A private game takes only the invited."""
    row = table.row_of(player)
    if row is not None:
        return row
    if player.is_guest or (not table.game.listed and not invited):
        raise store.NoSuchGame
    in_lobby(table)
    refuse_seated(table)
    row = sit(table, player, *place_for(table, player, number), tiles_by_email=tiles_by_email)
    table.happened("joined", row.number, name=player.name, player=player.pk)
    return row


def place_for(table: Table, player: Player, number: int | None) -> tuple[int, int]:
    """The seat and the share of it that this player can have: where they ask for a seat, of that one. Nobody shares with a
    robot. Raises OrderRefused."""
    game = table.game
    if number is not None and not 0 <= number < game.seat_count:
        raise OrderRefused(say("This game has {n} seats: name one of them, from 1 to {n}.", n=game.seat_count))
    taken = by_number(game.seats.select_related("player"))
    asked_for = range(game.seat_count) if number is None else (number,)
    free = [one for one in asked_for if one not in taken]
    if not is_robot(player):
        free += [one for one in asked_for if one in taken and has_room(taken[one], game)]
    if not free and number is not None:
        raise OrderRefused(say("That seat is taken: choose another one."))
    if not free:
        raise OrderRefused(say("Every seat of this game is taken."))
    return free[0], free_share(taken.get(free[0], ()))


def sit(table: Table, player: Player, number: int, share: int = 0, *, tiles_by_email: bool = False) -> Seat:
    if share == 0:  # whom somebody muted there has got up
        Unheard.objects.filter(seat__game=table.game, other=number).delete()
    table.game.has_robots |= is_robot(player)
    return Seat.objects.create(
        game=table.game,
        number=number,
        share=share,
        player=player,
        name=player.name,
        tiles_by_email=tiles_by_email,
    )


def seat_anew(table: Table, number: int, player: Player) -> None:
    """Another takes the place of who sat there alone, and may look on from then. What was said there stays theirs."""
    row = table.game.seats.get(number=number, resigned_at=None)
    if row.player_id is not None:
        Replacement.objects.create(
            game=table.game, seat=number, player_id=row.player_id, name=row.name, replaced_at=table.now
        )
        said = list(table.game.events.filter(verb="say", seat=number, facts__player__isnull=True))
        for line in said:
            line.facts |= {"player": row.player_id, "name": row.name}
        Event.objects.bulk_update(said, ["facts"])
    Unheard.objects.filter(seat__game=table.game, other=number).delete()
    row.player, row.name, row.tiles_by_email = player, player.name, False
    row.orders_in_hour, row.orders_in_day, row.orders_counted_at = 0, 0, None
    row.present_at = None
    if table.is_in_lobby:
        row.agreed_at, row.cut = None, ""
    row.save()
    see_robots(table)


def see_robots(table: Table) -> None:
    """Keep whether robots still sit here, after somebody has left a seat."""
    table.game.has_robots = table.game.seats.filter(player__email__endswith=OF_ROBOTS).exists()


def agree_at(table: Table, row: Seat, cut: str, *, tiles_by_email: bool = False) -> None:
    """The agreement of one player, from now on perhaps with tiles by email; when every seat is filled, of each somebody has
    agreed, and who made the game has too, tiles are dealt."""
    if len(cut) > LONGEST_CUT or has_control_signs(cut):
        raise OrderRefused(
            say("A cut is a text of at most {most} signs, without control characters.", most=LONGEST_CUT)
        )
    if table.game.hard_end is not None and table.now >= table.game.hard_end:
        raise OrderRefused(say("The time for this game is over. A director says what comes of it."))
    agrees = {"agreed_at": table.now, "cut": cut} | ({"tiles_by_email": True} if tiles_by_email else {})
    Seat.objects.filter(pk=row.pk).update(**agrees)
    table.happened("agreed", row.number, name=row.name, player=row.player_id)
    rows = list(table.game.seats.all())
    seats = by_number(rows)
    if len(seats) == table.game.seat_count and not to_agree(rows, table.game):
        _deal(table, list(seats.values()))


def _deal(table: Table, seats: Sequence[Sequence[Seat]]) -> None:
    """`seats` has the people of each, in the order of the seats."""
    game = table.game
    game.key = stream_key(bytes(game.seed), [cut_of(rows) for rows in seats])
    game.started_at = table.now
    joining = [
        Joining(
            tiles_by_email=any(row.tiles_by_email for row in rows), vacations=vacations_of(rows, ends_after=table.now)
        )
        for rows in seats
    ]
    options = read_options(table.kind.options_type, game.options)
    table.take(table.kind.start(joining, options, table.resources, table.now))
    if game.hard_end is not None:
        table.govern(StaffAction("HARD_END", facts={"until": game.hard_end.isoformat()}))
