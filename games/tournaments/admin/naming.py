"""What divisions, rounds and tables are called at the dashboard."""

from django.utils.translation import gettext

from games.tournaments.models import Division, Fixture, Round, Tournament
from games.tournaments.queries.ledger import called
from games.tournaments.queries.pages import division_name
from games.wording import listing


def name_of(division: Division) -> str:
    """Empty where the format has but one."""
    format_ = division.tournament.format
    return division_name(division, division.tournament, is_alone=format_ != Tournament.Format.LEAGUE)


def about_round(one: Round) -> str:
    name = name_of(one.division)
    if name:
        return gettext("{division}, round {n}").format(division=name, n=one.number)
    return gettext("Round %(n)s") % {"n": one.number}


def about_fixture(fixture: Fixture) -> str:
    said = gettext("{round}, table {n}: {names}")
    return said.format(round=about_round(fixture.round), n=fixture.number, names=names_at(fixture))


def names_at(fixture: Fixture) -> str:
    return listing([called(sitting.entrant) for sitting in fixture.sittings.all()])


def short_name(fixture: Fixture) -> str:
    """Round and table as they stand in a column: `2.3`; with its division, where there are several."""
    name = name_of(fixture.round.division)
    numbers = f"{fixture.round.number}.{fixture.number}"
    return f"{name} · {numbers}" if name else numbers
