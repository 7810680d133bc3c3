"""What players keep to themselves at a table, beside their drafts: a note, and whom they do not listen to."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, FilteredRelation, Q

from games.models import Seat, Unheard


@dataclass(frozen=True)
class Kept:
    """One player's. `unheard` are the numbers of seats."""

    note: str = ""
    unheard: frozenset[int] = frozenset()


def kept_at(seat: Seat) -> Kept:
    """What the player who holds this seat keeps there, in one query."""
    mine = Seat.objects.filter(pk=seat.pk).annotate(
        own_note=FilteredRelation("notes", condition=Q(notes__player=seat.player_id)),
        own_unheard=FilteredRelation("unheard", condition=Q(unheard__player=seat.player_id)),
    )
    rows = list(mine.values_list("own_note__text", "own_unheard__other"))
    return Kept(
        note=next((note for note, _ in rows if note), ""),
        unheard=frozenset(other for _, other in rows if other is not None),
    )


def unheard_at(game_id: int) -> Mapping[int, set[int]]:
    """By player, the seats that each does not listen to: of a whole table, in one query."""
    by_player = defaultdict[int, set[int]](set)
    theirs = Unheard.objects.filter(seat__game=game_id, player=F("seat__player"))
    for player, other in theirs.values_list("player", "other"):
        by_player[player].add(other)
    return by_player
