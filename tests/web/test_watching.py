"""Watching a public game: what is public, and that tiles and layouts appear only at the end."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games import queries
from games.models import Game
from games.queries.archive import SEARCHED
from tests.of_pieces import start_of
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, make_table, order, start
from tests.web.test_archive import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(anna, boris):
    """A game in which Anna has laid her tiles and requested a light."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, starting_tiles=8)
    ask(game_id, anna, at=now)
    return game_id


def end(game_id, anna, boris, now):
    look(game_id, anna, boris, at=now)
    complete(game_id, boris, at=now)
    ask(game_id, anna, at=now)
    order(game_id, boris, "done", at=now)


def test_the_page_of_all_games_links_only_to_public_games(anna, boris, browser_of, running):
    private = start(anna, boris, now=just_now(), listed=False)
    page = browser_of().get("/play/").text
    assert f'href="/games/{running}/"' in page
    assert f'href="/games/{private}/"' not in page


def test_a_game_in_a_newer_format_does_not_break_the_page_of_all_games(browser_of, running):
    Game.objects.filter(pk=running).update(format=99)
    page = browser_of().get("/play/")
    assert page.status_code == 200
    assert f'href="/games/{running}/"' in page.text


def test_a_game_that_has_not_started_cannot_be_watched(anna, boris):
    make_table(anna, boris, listed=True, now=just_now())
    assert queries.public_games() == ()


def test_a_result_says_who_won(anna, boris, browser_of):
    now = timezone.now()
    end(start(anna, boris, now=now, listed=True, leeway=0, **NO_POOL), anna, boris, now)
    (game,) = queries.public_games()
    assert (game.title, game.is_over) == ("Anna and Boris", True)
    assert game.says == "won by Anna and Boris, 0/1=0.00"


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_a_spectator_sees_no_tiles_and_no_layouts(anna, dmitri, browser_of, running, is_signed_in):
    client = browser_of(dmitri if is_signed_in else None)
    page = client.get(f"/games/{running}/").text
    laid = hand(running, anna)
    assert "You’re watching" in page
    assert (
        "Everyone can see who the game waits for, who has asked for the light, what is left in the pool, the history and the chat. Each player’s tiles and layout stay hidden until the end. Then all layouts are shown here with their scores worked out and a replay of every light."
        in page
    )
    assert "Anna" in page
    assert laid not in page
    assert 'class="board' not in page
    told = json.loads(client.get(f"/games/{running}/record.json").text)
    assert [event for event in told["events"] if event["verb"] == "submit"] == []
    assert told["seed"] is None


def test_a_spectator_sees_the_result_at_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, listed=True, leeway=0, **NO_POOL)
    end(game_id, anna, boris, now)
    page = browser_of().get(f"/games/{game_id}/", follow=True)
    assert page.redirect_chain == [(f"/games/{game_id}/result/", 302)]
    assert "share the win" in page.text
    assert "Write a comment" not in page.text


def found(client, asked=""):
    return [
        int(part.partition('/"')[0])
        for part in client.get(f"/watch/{asked}").text.split('class="line" href="/games/')[1:]
    ]


@pytest.fixture
def listed(anna, boris, chloe):
    """A finished game of last week and a running one; two more can't be found: a private one, and a lobby."""
    week_ago = timezone.now() - timedelta(days=7)
    over = start(anna, chloe, now=week_ago)
    order(over, chloe, "resign", at=week_ago)
    running = start_of("lynx", anna, boris, now=just_now())
    start(anna, boris, now=just_now(), listed=False)
    make_table(anna, boris, seats=3, now=just_now())
    return over, running


def test_public_games_can_be_filtered_by_player_kind_and_status(listed, browser_of, dmitri):
    over, running = listed
    for client in (browser_of(), browser_of(dmitri)):
        for asked, fitting in {
            "": [running, over],
            "?now=running": [running],
            "?now=over": [over],
            "?kind=lynx": [running],
            "?kind=handshake": [],
            "?with=anna": [running, over],
            "?with=Chloe&now=over": [over],
            "?with=Chloe&kind=lynx": [],
            f"?before={running}": [over],
        }.items():
            assert found(client, asked) == fitting, asked


def test_filters_of_the_list_are_added_and_removed_with_links(listed, browser_of):
    page = browser_of().get("/watch/?kind=lynx&now=running").text
    assert 'href="/watch/?now=running"' in page
    assert 'href="/watch/?kind=lynx"' in page
    page = browser_of().get("/watch/").text
    for address in ("?now=over", "?kind=lynx", "?with=Chloe"):
        assert f'href="{address}"' in page
    assert 'href="/watch/"' in browser_of().get("/play/").text


@pytest.mark.parametrize(
    ("asked", "right"),
    [("kind=chess", "crosslet"), ("now=soon", "running"), (f"with={'x' * 41}", "40"), ("before=x", "Earlier games")],
)
def test_an_invalid_search_of_public_games_explains_the_error(listed, browser_of, asked, right):
    page = browser_of().get(f"/watch/?{asked}")
    assert page.status_code == 422
    assert right in page.text.split('role="alert"')[1].split("</div>")[0]
    assert found(browser_of(), f"?{asked}") == [*reversed(listed)]


def test_paging_from_a_private_game_does_not_reveal_it(anna, boris, browser_of):
    private = start(anna, boris, now=just_now(), listed=False)
    assert browser_of().get(f"/watch/?before={private}").text == browser_of().get(f"/watch/?before={private + 9}").text


def test_the_page_says_when_no_games_are_found(browser_of, anna, boris):
    assert "Public games will appear here once they start" in browser_of().get("/watch/").text
    start(anna, boris, now=just_now())
    assert "No public games match." in browser_of().get("/watch/?with=Chloe").text


def test_a_search_of_public_games_is_limited_and_can_be_continued(anna, boris, chloe, browser_of):
    rare = start(anna, boris, now=just_now())
    others = copies(start(anna, chloe, now=just_now()), times=SEARCHED)
    assert found(browser_of(), "?with=Boris") == []
    page = browser_of().get("/watch/?with=Boris").text
    assert f"?with=Boris&amp;before={others[1]}" in page
    assert found(browser_of(), f"?with=Boris&before={others[1]}") == [rare]


def test_the_queries_do_not_grow_with_the_public_games(anna, boris, browser_of, django_assert_num_queries):
    client = browser_of()
    for _ in range(3):
        start(anna, boris, now=just_now())
        with django_assert_num_queries(3):  # the games found, then the games and their seats
            client.get("/watch/")
        with django_assert_num_queries(4):  # and how far the search went
            client.get("/watch/?with=Boris&kind=crossing&now=running")
