"""Seats of a game: who holds one, alone or with others; joining, accepting and the deal; leaving a shared seat; and the
players named in an order. All but `seat_held` work on a locked game."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NoReturn

from games import store
from games.models import Event, Game, Replacement, Seat, Unheard
from games.players.accounts import OF_ROBOTS, is_robot
from games.players.memberships import is_open_to
from games.players.models import Player, Vacation
from games.players.regards import blocks_among, is_shut_out
from games.rules.chance import LONGEST_CUT, stream_key
from games.rules.lines import fold, has_control_characters
from games.rules.names import comparable
from games.rules.table.facts import Declare, Look, TilesByEmail
from games.rules.values import Joining, Order, OrderRefused, StaffAction
from games.sharing import (
    Span,
    by_number,
    cut_of,
    free_share,
    has_room,
    hours_together,
    playing,
    to_agree,
    vacations_together,
)
from games.store import Table, substitutions
from games.wording import together

NAMED = ("to", "from")
AROUND = " .!,*_"
"""The characters that the grammar strips around a line."""


# --- players and their rights -----------------------------------------------------------------------------------------


def seat_held(game_id: int, player: Player) -> Seat:
    """Return the seat row of a player, for their private things in the game; takes no lock.

    Raises NoSuchGame for a player who has none, or has resigned."""
    seat = Seat.objects.filter(game=game_id, player=player, resigned_at=None).first()
    if seat is None:
        raise store.NoSuchGame
    return seat


def row_in_play(table: Table, player: Player) -> Seat | None:
    """Return the row with which a player takes part in a running game. Return None if the player has no row, has
    resigned, or is only a substitute."""
    row = table.row_of(player)
    return row if row and playing([row]) and table.is_played(row.number) else None


def mates_of(table: Table, row: Seat) -> list[Seat]:
    """Return the others who share the same seat."""
    return [one for one in playing(table.rows) if one.number == row.number and one.pk != row.pk]


def check_in_lobby(table: Table) -> None:
    """Raise OrderRefused once the game has begun or is cancelled."""
    if table.game.phase == Game.Phase.CANCELLED:
        raise OrderRefused("This game was cancelled.")
    if not table.is_in_lobby:
        raise OrderRefused("This game has already started.")


def check_not_seated(table: Table) -> None:
    """Raise OrderRefused if nobody created the game: its players have assigned seats and may not give them away."""
    if table.game.made_by_id is None:
        raise OrderRefused("The seats in this game were assigned. If you can’t play, tell a director.")


def may_know_of_lobby(table: Table, player: Player) -> bool:
    """Return False if the game has not begun and its maker has blocked this player."""
    game = table.game
    return not (table.is_in_lobby and is_shut_out(game_id=game.pk, made_by=game.made_by_id, player=player))


def refuse_spectator(table: Table, player: Player) -> NoReturn:
    """Raise OrderRefused for a player without a seat who may know of the game, else NoSuchGame."""
    game = table.game
    asked = game.invitations.filter(email=player.email, is_kept_back=False)
    is_asked = table.is_in_lobby and asked.exists()
    may_know = may_know_of_lobby(table, player)
    if may_know and (game.listed or is_asked or is_open_to(player, game_id=game.pk, club_id=game.club_id)):
        raise OrderRefused("You aren’t playing in this game.")
    raise store.NoSuchGame


# --- joining ----------------------------------------------------------------------------------------------------------


def sit_down(table: Table, player: Player, *, invited: bool, number: int | None = None) -> Seat:
    """Give the player the seat that `place_for` finds, and return it. A player who already has a seat keeps it.

    A private game takes only invited players and members of its club, and no game takes a player that its maker has
    blocked. Both get the same refusal."""
    row = table.row_of(player)
    if row is not None:
        return row
    is_known = is_robot(player) or may_know_of_lobby(table, player)
    game = table.game
    is_open = game.listed or invited or is_open_to(player, game_id=game.pk, club_id=game.club_id)
    if player.is_guest or not is_known or not is_open:
        raise store.NoSuchGame
    check_in_lobby(table)
    check_not_seated(table)
    row = sit(table, player, *place_for(table, player, number))
    table.happened("joined", row.number, name=player.name, player=player.pk)
    return row


def place_for(table: Table, player: Player, number: int | None) -> tuple[int, int]:
    """Return the seat that this player can take, and their share of it.

    With a `number`, only that seat is considered. Without it, the lowest free seat is chosen or, if no seat is free,
    the lowest that one more person can share. Robots never share a seat. Raises OrderRefused if there is no such
    seat."""
    game = table.game
    if number is not None and not 0 <= number < game.seat_count:
        raise OrderRefused("This game has {n} seats. Choose one of them, from 1 to {n}.", n=game.seat_count)
    taken = by_number(game.seats.select_related("player"))
    asked_for = range(game.seat_count) if number is None else (number,)
    free = [one for one in asked_for if one not in taken]
    if not is_robot(player):
        free += [one for one in asked_for if one in taken and has_room(taken[one], game)]
    if not free and number is not None:
        raise OrderRefused("That seat is taken. Choose another one.")
    if not free:
        raise OrderRefused("All seats in this game are taken.")
    return free[0], free_share(taken.get(free[0], ()))


def sit(table: Table, player: Player, number: int, share: int = 0) -> Seat:
    """Give a player this seat. The caller records the event."""
    if share == 0:  # mutes of an earlier player of the seat end
        Unheard.objects.filter(seat__game=table.game, other=number).delete()
    table.game.has_robots |= is_robot(player)
    row = Seat.objects.create(game=table.game, number=number, share=share, player=player, name=player.name)
    mute_the_blocked(table, row)
    return row


def mute_the_blocked(table: Table, row: Seat) -> None:
    """Mute players who have blocked each other: this seat's player no longer sees messages from those they have
    blocked, and those who have blocked this player no longer see theirs."""
    by_player = {one.player_id: one for one in table.game.seats.exclude(number=row.number)}
    between = blocks_among(row.player_id, list(by_player))
    by_player[row.player_id] = row
    Unheard.objects.bulk_create(
        [Unheard(seat=by_player[who], player_id=who, other=by_player[whom].number) for who, whom in between],
        ignore_conflicts=True,
    )


def seat_anew(table: Table, number: int, player: Player) -> None:
    """Replace the only player of a seat and end its substitution; the replaced player may watch from now on, and their
    messages stay theirs."""
    row = next(row for row in playing(table.rows) if row.number == number)
    if row.player_id is not None:
        Replacement.objects.create(
            game=table.game, seat=number, player_id=row.player_id, name=row.name, replaced_at=table.now
        )
        said = list(table.game.events.filter(verb="say", seat=number, facts__player__isnull=True))
        for line in said:
            line.facts |= {"player": row.player_id, "name": row.name}
        Event.objects.bulk_update(said, ["facts"])
        substitutions.end_of(table, row.player_id, by=None)
        row = next(row for row in playing(table.rows) if row.number == number)
    Unheard.objects.filter(seat__game=table.game, other=number).delete()
    row.player, row.name, row.tiles_by_email = player, player.name, False
    row.orders_in_hour, row.orders_in_day, row.orders_counted_at = 0, 0, None
    row.present_at = None
    if table.is_in_lobby:
        row.agreed_at, row.cut = None, ""
    row.save()
    mute_the_blocked(table, row)
    see_robots(table)


def see_robots(table: Table) -> None:
    """Record whether any robots are left, after somebody has left a seat."""
    table.game.has_robots = table.game.seats.filter(player__email__endswith=OF_ROBOTS).exists()


# --- accepting and the deal -------------------------------------------------------------------------------------------


def agree_at(table: Table, row: Seat, cut: str, *, tiles_by_email: bool = False) -> None:
    """Record that a player accepts the settings, and switch on tiles by email if they ask for that. The tiles are dealt
    once every seat is filled, at least one player of each seat has accepted, and the game's maker has accepted."""
    if len(cut) > LONGEST_CUT or has_control_characters(cut):
        raise OrderRefused("A cut can have at most {most} characters and no control characters.", most=LONGEST_CUT)
    if table.game.hard_end is not None and table.now >= table.game.hard_end:
        raise OrderRefused("The time for this game is over. A director will decide what happens.")
    agrees = {"agreed_at": table.now, "cut": cut} | ({"tiles_by_email": True} if tiles_by_email else {})
    Seat.objects.filter(pk=row.pk).update(**agrees)
    table.happened("agreed", row.number, name=row.name, player=row.player_id)
    seats = by_number(table.rows)
    if len(seats) == table.game.seat_count and not to_agree(table.rows, table.game):
        _deal(table, list(seats.values()))


def _deal(table: Table, seats: Sequence[Sequence[Seat]]) -> None:
    """Start the game. `seats` has the rows of each seat's players, in the order of the seats."""
    game = table.game
    game.key = stream_key(bytes(game.seed), [cut_of(rows) for rows in seats])
    game.started_at = table.now
    joining = [
        Joining(
            tiles_by_email=any(row.tiles_by_email for row in rows),
            vacations=vacations_of(rows, ends_after=table.now),
            hours=hours_together(rows, now=table.now) if table.options.has_rest else None,
        )
        for rows in seats
    ]
    table.take(table.kind.start(joining, table.options, table.resources, table.now))
    if game.hard_end is not None:
        table.govern(StaffAction("HARD_END", until=game.hard_end))


def turn_over(table: Table) -> None:
    """Make everyone look at their new tiles if one person plays against robots only, as nobody gains by waiting.

    Tiles that a robot's move brings while that person is away stay face down, because otherwise the robots would play
    on to the end without them."""
    rows = playing(table.rows)
    robots = [row for row in rows if row.player and is_robot(row.player)]
    if not robots or len(rows) != len(robots) + 1:
        return
    while table.is_running:
        face_down = [row.number for row in rows if table.kind.is_to_look(table.open_state, row.number)]
        if not face_down:
            return
        for number in face_down:
            table.play(number, Look())
        table.apply_due()  # such as a light that was waiting for a look


# --- shared seats -----------------------------------------------------------------------------------------------------


def vacations_of(rows: Sequence[Seat], *, ends_after: datetime) -> tuple[Span, ...]:
    """Return the spans in which all players of one seat are on vacation."""
    of_each = defaultdict[int | None, list[Span]](list)
    for one in Vacation.objects.filter(player__in=[row.player_id for row in rows], ends__gt=ends_after):
        of_each[one.player_id].append((one.starts, one.ends, one.declared_at))
    return vacations_together([of_each[row.player_id] for row in rows])


def leave_share(table: Table, row: Seat, mates: Sequence[Seat], *, name: str) -> None:
    """Make one player resign from a seat that others continue to play. The event records the player under `name`. The
    seat itself does not resign: tiles by email and vacations follow the remaining players. Raises MailFirst."""
    before = vacations_of([row, *mates], ends_after=table.now)
    if row.tiles_by_email:
        set_tiles_by_email_at(table, row.number, mates)
    for span in vacations_of(mates, ends_after=table.now):
        if span not in before:
            table.play(row.number, Declare(span[0], span[1]))
    if row.player_id is not None:
        substitutions.end_of(table, row.player_id, by=None)
    Seat.objects.filter(pk=row.pk).update(resigned_at=table.now, is_awaited=False, tiles_by_email=False)
    table.happened("left_share", row.number, name=name, player=row.player_id)


def set_tiles_by_email_at(table: Table, number: int, rows: Sequence[Seat]) -> None:
    """Send new tiles by email if any player of the seat wants that."""
    table.play(number, TilesByEmail(any(row.tiles_by_email for row in rows)))


# --- players named in an order ----------------------------------------------------------------------------------------


def addressed(table: Table, order: Order) -> Order:
    """Return the order with seat numbers in place of the players it names. A player can be named by name or by the seat
    number that pages show.

    Raises OrderRefused for a name that nobody has, or that several players have."""
    named = {name: order.facts[name] for name in NAMED if isinstance(order.facts.get(name), str)}
    if not named:
        return order
    seats = {name: _seat_called(written, table) for name, written in named.items()}
    return replace(order, facts={**order.facts, **seats})


def _seat_called(written: str, table: Table) -> int:
    word, _, number = _plain(written).partition(" ")
    if word == "seat" and number.isascii() and number.isdecimal() and 1 <= int(number) <= table.game.seat_count:
        return int(number) - 1
    names = [(row.number, row.name) for row in table.rows]
    names += [(seat, together([row.name for row in playing(rows)])) for seat, rows in by_number(table.rows).items()]
    found = {seat for seat, name in names if _plain(name) == _plain(written)}
    if len(found) == 1:
        return found.pop()
    if found:
        seats = tuple(str(number + 1) for number in sorted(found))
        raise OrderRefused(
            "Several players in this game are called {name}, in seats {seats}. Write SEAT and the number.",
            name=written,
            seats=seats,
        )
    raise OrderRefused("Nobody in this game is called {name}. Write the name, or SEAT and its number.", name=written)


def _plain(name: str) -> str:
    return comparable(fold(name).strip(AROUND))
