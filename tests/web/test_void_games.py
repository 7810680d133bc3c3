"""Games that the staff ended: pages tell how, and of a void one no result."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games import commands, queries
from games.models import Game
from games.players.models import Player
from games.robots import practice


@pytest.fixture
def end(anna, client):
    """Ends a game of Anna's by an act of the staff, as Anna sees it then."""
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    client.force_login(anna)

    def end(kind, verb):
        game_id = practice.open_table(kind=kind, player=anna, now=timezone.now())
        commands.govern(game_id=game_id, by=chief, verb=verb, reason="The power is off.", now=timezone.now())
        return game_id

    return end


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
@pytest.mark.parametrize(
    ("verb", "says"), [("VOID", "No result: the staff made this game void"), ("SCORE", "the staff ended it")]
)
def test_its_page_tells_how_it_ended(client, end, kind, verb, says):
    page = client.get(reverse("game", args=[end(kind.key, verb)]), follow=True)
    assert page.status_code == 200
    assert says in page.text


def test_a_void_game_is_on_no_list_of_winners(end, anna):
    Game.objects.filter(pk=end("crossing", "VOID")).update(listed=True)
    (shown,) = queries.public_games()
    assert (shown.is_over, shown.says) == (True, "")
    (line,) = queries.my_games(player=anna, now=timezone.now()).finished
    assert (line.rank, line.result) == (None, "")


def test_a_void_game_has_no_film(client, end):
    game_id = end("crossing", "VOID")
    assert client.get(reverse("film", args=[game_id])).status_code == 404
    assert client.get(reverse("record", args=[game_id])).status_code == 200
