"""Missed bids: each round of a finished game beside the longest word found on its grid; nothing before the end."""

import pytest

from games import commands, queries, store
from games.models import Analysis
from games.queries.reading import seated
from games.robots import analysis
from games.rules.chance import Chance
from games.rules.scannergram.judging import Solution, judge
from games.rules.values import Order
from games.word_lists.shelf import vocabulary_of
from tests.api.conftest import Program
from tests.of_pieces import start_of, write
from tests.positions import just_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def running(anna, boris, now):
    """A game with three rounds: a tile that nobody takes, a robot's bid, and one that fails."""
    game_id = start_of("scannergram", anna, boris, now=now, listed=False)
    both_pass(game_id, anna, boris, now)
    table = store.seen_now(game_id, now=now)
    mind = table.kind.plain_mind(vocabulary_of(table.game.word_list_id), Chance(bytes(32)))
    commands.play(game_id=game_id, player=anna, orders=table.kind.next_orders(table.view(0), 0, mind), now=now)
    write(game_id, boris, "PASS", now)
    state = store.seen_now(game_id, now=now).state
    apart = (*state.grid, "." * len(state.grid[0]), state.tile.ljust(len(state.grid[0]), "."))
    bid = Order("BID", {"length": 5, "calls": ("ITCHY",), "layout": apart})
    commands.play(game_id=game_id, player=anna, orders=[bid], now=now)
    write(game_id, boris, "PASS", now)
    return game_id


def both_pass(game_id, anna, boris, now):
    write(game_id, anna, "PASS", now)
    write(game_id, boris, "PASS", now)


@pytest.fixture
def finished(running, boris, now):
    write(running, boris, "RESIGN", now)
    while analysis.analyse_one(now=now):
        pass
    return running


def test_a_game_in_progress_shows_no_missed_bids(running, anna, now, browser_of):
    assert not Analysis.objects.exists()
    Analysis.objects.create(pk=running, due_at=now)  # no real one is created before the end
    client = browser_of(anna)
    assert "Game analysis" not in client.get(f"/games/{running}/").text
    assert client.get(f"/games/{running}/analysis/").status_code == 404
    assert Program(anna).get(f"/games/{running}/analysis").status_code == 404


def test_each_round_is_compared_with_a_solution_at_least_as_long(finished, now):
    found = queries.analysis_of(finished)
    table = store.seen_now(finished, now=now)
    words = vocabulary_of(table.game.word_list_id)
    assert [(one.move, one.seat) for one in found.positions] == [(1, 1), (2, 0), (3, 0)]
    nothing, good, failed = [one.own for one in found.positions]
    assert (nothing.worth, nothing.words, failed.worth) == (0, (), 0)
    assert good.worth == len(good.fresh) > 1
    states = {step: before for step, before, _, _ in queries.moves(seated(table, None))}
    for one in found.positions:
        before, solution = states[one.step], Solution.of(one.best.words, one.best.layout)
        verdict = judge(before.grid, before.tile, solution, length=one.best.worth, barred=before.barred, words=words)
        assert (verdict.fault, verdict.longest) == ("", one.best.worth)
        assert one.best.worth >= max(one.own.worth, 2)
        assert len(one.best.fresh) == one.best.worth
    assert found.is_over


def test_the_page_shows_the_worst_round_first_and_others_on_request(finished, anna, browser_of):
    client, address = browser_of(anna), f"/games/{finished}/analysis/"
    found = queries.analysis_of(finished)
    page = client.get(address)
    assert page.context["step"] == found.worst.step
    assert "lost the most points" in page.text
    assert page.text.count('<svg class="grid"') == 2
    other = client.get(address, {"step": found.positions[1].step})
    assert [one.says for one in other.context["compared"][0].boards] == ["As played", "The best we found"]
    assert found.positions[1].own.shown in other.text
