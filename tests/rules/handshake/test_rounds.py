"""Three rounds from the first claim to the last vote: what the game waits for, absences, leaving, and who wins."""

import pytest

from games.rules.values import OrderRefused, Rank
from tests.rules.handshake.table import HANDSHAKE, handshake, shown, voting
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, NAMES, worded


def whole_game():
    """Boris wins every round; Chloe doubts in vain in the first."""
    table = handshake()
    for doubted in ("1", "none", "none"):
        table = table.claim(ANNA, BORIS, CHLOE).doubt(anna="none", boris="none", chloe=doubted)
        table = table.vote(anna="2", boris="3", chloe="2")
    return table


def test_most_points_after_three_rounds_wins():
    table = whole_game()
    assert (table.state.phase, table.state.ending, table.points) == ("finished", "played", [0, 6, 2])
    assert HANDSHAKE.ranks(table.state) == (Rank(BORIS, 1, "6", 6), Rank(CHLOE, 2, "2", 2), Rank(ANNA, 3, "0", 0))


def test_points_can_be_negative():
    table = shown().doubt(anna="3").end()
    assert [(rank.seat, rank.rank, rank.shown) for rank in HANDSHAKE.ranks(table.state)] == [
        (BORIS, 1, "0"),
        (CHLOE, 1, "0"),
        (ANNA, 3, "-1"),
    ]


def test_everything_is_revealed_when_the_game_is_over():
    table = whole_game()
    told = [HANDSHAKE.tell(table.state, event, DMITRI) for event in table.events]
    assert [facts["claims"] for facts in told if facts["verb"] == "doubt"][2] == [1]
    assert [facts["claim"] for facts in told if facts["verb"] == "vote"][:3] == [2, 3, 2]


@pytest.mark.parametrize("verb", ["CLAIM REFUSED Pelé: at home", "DOUBT NONE", "VOTE 1"])
def test_orders_after_the_end_are_refused(verb):
    assert whole_game().refusal(ANNA, verb) == "The game is over, and its result is final."


def test_the_game_says_what_it_is_waiting_for():
    table = handshake().claim(BORIS)
    assert waited_for(table) == {"Anna": "make a claim", "Chloe": "make a claim"}
    assert worded(table.view(ANNA).disc.says) == "Round 1 of 3: claims"
    assert waited_for(shown()) == dict.fromkeys(NAMES[:3], "doubt claims, or DOUBT NONE")
    assert waited_for(voting().vote(anna="2", boris="1")) == {"Chloe": "vote for a claim"}


def waited_for(table):
    return {NAMES[seat]: worded(message) for seat, message in HANDSHAKE.awaiting(table.state).items()}


def test_the_settings_set_the_length_of_each_stage():
    table = handshake(move_within=60, doubt_within=120, vote_within=180).claim(ANNA).wait(seconds=60)
    assert table.state.stage == "doubts"
    assert table.wait(seconds=119).state.stage == "doubts"
    table = table.wait(seconds=120)
    assert table.state.stage == "votes"
    assert table.wait(seconds=179).state.round == 1
    assert table.wait(seconds=180).state.round == 2


@pytest.mark.parametrize("seats", [1, 2, 13])
def test_too_few_or_too_many_players_are_refused(seats):
    with pytest.raises(OrderRefused, match="A game must have 3 to 12 players"):
        handshake(seats)


# --- away, on vacation, gone -----------------------------------------------------------------------------------------------


def test_the_game_no_longer_waits_for_a_player_late_three_times_running():
    table = handshake().claim(ANNA, BORIS).wait(days=3).doubt(anna="none", boris="none").wait(days=2)
    assert (table.state.stage, table.state.away) == ("votes", ())
    table = table.vote(anna="2", boris="1").wait(days=2)
    assert (table.state.round, table.state.away, table.state.awaited) == (2, (CHLOE,), (ANNA, BORIS))
    table = table.claim(ANNA, BORIS)
    assert table.state.stage == "doubts"
    assert table.doubt(chloe="none").state.away == ()


def test_the_game_ends_when_nobody_plays():
    table = handshake().end()
    assert (table.state.phase, table.points) == ("finished", [0, 0, 0])
    assert [rank.rank for rank in HANDSHAKE.ranks(table.state)] == [1, 1, 1]


def test_a_pause_stops_the_clocks_of_a_stage():
    table = shown().wait(hours=40)
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "PAUSE")
    assert table.refusal(ANNA, "DOUBT 2") == "The game is paused. Try again when it goes on."
    table = table.wait(days=5).give(ANNA, "RESUME")
    assert table.wait(hours=7).state.stage == "doubts"
    assert table.wait(hours=8).state.stage == "votes"


def test_a_hidden_claim_is_withdrawn_when_its_player_resigns():
    table = handshake(4).claim(ANNA, BORIS).give(ANNA, "RESIGN").claim(CHLOE, 3)
    assert [one.claim.seat for one in table.state.shown] == [BORIS, CHLOE, 3]


def test_a_shown_claim_still_counts_when_its_player_resigns():
    table = shown(4).give(ANNA, "RESIGN")
    assert [one.claim.seat for one in table.state.counting] == [ANNA, BORIS, CHLOE, 3]
    table = table.believed().play(BORIS, "VOTE 1")
    assert table.state.votes == {BORIS: 1}


def test_doubts_and_votes_do_not_count_after_their_player_resigns():
    table = shown(4).doubt(anna="2", boris="none", chloe="none").give(ANNA, "RESIGN").play(3, "DOUBT NONE")
    assert all(tally.doubted_by == () for tally in table.state.tallies)
    table = table.vote(boris="3", chloe="2").give(BORIS, "RESIGN").play(3, "VOTE 3")
    assert table.points == [0, 1, 1, 0]


def test_a_stage_ends_when_the_last_player_it_waits_for_resigns():
    table = handshake(4).claim(ANNA, BORIS, CHLOE).give(3, "RESIGN")
    assert table.state.stage == "doubts"


def test_the_game_is_over_when_one_player_is_left():
    table = shown().give(ANNA, "RESIGN").give(BORIS, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")
    assert [rank.seat for rank in HANDSHAKE.ranks(table.state)] == [CHLOE, BORIS, ANNA]
    assert table.refusal(ANNA, "VOTE 2") == "The game is over, and its result is final."


def test_two_remaining_players_play_on():
    table = shown().give(CHLOE, "RESIGN").doubt(anna="2", boris="none")
    assert [tally.void for tally in table.state.tallies] == [False, True, False]
    table = table.vote(anna="3", boris="1").end()
    assert table.points == [1, 0, 1]
    assert [rank.seat for rank in HANDSHAKE.ranks(table.state)] == [ANNA, BORIS, CHLOE]
