"""Previews of orders while their form is filled in: only for their own player, at any time, and stored nowhere."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Event, Game
from tests.of_pieces import give, start_of, table, to_move
from tests.positions import just_now

pytestmark = pytest.mark.django_db

SEAT_AT_THE_CENTRE = "\n".join(["." * 15] * 7 + ["......SEAT....."] + ["." * 15] * 7)


@pytest.fixture
def game_id(anna, boris):
    """A private game of Crosslet in which nothing is laid and both could lay SEAT."""
    made = start_of("crosslet", anna, boris, now=just_now(), listed=False)
    for player in (anna, boris):
        give(made, player, "ACEEQST")
    return made


def tried(client, game_id, text=SEAT_AT_THE_CENTRE, verb="GRID"):
    return client.post(f"/games/{game_id}/try/", {"verb": verb, "field-0": text})


def test_trying_a_play_shows_its_points_and_words(browser_of, game_id, anna, boris):
    mover, other = to_move(game_id, anna, boris)
    for player in (mover, other):  # a player who isn't to move can plan
        page = tried(browser_of(player), game_id).content.decode()
        assert "12 points" in page  # S and A count double, and then the whole word
        assert "✓ SEAT" in page


def test_an_invalid_word_is_marked_with_its_cells(browser_of, game_id, anna):
    page = tried(browser_of(anna), game_id, SEAT_AT_THE_CENTRE.replace("SEAT", "SAET")).content.decode()
    assert '<li class="bad" data-cells="7,6 7,7 7,8 7,9 "' in page
    assert "Not in the word list: SAET." in page


def test_a_trial_changes_nothing(browser_of, game_id, anna):
    before = table(game_id).state, Event.objects.count()
    tried(browser_of(anna), game_id)
    assert (table(game_id).state, Event.objects.count()) == before


def test_a_trial_makes_only_four_queries(browser_of, game_id, anna):
    client = browser_of(anna)
    tried(client, game_id)
    with CaptureQueriesContext(connection) as asked:
        tried(client, game_id)
    assert len(asked) == 4


def test_an_incomplete_play_gets_an_empty_response(browser_of, game_id, anna):
    answer = tried(browser_of(anna), game_id, "8H SE%T")
    assert (answer.status_code, answer.content.decode().strip()) == (200, "")


@pytest.mark.parametrize("verb", ["EXCHANGE", "NONSENSE"])
def test_a_command_that_cannot_be_tried_shows_no_points(browser_of, game_id, anna, verb):
    answer = tried(browser_of(anna), game_id, "A", verb)
    assert answer.status_code == (400 if verb == "NONSENSE" else 200)
    assert "point" not in answer.content.decode()


def test_only_players_in_the_game_can_try_a_play(browser_of, game_id, dmitri):
    assert tried(browser_of(dmitri), game_id).status_code == 404
    Game.objects.filter(pk=game_id).update(listed=True)
    assert tried(browser_of(dmitri), game_id).status_code in (400, 404)
    assert tried(browser_of(), game_id).status_code == 302
