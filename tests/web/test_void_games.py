"""Games that the staff or all their players ended: pages say how, and show no result for a voided one."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import commands, queries
from games.models import Game
from games.players.models import Player
from games.robots import practice
from games.rules.values import StaffAction
from tests.of_pieces import start_of
from tests.positions import just_now
from tests.tables import start


@pytest.fixture
def end(anna, client):
    """Return a function that ends a practice game of Anna's by a staff action and returns what Anna sees then."""
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    client.force_login(anna)

    def end(kind, verb):
        game_id = practice.open_table(kind=kind, player=anna, now=timezone.now())
        commands.govern(game_id=game_id, by=chief, action=StaffAction(verb, "The power is off."), now=timezone.now())
        return game_id

    return end


def begin(key, anna, boris):
    now = just_now()
    return start(anna, boris, now=now) if key == "crossing" else start_of(key, anna, boris, now=now)


def give(client, game_id, verb):
    answer = client.post(f"/games/{game_id}/order/", {"verb": verb, "sure": "yes"})
    assert answer.status_code == 302
    return answer


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
@pytest.mark.parametrize(
    ("verb", "says"),
    [
        ("VOID", "The moderators ended the game without a result: The power is off."),
        ("SCORE", "a moderator or director ended it"),
    ],
)
def test_the_page_of_a_game_says_how_it_ended(client, end, kind, verb, says):
    page = client.get(reverse("game", args=[end(kind.key, verb)]), follow=True)
    assert page.status_code == 200
    assert says in page.text


@pytest.mark.parametrize("key", ["crossing", "crosslet"])
def test_cancelling_a_game_asks_for_confirmation_and_can_be_withdrawn(key, anna, boris, browser_of):
    game_id = begin(key, anna, boris)
    client, address = browser_of(anna), f"/games/{game_id}/"
    assert f"{address}void/confirm/" in client.get(f"{address}more/").text
    asked = client.get(f"{address}void/confirm/").text
    assert "the game ends without a result for anybody" in asked
    assert 'class="button grave" name="verb" value="VOID"' in asked
    give(client, game_id, "VOID")
    assert "Anna asked to cancel the game." in browser_of(boris).get(address).text
    assert 'value="KEEP"' not in browser_of(boris).get(address).text
    page = client.get(address).text
    assert "You asked to cancel the game. It ends when everyone who is still playing agrees." in page
    assert f"{address}void/confirm/" not in client.get(f"{address}more/").text
    assert 'value="KEEP"' in page
    give(client, game_id, "KEEP")
    assert f"{address}void/confirm/" in client.get(f"{address}more/").text
    assert Game.objects.get(pk=game_id).phase != "finished"


@pytest.mark.parametrize("key", ["crossing", "crosslet"])
def test_a_game_all_players_cancel_says_so_and_has_no_result(key, anna, boris, browser_of):
    game_id = begin(key, anna, boris)
    give(browser_of(anna), game_id, "VOID")
    give(browser_of(boris), game_id, "VOID")
    page = browser_of(anna).get(f"/games/{game_id}/", follow=True).text
    assert "No result: this game was voided" in page
    assert "Everyone agreed to cancel the game. It has no result." in page
    (line,) = queries.my_games(player=anna, now=timezone.now()).finished
    assert (line.came, line.result) == ("", "")


@pytest.mark.parametrize("key", ["crossing", "crosslet"])
def test_a_game_with_a_final_deadline_cannot_be_cancelled_by_players(key, anna, boris, browser_of):
    game_id, now = begin(key, anna, boris), timezone.now()
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    hard_end = StaffAction("HARD_END", "x", until=now + timedelta(days=9))
    commands.govern(game_id=game_id, by=chief, action=hard_end, now=now)
    client = browser_of(anna)
    assert "void/confirm/" not in client.get(f"/games/{game_id}/").text
    give(client, game_id, "VOID")
    assert "Only the directors of the tournament can end this game." in client.get(f"/games/{game_id}/").text


def test_a_voided_game_is_listed_without_a_winner(end, anna):
    Game.objects.filter(pk=end("crossing", "VOID")).update(listed=True)
    (shown,) = queries.public_games()
    assert (shown.is_over, shown.says) == (True, "")
    (line,) = queries.my_games(player=anna, now=timezone.now()).finished
    assert (line.came, line.result) == ("", "")


def test_a_voided_game_has_no_replay(client, end):
    game_id = end("crossing", "VOID")
    assert client.get(reverse("replay", args=[game_id])).status_code == 404
    assert client.get(reverse("record", args=[game_id])).status_code == 200
