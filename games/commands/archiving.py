"""Pack games that ended long ago: their events become one row each, and their notifications are forgotten.

A game is packed once everything that is computed from finished games is done for it, and nobody is still to be notified
of it."""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from importlib import import_module

from django.conf import settings
from django.db.models import Q

from games import batches, store
from games.models import Game
from games.store import events

TASK = "packing"
LEAST_AGE = timedelta(days=30)
"""Replies to the emails of a finished game are accepted for this long."""


def pack_games(*, older_than: timedelta, most: int, now: datetime) -> int:
    """Pack games that ended at least `older_than` ago, the oldest first, at most `most`, each in its own transaction.
    Return how many.

    Raises ValueError for less than `LEAST_AGE`."""
    if older_than < LEAST_AGE:
        raise ValueError(
            f"Email replies can reach a game for {LEAST_AGE.days} days after its end. Archive games that are at least that old."
        )
    waiting = Game.objects.filter(
        ~Q(rated=True, rated_at=None),
        phase=Game.Phase.FINISHED,
        packed_at=None,
        finished_at__lte=now - older_than,
        counted_at__isnull=False,
        tallied_at__isnull=False,
    ).order_by("finished_at")
    packed = 0
    games = batches.ready(TASK, waiting, now=now).values_list("pk", flat=True)
    for game_id in games[: 2 * most]:  # more than `most`, as some may still have notifications to send
        if packed == most:
            break
        packed += sum(batches.each(TASK, [game_id], partial(_pack, now=now), now=now))
    return packed


def _pack(game_id: int, *, now: datetime) -> bool:
    told = import_module(settings.TOLD_OF_GAMES)
    with suppress(store.NoSuchGame, store.NewerFormat), store.locked(game_id, now=now) as table:
        game = table.game
        if game.packed_at is not None or game.events.filter(announced_at=None).exists() or not told.is_settled(game_id):
            return False
        events.pack(game, now=now)
        told.forget(game_id)
        return True
    return False


def unpack_games(*, most: int, now: datetime) -> int:
    """Unpack the events of packed games into separate rows, the last packed first, for an earlier release, which cannot
    read packed ones. Return the number of games."""
    packed = list(
        Game.objects.filter(packed_at__isnull=False).order_by("-packed_at").values_list("pk", flat=True)[:most]
    )

    def unpack(game_id: int) -> None:
        with store.locked(game_id, now=now) as table:
            events.unpack(table.game)

    return len(batches.each("unpacking", packed, unpack, now=now))
