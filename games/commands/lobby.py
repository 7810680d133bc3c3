"""Before the deal: making a game, sitting down, agreeing, leaving, calling it off."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games import store
from games.commands import invitations, limits
from games.commands.opening import known_options, lobby_of
from games.commands.seating import (
    agree_at,
    in_lobby,
    place_for,
    refuse_onlooker,
    refuse_seated,
    see_robots,
    sit,
    sit_down,
)
from games.commands.timers import apply_due
from games.models import Game, Seat, Unheard
from games.players.accounts import is_robot
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.sharing import people_a_seat
from games.store import Table


def make_game(
    *,
    kind: str,
    player: Player,
    seats: int,
    options: Mapping[str, Any],
    now: datetime,
    word_list: str | None = None,
    listed: bool = False,
    rated: bool = False,
    invite: Sequence[str] = (),
    cut: str = "",
    robots: Sequence[Player] = (),
) -> int:
    """A game in its lobby, with its maker in seat 0, who agrees to it by making it, with a cut or none; the draws are
    committed to before. Where people may share a seat the maker agrees later, once all have come. Robots sit down beside the
    maker and agree at once. Returns its id. Where no word list is named it is played by its kind’s own.

    Raises OrderRefused for a kind, a number of seats or options that cannot be played, for a cut that is none, and for more
    than one player may make."""
    with transaction.atomic(durable=True):
        limits.hold(player)
        table = _lobby_with_maker(
            player,
            cut=cut,
            robots=robots,
            kind=kind,
            seats=seats,
            options=options,
            word_list=word_list,
            listed=listed,
            rated=rated,
            now=now,
        )
        for whom in invite:
            invitations.invite_at(table, player, whom)
        table.save()
    return table.game.pk


def rematch(*, game_id: int, player: Player, now: datetime) -> int:
    """The same game once more: made by the first of its players who asks for it, who takes seat 0, with the same people asked
    and the same robots. Whoever asks after that sits down there, and agrees by it. Returns its id, the same for all of them.

    Raises NoSuchGame to whoever did not play, and OrderRefused before the end, and where the rematch has begun without them."""
    with transaction.atomic(durable=True):
        limits.hold(player)
        with store.all_locked_here(Game.objects.filter(pk=game_id), now=now) as tables:
            if not tables or tables[0].row_of(player) is None:
                raise store.NoSuchGame
            if tables[0].game.phase != Game.Phase.FINISHED:
                raise OrderRefused(say("This game is not over yet."))
            again = _rematch_of(tables[0].game) or _make_rematch(tables[0], player)
    sit_down_and_agree(game_id=again.pk, player=player, now=now)
    return again.pk


def sit_down_and_agree(
    *, game_id: int, player: Player, now: datetime, cut: str = "", number: int | None = None
) -> None:
    """For whoever was asked to this game: both in one step. Nothing is left to do for those who have."""
    with store.locked(game_id, now=now) as table:
        row = _join(table, player, invited=True, number=number)
        if table.is_in_lobby and not row.agreed_at:
            agree_at(table, row, cut)


def _rematch_of(game: Game) -> Game | None:
    return game.rematches.exclude(phase=Game.Phase.CANCELLED).first()


def _make_rematch(before: Table, player: Player) -> Game:
    game = before.game
    rows = [row for row in game.seats.select_related("player") if row.player and row.player != player]
    others = [row.player for row in rows if row.player]
    table = _lobby_with_maker(
        player,
        robots=[other for other in others if is_robot(other)],
        kind=game.kind,
        seats=game.seat_count,
        options=known_options(game),
        word_list=game.word_list.name,
        listed=False,
        rated=game.rated,
        now=before.now,
    )
    table.game.rematch_of = game
    for other in others:
        if other.is_active and not is_robot(other):
            invitations.invite_player_at(table, player, other)
    table.save()
    return table.game


def _lobby_with_maker(player: Player, *, robots: Sequence[Player], cut: str = "", now: datetime, **terms: Any) -> Table:
    """To be saved by the caller, who holds the player."""
    limits.refuse_one_more_game(player, now)
    if robots:
        limits.refuse_one_more_robot_table(player)
    table = lobby_of(made_by=player, now=now, **terms)
    seat = sit(table, player, 0)
    table.happened("made", 0)
    if people_a_seat(table.game) == 1:
        agree_at(table, seat, cut)
    elif cut:
        raise OrderRefused(say("Where people share a seat, you agree when all have come: give your cut then."))
    for robot in robots:
        agree_at(table, sit_down(table, robot, invited=True), "")
    return table


def join(*, game_id: int, player: Player, now: datetime, invited: bool = False, seat: int | None = None) -> int:
    """Take the seat of that number, free or with a share left; without one the lowest free seat, else the lowest with a share.
    Who sits already keeps theirs. Returns its number.

    A private game takes whom it invited: who holds the link, or whose address was asked."""
    with store.locked(game_id, now=now) as table:
        return _join(table, player, invited=invited, number=seat).number


def take_seat(*, game_id: int, player: Player, number: int, now: datetime) -> None:
    """Sit down at the seat of that number, or move there from another: there one agrees anew."""
    with store.locked(game_id, now=now) as table:
        row = _join(table, player, number=number)
        if row.number == number:
            return
        in_lobby(table)
        refuse_seated(table)
        limits.refuse_one_more_change(table, player)
        number, share = place_for(table, player, number)
        Unheard.objects.filter(seat__game=game_id, other__in=(row.number, number)).delete()
        row.number, row.share, row.agreed_at, row.cut = number, share, None, ""
        row.save(update_fields=["number", "share", "agreed_at", "cut"])
        table.happened("moved", number, name=row.name, player=player.pk)


def leave(*, game_id: int, player: Player, now: datetime) -> None:
    """Get up before the deal."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        if table.game.made_by_id == player.pk:
            raise OrderRefused(say("You made this game: cancel it instead."))
        refuse_seated(table)
        row.delete()
        table.happened("left", row.number, name=player.name, player=player.pk)


def seat_robot(*, game_id: int, player: Player, robot: Player, now: datetime) -> None:
    """The maker lets a robot take a free seat; it agrees at once. Raises OrderRefused for anybody else, and where robots play
    at too many of their tables."""
    with store.locked(game_id, now=now) as table:
        maker_in_lobby(table, player)
        limits.hold(player)
        if not table.game.has_robots:
            limits.refuse_one_more_robot_table(player)
        agree_at(table, sit_down(table, robot, invited=True), "")


def free_seat(*, game_id: int, player: Player, number: int, now: datetime) -> None:
    """The maker asks who sits there to get up; at their own seat, who shares it."""
    with store.locked(game_id, now=now) as table:
        maker_in_lobby(table, player)
        freed = list(table.game.seats.filter(number=number).exclude(player=player))
        if not freed and number == table.seat_of(player):
            raise OrderRefused(say("That is your own seat: cancel the game instead."))
        if not freed:
            raise OrderRefused(say("Nobody sits there."))
        for row in freed:
            row.delete()
            table.happened("freed", number, name=row.name, player=row.player_id)
        see_robots(table)


def agree(*, game_id: int, player: Player, now: datetime, cut: str = "") -> None:
    """Agree to start, with a cut or none. The last agreement deals."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        limits.refuse_one_more_change(table, player)
        agree_at(table, row, cut)


def take_back_agreement(*, game_id: int, player: Player, now: datetime) -> None:
    """Possible until the deal. Who shares a seat takes back what any of them has agreed to."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        table.game.seats.filter(number=row.number).update(agreed_at=None, cut="")
        table.happened("unagreed", row.number, name=row.name, player=player.pk)


def cancel(*, game_id: int, player: Player, now: datetime) -> None:
    """The maker calls the game off before the deal."""
    with store.locked(game_id, now=now) as table:
        maker_in_lobby(table, player)
        table.call_off(now)


def _join(table: Table, player: Player, *, invited: bool = False, number: int | None) -> Seat:
    asked = table.game.invitations.filter(email=player.email)
    if table.is_in_lobby and table.row_of(player) is None:
        limits.refuse_one_more_change(table, player)
    row = sit_down(table, player, invited=invited or asked.exists(), number=number)
    asked.filter(joined_at=None).update(joined_at=table.now)
    return row


def _row_in_lobby(table: Table, player: Player) -> Seat:
    row = table.row_of(player)
    if row is None:
        refuse_onlooker(table, player)
    in_lobby(table)
    return row


def maker_in_lobby(table: Table, player: Player) -> None:
    """Raise OrderRefused to anybody else, and once the game has begun."""
    _row_in_lobby(table, player)
    if table.game.made_by_id != player.pk:
        raise OrderRefused(say("Only who made the game can do that."))


def cancel_stale_lobbies(*, now: datetime) -> int:
    """Call off the games that have stood in their lobby for 14 days. Returns how many."""
    stale = list(Game.objects.filter(phase=Game.Phase.LOBBY, due_at__lte=now).values_list("pk", flat=True))
    for game_id in stale:
        apply_due(game_id=game_id, now=now)
    return len(stale)
