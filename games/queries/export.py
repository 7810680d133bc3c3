"""All that is kept of one player, for that player: what they have given and what they may know. Nothing of anybody else's."""

from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db.models import Q

from games.models import Draft, Event, Note, PuzzleEntry, Replacement, Seat
from games.players.accounts import addresses_of
from games.players.models import Invitation, Player
from games.queries.puzzles import place_of
from games.queries.reading import Sitting, sit
from games.queries.record import record_of
from games.rules.daily import day_of
from games.store import unpack

OF_THE_ACCOUNT = ("name", "email", "language", "time_zone", "joined_at", "last_login", "mail_fails_since")


def export(*, player: Player, now: datetime) -> dict[str, Any]:
    """Values that JSON can write; instants as they are. A key to the API is named, its secret nobody knows."""
    addresses = addresses_of(player)
    seats = Seat.objects.filter(player=player).order_by("game")
    invitations = Invitation.objects.filter(email__in=addresses).order_by("invited_at")
    kept = {
        "account": {name: getattr(player, name) for name in OF_THE_ACCOUNT} | {"addresses": sorted(addresses)},
        "vacations": list(player.vacations.values("starts", "ends", "declared_at")),
        "tokens": list(player.api_tokens.values("name", "scope", "made_at", "revoked_at")),
        "invitations": list(invitations.values("game", "email", "invited_at", "joined_at", "declined_at")),
        "tile_sets": list(player.tile_sets.values("name", "counts", "made_at")),
        "presets": list(player.presets.values("kind", "name", "options", "made_at")),
        "games": [_game(seat, player, now) for seat in seats],
        "games_left_to_others": [_left(one, player) for one in Replacement.objects.filter(player=player)],
        "daily_puzzles": [
            _entry(entry, now) for entry in player.puzzle_entries.select_related("puzzle").order_by("entered_at")
        ],
    }
    for keeper in settings.KEEPERS:
        kept |= import_module(keeper).kept_of(player=player, addresses=addresses)
    return kept


def _game(row: Seat, player: Player, now: datetime) -> dict[str, Any]:
    """The record as this player may have it now, and what is at their own seat."""
    sitting = sit(game_id=row.game_id, player=player, now=now)
    by_me = Q(facts__player=player.pk) | Q(facts__player__isnull=True, seat=row.number)
    said = Event.objects.filter(by_me, game=row.game_id, verb="say").order_by("n")
    return {
        "id": row.game_id,
        "phase": sitting.table.game.phase,
        "made_at": sitting.table.game.made_at,
        "seat": row.number,
        "resigned_at": row.resigned_at,
        "cut": row.cut,
        "agreed_at": row.agreed_at,
        "tiles_by_email": row.tiles_by_email,
        "rank": row.rank,
        "result": row.result,
        **_held(sitting),
        **_written(row.game_id, player),
        "said": [{"at": one.at, "text": one.facts["text"]} for one in said],
        "record": record_of(sitting),
    }


def _left(replacement: Replacement, player: Player) -> dict[str, Any]:
    """What stays of somebody at a table where another was put in for them."""
    said = Event.objects.filter(game=replacement.game_id, verb="say", facts__player=player.pk).order_by("n")
    return {
        "id": replacement.game_id,
        "seat": replacement.seat,
        "replaced_at": replacement.replaced_at,
        **_written(replacement.game_id, player),
        "said": [{"at": one.at, "text": one.facts["text"]} for one in said],
    }


def _written(game_id: int, player: Player) -> dict[str, Any]:
    """What a player has kept for themselves at a game."""
    drafts = Draft.objects.filter(seat__game=game_id, player=player)
    notes = Note.objects.filter(seat__game=game_id, player=player)
    return {
        "drafts": [
            {"name": draft.name, "layout": unpack(draft.layout), "saved_at": draft.saved_at} for draft in drafts
        ],
        "notes": list(notes.values_list("text", flat=True)),
    }


def _entry(entry: PuzzleEntry, now: datetime) -> dict[str, Any]:
    """A place is told when all are."""
    is_over = entry.puzzle.day < day_of(now)
    return {
        "kind": entry.puzzle.kind,
        "day": entry.puzzle.day,
        "puzzle": entry.puzzle.content,
        "answer": entry.answer,
        "entered_at": entry.entered_at,
        "place": place_of(entry) if is_over else None,
    }


def _held(sitting: Sitting) -> dict[str, Any]:
    """Tiles count as held once they are seen."""
    view = sitting.table.view(sitting.seat)
    return dict(view.facts) if view else {}
