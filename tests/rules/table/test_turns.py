"""The clocks that all games with turns share: whose move it is and for how long, absence, vacations, pauses, leaving."""

from datetime import timedelta

import pytest

from games.rules.values import OrderRefused
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL
from tests.rules.table.counting import DAY, MOVE, Table


def test_a_move_passes_the_turn_with_a_fresh_clock():
    table = Table()
    first, second = table.to_move, table.other
    table.at(DEAL + DAY).play(first, "COUNT")
    assert table.to_move == second
    assert table.kind.due(table.state).at == DEAL + DAY + MOVE
    assert table.happened("turn") == [(first, DEAL), (second, DEAL + DAY)]


def test_an_order_out_of_turn_is_refused_and_names_the_player_to_move():
    table = Table()
    before = table.state
    with pytest.raises(OrderRefused, match=rf"It’s seat {table.to_move}’s turn\. Wait for yours\."):
        table.play(table.other, "COUNT")
    assert table.state == before


def test_a_late_move_is_made_at_the_instant_it_was_due():
    table = Table()
    late = table.to_move
    table.at(DEAL + 2 * MOVE - timedelta(minutes=1))
    assert table.happened("late") == [(late, DEAL + MOVE)]
    assert table.happened("skip") == [(late, DEAL + MOVE)]


def test_a_player_late_three_times_running_is_away_and_the_game_stops_waiting():
    table = Table()
    absent, present = table.to_move, table.other
    for turn in range(1, 4):
        table.at(table.now + MOVE)
        assert (absent in table.state.away) == (turn == 3)
        if turn < 3:
            table.play(present, "COUNT")
    table.play(present, "COUNT")
    assert table.state.phase == "finished"
    assert table.happened("away") == [(absent, table.now)]


def test_turns_of_a_player_who_is_away_end_at_once_until_they_look():
    table = Table(seats=3)
    absent = table.to_move
    for _ in range(3):
        table.at(table.now + MOVE)
        for _ in range(2):
            seat = table.to_move
            table.play(seat, "COUNT") if table.state.points[seat] < 2 else table.at(table.now + MOVE)
    assert absent in table.state.away
    asked = len(table.happened("turn"))
    table.play(table.to_move, "LOOK").at(table.now + MOVE)
    assert (absent, table.now) not in table.happened("turn")[asked:]
    table.play(absent, "LOOK")
    assert absent not in table.state.away
    assert table.happened("back") == [(absent, table.now)]


def test_an_order_resets_the_count_of_late_turns():
    table = Table()
    seat = table.to_move
    table.at(DEAL + MOVE).play(table.to_move, "COUNT")
    assert table.state.late[seat] == 1
    table.play(seat, "COUNT")
    assert table.state.late[seat] == 0


def test_the_clock_stops_while_the_game_waits_for_a_vacation():
    table = Table()
    seat = table.to_move
    table.vacation(seat, DEAL + DAY, DEAL + 4 * DAY)
    table.at(DEAL + 3 * DAY)
    assert table.kind.view(table.state, 1 - seat, table.resources.words).clocks == ()
    table.at(DEAL + 4 * DAY)
    assert table.state.clocks.ends(f"move {seat}") == DEAL + 6 * DAY


def test_a_game_waits_at_most_fourteen_days_in_total_for_one_seat():
    table = Table()
    seat = table.to_move
    table.vacation(seat, DEAL, DEAL + 30 * DAY).at(DEAL + 14 * DAY)
    assert table.happened("away") == [(seat, DEAL + 14 * DAY)]
    assert table.to_move != seat


def test_a_player_on_vacation_is_away_if_the_settings_pass_vacations():
    table = Table(vacation="passes")
    seat = table.to_move
    table.vacation(seat, DEAL + DAY, DEAL + 4 * DAY).at(DEAL + DAY)
    assert table.happened("away") == [(seat, DEAL + DAY)]
    assert table.happened("late") == []


def test_looking_ends_a_vacation_that_has_started():
    table = Table()
    seat = table.to_move
    table.vacation(seat, DEAL, DEAL + 10 * DAY).at(DEAL + DAY).play(seat, "LOOK")
    assert table.state.clocks.ends(f"move {seat}") == DEAL + DAY + MOVE


def test_a_pause_begins_when_all_agree_and_costs_nobody_time():
    table = Table().at(DEAL + DAY)
    seat = table.to_move
    table.play(ANNA, "PAUSE")
    assert table.state.clocks.pause is None
    table.play(BORIS, "PAUSE").at(DEAL + 5 * DAY)
    with pytest.raises(OrderRefused, match="The game is paused"):
        table.play(seat, "COUNT")
    table.play(BORIS, "RESUME")
    assert table.state.clocks.ends(f"move {seat}") == DEAL + 5 * DAY + MOVE - DAY


@pytest.mark.parametrize(
    ("verb", "facts"), [("EXTEND", {}), ("TILES BY EMAIL", {"on": True}), ("SEEN BY MAIL", {"round": 1})]
)
def test_automatic_email_orders_are_accepted_in_a_pause(verb, facts):
    table = Table()
    table.play(ANNA, "PAUSE").play(BORIS, "PAUSE").play(ANNA, verb, **facts)
    assert table.state.clocks.pause


def test_a_request_for_a_pause_can_be_withdrawn():
    table = Table().play(ANNA, "PAUSE").play(ANNA, "RESUME").play(BORIS, "PAUSE")
    assert (table.state.clocks.pause, table.state.would_pause) == (None, (BORIS,))


@pytest.mark.parametrize(
    ("verb", "why"),
    [
        ("RESUME", "isn’t paused"),
        ("SHOUT", "SHOUT isn’t a command in this game."),
        ("GRID", "isn’t a command in this game"),
    ],
)
def test_orders_that_make_no_sense_are_refused(verb, why):
    with pytest.raises(OrderRefused, match=why):
        Table().play(ANNA, verb)


def test_a_player_who_resigns_passes_the_turn_and_ranks_last():
    table = Table(seats=3)
    gone = table.to_move
    table.play(gone, "COUNT")
    table.play(gone, "RESIGN")
    while table.state.phase != "finished":
        table.play(table.to_move, "COUNT")
    ranks = table.kind.ranks(table.state)
    assert ranks[-1].seat == gone
    assert [rank.rank for rank in ranks] == [1, 2, 3]


def test_the_game_is_over_when_one_player_is_left():
    table = Table().play(ANNA, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")
    with pytest.raises(OrderRefused, match="over"):
        table.play(BORIS, "COUNT")


def test_a_player_who_resigned_cannot_give_orders():
    table = Table(seats=3).play(CHLOE, "RESIGN")
    with pytest.raises(OrderRefused, match="You have resigned"):
        table.play(CHLOE, "LOOK")


def test_a_bounced_email_adds_a_day_only_once():
    table = Table()
    seat = table.to_move
    for _ in range(2):
        table.play(seat, "EXTEND")
    assert table.kind.due(table.state).at == DEAL + MOVE + DAY
    assert table.happened("extend") == [(seat, DEAL)]


def test_the_view_says_whose_turn_it_is():
    table = Table()
    seat = table.to_move
    mine, theirs = (table.kind.view(table.state, reader, table.resources.words) for reader in (seat, 1 - seat))
    assert str(mine.why[0]) == "It’s your turn."
    assert str(theirs.why[0]) == f"It’s seat {seat}’s turn."
    assert (mine.disc.is_on, theirs.disc.is_on) == (True, False)
    assert set(mine.waiting_for) == {seat}


def test_only_the_player_to_move_has_a_deadline():
    table = Table()
    seat = table.to_move
    assert [one.at for one in table.kind.deadlines(table.state, seat)] == [DEAL + MOVE]
    assert list(table.kind.deadlines(table.state, 1 - seat)) == []


def since(table, seat):
    return [(one.what, one.at, one.since) for one in table.kind.deadlines(table.state, seat)]


def test_a_deadline_keeps_its_start_through_a_pause():
    table = Table().at(DEAL + DAY)
    seat = table.to_move
    table.play(seat, "PAUSE").play(1 - seat, "PAUSE")
    assert since(table, seat) == [("move", None, DEAL)]
    table.at(DEAL + 2 * DAY).play(seat, "RESUME")
    assert since(table, seat) == [("move", DEAL + MOVE + DAY, DEAL)]


def test_an_extension_restarts_a_clock():
    table = Table().at(DEAL + DAY)
    seat = table.to_move
    table.play(seat, "EXTEND")
    assert since(table, seat) == [("move", DEAL + MOVE + DAY, DEAL + DAY)]


def test_a_final_deadline_counts_from_when_it_was_set():
    table = Table().at(DEAL + DAY).govern("HARD_END", until=DEAL + 9 * DAY)
    assert ("end", DEAL + 9 * DAY, DEAL + DAY) in since(table, table.other)
