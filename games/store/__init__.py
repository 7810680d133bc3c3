"""The only room that loads and saves a game's state. One transaction, one lock, what is due applied first.

`locked` (or `all_locked`) is the way to write, `seen_now` the way to read. Nothing slow happens in here: no mail, no
HTTP, no queue before the commit. No rule of any game stands here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import F, Prefetch, QuerySet, prefetch_related_objects

from games.models import Game, Seat
from games.players.models import Player
from games.store.rows import NewerFormat, pack, parts_of, unpack
from games.store.table import LOBBY_LASTS, MailFirst, Table, call_robots, mail_holds

__all__ = [
    "LOBBY_LASTS",
    "MailFirst",
    "NewerFormat",
    "NoSuchGame",
    "Table",
    "all_locked",
    "all_locked_here",
    "all_seen_now",
    "call_robots",
    "hold",
    "locked",
    "mail_holds",
    "pack",
    "seen_now",
    "unpack",
]


class NoSuchGame(Exception):
    """There is no such game, or not for this reader: the answer is the same."""


@contextmanager
def locked(game_id: int, *, now: datetime) -> Iterator[Table]:
    """Lock a game, apply everything due up to `now`, and save it at the end. An exception saves nothing.

    Raises NoSuchGame."""
    with all_locked(Game.objects.filter(pk=game_id), now=now) as tables:
        if not tables:
            raise NoSuchGame
        yield tables[0]


@contextmanager
def all_locked(games: QuerySet[Game], *, now: datetime) -> Iterator[list[Table]]:
    """Lock several games as `locked` does one, and save all or none. They are locked by id, so that no two wait crosswise."""
    with transaction.atomic(durable=True), all_locked_here(games, now=now) as tables:
        yield tables


@contextmanager
def all_locked_here(games: QuerySet[Game], *, now: datetime) -> Iterator[list[Table]]:
    """The same within the caller's transaction, for a command that has locked rows of its own: those always come first."""
    read = list(games.select_for_update(of=("self",)).order_by("pk"))
    parts = parts_of(read)
    tables = [Table(game, now, parts[game.pk]) for game in read]
    for table in tables:
        table.apply_due()
    yield tables
    for table in tables:
        table.apply_due()
        table.save()


def hold(player: Player) -> None:
    """Lock a player, before counting what they have and adding to it: nobody else adds until the transaction ends."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def seen_now(game_id: int, *, now: datetime) -> Table:
    """The game as it stands at `now`, with everything due applied in memory only. Raises NoSuchGame."""
    tables = all_seen_now(Game.objects.filter(pk=game_id), now=now)
    if not tables:
        raise NoSuchGame
    return tables[0]


def all_seen_now(games: QuerySet[Game], *, now: datetime) -> list[Table]:
    """Many games as `seen_now` gives one, in a few queries for all of them."""
    games = games.select_related("made_by", "word_list").defer("word_list__trie", "word_list__notice")
    seats = Seat.objects.select_related("player").annotate(saves=F("game__version"))
    is_whole = False
    while not is_whole:
        read = list(games.all())
        parts = parts_of(read)
        prefetch_related_objects(read, Prefetch("seats", seats))
        # The seats are read last, each with the number of saves at that instant. If a game was saved in between, all are read
        # again: a new hand with an old state would show tiles not seen yet. Where nobody sits nothing is hidden.
        is_whole = all(vars(seat)["saves"] == game.version for game in read for seat in game.seats.all())
    tables = [Table(game, now, parts[game.pk]) for game in read]
    for table in tables:
        table.apply_due()
        if table.state is not None and not table.is_running and table.happenings:
            table.close()  # it has ended, and nobody has saved that yet
    return tables
