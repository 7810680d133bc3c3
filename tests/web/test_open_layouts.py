"""Layouts that are public while the game runs, a game's own forfeits, and the page of a live game."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.rules.crossing.options import PACES
from tests.api.conftest import Program
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, make_table, order, start

pytestmark = pytest.mark.django_db

A_PART = {"HX-Request": "true"}


def begin(*players, **options):
    """Start a game in which everyone has looked and Boris, the second, has submitted all his tiles."""
    now = just_now() - timedelta(minutes=2)
    game_id = start(*players, now=now, leeway=86400, **options)
    look(game_id, *players, at=now)
    complete(game_id, players[1], at=now)
    return game_id


def board_of(tiles):
    return f"Words on the board: {tiles}."


@pytest.mark.parametrize("headers", [{}, A_PART])
@pytest.mark.parametrize("reader", ["anna", "dmitri", None])
def test_everyone_sees_revealed_layouts(anna, boris, dmitri, browser_of, reader, headers):
    game_id = begin(anna, boris, layouts_visible="always")
    page = browser_of({"anna": anna, "dmitri": dmitri}.get(reader)).get(f"/games/{game_id}/", headers=headers).text
    assert board_of(hand(game_id, boris)) in page
    assert "Boris submitted a layout." in page


@pytest.mark.parametrize("headers", [{}, A_PART])
@pytest.mark.parametrize("reader", ["anna", "dmitri", None])
def test_layouts_are_hidden_by_default(anna, boris, dmitri, browser_of, reader, headers):
    game_id = begin(anna, boris)
    page = browser_of({"anna": anna, "dmitri": dmitri}.get(reader)).get(f"/games/{game_id}/", headers=headers).text
    assert "Words on the board" not in page
    assert "Boris submitted" not in page


@pytest.mark.parametrize("visible", ["always", "end"])
def test_an_open_page_updates_for_a_layout_only_if_layouts_are_revealed(anna, boris, browser_of, visible):
    game_id = begin(anna, boris, layouts_visible=visible)
    annas = browser_of(anna)
    tag = annas.get(f"/games/{game_id}/", headers=A_PART)["ETag"]
    order(game_id, boris, f"grid\n{hand(game_id, boris)[::-1][:1]}\nend", at=timezone.now())
    again = annas.get(f"/games/{game_id}/", headers=A_PART | {"If-None-Match": tag})
    assert again.status_code == (200 if visible == "always" else 304)


@pytest.mark.parametrize("visible", ["always", "end"])
@pytest.mark.parametrize("reader", ["anna", "dmitri"])
def test_the_api_and_the_record_contain_only_revealed_layouts(anna, boris, dmitri, visible, reader):
    game_id = begin(anna, boris, layouts_visible=visible)
    program = Program({"anna": anna, "dmitri": dmitri}[reader])
    seen = program.get(f"/games/{game_id}").json()
    events = program.get(f"/games/{game_id}/record").json()["events"]
    tiles = hand(game_id, boris)
    if visible == "always":
        (boriss,) = [one for one in seen["layouts"] if one["seat"] == 1]
        assert boriss["layout"] == [tiles]
        assert boriss["score"]["complete"]
        assert [one["layout"] for one in events if one["verb"] == "submit"] == [[tiles]]
    else:
        assert "layouts" not in seen
        assert "submit" not in [one["verb"] for one in events]


def test_revealed_layouts_do_not_reveal_draws_in_the_record(anna, boris, browser_of):
    game_id = begin(anna, boris, layouts_visible="always")
    deal = next(one for one in Program(anna).get(f"/games/{game_id}/record").json()["events"] if one["verb"] == "deal")
    assert deal["draws"][1] is None


def test_a_game_of_twelve_shows_eleven_layouts(anna, boris, chloe, browser_of, django_user_model):
    more = [django_user_model.objects.create_user(email=f"p{n}@example.org", name=f"P{n}") for n in range(9)]
    game_id = begin(anna, boris, chloe, *more, layouts_visible="always")
    page = browser_of(anna).get(f"/games/{game_id}/").text
    others = page.split('id="others"')[1].split("</section>")[0]
    assert others.count("<h3>") == 11
    assert others.count("nothing submitted yet") == 10


MARKED = "<b>Bow</b> & `GREEN`"


def test_a_forfeit_appears_in_the_history_as_plain_text(anna, boris, browser_of):
    game_id = begin(anna, boris, jaywalk_forfeit=MARKED)
    order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}", at=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert "Boris jaywalked. Forfeit: “&lt;b&gt;Bow&lt;/b&gt; &amp; `GREEN`”" in page
    assert "<b>Bow" not in page


def test_invited_players_see_the_forfeits_before_accepting(anna, boris, browser_of):
    game_id = make_table(anna, boris, incomplete_forfeit=MARKED, light_forfeit="All sing")
    page = browser_of(boris).get(f"/games/{game_id}/").text
    assert "&lt;b&gt;Bow&lt;/b&gt; &amp; `GREEN`" in page
    assert "All sing" in page
    assert "<b>Bow" not in page


def finished_with(anna, boris, **options):
    """Play a game of Anna and Boris to the end, in which Boris laid nothing; return its id."""
    now = just_now()
    game_id = start(anna, boris, now=now, **NO_POOL, leeway=0, **options)
    look(game_id, boris, at=now)
    ask(game_id, anna, at=now)
    commands.apply_due(game_id=game_id, now=now)
    order(game_id, boris, "done", at=now)
    return game_id


def test_the_result_says_who_owes_the_forfeit(anna, boris, browser_of):
    game_id = finished_with(anna, boris, incomplete_forfeit=MARKED)
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert "Forfeit for Boris" in page
    assert "&lt;b&gt;Bow&lt;/b&gt; &amp; `GREEN`" in page


def test_the_result_counts_each_players_forfeits(anna, boris, browser_of):
    game_id = finished_with(anna, boris, incomplete_forfeit="Sing")
    for reader in (anna, boris, None):
        assert "Forfeits owed in all: Boris 1" in browser_of(reader).get(f"/games/{game_id}/result/").text


@pytest.mark.parametrize(
    ("options", "is_said"), [({"jaywalk_forfeit": "Sing"}, True), ({"light_forfeit": "All sing"}, False), ({}, False)]
)
def test_the_result_says_if_nobody_owes_a_forfeit(anna, boris, browser_of, options, is_said):
    page = browser_of(anna).get(f"/games/{finished_with(anna, boris, **options)}/result/").text
    assert "Forfeits owed" not in page
    assert ("Nobody owes a forfeit." in page) == is_said


@pytest.mark.parametrize(("options", "seconds"), [({}, 120), (PACES["live"], 3)])
def test_the_page_of_a_live_game_polls_more_often(anna, boris, browser_of, options, seconds):
    game_id = start(anna, boris, now=just_now(), **options)
    assert f'hx-trigger="every {seconds}s, refresh"' in browser_of(anna).get(f"/games/{game_id}/").text


@pytest.mark.parametrize(("options", "seconds"), [({}, 10), (PACES["live"], 3)])
def test_the_lobby_of_a_live_game_polls_more_often(anna, boris, browser_of, options, seconds):
    game_id = make_table(anna, boris, now=just_now(), **options)
    assert f'hx-trigger="every {seconds}s, refresh"' in browser_of(anna).get(f"/games/{game_id}/").text


def test_an_open_lobby_redirects_to_the_game_when_all_have_accepted(anna, boris, browser_of):
    now = timezone.now()
    game_id = make_table(anna, boris, now=now, **PACES["live"])
    commands.agree(game_id=game_id, player=anna, now=now)
    assert (
        "You have accepted. The game starts for everyone at the same time, as soon as all players have accepted. Stay on this page and it will take you to the game."
        in browser_of(anna).get(f"/games/{game_id}/").text
    )
    commands.agree(game_id=game_id, player=boris, now=now)
    answer = browser_of(anna).get(f"/games/{game_id}/seats/", headers=A_PART)
    assert answer["HX-Redirect"] == f"/games/{game_id}/"
