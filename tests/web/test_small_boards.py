"""The small boards of lists and cards: what each reader sees, and that nobody sees more."""

import re

import pytest
from django.utils import timezone

from games import store
from games.models import Game
from games.rules import registry
from games.rules.small_board import SmallBoard
from games.tasks import make_puzzles
from games.web.board import draw_small
from tests.tables import complete, look, order, start
from tests.web.test_table_replay import REPLAYED, played

pytestmark = pytest.mark.django_db


def letters(page):
    return [re.sub(r"<[^>]+>", "", one) for one in re.findall(r'<svg class="small-board".*?</svg>', page.text, re.S)]


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_board_survives_packing_and_unpacking(kind):
    sample = registry.kind(kind).sample
    if sample is not None:
        assert SmallBoard.unpack(sample.packed) == sample
        assert "</svg>" in draw_small(sample.packed)


def test_a_layout_is_shown_only_to_its_player_until_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    assert letters(browser_of(anna).get("/")) == ["AA"]
    assert letters(browser_of(boris).get("/")) == [""]
    assert all(one != "AA" for one in letters(browser_of().get("/play/")))
    assert Game.objects.get(pk=game_id).picture == "."
    order(game_id, boris, "resign", at=now)
    for reader, address in ((anna, "/"), (boris, "/"), (None, "/play/")):
        assert "AA" in letters(browser_of(reader).get(address))
    assert letters(browser_of(boris).get("/games/finished/")) == ["AA"]


def test_the_board_of_a_private_game_is_hidden_from_others(anna, boris, dmitri, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2, listed=False)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    order(game_id, boris, "resign", at=now)
    assert Game.objects.get(pk=game_id).picture == "AA"
    for reader in (dmitri, None):
        for address in ("/", "/play/"):
            assert "AA" not in letters(browser_of(reader).get(address))


@pytest.mark.parametrize("kind", REPLAYED)
def test_a_list_shows_a_public_game_as_spectators_see_it(kind, anna, boris, browser_of):
    now = timezone.now()
    game_id = played(kind, anna, boris, now=now)
    seen = store.seen_now(game_id, now=now)
    picture = Game.objects.get(pk=game_id).picture
    assert picture == seen.kind.small_board(seen.state, None).packed
    assert draw_small(picture) in browser_of().get("/play/").text


def test_no_list_for_visitors_shows_a_private_game(anna, boris, browser_of):
    game_id = played("crosslet", anna, boris, now=timezone.now(), listed=False)
    for address in ("/", "/play/"):
        page = browser_of().get(address).text
        assert draw_small(Game.objects.get(pk=game_id).picture) not in page
        assert f"/games/{game_id}/" not in page


def test_no_board_appears_twice_on_the_front_page(browser_of):
    make_puzzles()
    boards = [one for one in letters(browser_of().get("/")) if one]
    assert len(boards) == len(set(boards))
