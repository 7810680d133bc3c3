"""Playing again on the pages: the rematch on the result, names to choose, and a link to share."""

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.players.models import Invitation, InvitationLink
from tests.positions import just_now
from tests.tables import make_table, order, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game_id, boris):
    order(game_id, boris, "resign", at=timezone.now())
    return game_id


def test_only_players_of_a_game_are_offered_a_rematch(over, anna, boris, chloe, browser_of):
    page = browser_of(anna).get(f"/games/{over}/result/").text
    assert f'action="/games/{over}/rematch/"' in page
    answer = browser_of(anna).post(f"/games/{over}/rematch/")
    made = Game.objects.get(rematch_of=over)
    assert answer["Location"] == f"/games/{made.pk}/"
    assert "Go to the rematch" in browser_of(anna).get(f"/games/{over}/result/").text
    assert (
        "Anna wants a rematch with the same players and settings."
        in browser_of(boris).get(f"/games/{over}/result/").text
    )
    assert browser_of(boris).post(f"/games/{over}/rematch/")["Location"] == f"/games/{made.pk}/"
    assert browser_of(chloe).post(f"/games/{over}/rematch/").status_code == 404
    assert browser_of().post(f"/games/{over}/rematch/")["Location"].startswith("/accounts/login/")


def test_earlier_opponents_are_offered_in_the_form_of_a_new_game(over, anna, boris, browser_of):
    client = browser_of(anna)
    page = client.get("/games/new/").text
    assert 'name="people" value="Boris"' in page
    assert boris.email not in page
    a_game = {"do": "make", "seats": "2", "preset": "daily", "word_list": "open", "people": "Boris"}
    assert "We’ve sent an invitation to Boris." in client.post("/games/new/", a_game, follow=True).text
    assert Invitation.objects.get().email == boris.email


def test_a_lobby_offers_earlier_opponents(over, anna, browser_of):
    lobby = make_table(anna, seats=2, now=just_now())
    assert '<option value="Boris">' in browser_of(anna).get(f"/games/{lobby}/").text


# --- the link ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def lobby(anna):
    return make_table(anna, seats=2, listed=False, now=just_now())


def link_by_hand(client, lobby):
    client.post(f"/games/{lobby}/lobby/", {"do": "make_link"})
    return f"/join/{InvitationLink.objects.get().link}/"


def test_only_the_creator_sees_the_invitation_link(lobby, anna, boris, browser_of):
    link = link_by_hand(browser_of(anna), lobby)
    assert f'value="http://testserver{link}" readonly' in browser_of(anna).get(f"/games/{lobby}/").text
    sit_down(lobby, boris, now=timezone.now())
    assert link not in browser_of(boris).get(f"/games/{lobby}/").text


def test_a_visitor_with_the_link_sees_who_invites_and_can_sign_up(lobby, anna, browser_of):
    link = link_by_hand(browser_of(anna), lobby)
    page = browser_of().get(link).text
    assert "Anna wants to play Lexicon Crossing with you" in page
    assert f"/accounts/signup/?next={link}" in page
    assert browser_of().post(link, follow=True).status_code == 200
    assert Seat.objects.count() == 1


def test_one_click_takes_the_seat_and_accepts(lobby, anna, boris, browser_of):
    link, client = link_by_hand(browser_of(anna), lobby), browser_of(boris)
    assert 'value="join">Play</button>' in client.get(link).text
    assert Seat.objects.count() == 1
    assert client.post(link, {"cut": "rose 22"})["Location"] == f"/games/{lobby}/"
    assert Game.objects.get(pk=lobby).phase == "playing"
    assert client.get(link)["Location"] == f"/games/{lobby}/"


def test_a_full_game_says_so_and_a_withdrawn_link_is_not_found(lobby, anna, boris, chloe, browser_of):
    link = link_by_hand(browser_of(anna), lobby)
    browser_of(boris).post(link)
    assert "This game has already started." in browser_of(chloe).get(link).text
    assert "This invitation has ended" in browser_of(chloe).post(link, follow=True).text
    other = make_table(anna, seats=2, listed=False, now=just_now())
    browser_of(anna).post(f"/games/{other}/lobby/", {"do": "make_link"})
    link = f"/join/{InvitationLink.objects.get(game=other).link}/"
    browser_of(anna).post(f"/games/{other}/lobby/", {"do": "take_link_back"})
    assert browser_of(chloe).get(link).status_code == 404
    assert browser_of(chloe).post(link).status_code == 404
