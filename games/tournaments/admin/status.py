"""Where a tournament stands, in a sentence or two for its director, and which act it waits for."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext

from games.tournaments.models import Round, Tournament
from games.tournaments.queries.terms import tables_over
from games.wording import clock_time

Phase, Format = Tournament.Phase, Tournament.Format


def status_and_next_act(tournament: Tournament, rounds: Sequence[Round], *, now: datetime) -> tuple[str, str]:
    """What is next, in a sentence or two, and the verb of the act that it waits for, or empty."""
    match tournament.phase:
        case Phase.DRAFT:
            return gettext("Only directors see it. Look through the settings, then open entries."), "open_entries"
        case Phase.ENTRIES:
            return _open(tournament, now=now), "close_entries"
        case Phase.CLOSED:
            verb = "start_ladder" if tournament.format == Format.LADDER else "start"
            return gettext("Entries are closed. Look through the players, then start."), verb
        case Phase.FINISHED:
            return gettext("It is over, and the standings are final."), _after_the_end(tournament)
        case Phase.VOID:
            return gettext("It is void: nothing in it counts."), ""
    if tournament.paused_at:
        since = clock_time(tournament.paused_at)
        return gettext("All its games are paused, since {since}.").format(since=since), "resume"
    return _running(tournament, rounds)


def _open(tournament: Tournament, *, now: datetime) -> str:
    closes = tournament.entries_close_at
    if closes is not None and closes > now:
        return gettext("Players can enter until {until}; you can close entries before.").format(
            until=clock_time(closes)
        )
    return gettext("Players can enter. Close entries when the field is complete.")


def _after_the_end(tournament: Tournament) -> str:
    has_followed = Tournament.objects.filter(follows=tournament).exists()
    return "next_season" if tournament.format == Format.LEAGUE and not has_followed else ""


def _running(tournament: Tournament, rounds: Sequence[Round]) -> tuple[str, str]:
    drafts = [one for one in rounds if one.phase == Round.Phase.DRAFT]
    if drafts:
        return _drafted(drafts), "publish"
    going_on = [one for one in rounds if one.phase == Round.Phase.PUBLISHED]
    if tournament.format == Format.LADDER:
        return gettext("The ladder stands: players challenge each other. End it when the season is over."), ""
    if going_on:
        return _played(going_on), ""
    if tournament.format == Format.POOLS and all(one.division.stage == 1 for one in rounds):
        return gettext("The pools are over. Draw up the final."), "draw_final"
    last = max((one.number for one in rounds), default=0)
    if last:
        return gettext("Round {n} is over. Draw up the next.").format(n=last), "draw_up"
    return gettext("No round is drawn up yet."), "draw_up"


def _drafted(drafts: Sequence[Round]) -> str:
    numbers = {one.number for one in drafts}
    if len(numbers) == 1:
        return gettext("Round {n} is drawn up: look at it, then publish.").format(n=numbers.pop())
    return gettext("All rounds are drawn up: look at them, then publish.")


def _played(going_on: Sequence[Round]) -> str:
    played = tables_over([fixture for one in going_on for fixture in one.fixtures.all()])
    until = max(one.ends_at for one in going_on if one.ends_at)
    numbers = {one.number for one in going_on}
    if len(numbers) == 1:
        said = gettext("Round {n} is being played, until {until}. {played}")
        return said.format(n=numbers.pop(), until=clock_time(until), played=played)
    return gettext("The rounds are being played, until {until}. {played}").format(
        until=clock_time(until), played=played
    )
