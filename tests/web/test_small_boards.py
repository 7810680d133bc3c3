"""The boards in small of lists and cards: what each reader is shown, and that nobody is shown more."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import queries, store
from games.models import Game
from games.rules import registry
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.web.board import draw_moving, draw_small
from tests.tables import ask, complete, look, order, start
from tests.web.test_table_film import FILMED, played

pytestmark = pytest.mark.django_db


def letters(page):
    return [re.sub(r"<[^>]+>", "", one) for one in re.findall(r'<svg class="small-board".*?</svg>', page.text, re.S)]


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_packed_board_is_the_same_unpacked(kind):
    sample = registry.kind(kind).sample
    if sample is not None:
        assert SmallBoard.unpack(sample.packed) == sample
        assert "</svg>" in draw_small(sample.packed)


def test_a_layout_is_shown_to_its_player_alone_until_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    assert letters(browser_of(anna).get("/")) == ["AA"]
    assert letters(browser_of(boris).get("/")) == [""]
    assert all(one != "AA" for one in letters(browser_of().get("/")))
    assert Game.objects.get(pk=game_id).picture == "."
    order(game_id, boris, "resign", at=now)
    for reader in (anna, boris, None):
        assert "AA" in letters(browser_of(reader).get("/"))
    assert letters(browser_of(boris).get("/games/finished/")) == ["AA"]


def test_the_board_of_a_private_game_is_shown_to_no_stranger(anna, boris, dmitri, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2, listed=False)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    order(game_id, boris, "resign", at=now)
    assert Game.objects.get(pk=game_id).picture == "AA"
    for reader in (dmitri, None):
        assert "AA" not in letters(browser_of(reader).get("/"))


def test_the_front_page_shows_a_public_game_move_by_move_and_nothing_of_a_private_one(anna, boris, browser_of):
    now = timezone.now()
    private = played("crosslet", anna, boris, now=now, listed=False)
    assert 'class="moves"' not in browser_of().get("/").text
    with pytest.raises(store.NoSuchGame):
        queries.moving_board(game_id=private, is_over=False, now=now)
    running = played("crosslet", anna, boris, now=now)
    frames = queries.moving_board(game_id=running, is_over=False, now=now)
    assert len(frames) > 2
    assert frames[-1] == Game.objects.get(pk=running).picture
    page = browser_of().get("/")
    assert re.search(r'class="moves".*?<g class="from-1">', page.text, re.S)
    with CaptureQueriesContext(connection) as asked:
        browser_of().get("/")
    assert not [one for one in asked if "games_event" in one["sql"]]  # it is kept


@pytest.mark.parametrize("kind", FILMED)
def test_the_film_of_a_running_game_holds_only_what_onlookers_were_shown(kind, anna, boris):
    now, shown = timezone.now(), set()

    def note(game_id):
        shown.add(Game.objects.get(pk=game_id).picture)

    game_id = played(kind, anna, boris, now=now, after_each=note)
    note(game_id)
    frames = queries.moving_board(game_id=game_id, is_over=False, now=now)
    assert len(frames) > 1
    assert set(frames) <= shown


def test_the_film_of_a_winner_who_submitted_late_begins_with_nothing(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2)
    look(game_id, anna, boris, at=now)
    ask(game_id, boris, at=now)
    look(game_id, anna, at=now)
    complete(game_id, anna, at=now)
    order(game_id, boris, "resign", at=now)
    frames = queries.moving_board(game_id=game_id, is_over=True, now=now)
    assert frames[0] == SmallBoard(NOTHING_LAID).packed
    assert "from-1" in draw_moving(frames)


def test_layouts_that_are_hidden_are_in_no_film_until_the_end(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="A30 E0", starting_tiles=2)
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    assert queries.moving_board(game_id=game_id, is_over=False, now=now) == ()
