"""Clubs as a reader may know them: public ones by name for anybody, a club's members for its members alone."""

from dataclasses import dataclass

from django.db.models import Count, Q

from games.players.models import Club, Membership, Player
from games.statements import LARGEST

LISTED = 50


@dataclass(frozen=True)
class ClubLine:
    """A club in a list."""

    id: int
    name: str
    about: str
    members: int


@dataclass(frozen=True)
class Member:
    id: int
    name: str
    role: str
    role_says: str


@dataclass(frozen=True)
class ClubView:
    """A club for one reader; `role`, `members` and `link` are empty for one who is no member, `link` for those who run nothing,
    too."""

    id: int
    name: str
    about: str
    is_public: bool
    role: str = ""
    members: tuple[Member, ...] = ()
    link: str = ""

    @property
    def is_keeper(self) -> bool:
        return self.role == Membership.Role.KEEPER

    @property
    def runs_it(self) -> bool:
        return self.role in (Membership.Role.KEEPER, Membership.Role.DIRECTOR)


def clubs(*, player: Player) -> tuple[tuple[ClubLine, ...], tuple[ClubLine, ...]]:
    """The player's own clubs, and the newest other public ones; two queries."""
    counted = Club.objects.annotate(members=Count("memberships"))
    own = Club.objects.filter(memberships__player=player).values("pk")
    others = counted.filter(is_public=True).exclude(pk__in=own).order_by("-made_at")[:LISTED]
    mine = counted.filter(pk__in=own).order_by("name", "pk")
    lines = [tuple(ClubLine(one.pk, one.name, one.about, one.members) for one in found) for found in (mine, others)]
    return lines[0], lines[1]


def known_club(club_id: int, player: Player) -> Club | None:
    """A club that this reader may know of."""
    known = Q(is_public=True) | Q(memberships__player=player)
    return Club.objects.filter(known, pk=club_id).first() if club_id <= LARGEST else None


def club(*, club_id: int, player: Player) -> ClubView | None:
    """A club; None where there is none for this reader."""
    found = known_club(club_id, player)
    if found is None:
        return None
    rows = list(Membership.objects.filter(club=found).select_related("player"))
    role = next((row.role for row in rows if row.player_id == player.pk), "")
    view = ClubView(found.pk, found.name, found.about, found.is_public)
    if not role:
        return view
    members = tuple(Member(row.player_id, row.player.name, row.role, str(row.get_role_display())) for row in rows)
    runs = role != Membership.Role.MEMBER
    return ClubView(
        found.pk,
        found.name,
        found.about,
        found.is_public,
        role,
        members,
        found.link if runs and found.link_made_at else "",
    )
