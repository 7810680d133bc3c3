"""The daily puzzle: the same for all, one legal grid an entry, and who comes first."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.rules.kind import OrderRefused
from games.rules.scannergram.daily import Entered, Puzzle, judge_entry, puzzle, ranked, seed_of
from games.rules.words import AllBut, AnyWord
from tests.rules.scannergram.table import ITCHY, START, WITCH
from tests.rules.scannergram.test_start import open_list

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_day_has_one_puzzle_and_the_next_day_another():
    today, again = (puzzle(seed_of(DAY, secret=b"s"), open_list()) for _ in range(2))
    tomorrow = puzzle(seed_of(DAY + timedelta(days=1), secret=b"s"), open_list())
    assert today == again != tomorrow


def test_nobody_knows_a_coming_puzzle_without_the_secret():
    assert seed_of(DAY, secret=b"s") != seed_of(DAY, secret=b"t")


def test_an_entry_is_a_legal_grid_and_what_it_is_ranked_by():
    entry = judge_entry(Puzzle(START, "W"), WITCH, AnyWord())
    assert (entry.length, entry.created) == (5, ("WE", "WITCH"))


def test_what_is_no_solution_is_refused_with_the_reason():
    with pytest.raises(OrderRefused, match="Not in the word list: WE"):
        judge_entry(Puzzle(START, "W"), WITCH, AllBut(["WE"]))
    with pytest.raises(OrderRefused, match="It differs in: W"):
        judge_entry(Puzzle(START, "W"), START, AnyWord())
    with pytest.raises(OrderRefused, match="letters A–Z and dots only"):
        judge_entry(Puzzle(START, "W"), ["W?"], AnyWord())


def test_lower_case_is_the_same_letter():
    rows = [row.lower() for row in ITCHY]
    assert judge_entry(Puzzle(START, "Y"), rows, AnyWord()).length == 5


def test_the_longer_word_comes_first_then_fewer_words_then_the_earlier_entry():
    best = Entered(player=1, length=7, created=4, at=NOON + timedelta(hours=5))
    fewer = Entered(player=2, length=6, created=1, at=NOON + timedelta(hours=4))
    earlier = Entered(player=3, length=6, created=2, at=NOON)
    later = Entered(player=4, length=6, created=2, at=NOON + timedelta(hours=1))
    assert ranked([later, earlier, fewer, best]) == (best, fewer, earlier, later)
