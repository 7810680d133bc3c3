"""The result page: every layout with its sum, the seed, and the record that anyone can verify."""

import hashlib
import json

import pytest
from django.utils import timezone

from games import commands, queries
from games.players.models import Player
from games.rules.values import Order, StaffAction
from tests.of_pieces import start_of
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna, boris):
    """A game in which Anna called red and both had laid all their tiles."""
    now = just_now()
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


def test_a_page_left_open_is_redirected_to_the_result(finished, anna, browser_of):
    answer = browser_of(anna).get(f"/games/{finished}/", headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == f"/games/{finished}/result/"


def test_the_seed_is_revealed_and_matches_the_commitment(finished, anna, browser_of):
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


def test_a_command_after_the_end_is_refused_on_the_result_page(finished, anna, browser_of):
    answer = browser_of(anna).post(f"/games/{finished}/order/", {"verb": "GREEN"}, follow=True)
    assert "The game is over, and its result is final." in answer.text


def test_a_game_in_progress_has_no_result(game_id, anna, browser_of):
    assert browser_of(anna).get(f"/games/{game_id}/result/")["Location"] == f"/games/{game_id}/"


# --- the sum ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def crossed(anna, boris):
    """A game in which Anna lays four words in a ring, Boris lays nothing, and Anna's red light ends it."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=False, leeway=0, tile_set="E8 A0", starting_tiles=4)
    look(game_id, anna, boris, at=now)
    commands.play(game_id=game_id, player=anna, orders=[Order("GRID", {"layout": ["EE", "EE"]})], now=now)
    order(game_id, anna, "red", at=now)
    order(game_id, boris, "done", at=now)
    return game_id


def test_the_sum_is_shown_term_by_term_and_word_by_word(crossed, anna, browser_of):
    page = browser_of(anna).get(f"/games/{crossed}/result/")
    first, last = page.context["sums"]
    assert "Anna wins, 1.00 to 0.00" in page.text
    assert [final.shown for final in (first.final, last.final)] == ["4/4=1.00", "0/(0+4)=0.00"]
    assert [(tile.letter, tile.points) for tile in first.picture.terms] == [("E", 1)] * 4
    assert [word.text for word in first.picture.words] == ["EE"] * 4
    assert "4 tiles left over: each counts as a word" in page.text


def test_the_summary_says_who_called_red_and_what_was_left(crossed, anna, browser_of):
    page = browser_of(anna).get(f"/games/{crossed}/result/").text
    assert "red light called by Anna" in page
    assert "grace period: 24 hours" in page
    assert "0 tiles left in the pool" in page


# --- the replay -------------------------------------------------------------------------------------------------------

FEW_LIGHTS = {"tile_set": "A4 E4", "starting_tiles": 2}


@pytest.fixture
def finished_game(anna, boris):
    """A game with two green lights and a red one, after which Boris lays his tiles differently."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=False, leeway=0, **FEW_LIGHTS)
    for caller, other in ((anna, boris), (boris, anna), (anna, boris)):
        look(game_id, anna, boris, anna, at=now)
        complete(game_id, other, at=now)
        ask(game_id, caller, at=now)
    commands.play(game_id=game_id, player=boris, orders=[Order("GRID", {"layout": [*hand(game_id, boris)]})], now=now)
    order(game_id, boris, "done", at=now)
    return game_id


def test_a_replay_has_the_deal_every_light_and_the_result(finished_game, anna, browser_of):
    steps = browser_of(anna).get(f"/games/{finished_game}/replay.json").json()["steps"]
    laid = [[len(board["tiles"]) for board in step["boards"]] for step in steps]
    assert [step["says"].partition(",")[0] for step in steps] == [
        "After the deal",
        "After light 1",
        "After light 2",
        "Result",
    ]
    assert laid == [[2, 2], [3, 3], [4, 4], [4, 4]]
    assert {board["shown"] for board in steps[0]["boards"]} == {"0/1=0.00"}


def test_without_scripts_the_page_shows_the_requested_step(finished_game, anna, browser_of):
    client = browser_of(anna)
    page = client.get(f"/games/{finished_game}/result/?step=1")
    assert "After light 1, until" in page.text
    assert [len(sum.frame.picture.squares) for sum in page.context["sums"]] == [3, 3]
    for wild in ("99", "-1", "x", "9" * 5000):
        assert "panel earlier" not in client.get(f"/games/{finished_game}/result/", {"step": wild}).text
    assert "panel earlier" in page.text


def test_cached_boards_respect_names_language_and_access(finished_game, anna, boris, dmitri, browser_of):
    address = f"/games/{finished_game}/result/"

    def boards(reader):
        return browser_of(reader).get(address).text.split('id="results"')[1].split('id="replay"')[0]

    assert "<h2>Boris" in boards(anna) == boards(boris)
    in_english, anna.language = boards(anna), "fr"
    anna.save()
    assert "<h2>Boris" in boards(anna) != in_english
    boris.seats.update(name="")
    assert "Boris" not in boards(anna)
    assert browser_of(dmitri).get(address).status_code == 404


def test_all_steps_of_the_replay_have_the_same_scale(finished_game, anna, browser_of):
    steps = browser_of(anna).get(f"/games/{finished_game}/result/?step=0").context["steps"]
    assert len({(frame.picture.columns, frame.picture.rows) for step in steps for frame in step.frames}) == 1


@pytest.mark.parametrize("options", [{}, {"requests_visible": False}])
def test_nobody_sees_a_replay_of_a_game_in_progress(anna, boris, dmitri, browser_of, options):
    now = just_now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, tile_set="A60 E60", starting_tiles=2, **options)
    ask(game_id, anna, at=now)
    look(game_id, boris, at=now)
    for reader in (None, anna, boris, dmitri):
        client = browser_of(reader)
        assert client.get(f"/games/{game_id}/replay.json").status_code == 404
        assert client.get(f"/games/{game_id}/result/?step=0")["Location"] == f"/games/{game_id}/"
    assert queries.replay(queries.table(game_id=game_id, player=anna, now=now)) == ()


def test_there_is_no_replay_during_the_grace_period(anna, boris, dmitri, browser_of):
    now = just_now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, **NO_POOL)
    look(game_id, anna, boris, at=now)
    ask(game_id, anna, at=now)
    assert browser_of(dmitri).get(f"/games/{game_id}/replay.json").status_code == 404
    assert browser_of(anna).get(f"/games/{game_id}/replay.json").status_code == 404


def test_a_replay_is_as_private_as_its_game(finished_game, dmitri, browser_of):
    assert browser_of(dmitri).get(f"/games/{finished_game}/replay.json").status_code == 404
    assert "/accounts/login/" in browser_of().get(f"/games/{finished_game}/replay.json")["Location"]


def test_a_game_that_ended_before_any_light_has_no_replay_to_show(anna, boris, browser_of):
    now = just_now()
    game_id = start(anna, boris, now=now, listed=False)
    order(game_id, boris, "resign", at=now)
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert 'id="replay"' not in page
    assert "only one player was left" in page


def test_the_result_says_if_the_fewest_points_win(anna, boris, browser_of):
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    game_id = start_of("lexicon_cards", anna, boris, now=just_now())
    commands.govern(game_id=game_id, by=chief, action=StaffAction("SCORE", "The power is off."), now=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert "the fewest points, 0</h1>" in page
