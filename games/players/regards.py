"""Blocks between players, for lobbies, lists and invitations. Blocked players are never notified: a game that is closed
to them seems not to exist."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Invitation, Player, Regard


def is_shut_out(*, game_id: int, made_by: int | None, player: Player) -> bool:
    """Return True if the maker of a lobby has blocked this player, and has not invited them despite that."""
    asked = Invitation.objects.filter(
        game=game_id, invited_by=OuterRef("player"), email=player.email, is_kept_back=False
    )
    return Regard.objects.filter(~Exists(asked), player=made_by, other=player, blocks=True).exists()


def blocks_around(player: Player) -> tuple[QuerySet[Regard], QuerySet[Regard]]:
    """Return the blocks by this player and those against them, to leave out games of people that the player must not
    meet."""
    blocks = Regard.objects.filter(blocks=True)
    return blocks.filter(player=player), blocks.filter(other=player)


def apart_from(player: Player) -> Q:
    """Return a filter for games whose maker has blocked this player, or is blocked by them."""
    by_them, of_them = blocks_around(player)
    return Q(made_by__in=by_them.values("other")) | Q(made_by__in=of_them.values("player"))


def is_kept_from(email: str, *, inviter: Player, maker: int | None) -> bool:
    """Return True if the owner of this address has blocked the inviter, or was blocked by the game's maker, unless the
    maker is the inviter. One query, the same for an address without an account."""
    theirs = Q(player__email=email) | Q(player__emailaddress__email=email, player__emailaddress__verified=True)
    of_maker = Q(other__email=email) | Q(other__emailaddress__email=email, other__emailaddress__verified=True)
    blocked = theirs & Q(other=inviter)
    if maker != inviter.pk:
        blocked |= of_maker & Q(player=maker)
    return Regard.objects.filter(blocked, blocks=True).exists()


def blocks_among(player: int | None, others: Collection[int | None]) -> list[tuple[int, int]]:
    """Return the blocks between a player and these others, as (blocker, blocked)."""
    between = Q(player=player, other__in=others) | Q(other=player, player__in=others)
    return list(Regard.objects.filter(between, blocks=True).values_list("player", "other"))
