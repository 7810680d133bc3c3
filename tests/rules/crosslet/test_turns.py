"""A game of Crosslet from the deal to the end: whose turn it is, draws, exchanges, swaps, and what happens over time."""

import pytest

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.tiles import named_sets
from tests.rules.crosslet.table import KIND, board, crosslet
from tests.rules.position import ANNA, BORIS, CHLOE, Words

JOG = {"8H": "JOG"}


def test_the_starter_is_drawn_then_the_tiles_are_shuffled_and_dealt_in_seat_order():
    table = crosslet(3)
    chance = Chance(table.resources.key)
    first = chance.below(3)
    pile = "".join(chance.shuffle(named_sets(ENGLISH)["S100"].tiles))[::-1]
    assert table.events[0].facts == {"first": first, "draws": [list(pile[:7]), list(pile[7:14]), list(pile[14:21])]}
    assert table.state.awaited == (first,)
    assert table.state.bag == pile[21:][::-1]
    assert table.state.words_used == chance.used


def test_a_play_scores_refills_the_rack_and_passes_the_turn():
    table = crosslet(board="classic").at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH").play(ANNA, "GRID 8H JOG, H9 AR")
    assert table.state.hands[ANNA] == "XYHGFED"
    assert table.state.bag == "ABC"
    assert table.state.points == {ANNA: 21, BORIS: 0}
    assert table.state.board == board({"8H": "JOG", "H8": "JAR"})
    assert table.state.awaited == (BORIS,)
    assert table.happened == [("play", ANNA), ("turn", BORIS)]
    assert table.last("play").facts == {
        "tiles": {"H8": "J", "I8": "O", "J8": "G", "H9": "A", "H10": "R"},
        "words": [{"at": "8H", "word": "JOG", "points": 11}, {"at": "H8", "word": "JAR", "points": 10}],
        "all_seven": 0,
        "points": 21,
        "draws": ["H", "G", "F", "E", "D"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "GRID 8H JOG",
        "GRID\nh8 j\n8i og\nEND",
        "GRID\n" + "\n".join(board(JOG)) + "\nEND",
        "GRID\n" + "\n".join(f"{n:2}| {row}" for n, row in enumerate(board(JOG), start=1)) + "\nEND",
    ],
)
def test_a_play_can_be_given_as_new_words_or_as_the_whole_board(text):
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH").mail(ANNA, text)
    assert table.state.board == board(JOG)


def test_case_is_ignored_in_email_and_respected_elsewhere():
    table = crosslet(board="classic").at(["QUARTZ?", "A"], bag="ABCDEFGH")
    assert table.mail(ANNA, "GRID 8D quartz").state.points[ANNA] == 35
    assert table.play(ANNA, "GRID 8D QUARTz").state.points[ANNA] == 25
    assert table.play(ANNA, "GRID 8D QUARTz").state.hands[ANNA] == "ZHGFEDC"
    without_z = crosslet(board="classic").at(["QUARTA?", "A"], bag="ABCDEFGH")
    assert without_z.mail(ANNA, "GRID 8D QUARTZ").state.board == board({"8D": "QUARTz"})


def test_all_seven_tiles_of_a_rack_add_15():
    table = crosslet(board="classic").at(["WORDING", "A"], bag="ABCDEFGH").play(ANNA, "GRID 8E WORDING")
    assert table.last("play").facts["points"] == 30
    assert table.told_to(BORIS)[0] == "Anna played WORDING 15, plus 15 for all seven tiles: 30 in total."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("GRID 8H CAT", "You don’t hold these tiles: C, T."),
        ("GRID 1A JOG", "The first play must have a word that covers the centre, H8."),
        ("GRID 8H OX, 1A J", "The tile on A1 isn’t in a word. Each new tile must be in a word of two or more letters."),
        ("GRID 8H OX", "Not in the word list: OX."),
        ("GRID 8H jOG", "Lower-case letters are blanks. The layout uses 1, but you hold 0."),
        ("EXCHANGE Q", "You don’t hold all of these tiles: Q."),
        ("EXCHANGE J J", "You don’t hold all of these tiles: J, J."),
        ("EXCHANGE J O G A R", "You can’t exchange more tiles than the bag holds: 4."),
        ("EXCHANGE", "There are still tiles in the bag (4). Name the ones to exchange, for example EXCHANGE Q U."),
        ("SWAP H8", "In this game, blanks stay where they are."),
    ],
)
def test_invalid_moves_are_refused_with_the_reason(text, why):
    table = crosslet(words=Words({"JOG"})).at(["JOGARXY", "QUARTZE"], bag="ABCD")
    assert table.refusal(ANNA, text) == why


def test_an_order_out_of_turn_is_refused():
    table = crosslet(recycle_blank=True).at(["JOGARXY", "QUARTZE"], bag="ABCD")
    for text in ("GRID 8H QUARTZ", "EXCHANGE Q", "SWAP H8"):
        assert table.refusal(BORIS, text) == "It’s Anna’s turn. Wait for yours."


def test_a_layout_that_is_not_the_whole_board_is_refused():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABCD")
    order = KIND.read("GRID 8H JOG", table.state.options).orders[0]
    trimmed = type(order)("GRID", {"layout": ("JOG",)})
    with pytest.raises(Exception, match="15 rows of 15 cells"):
        table.give(ANNA, trimmed.verb, **trimmed.facts)


# --- exchanges ------------------------------------------------------------------------------------------------------


def test_an_exchange_draws_first_then_returns_tiles_in_the_order_named():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH")
    chance = Chance(table.resources.key, used=table.state.words_used)
    exchanged = table.play(ANNA, "EXCHANGE X J")
    bag = "ABCDEF"
    for tile in "XJ":
        index = chance.below(len(bag) + 1)
        bag = bag[:index] + tile + bag[index:]
    assert exchanged.state.bag == bag
    assert exchanged.state.hands[ANNA] == "OGARYHG"
    assert exchanged.last("exchange").facts == {"returned": ["X", "J"], "draws": ["H", "G"]}
    assert exchanged.state.awaited == (BORIS,)
    assert exchanged.told_to(ANNA)[0] == "You exchanged X, J and drew H, G."


def test_an_exchange_is_limited_to_the_number_of_tiles_in_the_bag():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="AB")
    assert table.play(ANNA, "EXCHANGE JO").state.hands[ANNA] == "GARXYBA"
    empty = table.at(["JOGARXY", "QUARTZE"])
    assert empty.refusal(ANNA, "EXCHANGE J") == "The bag is empty. Write EXCHANGE without tiles to pass."
    for text in ("EXCHANGE", "PASS"):
        passed = empty.play(ANNA, text)
        assert passed.last("exchange").facts == {"returned": [], "draws": []}
        assert passed.told_to(BORIS)[0] == "Anna exchanged nothing."


# --- blanks that come back -------------------------------------------------------------------------------------------

RECYCLING = crosslet(board="classic", recycle_blank=True).at(
    ["JKAEXYZ", "QUARTZE"], bag="ABCDEFGH", words={"8G": "kEY"}
)


def test_a_swapped_blank_can_be_used_at_once_and_the_swap_scores_nothing():
    table = RECYCLING.play(ANNA, "SWAP G8\nGRID 8J s")
    assert table.state.board == board({"8G": "KEYs"})
    assert table.happened == [("swap", ANNA), ("play", ANNA), ("turn", BORIS)]
    assert table.last("swap").facts == {"tiles": {"G8": "K"}}
    assert table.state.points[ANNA] == 10
    assert table.told_to(BORIS)[0] == "Anna replaced the blank on G8 with K and took the blank."


def test_a_swap_does_not_end_the_turn_and_remains_if_the_play_is_refused():
    table = RECYCLING.play(ANNA, "SWAP G8")
    assert (table.state.awaited, table.state.turn) == ((ANNA,), RECYCLING.state.turn)
    assert table.state.hands[ANNA] == "J?AEXYZ"
    assert table.refusal(ANNA, "GRID 8J QQQ") == "You don’t hold these tiles: Q, Q, Q."
    assert table.play(ANNA, "EXCHANGE J").state.swapped == {}


def test_a_swap_together_with_an_invalid_play_is_refused():
    assert RECYCLING.refusal(ANNA, "SWAP G8\nGRID 8J QQQ") == "You don’t hold these tiles: Q, Q, Q."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SWAP H8", "There is no blank on H8. Name a cell with a blank, for example SWAP H8."),
        ("SWAP P1", "P1 isn’t on the board. The cells are A1 to O15."),
        ("SWAP G8 H8", "There is no blank on H8. Name a cell with a blank, for example SWAP H8."),
    ],
)
def test_an_impossible_swap_is_refused(text, why):
    assert RECYCLING.refusal(ANNA, text) == why


def test_a_swap_needs_the_real_letter():
    table = RECYCLING.at(["JAEXYZQ", "QUARTZE"], bag="A", words={"8G": "kEY"})
    assert table.refusal(ANNA, "SWAP G8") == (
        "The blank on G8 stands for K, but you don’t hold that letter to replace it."
    )


# --- the end --------------------------------------------------------------------------------------------------------


def test_going_out_with_an_empty_bag_ends_the_game_and_gains_the_other_racks():
    table = crosslet(3, board="classic").at(["JOG", "QZ", "A?"]).play(ANNA, "GRID 8H JOG")
    assert table.state.phase == "finished"
    assert table.state.points == {ANNA: 11 + 21, BORIS: -20, CHLOE: -1}
    assert table.last("score").facts == {"points": [32, -20, -1], "changes": [21, -20, -1], "out": ANNA}
    assert [(rank.rank, rank.seat, rank.shown) for rank in KIND.ranks(table.state)] == [
        (1, 0, "32"),
        (2, 2, "-1"),
        (3, 1, "-20"),
    ]
    assert table.told_to(BORIS)[1] == (
        "Anna has used all their tiles and gains 21, the value of the other racks. The others lose the value of theirs."
    )


def test_an_empty_rack_is_refilled_while_the_bag_has_tiles():
    table = crosslet().at(["JOG", "QZ"], bag="A").play(ANNA, "GRID 8H JOG")
    assert table.state.phase == "playing"
    assert table.state.hands[ANNA] == "A"


def test_two_exchanges_in_a_row_by_every_player_end_the_game():
    table = crosslet().at(["JOG", "QZ"], bag="AE")
    for seat, text in ((ANNA, "EXCHANGE J"), (BORIS, "EXCHANGE Q"), (ANNA, "EXCHANGE G")):
        table = table.play(seat, text)
        assert table.state.phase == "playing"
    table = table.play(BORIS, "EXCHANGE Z")
    assert table.state.phase == "finished"
    assert table.last("score").facts["changes"] == [table.state.points[ANNA], table.state.points[BORIS]]
    assert "out" not in table.last("score").facts
    assert (
        "Every player exchanged twice in a row, so everyone loses the value of their rack." in table.told_to(ANNA)[-2]
    )


def test_a_play_resets_the_count_of_exchanges():
    table = crosslet().at(["JOGA", "QZEE"], bag="AEIOUAEIOU").play(ANNA, "EXCHANGE A").play(BORIS, "EXCHANGE E")
    table = table.play(ANNA, "EXCHANGE O").play(BORIS, "GRID 8H QZ")
    assert (table.state.exchanges, table.state.phase) == (0, "playing")


# --- time, and leaving for good --------------------------------------------------------------------------------------


def test_a_late_player_exchanges_nothing():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH").wait(days=3)
    assert table.happened == [("late", ANNA), ("exchange", ANNA), ("turn", BORIS)]
    assert table.state.exchanges == 1
    assert table.state.hands[ANNA] == "JOGARXY"


def test_timers_alone_end_a_game_that_nobody_plays():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH").wait(days=12)
    assert table.state.phase == "finished"
    assert table.state.exchanges == 4


def test_the_tiles_of_a_player_who_resigns_are_removed_and_the_others_play_on():
    table = crosslet(3).at(["JOGARXY", "QUARTZE", "EEEEEEE"], bag="ABC").play(ANNA, "RESIGN")
    assert table.state.hands[ANNA] == ""
    assert table.state.bags["removed"] == "JOGARXY"
    assert table.state.awaited == (BORIS,)
    table = (
        table.play(BORIS, "EXCHANGE Q").play(CHLOE, "EXCHANGE E").play(BORIS, "EXCHANGE U").play(CHLOE, "EXCHANGE E")
    )
    assert table.state.phase == "finished"
    assert table.last("score").facts["changes"][ANNA] is None
    assert [rank.seat for rank in KIND.ranks(table.state)][-1] == ANNA


def test_resigning_out_of_turn_does_not_change_the_turn():
    table = crosslet(3).at(["JOGARXY", "QUARTZE", "EEEEEEE"], bag="ABC").play(CHLOE, "RESIGN")
    assert table.state.awaited == (ANNA,)
    assert table.play(ANNA, "EXCHANGE J").state.awaited == (BORIS,)


def test_fewer_players_need_fewer_exchanges_in_a_row():
    table = crosslet(3).at(["JOGARXY", "QUARTZE", "EEEEEEE"], bag="ABC")
    for seat in (ANNA, BORIS, CHLOE, ANNA):
        table = table.play(seat, f"EXCHANGE {table.state.hands[seat][0]}")
    assert table.state.phase == "playing"
    table = table.play(CHLOE, "RESIGN")
    assert table.state.phase == "finished"
    assert table.state.ending == "played"


def test_the_game_ends_with_one_player_left_and_no_rack_is_counted():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="ABC").play(ANNA, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")
    assert table.state.points == {ANNA: 0, BORIS: 0}
    assert table.told_to(BORIS) == [
        "Anna resigned.",
        "The points are final.",
        "Only one player was left, so the game is over.",
    ]
