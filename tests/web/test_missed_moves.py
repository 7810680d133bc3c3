"""Missed moves: each beside the best one found on the same board; nothing before the game's end."""

import json

import pytest

from games import commands, queries, store
from games.models import Analysis
from games.robots import analysis
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crosslet.board import added, check_tiles, tally
from games.rules.values import Order
from games.word_lists.shelf import vocabulary_of, words_of
from tests.api.conftest import Program
from tests.of_pieces import start_of, write
from tests.positions import just_now
from tests.tables import order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def running(anna, boris, now):
    """A game with three moves: two exchanges, and a robot's move between them."""
    game_id, players = start_of("crosslet", anna, boris, now=now, listed=False, seed=bytes([5] * 32)), (anna, boris)
    for number in range(3):
        table = store.seen_now(game_id, now=now)
        (seat,) = table.state.awaited
        mind = table.kind.plain_mind(vocabulary_of(table.game.word_list_id), Chance(bytes(32)))
        chosen = table.kind.next_orders(table.view(seat), seat, mind)
        exchange = [Order("EXCHANGE", {"tiles": (table.state.hands[seat][0],)})]
        commands.play(game_id=game_id, player=players[seat], orders=chosen if number == 1 else exchange, now=now)
    return game_id


@pytest.fixture
def finished(running, boris, now):
    write(running, boris, "RESIGN", now)
    return running


def analyse(now):
    while analysis.analyse_one(now=now):
        pass


def test_a_game_in_progress_shows_no_missed_moves(running, anna, now, browser_of):
    assert not Analysis.objects.exists()
    assert not analysis.analyse_one(now=now)
    Analysis.objects.create(pk=running, due_at=now)  # no real one is created before the end
    client = browser_of(anna)
    assert "Game analysis" not in client.get(f"/games/{running}/").text
    for page in ("analysis/", "replay.json"):
        assert client.get(f"/games/{running}/{page}").status_code == 404
    assert Program(anna).get(f"/games/{running}/analysis").status_code == 404


def test_each_move_is_compared_with_a_legal_one_at_least_as_good(finished, now):
    analyse(now)
    found = queries.analysis_of(finished)
    state = store.seen_now(finished, now=now).state
    words = words_of(store.seen_now(finished, now=now).game.word_list_id)
    assert [(one.move, one.seat) for one in found.positions] == [
        (number, move.seat) for number, move in enumerate(state.moves, start=1)
    ]
    assert [one.own.worth for one in found.positions] == [move.points for move in state.moves]
    board = (15 * ".",) * 15
    for one, move in zip(found.positions, state.moves, strict=True):
        assert one.best.worth >= one.own.worth
        assert one.best.worth > 0
        assert sorted(one.hand) == sorted(move.rack)
        tiles = added(board, one.best.layout)
        check_tiles(board, tiles, words)
        made = tally(one.best.layout, tiles, state.colours, ENGLISH.values, blank_scores=False)
        assert (made.points, tuple(tiles)) == (one.best.worth, one.best.fresh)
        board = one.own.layout
    assert found.is_over


def test_the_page_shows_the_worst_move_first_and_others_on_request(finished, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{finished}/analysis/"
    assert client.get(address).status_code == 404
    analyse(now)
    found = queries.analysis_of(finished)
    page = client.get(address)
    assert page.context["step"] == found.worst.step
    assert page.text.count('<svg class="grid"') == 2
    assert "lost the most points" in page.text
    assert [row.says for row in page.context["rows"]] == ["on move 1", "on move 2", "on move 3"]
    other = client.get(address, {"step": found.positions[1].step})
    assert other.context["compared"][0].says.endswith("on move 2")
    assert [one.says for one in other.context["compared"][0].boards] == ["As played", "The best we found"]


def test_the_result_and_the_replay_show_the_analysis(finished, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{finished}"
    assert "The analysis will start soon." in client.get(f"{address}/result/").text
    assert "The best we found" not in client.get(f"{address}/replay.json").text
    analyse(now)
    result = client.get(f"{address}/result/").text
    assert "3 of 3 positions analysed. The results are the best we found, not necessarily the best possible." in result
    assert "Compare the moves" in result
    steps = json.loads(client.get(f"{address}/replay.json").text)["steps"]
    told = ["The best we found" in step["says"] for step in steps]
    found = queries.analysis_of(finished)
    assert told == [any(one.lost for one in found.at(number).values()) for number in range(len(steps))]
    assert any(told)


def test_the_api_returns_every_analysed_move(finished, anna, dmitri, now):
    analyse(now)
    told = Program(anna).get(f"/games/{finished}/analysis").json()
    assert (told["analysed"], told["over"]) == (3, True)
    assert [one["move"] for one in told["positions"]] == [1, 2, 3]
    assert {"layout", "worth", "words", "shown"} == set(told["positions"][0]["best"])
    assert Program(dmitri).get(f"/games/{finished}/analysis").status_code == 404


def test_without_the_extra_only_missed_moves_are_analysed(running, anna, boris, now, browser_of, settings):
    settings.ANALYSIS = False
    write(running, boris, "RESIGN", now)
    other = start(anna, boris, now=now, leeway=0)
    order(other, boris, "resign", at=now)
    Analysis.objects.create(pk=other, due_at=now)  # as a command may request it
    while analysis.analyse_one(now=now, kinds=analysis.WITHOUT_EXTRA):
        pass
    assert queries.analysis_of(running).analysed == 3
    assert queries.analysis_of(other).analysed == 0
    page = browser_of(anna).get(f"/games/{running}/result/").text
    assert "Compare the moves" in page
    assert "not installed" not in page


def test_a_kind_without_analysis_does_not_mention_it(anna, boris, now, browser_of, settings):
    settings.ANALYSIS = False
    game_id = start_of("lexicon_cards", anna, boris, now=now)
    write(game_id, boris, "RESIGN", now)
    assert 'id="analysis"' not in browser_of(anna).get(f"/games/{game_id}/result/").text
