"""A table as JSON for one reader of the API. The same View as the page is made from, so the same things stay hidden."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games import store
from games.models import Game, Seat
from games.players.models import Player
from games.queries.paces import pace_line
from games.queries.reading import Sitting, called, called_together, seated, sit
from games.queries.tables import option_lines
from games.queries.telling import instant
from games.sharing import has_room, have_agreed, people_a_seat, playing

LISTED_AT_ONCE = 20


def api_view(*, game_id: int, player: Player | None, now: datetime) -> dict[str, Any]:
    """What this reader may know of the game now, flat. Raises NoSuchGame where they may not know of it at all."""
    return view_as_json(sit(game_id=game_id, player=player, now=now))


def api_view_of(table: store.Table, player: Player) -> dict[str, Any]:
    """The same of a table that a command of this player has just left."""
    return view_as_json(seated(table, player))


def api_list(
    *, player: Player | None, mine: bool, status: str | None, before: int | None, now: datetime
) -> list[dict[str, Any]]:
    """The newest games first, `before` an id: the player's own, or those listed for anyone."""
    games = Game.objects.filter(seats__player=player) if mine else Game.objects.filter(listed=True)
    if before is not None:
        games = games.filter(pk__lt=before)
    if status is not None:
        games = games.filter(phase=status)
    return [view_as_json(seated(table, player)) for table in _newest(games, now)]


def view_as_json(sitting: Sitting) -> dict[str, Any]:
    game, view = sitting.table.game, sitting.table.view(sitting.seat)
    common = {
        "id": game.pk,
        "kind": game.kind,
        "phase": view.phase if view else game.phase,
        "turn": view.turn if view else 0,
        "you": sitting.seat,
        "listed": game.listed,
        "rated": game.rated,
        "word_list": sitting.table.resources.words.name,
        "options": game.options,
        "pace": pace_line(sitting.table.kind, game.options).name,
        "house_rules": [line.says for line in option_lines(sitting.table.kind, game.options) if not line.is_usual],
        "commitment": game.commitment,
    }
    if view is None:
        return common | _lobby(sitting)
    return {**common, **_running(sitting, view), **view.facts, **_end(sitting, view)}


def _newest(games: QuerySet[Game], now: datetime) -> list[store.Table]:
    ids = list(games.order_by("-pk").values_list("pk", flat=True)[:LISTED_AT_ONCE])
    tables = store.all_seen_now(Game.objects.filter(pk__in=ids), now=now)
    return sorted(tables, key=lambda table: -table.game.pk)


def _lobby(sitting: Sitting) -> dict[str, Any]:
    """Before the deal: who sits, and who has agreed; a free seat has no name."""
    game = sitting.table.game
    seats = [sitting.places.get(number, ()) for number in range(game.seat_count)]
    is_open = game.phase == Game.Phase.LOBBY
    is_free = any(not rows or has_room(rows, game) for rows in seats)
    may = ["AGREE"] if sitting.seat is not None else ["JOIN"] if is_free else []
    return {
        "pool": 0,
        "seats": [
            {
                "name": called_together(rows) or None,
                **_people(rows, game),
                "seen": False,
                "away": False,
                "agreed": have_agreed(rows),
            }
            for rows in seats
        ],
        "next": None,
        "waiting_for": [n for n, rows in sitting.places.items() if not have_agreed(rows)] if is_open else [],
        "may": may if is_open else [],
    }


def _people(rows: Sequence[Seat], game: Game) -> dict[str, Any]:
    """Who plays a seat, where several may."""
    return {"people": [called(row) for row in playing(rows)]} if people_a_seat(game) > 1 else {}


def _running(sitting: Sitting, view: Any) -> dict[str, Any]:
    game = sitting.table.game
    people = [_people(rows, game) for rows in sitting.places.values()]
    return {
        "pool": view.pool,
        "round": view.round,
        "seats": [
            _seat(name, there) | them for name, there, them in zip(sitting.names, view.seats, people, strict=True)
        ],
        "next": {"what": view.next.what, "at": instant(view.next.at)} if view.next else None,
        "waiting_for": sorted(view.waiting_for),
        "may": [offer.verb for offer in view.offers if offer.refusal is None],
    }


def _seat(name: str, there: Any) -> dict[str, Any]:
    asked = {"asked_at": instant(there.asked_at)} if there.asked_at else {}
    return {"name": name, "seen": there.seen, "away": there.away, "resigned": there.resigned, **asked}


def _end(sitting: Sitting, view: Any) -> dict[str, Any]:
    """When all is over, the draws are open."""
    if sitting.table.is_running:
        return {}
    return {"ending": view.ending, "seed": bytes(sitting.table.game.seed).hex()}
