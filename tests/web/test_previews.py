"""The preview image of a shared link: only of public games, and without tiles that a stranger may not see."""

from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image

from games.rules import registry
from games.web.preview import draw_preview
from tests.tables import complete, look, make_table, order, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", registry.KINDS)
def test_each_kind_has_a_picture_for_its_invitations(kind, browser_of):
    answer = browser_of().get(f"/previews/{kind}.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert browser_of().get("/previews/chess.png").status_code == 404


def test_a_long_name_has_room():
    title = "Wolfeschlegelsteinhausenbergerdorff and Anna-Maria share the win with 35/20=1.75"
    assert Image.open(BytesIO(draw_preview("AA", title, "Lexicon Crossing"))).size == (1200, 630)


def test_the_result_of_a_listed_game_has_a_picture_and_a_private_one_none(anna, boris, browser_of):
    now = timezone.now()
    for is_listed in (True, False):
        game_id = start(anna, boris, now=now, leeway=0, listed=is_listed)
        order(game_id, boris, "resign", at=now)
        page = browser_of(anna).get(f"/games/{game_id}/result/").text
        assert (f"/games/{game_id}/preview.png" in page) == is_listed
        for reader in (anna, None):
            answer = browser_of(reader).get(f"/games/{game_id}/preview.png")
            assert answer.status_code == (200 if is_listed else 404)


def test_an_open_table_has_a_picture_and_a_private_one_none(anna, browser_of):
    for is_listed in (True, False):
        game_id = make_table(anna, seats=2, listed=is_listed, now=timezone.now())
        page = browser_of(anna).get(f"/games/{game_id}/").text
        assert (f"/games/{game_id}/preview.png" in page) == is_listed
        assert browser_of().get(f"/games/{game_id}/preview.png").status_code == (200 if is_listed else 404)


def test_no_layout_is_in_a_picture_before_the_end(anna, boris, browser_of):
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
