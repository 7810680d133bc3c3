"""The page of each kind: how it is played, open games, best scores; and nothing of private games."""

import re

import pytest
from django.utils import timezone

from games import queries
from games.models import Game, Seat
from games.rules import registry
from tests.positions import just_now
from tests.tables import make_table, order, start

pytestmark = pytest.mark.django_db


def finish(anna, boris, *, score, **options):
    """Finish a game of Anna's, which Boris has resigned, with this score for her."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, **options)
    order(game_id, boris, "resign", at=now)
    Seat.objects.filter(game=game_id, player=anna).update(score=score, result=f"={score}")
    return game_id


@pytest.mark.parametrize("kind", registry.KINDS)
def test_each_kind_has_a_page_with_its_rules_in_brief(kind, anna, browser_of):
    for reader in (None, anna):
        page = browser_of(reader).get(f"/play/{kind}/").text
        assert "Rules in brief" in page
        assert ("Play a robot" in page) is (registry.kind(kind).practice is not None)
    assert browser_of().get("/play/chess/").status_code == 404


def test_the_page_of_a_kind_lists_only_its_open_games(anna, dmitri, browser_of):
    here = make_table(anna, seats=2, listed=True, now=just_now())
    private = make_table(anna, seats=2, listed=False, now=just_now())
    for reader in (None, dmitri):
        client = browser_of(reader)
        assert f'id="open-{here}"' in client.get("/play/crossing/").text
        assert f'id="open-{private}"' not in client.get("/play/crossing/").text
        assert f'id="open-{here}"' not in client.get("/play/crosslet/").text
        assert f'id="open-{here}"' in client.get("/play/").text
    assert "Create the first one" in client.get("/play/crosslet/").text


def test_best_scores_come_from_finished_public_games_between_people(anna, boris, browser_of):
    low, high = (finish(anna, boris, score=score, listed=True) for score in (1.5, 2.5))
    private = finish(anna, boris, score=9.5, listed=False)
    with_robots = finish(anna, boris, score=8.5, listed=True)
    Game.objects.filter(pk=with_robots).update(has_robots=True)
    running = start(anna, boris, now=just_now(), listed=True)
    best = queries.best_scores(kind="crossing")
    assert [(one.game_id, one.names, one.shown) for one in best] == [(high, "Anna", "=2.5"), (low, "Anna", "=1.5")]
    page = browser_of().get("/play/crossing/").text
    assert 'aria-label="1st place"' in page
    for hidden in (private, running):
        assert f"/games/{hidden}/result/" not in page


@pytest.mark.parametrize("kind", registry.KINDS)
def test_the_page_of_a_kind_links_to_a_new_game_of_it(kind, anna, browser_of):
    for reader in (None, anna):
        assert f'href="/games/new/?kind={kind}"' in browser_of(reader).get(f"/play/{kind}/").text
    assert browser_of().get(f"/games/new/?kind={kind}")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("kind", registry.KINDS)
def test_tabs_link_all_pages_about_a_kind(kind, browser_of):
    stranger = browser_of()
    tabs = re.findall(r'href="([^"]+)"', tabs_of(stranger.get(f"/play/{kind}/").text))
    own = ["/tactics/", "/records/"] if registry.kind(kind).layouts else []
    assert tabs == [
        *(f"/play/{kind}/", f"/rules/{kind}/", *own, f"/statistics/?kind={kind}", f"/ratings/{kind}/"),
        f"/watch/?kind={kind}",
    ]
    for tab in tabs:
        page = stranger.get(tab).text
        shown = tabs_of(page)
        assert re.findall(r'href="([^"]+)" aria-current="page"', shown) == [tab]
        assert re.findall(r'href="([^"]+)"', shown) == tabs
        assert '<a href="/play/">Explore</a>' in page


def tabs_of(page):
    return page.split('<nav class="tabs"')[1].split("</nav>")[0]


def test_the_watch_page_has_no_tabs_without_a_known_kind(browser_of):
    for address in ("/watch/", "/watch/?kind=chess"):
        assert 'class="tabs"' not in browser_of().get(address).text


def test_explore_lists_all_kinds_each_with_its_own_picture(browser_of):
    page = browser_of().get("/play/").text
    for kind in registry.KINDS:
        assert f'href="/play/{kind}/"' in page
    pictures = re.findall(r'<span class="picture">(.*?)</span>', page, re.S)
    assert len(set(pictures)) == len(registry.KINDS)


TRIED = {
    "crosslet": ({"field-0": "5H WAR"}, "7 points"),
    "lynx": ({"field-0": "4A", "field-1": "CAT"}, "6 points"),
    "scannergram": ({"field-0": "6", "field-1": "WAX"}, "differs in"),
}


@pytest.mark.parametrize("kind", registry.KINDS)
def test_anybody_can_try_a_position_and_nothing_is_saved(kind, browser_of):
    stranger = browser_of()
    assert ("data-try" in stranger.get(f"/play/{kind}/").text) == (kind in TRIED)
    sent, told = TRIED.get(kind, ({}, ""))
    answer = stranger.post(f"/play/{kind}/try/", sent)
    assert answer.status_code == (200 if kind in TRIED else 404)
    assert told in answer.text
    assert not Game.objects.exists()
    assert not stranger.session.keys()
