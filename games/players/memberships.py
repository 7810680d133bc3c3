"""Membership of clubs, as pages and lists need it: who may watch a club's games."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Club, Membership, Player

RUNS = (Membership.Role.OWNER, Membership.Role.DIRECTOR)
"""The roles that run a club."""


def clubs_of(player: Player) -> QuerySet[Membership, Any]:
    """Return the ids of a player's clubs, for a filter."""
    return Membership.objects.filter(player=player).values("club")


def open_to(player: Player) -> Q:
    """Return a filter for the games of the player's clubs and the games in which one of their clubs is a guest."""
    as_guests = Club.objects.filter(memberships__player=player, guest_at__game=OuterRef("pk"))
    return Q(club__in=clubs_of(player)) | Q(Exists(as_guests), club__isnull=False)


def is_open_to(player: Player, *, game_id: int, club_id: int | None) -> bool:
    """Return True if the player is a member of the game's club or of a club that is a guest in the game. `club_id` is
    the game's club; if it is None, the answer is False and takes no query."""
    if club_id is None:
        return False
    return Membership.objects.filter(Q(club=club_id) | Q(club__guest_at__game=game_id), player=player).exists()
