"""Which tournaments staff may see and direct, on the admin site and on the main site."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from games.players.models import Player
from games.tournaments.models import Tournament

DIRECTS = "tournaments.change_tournament"
"""The permission that the group of directors has beyond other staff."""


def may_direct_any(user: Player | AnonymousUser) -> bool:
    """Return True if somebody may create tournaments, and so direct them."""
    return user.is_active and user.is_staff and user.has_perm(DIRECTS)


def directed_by(user: Player | AnonymousUser, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return those of the tournaments that a member of staff may see and direct: a director their own, a superuser
    all."""
    return tournaments if user.is_superuser else tournaments.filter(directors=user.pk)


def may_direct(user: Player | AnonymousUser, tournament: Tournament) -> bool:
    return may_direct_any(user) and directed_by(user, Tournament.objects.filter(pk=tournament.pk)).exists()
