"""The analysis of better layouts: in the replay, on the result and on its own page, but not before the game has ended."""

from dataclasses import replace

import pytest

from games.models import Analysis, Seat
from games.players.models import Player
from games.queries.analysis import AnalysisView, Laid, Position
from games.robots import analysis
from tests.api.conftest import Program
from tests.positions import just_now
from tests.tables import ask, complete, look, order, start

pytestmark = pytest.mark.django_db

FEW_LIGHTS = {"tile_set": "A4 E4", "starting_tiles": 2}


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def nearly_over(anna, boris, now):
    """A game in which Anna has called red and Boris may still lay."""
    game_id = start(anna, boris, now=now, listed=False, leeway=0, **FEW_LIGHTS)
    for caller, other in ((anna, boris), (boris, anna), (anna, boris)):
        look(game_id, anna, boris, anna, at=now)
        complete(game_id, other, at=now)
        ask(game_id, caller, at=now)
    return game_id


@pytest.fixture
def finished(nearly_over, boris, now):
    order(nearly_over, boris, "done", at=now)
    return nearly_over


def analyse(now, times):
    for _ in range(times):
        analysis.analyse_one(now=now, steps=5)


def test_no_analysis_is_shown_before_the_end(nearly_over, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{nearly_over}"
    before = client.get(f"{address}/").text
    Analysis.objects.create(pk=nearly_over)  # no real one is created before the end
    after = client.get(f"{address}/")
    assert 'id="turned"' not in before + after.text
    assert 'id="analysis"' not in before + after.text
    assert client.get(f"{address}/analysis/").status_code == 404
    assert client.get(f"{address}/replay.json").status_code == 404
    assert Program(anna).get(f"/games/{nearly_over}/analysis").status_code == 404


def test_the_result_shows_the_progress_of_the_analysis(finished, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{finished}/result/"
    assert "The analysis will start soon." in client.get(address).text
    analyse(now, 3)
    assert (
        "3 of 8 positions analysed. The results are the best we found, not necessarily the best possible."
        in client.get(address).text
    )
    analyse(now, 13)
    assert "8 of 8 positions analysed." in client.get(address).text


def test_replay_steps_show_the_best_found_and_link_to_the_boards(finished, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{finished}"
    assert {
        board["best"] for step in client.get(f"{address}/replay.json").json()["steps"] for board in step["boards"]
    } == {""}
    analyse(now, 8)
    steps = client.get(f"{address}/replay.json").json()["steps"]
    assert all(board["best"].startswith("best we found: ") for step in steps for board in step["boards"])
    assert [step["n"] for step in steps] == [0, 1, 2, 3]
    page = client.get(f"{address}/result/?step=1").text
    assert f'class="best" href="/games/{finished}/analysis/?step=1">best we found: ' in page


def test_boards_of_the_same_step_are_shown_side_by_side(finished, anna, now, browser_of):
    client, address = browser_of(anna), f"/games/{finished}/analysis/"
    assert client.get(address).status_code == 404
    analyse(now, 8)
    at_the_end, earlier = client.get(address), client.get(address, {"step": 1})
    assert [one.says for one in at_the_end.context["compared"]] == ["Anna, at the end", "Boris, at the end"]
    assert [one.says for one in earlier.context["compared"]] == ["Anna, after light 1", "Boris, after light 1"]
    assert [one.says for one in earlier.context["compared"][0].boards] == ["As played", "The best we found"]
    assert [row.says for row in earlier.context["rows"]] == [
        "after the deal",
        "after light 1",
        "after light 2",
        "at the end",
    ]
    assert "0.00 → " in earlier.text
    for wild in ("99", "-1", "x"):
        assert client.get(address, {"step": wild}).context["step"] == 3


def test_the_analysis_of_a_private_game_is_hidden_from_others(finished, dmitri, now, browser_of):
    analyse(now, 8)
    assert browser_of(dmitri).get(f"/games/{finished}/analysis/").status_code == 404
    assert Program(dmitri).get(f"/games/{finished}/analysis").status_code == 404


def test_without_an_analysis_the_result_does_not_mention_it(finished, anna, browser_of, settings):
    Analysis.objects.all().delete()
    settings.ANALYSIS = False
    page = browser_of(anna).get(f"/games/{finished}/result/")
    assert 'id="analysis"' not in page.text
    assert "isn’t available" not in page.text


def test_an_abandoned_analysis_says_so(finished, anna, browser_of):
    Analysis.objects.update(is_given_up=True, due_at=None)
    assert (
        "The analysis took too long twice and was stopped, with"
        in browser_of(anna).get(f"/games/{finished}/result/").text
    )


def test_the_page_costs_six_queries(finished, anna, now, browser_of, django_assert_num_queries):
    analyse(now, 8)
    client = browser_of(anna)
    with django_assert_num_queries(6):
        client.get(f"/games/{finished}/analysis/")


def test_the_api_returns_every_analysed_position(finished, anna, now):
    analyse(now, 8)
    told = Program(anna).get(f"/games/{finished}/analysis").json()
    assert (told["analysed"], told["over"], told["given_up"]) == (8, False, False)
    assert [(one["step"], one["seat"]) for one in told["positions"]] == [(n, seat) for n in range(4) for seat in (0, 1)]
    assert {"layout", "points", "words", "leftover", "score", "shown"} == set(told["positions"][0]["best"])


def test_the_worst_position_is_one_with_tiles_laid():
    best = Laid(("AE", "E."), 9, 1, 0)
    waited = Position(1, 0, 0, "AEE", Laid((), 0, 0, 3), best)
    laid = Position(2, 1, 0, "AEE", Laid(("AE",), 0, 1, 1), replace(best, points=1))
    assert AnalysisView((waited, laid), 2, is_given_up=False, is_over=True).worst is laid
    assert AnalysisView((waited,), 2, is_given_up=False, is_over=True).worst is None


def test_a_guest_can_open_the_analysis_of_their_own_game(finished, anna, now, browser_of):
    client = browser_of()
    client.post("/practice/", {"time_zone": "UTC"})
    guest = Player.objects.get(guest_until__isnull=False)
    Seat.objects.filter(game=finished, player=anna).update(player=guest)
    analyse(now, 8)
    assert client.get(f"/games/{finished}/analysis/").context["analysis"].analysed == 8
