"""An open lobby page: it shows who joins and who accepts, and goes to the game when the tiles are dealt."""

import re

import pytest
from django.utils import timezone

from games import commands
from games.models import Seat
from games.players.models import Invitation, Player
from games.players.tokens import token_of
from tests.codes import confirm_address
from tests.positions import just_now
from tests.tables import make_table

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def lobby(anna):
    """Anna's public lobby with a free seat; she has invited somebody by email."""
    return make_table(anna, seats=2, listed=True, invite=["emil@example.org"], now=just_now())


def test_a_player_who_joins_appears_with_the_next_step(lobby, anna, boris, browser_of):
    client = browser_of(anna)
    assert "every seat is filled" in client.get(f"/games/{lobby}/").text
    commands.join(game_id=lobby, player=boris, now=timezone.now())
    part = client.get(f"/games/{lobby}/seats/", headers=PART).text
    assert "Boris" in part
    assert "Waiting for Boris." in part
    assert "<html" not in part


def test_an_unchanged_lobby_is_not_sent_again(lobby, anna, boris, browser_of):
    client = browser_of(anna)
    etag = client.get(f"/games/{lobby}/seats/", headers=PART)["ETag"]
    assert client.get(f"/games/{lobby}/seats/", headers={**PART, "If-None-Match": etag}).status_code == 304
    commands.join(game_id=lobby, player=boris, now=timezone.now())
    assert client.get(f"/games/{lobby}/seats/", headers={**PART, "If-None-Match": etag}).status_code == 200


def test_the_first_page_polls_only_for_changes(lobby, anna, browser_of):
    client = browser_of(anna)
    page = client.get(f"/games/{lobby}/").text
    etag = re.search(r"If-None-Match&quot;: &quot;(.*?)&quot;}", page)[1].replace("\\&quot;", '"')
    assert client.get(f"/games/{lobby}/seats/", headers={**PART, "If-None-Match": etag}).status_code == 304


def test_a_lobby_left_open_redirects_to_the_game_when_dealt(lobby, anna, boris, browser_of):
    now = timezone.now()
    commands.join(game_id=lobby, player=boris, now=now)
    for player in (anna, boris):
        commands.agree(game_id=lobby, player=player, now=now)
    assert browser_of(anna).get(f"/games/{lobby}/seats/", headers=PART)["HX-Redirect"] == f"/games/{lobby}/"


def test_only_the_inviting_player_sees_invited_addresses(lobby, anna, dmitri, browser_of):
    assert "emil@example.org" in browser_of(anna).get(f"/games/{lobby}/seats/", headers=PART).text
    for reader in (dmitri, None):
        assert "emil@example.org" not in browser_of(reader).get(f"/games/{lobby}/seats/", headers=PART).text


def test_a_private_lobby_is_hidden_from_others(anna, boris, dmitri, browser_of):
    lobby = make_table(anna, boris, listed=False, now=just_now())
    assert browser_of(dmitri).get(f"/games/{lobby}/seats/", headers=PART).status_code == 404
    assert browser_of(dmitri).get(f"/games/{lobby}/seats/", follow=True).status_code == 404


def test_a_partial_opened_as_a_page_redirects_to_the_page(lobby, anna, browser_of):
    assert browser_of(anna).get(f"/games/{lobby}/seats/")["Location"] == f"/games/{lobby}/"


def test_freeing_a_seat_asks_for_confirmation(lobby, anna, boris, browser_of):
    commands.join(game_id=lobby, player=boris, now=timezone.now())
    page = browser_of(anna).get(f"/games/{lobby}/").text
    asks = page.split("Free this seat</summary>")[1]
    assert f"This removes {boris.name} from the game." in asks


def invited_page(game_id):
    return f"/invitations/{token_of(Invitation.objects.get(game=game_id))}/"


@pytest.mark.parametrize("name", ["Jose\u0301", "JOSÉ", "Jo\u200dsé"])
def test_a_newcomer_cannot_use_a_name_like_another_players(lobby, anna, browser_of, name):
    Player.objects.filter(pk=anna.pk).update(name="José")
    Seat.objects.filter(player=anna).update(name="José")
    page = invited_page(lobby)
    answer = browser_of().post(page, {"answer": "join", "name": name, "time_zone": "UTC"}, follow=True)
    assert "Somebody in this game already has this name." in answer.text
    assert Seat.objects.filter(game=lobby).count() == 1


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u200d", "\U000e0041"])
def test_a_newcomer_cannot_use_an_invisible_name(lobby, anna, browser_of, name):
    page = invited_page(lobby)
    answer = browser_of().post(page, {"answer": "join", "name": name, "time_zone": "UTC"}, follow=True)
    assert Seat.objects.filter(game=lobby).count() == 1
    assert "A name can’t contain control characters" in answer.text or "This field is required" in answer.text


def test_a_newcomers_name_is_normalised(lobby, anna, browser_of):
    client = browser_of()
    client.post(invited_page(lobby), {"answer": "join", "name": " Jose\u0301  Luis ", "time_zone": "UTC"})
    confirm_address(client)
    assert list(Seat.objects.filter(game=lobby).order_by("number").values_list("name", flat=True)) == [
        "Anna",
        "José Luis",
    ]
