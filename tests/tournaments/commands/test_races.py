"""Two commands at once, in real threads: whichever comes first, the tournament stays consistent."""

from functools import partial

import pytest

from games import commands as games_commands
from games.models import Game
from games.rules.values import StaffAction
from games.tournaments import commands
from games.tournaments.models import Fixture, Walkout
from tests.test_races import at_once
from tests.tournaments.playing import (
    JOIN_WITHIN,
    NOON,
    WHY,
    begin,
    drafts,
    entrant,
    fixtures,
    join,
    make,
    make_director,
    people,
    seats_of,
    told,
    under_way,
)

pytestmark = pytest.mark.django_db(transaction=True)
LATE = NOON + JOIN_WITHIN


def test_only_one_of_two_directors_publishes_a_round(director):
    *players, other = people(5)
    tournament = begin(director, players)
    tournament.directors.add(make_director(other))
    rounds = [draft.pk for draft in drafts(tournament)]
    publish = partial(commands.publish, tournament_id=tournament.pk, rounds=rounds, now=NOON)
    refusals = at_once(partial(publish, by=director), partial(publish, by=other))
    assert set(refusals) == {None, "This round has already been published."}
    assert Game.objects.count() == 2
    assert all(len(seats_of(fixture)) == 2 for fixture in fixtures(tournament, "joining"))


def test_only_one_of_two_workers_closes_a_table(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], table_size=3)
    join(fixtures(tournament)[0], anna, boris)
    close = partial(commands.close_joining, tournament_id=tournament.pk, now=LATE)
    assert at_once(close, close) == [None, None]
    (fixture,) = fixtures(tournament)
    assert (fixture.phase, Game.objects.count(), Walkout.objects.count()) == ("playing", 2, 1)


def test_a_player_who_joins_at_the_last_moment_is_in_time_or_a_no_show(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    (fixture,) = fixtures(tournament)
    join(fixture, anna)
    refusal, _ = at_once(
        lambda: games_commands.agree(game_id=fixture.game_id, player=boris, now=LATE),
        lambda: commands.close_joining(tournament_id=tournament.pk, now=LATE),
    )
    commands.apply_due(now=LATE)
    (fixture,) = fixtures(tournament)
    assert (fixture.phase, refusal) in [("playing", None), ("awarded", "This game was cancelled.")]
    assert entrant(tournament, boris).standing == ("entered" if refusal is None else "withdrawn")


def test_only_one_of_two_players_gets_the_last_place(director):
    tournament = make(director, most_entrants=1)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON)
    enter = partial(commands.enter, tournament_id=tournament.pk, now=NOON)
    assert at_once(*[partial(enter, player=player) for player in people(2)]) == [None, None]
    assert sorted(tournament.entrants.values_list("number", "standing")) == [(1, "entered"), (2, "reserve")]


def test_simultaneous_results_of_the_last_games_end_the_round_once(director):
    players = people(4)
    tournament = under_way(director, players, rounds_planned=1)
    for fixture in fixtures(tournament):
        join(fixture)
        games_commands.govern(game_id=fixture.game_id, by=director, action=StaffAction("SCORE", WHY), now=NOON)
    results = [partial(commands.take_results, game_id=fixture.game_id, now=NOON) for fixture in Fixture.objects.all()]
    assert at_once(*results, *results) == [None] * 4
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    assert [len(told(player, "ended")) for player in players] == [1] * 4


def test_a_player_can_delete_their_account_while_being_withdrawn(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    place = entrant(tournament, boris)
    at_once(
        lambda: games_commands.delete_account(player=boris, now=NOON),
        lambda: commands.withdraw(entrant_id=place.pk, by=director, reason=WHY, now=NOON),
    )
    commands.apply_due(now=LATE)
    place.refresh_from_db()
    assert (place.standing, place.player) == ("withdrawn", None)
    assert [fixture.phase for fixture in fixtures(tournament)] in (["awarded"], ["void"])


@pytest.mark.parametrize("_", range(3))
def test_a_round_is_published_or_an_account_deletion_drops_its_draft(director, _):
    players = people(6)
    tournament = begin(director, players)
    rounds = [draft.pk for draft in drafts(tournament)]
    refusal, _ = at_once(
        lambda: commands.publish(tournament_id=tournament.pk, rounds=rounds, by=director, now=NOON),
        lambda: games_commands.delete_account(player=players[2], now=NOON),
    )
    opened = 3 if refusal is None else 0
    assert (len(fixtures(tournament, "joining")), Game.objects.count()) == (opened, opened)
