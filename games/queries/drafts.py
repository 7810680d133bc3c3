"""A player's own layouts beside each other: the drafts with what each is worth now. Nobody else is told of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Subquery

from games.models import Event, Seat
from games.players.models import Player
from games.queries.reading import Sitting, sit_with_board
from games.queries.trying import Tried, tried
from games.rules.grid import Layout, missing_tiles, remove_tile
from games.rules.layouts import Score
from games.rules.tiles import in_order
from games.store import unpack


@dataclass(frozen=True)
class DraftLine:
    """A draft as it can be laid now: the layout without its `missing` tiles, which its player does not hold (in order),
    and what that is worth. `is_newer`: saved since the last submission."""

    id: int
    name: str
    version: str
    saved_at: datetime
    is_newer: bool
    missing: str
    tried: Tried


@dataclass(frozen=True)
class OwnLayouts:
    """What a player can choose between at a table: `layout` counts; its score is None where nothing is laid."""

    game: int
    drafts: tuple[DraftLine, ...]
    layout: Layout
    submitted: Score | None

    @property
    def newest(self) -> DraftLine | None:
        """What its player arranged last, if that was not submitted."""
        return max((one for one in self.drafts if one.is_newer), key=lambda one: one.saved_at, default=None)


def own_layouts(*, game_id: int, player: Player, now: datetime) -> OwnLayouts:
    """Raises NoSuchGame to whoever does not play there, or where no tiles are dealt."""
    sitting = sit_with_board(game_id=game_id, player=player, now=now)
    assert sitting.own is not None
    return layouts_of(sitting, sitting.table.view(sitting.seat), sitting.own)


def layouts_of(sitting: Sitting, view: Any, own: Seat) -> OwnLayouts:
    """The layouts of a reader who has a seat; one query."""
    submissions = Event.objects.filter(game=own.game_id, verb="submit", seat=own.number).order_by("-n")
    drafts = own.drafts.filter(player=own.player_id).annotate(submitted_at=Subquery(submissions.values("at")[:1]))
    return OwnLayouts(
        game=sitting.table.game.pk,
        drafts=tuple(_draft_line(draft, sitting, view) for draft in drafts),
        layout=view.layout,
        submitted=view.score if view.layout else None,
    )


def _draft_line(draft: Any, sitting: Sitting, view: Any) -> DraftLine:
    layout = unpack(draft.layout)
    missing = in_order(missing_tiles(layout, view.hand).elements())
    for tile in missing:
        layout = remove_tile(layout, tile)
    return DraftLine(
        id=draft.pk,
        name=draft.name,
        version=draft.version,
        saved_at=draft.saved_at,
        is_newer=draft.submitted_at is None or draft.saved_at > draft.submitted_at,
        missing=missing,
        tried=tried(layout, sitting, view),
    )
