"""Memberships of clubs, as tables, lists and pages ask for them: who may look on at what is a club's."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Club, Membership, Player

RUNS = (Membership.Role.KEEPER, Membership.Role.DIRECTOR)
"""The roles of those who run a club."""


def clubs_of(player: Player) -> QuerySet[Membership, Any]:
    """The ids of a player's clubs, for a filter."""
    return Membership.objects.filter(player=player).values("club")


def open_to(player: Player) -> Q:
    """A filter of games for those of the player's clubs, and those at which their clubs are guests."""
    as_guests = Club.objects.filter(memberships__player=player, guest_at__game=OuterRef("pk"))
    return Q(club__in=clubs_of(player)) | Q(Exists(as_guests), club__isnull=False)


def is_open_to(player: Player, *, game_id: int, club_id: int | None) -> bool:
    """True if a game is a club's whose member the player is, or one at which their club is a guest. No query for a game of no
    club."""
    if club_id is None:
        return False
    return Membership.objects.filter(Q(club=club_id) | Q(club__guest_at__game=game_id), player=player).exists()
