"""Several people play one seat: what the lobby offers, and what each of them sees in the game."""

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Seat
from games.players.models import Player
from games.rules.values import Order
from games.web.views.lobby import places_to_choose
from tests.positions import just_now
from tests.tables import complete, hand, look, make_table, order

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def lobby(anna, boris):
    return make_table(anna, boris, people_a_seat=2, now=just_now())


@pytest.fixture
def game_id(lobby, anna, boris, chloe):
    """A game in which Anna and Chloe play the first seat, Boris the other."""
    commands.take_seat(game_id=lobby, player=chloe, number=0, now=timezone.now())
    for player in (anna, boris):
        commands.agree(game_id=lobby, player=player, now=timezone.now())
    return lobby


def test_the_lobby_offers_seats_to_share(lobby, chloe, browser_of):
    client = browser_of(chloe)
    page = client.get(f"/games/{lobby}/").text
    assert "Share Anna’s seat" in page
    assert "Share Boris’s seat" in page
    client.post(f"/games/{lobby}/lobby/", {"do": "sit", "seat": "1"})
    assert Seat.objects.get(game=lobby, player=chloe).number == 1
    assert "Boris &amp; Chloe" in client.get(f"/games/{lobby}/").text


def test_a_full_seat_is_not_offered(lobby, anna, chloe, dmitri, browser_of):
    commands.take_seat(game_id=lobby, player=chloe, number=0, now=timezone.now())
    page = browser_of(dmitri).get(f"/games/{lobby}/").text
    assert "Share Anna &amp; Chloe’s seat" not in page
    assert "Share Boris’s seat" in page
    own = browser_of(anna)
    assert "Stop sharing your seat" in own.get(f"/games/{lobby}/").text
    own.post(f"/games/{lobby}/lobby/", {"do": "free", "seat": "0"})
    assert not Seat.objects.filter(game=lobby, player=chloe).exists()


def test_leaving_a_shared_seat_keeps_the_other_player(lobby, chloe, browser_of):
    commands.take_seat(game_id=lobby, player=chloe, number=0, now=timezone.now())
    browser_of(chloe).post(f"/games/{lobby}/lobby/", {"do": "leave"})
    assert Seat.objects.filter(game=lobby).count() == 2


def test_invited_players_can_share_a_seat_if_none_is_free(anna, boris, browser_of):
    game_id = make_table(anna, boris, people_a_seat=2, listed=False, invite=["eve@example.org"], now=just_now())
    eve = Player.objects.create_user("eve@example.org", name="Eve")
    assert "Share Anna’s seat" in browser_of(eve).get(f"/games/{game_id}/").text
    assert (
        browser_of(Player.objects.create_user("f@example.org", name="F")).get(f"/games/{game_id}/").status_code == 404
    )


def test_partners_see_the_same_hand_and_each_others_names(game_id, anna, chloe, browser_of):
    look(game_id, anna, at=timezone.now())
    for player, other in ((anna, "Chloe"), (chloe, "Anna")):
        page = browser_of(player).get(f"/games/{game_id}/").text
        assert f"You share your seat with {other}." in page
        assert f'data-hand="{"".join(sorted(hand(game_id, anna)))}"' in page


def test_a_submitted_layout_appears_when_the_partner_polls(game_id, anna, chloe, browser_of):
    look(game_id, anna, at=timezone.now())
    client = browser_of(anna)
    etag = client.get(f"/games/{game_id}/", headers=PART)["ETag"]
    complete(game_id, chloe, at=timezone.now())
    part = client.get(f"/games/{game_id}/", headers={**PART, "If-None-Match": etag})
    assert part.status_code == 200
    assert "Submitted for all of you" in part.text
    assert hand(game_id, anna) in part.text


def test_a_draft_is_hidden_from_the_partner_and_others(game_id, anna, boris, chloe, dmitri, browser_of):
    look(game_id, anna, at=timezone.now())
    commands.save_draft(game_id=game_id, player=anna, layout=["AEA"], name="Zanzibar", now=timezone.now())
    assert "Zanzibar" in browser_of(anna).get(f"/games/{game_id}/").text
    for player in (boris, chloe, dmitri):
        assert "Zanzibar" not in browser_of(player).get(f"/games/{game_id}/").text


def test_a_draft_survives_a_submission_by_the_partner(game_id, anna, chloe, browser_of):
    look(game_id, anna, at=timezone.now())
    client = browser_of(anna)
    kept = {"do": "keep", "layout": "A", "draft": "", "name": "", "version": "", "as": "v1"}
    assert client.post(f"/games/{game_id}/drafts/", kept, headers=PART).status_code == 200
    complete(game_id, chloe, at=timezone.now())
    draft = Seat.objects.get(game=game_id, player=anna).drafts.get()
    again = {**kept, "layout": "E", "draft": draft.pk, "version": ["", "v1"], "as": "v2"}
    assert client.post(f"/games/{game_id}/drafts/", again, headers=PART).status_code == 200
    draft.refresh_from_db()
    assert draft.layout == "E"


def test_resigning_leaves_the_seat_to_the_partner(game_id, anna, chloe, browser_of):
    client = browser_of(anna)
    assert (
        "Chloe will keep your seat, and you’ll watch from then on. You can’t undo this."
        in client.get(f"/games/{game_id}/resign/confirm/").text
    )
    look(game_id, chloe, at=timezone.now())
    client.post(f"/games/{game_id}/order/", {"verb": "RESIGN"})
    page = client.get(f"/games/{game_id}/").text
    assert "You’re watching" in page
    assert "data-hand" not in page
    assert (
        "will keep your seat, and you’ll watch from then on. You can’t undo this."
        not in browser_of(chloe).get(f"/games/{game_id}/resign/confirm/").text
    )


def test_a_player_who_left_can_watch_the_private_game(game_id, anna, browser_of):
    commands.play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=timezone.now())
    type(Seat.objects.first().game).objects.filter(pk=game_id).update(listed=False)
    assert browser_of(anna).get(f"/games/{game_id}/").status_code == 200
    assert browser_of(anna).get("/").status_code == 200


def test_a_message_shows_its_author(game_id, anna, boris, chloe, browser_of):
    commands.say(game_id=game_id, player=chloe, text="Hello", now=timezone.now())
    page = browser_of(boris).get(f"/games/{game_id}/").text
    assert 'data-by="0">Chloe</dt>' in page
    assert 'data-by="">Chloe</dt>' in browser_of(anna).get(f"/games/{game_id}/").text


def test_the_result_names_everyone_who_shared_a_seat(game_id, anna, boris, chloe, browser_of):
    look(game_id, anna, boris, at=timezone.now())
    complete(game_id, chloe, at=timezone.now())
    order(game_id, boris, "resign", at=timezone.now())
    for player in (anna, boris, None):
        assert "Anna &amp; Chloe" in browser_of(player).get(f"/games/{game_id}/result/").text


def test_the_replay_works_after_somebody_left_a_shared_seat(game_id, anna, boris, chloe, browser_of):
    look(game_id, anna, boris, at=timezone.now())
    complete(game_id, chloe, at=timezone.now())
    order(game_id, anna, "resign", at=timezone.now())
    order(game_id, boris, "resign", at=timezone.now())
    for player in (anna, chloe):
        assert browser_of(player).get(f"/games/{game_id}/result/?step=0").status_code == 200
        assert browser_of(player).get("/").status_code == 200


def test_an_invited_player_gets_a_free_seat_by_default(anna):
    game_id = make_table(anna, seats=2, people_a_seat=2, listed=False, invite=["boris@example.org"], now=just_now())
    view = queries.table(game_id=game_id, player=anna, now=timezone.now())
    assert [place.number for place in places_to_choose(view)] == [1, 0]
