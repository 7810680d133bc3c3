"""The strength of a player and its certainty: Bradley–Terry by openskill, comparing each with each at a table.

Ranks are rated, never scores. Other modules decide which games are rated, and how ratings are stored. Source: Weng and
Lin, A Bayesian approximation method for online ranking (2011). Of openskill's models PlackettLuce was rejected: at a
table of five it rates the third above two tied winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import BradleyTerryPart

START_MU = 25.0
START_SIGMA = START_MU / 3
"""The sigma of a newcomer, on the scale for which openskill's other constants are made."""

SHOWN_AT_START = 1500
SHOWN_A_POINT = 40
"""Ratings are displayed on the scale known from chess: between established players 240 points are odds of about 5 to
2."""

UNCERTAIN_ABOVE = 180
"""The sigma, in displayed points, above which a rating has a question mark. Games last weeks, so it must disappear in a
player's first season or two: it takes 15 games against established players, 26 among newcomers, at tables of two to
five alike. At 110 it would take about 50 and 70."""

PRESENT_FOR_DAYS = 30
"""Within this many days of a rated game the rating stays as certain, because one game can last that long."""
DAYS_TO_FORGET = 730
"""After two years away a rating that had just lost its question mark is as uncertain as a newcomer's."""
_GROWTH_A_DAY = (START_SIGMA**2 - (UNCERTAIN_ABOVE / SHOWN_A_POINT) ** 2) / DAYS_TO_FORGET

_ALL_AT_A_TABLE = 64
"""Everybody is compared with everybody: with a smaller window the order of tied seats would matter at large tables."""
_MODEL = BradleyTerryPart(mu=START_MU, sigma=START_SIGMA, window_size=_ALL_AT_A_TABLE)


@dataclass(frozen=True)
class Rating:
    """A player's strength in one kind, as a normal distribution with mean `mu` and standard deviation `sigma`."""

    mu: float = START_MU
    sigma: float = START_SIGMA


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a game of two or more individual players; 1 is the best rank, equal ranks are ties.

    The order of players matters only for the last bit of a float: sort them by seat, so that a recomputed history is
    identical."""
    return tuple(team[0] for team in rate_teams([[rating] for rating in before], ranks))


def rate_teams(before: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after a game of teams with a rank each. Raises ValueError if ranks and teams differ in number
    or there is only one."""
    if len(before) != len(ranks) or len(before) < 2:
        raise ValueError(f"{len(before)} teams with {len(ranks)} ranks")
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(tuple(Rating(one.mu, one.sigma) for one in team) for team in rated)


def rest(rating: Rating, days: float) -> Rating:
    """Return the rating this many days after the last rated game. After a month it grows less certain day by day, up to
    a newcomer's uncertainty; `mu` stays."""
    away = max(0.0, days - PRESENT_FOR_DAYS)
    sigma = sqrt(rating.sigma**2 + away * _GROWTH_A_DAY)
    return Rating(rating.mu, max(rating.sigma, min(sigma, START_SIGMA)))


def is_uncertain(rating: Rating) -> bool:
    """Return True if the rating still has its question mark."""
    return SHOWN_A_POINT * rating.sigma > UNCERTAIN_ABOVE


def points(rating: Rating) -> int:
    """Return the rating in displayed points: a newcomer has 1500."""
    return round(SHOWN_AT_START + SHOWN_A_POINT * (rating.mu - START_MU))


def shown(rating: Rating) -> str:
    """Return the rating as people see it: `1540`, or `1540?` while it is uncertain."""
    return f"{points(rating)}?" if is_uncertain(rating) else f"{points(rating)}"
