"""Membership of clubs, as pages and lists need it: who may watch a club's games."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Club, Membership, Player

RUNS = (Membership.Role.KEEPER, Membership.Role.DIRECTOR)
"""The roles that run a club."""


def clubs_of(player: Player) -> QuerySet[Membership, Any]:
    """Return the ids of a player's clubs, for a filter."""
    return Membership.objects.filter(player=player).values("club")


def open_to(player: Player) -> Q:
    """Return a filter for games of the player's clubs, and games in which their clubs are guests."""
    as_guests = Club.objects.filter(memberships__player=player, guest_at__game=OuterRef("pk"))
    return Q(club__in=clubs_of(player)) | Q(Exists(as_guests), club__isnull=False)


def is_open_to(player: Player, *, game_id: int, club_id: int | None) -> bool:
    """Return True if a game belongs to a club of the player, or their club is a guest in it. No query for a game
    without a club."""
    if club_id is None:
        return False
    return Membership.objects.filter(Q(club=club_id) | Q(club__guest_at__game=game_id), player=player).exists()
