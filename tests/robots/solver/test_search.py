"""The search as a whole: what it returns, with any hand and budget."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.robots.solver.search import Budget, PreparedWords, solve
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.grid import runs, tiles_used
from games.rules.values import OrderRefused
from tests.robots.solver.boards import WORDS_TRIED, Few

FEW = Few(WORDS_TRIED)
PREPARED = PreparedWords(FEW, ENGLISH)


@settings(max_examples=25, deadline=None)
@given(hand=st.text("AEEIRSTTQUZX?", max_size=14), steps=st.integers(0, 30), seed=st.integers(0, 99))
def test_a_layout_scores_by_the_rules_and_uses_only_the_hand(hand, steps, seed):
    found = solve(hand, PREPARED, Budget(steps=steps), seed=seed)
    assert found.score == score(found.layout, hand, FEW, ENGLISH)
    assert not Counter(tiles_used(found.layout)) - Counter(hand)
    assert not found.score.struck
    assert [moment.score for moment in found.course] == sorted(moment.score for moment in found.course)


def test_the_same_seed_and_steps_give_the_same_layout():
    one, other = (solve("EATSRITEZESTIER", PREPARED, Budget(steps=40), seed=3) for _ in range(2))
    assert (one.layout, one.steps) == (other.layout, other.steps)


def test_a_small_hand_is_laid_completely():
    assert solve("EATSRITE", PREPARED, Budget(steps=300)).score.complete


def test_improving_a_layout_is_never_worse_and_changes_only_allowed_words():
    start = ("SEAT", "...E", "...A")
    found = solve("EATSRITEA", PREPARED, Budget(steps=60), start=start, changes=1)
    assert found.score.value >= score(start, "EATSRITEA", FEW, ENGLISH).value
    kept = Counter(run.word for run in runs(start)) & Counter(run.word for run in runs(found.layout))
    assert kept.total() >= 1


def test_a_search_without_words_lays_nothing():
    assert solve("XXQQ", PREPARED, Budget(seconds=5)).layout == ()


@pytest.mark.parametrize(("hand", "start", "changes"), [("A" * 121, (), None), ("a1", (), None), ("TEA", (), 0)])
def test_an_invalid_search_is_refused(hand, start, changes):
    with pytest.raises(ValueError, match=r"tiles|changed"):
        solve(hand, PREPARED, Budget(steps=1), start=start, changes=changes)
    with pytest.raises(OrderRefused, match="don’t hold"):
        solve("A", PREPARED, Budget(steps=1), start=("TEA",))
    with pytest.raises(ValueError, match="an end"):
        Budget()
