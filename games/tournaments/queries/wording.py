"""Names and numbers as pages and emails show them: entrants, divisions, rounds and tables; points with only the
decimals they need, places, shares of a meeting."""

from collections.abc import Iterable
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from games.tournaments.models import Division, Entrant, Tournament
from games.wording import ordinal

MOST_DECIMALS, FINEST = 2, 1e-9
SHARES = {Fraction(0): "0", Fraction(1, 2): "½", Fraction(1): "1"}


def called(entrant: Entrant) -> str:
    """Return the name of an entrant, with a placeholder for a deleted account."""
    return entrant.name or gettext("Former player {n}").format(n=entrant.number)


def division_name(division: Division, *, is_alone: bool | None = None) -> str:
    """Return the name of a division; empty if it is the only one, as in all formats but leagues unless `is_alone` says
    otherwise."""
    format_ = division.tournament.format
    if format_ == Tournament.Format.POOLS:
        return gettext("Final") if division.stage > 1 else gettext("Pool {n}").format(n=division.number)
    if is_alone is None:
        is_alone = format_ != Tournament.Format.LEAGUE
    return "" if is_alone else gettext("Division {n}").format(n=division.number)


def decimals_of(values: Iterable[Fraction | float]) -> int:
    """Return the number of decimals that a column needs to align its numbers."""
    needed = 0
    for value in values:
        while needed < MOST_DECIMALS and abs(float(value) - round(float(value), needed)) > FINEST:
            needed += 1
    return needed


def figure(value: Fraction | float, decimals: int) -> str:
    """Return the number in the reader's notation; one that rounds to zero has no sign."""
    shown = round(float(value), decimals)
    return number_format(shown or 0.0, decimals)


def one_figure(value: Fraction | float) -> str:
    return figure(value, decimals_of([value]))


def share(value: Fraction) -> str:
    """Return the share of one meeting: 1, ½ or 0."""
    return SHARES.get(value, one_figure(value))


def between(best: int, worst: int) -> str:
    """Return a sentence on the places that the reader can still reach."""
    if best == worst:
        return gettext("You’ll finish {place}, whatever happens at the other tables.").format(place=ordinal(best))
    says = gettext("You can still finish anywhere between {best} and {worst}.")
    return says.format(best=ordinal(best), worst=ordinal(worst))


def of_points(points: Fraction) -> str:
    """Return `1 point`, `½ point` or `1.5 points`."""
    says = ngettext("{points} point", "{points} points", 1 if 0 < points <= 1 else 2)
    return says.format(points=share(points))


def winner_in_words(before: str, after: str) -> str:
    """Return a sentence on who wins, and on who won before if that has changed; names may be empty."""
    if not after:
        return gettext("Nobody wins.")
    if not before:
        return gettext("{name} wins the tournament.").format(name=after)
    if before == after:
        return gettext("{name} still wins the tournament.").format(name=after)
    return gettext("{name} wins the tournament instead of {before}.").format(name=after, before=before)


def move_in_words(name: str, before: str, after: str) -> str:
    """Return a sentence on a changed promotion or relegation: `up`, `down` or empty, before and after."""
    match after or f"not {before}":
        case "up":
            says = gettext("{name} goes up a division.")
        case "down":
            says = gettext("{name} goes down a division.")
        case "not up":
            says = gettext("{name} no longer goes up a division.")
        case _:
            says = gettext("{name} no longer goes down a division.")
    return says.format(name=name)
