"""The terms on which the games of a tournament are played: kind, options, sizes of tables. Reads rows, writes none."""

from dataclasses import fields
from datetime import timedelta

from games.commands.languages import with_language
from games.rules import registry
from games.rules.lines import has_control_characters
from games.rules.names import is_readable
from games.rules.options import read_options
from games.rules.values import OrderRefused
from games.store import LOBBY_LASTS
from games.tournaments.models import Tournament

FAST = "tiles_per_light"
"""The option that makes a game half as long, in kinds that have it."""
LARGEST_OF_LEFTOVERS = 5  # the largest table for players who fit in no table of the planned size

LONGEST_ROUND = timedelta(days=366)

Format, Phase = Tournament.Format, Tournament.Phase

OPEN_FOR_GOOD = ("name", "about", "directors")
"""Columns that can be changed even after the tournament has begun."""
GAME = ("kind", "word_list", "rated", "options", "is_for_members")
"""Columns that cannot be changed once players may enter."""
MEETING = ("format", "table_size", "rounds_planned", "division_size", "advance")
TIME = ("round_lasts", "join_within")
ENTRIES = ("most_entrants", "entries_close_at", "late_until")


def settled_columns(phase: str) -> frozenset[str]:
    """Return the columns that can no longer be changed: those of the game once players may enter, those of pairings and
    times once all have entered."""
    if phase == Phase.DRAFT:
        return frozenset()
    is_before = phase in (Phase.ENTRIES, Phase.CLOSED)
    return frozenset(GAME if is_before else (*GAME, *MEETING, *TIME, *ENTRIES))


def table_limits(tournament: Tournament) -> tuple[int, int]:
    """Return the smallest and the largest number of players at one table of this tournament."""
    least, most = registry.kind(tournament.kind).seats
    return least, min(most, LARGEST_OF_LEFTOVERS)


def options_of(tournament: Tournament, seats: int) -> dict[str, object]:
    """Return the options of a game with this many seats: the director's choice; a player on vacation passes; in a
    league, two tiles per light if the game would otherwise take more than two thirds of the season."""
    options = {**tournament.options, "vacation": "passes"}
    kind = registry.kind(tournament.kind)
    has_fast = any(option.name == FAST for option in fields(kind.options_type))
    if tournament.format == Format.LEAGUE and has_fast and FAST not in tournament.options:
        set_ups = kind.set_ups(seats, read_options(kind.options_type, options))
        lasts = next((row.lasts for row in set_ups.rows if row.seats == seats), None) if set_ups else None
        if seats == 2 or (lasts is not None and 3 * lasts > 2 * tournament.round_lasts):
            options[FAST] = 2
    return options


def can_play(tournament: Tournament, seats: int) -> bool:
    """Return True if this few players can still play a game on these terms."""
    kind = registry.kind(tournament.kind)
    if seats < kind.seats[0]:
        return False
    try:
        kind.set_up(seats, read_options(kind.options_type, options_of(tournament, seats)))
    except OrderRefused:
        return False
    return True


def check_settings(tournament: Tournament) -> None:
    """Raise OrderRefused for settings with which no game could be played or no email be sent."""
    if has_control_characters(tournament.name):
        raise OrderRefused("A name can’t contain control characters. Write it on one line.")
    if not is_readable(tournament.name):
        raise OrderRefused("A name needs a character that people can see, and no line breaks or invisible characters.")
    if tournament.kind not in registry.KINDS:
        raise OrderRefused(
            "There is no game called {kind}. Choose one of these games: {kinds}.",
            kind=tournament.kind,
            kinds=tuple(registry.KINDS),
        )
    least, most = registry.kind(tournament.kind).seats
    if not least <= tournament.table_size <= most:
        raise OrderRefused(
            "This game is for {least} to {most} players. Choose tables of that size.", least=least, most=most
        )
    if tournament.options.get("vacation", "passes") != "passes":
        raise OrderRefused("Tournament games don’t wait for vacations. Leave that setting out.")
    _check_format(tournament)
    _check_times(tournament)
    kind = registry.kind(tournament.kind)
    _, tournament.options = with_language(kind, tournament.options, tournament.word_list)
    if kind.why_unrated(read_options(kind.options_type, tournament.options)):
        raise OrderRefused("Tournaments rank individual players. Leave out teams and shared seats.")
    options = options_of(tournament, tournament.table_size)
    kind.set_up(tournament.table_size, read_options(kind.options_type, options))


def _check_format(tournament: Tournament) -> None:
    if tournament.pk and tournament.format != Format.SWISS and tournament.guests.exists():
        raise OrderRefused(
            "A tournament between clubs must use the Swiss format, so that players don’t meet members of their own "
            "club if it can be avoided."
        )
    if tournament.format == Format.LADDER and tournament.table_size != 2:
        raise OrderRefused("Ladder games are for 2 players. Choose tables of 2.")
    if tournament.format == Format.KNOCKOUT and tournament.advance >= tournament.table_size:
        raise OrderRefused("The number who advance must be smaller than a table. Choose a smaller number.")
    if tournament.format == Format.POOLS and tournament.advance >= tournament.division_size:
        raise OrderRefused("The number who advance must be smaller than a pool. Choose a smaller number.")
    in_divisions = tournament.format in (Format.LEAGUE, Format.POOLS)
    if in_divisions and tournament.division_size < tournament.table_size:
        raise OrderRefused("A division needs at least as many players as a table. Make divisions larger.")


def _check_times(tournament: Tournament) -> None:
    if tournament.round_lasts > LONGEST_ROUND:
        raise OrderRefused("A round can last at most {most}. Make it shorter.", most=LONGEST_ROUND)
    if not timedelta(0) < tournament.join_within < LOBBY_LASTS:
        raise OrderRefused("The time to join must be more than 0 and less than {most}.", most=LOBBY_LASTS)
    if tournament.round_lasts <= tournament.join_within:
        raise OrderRefused("A round must last longer than the time to join. Make the round longer.")
