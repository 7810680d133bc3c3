"""Withdrawing, being replaced, and what happens to the tables."""

import pytest

from games import commands as games_commands
from games import store
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Fixture, Walkout
from tests.tournaments.playing import (
    DAY,
    HOUR,
    JOIN_WITHIN,
    NOON,
    WHY,
    begin,
    entrant,
    fixture_of,
    fixtures,
    join,
    make_director,
    people,
    play_out,
    publish,
    ruled,
    seats_of,
    told,
    under_way,
    win,
)

pytestmark = pytest.mark.django_db
ONE_TABLE = {"table_size": 3, "rounds_planned": 2}


def withdraw(tournament, player, by=None, **more):
    by = by or player
    commands.withdraw(entrant_id=entrant(tournament, player).pk, by=by, now=NOON + HOUR, **more)


def replace(tournament, player, by, director, now=NOON + HOUR):
    commands.replace(entrant_id=entrant(tournament, player).pk, player=by, by=director, reason=WHY, now=now)


def test_a_table_not_yet_started_is_recreated_without_a_withdrawn_player(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], **ONE_TABLE)
    (fixture,) = fixtures(tournament)
    join(fixture, anna, chloe)
    withdraw(tournament, chloe)
    fixture = fixture_of(tournament, anna)
    assert (fixture.phase, fixture.game.rated) == ("joining", False)
    assert {seat.player: bool(seat.agreed_at) for seat in seats_of(fixture)} == {anna: True, boris: False}
    assert fixture.sittings.get(entrant__player=chloe).seat is None
    assert join(fixture, boris).phase == "playing"
    assert not Walkout.objects.exists()
    assert told(chloe, "withdrawn") == [("withdrawn", {"how": "self", "reason": ""})]


def test_the_opponent_of_a_withdrawn_player_is_awarded_the_table(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    withdraw(tournament, boris)
    fixture = fixture_of(tournament, anna)
    assert (fixture.phase, fixture.round.phase) == ("awarded", "finished")
    assert fixture.sittings.get(entrant__player=anna).awarded == 1


def test_a_withdrawn_player_finishes_running_games_and_is_not_paired_again(director):
    players = people(4)
    tournament = under_way(director, players)
    fixture = join(fixture_of(tournament, players[0]))
    withdraw(tournament, players[0])
    assert store.seen_now(fixture.game_id, now=NOON + HOUR).state.resigned == ()
    win(fixture, players[0], now=NOON + DAY)
    play_out(tournament, now=NOON + DAY)
    publish(tournament, director, now=NOON + DAY)
    assert entrant(tournament, players[0]).sittings.count() == 1
    assert entrant(tournament, players[0]).byes.count() == 0


def test_a_withdrawing_player_can_resign_running_games(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], **ONE_TABLE)
    fixture = join(fixtures(tournament)[0])
    withdraw(tournament, boris, resigns=True)
    seat = fixture.sittings.get(entrant__player=boris).seat
    assert store.seen_now(fixture.game_id, now=NOON + HOUR).state.resigned == (seat,)


def test_a_director_can_withdraw_a_player_with_a_reason(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    with pytest.raises(OrderRefused, match=r"^Give a reason"):
        withdraw(tournament, boris, by=director)
    with pytest.raises(OrderRefused, match=r"You aren’t a director of this tournament\. Ask one of its directors\."):
        withdraw(tournament, boris, by=anna, reason=WHY)
    assert entrant(tournament, boris).standing == "entered"
    withdraw(tournament, boris, by=director, reason=WHY)
    assert ruled(tournament) == [("withdraw", WHY)]
    assert told(boris, "withdrawn") == [("withdrawn", {"how": "director", "reason": WHY})]
    with pytest.raises(OrderRefused, match=r"Boris has already withdrawn\."):
        withdraw(tournament, boris)


def test_a_director_cannot_withdraw_an_opponent_from_their_own_table(director):
    anna, boris = people(2)
    make_director(anna)
    tournament = under_way(director, [anna, boris])
    tournament.directors.add(anna)
    with pytest.raises(
        OrderRefused, match=r"^You’re playing at table 1 of round 1\. Another director has to rule on it\.$"
    ):
        withdraw(tournament, boris, by=anna, reason=WHY)
    withdraw(tournament, anna)
    assert entrant(tournament, anna).standing == "withdrawn"


def test_a_draft_is_paired_again_without_a_withdrawn_player(director):
    players = people(5)
    tournament = begin(director, players)
    withdraw(tournament, players[4])
    publish(tournament, director)
    assert sorted(fixture.sittings.count() for fixture in fixtures(tournament)) == [2, 2]
    assert not tournament.divisions.get().rounds.get().byes.exists()


# --- being replaced -----------------------------------------------------------------------------------------------------


def test_a_replacement_takes_over_results_and_tables(director):
    anna, boris, _, emil = people(4)
    tournament = under_way(director, [anna, boris], format="league", division_size=2)
    fixture = join(fixtures(tournament)[0])
    place = entrant(tournament, boris)
    replace(tournament, boris, emil, director)
    place.refresh_from_db()
    assert (place.player, place.name, place.standing, place.number) == (emil, "Emil", "confirmed", 2)
    assert {seat.player for seat in seats_of(fixture)} == {anna, emil}
    assert entrant(tournament, boris).standing == "withdrawn"
    assert not entrant(tournament, boris).divisions.exists()
    assert ruled(tournament) == [("replace", WHY)]
    assert told(boris, "withdrawn") == [("withdrawn", {"how": "director", "reason": WHY})]
    with pytest.raises(OrderRefused, match=r"You aren’t playing in this game\."):
        games_commands.look(game_id=fixture.game_id, player=boris, now=NOON + DAY)
    win(fixture, emil, now=NOON + DAY)
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    assert told(emil, "ended")[0][1]["place"] == 1
    assert told(boris, "ended") == []


def test_a_replacement_is_the_longest_waiting_reserve_who_can_play(director):
    anna, boris, chloe, emil, fanny = people(5)
    tournament = under_way(director, [anna, boris])
    for place, player in enumerate((chloe, emil, fanny)):
        commands.reserve(tournament_id=tournament.pk, player=player, now=NOON + place * HOUR)
    (fixture,) = fixtures(tournament)
    Walkout.objects.create(player=chloe, kind="no_show", game_id=fixture.game_id, at=NOON, until=NOON + 9 * DAY)
    place = entrant(tournament, boris)
    late = NOON + JOIN_WITHIN - HOUR
    assert commands.substitute(entrant_id=place.pk, by=director, reason=WHY, now=late).player == emil
    fixture = Fixture.objects.select_related("game").get(pk=fixture.pk)
    assert {seat.player for seat in seats_of(fixture)} == {anna, emil}
    assert fixture.join_by == late + JOIN_WITHIN
    assert fixture.game.rated
    assert entrant(tournament, boris).standing == "withdrawn"
    assert tournament.entrants.count() == 5
    assert join(fixture, now=late + HOUR).phase == "playing"


def test_a_player_who_has_played_cannot_take_over_another_place(director):
    anna, boris, chloe, emil = people(4)
    tournament = under_way(director, [anna, boris, chloe, emil])
    play_out(tournament)
    withdraw(tournament, emil)
    with pytest.raises(OrderRefused, match=r"Emil has already played in this tournament\. Choose somebody else\."):
        replace(tournament, anna, emil, director)
    commands.reserve(tournament_id=tournament.pk, player=emil, now=NOON + 2 * HOUR)
    with pytest.raises(OrderRefused, match=r"No reserve is available\. Replace the player with somebody else\."):
        commands.substitute(entrant_id=entrant(tournament, anna).pk, by=director, reason=WHY, now=NOON + 2 * HOUR)
    assert [place.name for place in tournament.entrants.order_by("number")] == ["Anna", "Boris", "Chloe", "Emil"]


def test_nobody_is_replaced_without_a_reserve(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    with pytest.raises(OrderRefused, match=r"No reserve is available\. Replace the player with somebody else\."):
        commands.substitute(entrant_id=entrant(tournament, boris).pk, by=director, reason=WHY, now=NOON)


def test_the_place_of_a_withdrawn_player_can_be_taken_over(director):
    players = people(5)
    tournament = under_way(director, players[:4])
    withdraw(tournament, players[3])
    replace(tournament, players[3], players[4], director)
    play_out(tournament)
    publish(tournament, director)
    assert entrant(tournament, players[4]).sittings.count() == 2
    assert all(fixture.sittings.count() == 2 for fixture in fixtures(tournament))


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("Anna", "Anna is already in this tournament."),
        ("Boris", "Boris already has this place."),
        ("Dmitri", "You’re playing in this tournament. Another director has to rule on anything that concerns you."),
    ],
)
def test_players_cannot_have_two_places_and_directors_cannot_add_themselves(director, who, why):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris])
    player = {"Anna": anna, "Boris": boris, "Dmitri": director}[who]
    with pytest.raises(OrderRefused) as refused:
        replace(tournament, boris, player, director)
    assert str(refused.value) == why
    assert entrant(tournament, boris).standing == "entered"
