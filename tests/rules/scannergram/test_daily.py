"""The daily puzzle: the same for everyone, one legal grid per entry, and who comes first."""

import json
from datetime import date, timedelta

import pytest

from games.rules.chance import Chance
from games.rules.daily import seed_of
from games.rules.scannergram.daily import Daily, Entry, Puzzle, judge_entry, puzzle
from games.rules.values import OrderRefused
from games.rules.words import AllBut, AnyWord
from tests.open_list import vocabulary
from tests.rules.scannergram.table import ITCHY, SCANNERGRAM, START, WITCH
from tests.rules.scannergram.test_start import open_list

DAY = date(2026, 11, 20)


def test_each_day_has_its_own_puzzle():
    today, again = (puzzle(seed_of(DAY, secret=b"s"), open_list()) for _ in range(2))
    tomorrow = puzzle(seed_of(DAY + timedelta(days=1), secret=b"s"), open_list())
    assert today == again != tomorrow


def test_the_seed_of_a_day_depends_on_the_secret():
    assert seed_of(DAY, secret=b"s") != seed_of(DAY, secret=b"t")


def test_an_entry_has_the_facts_it_is_ranked_by():
    entry = judge_entry(Puzzle(START, "W"), WITCH, AnyWord())
    assert (entry.length, entry.created) == (5, ("WE", "WITCH"))


def test_an_invalid_solution_is_refused_with_the_reason():
    with pytest.raises(OrderRefused, match="Not in the word list: WE"):
        judge_entry(Puzzle(START, "W"), WITCH, AllBut(["WE"]))
    with pytest.raises(OrderRefused, match="It differs in: W"):
        judge_entry(Puzzle(START, "W"), START, AnyWord())
    with pytest.raises(
        OrderRefused, match=r'A row can only contain the letters A–Z and dots\. This one contains something else: "'
    ):
        judge_entry(Puzzle(START, "W"), ["W?"], AnyWord())


def test_lower_case_letters_are_accepted():
    rows = [row.lower() for row in ITCHY]
    assert judge_entry(Puzzle(START, "Y"), rows, AnyWord()).length == 5


def test_the_longer_word_comes_first_then_fewer_words_created():
    best, fewer, many = (
        Entry(START, length, created) for length, created in ((7, ("A",) * 20), (6, ("A",)), (6, ("A", "B")))
    )
    assert best.merit > fewer.merit > many.merit


def entered(*rows, tile="W", words=None):
    written = "\n".join(("ENTER", "GRID", *rows, "END"))
    return Daily().judge({"grid": list(START), "tile": tile}, written, words or AnyWord())


def test_an_entry_written_as_an_order_is_judged_and_saved_as_json():
    judged = entered(*WITCH)
    assert judged.answer == {"grid": list(WITCH), "length": 5, "created": ["WE", "WITCH"]}
    assert judged.merit == judge_entry(Puzzle(START, "W"), WITCH, AnyWord()).merit
    assert json.loads(json.dumps(judged.answer)) == judged.answer


def test_the_form_starts_from_the_puzzle_grid_and_its_example_can_be_read():
    content = {"grid": list(START), "tile": "W"}
    offer = Daily().offer(content)
    assert offer.fields[0].start == START
    with pytest.raises(OrderRefused, match="It differs in: W"):
        Daily().judge(content, offer.example, AnyWord())


@pytest.mark.parametrize("also", ["Have fun!", "GRID\n.AB\nEND"])
def test_an_entry_must_be_a_single_grid(also):
    """The last of several grids in one text counts, as everywhere."""
    with pytest.raises(OrderRefused):
        Daily().judge({"grid": list(START), "tile": "W"}, "\n".join(("GRID", *WITCH, "END", also)), AnyWord())


def test_an_answer_is_shown_with_the_words_it_creates():
    answer = entered(*WITCH).answer
    (grid,) = Daily().shows({"grid": list(START), "tile": "W"}, answer)
    assert (grid.rows, str(grid.note)) == (WITCH, "Words created: WE, WITCH.")
    assert str(Daily().says(answer)) == "a word of 5 letters with the new tile; words created: 2"


def test_a_trial_shows_the_length_the_new_words_and_any_invalid_ones():
    content = {"grid": list(START), "tile": "W"}
    written = "\n".join(("ENTER", "GRID", *WITCH, "END"))
    trial = Daily().tries(content, written, AllBut(["WE"]))
    assert str(trial.says) == "a word of 5 letters with the new tile; words created: 2"
    assert {run.text: run.is_word for run in trial.runs} == {"WITCH": True, "WE": False}
    assert str(trial.refusal) == "Not in the word list: WE."
    assert Daily().tries(content, written, AnyWord()).refusal is None


def test_the_best_solution_found_is_a_valid_entry():
    words = vocabulary()
    content = Daily().make(seed_of(DAY, secret=b"s"), open_list())
    best = Daily().best(content, SCANNERGRAM.plain_mind(words, Chance(b"s" * 32)))
    written = "\n".join(("ENTER", "GRID", *best.answer["grid"], "END"))
    assert Daily().judge(content, written, words) == best
