"""Clubs as a reader may know them: anybody may know a public club's name, and only members its members."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Case, Count, IntegerField, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from games.players.memberships import RUNS
from games.players.models import Club, Membership, Player
from games.statements import LARGEST

LISTED = 50
MEMBERS_SHOWN = 50
Role = Membership.Role
FIRST_THOSE_WHO_RUN_IT = (
    Case(When(role=Role.OWNER, then=0), When(role=Role.DIRECTOR, then=1), default=2, output_field=IntegerField()),
    *("since", "pk"),
)
KNOWN = Q(is_public=True) | ~Q(role="")  # for a club annotated with the reader's role in it


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
    """A club for one reader, with a page of its members. `role`, `members` and `link` are empty for a non-member,
    `link` also for members who do not run the club."""

    id: int
    name: str
    about: str
    is_public: bool
    role: str = ""
    members: tuple[Member, ...] = ()
    members_in_all: int = 0
    has_more: bool = False
    link: str = ""

    @property
    def is_owner(self) -> bool:
        return self.role == Role.OWNER

    @property
    def runs_it(self) -> bool:
        return self.role in RUNS


def clubs(*, player: Player, page: int = 1) -> tuple[tuple[ClubLine, ...], tuple[ClubLine, ...], bool]:
    """Return the player's own clubs, a page of the other public ones, the newest first, and whether there are more; two
    queries."""
    counted = Club.objects.annotate(members=Count("memberships"))
    own = Club.objects.filter(memberships__player=player).values("pk")
    start = LISTED * (page - 1)
    others = counted.filter(is_public=True).exclude(pk__in=own).order_by("-made_at", "-pk")[start : start + LISTED + 1]
    mine = counted.filter(pk__in=own).order_by("name", "pk")
    lines = [tuple(ClubLine(one.pk, one.name, one.about, one.members) for one in found) for found in (mine, others)]
    return lines[0], lines[1][:LISTED], len(lines[1]) > LISTED


def known_clubs(club_ids: Collection[int | None], player: Player | None) -> set[int | None]:
    """Return those of these clubs that the reader may know of; one query, or none if there are no clubs."""
    given = {one for one in club_ids if one is not None}
    if not given:
        return set()
    mine = Q(memberships__player=player) if player else Q(pk__in=[])
    return set(Club.objects.filter(Q(is_public=True) | mine, pk__in=given).values_list("pk", flat=True))


def known_club(club_id: int, player: Player) -> Club | None:
    """Return a club that this reader may know of, else None."""
    clubs = Club.objects.annotate(role=_role_of(player))
    return clubs.filter(KNOWN, pk=club_id).first() if club_id <= LARGEST else None


def club(*, club_id: int, player: Player, page: int = 1) -> ClubView | None:
    """Return a club with a page of its members, those who run it first; None if this reader may know of no such club.
    Takes two queries, however many members there are."""
    rows = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(n=Count("pk")).values("n")
    clubs = Club.objects.annotate(role=_role_of(player), members_in_all=Subquery(rows))
    found = clubs.filter(KNOWN, pk=club_id).first() if club_id <= LARGEST else None
    if found is None:
        return None
    if not found.role:
        return ClubView(found.pk, found.name, found.about, found.is_public)
    start = MEMBERS_SHOWN * (page - 1)
    shown = Membership.objects.filter(club=found).select_related("player").order_by(*FIRST_THOSE_WHO_RUN_IT)
    members = [
        Member(one.player_id, one.player.name, one.role, str(one.get_role_display()))
        for one in shown[start : start + MEMBERS_SHOWN + 1]
    ]
    return ClubView(
        found.pk,
        found.name,
        found.about,
        found.is_public,
        found.role,
        tuple(members[:MEMBERS_SHOWN]),
        found.members_in_all,
        len(members) > MEMBERS_SHOWN,
        found.link if found.role in RUNS and found.link_made_at else "",
    )


def own_clubs(*, player: Player) -> list[tuple[int, str]]:
    """Return the player's clubs as (id, name), for a choice; one query."""
    return list(Club.objects.filter(memberships__player=player).order_by("name", "pk").values_list("pk", "name"))


def name_for(*, club_id: int, player: Player | None) -> str:
    """Return the name of a club that is public or that the reader is a member of; else an empty string. One query."""
    known = Q(is_public=True) | Q(memberships__player=player or 0)
    return Club.objects.filter(known, pk=club_id).values_list("name", flat=True).first() or ""


def _role_of(player: Player) -> Coalesce:
    """Return the player's role in a club, "" for none."""
    return Coalesce(Subquery(Membership.objects.filter(club=OuterRef("pk"), player=player).values("role")), Value(""))
