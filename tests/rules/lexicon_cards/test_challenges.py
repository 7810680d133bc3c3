"""Words that may be challenged: how long, by whom, which challenges are upheld or dismissed, and what a round waits for."""

import pytest

from tests.rules.lexicon_cards.table import lexicon
from tests.rules.position import ANNA, BORIS, CHLOE, Words

LIST = Words({"CAT", "CATS", "DOG", "AT"})


def three(**more):
    """Anna is to move; CAT, CATS, DOG and AT are words."""
    hands = {ANNA: "CATXQ", BORIS: "DOGE", CHLOE: "SLAW"}
    fields = {name: more.pop(name) for name in ("hands", "table", "points") if name in more}
    made = lexicon(ANNA, BORIS, CHLOE, words=LIST, **{"word_check": "challenge", **more})
    return made.having(**{"hands": hands, "exposed": "E", "pack": "AAAA", **fields})


def laid(word, **more):
    return three(**more).play(ANNA, f"lay {word}")


# --- the window -------------------------------------------------------------------------------------------------------


def test_any_word_can_be_laid_and_may_be_challenged_while_the_next_player_thinks():
    table = laid("tax")
    assert (table.state.phase, table.state.awaited, table.state.table) == ("challenge", (BORIS,), ("TAX",))
    assert table.state.hands[ANNA] == "CQ"


@pytest.mark.parametrize("text", ["lay dog", "draw d", "take d", "add tax taxed"])
def test_it_stands_once_the_next_player_has_moved(text):
    table = laid("tax", hands={ANNA: "CATXQ", BORIS: "DOGE"}).play(BORIS, text)
    window = table.state.window
    assert window is None or window.seat == BORIS
    assert table.refusal(BORIS if window is None else ANNA, "draw q")


def test_it_stands_after_24_hours():
    table = laid("tax").wait(hours=23, minutes=59)
    assert table.state.phase == "challenge"
    after = table.wait(minutes=1)
    assert (after.state.phase, after.state.window, after.since(table)) == ("playing", None, [("stands", ANNA)])
    assert after.refusal(BORIS, "challenge") == (
        "No word can be challenged now. All words on the table have been accepted."
    )


def test_it_stands_when_the_next_player_is_late():
    table = laid("tax", move_within=3600, challenge_within=7200).wait(hours=1)
    assert (table.state.phase, table.state.awaited) == ("playing", (CHLOE,))


def test_it_stands_when_all_others_have_accepted_it():
    table = laid("tax").play(CHLOE, "accept")
    assert table.state.phase == "challenge"
    after = table.play(BORIS, "accept")
    assert (after.state.phase, after.state.awaited) == ("playing", (BORIS,))


def test_a_card_taken_or_drawn_cannot_be_challenged():
    table = three().play(ANNA, "draw q")
    assert table.state.phase == "playing"
    assert table.refusal(BORIS, "challenge") == (
        "No word can be challenged now. All words on the table have been accepted."
    )


@pytest.mark.parametrize("verb", ["challenge", "accept"])
def test_where_words_are_enforced_there_is_nothing_to_challenge(verb):
    table = three(word_check="enforced").play(ANNA, "lay cat")
    assert table.refusal(BORIS, verb) == (
        "There is nothing to challenge. In this game, words are looked up when they are laid."
    )


@pytest.mark.parametrize("verb", ["challenge", "accept"])
def test_nobody_judges_their_own_word(verb):
    assert laid("tax").refusal(ANNA, verb) == "TAX is your own word. Only the other players can challenge it."


@pytest.mark.parametrize("verb", ["challenge", "accept"])
def test_who_has_accepted_a_word_is_done_with_it(verb):
    table = laid("tax").play(CHLOE, "accept")
    assert table.refusal(CHLOE, verb) == "You have already accepted TAX. Only the other players can still challenge it."


# --- upheld -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("challenger", [BORIS, CHLOE])
def test_upheld_the_cards_go_back_the_turn_is_lost_and_its_player_has_ten_points_more(challenger):
    before = three()
    table = before.play(ANNA, "lay tax").play(challenger, "challenge")
    assert (table.state.table, table.state.hands) == ((), before.state.hands)
    assert (table.state.phase, table.state.awaited) == ("playing", (BORIS,))
    assert table.points == [10, 0, 0]


def test_upheld_the_challenger_has_ten_points_less_where_the_table_agreed_on_that():
    assert laid("tax", upheld="challenger").play(CHLOE, "challenge").points == [0, 0, -10]


@pytest.mark.parametrize(("text", "stood"), [("add at axt", "AXT"), ("exchange at xt", "XT")])
def test_upheld_what_lay_before_lies_there_again(text, stood):
    table = three(table=("AT", "CAT"), hands={ANNA: "XS", BORIS: "E", CHLOE: "L"}).play(ANNA, text)
    assert table.state.table == (stood, "CAT")
    table = table.play(BORIS, "challenge")
    assert (table.state.table, table.state.hands[ANNA]) == (("AT", "CAT"), "XS")


def test_upheld_the_next_player_has_a_fresh_turn():
    table = laid("tax").wait(hours=20)
    turn = table.state.turn
    table = table.play(BORIS, "challenge")
    assert table.state.turn == turn + 1
    assert table.state.clocks.ends("move 1") - table.now == table.state.options.span("move_within")


def test_the_next_player_may_challenge_and_then_move():
    table = laid("tax").play(BORIS, "challenge\nlay dog")
    assert (table.state.table, table.points, table.state.awaited) == (("DOG",), [10, 0, 0], (CHLOE,))


# --- dismissed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("upheld", ["offender", "challenger"])
def test_dismissed_the_word_stands_and_the_challenger_has_ten_points_more(upheld):
    table = laid("cat", upheld=upheld).play(CHLOE, "challenge")
    assert (table.state.table, table.points, table.state.awaited) == (("CAT",), [0, 0, 10], (BORIS,))
    assert table.refusal(BORIS, "challenge") == (
        "No word can be challenged now. All words on the table have been accepted."
    )


def test_points_of_a_challenge_put_nobody_out_before_the_round_is_counted():
    table = laid("tax", points={ANNA: 95}).play(BORIS, "challenge")
    assert (table.points[ANNA], table.state.out) == (105, {})


# --- the last word of a round -----------------------------------------------------------------------------------------


def last_word(word, **more):
    return laid(word, hands={ANNA: word.upper(), BORIS: "THE", CHLOE: "QZX"}, **more)


def test_the_round_waits_until_its_last_word_stands():
    table = last_word("tax")
    assert (table.state.phase, table.state.round, table.state.awaited) == ("challenge", 1, (BORIS, CHLOE))
    assert table.refusal(BORIS, "draw t") == (
        "The round ends when TAX can no longer be challenged. Write CHALLENGE or ACCEPT."
    )
    assert table.refusal(ANNA, "draw t") == (
        "You have no cards left. The round ends when TAX can no longer be challenged."
    )


def test_the_round_ends_when_the_window_closes():
    table = last_word("tax").wait(hours=24)
    assert (table.state.round, table.points) == (2, [0, 26, 8])


def test_the_round_ends_when_all_others_have_accepted():
    table = last_word("tax").play(CHLOE, "accept")
    assert table.state.awaited == (BORIS,)
    assert table.play(BORIS, "accept").state.round == 2


def test_silence_accepts_the_last_word_where_turns_are_shorter_than_windows():
    table = last_word("tax", move_within=3600).wait(hours=1)
    assert table.state.round == 2
    assert ("late", BORIS) not in table.happened


def test_the_last_word_upheld_the_round_goes_on():
    table = last_word("tax").play(CHLOE, "challenge")
    assert (table.state.round, table.state.awaited, table.state.hands[ANNA]) == (1, (BORIS,), "TAX")
    assert table.points == [10, 0, 0]


def test_the_last_word_dismissed_the_round_ends_at_once():
    table = last_word("cat").play(CHLOE, "challenge")
    assert (table.state.round, table.points) == (2, [0, 26, 18])


# --- players who leave --------------------------------------------------------------------------------------------------


def test_a_word_of_who_resigns_stands():
    table = laid("tax").play(ANNA, "resign")
    assert (table.state.phase, table.state.table, table.state.awaited) == ("playing", ("TAX",), (BORIS,))


def test_the_last_word_of_who_resigns_ends_the_round():
    table = last_word("tax").play(ANNA, "resign")
    assert (table.state.round, table.points) == (2, [0, 26, 8])


def test_who_resigns_need_not_accept_the_last_word():
    table = last_word("tax").play(CHLOE, "accept").play(BORIS, "resign")
    assert table.state.round == 2


def test_where_the_next_player_resigns_the_word_can_still_be_challenged():
    table = laid("tax").play(BORIS, "resign")
    assert (table.state.phase, table.state.awaited) == ("challenge", (CHLOE,))
    assert table.play(CHLOE, "challenge").points == [10, 0, 0]


def test_in_a_pause_the_window_stands_still():
    table = laid("tax").wait(hours=23)
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "PAUSE")
    table = table.wait(days=5)
    assert table.state.phase == "challenge"
    assert table.refusal(BORIS, "challenge") == "The game is paused. Try again when it goes on."
    assert table.give(BORIS, "RESUME").wait(hours=1).state.phase == "playing"
