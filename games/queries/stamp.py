"""A cheap sign that a game is as it was, in one query. It counts hidden things too, so it must never leave the server."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, DateTimeField, QuerySet, Value

from games.models import Draft, Game, Note, Seat, Unheard
from games.players.models import Player

NEVER = Value(None, output_field=DateTimeField())


@dataclass(frozen=True)
class Stamp:
    """`saves`: the number of saves of a running game in which nothing has fallen due; None where that says nothing.

    `kept` changes with what the reader keeps to themself there: drafts, a note, mutes. `waiting`: how many games wait
    for the reader, as `waiting_count` has it."""

    saves: int | None
    kept: tuple[Any, ...]
    waiting: int


def stamp(*, game_id: int, player: Player | None, now: datetime) -> Stamp:
    """One row for each thing that counts, as (what, number, text, instant)."""
    game = Game.objects.filter(pk=game_id, due_at__gt=now).values_list(Value("saves"), "version", Value(""), "due_at")
    rows = list(game if player is None else game.union(*_own(game_id, player), all=True))
    numbers = {what: number for what, number, _, _ in rows}
    return Stamp(
        saves=numbers.get("saves"),
        kept=tuple(sorted((row for row in rows if row[0] not in ("saves", "waiting")), key=repr)),
        waiting=numbers.get("waiting", 0),
    )


def _own(game_id: int, player: Player) -> list[QuerySet[Any, Any]]:
    at_the_table = {"seat__game": game_id, "player": player}
    waiting = Seat.objects.filter(player=player, is_awaited=True).order_by().values("is_awaited")
    return [
        Draft.objects.filter(**at_the_table).order_by().values_list(Value("draft"), "pk", "version", "saved_at"),
        Note.objects.filter(**at_the_table).values_list(Value("note"), "pk", "text", NEVER),
        Unheard.objects.filter(**at_the_table).values_list(Value("unheard"), "other", Value(""), NEVER),
        waiting.annotate(games=Count("pk")).values_list(Value("waiting"), "games", Value(""), NEVER),
    ]
