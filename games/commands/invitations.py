"""Invitations to a game by email address, and the answers to them. Limits prevent spam."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import QuerySet

from games import store
from games.commands.seats import agree_at, check_in_lobby, check_not_seated, sit_down
from games.players.accounts import account_of, played_with
from games.players.models import Invitation, NeverInvited, Player
from games.players.regards import is_kept_from
from games.rules.lines import has_control_characters
from games.rules.names import comparable
from games.rules.values import OrderRefused
from games.store import Table

A_DAY_AT_FIRST = 10
A_DAY_ONCE_ONE_ACCEPTED = 50
LONGEST_ADDRESS = 254


@dataclass(frozen=True)
class Accepted:
    """The player who accepted, and their game."""

    player: Player
    game_id: int


def invite(*, game_id: int, player: Player, email: str, now: datetime) -> None:
    """Invite somebody to a game in which the player has a seat: by address, with the same answer whether or not it has
    an account, or by the name of somebody they have played with.

    Raises NoSuchGame, and as `invite_at`."""
    with store.locked(game_id, now=now) as table:
        if table.seat_of(player) is None:
            raise store.NoSuchGame
        check_in_lobby(table)
        check_not_seated(table)
        invite_at(table, player, email)


def invite_at(table: Table, player: Player, email: str) -> None:
    """Invite somebody to a locked game.

    Raises OrderRefused for anything that is neither an address nor such a name, for somebody the player has already
    invited, and over the daily limit. An address that another player of the game has invited gets no second email; the
    player isn't told."""
    name = comparable(email)
    named = [] if "@" in email else [other for other in played_with(player) if comparable(other.name) == name]
    if len(named) > 1:
        raise OrderRefused(
            "You’ve played with several people called {name}. Enter an email address instead.", name=named[0].name
        )
    if named:
        invite_player_at(table, player, named[0])
        return
    email = email.strip().lower()
    no_address = OrderRefused("“{email}” isn’t an email address. Write it like anna@example.org.", email=email[:80])
    if len(email) > LONGEST_ADDRESS or has_control_characters(email):
        raise no_address
    try:
        validate_email(email)
    except ValidationError:
        raise no_address from None
    if email == player.email:
        raise OrderRefused("You’re already in this game. Invite somebody else.")
    _ask(table, player, email, name="")


def invite_player_at(table: Table, player: Player, other: Player) -> None:
    """Invite another player by name: the inviter learns no address, nor whether an address is theirs. Raises as
    `invite_at`."""
    if table.row_of(other) is not None:
        raise OrderRefused("{name} is already in this game.", name=other.name)
    _ask(table, player, other.email, name=other.name)


def _ask(table: Table, player: Player, email: str, *, name: str) -> None:
    asked = list(table.game.invitations.filter(email=email))
    if any((one.invited_by_id, one.name) == (player.pk, name) for one in asked):
        raise OrderRefused("{email} has already been invited to this game.", email=name or email)
    store.hold(player)
    sent = Invitation.objects.filter(invited_by=player)
    limit = A_DAY_ONCE_ONE_ACCEPTED if sent.filter(joined_at__isnull=False).exists() else A_DAY_AT_FIRST
    if sent.filter(invited_at__gt=table.now - timedelta(days=1)).count() >= limit:
        raise OrderRefused("You’ve sent {limit} invitations today. You can send more tomorrow.", limit=limit)
    invitation = Invitation.objects.create(
        game=table.game,
        email=email,
        name=name,
        invited_by=player,
        invited_at=table.now,
        is_kept_back=is_kept_from(email, inviter=player, maker=table.game.made_by_id),
    )
    is_first = all(one.is_kept_back for one in asked)
    if is_first and not is_never_invited(email):
        table.happened("invited", invitation=invitation.pk)


def accept_invitation(
    *, invitation_id: int, name: str, cut: str, tiles_by_email: bool, now: datetime, seat: int | None = None
) -> Accepted:
    """Join the game, in that seat if one is named, and accept its settings; an account is created if the address has
    none.

    Raises NoSuchGame, and OrderRefused if the game has no free seat for them."""
    invitation = _open(invitation_id)
    with store.locked(invitation.game_id, now=now) as table:
        player, _ = account_of(invitation.email, name=name)
        was_seated = table.seat_of(player) is not None
        row = sit_down(table, player, invited=True, number=seat)
        if not was_seated:
            _same(invitation).update(joined_at=now)
        if table.is_in_lobby:
            agree_at(table, row, cut, tiles_by_email=tiles_by_email and not was_seated)
    return Accepted(player, invitation.game_id)


def decline(*, invitation_id: int, now: datetime) -> None:
    """Decline an invitation; a player who has already joined stays. Raises NoSuchGame."""
    invitation = _open(invitation_id)
    with store.locked(invitation.game_id, now=now) as table:
        if invitation.declined_at is None and invitation.joined_at is None:
            _same(invitation).update(declined_at=now)
            table.happened("declined", invitation=invitation.pk)


def never_invite(*, email: str, now: datetime) -> None:
    """Never invite this address again, no matter who asks."""
    NeverInvited.objects.get_or_create(email_sha256=_hash(email), defaults={"since": now})


def is_never_invited(email: str) -> bool:
    """Return True if this address has ended all invitations."""
    return NeverInvited.objects.filter(email_sha256=_hash(email)).exists()


def _open(invitation_id: int) -> Invitation:
    invitation = Invitation.objects.filter(pk=invitation_id).first()
    if invitation is None:
        raise store.NoSuchGame
    return invitation


def _same(invitation: Invitation) -> QuerySet[Invitation]:
    """Return all invitations of this address to this game, from all senders."""
    return Invitation.objects.filter(game=invitation.game_id, email=invitation.email)


def _hash(email: str) -> str:
    return sha256(email.strip().lower().encode()).hexdigest()
