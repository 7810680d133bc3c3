"""Up and down between the seasons of a league: who moves, whom the next season takes over, and where it has them play."""

from collections.abc import Sequence

from games.tournaments import advancing
from games.tournaments.commands.books import order_of
from games.tournaments.models import Entrant, Tournament


def movers(league: Tournament) -> dict[Entrant, str]:
    """Who moves `up` or `down` after the season."""
    orders = _orders(league)
    entrants = {entrant.number: entrant for order in orders for entrant in order}
    going = advancing.moves(_numbers(orders), withdrawn=_withdrawn(orders))
    return {entrants[number]: where for number, where in going.items()}


def promoted(league: Tournament) -> list[Entrant]:
    """Those who stayed to the end of a season, in the order in which the next one takes them over."""
    orders = _orders(league)
    entrants = {entrant.number: entrant for order in orders for entrant in order}
    gone = _withdrawn(orders) | {number for number, entrant in entrants.items() if entrant.player_id is None}
    divisions = advancing.promote(_numbers(orders), size=league.division_size, withdrawn=_withdrawn(orders), gone=gone)
    return [entrants[number] for division in divisions for number in division]


def divided_anew(season: Tournament, entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    """The divisions of the season after another, for all who entered it, in the order of their numbers: who left makes room,
    and who is new, or comes back after withdrawing, begins at the bottom."""
    assert season.follows is not None
    orders = _orders(season.follows)
    withdrawn = _withdrawn(orders)
    then: dict[int | None, int] = {
        entrant.player_id: entrant.number
        for order in orders
        for entrant in order
        if entrant.player_id is not None and entrant.number not in withdrawn
    }
    new_number = 1 + max((entrant.number for order in orders for entrant in order), default=0)
    now = {then.get(entrant.player_id, new_number + place): entrant for place, entrant in enumerate(entrants)}
    everybody = {entrant.number for order in orders for entrant in order}
    divisions = advancing.promote(
        _numbers(orders),
        size=season.division_size,
        withdrawn=withdrawn,
        gone=everybody - now.keys(),
        entering=[number for number in now if number not in everybody],
    )
    return [[now[number] for number in division] for division in divisions]


def _orders(league: Tournament) -> list[list[Entrant]]:
    return [order_of(division) for division in league.divisions.order_by("number")]


def _numbers(orders: Sequence[Sequence[Entrant]]) -> list[list[int]]:
    return [[entrant.number for entrant in order] for order in orders]


def _withdrawn(orders: Sequence[Sequence[Entrant]]) -> set[int]:
    return {entrant.number for order in orders for entrant in order if entrant.standing == Entrant.Standing.WITHDRAWN}
