"""Promotion and relegation in a league: the page, the email at the end and the next season agree."""

import pytest

from games.tournaments import commands
from games.tournaments.queries.divisions import zones_of
from games.tournaments.snapshot import Snapshot
from tests.tournaments.playing import (
    DAY,
    NOON,
    entrant,
    fixtures,
    join,
    people,
    play_out,
    told,
    under_way,
)

pytestmark = pytest.mark.django_db


def played(director, players, *, withdraw=(), **fields):
    """Play a league to its end; the players in `withdraw` withdraw while their tables are being played."""
    tournament = under_way(director, players, format="league", **fields)
    for fixture in fixtures(tournament):
        join(fixture)
    for player in withdraw:
        commands.withdraw(entrant_id=entrant(tournament, player).pk, by=player, now=NOON)
    play_out(tournament)
    return tournament


def on_the_page(tournament):
    by_number = {one.number: one.name for one in tournament.entrants.all()}
    return {by_number[number]: where for number, where in zones_of(Snapshot(tournament)).items()}


def in_the_mail(players):
    ended = {player.name: told(player, "ended")[-1][1] for player in players if told(player, "ended")}
    return {name: facts["moves"] for name, facts in ended.items() if facts["moves"]}


def started_anew(tournament, director, *, entering=(), leaving=()):
    """Start the next season; return the number of each player's division by name, 1 being the highest."""
    season = commands.next_season(tournament_id=tournament.pk, by=director, now=NOON + 30 * DAY)
    for player in leaving:
        commands.withdraw(entrant_id=entrant(season, player).pk, by=player, now=NOON + 30 * DAY)
    for player in entering:
        commands.enter(tournament_id=season.pk, player=player, now=NOON + 30 * DAY)
    commands.close_entries(tournament_id=season.pk, by=director, now=NOON + 31 * DAY)
    commands.start(tournament_id=season.pk, by=director, now=NOON + 31 * DAY)
    return divisions(season)


def divisions(tournament):
    return {one.name: division.number for division in tournament.divisions.all() for one in division.entrants.all()}


def moved(before, after):
    """Return "up" or "down" for each player whose division has changed, by name."""
    ways = {True: "up", False: "down"}
    both = [name for name in before if name in after and before[name] != after[name]]
    return {name: ways[after[name] < before[name]] for name in both}


CASES = {
    "nobody withdraws": (9, 3, [], 0),
    "the first of the second division withdraws": (12, 4, [4], 0),
    "somebody enters for who has withdrawn": (12, 4, [4], 1),
    "one of the first division withdraws": (12, 4, [3], 0),
    "divisions of two sizes": (13, 6, [], 0),
    "one enters where nobody has left": (12, 6, [], 1),
}


@pytest.mark.sqlite
@pytest.mark.parametrize(("count", "size", "withdraw", "entering"), CASES.values(), ids=CASES)
def test_the_page_the_emails_and_the_next_season_agree(director, count, size, withdraw, entering):
    everybody = people(count + entering)
    players, newcomers = everybody[:count], everybody[count:]
    gone = [players[place] for place in withdraw]
    tournament = played(director, players, withdraw=gone, division_size=size)
    page = on_the_page(tournament)
    left = {player.name for player in gone}
    mail = in_the_mail(players)
    assert mail == {name: where for name, where in page.items() if name in mail or name not in left}
    before = divisions(tournament)
    after = started_anew(tournament, director, entering=newcomers)
    assert left.isdisjoint(after)
    assert moved(before, after) == {name: where for name, where in page.items() if name not in left}


def test_a_withdrawn_player_is_relegated_first(director):
    """Fanny, of the second division, withdraws: she goes down, and nobody else of that division does."""
    players = people(9)
    tournament = played(director, players, withdraw=[players[4]], division_size=3)
    page = on_the_page(tournament)
    second = [one.name for one in tournament.divisions.get(number=2).entrants.all()]
    assert page[players[4].name] == "down"
    assert sorted(page[name] for name in second if name in page) == ["down", "up"]


def test_gaps_left_by_withdrawals_are_filled_from_below(director):
    everybody = people(15)
    players, newcomers = everybody[:12], everybody[12:]
    gone = [players[place] for place in (1, 5, 9)]
    tournament = played(director, players, withdraw=gone, division_size=4)
    before, page = divisions(tournament), on_the_page(tournament)
    after = started_anew(tournament, director, entering=newcomers)
    went = moved(before, after)
    left = {player.name for player in gone}
    assert {name: went.get(name) for name in page if name not in left} == {
        name: where for name, where in page.items() if name not in left
    }
    assert {where for name, where in went.items() if name not in page} == {"up"}
    assert {after[player.name] for player in newcomers} == {3}
