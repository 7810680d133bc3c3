"""Clubs: founding and closing, joining by link, roles, leaving and removing members."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from games import store
from games.commands.moderation import check_may_speak
from games.players.memberships import RUNS
from games.players.models import Club, Membership, Player, secret_link
from games.players.tokens import OPEN_FOR
from games.rules.lines import in_one_line
from games.rules.names import is_readable, normalise
from games.rules.values import OrderRefused
from games.statements import LARGEST

LONGEST_NAME, LONGEST_ABOUT = 40, 2000
MOST_KEPT, MOST_JOINED, MOST_MEMBERS = 3, 20, 500
Role = Membership.Role


class NoSuchClub(Exception):
    """There is no such club or link, or this player may not know of it: the answer is the same."""


def found_club(*, player: Player, name: str, about: str, is_public: bool, now: datetime) -> int:
    """Found a club with the player as its owner and return its id. Raises OrderRefused for an invalid name and over the
    limits."""
    check_may_speak(player, now=now)
    name, about = _described(name, about)
    with transaction.atomic(durable=True):
        store.hold(player)
        if player.is_guest or player.memberships.filter(role=Role.OWNER).count() >= MOST_KEPT:
            raise OrderRefused(
                "You’re already an owner of {most} clubs. Hand one over or close one first.", most=MOST_KEPT
            )
        _check_may_join(player)
        club = Club.objects.create(name=name, about=about, is_public=is_public, made_at=now)
        Membership.objects.create(club=club, player=player, role=Role.OWNER, since=now)
    return club.pk


def change_club(*, club_id: int, player: Player, name: str, about: str, is_public: bool, now: datetime) -> None:
    """Change the description of a club, as its owner. Raises NoSuchClub and OrderRefused."""
    check_may_speak(player, now=now)
    name, about = _described(name, about)
    with run_by(club_id, player, Role.OWNER):
        Club.objects.filter(pk=club_id).update(name=name, about=about, is_public=is_public)


def make_club_link(*, club_id: int, player: Player, now: datetime) -> None:
    """Make a link by which anybody can join; an earlier link stops working. Raises NoSuchClub and OrderRefused."""
    with run_by(club_id, player, *RUNS):
        Club.objects.filter(pk=club_id).update(link=secret_link(), link_made_at=now)


def take_club_link_back(*, club_id: int, player: Player) -> None:
    """Withdraw the link of a club. Raises NoSuchClub and OrderRefused."""
    with run_by(club_id, player, *RUNS):
        Club.objects.filter(pk=club_id).update(link=secret_link(), link_made_at=None)


def club_of_link(link: str, *, now: datetime) -> Club:
    """Return the club that a link belongs to. Raises NoSuchClub for a withdrawn or expired link."""
    club = Club.objects.filter(link=link, link_made_at__gt=now - OPEN_FOR).first()
    if club is None:
        raise NoSuchClub
    return club


def join_club(*, link: str, player: Player, now: datetime) -> int:
    """Join a club by its link and return the club's id; a member's role stays the same. Raises NoSuchClub and
    OrderRefused."""
    with transaction.atomic(durable=True):
        store.hold(player)
        club = Club.objects.select_for_update().filter(pk=club_of_link(link, now=now).pk).first()
        if club is None or player.is_guest:
            raise NoSuchClub
        if not club.memberships.filter(player=player).exists():
            _check_may_join(player)
            if club.memberships.count() >= MOST_MEMBERS:
                raise OrderRefused(
                    "This club already has {most} members, so it can’t take any more.", most=MOST_MEMBERS
                )
            Membership.objects.create(club=club, player=player, since=now)
    return club.pk


def leave_club(*, club_id: int, player: Player) -> None:
    """Leave a club; it is deleted with its last member. Raises NoSuchClub, and OrderRefused for the only owner of a
    club with other members."""
    with run_by(club_id, player, *Role) as own:
        others = Membership.objects.filter(club=club_id).exclude(pk=own.pk)
        if own.role == Role.OWNER and others.exists() and not others.filter(role=Role.OWNER).exists():
            raise OrderRefused("You’re the only owner. Make somebody else an owner, or close the club.")
        if others.exists():
            own.delete()
        else:
            Club.objects.filter(pk=club_id).delete()


def remove_member(*, club_id: int, player: Player, other_id: int) -> None:
    """Remove a member: an owner may remove anybody except owners, a director only plain members. Raises NoSuchClub and
    OrderRefused."""
    with run_by(club_id, player, *RUNS) as own:
        other = Membership.objects.filter(club=club_id, player=min(other_id, LARGEST)).first()
        if other is None:
            raise OrderRefused("That player isn’t a member of this club.")
        if other.role == Role.OWNER or (own.role != Role.OWNER and other.role != Role.MEMBER):
            raise OrderRefused("Owners can’t be removed, and only an owner can remove a director.")
        other.delete()


def give_role(*, club_id: int, player: Player, other_id: int, role: str) -> None:
    """Give another member a role, as an owner. Raises NoSuchClub and OrderRefused."""
    with run_by(club_id, player, Role.OWNER):
        others = Membership.objects.filter(club=club_id, player=min(other_id, LARGEST)).exclude(player=player)
        if role not in Role.values or not others.update(role=role):
            raise OrderRefused("Choose another member of this club.")


def close_club(*, club_id: int, player: Player) -> None:
    """Close a club, as an owner, and delete everything in it. Raises NoSuchClub and OrderRefused."""
    with run_by(club_id, player, Role.OWNER):
        Club.objects.filter(pk=club_id).delete()


def hand_clubs_over(player: Player) -> None:
    """Hand over each club that has no other owner to its longest-serving director, else its longest-standing member,
    and close clubs without other members. For an account about to be deleted, in the caller's transaction."""
    for own in player.memberships.filter(role=Role.OWNER):
        others = list(Membership.objects.filter(club=own.club_id).exclude(pk=own.pk))
        if not others:
            Club.objects.filter(pk=own.club_id).delete()
        elif all(one.role != Role.OWNER for one in others):
            heir = min(others, key=lambda one: (one.role != Role.DIRECTOR, one.since, one.pk))
            Membership.objects.filter(pk=heir.pk).update(role=Role.OWNER)


def _described(name: str, about: str) -> tuple[str, str]:
    name, about = normalise(in_one_line(name)), about.replace("\r\n", "\n").replace("\0", "").strip()
    if len(name) > LONGEST_NAME or not is_readable(name):
        raise OrderRefused("A club’s name must have 1 to {most} characters.", most=LONGEST_NAME)
    if len(about) > LONGEST_ABOUT:
        raise OrderRefused("A club’s description can have at most {most} characters.", most=LONGEST_ABOUT)
    return name, about


def _check_may_join(player: Player) -> None:
    if player.memberships.count() >= MOST_JOINED:
        raise OrderRefused("You’re already in {most} clubs. Leave one first.", most=MOST_JOINED)


@contextmanager
def run_by(club_id: int, player: Player, *roles: Membership.Role) -> Iterator[Membership]:
    """Lock a club and yield the membership of a player who has one of these roles. Raises NoSuchClub for a non-member,
    and OrderRefused for another role."""
    with transaction.atomic(durable=True):
        club = Club.objects.select_for_update().filter(pk=club_id).first()
        own = Membership.objects.filter(club=club, player=player).first() if club else None
        if own is None:
            raise NoSuchClub
        if own.role not in roles:
            raise OrderRefused("Only the people who run this club can do that.")
        yield own
