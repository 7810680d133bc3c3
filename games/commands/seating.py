"""Seats: who holds one, and at a locked table before the deal sitting down, agreeing, and the deal when all have."""

from collections.abc import Sequence
from typing import NoReturn

from games import store
from games.models import Event, Game, Replacement, Seat, Unheard
from games.players.models import Player, Vacation
from games.rules.chance import LONGEST_CUT, stream_key
from games.rules.kind import Act, Joining, OrderRefused
from games.rules.lines import has_control_signs
from games.rules.messages import say
from games.rules.options import read_options
from games.store import Table


def seat_held(game_id: int, player: Player) -> Seat:
    """The seat of a player, for what they keep to themself there; no lock. Raises NoSuchGame to whoever has none."""
    seat = Seat.objects.filter(game=game_id, player=player).first()
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


def sit_down(table: Table, player: Player, *, invited: bool, tiles_by_email: bool = False) -> int:
    """Take the lowest free seat; who sits already keeps theirs. A private game takes only the invited."""
    seat = table.seat_of(player)
    if seat is not None:
        return seat
    game = table.game
    if not game.listed and not invited:
        raise store.NoSuchGame
    in_lobby(table)
    refuse_seated(table)
    taken = set(game.seats.values_list("number", flat=True))
    free = next((number for number in range(game.seat_count) if number not in taken), None)
    if free is None:
        raise OrderRefused(say("Every seat of this game is taken."))
    sit(table, player, free, tiles_by_email=tiles_by_email)
    table.happened("joined", free, name=player.name, player=player.pk)
    return free


def sit(table: Table, player: Player, number: int, *, tiles_by_email: bool = False) -> None:
    Unheard.objects.filter(seat__game=table.game, other=number).delete()  # whom somebody muted there has got up
    Seat.objects.create(game=table.game, number=number, player=player, name=player.name, tiles_by_email=tiles_by_email)


def seat_anew(table: Table, number: int, player: Player) -> None:
    """Another takes the place of who sat there, who may look on from then. What was said there stays theirs."""
    row = table.game.seats.get(number=number)
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
    if table.is_in_lobby:
        row.agreed_at, row.cut = None, ""
    row.save()


def agree_at(table: Table, number: int, cut: str, *, tiles_by_email: bool = False) -> None:
    """The agreement of one seat, from now on perhaps with tiles by email; when every seat is filled and all have agreed, tiles
    are dealt."""
    if len(cut) > LONGEST_CUT or has_control_signs(cut):
        raise OrderRefused(
            say("A cut is a text of at most {most} signs, without control characters.", most=LONGEST_CUT)
        )
    if table.game.hard_end is not None and table.now >= table.game.hard_end:
        raise OrderRefused(say("The time for this game is over. A director says what comes of it."))
    agrees = {"agreed_at": table.now, "cut": cut} | ({"tiles_by_email": True} if tiles_by_email else {})
    table.game.seats.filter(number=number).update(**agrees)
    table.happened("agreed", number)
    seats = list(table.game.seats.order_by("number"))
    if len(seats) == table.game.seat_count and all(seat.agreed_at for seat in seats):
        _deal(table, seats)


def _deal(table: Table, seats: Sequence[Seat]) -> None:
    game = table.game
    game.key = stream_key(bytes(game.seed), [seat.cut for seat in seats])
    game.started_at = table.now
    vacations = Vacation.objects.filter(player__in=[seat.player_id for seat in seats], ends__gt=table.now)
    joining = [
        Joining(
            tiles_by_email=seat.tiles_by_email,
            vacations=tuple((v.starts, v.ends, v.declared_at) for v in vacations if v.player_id == seat.player_id),
        )
        for seat in seats
    ]
    options = read_options(table.kind.options_type, game.options)
    table.take(table.kind.start(joining, options, table.resources, table.now))
    if game.hard_end is not None:
        table.govern(Act("HARD_END", facts={"until": game.hard_end.isoformat()}))
