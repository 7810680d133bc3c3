"""Hidden requests: nothing that others can fetch reveals one, be it pages, parts, lists, the API or ETags."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Game
from games.queries.fingerprints import GAMES_SHOWN
from games.rules.values import Order
from tests.api.conftest import Program
from tests.tables import complete, look, order, start

pytestmark = pytest.mark.django_db

OF_THE_FORM = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def tag_of(page):
    """Return the ETag, except of a whole page, whose ETag includes the minutes."""
    return page.get("ETag") if "<!doctype" not in page.text else None


@pytest.fixture
def seen_by_others(anna, chloe, dmitri, browser_of):
    """Return a function that fetches everything that Anna, Chloe, a spectator and a stranger can, with ETags."""
    readers = [(browser_of(reader), Program(reader)) for reader in (anna, chloe, dmitri, None)]

    def fetch(game_id):
        pages = [
            page
            for browser, _ in readers
            for page in (
                browser.get("/"),
                browser.get("/", headers={"HX-Request": "true"}),
                browser.get(f"/games/{game_id}/"),
                browser.get(f"/games/{game_id}/", headers={"HX-Request": "true"}),
                browser.get(f"/games/{game_id}/record.json"),
            )
        ]
        pages += [
            program.get(address)
            for _, program in readers
            for address in ("/games", f"/games/{game_id}", f"/games/{game_id}/record")
        ]
        return [(page.status_code, OF_THE_FORM.sub("", page.text), tag_of(page)) for page in pages]

    return fetch


@pytest.mark.parametrize("everyone_has_looked", [True, False])
def test_a_hidden_request_changes_nothing_others_can_see(anna, boris, chloe, seen_by_others, everyone_has_looked):
    then = timezone.now() - timedelta(minutes=2)
    game_id = start(anna, boris, chloe, now=then, requests_visible=False, leeway=86400)
    look(game_id, boris, chloe, *([anna] if everyone_has_looked else []), at=then)
    complete(game_id, boris, at=then)
    before = seen_by_others(game_id)
    for verb in ("green", "unask", "green"):
        order(game_id, boris, verb, at=then)
        assert seen_by_others(game_id) == before
    nothing = Order("GRID", {"layout": ()})
    commands.play(game_id=game_id, player=boris, orders=[nothing], now=then)  # and so the request lapses
    assert seen_by_others(game_id) == before


def test_a_hidden_request_does_not_move_its_game_in_lists(anna, boris, chloe, seen_by_others):
    """The request stops the clock for asking, which would have ended before the other game's next deadline."""
    then = timezone.now() - timedelta(minutes=2)
    hidden = start(anna, boris, chloe, now=then, requests_visible=False, leeway=86400, call_within=21600)
    another = start(anna, boris, chloe, now=then, leeway=86400, call_within=43200)
    for game_id in (hidden, another):
        look(game_id, anna, boris, chloe, at=then)
        complete(game_id, boris, at=then)
    before = seen_by_others(hidden)
    for verb in ("green", "unask"):
        order(hidden, boris, verb, at=then)
        assert seen_by_others(hidden) == before


@pytest.mark.parametrize("games", [1, GAMES_SHOWN + 1])
def test_a_hidden_timer_changes_no_list_before_it_is_applied(anna, boris, browser_of, games):
    dealt = timezone.now() - timedelta(minutes=2)
    for n in range(games):
        makers = (anna, boris) if n % 2 else (boris, anna)  # one can create 30 games a day
        game_id = start(*makers, now=dealt, requests_visible=False, leeway=300)
    look(game_id, anna, boris, at=dealt)
    browser = browser_of(anna)
    headers = {"HX-Request": "true"}
    headers["If-None-Match"] = browser.get("/", headers=headers)["ETag"]
    Game.objects.filter(pk=game_id).update(due_at=dealt)  # of a clock that nobody else may know of
    assert browser.get("/", headers=headers).status_code == 304


def test_hidden_actions_do_not_change_the_page_after_the_leeway(anna, boris, browser_of):
    dealt = timezone.now() - timedelta(minutes=10)
    game_id = start(anna, boris, now=dealt, requests_visible=False, leeway=300)
    look(game_id, anna, boris, at=dealt)
    browser, address = browser_of(boris), f"/games/{game_id}/"
    page = browser.get(address, headers={"HX-Request": "true"})
    assert "A light comes as soon as somebody has asked" in page.text
    complete(game_id, anna, at=timezone.now())
    assert browser.get(address, headers={"HX-Request": "true", "If-None-Match": page["ETag"]}).status_code == 304


def test_later_messages_do_not_reveal_hidden_events(anna, boris, browser_of):
    then = timezone.now() - timedelta(minutes=2)
    browser, seen = browser_of(anna), []
    for hides_something in (False, True):
        game_id = start(anna, boris, now=then, seed=bytes(32), requests_visible=False)
        look(game_id, anna, boris, at=then)
        if hides_something:
            complete(game_id, boris, at=then)
            order(game_id, boris, "green", at=then)
        commands.say(game_id=game_id, player=anna, text="Good evening", now=then)
        page = browser.get(f"/games/{game_id}/").text
        of_the_talk = page[page.index('id="lines"') : page.index('id="happened"')]
        view = queries.table(game_id=game_id, player=anna, now=then)
        seen.append((OF_THE_FORM.sub("", of_the_talk).replace(f"/{game_id}/", ""), repr(view.history)))
    assert seen[0] == seen[1]


def test_polling_makes_the_same_queries_after_a_hidden_command(
    anna, boris, chloe, dmitri, browser_of, django_assert_num_queries
):
    now = timezone.now()
    game_id = start(anna, boris, chloe, now=now, requests_visible=False, leeway=86400)
    look(game_id, anna, boris, chloe, at=now)
    readers = [(browser_of(one), count) for one, count in ((anna, 2), (chloe, 2), (dmitri, 2), (None, 1))]

    def ask_again():
        for browser, count in readers:
            with django_assert_num_queries(count):
                answer = browser.get(address, headers={**headers, "If-None-Match": known[browser]})
            assert answer.status_code == 304

    address, headers = f"/games/{game_id}/", {"HX-Request": "true"}
    known = {browser: browser.get(address, headers=headers)["ETag"] for browser, _ in readers}
    ask_again()
    complete(game_id, boris, at=now)
    ask_again()
    for verb in ("green", "unask", "green"):
        order(game_id, boris, verb, at=now)
        ask_again()
    nothing = Order("GRID", {"layout": ()})
    commands.play(game_id=game_id, player=boris, orders=[nothing], now=now)  # and so the request lapses
    ask_again()
