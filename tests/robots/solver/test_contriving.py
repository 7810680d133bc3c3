"""Boards whose tiles are chosen freely from a set: what is found, and how that is limited."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.robots.solver.contriving import contrive
from games.robots.solver.search import Budget, PreparedWords
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.grid import runs, tiles_used
from tests.robots.solver.boards import WORDS_TRIED, Few

FEW = Few(WORDS_TRIED)
PREPARED = PreparedWords(FEW, ENGLISH)
SET = "AAEEEEIIOORRSSTTTTQUZZXX"


@settings(max_examples=15, deadline=None)
@given(steps=st.integers(0, 60), seed=st.integers(0, 99), tiles=st.none() | st.integers(2, 12), repeat=st.booleans())
def test_a_board_scores_by_the_rules_and_meets_the_requirements(steps, seed, tiles, repeat):
    found = contrive(SET, PREPARED, Budget(steps=steps), seed=seed, tiles=tiles, words_repeat=repeat)
    used = tiles_used(found.layout)
    assert found.score == score(found.layout, used, FEW, ENGLISH)
    assert not Counter(used) - Counter(SET)
    if found.layout:
        words = [run.word for run in runs(found.layout)]
        assert found.score.complete
        assert len(used) == (tiles or len(used))
        assert repeat or len(words) == len(set(words))


def test_the_same_seed_and_steps_give_the_same_improving_board():
    one, other = (contrive(SET, PREPARED, Budget(steps=300), seed=3) for _ in range(2))
    assert one.layout == other.layout
    assert [moment.score for moment in one.course] == sorted({moment.score for moment in one.course})
    assert one.score.value > 0


@pytest.mark.parametrize(("tile_set", "tiles"), [("CAKE?", None), ("CAKE", 5), ("CAKE", 1), ("", None)])
def test_tiles_that_cannot_be_chosen_are_refused(tile_set, tiles):
    with pytest.raises(ValueError, match="Choose 2 to"):
        contrive(tile_set, PREPARED, Budget(steps=5), tiles=tiles)
