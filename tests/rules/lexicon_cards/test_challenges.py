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


def test_any_word_can_be_laid_and_can_be_challenged_during_the_next_turn():
    table = laid("tax")
    assert (table.state.phase, table.state.awaited, table.state.table) == ("challenge", (BORIS,), ("TAX",))
    assert table.state.hands[ANNA] == "CQ"


@pytest.mark.parametrize("text", ["lay dog", "draw d", "take d", "add tax taxed"])
def test_a_word_can_no_longer_be_challenged_after_the_next_move(text):
    table = laid("tax", hands={ANNA: "CATXQ", BORIS: "DOGE"}).play(BORIS, text)
    window = table.state.window
    assert window is None or window.seat == BORIS
    assert table.refusal(BORIS if window is None else ANNA, "draw q")


def test_a_word_can_no_longer_be_challenged_after_24_hours():
    table = laid("tax").wait(hours=23, minutes=59)
    assert table.state.phase == "challenge"
    after = table.wait(minutes=1)
    assert (after.state.phase, after.state.window, after.since(table)) == ("playing", None, [("stands", ANNA)])
    assert after.refusal(BORIS, "challenge") == (
        "No word can be challenged now. All words on the table have been accepted."
    )


def test_a_word_can_no_longer_be_challenged_when_the_next_player_is_late():
    table = laid("tax", move_within=3600, challenge_within=7200).wait(hours=1)
    assert (table.state.phase, table.state.awaited) == ("playing", (CHLOE,))


def test_a_word_is_final_when_all_other_players_have_accepted_it():
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
def test_nothing_can_be_challenged_when_words_are_enforced(verb):
    table = three(word_check="enforced").play(ANNA, "lay cat")
    assert table.refusal(BORIS, verb) == (
        "There is nothing to challenge. In this game, words are looked up when they are laid."
    )


@pytest.mark.parametrize("verb", ["challenge", "accept"])
def test_players_cannot_challenge_or_accept_their_own_word(verb):
    assert laid("tax").refusal(ANNA, verb) == "TAX is your own word. Only the other players can challenge it."


@pytest.mark.parametrize("verb", ["challenge", "accept"])
def test_a_player_cannot_accept_or_challenge_a_word_after_accepting_it(verb):
    table = laid("tax").play(CHLOE, "accept")
    assert table.refusal(CHLOE, verb) == "You have already accepted TAX. Only the other players can still challenge it."


# --- upheld -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("challenger", [BORIS, CHLOE])
def test_an_upheld_challenge_returns_the_cards_and_adds_ten_points_to_the_offender(challenger):
    before = three()
    table = before.play(ANNA, "lay tax").play(challenger, "challenge")
    assert (table.state.table, table.state.hands) == ((), before.state.hands)
    assert (table.state.phase, table.state.awaited) == ("playing", (BORIS,))
    assert table.points == [10, 0, 0]


def test_an_upheld_challenge_can_take_ten_points_off_the_challenger():
    assert laid("tax", upheld="challenger").play(CHLOE, "challenge").points == [0, 0, -10]


@pytest.mark.parametrize(("text", "stood"), [("add at axt", "AXT"), ("exchange at xt", "XT")])
def test_an_upheld_challenge_restores_the_previous_word(text, stood):
    table = three(table=("AT", "CAT"), hands={ANNA: "XS", BORIS: "E", CHLOE: "L"}).play(ANNA, text)
    assert table.state.table == (stood, "CAT")
    table = table.play(BORIS, "challenge")
    assert (table.state.table, table.state.hands[ANNA]) == (("AT", "CAT"), "XS")


def test_an_upheld_challenge_gives_the_next_player_a_fresh_turn():
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
def test_a_dismissed_challenge_keeps_the_word_and_adds_ten_points(upheld):
    table = laid("cat", upheld=upheld).play(CHLOE, "challenge")
    assert (table.state.table, table.points, table.state.awaited) == (("CAT",), [0, 0, 10], (BORIS,))
    assert table.refusal(BORIS, "challenge") == (
        "No word can be challenged now. All words on the table have been accepted."
    )


def test_challenge_points_put_nobody_out_before_the_round_is_counted():
    table = laid("tax", points={ANNA: 95}).play(BORIS, "challenge")
    assert (table.points[ANNA], table.state.out) == (105, {})


# --- the last word of a round -----------------------------------------------------------------------------------------


def last_word(word, **more):
    return laid(word, hands={ANNA: word.upper(), BORIS: "THE", CHLOE: "QZX"}, **more)


def test_the_round_waits_until_its_last_word_can_no_longer_be_challenged():
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


def test_silence_accepts_the_last_word_after_the_shorter_time_to_move():
    table = last_word("tax", move_within=3600).wait(hours=1)
    assert table.state.round == 2
    assert ("late", BORIS) not in table.happened


def test_the_round_goes_on_if_a_challenge_to_the_last_word_is_upheld():
    table = last_word("tax").play(CHLOE, "challenge")
    assert (table.state.round, table.state.awaited, table.state.hands[ANNA]) == (1, (BORIS,), "TAX")
    assert table.points == [10, 0, 0]


def test_the_round_ends_at_once_if_a_challenge_to_the_last_word_is_dismissed():
    table = last_word("cat").play(CHLOE, "challenge")
    assert (table.state.round, table.points) == (2, [0, 26, 18])


# --- players who leave --------------------------------------------------------------------------------------------------


def test_a_word_stays_on_the_table_when_its_player_resigns():
    table = laid("tax").play(ANNA, "resign")
    assert (table.state.phase, table.state.table, table.state.awaited) == ("playing", ("TAX",), (BORIS,))


def test_the_round_ends_when_the_player_of_its_last_word_resigns():
    table = last_word("tax").play(ANNA, "resign")
    assert (table.state.round, table.points) == (2, [0, 26, 8])


def test_a_player_who_resigns_need_not_accept_the_last_word():
    table = last_word("tax").play(CHLOE, "accept").play(BORIS, "resign")
    assert table.state.round == 2


def test_a_word_can_still_be_challenged_after_the_next_player_resigns():
    table = laid("tax").play(BORIS, "resign")
    assert (table.state.phase, table.state.awaited) == ("challenge", (CHLOE,))
    assert table.play(CHLOE, "challenge").points == [10, 0, 0]


def test_a_pause_stops_the_time_to_challenge():
    table = laid("tax").wait(hours=23)
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "PAUSE")
    table = table.wait(days=5)
    assert table.state.phase == "challenge"
    assert table.refusal(BORIS, "challenge") == "The game is paused. Try again when it goes on."
    assert table.give(BORIS, "RESUME").wait(hours=1).state.phase == "playing"
