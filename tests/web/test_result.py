"""The result page: every layout with its sum, the seed, and the record that anyone can check."""

import hashlib
import json

import pytest
from django.utils import timezone

from tests.tables import NO_POOL, ask, complete, look, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna, boris):
    """Anna called red; both had laid all they hold."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, listed=False, leeway=0, **NO_POOL)
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    ask(game_id, anna, at=now)
    order(game_id, boris, "done", at=now)
    return game_id


def test_a_finished_game_opens_its_result(finished, anna, browser_of):
    page = browser_of(anna).get(f"/games/{finished}/", follow=True)
    assert page.redirect_chain == [(f"/games/{finished}/result/", 302)]
    assert "Anna and Boris share the win with 0/1=0.00" in page.text
    assert "all 2 tiles laid" in page.text


def test_a_page_left_open_is_sent_to_the_result(finished, anna, browser_of):
    answer = browser_of(anna).get(f"/games/{finished}/", headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == f"/games/{finished}/result/"


def test_the_seed_is_open_and_fits_the_seal(finished, anna, browser_of):
    client = browser_of(anna)
    record = json.loads(client.get(f"/games/{finished}/record.json").text)
    page = client.get(f"/games/{finished}/result/").text
    assert record["seed"] in page
    assert record["commitment"] in page
    seal = hashlib.sha256(b"lexicon-bag-v1" + bytes.fromhex(record["seed"])).hexdigest()
    assert seal == record["commitment"]


def test_a_result_is_as_private_as_its_game(finished, dmitri, browser_of):
    assert browser_of(dmitri).get(f"/games/{finished}/result/").status_code == 404
    assert browser_of(dmitri).get(f"/games/{finished}/record.json").status_code == 404


def test_an_order_after_the_end_is_refused_on_the_result(finished, anna, browser_of):
    answer = browser_of(anna).post(f"/games/{finished}/order/", {"verb": "GREEN"})
    assert answer.status_code == 409
    assert "The game is over. Its result stands." in answer.text


def test_a_running_game_has_no_result_yet(game_id, anna, browser_of):
    assert browser_of(anna).get(f"/games/{game_id}/result/")["Location"] == f"/games/{game_id}/"
