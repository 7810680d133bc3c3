"""Blocks between players, as lobbies, lists and invitations ask for them. Whoever is blocked is never told: a table that is shut
to them is to them as one that is not there."""

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.players.models import Invitation, Player, Regard


def is_shut_out(*, game_id: int, made_by: int | None, player: Player) -> bool:
    """True if the maker of a game that has not begun has blocked this player, and has not invited them all the same."""
    asked = Invitation.objects.filter(
        game=game_id, invited_by=OuterRef("player"), email=player.email, is_kept_back=False
    )
    return Regard.objects.filter(~Exists(asked), player=made_by, other=player, blocks=True).exists()


def blocks_around(player: Player) -> tuple[QuerySet[Regard], QuerySet[Regard]]:
    """The blocks by this player and those of them, for the tables whose makers they are kept apart from."""
    blocks = Regard.objects.filter(blocks=True)
    return blocks.filter(player=player), blocks.filter(other=player)


def apart_from(player: Player) -> Q:
    """A filter of games for those whose maker has blocked this player, or whom this player has blocked."""
    by_them, of_them = blocks_around(player)
    return Q(made_by__in=by_them.values("other")) | Q(made_by__in=of_them.values("player"))


def is_kept_from(email: str, *, inviter: Player, maker: int | None) -> bool:
    """True if whoever has this address has blocked the inviter, or was blocked by the maker of the game, unless the maker is
    who invites. One query, the same for an address without an account."""
    theirs = Q(player__email=email) | Q(player__emailaddress__email=email, player__emailaddress__verified=True)
    of_maker = Q(other__email=email) | Q(other__emailaddress__email=email, other__emailaddress__verified=True)
    blocked = theirs & Q(other=inviter)
    if maker != inviter.pk:
        blocked |= of_maker & Q(player=maker)
    return Regard.objects.filter(blocked, blocks=True).exists()


def blocks_among(player: int | None, others: Collection[int | None]) -> list[tuple[int, int]]:
    """The blocks between a player and these others, each as who has blocked whom."""
    between = Q(player=player, other__in=others) | Q(other=player, player__in=others)
    return list(Regard.objects.filter(between, blocks=True).values_list("player", "other"))
