"""How a round ends, who deals next, who is out and who wins."""

import pytest

from tests.rules.lexicon_cards.table import lexicon
from tests.rules.position import ANNA, BORIS, CHLOE


def three(**more):
    """Anna is to move and has one word left; Boris and Chloe hold 26 and 8."""
    hands = {ANNA: "CAT", BORIS: "THE", CHLOE: "QZX"}
    options = {name: more.pop(name) for name in ("out_at", "first") if name in more}
    return lexicon(ANNA, BORIS, CHLOE, **options).having(**{"hands": hands, **more})


def test_a_player_with_no_cards_left_ends_the_round_and_scores_nothing():
    table = three().play(ANNA, "lay cat")
    assert table.points == [0, 26, 8]
    assert table.last("count").facts == {
        "hands": ["", "EHT", "QXZ"],
        "added": [0, 26, 8],
        "points": [0, 26, 8],
        "out": [],
        "stalled": False,
    }


def test_the_last_cards_may_be_added_to_a_word():
    table = three(table=("ARE",), hands={ANNA: "CSS", BORIS: "THE", CHLOE: "QZX"}).play(ANNA, "add are caress")
    assert table.points == [0, 26, 8]


@pytest.mark.parametrize(
    ("hand", "points"), [("QZX", 8), ("AEI?", 45), ("THE", 26), ("ENEZUKLEDS", 78)], ids=["QZX", "AEI", "THE", "ENE"]
)
def test_the_published_hands_score_as_published(hand, points):
    assert three(hands={ANNA: "CAT", BORIS: hand, CHLOE: "Q"}).play(ANNA, "lay cat").points[BORIS] == points


def test_the_player_who_went_first_deals_the_next_round():
    table = three().play(ANNA, "lay cat")
    assert (table.state.round, table.state.dealer, table.state.awaited) == (2, ANNA, (BORIS,))
    assert [len(hand) for hand in table.state.hands.values()] == [10, 10, 10]
    assert table.state.table == ()
    then = table.having(hands={BORIS: "AT"}).play(BORIS, "lay at")
    assert (then.state.round, then.state.dealer, then.state.awaited) == (3, BORIS, (CHLOE,))


def test_points_are_carried_from_round_to_round():
    table = three(points={BORIS: 40}).play(ANNA, "lay cat").having(hands={ANNA: "QG", BORIS: "AT", CHLOE: "B"})
    assert table.play(BORIS, "lay at").points == [8, 66, 10]


# --- out --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("had", "option", "is_out"),
    [(92, "over", False), (92, "reached", True), (93, "over", True), (91, "reached", False)],
)
def test_a_player_is_out_over_100_points_or_on_reaching_100(had, option, is_out):
    table = three(points={CHLOE: had}, out_at=option).play(ANNA, "lay cat")
    assert table.points[CHLOE] == had + 8
    assert (CHLOE in table.state.out) == is_out


def test_a_player_who_is_out_gets_no_cards_and_no_turn():
    table = three(points={CHLOE: 99}).play(ANNA, "lay cat")
    assert [len(hand) for hand in table.state.hands.values()] == [10, 10, 0]
    assert table.play(BORIS, f"draw {table.state.hands[BORIS][0]}").state.awaited == (ANNA,)
    assert table.last("deal").facts["draws"][CHLOE] == []


def test_if_the_player_who_went_first_is_out_the_next_to_the_left_deals():
    table = three(first=BORIS, points={BORIS: 99}, awaited=(ANNA,)).play(ANNA, "lay cat")
    assert (table.state.starter, table.state.dealer) == (ANNA, CHLOE)


def test_the_last_player_in_wins():
    table = three(points={BORIS: 90, CHLOE: 99}).play(ANNA, "lay cat")
    assert (table.state.phase, table.state.ending) == ("finished", "played")
    assert table.ranks == [("Anna", 1, "0"), ("Chloe", 2, "107"), ("Boris", 3, "116")]


def test_players_who_stay_in_longer_rank_higher():
    table = three(points={BORIS: 90}).play(ANNA, "lay cat").having(points={ANNA: 95}, awaited=(CHLOE,))
    table = table.having(hands={ANNA: "AE", CHLOE: "AT"}).play(CHLOE, "lay at")
    assert table.ranks == [("Chloe", 1, "8"), ("Anna", 2, "115"), ("Boris", 3, "116")]


def test_players_out_together_with_equal_points_share_a_rank():
    hands = {ANNA: "CAT", BORIS: "THE", CHLOE: "THE"}
    table = three(hands=hands, points={BORIS: 90, CHLOE: 90}).play(ANNA, "lay cat")
    assert table.ranks == [("Anna", 1, "0"), ("Boris", 2, "116"), ("Chloe", 2, "116")]


def test_a_player_who_is_out_can_only_watch():
    table = three(points={CHLOE: 99}).play(ANNA, "lay cat")
    for verb in ("LAY", "DRAW", "PAUSE", "RESIGN"):
        with_word = {"word": "CAT"} if verb == "LAY" else {"card": "Q"} if verb == "DRAW" else {}
        with pytest.raises(Exception, match=r"You are out\. You can still watch the game\."):
            table.give(CHLOE, verb, **with_word)
    assert table.give(CHLOE, "LOOK").state == table.state
    assert table.view(CHLOE).offers == ()


def test_a_player_who_is_out_can_still_leave():
    table = three(points={CHLOE: 99}).play(ANNA, "lay cat").leave(CHLOE)
    assert (table.state.phase, table.state.resigned) == ("playing", (CHLOE,))


def test_the_end_reports_all_points():
    table = three(points={BORIS: 90, CHLOE: 99}).play(ANNA, "lay cat")
    assert table.last("score").facts == {"points": [0, 116, 107]}


# --- a round in which nothing happens ---------------------------------------------------------------------------------


def idle(table, *seats):
    """Let these seats draw, each discarding the first card of the hand."""
    for seat in seats:
        table = table.play(seat, f"draw {table.state.hands[seat][0]}")
    return table


def test_all_hands_are_counted_after_two_rounds_of_turns_without_a_word():
    table = idle(three(turned=2), ANNA, BORIS, CHLOE, ANNA, BORIS)
    assert table.state.round == 1
    hands = {**table.state.hands, CHLOE: "QZ"}
    table = table.having(hands=hands, pack="X").play(CHLOE, "take z")
    assert table.state.round == 2
    assert table.last("count").facts["stalled"] is True
    assert all(table.points)


def test_idle_turns_only_count_once_the_pack_has_been_turned_twice():
    table = idle(three(turned=1, pack="ABCDEFG", exposed="A"), ANNA, BORIS, CHLOE, ANNA, BORIS, CHLOE)
    assert (table.state.round, table.state.idle) == (1, 0)


def test_the_turn_that_turns_the_pack_a_second_time_does_not_count():
    table = idle(three(turned=1, pack="A", exposed="BCD"), ANNA)
    assert (table.state.turned, table.state.idle) == (2, 0)


def test_laying_a_word_resets_the_count_of_idle_turns():
    table = idle(three(turned=2, hands={ANNA: "CATS", BORIS: "THE", CHLOE: "QZX"}), ANNA, BORIS, CHLOE)
    hands = {**table.state.hands, ANNA: "CATS"}
    table = table.having(hands=hands).play(ANNA, "lay cat")
    assert table.state.idle == 0
    assert idle(table, BORIS, CHLOE, ANNA, BORIS, CHLOE).state.round == 1


def test_if_all_remaining_players_go_out_together_the_fewest_points_win():
    table = three(turned=2, idle=5, points={ANNA: 99, BORIS: 95, CHLOE: 98}, exposed="A").play(ANNA, "take c")
    assert table.state.ending == "played"
    assert table.ranks == [("Chloe", 1, "106"), ("Boris", 2, "121"), ("Anna", 3, "127")]
