"""Who may direct which tournament: the group of directors their own, superusers all. Nobody else on the staff any."""

from typing import Any

from django.db.models import QuerySet

from games.tournaments.models import Tournament

DIRECTS = "tournaments.change_tournament"
"""The right that the group of directors has, beside the rest of the staff."""


def may_direct_any(user: Any) -> bool:
    """Whether somebody may make tournaments, and so direct them."""
    return bool(user.is_active and user.is_staff and user.has_perm(DIRECTS))


def directed_by(user: Any, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Of these, the ones this member of the staff may see and rule on."""
    return tournaments if user.is_superuser else tournaments.filter(directors=user.pk)


def may_direct(user: Any, tournament: Tournament) -> bool:
    return may_direct_any(user) and directed_by(user, Tournament.objects.filter(pk=tournament.pk)).exists()
