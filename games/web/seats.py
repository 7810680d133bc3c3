"""The seats that one can choose from before the deal, free ones and those that one may share, and whom one can ask to them."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext

from games.players.accounts import played_with
from games.players.models import Player
from games.queries.views import SeatLine, TableView


@dataclass(frozen=True)
class Place:
    """A seat to be had, and what it is called where one chooses."""

    number: int
    says: str


NAMES_OFFERED = 12


def names_to_invite(player: Player) -> list[str]:
    """Those of the people they have played with, the latest first; no name that several of them have."""
    names = Counter(other.name for other in played_with(player))
    return [name for name, people in names.items() if people == 1][:NAMES_OFFERED]


def places_to_choose(view: TableView) -> tuple[Place, ...]:
    """Free ones first, as whoever does not choose sits down there; nothing where one seat is as good as another."""
    if not matters_where_one_sits(view):
        return ()
    teams = {seat.number: team.name for team in view.teams for seat in team.seats}
    return tuple(
        Place(seat.number, _called(seat, teams.get(seat.number, "")))
        for seat in sorted(view.seats, key=lambda seat: not seat.free)
        if seat.free or seat.has_room
    )


def matters_where_one_sits(view: TableView) -> bool:
    """In teams, and where one may sit down with somebody."""
    return bool(view.teams) or any(seat.has_room for seat in view.seats)


def _called(seat: SeatLine, team: str) -> str:
    number = seat.number + 1
    if seat.has_room and team:
        return gettext("{team}, seat {n}, together with {name}").format(team=team, n=number, name=seat.name)
    if seat.has_room:
        return gettext("Seat {n}, together with {name}").format(n=number, name=seat.name)
    return gettext("{team}, seat {n}").format(team=team, n=number) if team else gettext("Seat {n}").format(n=number)
