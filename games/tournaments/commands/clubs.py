"""Tournaments between clubs: a link for owners of other clubs, joining with a club through it, and removing a club."""

from datetime import datetime

from games.players.models import Membership, Player, secret_link
from games.players.tokens import OPEN_FOR
from games.rules.values import OrderRefused
from games.tournaments.commands.locking import Phase, check_directs, check_phase, locked, locked_for_director
from games.tournaments.models import Entrant, TakingPart, Tournament
from games.tournaments.snapshot import Format, NoSuchTournament

MOST_CLUBS = 8
BEFORE = (Phase.DRAFT, Phase.ENTRIES, Phase.CLOSED)


def make_clubs_link(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Make a link with which the owner of another club can join with it; an earlier link stops working."""
    with locked_for_director(tournament_id, by, *BEFORE) as tournament:
        if not tournament.is_for_members or tournament.club_id is None:
            raise OrderRefused("Other clubs can only take part in a tournament that is for club members only.")
        if tournament.format != Format.SWISS:
            raise OrderRefused(
                "A tournament between clubs must use the Swiss format, so that players don’t meet members of their "
                "own club if it can be avoided."
            )
        tournament.clubs_link, tournament.clubs_link_made_at = secret_link(), now
        tournament.save(update_fields=["clubs_link", "clubs_link_made_at"])


def take_clubs_link_back(*, tournament_id: int, by: Player) -> None:
    """Withdraw the link for other clubs."""
    with locked_for_director(tournament_id, by) as tournament:
        tournament.clubs_link, tournament.clubs_link_made_at = "", None
        tournament.save(update_fields=["clubs_link", "clubs_link_made_at"])


def tournament_of_link(link: str, *, now: datetime) -> Tournament:
    """Return the tournament that a link invites a club to. Raises NoSuchTournament for a withdrawn or expired link, and
    after the start."""
    found = Tournament.objects.filter(clubs_link=link, clubs_link_made_at__gt=now - OPEN_FOR, phase__in=BEFORE)
    tournament = found.select_related("club").first()
    if tournament is None:
        raise NoSuchTournament
    return tournament


def take_part(*, link: str, club_id: int, by: Player, now: datetime) -> Tournament:
    """Let a club take part, as its owner: its members may enter for it, and those of the other clubs see their names.

    Raises NoSuchTournament, and OrderRefused for a club that the player does not own, and over the limit of clubs."""
    with locked(tournament_of_link(link, now=now).pk) as tournament:
        check_phase(tournament, *BEFORE)
        if tournament.clubs_link != link:
            raise NoSuchTournament
        if not Membership.objects.filter(club=club_id, player=by, role=Membership.Role.OWNER).exists():
            raise OrderRefused("Choose a club that you are an owner of.")
        guests = set(tournament.guests.values_list("club", flat=True))
        if club_id == tournament.club_id or club_id in guests:
            raise OrderRefused("This club is already taking part.")
        if len(guests) + 1 >= MOST_CLUBS:
            raise OrderRefused("At most {most} clubs can take part in a tournament.", most=MOST_CLUBS)
        TakingPart.objects.create(tournament=tournament, club_id=club_id, accepted_by=by, accepted_at=now)
    return tournament


def take_club_out(*, tournament_id: int, club: int, by: Player, now: datetime) -> None:
    """Remove a guest club before the start, as a director of the tournament or an owner of the club. Raises
    OrderRefused while players have entered for it."""
    with locked(tournament_id) as tournament:
        keeps = Membership.objects.filter(club=club, player=by, role=Membership.Role.OWNER)
        if not keeps.exists():
            check_directs(tournament, by)
        check_phase(tournament, *BEFORE)
        if tournament.entrants.filter(club=club).exclude(standing=Entrant.Standing.WITHDRAWN).exists():
            raise OrderRefused("Players have entered for this club. They must withdraw first.")
        if not tournament.guests.filter(club=club).delete()[0]:
            raise OrderRefused("That club isn’t a guest in this tournament.")
