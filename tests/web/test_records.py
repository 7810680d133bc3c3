"""The page of the best boards: each has the stated score, and the score calculator agrees."""

from collections import Counter

import pytest

from games.robots.best_boards import BOARDS_TO_BEAT, BoardToBeat
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.grid import runs, tiles_used
from games.rules.tiles import parse_tile_set
from games.web.views import records
from games.web.views.records import beside_the_best, boards_to_beat
from games.word_lists.library import bundled

PUBLISHED = {("LC120", None): "56/5", ("LC120", 60): "31/3", ("S98", None): "55/6", ("S98", 60): "53/6"}


@pytest.mark.parametrize("board", BOARDS_TO_BEAT, ids=lambda board: f"{board.tile_set} {board.tiles}")
def test_each_best_board_is_valid_by_the_rules_and_the_open_list(board):
    used = tiles_used(board.layout)
    made = score(board.layout, used, bundled().words, ENGLISH)
    assert made.complete
    assert made.exact == PUBLISHED[board.tile_set, board.tiles]
    assert not Counter(used) - Counter(parse_tile_set(board.tile_set, ENGLISH).tiles)
    assert board.tiles in (None, len(used))
    words = [run.word for run in runs(board.layout)]
    assert len(words) == len(set(words))


def test_anybody_can_see_the_best_boards_and_check_one(client, db):
    page = client.get("/records/").text
    for board in boards_to_beat():
        assert board.shown in page
    checked = client.get(boards_to_beat()[0].check_at).text
    assert "11.2" in checked


def test_only_a_better_board_beats_the_best_known(monkeypatch):
    best = BOARDS_TO_BEAT[0]
    [same] = [
        one
        for one in beside_the_best(best.layout, tile_set=best.tile_set, alphabet=best.alphabet)
        if "any number of tiles" in one.says
    ]
    assert not same.is_beaten
    monkeypatch.setattr(records, "BOARDS_TO_BEAT", (BoardToBeat(best.tile_set, ("KEY", "I..", "T..", "E..")),))
    assert [one.is_beaten for one in beside_the_best(best.layout, tile_set=best.tile_set, alphabet=best.alphabet)] == [
        True
    ]


def test_the_api_returns_the_best_boards_with_their_scores(client, db):
    told = client.get("/api/v1/records").json()
    sums = {(board["tile_set"], board["tiles"]): board["score"] for board in told["boards"]}
    assert sums == PUBLISHED
    assert [tuple(board["layout"]) for board in told["boards"]] == [board.layout for board in BOARDS_TO_BEAT]
    assert told["games"] == []
