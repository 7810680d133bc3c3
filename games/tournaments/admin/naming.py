"""What divisions, rounds and tables are called at the desk."""

from django.utils.translation import gettext

from games.tournaments.models import Division, Fixture, Round, Tournament
from games.tournaments.queries.pages import division_name


def name_of(division: Division) -> str:
    """Empty where the format has but one."""
    format_ = division.tournament.format
    return division_name(division, division.tournament, is_alone=format_ != Tournament.Format.LEAGUE)


def about_round(one: Round) -> str:
    name = name_of(one.division)
    said = gettext("round {n}").format(n=one.number)
    return f"{name}, {said}" if name else said


def about_fixture(fixture: Fixture) -> str:
    return gettext("table {n}, {round}").format(n=fixture.number, round=about_round(fixture.round))


def short_name(fixture: Fixture) -> str:
    """Round and table as they stand in a column: `2.3`; with its division, where there are several."""
    name = name_of(fixture.round.division)
    numbers = f"{fixture.round.number}.{fixture.number}"
    return f"{name} · {numbers}" if name else numbers
