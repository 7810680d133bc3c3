"""Jaywalks by house rules on the page: what the form offers, what it does, and who sees which open tiles."""

import re

import pytest
from django.utils import timezone

from games import queries
from games.models import Bag
from tests.positions import just_now
from tests.tables import hand, look, order, start, state

pytestmark = pytest.mark.django_db
DISTINCT = {"tile_set": "A4 B4 C4 D4 E4 F4", "starting_tiles": 4}


def now():
    return timezone.now()


def begin(anna, boris, **options):
    game_id = start(anna, boris, now=just_now(), **DISTINCT, **options)
    look(game_id, anna, boris, at=now())
    return game_id


def jaywalk(client, game_id, back, take=(), **given):
    form = {"verb": "JAYWALK", "sure": "yes", "field-0": back, "field-1": take, **given}
    return client.post(f"/games/{game_id}/order/", form, follow=True)


def form(client, game_id):
    return client.get(f"/games/{game_id}/jaywalk/confirm/").text


def test_a_game_without_open_tiles_does_not_mention_them(anna, boris, browser_of):
    game_id = begin(anna, boris)
    client = browser_of(anna)
    assert "Open tiles" not in client.get(f"/games/{game_id}/").text
    assert 'name="field-1"' not in form(client, game_id)


def test_open_tiles_are_shown_to_everyone_and_can_be_taken(anna, boris, dmitri, browser_of):
    game_id = begin(anna, boris, face_up=True, listed=True)
    given = hand(game_id, anna)[0]
    assert "Tiles that you give back stay open. Everyone sees them, and anyone can take them with a jaywalk." in form(
        browser_of(anna), game_id
    )
    jaywalk(browser_of(anna), game_id, given)
    for reader in (anna, boris, dmitri):
        page = browser_of(reader).get(f"/games/{game_id}/").text
        assert re.search(rf'Open tiles</p>\s*<ul><li class="tile">{given}<', page)
    taker = browser_of(boris)
    assert f'name="field-1" value="{given}"' in form(taker, game_id)
    back = next(tile for tile in hand(game_id, boris) if tile != given)
    answer = jaywalk(taker, game_id, back, take=given)
    assert f"You swapped {back} for {given}. It is in your rack." in answer.text
    assert state(game_id).face_up == back


def test_open_tiles_are_part_of_page_updates(anna, boris, browser_of):
    game_id = begin(anna, boris, face_up=True)
    order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}", at=now())
    part = browser_of(anna).get(f"/games/{game_id}/", headers={"HX-Request": "true"}).text
    assert "Open tiles" in part


def test_two_tiles_can_be_jaywalked_at_once_if_allowed(anna, boris, browser_of):
    game_id = begin(anna, boris, jaywalk_tiles=2, jaywalk_draw=2)
    client, two = browser_of(anna), [*hand(game_id, anna)[:2]]
    assert form(client, game_id).count('type="checkbox" name="field-0"') == 4
    answer = jaywalk(client, game_id, two)
    assert f"You swapped {two[0]}, {two[1]} for " in answer.text
    assert ". They are in your rack." in answer.text
    assert len(hand(game_id, anna)) == 6
    assert "holds 6 tiles" in browser_of(boris).get(f"/games/{game_id}/").text


def test_the_form_shows_how_many_jaywalks_are_left(anna, boris, browser_of):
    game_id = begin(anna, boris, jaywalk_times=3)
    client = browser_of(anna)
    assert "You can jaywalk 3 more times this round." in form(client, game_id)
    for _ in range(2):
        jaywalk(client, game_id, hand(game_id, anna)[0])
    assert "You can jaywalk once more this round." in form(client, game_id)
    jaywalk(client, game_id, hand(game_id, anna)[0])
    assert "You have already jaywalked 3 times this round. You can jaywalk again next round." in form(client, game_id)


def test_a_form_that_is_sent_twice_jaywalks_once(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), tile_set="A60 E2", starting_tiles=6, jaywalk_times=3)
    look(game_id, anna, boris, at=now())
    client = browser_of(anna)
    (left,) = re.findall(r'name="left" value="(\d)"', form(client, game_id))
    assert "You swapped A for " in jaywalk(client, game_id, "A", left=left).text
    again = jaywalk(client, game_id, "A", left=left)
    assert (
        "You have jaywalked since this page was loaded. Check which tiles you hold now, then choose again."
        in again.text
    )
    assert state(game_id).jaywalked == (0,)
    assert 'name="left" value="2"' in again.text


def test_a_refusal_keeps_the_selected_tiles(anna, boris, browser_of):
    game_id = begin(anna, boris, jaywalk_tiles=2)
    three = [*hand(game_id, anna)[:3]]
    answer = jaywalk(browser_of(anna), game_id, three)
    assert "choose 1 to 2 of those shown." in answer.text
    assert len(re.findall(r'name="field-0" value="." checked', answer.text)) == 3


def test_a_tile_that_is_not_open_is_refused_and_the_open_tiles_shown(anna, boris, browser_of):
    game_id = begin(anna, boris, face_up=True)
    order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}", at=now())
    missing = next(tile for tile in "ABCDEF" if tile != state(game_id).face_up)
    tile = hand(game_id, anna)[0]
    answer = jaywalk(browser_of(anna), game_id, tile, missing)
    assert "Open tile to take: choose 0 to 1 of those shown." in answer.text
    assert f'name="field-1" value="{state(game_id).face_up}"' in answer.text
    assert f'name="field-0" value="{tile}" checked' in answer.text


def test_only_an_open_tile_can_be_taken_if_the_pool_is_too_small(anna, boris, browser_of):
    game_id = begin(anna, boris, face_up=True, jaywalk_times=5)
    order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}", at=now())
    Bag.objects.filter(game=game_id, name="pool").update(tiles="")
    page = form(browser_of(anna), game_id)
    assert "The pool is too small. Take an open tile." in page
    assert "Choose none to draw a random tile from the pool." not in page


def test_jaywalking_is_not_offered_if_nobody_may_jaywalk(anna, boris, browser_of):
    game_id = begin(anna, boris, jaywalk="nobody")
    client = browser_of(anna)
    assert "jaywalk" not in client.get(f"/games/{game_id}/").text.lower().partition('id="agreed"')[0]
    assert client.get(f"/games/{game_id}/jaywalk/confirm/").status_code == 302


@pytest.mark.parametrize("face_up", [True, False])
def test_others_see_only_open_tiles_in_the_record(anna, boris, dmitri, browser_of, face_up):
    game_id = begin(anna, boris, face_up=face_up, jaywalk_draw=2, listed=True)
    order(game_id, anna, f"jaywalk {hand(game_id, anna)[0]}", at=now())
    for reader in (boris, dmitri):
        record = queries.record(game_id=game_id, player=reader, now=now())
        (told,) = (event for event in record["events"] if event["verb"] == "jaywalk")
        assert told.keys() - {"n", "at"} == {"verb", "seat", "returned" if face_up else "count"}
