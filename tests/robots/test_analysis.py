"""Finished games are analysed, position by position; a running one never is."""

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games import queries, store
from games.models import Analysis, Game
from games.queries.analysis import positions_in
from games.robots import analysis
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from tests.positions import just_now
from tests.tables import ask, complete, look, order, start

pytestmark = pytest.mark.django_db

FEW_LIGHTS = {"tile_set": "A4 E4", "starting_tiles": 2}
STEPS = 5


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def finished(anna, boris, now):
    """Two green lights and a red one, with everything in one row each time."""
    game_id = start(anna, boris, now=now, leeway=0, **FEW_LIGHTS)
    for caller, other in ((anna, boris), (boris, anna), (anna, boris)):
        assert not Analysis.objects.exists()
        look(game_id, anna, boris, anna, at=now)
        complete(game_id, other, at=now)
        ask(game_id, caller, at=now)
    order(game_id, boris, "done", at=now)
    return game_id


def analyse(now, *, times=1):
    for _ in range(times):
        analysis.analyse_one(now=now, steps=STEPS)


def test_a_running_game_has_no_analysis(anna, boris, now):
    start(anna, boris, now=now)
    assert not Analysis.objects.exists()
    assert not analysis.analyse_one(now=now + timedelta(days=1))


def test_every_position_is_searched_once_quickly_and_once_deeply(finished, now):
    passes = []
    while analysis.analyse_one(now=now, steps=STEPS):
        row = Analysis.objects.get()
        passes.append((row.passes, sum(one.best is not None for one in positions_in(row.positions))))
    assert passes == [*((0, n) for n in range(1, 8)), *[(1, 8)] * 8, (2, 8)]
    assert Analysis.objects.get().due_at is None


def test_the_best_layout_uses_the_same_tiles_and_is_never_worse(finished, now):
    words = store.seen_now(finished, now=now).resources.words
    analyse(now, times=8)
    found = queries.analysis_of(finished)
    assert [(one.step, one.light) for one in found.positions[::2]] == [(3, None), (2, 2), (1, 1), (0, 0)]
    assert [len(one.hand) for one in found.positions[::2]] == [4, 4, 3, 2]
    for one in found.positions:
        assert one.best.value >= one.own.value
        assert score(one.best.layout, one.hand, words, ENGLISH).value == one.best.value
        assert (one.near is not None) == (one.light is None)


def test_a_killed_search_is_retried_and_given_up_after_the_second_time(finished, now):
    for _ in range(analysis.GIVES_UP_AFTER):
        die_while_analysing(now)
        assert not analysis.analyse_one(now=now)
        now += analysis.TAKES_AT_MOST
    assert not queries.analysis_of(finished).is_given_up
    analyse(now)
    assert queries.analysis_of(finished).is_given_up
    assert not analysis.analyse_one(now=now + timedelta(days=1))


def test_an_analysis_goes_on_if_the_second_try_succeeds(finished, now):
    die_while_analysing(now)
    analyse(now + analysis.TAKES_AT_MOST)
    row = Analysis.objects.get()
    assert (row.attempts, queries.analysis_of(finished).analysed) == (0, 1)


def die_while_analysing(now):
    """Analyse as a worker that fails in the middle."""
    with pytest.raises(TypeError):
        analysis.analyse_one(now=now, steps="none")


def test_an_analysis_waits_while_another_game_uses_the_same_tiles(finished, anna, chloe, now):
    other = start(anna, chloe, now=now, seed=bytes(Game.objects.get(pk=finished).seed))
    analyse(now)
    assert queries.analysis_of(finished).positions == ()
    order(other, chloe, "resign", at=now)
    Analysis.objects.filter(pk=other).delete()
    assert not analysis.analyse_one(now=now)
    analyse(now + analysis.ASKS_AGAIN)
    assert queries.analysis_of(finished).analysed == 1


def test_no_analysis_is_requested_if_the_server_does_not_analyse(anna, boris, now, settings):
    settings.ANALYSIS = False
    game_id = start(anna, boris, now=now, leeway=0)
    order(game_id, boris, "resign", at=now)
    assert not Analysis.objects.exists()
    analysis.ask_for(game_id=game_id, now=now)
    assert Analysis.objects.exists()


def test_quick_searches_of_all_games_come_before_deep_ones(finished, anna, boris, now):
    analyse(now, times=9)
    other = start(anna, boris, now=now, leeway=0, **FEW_LIGHTS)
    order(other, boris, "resign", at=now)
    analyse(now)
    assert queries.analysis_of(other).analysed == 1


def test_the_command_analyses_a_finished_game_immediately(finished, capsys):
    call_command("analyse", finished, "--steps", STEPS, "--verbosity", 0)
    told = json.loads(capsys.readouterr().out)
    assert (told["analysed"], told["over"]) == (8, True)
    assert all(one["best"]["points"] >= one["own"]["points"] for one in told["positions"])


def test_the_command_refuses_a_running_game(anna, boris, now):
    running = start(anna, boris, now=now)
    with pytest.raises(CommandError, match=f"no game {running}, or it has not finished"):
        call_command("analyse", running)
    assert not Analysis.objects.exists()


AS_A_WORKER_WITHOUT_THE_EXTRA = """
import sys
sys.modules["numba"] = None
from celery.bin.celery import main
sys.argv = ["celery", "--app", "lexicon", "worker", "--pool", "solo", "--queues", "analysis"]
main()
"""


def test_a_worker_without_the_extra_refuses_the_queue_and_says_why():
    environment = {**os.environ, "DEBUG": "true", "CELERY_BROKER_URL": "memory://"}
    ended = subprocess.run(
        [sys.executable, "-c", AS_A_WORKER_WITHOUT_THE_EXTRA], capture_output=True, text=True, env=environment
    )
    assert ended.returncode == 1
    assert "The queue `analysis` needs the extra `analysis`: pip install" in ended.stderr
