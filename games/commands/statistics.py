"""Count finished games in the statistics, each once."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction

from games import batches
from games.models import Event, Game, Seat, Tally
from games.models.afterwards import counted_kind
from games.rules import registry
from games.rules.options import alphabet_in
from games.rules.statistics import VERBS, Ended, counts_of
from games.rules.values import Event as Happened
from games.sharing import by_number
from games.store.events import events_of_all

COUNTED_AT_ONCE = 100
TASK = "statistics"


class Key(NamedTuple):
    """The key of the row in which something is counted. `kind` is as in `Tally`."""

    player: int | None
    kind: str
    topic: str
    group: str
    value: str


def tally_finished(*, now: datetime) -> int:
    """Count some of the finished games that are not counted yet. Return how many were looked at.

    Games with a robot, without a result or with one seat change nothing; private ones count only for their players."""
    waiting = Game.objects.filter(phase=Game.Phase.FINISHED, tallied_at=None).order_by("pk")
    games = list(batches.ready(TASK, waiting, now=now)[:COUNTED_AT_ONCE])
    batches.together(TASK, games, partial(_tally, now=now), now=now)
    return len(games)


@transaction.atomic(durable=True)
def _tally(games: Sequence[Game], *, now: datetime) -> None:
    """Count these games, unless another worker has counted any of them in the meantime."""
    Tally.objects.select_for_update().order_by("pk").first()  # only one worker at a time
    waiting = Game.objects.filter(pk__in=[game.pk for game in games], tallied_at=None)
    if waiting.update(tallied_at=now) < len(games):
        transaction.set_rollback(True)
        return
    seats, events = defaultdict[int, list[Seat]](list), events_of_all(games, verbs=VERBS)
    for seat in Seat.objects.filter(game__in=games).order_by("game", "number", "share"):
        seats[seat.game_id].append(seat)
    _add(Counter(key for game in games for key in keys_of(game, seats[game.pk], events.get(game.pk, ()))))


def keys_of(game: Game, rows: Sequence[Seat], events: Sequence[Event]) -> Iterator[Key]:
    places = by_number(rows)
    ranks = [shares[0].rank for shares in places.values()]
    if game.has_robots or len(places) < 2 or None in ranks:
        return
    kind = registry.kind(game.kind)
    ended = Ended(
        tile_set=str(game.options.get("tile_set") or ""),
        turn=game.turn,
        ranks=[rank for rank in ranks if rank is not None],
        scores=[shares[0].score for shares in places.values()],
        events=[Happened(one.verb, one.at, one.seat, one.facts) for one in events],
        score_step=kind.score_step,
    )
    alphabet = alphabet_in(game.options)
    counted_as = counted_kind(game.kind, alphabet.code)
    for topic, group, inside, number in counts_of(ended):
        value = alphabet.write(inside)
        if game.listed and (topic != "rounds" or number == 0):  # once per game, though each of its players has it
            yield Key(None, counted_as, topic, group, value)
        for row in places[number]:
            if row.player_id is not None:
                yield Key(row.player_id, counted_as, topic, group, value)


def _add(counts: Counter[Key]) -> None:
    names = ("player", "kind", "topic", "group", "value")
    rows = Tally.objects.filter(kind__in={key.kind for key in counts})
    of_all = rows.filter(player=None)
    theirs = rows.filter(player__in={key.player for key in counts if key.player is not None})
    known = {
        Key(*(getattr(row, "player_id" if name == "player" else name) for name in names)): row
        for row in (*of_all, *theirs)
    }
    new = []
    for key, count in counts.items():
        if (row := known.get(key)) is not None:
            row.count += count
        else:
            new.append(Tally(player_id=key.player, count=count, **{name: getattr(key, name) for name in names[1:]}))
    Tally.objects.bulk_update([row for key, row in known.items() if key in counts], ["count"], batch_size=500)
    Tally.objects.bulk_create(new)
