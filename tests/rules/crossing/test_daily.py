"""The daily puzzle: the same thirty tiles for everyone, one layout each, and who comes first."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.daily import DEALT, Daily
from games.rules.crossing.robot import arrange
from games.rules.daily import seed_of
from games.rules.tiles import named_sets
from games.rules.values import OrderRefused
from games.rules.words import AllBut, AnyWord, Vocabulary
from games.word_lists.library import bundled
from tests.rules.crossing.table import CROSSING

DAY = date(2026, 11, 20)
CONTENT = {"tiles": "AAABCDEEEEEHIIKLMNNOOPRRSSTTTU"}
CROSSED = (".T.", "TEA", ".A.")  # TEA and TEA: the E earns its point


def written(*rows):
    return "\n".join(("ENTER", "GRID", *rows, "END"))


def judged(*rows, words=None):
    return Daily().judge(CONTENT, written(*rows), words or AnyWord())


def test_everyone_gets_the_same_thirty_tiles_for_a_day():
    today, again = (Daily().make(seed_of(DAY, secret=b"s"), AnyWord()) for _ in range(2))
    tomorrow = Daily().make(seed_of(DAY + timedelta(days=1), secret=b"s"), AnyWord())
    assert today == again != tomorrow
    assert len(today["tiles"]) == DEALT
    assert not Counter(today["tiles"]) - Counter(named_sets(ENGLISH)["LC120"].counts)


def test_an_entry_is_scored_like_a_layout_in_a_game():
    assert judged(*CROSSED).answer == {"layout": list(CROSSED), "shown": "1/(2+25)=0.04", "score": "1/27"}
    assert judged(*CROSSED).merit > judged("TEA").merit == 0


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (("TEAZ",), "You don’t hold these tiles: Z."),
        (("TEA", "...", "TEA"), "aren’t all connected"),
        (("RAT",), "Not in the word list: RAT"),
        (("T",), "Lay a word first"),
    ],
)
def test_an_invalid_entry_is_refused_with_the_reason(rows, says):
    with pytest.raises(OrderRefused, match=says):
        judged(*rows, words=AllBut(["RAT"]))


def test_a_draft_entry_shows_its_score_words_and_scoring_tiles():
    trial = Daily().tries(CONTENT, written(*CROSSED), AnyWord())
    assert str(trial.says) == "1/(2+25)=0.04 · tiles left over: 25"
    assert (trial.earning, trial.refusal) == (((1, 1),), None)
    trial = Daily().tries(CONTENT, written("RAT"), AllBut(["RAT"]))
    assert [run.is_word for run in trial.runs] == [False]
    assert str(trial.refusal) == "Not in the word list: RAT."


def test_an_entry_is_shown_with_its_scoring_and_leftover_tiles():
    (grid,) = Daily().shows(CONTENT, judged(*CROSSED).answer)
    assert (grid.rows, grid.earning) == (CROSSED, ((1, 1),))
    assert str(grid.note).startswith("Left over: A, B, C")


def test_no_two_different_scores_have_the_same_merit():
    """Scores are fractions with denominators up to 60, and the two closest differ by more than is cut off."""
    below = 60
    assert 1 / (below * (below - 1)) > 1 / 100_000


def test_the_best_entry_is_valid_and_reproducible():
    words = Vocabulary(bundled("common").words)
    best, again = (Daily().best(CONTENT, CROSSING.plain_mind(words, Chance(b"s" * 32))) for _ in range(2))
    assert best == again == Daily().judge(CONTENT, written(*best.answer["layout"]), words)


def test_a_server_with_a_search_shows_the_entry_it_finds():
    words = Vocabulary(bundled("common").words)
    laid = arrange(CONTENT["tiles"], words, ENGLISH, chance=Chance(b"s" * 32))
    mind = replace(CROSSING.plain_mind(words, Chance(b"s" * 32)), search=lambda *asked: laid)
    assert Daily().best(CONTENT, mind) == Daily().judge(CONTENT, written(*laid), words)
