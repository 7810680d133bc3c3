"""The only room that loads and saves a game's state. Use `locked` (or `all_locked`) to write: it opens one transaction,
takes one lock, and applies what is due first. Use `seen_now` to read.

Nothing slow happens here: no mail, no HTTP, no queue before the commit. No rule of any game is here."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.models import Game
from games.players.models import Player
from games.statements import GIVEN, Compiled
from games.store.rows import NewerFormat, newer_than_known, pack, parts_of, seated_at, unpack
from games.store.table import LOBBY_LASTS, MailFirst, Table, call_robots, mail_holds

__all__ = [
    "LOBBY_LASTS",
    "MailFirst",
    "NewerFormat",
    "NoSuchGame",
    "Table",
    "all_locked",
    "all_seen_now",
    "call_robots",
    "compiled",
    "hold",
    "listed_now",
    "locked",
    "mail_holds",
    "newer_than_known",
    "pack",
    "seen_now",
    "unpack",
]


class NoSuchGame(Exception):
    """There is no such game, or this reader may not know of it: the answer is the same."""


_LOCKED = Compiled(Game.objects.filter(pk=GIVEN).select_for_update())
_TERMS, _LONG = ("made_by", "word_list"), ("word_list__trie", "word_list__notice")


def compiled(games: QuerySet[Game]) -> Compiled[Game]:
    """Return a query for games to pass to `all_seen_now`; its SQL is written only once."""
    return Compiled(games, joined=_TERMS, without=_LONG)


_SEEN = compiled(Game.objects.filter(pk=GIVEN))
_LISTED = compiled(Game.objects.filter(pk=GIVEN, listed=True))


@contextmanager
def locked(game_id: int, *, now: datetime) -> Iterator[Table]:
    """Lock a game, apply everything due up to `now`, and save it at the end. An exception saves nothing.

    Raises NoSuchGame."""
    with transaction.atomic(durable=True):
        games = _LOCKED(game_id)
        if not games:
            raise NoSuchGame
        with _in_hand(games, now=now) as tables:
            yield tables[0]


@contextmanager
def all_locked(games: QuerySet[Game], *, now: datetime) -> Iterator[list[Table]]:
    """Lock several games within the caller's transaction, and save all of them or none, each as `locked` does. They are
    locked in the order of their ids, to avoid deadlocks. A command that also locks other rows must lock those first."""
    with _in_hand(list(games.select_for_update(of=("self",)).order_by("pk")), now=now) as tables:
        yield tables


@contextmanager
def _in_hand(games: Sequence[Game], *, now: datetime) -> Iterator[list[Table]]:
    """Yield the tables of locked games. Hands are read after the lock is held: read in the same query as the lock, they
    could be out of date."""
    parts = parts_of(games)
    tables = [Table(game, now, parts[game.pk]) for game in games]
    for table in tables:
        table.apply_due()
    yield tables
    for table in tables:
        table.apply_due()
        table.save()


def hold(player: Player) -> None:
    """Lock a player before counting and adding to what they have: nobody else adds until the transaction ends."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def seen_now(game_id: int, *, now: datetime) -> Table:
    """Return the game as it stands at `now`, with everything due applied in memory only. Raises NoSuchGame."""
    return _the_one(_seen(lambda: _SEEN(game_id), now=now))


def listed_now(game_id: int, *, now: datetime) -> Table:
    """Return a public game as `seen_now` does. Raises NoSuchGame for a private one too, after the same single query."""
    return _the_one(_seen(lambda: _LISTED(game_id), now=now))


def all_seen_now(games: QuerySet[Game] | Callable[[], list[Game]], *, now: datetime) -> list[Table]:
    """Return many games as `seen_now` returns one, in a few queries for all. A function that sends a compiled query can
    be passed instead of a queryset. Unless the query is from `compiled`, makers and word lists are not read with the
    games."""
    if callable(games):
        return _seen(games, now=now)
    games = games.select_related(*_TERMS).defer(*_LONG)
    return _seen(lambda: list(games.all()), now=now)


def _the_one(tables: Sequence[Table]) -> Table:
    if not tables:
        raise NoSuchGame
    return tables[0]


def _seen(read_games: Callable[[], list[Game]], *, now: datetime) -> list[Table]:
    is_whole = False
    while not is_whole:
        read = read_games()
        parts, seats = parts_of(read), seated_at(read)
        # The seats are read last, each with the number of saves at that instant. If a game was saved in between, all
        # are read again: a new hand with an old state would show tiles not seen yet. In a game without players, nothing
        # is hidden.
        is_whole = all(vars(seat)["saves"] == game.version for game in read for seat in seats[game.pk])
    tables = [Table(game, now, parts[game.pk], seats[game.pk]) for game in read]
    for table in tables:
        table.apply_due()
        if table.state is not None and not table.is_running and table.happenings:
            table.close()  # it has ended, and nobody has saved that yet
    return tables
