"""The only room that loads and saves a game's state. One transaction, one lock, what is due applied first.

`locked` (or `all_locked`) is the way to write, `seen_now` the way to read. Nothing slow happens in here: no mail, no
HTTP, no queue before the commit. No rule of any game stands here.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet

from games.models import Game, Seat
from games.store.rows import NewerFormat, pack, unpack
from games.store.table import MailFirst, Table, call_robots

__all__ = [
    "MailFirst",
    "NewerFormat",
    "NoSuchGame",
    "Table",
    "all_locked",
    "all_locked_here",
    "all_seen_now",
    "call_robots",
    "locked",
    "pack",
    "seen_now",
    "unpack",
]


class NoSuchGame(Exception):
    """There is no such game, or not for this reader: the answer is the same."""


@contextmanager
def locked(game_id: int, *, now: datetime) -> Iterator[Table]:
    """The game, locked, with everything due up to `now` applied; saved at the end. An exception saves nothing.

    Raises NoSuchGame."""
    with all_locked(Game.objects.filter(pk=game_id), now=now) as tables:
        if not tables:
            raise NoSuchGame
        yield tables[0]


@contextmanager
def all_locked(games: QuerySet[Game], *, now: datetime) -> Iterator[list[Table]]:
    """Several games as `locked` gives one, saved together or not at all. Locked by id, so that no two wait crosswise."""
    with transaction.atomic(durable=True), all_locked_here(games, now=now) as tables:
        yield tables


@contextmanager
def all_locked_here(games: QuerySet[Game], *, now: datetime) -> Iterator[list[Table]]:
    """The same in the transaction that one is in: for who has locked something of their own, which always comes before."""
    tables = [Table(game, now) for game in games.select_for_update(of=("self",)).order_by("pk")]
    for table in tables:
        table.apply_due()
    yield tables
    for table in tables:
        table.apply_due()
        table.save()


def seen_now(game_id: int, *, now: datetime) -> Table:
    """The game as it stands at `now`, with everything due applied in memory only. Raises NoSuchGame."""
    tables = all_seen_now(Game.objects.filter(pk=game_id), now=now)
    if not tables:
        raise NoSuchGame
    return tables[0]


def all_seen_now(games: QuerySet[Game], *, now: datetime) -> list[Table]:
    """Many games as `seen_now` gives one, in a few queries for all of them."""
    rows = games.select_related("made_by", "word_list").defer("word_list__trie", "word_list__notice")
    seats = Seat.objects.select_related("player").annotate(saves=F("game__version"))
    rows = rows.prefetch_related("bags", "hands", "boards", Prefetch("seats", seats))
    while not _are_whole(read := list(rows.all())):
        pass
    tables = [Table(game, now) for game in read]
    for table in tables:
        table.apply_due()
        table.show_the_end()
    return tables


def _are_whole(games: Sequence[Game]) -> bool:
    """Whether none was saved while its rows were read: a new hand with an old state would show tiles not seen yet.

    The seats are read last, each with the number of saves at that instant; where nobody sits nothing is hidden."""
    seats: Iterable[Any] = (seat for game in games for seat in game.seats.all())
    return all(seat.saves == seat.game.version for seat in seats)
