"""A published table waits for its players until `join_by`, and then goes on without players who haven't joined."""

from datetime import timedelta
from decimal import Decimal

import pytest

from games import commands as games_commands
from games.models import Game, WaitingMail
from games.players.models import Player
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Fixture, Walkout
from tests.tournaments.playing import (
    DAY,
    HOUR,
    JOIN_WITHIN,
    NOON,
    ROUND_LASTS,
    WHY,
    close_joining,
    entrant,
    fixture_of,
    fixtures,
    join,
    people,
    play_out,
    resign,
    seats_of,
    told,
    under_way,
    win,
)

pytestmark = pytest.mark.django_db
IN_TIME, LATE = NOON + JOIN_WITHIN - HOUR, NOON + JOIN_WITHIN
ONE_TABLE = {"table_size": 3, "rounds_planned": 1}


@pytest.fixture
def three(director):
    return people(3)


@pytest.fixture
def tournament(director, three):
    return under_way(director, three, **ONE_TABLE)


@pytest.fixture
def table(tournament):
    (fixture,) = fixtures(tournament)
    return fixture


def again(fixture):
    return Fixture.objects.select_related("game").get(pk=fixture.pk)


def test_a_published_table_waits_in_the_lobby_with_all_seats_filled(tournament, table, three):
    game = table.game
    assert (game.phase, game.rated, game.listed, game.made_by) == ("lobby", True, True, None)
    assert game.hard_end == table.round.ends_at == NOON + ROUND_LASTS
    assert table.join_by == NOON + JOIN_WITHIN
    assert game.options["vacation"] == "passes"
    assert sorted(seat.player.name for seat in seats_of(table)) == ["Anna", "Boris", "Chloe"]
    assert [seat.player for seat in seats_of(table)] == [
        sitting.entrant.player for sitting in table.sittings.order_by("seat")
    ]


def test_a_table_starts_when_everybody_has_joined(tournament, table):
    joined = join(table, now=IN_TIME)
    assert (joined.phase, joined.game.phase) == ("playing", "playing")
    assert close_joining(tournament) == 0
    assert not Walkout.objects.exists()


def test_no_table_is_closed_before_its_deadline(tournament, table):
    assert close_joining(tournament, now=IN_TIME) == 0
    assert again(table).phase == "joining"
    assert commands.due_tournaments(now=IN_TIME) == []
    assert commands.due_tournaments(now=LATE) == [tournament.pk]


def test_a_no_show_is_withdrawn_and_the_others_play_an_unrated_game(tournament, table, three):
    anna, boris, chloe = three
    for player, cut in ((anna, "one"), (boris, "two")):
        games_commands.agree(game_id=table.game_id, player=player, cut=cut, now=IN_TIME)
    assert close_joining(tournament) == 1
    table_now = again(table)
    assert table_now.phase == "playing"
    assert (table_now.game.phase, table_now.game.rated, table_now.game.seat_count) == ("playing", False, 2)
    assert sorted((seat.player.name, seat.cut) for seat in seats_of(table_now)) == [("Anna", "one"), ("Boris", "two")]
    assert table_now.game.hard_end == NOON + ROUND_LASTS
    assert Game.objects.get(pk=table.game_id).phase == "cancelled"
    assert entrant(tournament, chloe).standing == "withdrawn"
    assert table_now.sittings.get(entrant__player=chloe).seat is None
    (missed,) = Walkout.objects.all()
    assert (missed.player, missed.kind, missed.game_id) == (chloe, "no_show", table.game_id)
    assert missed.until - LATE == timedelta(hours=24)
    assert told(chloe, "withdrawn") == [("withdrawn", {"how": "no_show", "reason": ""})]


def test_a_no_show_comes_last(tournament, table, three):
    join(table, *three[:2], now=IN_TIME)
    close_joining(tournament)
    win(again(table), three[1], now=NOON + 4 * DAY)
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    ended = {player.name: told(player, "ended")[0][1] for player in three}
    assert {name: (facts["place"], facts["points"]) for name, facts in ended.items()} == {
        "Boris": (1, "1"),
        "Anna": (2, "1/2"),
        "Chloe": (3, "0"),
    }


def test_the_only_player_to_join_is_awarded_the_table(tournament, table, three):
    join(table, three[0], now=IN_TIME)
    assert close_joining(tournament) == 2
    table_now = again(table)
    assert (table_now.phase, table_now.game.phase) == ("awarded", "cancelled")
    assert table_now.sittings.get(entrant__player=three[0]).awarded == 1
    assert Walkout.objects.count() == 2
    tournament.refresh_from_db()
    assert tournament.phase == "finished"


def test_a_table_that_nobody_joins_is_void(tournament, table):
    assert close_joining(tournament) == 3
    assert again(table).phase == "void"
    assert Walkout.objects.count() == 3


def test_closing_a_table_twice_or_late_changes_nothing(tournament, table, three):
    join(table, *three[:2], now=IN_TIME)
    close_joining(tournament, now=LATE + DAY)
    game = again(table).game_id
    assert close_joining(tournament, now=LATE + 2 * DAY) == 0
    assert again(table).game_id == game
    (missed,) = Walkout.objects.all()
    assert missed.at == LATE


def test_missing_several_tables_counts_as_one_no_show(director):
    players = people(4)
    tournament = under_way(director, players, format="league", division_size=4)
    for fixture in fixtures(tournament):
        join(fixture, *players[:3], now=IN_TIME)
    assert close_joining(tournament) == 1
    assert Walkout.objects.count() == 1
    of_the_gone = [fixture for fixture in fixtures(tournament) if fixture.sittings.filter(entrant__number=4)]
    assert [fixture.phase for fixture in of_the_gone] == ["awarded"] * 3


def test_tables_not_yet_due_keep_waiting_without_the_withdrawn_player(director):
    players = people(6)
    tournament = under_way(director, players, format="league", division_size=6, table_size=3, rounds_planned=2)
    gone = players[5]
    first, second = (fixture_of(tournament, gone, round=number) for number in (1, 2))
    Fixture.objects.filter(pk=second.pk).update(join_by=LATE + DAY)
    others = [seat.player for seat in seats_of(second) if seat.player != gone]
    for fixture in fixtures(tournament):
        if fixture != second:
            join(fixture, *players[:5], now=IN_TIME)
    join(second, others[0], now=IN_TIME)
    assert close_joining(tournament) == 1
    waiting = again(second)
    assert (waiting.phase, waiting.game.phase, waiting.game.rated) == ("joining", "lobby", False)
    assert [seat.player for seat in seats_of(waiting) if seat.agreed_at] == [others[0]]
    assert waiting.join_by == LATE + DAY
    assert again(first).phase == "playing"
    assert join(waiting, others[1], now=LATE + HOUR).phase == "playing"


def test_an_email_received_in_time_keeps_the_table_open(tournament, table, three):
    join(table, *three[:2], now=IN_TIME)
    WaitingMail.objects.create(game=table.game, mail=1, accepted_at=IN_TIME)
    assert close_joining(tournament, now=LATE) == 0
    assert close_joining(tournament, now=LATE + 2 * HOUR) == 1


def test_a_table_goes_on_without_a_player_who_deleted_their_account(tournament, table, three):
    join(table, *three[:2], now=IN_TIME)
    games_commands.delete_account(player=three[2], now=IN_TIME)
    close_joining(tournament)
    assert again(table).phase == "playing"
    assert not Player.objects.filter(name="Chloe").exists()


def test_players_who_joined_share_the_best_places_at_the_final_deadline(director, three):
    tournament = under_way(director, three, **ONE_TABLE, round_lasts=timedelta(hours=73))
    (table,) = fixtures(tournament)
    join(table, *three[:2], now=IN_TIME)
    close_joining(tournament, now=NOON + timedelta(hours=80))
    table_now = again(table)
    assert table_now.phase == "awarded"
    assert sorted(table_now.sittings.values_list("awarded", flat=True)) == [0, Decimal("0.75"), Decimal("0.75")]


def test_a_paused_tournament_closes_no_tables_until_it_resumes(tournament, table, three, director):
    join(table, *three[:2], now=IN_TIME)
    commands.pause(tournament_id=tournament.pk, by=director, reason=WHY, now=IN_TIME)
    assert commands.due_tournaments(now=LATE) == []
    assert close_joining(tournament) == 0
    commands.resume(tournament_id=tournament.pk, by=director, reason=WHY, now=IN_TIME + 5 * DAY)
    assert again(table).join_by == LATE + 5 * DAY
    assert again(table).game.hard_end == NOON + ROUND_LASTS + 5 * DAY


def test_a_banned_player_is_refused_until_a_given_time(tournament, table, three, director):
    close_joining(tournament)
    other = under_way(director, people(6)[3:], late_until=9, rounds_planned=9)
    with pytest.raises(
        OrderRefused, match=r"^You didn’t join a table or left one, so you can’t enter a tournament until"
    ):
        commands.enter(tournament_id=other.pk, player=three[0], now=LATE + HOUR)
    commands.enter(tournament_id=other.pk, player=three[0], now=LATE + 2 * DAY)
    assert entrant(other, three[0]).standing == "entered"


def test_results_are_taken_only_once(tournament, table, three):
    joined = join(table)
    assert not commands.take_results(game_id=joined.game_id, now=NOON)
    finished = resign(resign(joined, three[2], now=NOON + DAY), three[1], now=NOON + DAY)
    if finished.phase == "playing":
        play_out(tournament, now=NOON + 2 * DAY)
    finished = again(table)
    assert finished.phase == "finished"
    ranks = {sitting.entrant.name: sitting.rank for sitting in finished.sittings.select_related("entrant")}
    assert ranks == {"Anna": 1, "Boris": 2, "Chloe": 3}
    assert not commands.take_results(game_id=finished.game_id, now=NOON + 3 * DAY)
    assert len(told(three[0], "ended")) == 1
    assert Walkout.objects.filter(kind="walked_out").count() == 2
