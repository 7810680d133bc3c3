"""Entries that are not in the list, which the others judge, and entries in ink."""

import pytest

from tests.rules.lynx.table import lynx, published
from tests.rules.position import ANNA, BORIS, CHLOE


def proposed(*seats, **options):
    """Anna's first entry, MUM, is not in the list."""
    return lynx(*(seats or (ANNA, BORIS)), **options).play(ANNA, "enter 4d mum")


def test_an_unlisted_entry_waits_to_be_judged_and_is_not_in_the_grid_yet():
    table = proposed()
    assert (table.state.phase, table.state.awaited, table.points) == ("challenge", (BORIS,), [0, 0])
    assert table.state.grid[0][6] == "."
    assert table.events[-2].verb == "propose"
    assert table.events[-2].facts == {"light": "4D", "written": "MUM", "struck": ["MUM"]}


def test_an_accepted_entry_is_scored_and_the_next_player_moves():
    table = proposed().play(BORIS, "accept")
    assert (table.state.phase, table.state.awaited, table.points) == ("playing", (BORIS,), [6, 0])
    assert [row[6] for row in table.state.grid[:3]] == ["M", "U", "M"]


def test_an_entry_is_accepted_after_48_hours_and_nobody_is_late():
    table = proposed().wait(hours=47, minutes=59)
    assert table.state.phase == "challenge"
    table = table.wait(minutes=1)
    assert (table.state.phase, table.state.awaited, table.points) == ("playing", (BORIS,), [6, 0])
    assert "late" not in table.verbs
    assert table.state.late.get(BORIS, 0) == 0


def test_a_rejection_returns_the_turn():
    table = proposed().play(BORIS, "reject")
    assert (table.state.phase, table.state.awaited, table.points) == ("playing", (ANNA,), [0, 0])
    assert table.play(ANNA, "enter 4d mom").points == [6, 0]


def test_a_rejected_answer_cannot_be_tried_again():
    table = proposed().play(BORIS, "reject")
    assert table.refusal(ANNA, "enter 4d m-um") == "M-UM has already been rejected in this game. Enter something else."


def test_the_third_rejection_in_a_turn_is_a_pass():
    table = lynx(ANNA, BORIS)
    for answer in ("mum", "mim", "mem"):
        assert table.state.awaited == (ANNA,)
        table = table.play(ANNA, f"enter 4d {answer}").play(BORIS, "reject")
    assert (table.state.awaited, table.state.passes, table.verbs[-2:]) == ((BORIS,), 1, ["pass", "turn"])


def test_each_player_starts_a_turn_with_no_rejections():
    table = proposed().play(BORIS, "reject").play(ANNA, "enter 4d mem").play(BORIS, "reject").play(ANNA, "pass")
    table = table.play(BORIS, "enter 4d mim").play(ANNA, "reject")
    assert table.state.awaited == (BORIS,)


def test_an_entry_that_does_not_fit_is_refused_rather_than_judged():
    assert published(1).refusal(BORIS, "enter 5a xyz") == "Entry 5A needs 7 letters, but XYZ has 3."


@pytest.mark.parametrize(
    ("seat", "text", "refusal"),
    [
        (ANNA, "accept", "The others still have to judge your entry MUM."),
        (ANNA, "reject", "The others still have to judge your entry MUM."),
        (ANNA, "pass", "The others still have to judge your entry MUM."),
        (ANNA, "enter 4d mom", "The others still have to judge your entry MUM."),
        (BORIS, "pass", "The entry MUM has to be judged first. Write ACCEPT or REJECT."),
        (BORIS, "enter 5a sanctum", "The entry MUM has to be judged first. Write ACCEPT or REJECT."),
    ],
)
def test_only_judging_by_the_others_is_allowed_while_an_entry_is_judged(seat, text, refusal):
    table = proposed()
    assert table.refusal(seat, text) == refusal
    assert table.play(BORIS, "accept").points == [6, 0]


def test_an_entry_must_be_accepted_by_all_opponents():
    table = proposed(ANNA, BORIS, CHLOE)
    assert table.state.awaited == (BORIS, CHLOE)
    half = table.play(CHLOE, "accept")
    assert half.state.phase == "challenge"
    assert half.refusal(CHLOE, "reject") == "You have already answered. The game waits for the others."
    assert half.play(BORIS, "accept").points == [6, 0, 0]
    assert half.wait(hours=48).points == [6, 0, 0]
    rejected = half.play(BORIS, "reject")
    assert (rejected.state.awaited, rejected.points) == ((ANNA,), [0, 0, 0])


def test_a_player_who_resigns_is_no_longer_asked_to_judge():
    table = proposed(ANNA, BORIS, CHLOE).play(CHLOE, "accept").give(BORIS, "RESIGN")
    assert (table.state.phase, table.state.awaited, table.points) == ("playing", (CHLOE,), [6, 0, 0])


def test_the_entry_of_a_player_who_resigns_is_withdrawn():
    table = proposed(ANNA, BORIS, CHLOE).give(ANNA, "RESIGN")
    assert (table.state.phase, table.state.awaited, table.state.pending) == ("playing", (BORIS,), None)
    assert table.play(BORIS, "enter 4d mom").points == [0, 6, 0]


def test_resigning_after_judging_does_not_change_the_judgement():
    table = proposed(ANNA, BORIS, CHLOE).play(CHLOE, "accept").give(CHLOE, "RESIGN")
    assert (table.state.phase, table.state.awaited) == ("challenge", (BORIS,))


def test_the_game_does_not_wait_for_a_judgement_by_a_player_who_is_away():
    table = published(2)
    for light, answer in (("2D", "TENURED"), ("3D", "TITANIC"), ("1A", "OCTET")):
        table = table.play(ANNA, f"enter {light} {answer}").wait(days=3)
    assert table.state.away == (BORIS,)
    table = table.play(ANNA, "enter 6a xxrxnxx")
    assert table.verbs[-4:] == ["propose", "stands", "pass", "turn"]
    assert table.state.awaited == (ANNA,)


def test_a_pause_stops_the_time_to_judge():
    table = proposed().give(ANNA, "PAUSE").give(BORIS, "PAUSE").wait(hours=60).give(BORIS, "RESUME")
    assert table.state.phase == "challenge"
    assert table.wait(hours=48).state.phase == "playing"


# --- ink ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "stands"),
    [("sanct", "SANCTTM"), ("sanctums", "SANCTUM"), ("balance", "BALANCM"), ("sanc", "SANCCCM")],
)
def test_in_ink_a_misfit_stays_in_the_grid_and_costs_ten(typed, stands):
    table = published(1, ink=True).play(BORIS, f"enter 5a {typed}")
    assert table.state.grid[2] == stands
    assert table.points == [6, -10]
    assert (table.state.awaited, table.verbs[-2]) == ((ANNA,), "mistake")


def test_in_pencil_a_misfit_is_refused():
    assert published(1).refusal(BORIS, "enter 5a sanct") == "Entry 5A needs 7 letters, but SANCT has 5."


def test_in_ink_a_rejected_entry_stays_as_a_mistake():
    table = proposed(ink=True).play(BORIS, "reject")
    assert [row[6] for row in table.state.grid[:3]] == ["M", "U", "M"]
    assert (table.state.phase, table.state.awaited, table.points) == ("playing", (BORIS,), [-10, 0])


def test_in_ink_an_accepted_entry_scores_as_in_pencil():
    assert proposed(ink=True).play(BORIS, "accept").points == [6, 0]


def test_letters_of_a_mistake_count_as_links():
    table = published(1, ink=True).play(BORIS, "enter 5a satintum")
    assert table.state.grid[2] == "SATINTM"
    assert table.play(ANNA, "enter 2d titanic").points == [6 + 7, -10]


def test_a_mistake_does_not_count_as_the_last_entry():
    table = published(1, ink=True).play(BORIS, "enter 5a sanct").play(ANNA, "pass").play(BORIS, "pass")
    assert table.points == [16, -10]


def test_in_ink_illegal_entries_are_still_refused():
    table = published(1, ink=True)
    assert table.refusal(BORIS, "enter 2d tenured").startswith(
        "An entry must cross a letter that is already there, and"
    )
    assert table.refusal(BORIS, "enter 5a mom") == (
        "MOM is already in the grid, at 4D. Each answer can only be used once."
    )
