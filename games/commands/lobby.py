"""Before the deal: making a game, sitting down, agreeing, leaving, calling it off."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from games import store
from games.commands import invitations
from games.commands.seating import agree_at, in_lobby, refuse_onlooker, sit, sit_down
from games.commands.timers import apply_due
from games.models import Game
from games.players.models import Player
from games.rules import registry
from games.rules.chance import SEED_BYTES, commitment
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.rules.options import read_options
from games.store import Table
from games.word_lists import shelf


def make_game(
    *,
    kind: str,
    player: Player,
    seats: int,
    options: Mapping[str, Any],
    now: datetime,
    word_list: str | None = None,
    listed: bool = False,
    invite: Sequence[str] = (),
) -> int:
    """A game in its lobby, with its maker in seat 0; the draws are already committed to. Returns its id. Where no word list
    is named it is played by its kind’s own.

    Raises OrderRefused for a kind, a number of seats or options that cannot be played."""
    if kind not in registry.KINDS:
        raise OrderRefused(
            say("There is no game {kind}. The games are: {kinds}.", kind=kind, kinds=tuple(registry.KINDS))
        )
    game_kind = registry.kind(kind)
    least, most = game_kind.seats
    if not least <= seats <= most:
        raise OrderRefused(say("A game has from {least} to {most} players.", least=least, most=most))
    agreed = read_options(game_kind.options_type, options)
    game_kind.set_up(seats, agreed)
    name = word_list or game_kind.word_list
    words = shelf.newest(name)
    if words is None:
        raise OrderRefused(
            say("There is no word list {name}. The lists are: {names}.", name=name, names=tuple(shelf.names()))
        )
    seed = secrets.token_bytes(SEED_BYTES)
    with transaction.atomic(durable=True):
        game = Game.objects.create(
            kind=kind,
            seat_count=seats,
            options=asdict(agreed),
            word_list=words,
            listed=listed,
            made_by=player,
            made_at=now,
            commitment=commitment(seed),
            seed=seed,
        )
        table = Table(game, now)
        sit(table, player, 0)
        table.happened("made", 0)
        for address in invite:
            invitations.invite_at(table, player, address)
        table.save()
    return game.pk


def join(*, game_id: int, player: Player, now: datetime, invited: bool = False) -> int:
    """Take the lowest free seat; who sits already keeps theirs. Returns its number.

    A private game takes whom it invited: who holds the link, or whose address was asked."""
    with store.locked(game_id, now=now) as table:
        asked = table.game.invitations.filter(email=player.email)
        seat = sit_down(table, player, invited=invited or asked.exists())
        asked.filter(joined_at=None).update(joined_at=now)
        return seat


def leave(*, game_id: int, player: Player, now: datetime) -> None:
    """Get up before the deal."""
    with store.locked(game_id, now=now) as table:
        seat = _seat_in_lobby(table, player)
        if table.game.made_by_id == player.pk:
            raise OrderRefused(say("You made this game: cancel it instead."))
        table.game.seats.filter(number=seat).delete()
        table.happened("left", seat, name=player.name, player=player.pk)


def free_seat(*, game_id: int, player: Player, number: int, now: datetime) -> None:
    """The maker asks somebody to get up."""
    with store.locked(game_id, now=now) as table:
        _maker_in_lobby(table, player)
        if number == table.seat_of(player):
            raise OrderRefused(say("That is your own seat: cancel the game instead."))
        freed = table.game.seats.filter(number=number).first()
        if freed is None:
            raise OrderRefused(say("Nobody sits there."))
        freed.delete()
        table.happened("freed", number, name=freed.name, player=freed.player_id)


def agree(*, game_id: int, player: Player, now: datetime, cut: str = "") -> None:
    """Agree to start, with a cut or none. The last agreement deals."""
    with store.locked(game_id, now=now) as table:
        agree_at(table, _seat_in_lobby(table, player), cut)


def take_back_agreement(*, game_id: int, player: Player, now: datetime) -> None:
    """Possible until the deal."""
    with store.locked(game_id, now=now) as table:
        seat = _seat_in_lobby(table, player)
        table.game.seats.filter(number=seat).update(agreed_at=None, cut="")
        table.happened("unagreed", seat)


def cancel(*, game_id: int, player: Player, now: datetime) -> None:
    """The maker calls the game off before the deal."""
    with store.locked(game_id, now=now) as table:
        _maker_in_lobby(table, player)
        table.call_off(now)


def _seat_in_lobby(table: Table, player: Player) -> int:
    seat = table.seat_of(player)
    if seat is None:
        refuse_onlooker(table, player)
    in_lobby(table)
    return seat


def _maker_in_lobby(table: Table, player: Player) -> None:
    _seat_in_lobby(table, player)
    if table.game.made_by_id != player.pk:
        raise OrderRefused(say("Only who made the game can do that."))


def cancel_stale_lobbies(*, now: datetime) -> int:
    """Call off the games that have stood in their lobby for 14 days. Returns how many."""
    stale = list(Game.objects.filter(phase=Game.Phase.LOBBY, due_at__lte=now).values_list("pk", flat=True))
    for game_id in stale:
        apply_due(game_id=game_id, now=now)
    return len(stale)
