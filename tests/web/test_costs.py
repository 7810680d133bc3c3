"""The cost of a page: a maximum number of queries, however long the game is and whatever its reader has saved."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands
from games.models import Event, Game
from games.players.models import Player
from games.players.tokens import make_token
from games.word_lists.shelf import import_words
from tests.positions import just_now, kept
from tests.tables import ask, look, make_table, order, start, state

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}
ROUNDS = 30
OF_LISTS = {
    "/": 5,
    "/rules/": 2,
    "/you/": 11,
    "/games/finished/": 4,
    "/ratings/": 3,
    "/play/": 5,
    "/play/crossing/": 4,
}
OF_A_STRANGERS_LISTS = {"/": 3, "/rules/": 0, "/ratings/": 1, "/play/": 3, "/play/crossing/": 2}
OF_A_PAGE = 11
OF_NOTHING_NEW = 2  # the session with its player, and the fingerprint


@pytest.fixture
def five(anna, boris, chloe, dmitri):
    return [anna, boris, chloe, dmitri, Player.objects.create_user("eve@example.org", name="Eve")]


@pytest.fixture
def long_game(five):
    """A game in its thirtieth round, in which Anna has drafts and a note and has muted Chloe, who writes a lot."""
    return in_round_thirty(*five, now=just_now())


@kept
def in_round_thirty(*five, now):
    anna, boris, chloe, *_ = five
    game_id = start(*five, now=now, leeway=0, tile_set="A400 E0", starting_tiles=2)
    rows = import_words(["A" * length for length in range(2, ROUNDS + 2)], name="long rows", now=now)
    Game.objects.filter(pk=game_id).update(word_list=rows)
    while state(game_id).round < ROUNDS:
        look(game_id, *five, at=now)
        ask(game_id, boris, at=now)
    look(game_id, *five, at=now)
    ask(game_id, anna, at=now)
    for n in range(12):
        commands.say(game_id=game_id, player=(boris, chloe)[n % 2], text=f"line {n}", now=now)
        commands.save_draft(game_id=game_id, player=anna, name=f"Wild {n}", layout=["AA"], now=now)
    commands.keep_note(game_id=game_id, player=anna, text="Boris has the Q")
    commands.mute_player(game_id=game_id, player=anna, number=2)
    return game_id


@pytest.fixture
def finished(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0)
    look(game_id, anna, boris, at=now)
    ask(game_id, anna, at=now)
    commands.say(game_id=game_id, player=boris, text="Well played", now=now)
    commands.keep_note(game_id=game_id, player=anna, text="Boris has the Q")
    order(game_id, boris, "resign", at=now)
    return game_id


def test_the_queries_of_a_long_game_are_limited(long_game, anna, dmitri, browser_of, django_assert_max_num_queries):
    address = f"/games/{long_game}/"
    for player in (anna, dmitri):
        client = browser_of(player)
        for asked in ({}, PART):
            with django_assert_max_num_queries(OF_A_PAGE):
                page = client.get(address, headers=asked)
            assert page.status_code == 200
            with django_assert_max_num_queries(OF_NOTHING_NEW):
                again = client.get(address, headers={**asked, "If-None-Match": page["ETag"]})
            assert again.status_code == 304


def test_the_queries_of_a_long_game_are_limited_for_visitors(long_game, browser_of, django_assert_max_num_queries):
    client = browser_of()
    with django_assert_max_num_queries(OF_A_PAGE):
        page = client.get(f"/games/{long_game}/")
    assert page.status_code == 200
    with django_assert_max_num_queries(1):
        again = client.get(f"/games/{long_game}/", headers={"If-None-Match": page["ETag"]})
    assert again.status_code == 304


def test_a_confirmation_page_reads_no_history_and_no_drafts(long_game, anna, browser_of, django_assert_max_num_queries):
    client = browser_of(anna)
    with django_assert_max_num_queries(OF_A_PAGE - 3):
        assert client.get(f"/games/{long_game}/resign/confirm/").status_code == 200


def asked(client, address, **headers):
    """Return the number of queries for a page, shown or unchanged."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address, headers=headers).status_code in (200, 304)
    return len(queries)


def test_the_queries_of_a_result_are_limited(finished, anna, boris, browser_of):
    clients, address = [browser_of(reader) for reader in (anna, boris, None)], f"/games/{finished}/result/"
    clients[0].get(address)  # its replay is made once for everyone
    assert [asked(client, address) for client in clients] == [11, 11, 7]
    assert [asked(client, f"{address}?step=0") for client in clients] == [11, 11, 7]


def test_the_queries_of_a_lobby_are_limited(anna, boris, chloe, browser_of):
    invited = [chloe.email, "eve@example.org", "fritz@example.org"]
    game_id = make_table(anna, boris, seats=5, listed=False, invite=invited, now=timezone.now())
    clients, part = [browser_of(reader) for reader in (anna, boris, chloe)], f"/games/{game_id}/seats/"
    assert [asked(client, f"/games/{game_id}/") for client in clients] == [9, 8, 8]
    tags = [client.get(part, headers=PART)["ETag"] for client in clients]
    assert [asked(client, part, **PART) for client in clients] == [8, 8, 8]
    again = [asked(client, part, **PART, if_none_match=tag) for client, tag in zip(clients, tags, strict=True)]
    assert again == [OF_NOTHING_NEW] * 3


def test_the_queries_of_the_api_are_limited(finished, anna, boris, client):
    now = timezone.now()
    for _ in range(3):
        make_table(anna, seats=3, listed=True, now=now)
        start(anna, boris, now=now, listed=True)
    read = {"authorization": f"Bearer {make_token(player=anna, name='bot', scope='read', now=now)}"}
    lists = ("/api/v1/games", "/api/v1/games?mine=1", "/api/v1/games?status=lobby", f"/api/v1/games/{finished}")
    assert [asked(client, address, **read) for address in lists] == [4, 4, 3, 4]


@pytest.mark.usefixtures("running_clock")
def test_the_queries_of_lists_do_not_grow_with_the_games(finished, anna, boris, browser_of, django_assert_num_queries):
    now = timezone.now()
    for _ in range(4):
        start(anna, boris, now=now)
        make_table(anna, boris, seats=3, now=now)
        make_table(boris, seats=2, now=now)
        make_table(boris, seats=2, invite=[anna.email], now=now)
        order(start(anna, boris, now=now), boris, "resign", at=now)
    own, strangers = browser_of(anna), browser_of()
    with django_assert_num_queries(
        OF_LISTS["/"] + 3
    ):  # the games, their parts and seats, when their lines are first worded
        page = own.get("/")
    strangers.get("/")  # the replay on it is made once
    for client, counts in ((own, OF_LISTS), (strangers, OF_A_STRANGERS_LISTS)):
        for address, count in counts.items():
            with django_assert_num_queries(count):
                assert client.get(address).status_code == 200
    again = own.get("/", headers=asks_again(page))
    assert again.status_code == 304
    with django_assert_num_queries(OF_NOTHING_NEW):
        assert own.get("/", headers=asks_again(page)).status_code == 304


def asks_again(page):
    """Return the headers that a start page sends when it reloads its lists."""
    found = page.text.split('hx-headers="')[1].split('"')[0]
    return {**PART, **json.loads(found.replace("&quot;", '"'))}


def test_five_thousand_hidden_submissions_add_no_queries(long_game, chloe, browser_of, django_assert_num_queries):
    last = Game.objects.get(pk=long_game).last_event
    hidden = (
        Event(game_id=long_game, n=n, at=timezone.now(), verb="submit", seat=1, facts={"layout": ["AA"]})
        for n in range(last + 1, last + 5001)
    )
    Event.objects.bulk_create(hidden)
    Game.objects.filter(pk=long_game).update(last_event=last + 5000)
    client = browser_of()
    with django_assert_num_queries(7):  # and the words, which a worker then remembers
        page = client.get(f"/games/{long_game}/")
    assert "submitted a layout" not in page.text
    assert page.text.count("asked for the light") >= 3


def test_the_rest_of_a_history_is_read_only_on_request(long_game, anna, browser_of):
    client = browser_of(anna)
    page, whole = (client.get(f"/games/{long_game}/{asked}").text for asked in ("", "?history=all"))
    part = client.get(f"/games/{long_game}/?history=all", headers=PART)
    assert page.count("asked for the light") < 12 < whole.count("asked for the light")
    assert whole.count("asked for the light") == part.text.count("asked for the light")
    assert "?history=all#past" in page
    assert "?history=all#past" not in whole
    again = client.get(f"/games/{long_game}/?history=all", headers={**PART, "If-None-Match": part["ETag"]})
    assert again.status_code == 304
    assert client.get(f"/games/{long_game}/", headers={**PART, "If-None-Match": part["ETag"]}).status_code == 200


def test_visitors_share_a_cached_page_until_something_happens(long_game, anna, browser_of, django_assert_num_queries):
    first, second, address = browser_of(), browser_of(), f"/games/{long_game}/"
    page = first.get(address)
    with django_assert_num_queries(1):
        assert second.get(address).content == page.content
    commands.say(game_id=long_game, player=anna, text="Good <b>evening</b>", now=timezone.now())
    assert "Good &lt;b&gt;evening&lt;/b&gt;" in second.get(address).text
    assert browser_of(anna).get(address).text != second.get(address).text


def test_a_command_returns_the_updated_page(game_id, anna, boris, browser_of):
    look(game_id, anna, boris, at=timezone.now())
    client, address = browser_of(anna), f"/games/{game_id}/"
    client.get(address)
    answer = client.post(f"{address}layout/", {"layout": "", "do": "submit"}, headers=PART)
    assert answer.status_code == 200
    assert "Submitted. Your layout has no tiles now." in answer.text
    assert 'id="live"' in answer.text
    assert client.get(address, headers={**PART, "If-None-Match": etag_in(answer)}).status_code == 304


def test_the_response_to_a_command_shows_later_moves_of_others(game_id, anna, boris, browser_of):
    look(game_id, anna, boris, at=timezone.now())
    client, asked = browser_of(anna), []

    def boris_asks_first(execute, sql, params, many, context):
        if "noticed, '', CASE" in sql and not asked:  # the order is saved, and the fingerprint is not read yet
            asked.append(ask(game_id, boris, at=timezone.now()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(boris_asks_first):
        answer = client.post(f"/games/{game_id}/layout/", {"layout": "", "do": "submit"}, headers=PART)
    assert "You have 1 new tile." in answer.text  # Boris’s light came at once
    assert "Submitted. Your layout has no tiles now." in answer.text


def etag_in(answer):
    """Return the ETag that the page will send from now on."""
    return re.search(r"hx-headers=\"[^\"]*?If-None-Match[^\"]*?(\\&quot;[0-9a-f]+\\&quot;)", answer.text)[1].replace(
        "\\&quot;", '"'
    )
