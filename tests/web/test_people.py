"""The pages of people: private notes and choices are only on their player's own pages, and a game closed to somebody
looks as if it didn't exist."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands
from games.models import Game, Seat
from games.players.models import InvitationLink, Player, Regard
from games.players.tokens import make_token
from tests.tables import make_table, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, listed=False)
    order(game_id, boris, "resign", at=now)
    return game_id


@pytest.fixture
def shut(anna, boris, over):
    """A public game of Anna, who has blocked Boris, and a private one that he doesn't know of."""
    commands.regard(player=anna, other=boris, blocks=True, now=timezone.now())
    return [make_table(anna, seats=3, listed=listed, now=timezone.now()) for listed in (True, False)]


def test_a_player_can_follow_note_and_block_on_a_player_page(over, anna, boris, browser_of):
    client, address = browser_of(anna), f"/players/{boris.pk}/"
    assert address in client.get("/people/").text
    assert client.get(f"/people/{boris.pk}/")["Location"] == address
    assert "1 finished game" in client.get(address).text
    assert f"/games/{over}/" in client.get("/games/finished/?with=Boris").text
    client.post(address, {"do": "follow"})
    client.post(address, {"do": "note", "note": "Plays <late>"})
    page = client.get("/people/").text
    assert "Following" in page
    assert "Plays &lt;late&gt;" in page
    client.post(address, {"do": "block"})
    assert "Blocked" in client.get("/people/").text
    assert client.post(address, {"do": "follow"}, follow=True).text.count("Unblock them before you follow them.") == 1
    assert client.post(address, {"do": "dance"}).status_code == 400


def test_players_not_met_have_no_visible_page(anna, dmitri, browser_of):
    client = browser_of(anna)
    bodies = {client.get(f"/players/{number}/").content for number in (dmitri.pk, 99_999, 10**25)}
    assert len(bodies) == 1
    assert client.post(f"/players/{dmitri.pk}/", {"do": "block"}).status_code == 404
    assert browser_of().post(f"/players/{anna.pk}/", {"do": "block"}).status_code == 302


def test_a_game_closed_to_a_blocked_player_looks_like_a_private_game(shut, boris, browser_of):
    client, answers = browser_of(boris), []
    for game_id in shut:
        seen = []
        for path in ("", "seats/", "record.json", "words.json?words=AE", "result/"):
            with CaptureQueriesContext(connection) as asked:
                page = client.get(f"/games/{game_id}/{path}")
            seen.append((page.status_code, page.content, len(asked)))
        for do in ("join", "agree", "leave", "invite", "cancel"):
            page = client.post(f"/games/{game_id}/lobby/", {"do": do, "email": "eve@example.org"})
            seen.append((page.status_code, page.content))
        seen.append(client.post(f"/games/{game_id}/say/", {"text": "Hello"}).status_code)
        answers.append(repr(seen).replace(f"/games/{game_id}/", "/games/N/"))
    assert answers[0].count("404") >= 8
    assert answers[0] == answers[1]
    assert f"/games/{shut[0]}/" not in client.get("/").text + client.get("/play/").text


def test_a_program_of_a_blocked_player_sees_no_difference(shut, boris, client):
    now = timezone.now()
    key = {"authorization": f"Bearer {make_token(player=boris, name='bot', scope='play', now=now)}"}
    answers = []
    for game_id in shut:
        found = [client.get(f"/api/v1/games/{game_id}{path}", headers=key) for path in ("", "/record")]
        found += [
            client.post(f"/api/v1/games/{game_id}/{verb}", "{}", content_type="application/json", headers=key)
            for verb in ("join", "agree", "look")
        ]
        answers.append([(one.status_code, one.content) for one in found])
    assert answers[0] == answers[1]
    assert {status for status, _ in answers[0]} == {404}
    assert client.get("/api/v1/games?status=lobby", headers=key).json()["games"] == []


def test_a_link_from_a_blocking_player_looks_withdrawn(shut, anna, boris, browser_of):
    commands.make_link(game_id=shut[1], player=anna, now=timezone.now())
    link, client = f"/join/{InvitationLink.objects.get().link}/", browser_of(boris)
    found, sent = client.get(link), client.post(link)
    InvitationLink.objects.all().delete()
    assert (found.status_code, found.content) == (404, client.get(link).content)
    assert sent.status_code == 404
    assert not Seat.objects.filter(player=boris, game=shut[1]).exists()


def test_pages_do_not_reveal_a_block_to_the_blocked_player(over, anna, boris, browser_of):
    client = browser_of(boris)
    addresses = ("/people/", f"/players/{anna.pk}/", "/you/", f"/games/{over}/result/", "/games/finished/")
    client.get(addresses[3])
    before = [_plain(client.get(address)) for address in addresses]
    commands.regard(player=anna, other=boris, blocks=True, note="Rude", now=timezone.now())
    assert [_plain(client.get(address)) for address in addresses] == before


def _plain(page):
    """Return a page's lines without those that always differ."""
    return [line for line in page.text.splitlines() if "csrf" not in line and "nonce" not in line]


def test_a_program_can_set_and_read_follow_and_note(over, anna, boris, dmitri, client):
    now = timezone.now()
    read, play = (
        {"authorization": f"Bearer {make_token(player=anna, name=scope, scope=scope, now=now)}"}
        for scope in ("read", "play")
    )
    address = f"/api/v1/people/{boris.pk}"
    asked = {"data": '{"follows": true, "note": "Late"}', "content_type": "application/json"}
    assert client.post(address, **asked, headers=read).status_code == 403
    kept = client.post(address, **asked, headers=play).json()
    told = {"id": boris.pk, "name": "Boris", "follows": True, "blocks": False, "note": "Late", "together": 1}
    assert kept == told == client.get(address, headers=read).json()
    assert [one["name"] for one in client.get("/api/v1/people", headers=read).json()["followed"]] == ["Boris"]
    assert client.get(f"/api/v1/people/{dmitri.pk}", headers=read).status_code == 404
    assert client.post(f"/api/v1/people/{dmitri.pk}", **asked, headers=play).status_code == 404
    assert client.get("/api/v1/people").status_code == 401


def test_the_start_page_shows_games_of_followed_players(anna, boris, chloe, browser_of):
    now = timezone.now()
    game_id = start(boris, chloe, now=now, listed=True)
    client = browser_of(anna)
    assert "Games of players you follow" not in client.get("/").text
    commands.regard(player=anna, other=boris, follows=True, now=now)
    page = client.get("/").text
    assert "Games of players you follow" in page
    assert f"/games/{game_id}/" in page


@pytest.mark.parametrize("known", [0, 1, 1000])
def test_the_queries_do_not_grow_with_the_people_one_knows(
    known, over, anna, boris, browser_of, django_assert_num_queries
):
    now = timezone.now()
    others = Player.objects.bulk_create(
        Player(email=f"p{n}@example.org", name=f"Player {n}", language="en") for n in range(known)
    )
    for other in others[:100]:
        commands.regard(player=anna, other=other, follows=True, now=now)
    game = Game.objects.get(pk=over)
    games = Game.objects.bulk_create(
        Game(
            kind="crossing",
            phase="finished",
            seat_count=2,
            options=game.options,
            word_list=game.word_list,
            made_at=now,
            started_at=now,
            finished_at=now,
            commitment="",
            seed=bytes(32),
            state=game.state,
        )
        for _ in others
    )
    Seat.objects.bulk_create(
        Seat(game=one, number=number, player=player, name=player.name, over_at=now)
        for one, other in zip(games, others, strict=True)
        for number, player in enumerate((anna, other))
    )
    client = browser_of(anna)
    with django_assert_num_queries(4):
        assert client.get("/people/").status_code == 200
    with django_assert_num_queries(12):
        assert client.get(f"/players/{boris.pk}/").status_code == 200


def test_many_people_are_paged_and_each_is_listed_once(over, anna, boris, browser_of, django_assert_num_queries):
    now, browser = timezone.now(), browser_of(anna)
    others = Player.objects.bulk_create(
        Player(email=f"p{n}@example.org", name=f"Player {n:03}.", language="en") for n in range(250)
    )
    Regard.objects.bulk_create(
        Regard(player=anna, other=other, follows=n < 90, blocks=n >= 180, note="Late", since=now)
        for n, other in enumerate(others)
    )
    browser.get("/people/")
    with django_assert_num_queries(5):
        first = browser.get("/people/").text
    pages = [first, *(browser.get(f"/people/?page={page}").text for page in (2, 3))]
    assert [page.count("Player ") for page in pages] == [100, 100, 50]
    assert all("".join(pages).count(other.name) == 1 for other in others)
    assert ["Boris" in page for page in pages] == [True, False, False]
    assert ["Blocked" in page for page in pages] == [False, True, True]
    commands.regard(player=anna, other=boris, blocks=True, now=now)
    assert "Boris" not in browser.get("/people/").text  # though they have played


# --- search by name ---------------------------------------------------------------------------------------------------


def found(browser, name):
    """Return the names that a search shows, without those in its form, which repeats the query."""
    return re.findall(r"<strong>([^<]+)</strong>", browser.get("/people/", {"q": name}).text)


def test_a_search_finds_players_by_the_start_of_a_name(anna, boris, browser_of):
    browser = browser_of(boris)
    for asked in ("An", "anna", "  ANN "):
        assert found(browser, asked) == ["Anna"]
    for asked in ("A", "nna", "an%", "_nna", "anna@example.org", "Boris"):
        assert found(browser, asked) == []
    page = browser.get("/people/", {"q": "anna"}).text
    assert anna.email not in page
    assert f'href="/players/{anna.pk}/"' in page


def test_a_search_does_not_find_hidden_pages(over, anna, boris, dmitri, browser_of):
    Player.objects.filter(pk=anna.pk).update(page_shown_to="met")
    assert found(browser_of(boris), "anna") == ["Anna"]
    assert found(browser_of(dmitri), "anna") == []
    Player.objects.filter(pk=anna.pk).update(page_shown_to="nobody")
    assert found(browser_of(boris), "anna") == []


def test_robots_guests_and_players_who_left_are_not_found(boris, browser_of):
    Player.objects.create_user("quick@lexicon.invalid", name="Quick robot")
    Player.objects.create_user("a@guest.invalid", name="Quick guest", guest_until=timezone.now())
    Player.objects.create_user("gone@example.org", name="Quick and gone", is_active=False)
    assert found(browser_of(boris), "quick") == []


def test_a_search_does_not_reveal_who_blocked_the_reader(over, anna, boris, browser_of):
    before = browser_of(boris).get("/people/", {"q": "anna"})
    commands.regard(player=anna, other=boris, blocks=True, now=timezone.now())
    assert _plain(browser_of(boris).get("/people/", {"q": "anna"})) == _plain(before)
    assert found(browser_of(anna), "boris") == []


def test_a_search_shows_at_most_twenty_without_more_queries(anna, boris, browser_of):
    Player.objects.bulk_create(Player(email=f"zoe{n}@example.org", name=f"Zoe {n:02}") for n in range(25))
    browser = browser_of(boris)
    browser.get("/people/")
    with CaptureQueriesContext(
        connection,
    ) as one:
        assert len(found(browser, "anna")) == 1
    with CaptureQueriesContext(connection) as many:
        assert len(found(browser, "zoe")) == 20
    assert len(one) == len(many)
    assert "Only the first 20 are shown." in browser.get("/people/", {"q": "zoe"}).text


def test_visitors_cannot_search(client):
    assert client.get("/people/", {"q": "anna"}).status_code == 302
    assert 'role="search"' not in client.get("/together/").text
