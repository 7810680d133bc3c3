"""Lists of games, and views that are not sent again while they are unchanged."""

import pytest

from games.queries.api_view import cached_view
from games.rules import registry
from tests.positions import just_now
from tests.tables import start


def test_my_games_can_be_filtered_by_status(annas, boriss, nobody, make):
    running, over = make(), make()
    boriss.play(over, {"verb": "RESIGN"})
    assert [game["id"] for game in annas.get("/games?mine=1").json()["games"]] == [over, running]
    assert [game["id"] for game in annas.get("/games?mine=1&status=playing").json()["games"]] == [running]
    assert [game["id"] for game in boriss.get("/games?mine=1&status=finished").json()["games"]] == [over]
    assert nobody.get("/games?mine=1").status_code == 401


def test_anyone_can_list_public_games_without_tiles(nobody, annas, make):
    make()
    listed = make(listed=True)
    annas.post(f"/games/{listed}/look")
    games = nobody.get("/games").json()["games"]
    assert [(game["id"], "hand" in game) for game in games] == [(listed, False)]
    assert len(annas.get("/games").json()["games"][0]["hand"]) == 2


def test_a_long_list_is_paginated(annas, anna, boris):
    for _ in range(23):
        start(anna, boris, now=just_now())
    first = annas.get("/games?mine=1").json()
    rest = annas.get(f"/games?mine=1&before={first['older']}").json()
    assert (len(first["games"]), len(rest["games"]), rest["older"]) == (20, 3, None)
    assert len({game["id"] for game in first["games"] + rest["games"]}) == 23


@pytest.mark.parametrize("query", ["status=won", "mine=perhaps", "before=x"])
def test_an_invalid_filter_is_refused_by_name(nobody, query):
    answer = nobody.get(f"/games?{query}")
    assert (answer.status_code, answer.json()["line"]) == (422, query.partition("=")[0])


def test_an_unchanged_view_is_not_sent_again(annas, game):
    first = annas.get(f"/games/{game}")
    again = annas.get(f"/games/{game}", If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_changed_view_is_sent_again(annas, game):
    tag = annas.get(f"/games/{game}")["ETag"]
    annas.post(f"/games/{game}/look")
    assert annas.get(f"/games/{game}", If_None_Match=tag).status_code == 200


def test_a_view_is_cached_until_something_visible_changes(boriss, annas, make):
    game = make()
    annas.post(f"/games/{game}/look")
    boriss.get("/games?mine=1")
    written = cached_view.cache_info().misses
    annas.play(game, {"verb": "GRID", "layout": [annas.view(game)["hand"]]})
    hers = cached_view.cache_info().misses
    assert hers > written
    boriss.get("/games?mine=1")
    assert cached_view.cache_info().misses == hers
    boriss.post(f"/games/{game}/look")
    assert boriss.get("/games?mine=1").json()["games"] == [boriss.view(game)]
    assert cached_view.cache_info().misses == hers + 1


def test_hidden_changes_do_not_change_the_etag(boriss, annas, game):
    annas.post(f"/games/{game}/look")
    before = boriss.get(f"/games/{game}")["ETag"]
    annas.play(game, {"verb": "GRID", "layout": [annas.view(game)["hand"]]})
    assert boriss.get(f"/games/{game}")["ETag"] == before


def test_the_description_names_every_kind_with_its_options(client, db):
    shapes = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    kind = shapes["NewGame"]["properties"]["kind"]
    assert kind["enum"] == list(registry.KINDS)
    assert all(one.name in kind["description"] for one in registry.KINDS.values())
    options = shapes["NewGame"]["properties"]["options"]["anyOf"]
    assert [shape["title"] for shape in options] == [one.name for one in registry.KINDS.values()]
