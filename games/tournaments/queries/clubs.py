"""Clubs in tournaments: which take part, who directs for a club, and which readers may know of a tournament."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Exists, OuterRef, Q

from games.players.memberships import RUNS, clubs_of
from games.players.models import Club, Membership, Player
from games.tournaments.models import Entrant, TakingPart, Tournament
from games.tournaments.queries.wording import decimals_of, figure
from games.tournaments.snapshot import PLAYS, Snapshot


@dataclass(frozen=True)
class ClubIn:
    """A club that takes part in a tournament. `is_mine`: the reader is a member."""

    id: int
    name: str
    is_mine: bool


@dataclass(frozen=True)
class ClubPlace:
    """A line in the table of clubs: the combined table points of a club's players. Equal points share a place."""

    place: int
    name: str
    players: int
    points: str
    is_mine: bool


def counts_walkouts(tournament: Tournament) -> bool:
    """Return True for a tournament of the whole site: in a club's tournament its own directors set the times, and
    should ban nobody elsewhere."""
    return tournament.club_id is None or tournament.rated


def runs_its_club(tournament: Tournament, player: Player) -> bool:
    """Return True for an owner or director of the club whose tournament it is. Rated ones are directed by staff,
    because ratings matter beyond the club."""
    if tournament.club_id is None or tournament.rated:
        return False
    return Membership.objects.filter(club=tournament.club_id, player=player, role__in=RUNS).exists()


def officers_of(tournament: Tournament) -> list[Player]:
    """Return the players who direct a tournament because they run its club; no query for one without a club."""
    if tournament.club_id is None or tournament.rated:
        return []
    officers = Player.objects.filter(memberships__club=tournament.club_id, memberships__role__in=RUNS, is_active=True)
    return list(officers.order_by("pk").only("name"))


def shown_to(player: Player | None) -> Q:
    """Return a filter for the tournaments that this reader may know of: all but those for members of clubs that they
    are not in, unless they have entered or direct them."""
    for_all = Q(is_for_members=False)
    if player is None:
        return for_all
    guests = TakingPart.objects.filter(tournament=OuterRef("pk"), club__in=clubs_of(player))
    entered = Entrant.objects.filter(tournament=OuterRef("pk"), player=player)
    directs = Tournament.directors.through.objects.filter(tournament=OuterRef("pk"), player=player)
    theirs = Exists(guests) | Exists(entered) | Exists(directs)
    return for_all | Q(club__in=clubs_of(player)) | Q(theirs)


def clubs_in(tournament: Tournament, player: Player | None = None) -> list[ClubIn]:
    """Return the clubs of a tournament for members, first the one whose tournament it is; two queries, none for any
    other tournament."""
    if not tournament.is_for_members:
        return []
    of_it = Club.objects.filter(Q(pk=tournament.club_id) | Q(takes_part__tournament=tournament)).distinct()
    mine = set(Membership.objects.filter(player=player).values_list("club", flat=True)) if player else set()
    known = [ClubIn(one.pk, one.name, one.pk in mine) for one in of_it.order_by("pk")]
    return sorted(known, key=lambda one: one.id != tournament.club_id)


def club_places(whole: Snapshot, clubs: Collection[ClubIn]) -> tuple[ClubPlace, ...]:
    """Return the table of the clubs, the best first; empty if fewer than two take part, and before the first round."""
    if len(clubs) < 2 or not whole.divisions:
        return ()
    points, players = dict.fromkeys((one.id for one in clubs), Fraction(0)), dict.fromkeys((one.id for one in clubs), 0)
    for division in whole.divisions:
        for number, entrant in division.members.items():
            if entrant.club_id in points:
                line = division.line_of.get(number)
                points[entrant.club_id] += line.points if line else 0
                players[entrant.club_id] += entrant.standing in PLAYS
    decimals = decimals_of(points.values())
    return tuple(
        ClubPlace(
            place=1 + sum(other > points[one.id] for other in points.values()),
            name=one.name,
            players=players[one.id],
            points=figure(points[one.id], decimals),
            is_mine=one.is_mine,
        )
        for one in sorted(clubs, key=lambda one: -points[one.id])
    )


def names_of_clubs(clubs: Collection[ClubIn]) -> Mapping[int | None, str]:
    """Return the name of each club by its id, if several take part."""
    return {one.id: one.name for one in clubs} if len(clubs) > 1 else {}


def clubs_run_by(player: Player | None) -> list[Club]:
    """Return the clubs for which this reader can start a tournament, by name; no query for a stranger."""
    if player is None:
        return []
    return list(Club.objects.filter(memberships__player=player, memberships__role__in=RUNS).order_by("name", "pk")[:3])
