"""Tournament games: their pages name the tournament that they belong to."""

import re

import pytest

from games.models import Game
from tests.tables import look, make_table, order, start
from tests.tournaments.rows import division, fixture, round_of, tournament

pytestmark = pytest.mark.django_db

SAYS = "Autumn league</a> · round 1, table 1"


@pytest.fixture
def one(anna, boris, now):
    """A round of Anna's and Boris's league."""
    return round_of(division(tournament(anna, boris, now=now)), now=now)


def test_a_game_and_its_result_link_to_their_tournament(client, browser_of, anna, boris, one, now):
    game_id = start(anna, boris, now=now)
    Game.objects.filter(pk=game_id).update(made_by=None)  # like a game that a tournament creates
    fixture(one, 1, 2, phase="playing", game=Game.objects.get(pk=game_id), now=now)
    for reader in (client, browser_of(anna)):
        assert SAYS in reader.get(f"/games/{game_id}/").content.decode()
    look(game_id, boris, at=now)
    order(game_id, boris, "resign", at=now)
    result = client.get(f"/games/{game_id}/result/").content.decode()
    assert SAYS in result
    assert "join by" not in result


def test_a_casual_game_does_not_mention_tournaments(client, anna, boris, now):
    assert "of-a-tournament" not in client.get(f"/games/{start(anna, boris, now=now)}/").content.decode()


def test_a_table_to_join_shows_its_deadline_and_no_way_to_leave(browser_of, anna, one, now):
    made = fixture(one, 1, 2, phase="joining", now=now)
    page = browser_of(anna).get(f"/games/{made.game_id}/").content.decode()
    assert re.search(rf"{SAYS} · <strong>join by \w+", page)
    assert "Accept</button>" in page
    assert "Leave this game" not in page
    assert "the tournament assigns the seats" in page


def test_a_table_to_join_is_accepted_from_the_home_page_with_one_press(browser_of, anna, one, now):
    casual = make_table(anna, seats=2, now=now)
    made = fixture(one, 1, 2, phase="joining", now=now)
    client = browser_of(anna)
    page = client.get("/").content.decode()
    assert client.get("/next/")["Location"] == f"/games/{made.game_id}/"
    assert (
        page.index("Not started")
        < page.index(f'id="game-{casual}"')
        < page.index("Invitations")
        < page.index(f'id="game-{made.game_id}"')
    )
    assert '<button class="button main" name="do" value="accept">' in page
    assert "Decline" not in page
