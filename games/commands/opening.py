"""How a game comes to be: its lobby, with the draws committed to. Made by a player, or opened for players who are seated.

Who is seated neither gets up nor asks anybody to: who has opened the table calls it off, or puts somebody else in."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from games.commands.seating import agree_at, in_lobby, sit
from games.models import Game
from games.players.models import Player
from games.rules import registry
from games.rules.chance import SEED_BYTES, commitment
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table
from games.store.tile_sets import read_with_sets
from games.word_lists import shelf


def open_table(
    *,
    kind: str,
    players: Sequence[Player],
    options: Mapping[str, Any],
    word_list: str | None,
    rated: bool,
    hard_end: datetime | None,
    now: datetime,
    agreed: Mapping[int, str] | None = None,
    listed: bool = True,
) -> Game:
    """A game whose seats are taken by these players, in their order, inside the caller's transaction. Its lobby waits for
    everybody's agreement; `agreed` has the cuts of the seats that have agreed already, and with all of them it is dealt at
    once. `hard_end`: it is scored then as it lies. No word list: the kind's own.

    Raises OrderRefused for a kind, a number of players or options that cannot be played."""
    table = lobby_of(
        kind=kind, seats=len(players), options=options, word_list=word_list, listed=listed, rated=rated, now=now
    )
    table.game.hard_end = hard_end
    rows = [sit(table, player, number) for number, player in enumerate(players)]
    for row in rows:
        table.happened("seated", row.number)
    for number, cut in sorted((agreed or {}).items()):
        agree_at(table, rows[number], cut)
    table.apply_due()
    table.save()
    return table.game


def lobby_of(
    *,
    kind: str,
    seats: int,
    options: Mapping[str, Any],
    word_list: str | None,
    listed: bool,
    rated: bool,
    now: datetime,
    made_by: Player | None = None,
) -> Table:
    """A new game at which nobody sits yet, to be saved by the caller. Raises as `open_table` does."""
    if kind not in registry.KINDS:
        raise OrderRefused(
            say("There is no game {kind}. The games are: {kinds}.", kind=kind, kinds=tuple(registry.KINDS))
        )
    game_kind = registry.kind(kind)
    least, most = game_kind.seats
    if not least <= seats <= most:
        raise OrderRefused(say("A game has from {least} to {most} players.", least=least, most=most))
    chosen = read_with_sets(game_kind.options_type, options)
    game_kind.set_up(seats, chosen)
    if rated and (why := game_kind.why_unrated(chosen)):
        raise OrderRefused(why)
    name = word_list or game_kind.word_list
    words = shelf.newest(name)
    if words is None:
        raise OrderRefused(
            say("There is no word list {name}. The lists are: {names}.", name=name, names=tuple(shelf.names()))
        )
    seed = secrets.token_bytes(SEED_BYTES)
    game = Game.objects.create(
        kind=kind,
        seat_count=seats,
        options=asdict(chosen),
        word_list=words,
        listed=listed,
        rated=rated,
        made_by=made_by,
        made_at=now,
        commitment=commitment(seed),
        seed=seed,
    )
    return Table(game, now)


def known_options(game: Game) -> dict[str, Any]:
    """The options of a game that its kind still has: releases drop some."""
    known = {option.name for option in fields(registry.kind(game.kind).options_type)}
    return {name: value for name, value in game.options.items() if name in known}


def call_off_at(table: Table) -> None:
    """A locked game ends in its lobby. Raises OrderRefused once it has begun."""
    in_lobby(table)
    table.call_off(table.now)
