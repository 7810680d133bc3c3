"""The preview image of a shared link: only of public games, and without tiles that a stranger may not see."""

from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image

from games import commands
from games.models import Game
from games.players.models import Player
from games.rules import registry
from games.rules.values import Order
from games.web.preview import draw_preview
from tests.of_pieces import start_of
from tests.tables import complete, look, make_table, order, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", registry.KINDS)
def test_each_kind_has_a_picture_for_its_invitations(kind, browser_of):
    answer = browser_of().get(f"/previews/{kind}.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert browser_of().get("/previews/chess.png").status_code == 404


def test_a_long_title_fits_the_picture():
    title = "Wolfeschlegelsteinhausenbergerdorff and Anna-Maria share the win with 35/20=1.75"
    assert Image.open(BytesIO(draw_preview("AA", title, "Lexicon Crossing"))).size == (1200, 630)


def test_only_the_result_of_a_public_game_has_a_preview(anna, boris, browser_of):
    now = timezone.now()
    for is_listed in (True, False):
        game_id = start(anna, boris, now=now, leeway=0, listed=is_listed)
        order(game_id, boris, "resign", at=now)
        page = browser_of(anna).get(f"/games/{game_id}/result/").text
        assert (f"/games/{game_id}/preview.png" in page) == is_listed
        for reader in (anna, None):
            answer = browser_of(reader).get(f"/games/{game_id}/preview.png")
            assert answer.status_code == (200 if is_listed else 404)


def test_only_a_public_lobby_has_a_preview(anna, browser_of):
    for is_listed in (True, False):
        game_id = make_table(anna, seats=2, listed=is_listed, now=timezone.now())
        page = browser_of(anna).get(f"/games/{game_id}/").text
        assert (f"/games/{game_id}/preview.png" in page) == is_listed
        assert browser_of().get(f"/games/{game_id}/preview.png").status_code == (200 if is_listed else 404)


def test_a_preview_shows_no_layout_before_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    sample = registry.kind("crossing").sample.packed
    for reader in (anna, boris, None):
        shown = browser_of(reader).get(f"/games/{game_id}/preview.png").content
        assert shown == draw_preview(sample, "Anna and Boris", "Lexicon Crossing")
    order(game_id, boris, "resign", at=now)
    shown = browser_of().get(f"/games/{game_id}/preview.png").content
    headline = browser_of().get(f"/games/{game_id}/result/").context["headline"]
    assert shown == draw_preview("AA", headline, "Lexicon Crossing")


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_player_shares_their_own_result_of_a_private_game(kind, anna, boris, chloe, browser_of):
    now = timezone.now()
    players = [anna, boris, chloe][: max(2, registry.kind(kind).seats[0])]
    game_id = start_of(kind, *players, now=now, listed=False)
    address = f"/games/{game_id}/result.png"
    assert browser_of(anna).get(address).status_code == 404
    for player in players[1:]:
        commands.play(game_id=game_id, player=player, orders=[Order("RESIGN", {})], now=now)
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert address in page
    assert f'data-share="http://testserver/play/{kind}/"' in page
    assert "This game is private." in page
    answer = browser_of(anna).get(address)
    assert answer["Content-Type"] == "image/png"
    assert "private" in answer["Cache-Control"]
    for stranger in (browser_of(), browser_of(Player.objects.create_user("dmitri@example.org", name="Dmitri"))):
        assert stranger.get(address).status_code == 404


def test_a_shared_result_shows_nothing_of_others(anna, boris, browser_of):
    now, pictures = timezone.now(), []
    for name, others in (("Boris", "AA"), ("Bartholomew", "AAA")):
        Player.objects.filter(pk=boris.pk).update(name=name)
        game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=3, listed=False)
        look(game_id, anna, boris, at=now)
        order(game_id, anna, "GRID\nAAA\nEND", at=now)
        order(game_id, boris, f"GRID\n{others}\nEND", at=now)
        order(game_id, boris, "resign", at=now)
        pictures.append(browser_of(anna).get(f"/games/{game_id}/result.png").content)
        own = browser_of(anna).get(f"/games/{game_id}/result/").context["own_result"]
        assert name not in own
        assert pictures[-1] == draw_preview("AAA", own, "Lexicon Crossing")
    assert pictures[0] == pictures[1]


def test_a_guest_shares_their_first_result(guest):
    game_id = Game.objects.get().pk
    guest.post(f"/games/{game_id}/order/", {"verb": "RESIGN", "sure": "yes"})
    assert guest.get(f"/games/{game_id}/result.png").status_code == 200
