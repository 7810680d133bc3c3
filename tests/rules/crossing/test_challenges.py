"""Words that are checked only when challenged: revealed layouts, verdicts of the word list, and what a wrong challenge costs."""

from datetime import timedelta

import pytest

from games.rules.crossing.challenges import open_words
from games.rules.crossing.results import ranks
from games.rules.values import Unreadable
from tests.rules.crossing.table import CROSSING, SHORT, crossing, layouts
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, DMITRI, Words, worded

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
CAB = Words({"CAB"})
THREE_SHORT = {"tile_set": "A3 B3 C3", "starting_tiles": 3}  # Anna holds CBA, Boris AAC, Chloe CBB


class NeverAsked:
    """A word list that must not be asked."""

    name, sha256 = "never asked", ""

    def __contains__(self, word):
        raise AssertionError(f"the list was asked for {word}")


def dealt(*seats, words=CAB, **options):
    """Anna holds CAB, Boris BAC, and the first light is red."""
    short = SHORT if len(seats or (ANNA, BORIS)) == 2 else THREE_SHORT
    return crossing(*(seats or (ANNA, BORIS)), words=words, word_check="challenge", **{"leeway": 0, **short, **options})


def in_grace(*seats, **options):
    """Anna has called the red light with CAB in a row; all have seen everything."""
    return dealt(*seats, **options).all_seen().complete(ANNA).play(ANNA, "red")


def opened(**options):
    """Both layouts are revealed: Anna's CAB, which is valid, and Boris's AB crossed by AC, which aren't."""
    return in_grace(**options).lay(BORIS, "AB", "C.").play(BORIS, "done")


def points(table):
    return [result.points for result in table.state.results]


# --- until the end ----------------------------------------------------------------------------------------------------


def test_the_word_list_is_not_consulted_until_the_layouts_are_revealed():
    table = in_grace(words=NeverAsked()).lay(BORIS, "AB", "C.")
    for reader in (ANNA, BORIS, DMITRI):
        table.view(reader)
    assert table.view(BORIS).score.shown() == "1/2=0.50"
    assert table.wait(days=1).state.phase == "challenge"


def test_any_run_counts_as_a_word_for_a_light():
    table = dealt(tile_set="A4 B4 C4").all_seen().complete(ANNA).play(ANNA, "green")
    assert ("green", ANNA) in table.happened


def test_a_game_ended_early_is_scored_with_every_run_as_a_word():
    table = in_grace(words=NeverAsked()).lay(BORIS, "AB", "C.").govern("SCORE")
    assert points(table) == [0, 1]
    assert [result.struck for result in table.state.results] == [(), ()]


def test_there_are_no_challenges_if_words_are_checked_on_submission():
    table = crossing(ANNA, BORIS, **SHORT).all_seen()
    why = "There is nothing to challenge. In this game, words are looked up when they are submitted."
    assert table.refusal_of(ANNA, "CHALLENGE", word="CAB") == why
    assert CROSSING.read("CHALLENGE CAB", table.state.options).ignored == ("CHALLENGE CAB",)


def test_challenges_are_refused_until_the_layouts_are_revealed():
    why = "You can only challenge words at the end, when all layouts are revealed."
    assert dealt().all_seen().refusal(BORIS, "challenge CAB") == why
    assert in_grace().refusal(BORIS, "challenge CAB") == why


# --- the layouts are revealed -----------------------------------------------------------------------------------------


def test_all_layouts_are_revealed_for_a_day_after_the_grace_period():
    table = in_grace().wait(days=1)
    assert table.happened[-1] == ("challenge", None)
    assert table.told_to(DMITRI)[-1] == "All layouts are now revealed, and words can be challenged."
    assert table.view(ANNA).challenge_ends == DEAL + 2 * DAY
    over = table.wait(days=1)
    assert over.happened[-2:] == [("score", None), ("end", None)]
    assert (over.when("end"), over.state.ending) == (2 * DAY, "played")


def test_layouts_are_revealed_as_soon_as_all_the_others_are_done():
    assert opened().happened[-2:] == [("done", BORIS), ("challenge", None)]


def test_other_layouts_are_hidden_until_they_are_revealed_to_everyone():
    table = in_grace().lay(BORIS, "AB", "C.")
    for reader in (ANNA, DMITRI):
        assert not table.view(reader).others
        assert not table.view(reader).open_words
    table = table.play(BORIS, "done")
    assert layouts(table.view(ANNA)) == {BORIS: ("AB", "C.")}
    assert layouts(table.view(DMITRI)) == {ANNA: ("CAB",), BORIS: ("AB", "C.")}
    assert table.view(DMITRI).open_words == ("AB", "AC", "CAB")


def test_hands_stay_hidden_when_the_layouts_are_revealed():
    table = in_grace().lay(BORIS, "A").play(BORIS, "done")
    draws = [CROSSING.tell(table.state, event, ANNA)["draws"] for event in table.events if event.verb == "deal"]
    assert [list("CAB"), None] in draws
    assert not any(other.hand for other in table.view(ANNA).others.values())
    assert "B" not in repr(table.view(DMITRI).others[BORIS].layout)


def test_a_layout_is_revealed_even_if_the_replacement_has_not_looked():
    table = opened().govern("REPLACE", BORIS)
    assert layouts(table.view(ANNA)) == {BORIS: ("AB", "C.")}
    assert table.play(ANNA, "challenge AB").state.challenges


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("grid\nA\nend", "The grace period is over and the layouts are final. You can challenge words and say DONE."),
        ("green", "The last layouts are revealed. You can challenge words and say DONE."),
        ("red", "The last layouts are revealed. You can challenge words and say DONE."),
        ("jaywalk A", "The last layouts are revealed. You can challenge words and say DONE."),
        ("unask", "You have no request to withdraw."),
        ("challenge BAC", "BAC isn’t in any of the layouts. Challenge a word that is."),
        ("challenge CA", "CA isn’t in any of the layouts. Challenge a word that is."),
    ],
)
def test_only_words_in_the_revealed_layouts_can_be_challenged(text, why):
    assert opened().refusal(BORIS, text) == why


# --- the outcome of a challenge ---------------------------------------------------------------------------------------


def test_an_invalid_word_is_struck_at_once():
    table = opened().play(ANNA, "challenge AB")
    assert table.told_to(ANNA)[-1] == "You challenged AB. It isn’t in the word list, so it is struck."
    assert table.told_to(BORIS)[-1] == "Anna challenged AB. It isn’t in the word list, so it is struck."
    assert table.view(BORIS).score.shown() == "0/(1+1)=0.00"
    assert table.play(ANNA, "done").play(BORIS, "done").state.results[BORIS].struck == ("AB",)


def test_an_invalid_word_is_struck_from_every_layout():
    table = in_grace(ANNA, BORIS, CHLOE, tile_set="A8 B1").lay(BORIS, "AA").lay(CHLOE, "AA").wait(days=1)
    assert "AA" in open_words(table.state)
    results = table.play(ANNA, "challenge AA").wait(days=1).state.results
    assert [result.struck for result in results] == [(), ("AA",), ("AA",)]


def test_a_word_in_the_list_is_not_struck():
    table = opened().play(BORIS, "challenge cab")
    assert table.told_to(ANNA)[-1] == "Boris challenged CAB. It is in the word list, so it stays."
    assert table.wait(days=1).state.results[ANNA].struck == ()


def test_an_unchallenged_invalid_word_counts():
    assert points(opened().wait(days=1)) == [0, 1]


def test_a_word_can_only_be_challenged_once():
    table = opened().play(ANNA, "challenge AB").play(BORIS, "challenge CAB")
    assert table.refusal(BORIS, "challenge AB") == "AB has already been challenged and is struck."
    assert table.refusal(ANNA, "challenge CAB") == (
        "CAB has already been challenged. Each word can only be challenged once."
    )


def test_a_wrong_challenge_costs_the_points_in_the_game_settings():
    table = opened(false_challenge=3).play(BORIS, "challenge CAB")
    told = "Boris challenged CAB. It is in the word list, so it stays. Points lost: 3."
    assert table.told_to(ANNA)[-1] == told
    assert points(table.wait(days=1)) == [0, 0]  # Boris had one point: it never goes below 0


def test_the_score_uses_the_points_left_after_wrong_challenges():
    table = in_grace(words=Words({"AB", "AC", "CAB"}), false_challenge=1, tile_set="A2 B2 C2")
    table = table.lay(BORIS, "AB", "C.").play(BORIS, "done").play(ANNA, "challenge AB").wait(days=1)
    assert [(result.points, result.score) for result in table.state.results] == [(0, "0/1"), (1, "1/2")]
    assert [(rank.seat, rank.rank) for rank in ranks(table.state)] == [(BORIS, 1), (ANNA, 2)]


def test_several_words_can_be_challenged_in_one_email():
    table = opened().play(ANNA, "done\nchallenge AB\n- Challenge “ac”.\nchallenge AB")
    assert [one.word for one in table.state.challenges] == ["AB", "AC"]
    assert table.state.done == (ANNA,)


def test_chat_about_challenges_is_not_a_challenge():
    options = opened().state.options
    assert CROSSING.read("Challenge me if you can\nchallenge Q1", options).orders == ()
    with pytest.raises(Unreadable, match=r"After CHALLENGE, write the word that you think is invalid\."):
        CROSSING.read("challenge", options)


# --- the end of the challenges ----------------------------------------------------------------------------------------


def test_the_game_waits_for_everyone_including_the_red_caller():
    table = opened()
    assert {seat: worded(what) for seat, what in CROSSING.awaiting(table.state).items()} == dict.fromkeys(
        (ANNA, BORIS), "challenge words, or say DONE"
    )
    assert [worded(line) for line in table.view(ANNA).why] == [
        "All layouts are revealed, and words can be challenged.",
        f"The game is scored on {DEAL + DAY}, or as soon as you and Boris say DONE.",
    ]
    assert table.play(BORIS, "done").state.phase == "challenge"
    assert table.play(BORIS, "done").play(ANNA, "done").state.ending == "played"


def test_a_player_who_is_done_can_still_challenge():
    table = opened().play(ANNA, "done").play(ANNA, "challenge AB")
    assert table.state.done == (ANNA,)


def test_the_game_is_scored_at_once_if_everyone_is_away():
    table = dealt(see_within=3600, see_bank=0, grace=10 * 86400, call_within=7200).all_seen()
    table = table.complete(ANNA).play(ANNA, "red").govern("REPLACE", ANNA).govern("REPLACE", BORIS).wait(hours=1)
    assert table.state.away == (ANNA, BORIS)
    over = table.wait(days=10)
    assert over.happened[-3:] == [("challenge", None), ("score", None), ("end", None)]


def test_a_vacation_keeps_the_challenge_period_at_its_full_length():
    table = in_grace().vacation(BORIS, after=HOUR, lasts=20 * DAY).wait(days=1)
    table = table.play(ANNA, "done").wait(hours=20)
    assert table.state.phase == "challenge"
    assert table.wait(hours=4).state.ending == "played"


def test_the_game_is_scored_at_once_when_one_player_is_left():
    table = opened().play(ANNA, "challenge AB").give(BORIS, "RESIGN")
    assert (table.state.ending, len(table.state.results)) == ("resigned", 1)


def test_a_word_only_a_resigned_player_laid_cannot_be_challenged():
    table = in_grace(ANNA, BORIS, CHLOE).lay(BORIS, "CA").lay(CHLOE, "CB").wait(days=1).give(BORIS, "RESIGN")
    assert table.refusal(ANNA, "challenge CA") == "CA isn’t in any of the layouts. Challenge a word that is."


def test_a_challenge_at_the_deadline_comes_too_late():
    assert opened().wait(days=1).refusal(ANNA, "challenge AB") == "The game is over, and its result is final."


def test_everyone_sees_the_cost_of_wrong_challenges_at_once():
    table = opened(false_challenge=1).play(BORIS, "challenge CAB")
    assert table.view(BORIS).score.points == 0
    assert [table.view(reader).others[BORIS].score.points for reader in (ANNA, DMITRI)] == [0, 0]


def test_a_player_who_has_looked_gets_no_look_button():
    verbs = [offer.verb for offer in opened().view(ANNA).offers]
    assert verbs == ["CHALLENGE", "DONE", "PAUSE", "VOID", "RESIGN"]


def test_a_player_who_is_done_gets_no_done_button():
    assert "DONE" not in [offer.verb for offer in opened().play(BORIS, "done").view(BORIS).offers]


def test_a_robot_says_that_it_is_done():
    table = opened()
    mind = CROSSING.plain_mind(None, None)
    assert [order.verb for order in CROSSING.next_orders(table.view(BORIS), BORIS, mind)] == ["DONE"]
    assert CROSSING.next_orders(table.play(BORIS, "done").view(BORIS), BORIS, mind) == ()


# --- pauses and the staff ---------------------------------------------------------------------------------------------


def test_a_pause_blocks_challenges_and_stops_their_clock():
    table = opened().wait(hours=1).govern("PAUSE")
    assert table.refusal(ANNA, "challenge AB") == (
        "The game is paused. You can look at new tiles. Everything else waits."
    )
    resumed = table.wait(days=3).govern("RESUME")
    assert resumed.view(ANNA).challenge_ends == DEAL + 4 * DAY


def test_the_staff_can_extend_the_time_to_challenge():
    table = opened().govern("EXTEND", by=3600)
    assert table.view(ANNA).challenge_ends == DEAL + DAY + HOUR


def test_the_staff_cannot_deal_tiles_during_challenges():
    assert opened().staff_refusal("AMBER") == "The red light is on. No more tiles can be dealt."


def test_scoring_by_the_staff_keeps_the_words_struck_so_far():
    table = opened().play(ANNA, "challenge AB").govern("SCORE")
    assert (table.state.ending, table.state.results[BORIS].struck) == ("adjudicated", ("AB",))


def test_the_staff_or_all_players_together_can_void_the_game():
    assert opened().govern("VOID").state.ending == "void"
    assert opened().give(ANNA, "VOID").give(BORIS, "VOID").state.ending == "void"


def test_the_final_deadline_scores_the_game_during_challenges():
    table = opened().govern("HARD_END", until=DEAL + HOUR).wait(hours=1)
    assert table.state.ending == "hard_end"


def test_only_players_who_are_not_done_are_warned_of_the_deadline():
    table = opened().play(BORIS, "done")
    due = [(one.what, one.at) for one in CROSSING.deadlines(table.state, ANNA)]
    assert due == [("challenge", DEAL + DAY)]
    assert not list(CROSSING.deadlines(table.state, BORIS))
