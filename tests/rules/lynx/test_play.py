"""Games of Lynx: the published game and its exact scores, entries, passes, the end, and every refusal."""

import pytest

from games.rules.lynx.pattern import PATTERNS, of_size
from games.rules.options import read_options
from games.rules.values import OrderRefused
from tests.rules.lynx.table import LYNX, PUBLISHED, SQUARE, lynx, published
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL


def test_the_published_game_is_scored_exactly():
    table, points = lynx(ANNA, BORIS), [0, 0]
    for seat, light, answer, earned in PUBLISHED:
        table = table.play(seat, f"ENTER {light} {answer}")
        points[seat] += earned
        assert table.state.entries[-1].points == earned
        if table.state.phase == "playing":
            assert table.points == points
    assert table.state.phase == "finished"
    assert points == [41, 25]
    assert table.points == [41, 35]
    assert [(rank.seat, rank.rank, rank.shown) for rank in LYNX.ranks(table.state)] == [
        (ANNA, 1, "41"),
        (BORIS, 2, "35"),
    ]
    assert table.state.grid == ("OCTET#M", "##E#I#O", "SANCTUM", "##U#A##", "ERRANDS", "R#E#I##", "E#DECRY")


@pytest.mark.parametrize(("standing", "links", "earned"), [("..L....", 1, 7), (".A.A.C.", 3, 21)])
def test_balance_earns_its_length_times_its_links(standing, links, earned):
    table = lynx(ANNA, BORIS, grid=(standing, "#.#.#.#", "#.#.#.#")).play(ANNA, "enter 1a balance")
    assert (table.state.entries[-1].links, table.points) == (links, [earned, 0])


def test_after_mom_a_light_without_a_link_is_refused():
    table = published(1)
    assert table.refusal(BORIS, "ENTER 2D TENURED") == (
        "An entry must cross a letter that is already there, and 2D has none yet. Open entries: 5A."
    )
    assert table.play(BORIS, "ENTER 5A SANCTUM").points == [6, 7]


def test_the_turn_passes_from_seat_to_seat():
    table = lynx(ANNA, BORIS, CHLOE, first=BORIS)
    for seat in (BORIS, CHLOE, ANNA, BORIS):
        assert table.state.awaited == (seat,)
        table = table.play(seat, "ENTER 4D MOM") if table.state.grid[0][6] == "." else table.play(seat, "PASS")


@pytest.mark.parametrize(
    ("moves", "seat", "text", "refusal"),
    [
        (0, BORIS, "enter 4d mom", "It’s Anna’s turn. Wait for yours."),
        (0, BORIS, "pass", "It’s Anna’s turn. Wait for yours."),
        (
            0,
            ANNA,
            "enter 5a sanctum",
            "The first word goes in the shortest entry: 4D, with 3 letters. If several are equally short, it is "
            "the one with the lowest number.",
        ),
        (1, BORIS, "enter 12a mom", "There is no entry 12A. Open entries: 5A."),
        (1, BORIS, "enter 4d ere", "Entry 4D is already filled: MOM. Open entries: 5A."),
        (1, BORIS, "enter 5a tac tic", "Entry 5A needs 7 letters, but TAC TIC has 6."),
        (1, BORIS, "enter 5a titanic", "TITANIC doesn’t fit 5A, which reads ......M."),
        (2, ANNA, "enter 2d sanctum", "SANCTUM is already in the grid, at 5A. Each answer can only be used once."),
        (2, ANNA, "enter 2d s’anct-úm", "S’ANCT-ÚM is already in the grid, at 5A. Each answer can only be used once."),
        (2, ANNA, "accept", "There is no entry for you to judge."),
        (2, BORIS, "reject", "There is no entry for you to judge."),
    ],
)
def test_illegal_moves_are_refused_with_the_rule(moves, seat, text, refusal):
    table = published(moves)
    assert table.refusal(seat, text) == refusal
    mover, light, answer, _ = PUBLISHED[moves]
    assert table.play(mover, f"enter {light} {answer}").state.entries[-1].fill == answer


@pytest.mark.parametrize("facts", [{}, {"light": "4D"}, {"text": "mom"}, {"light": 4, "text": "mom"}])
def test_an_order_without_its_light_or_its_entry_is_refused(facts):
    table = lynx(ANNA, BORIS)
    with pytest.raises(OrderRefused) as refused:
        table.give(ANNA, "ENTER", **facts)
    assert str(refused.value) == "ENTER can’t be written like this."


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("icecream", "ICE CREAM"), ("Ice Cream", "ICE CREAM"), ("ice-cream", "ICE-CREAM"), ("i céc ream", "I CÉC REAM")],
)
def test_a_phrase_typed_without_spaces_is_shown_as_in_the_word_list(typed, shown):
    table = lynx(ANNA, BORIS, grid=("...#####", ".#######", "I.......")).play(ANNA, f"enter 2a {typed}")
    entry = table.state.entries[-1]
    assert (entry.written, entry.fill, entry.points) == (shown, "ICECREAM", 8)


def test_a_pass_scores_nothing():
    table = published(2).play(ANNA, "PASS")
    assert (table.points, table.state.awaited) == ([6, 7], (BORIS,))


def test_passes_by_all_players_end_the_game_and_the_last_entry_earns_ten():
    table = published(2).play(ANNA, "pass").play(BORIS, "pass")
    assert (table.state.phase, table.points) == ("finished", [6, 17])
    assert table.verbs[-5:] == ["turn", "pass", "bonus", "score", "end"]


def test_an_entry_resets_the_count_of_passes():
    table = published(1).play(BORIS, "pass").play(ANNA, "enter 5a sanctum").play(BORIS, "pass")
    assert table.state.phase == "playing"
    assert table.play(ANNA, "pass").points == [6 + 7 + 10, 0]


def test_a_game_without_an_entry_ends_without_a_bonus():
    table = lynx(ANNA, BORIS).play(ANNA, "pass").play(BORIS, "pass")
    assert (table.state.phase, table.points) == ("finished", [0, 0])
    assert [rank.rank for rank in LYNX.ranks(table.state)] == [1, 1]


def test_the_first_entry_rules_still_apply_after_an_opening_pass():
    table = lynx(ANNA, BORIS).play(ANNA, "pass")
    assert table.refusal(BORIS, "enter 5a sanctum").startswith(
        "The first word goes in the shortest entry: 4D, with 3 letters. If several are equally short, it is the one with the lowest number."
    )
    assert table.play(BORIS, "enter 4d mom").points == [0, 6]


def test_a_late_player_passes():
    table = published(1).wait(days=3)
    assert table.verbs[-3:] == ["late", "pass", "turn"]
    assert table.state.awaited == (ANNA,)


def test_a_player_late_three_times_running_passes_at_once_until_they_look():
    table = published(2)
    for light, answer in (("2D", "TENURED"), ("3D", "TITANIC"), ("1A", "OCTET")):
        table = table.play(ANNA, f"enter {light} {answer}").wait(days=3)
    assert table.state.away == (BORIS,)
    table = table.play(ANNA, "enter 7a decry")
    assert table.verbs[-3:] == ["enter", "pass", "turn"]
    table = table.give(BORIS, "LOOK").play(ANNA, "enter 6a errands")
    assert table.state.awaited == (BORIS,)


def test_timers_alone_end_a_game():
    table = lynx(ANNA, BORIS, CHLOE).wait(days=60)
    assert table.state.phase == "finished"


def test_a_game_with_one_player_left_ends_without_a_bonus():
    table = published(2).give(ANNA, "RESIGN")
    assert (table.state.phase, table.state.ending, table.points) == ("finished", "resigned", [6, 7])


def test_a_resignation_passes_the_turn_to_the_next_player():
    table = lynx(ANNA, BORIS, CHLOE).give(ANNA, "RESIGN")
    assert (table.state.phase, table.state.awaited) == ("playing", (BORIS,))


def test_the_game_ends_if_everyone_left_after_a_resignation_has_passed():
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "pass").play(BORIS, "pass").give(CHLOE, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "played")


def test_a_player_who_resigned_gets_no_bonus_for_the_last_entry():
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "enter 4d mom").give(ANNA, "RESIGN")
    table = table.play(BORIS, "pass").play(CHLOE, "pass")
    assert (table.state.phase, table.points) == ("finished", [6, 0, 0])


def test_the_starter_and_the_pattern_are_drawn_and_recorded():
    table = lynx(ANNA, BORIS, first=BORIS, pattern="", size=15)
    assert table.state.grid in of_size(15)
    assert table.state.awaited == (BORIS,)
    assert table.events[0].facts == {"first": BORIS, "pattern": list(table.state.grid)}


def test_a_pattern_can_be_chosen_by_name_or_in_text():
    assert lynx(ANNA, BORIS, pattern="9c").state.grid == PATTERNS["9c"]
    assert lynx(ANNA, BORIS, pattern=SQUARE).state.grid == ("...", ".#.", "...")


@pytest.mark.parametrize("pattern", ["none such", "... ... ..", "..x ... ..."])
def test_a_game_with_an_invalid_pattern_cannot_be_set_up(pattern):
    options = read_options(LYNX.options_type, {"pattern": pattern})
    with pytest.raises(OrderRefused):
        LYNX.set_up(2, options)
    assert LYNX.set_up(2, read_options(LYNX.options_type, {"pattern": SQUARE})) == ()


@pytest.mark.parametrize("seats", [1, 5])
def test_a_game_needs_two_to_four_players(seats):
    with pytest.raises(OrderRefused, match="A game must have 2 to 4 players"):
        LYNX.set_up(seats, read_options(LYNX.options_type, {}))


def test_a_vacation_stops_the_clock_of_the_player_to_move():
    vacation = (DEAL, DEAL.replace(day=25), DEAL)
    table = lynx(ANNA, BORIS, vacations=[vacation]).wait(days=6)
    assert table.state.awaited == (ANNA,)
    assert table.play(ANNA, "enter 4d mom").points == [6, 0]
