"""Drafts: layouts that players keep for themselves. They are private, so no game is locked for them."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from games.models import Draft, Seat
from games.players.models import Player
from games.rules.grid import layout_from
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import NoSuchGame, pack

DRAFTS_A_SEAT = 20
LONGEST_NAME = Draft._meta.get_field("name").max_length


def save_draft(*, game_id: int, player: Player, name: str, layout: Sequence[str], now: datetime) -> str:
    """Keep a layout for oneself, whatever it holds; under a name that stands already, in its place. Returns the name."""
    seat = Seat.objects.filter(game=game_id, player=player).first()
    if seat is None:
        raise NoSuchGame
    return save_draft_at(seat, player, layout, now=now, name=name)


def save_draft_at(seat: Seat, player: Player, layout: Sequence[str], *, now: datetime, name: str = "") -> str:
    """The same at a seat in hand; without a name it is called by the hour. Raises OrderRefused for too many."""
    rows = layout_from(layout)
    name = " ".join(name.split())[:LONGEST_NAME] or f"{timezone.localtime(now):%d %b %H:%M}"
    if not seat.drafts.filter(player=player, name=name).exists() and seat.drafts.count() >= DRAFTS_A_SEAT:
        raise OrderRefused(say("At most {most} drafts a game: discard one first.", most=DRAFTS_A_SEAT))
    Draft.objects.update_or_create(
        seat=seat, player=player, name=name, defaults={"layout": pack(rows), "saved_at": now}
    )
    return name


def discard_draft(*, game_id: int, player: Player, name: str) -> None:
    Draft.objects.filter(seat__game=game_id, player=player, name=name).delete()
