"""A club's games: its members join and watch them, nothing reveals them to strangers, and former members can't watch
them any more."""

import json

import pytest

from games import commands
from games.commands import clubs
from games.models import Game, GuestClub, Seat, Tally
from games.players.models import Membership, Player
from games.players.tokens import make_token
from games.queries.clubs import MEMBERS_SHOWN
from games.queries.figures import figures_of
from games.rules.values import OrderRefused
from games.store import NoSuchGame
from tests.positions import just_now
from tests.tables import look, make_table, only_words, order, start
from tests.web.test_clubs import found, let_in

pytestmark = pytest.mark.django_db
CLUB = "Nightjars"


@pytest.fixture
def club_id(anna, boris, chloe):
    """Anna's club, with Boris and Chloe as members and Dmitri as none."""
    club_id = found(anna, CLUB)
    let_in(club_id, anna, boris, chloe)
    return club_id


@pytest.fixture
def table(club_id, anna):
    return make_table(anna, seats=2, listed=False, club=club_id, now=just_now())


@pytest.fixture
def running(club_id, anna, boris):
    return start(anna, boris, listed=False, club=club_id, now=just_now())


@pytest.fixture
def over(running, anna, boris):
    look(running, anna, boris, at=just_now())
    only_words(running, "AA", "AE", "EA", "EE")
    order(running, boris, "resign", at=just_now())
    return running


def exits(browser, game_id, token=None):
    """Return all addresses, on the pages and in the API, that show or list this game to the reader."""
    told, headers = {}, {"Authorization": f"Bearer {token}"} if token else {}
    here = f"/games/{game_id}/"
    own = (
        here,
        *(f"{here}{part}" for part in ("result/", "replay.json", "record.json", "analysis/", "seats/", "words.json")),
    )
    lists = ("/", "/play/", "/play/crossing/", "/watch/", "/watch/?with=Anna", "/statistics/", "/records/")
    for address in (*own, *lists):
        answer = browser.get(address)
        told[address] = answer.status_code == 200 and (here in answer.text or address in own)
    for address in (f"/api/v1/games/{game_id}", f"/api/v1/games/{game_id}/record", f"/api/v1/games/{game_id}/said"):
        told[address] = browser.get(address, headers=headers).status_code == 200
    for address in ("/api/v1/games", "/api/v1/games?with=Anna"):
        games = browser.get(address, headers=headers).json()["games"]
        told[address] = game_id in (one["id"] for one in games)
    return {address for address, is_told in told.items() if is_told}


def outsiders(browser_of, dmitri):
    """A stranger, and a player in no club, each with an API token if they have one."""
    return (browser_of(), None), (browser_of(dmitri), make_token(player=dmitri, name="x", scope="play", now=just_now()))


@pytest.mark.parametrize("state", ["table", "running", "over"])
def test_a_club_game_is_hidden_from_outsiders_but_members_can_watch(state, request, anna, chloe, dmitri, browser_of):
    game_id = request.getfixturevalue(state)
    for browser, token in outsiders(browser_of, dmitri):
        assert exits(browser, game_id, token) == set()
        assert f"/games/{game_id}/" not in browser.get(f"/players/{anna.pk}/").text
        pictures = [browser.get(f"/games/{number}/preview.png") for number in (game_id, 99999)]
        assert pictures[0].status_code == pictures[1].status_code
        assert pictures[0].text.replace(f"/games/{game_id}/", "/games/99999/") == pictures[1].text
    token = make_token(player=chloe, name="x", scope="play", now=just_now())
    told = exits(browser_of(chloe), game_id, token)
    assert {f"/api/v1/games/{game_id}", f"/api/v1/games/{game_id}/record"} <= told
    assert ("/" in told) == (state == "table"), "her start page has the open table, among the others"
    assert not {"/watch/", "/watch/?with=Anna", "/play/", "/api/v1/games", "/records/"} & told, "lists for everybody"
    assert f"/games/{game_id}/" in browser_of(chloe).get(f"/clubs/{Game.objects.get(pk=game_id).club_id}/").text


def test_club_games_do_not_count_in_public_statistics(over, anna):
    commands.count_finished(now=just_now())
    commands.tally_finished(now=just_now())
    assert figures_of(player=anna.pk, is_own=True).kinds[0].games == 1
    assert figures_of(player=anna.pk, is_own=False).kinds == ()
    assert not Tally.objects.filter(player=None).exists()


def test_members_can_join_a_club_game_and_outsiders_cannot(table, chloe, dmitri, browser_of):
    for act in (
        lambda: commands.join(game_id=table, player=dmitri, now=just_now()),
        lambda: commands.agree(game_id=table, player=dmitri, now=just_now()),
        lambda: commands.save_preset_of_game(player=dmitri, game_id=table, name="Mine", now=just_now()),
    ):
        with pytest.raises(NoSuchGame):
            act()
    with pytest.raises(OrderRefused, match="aren’t playing in this game"):
        commands.agree(game_id=table, player=chloe, now=just_now())
    page = browser_of(chloe).get("/").text
    assert CLUB in page
    assert f"/games/{table}/" in page
    commands.join(game_id=table, player=chloe, now=just_now())
    commands.agree(game_id=table, player=chloe, now=just_now())
    assert Game.objects.get(pk=table).phase == Game.Phase.PLAYING


def test_former_members_cannot_watch_but_keep_their_seats(running, club_id, anna, boris, chloe, browser_of):
    here = f"/games/{running}/"
    reader, player = browser_of(chloe), browser_of(boris)
    etag = reader.get(here)["ETag"]
    clubs.leave_club(club_id=club_id, player=chloe)
    clubs.remove_member(club_id=club_id, player=anna, other_id=boris.pk)
    assert reader.get(here).status_code == reader.get(here, headers={"If-None-Match": etag}).status_code == 404
    assert reader.get(f"/clubs/{club_id}/games/").status_code == 404
    assert player.get(here).status_code == 200
    assert Seat.objects.filter(game=running, player=boris).exists()
    assert here not in player.get("/watch/").text


def test_the_games_of_a_closed_club_become_private(running, club_id, anna, chloe, browser_of):
    clubs.close_club(club_id=club_id, player=anna)
    assert browser_of(chloe).get(f"/games/{running}/").status_code == 404
    assert browser_of(anna).get(f"/games/{running}/").status_code == 200


def test_members_of_a_guest_club_can_watch_but_not_join(running, table, chloe, dmitri, browser_of):
    theirs = found(dmitri, "Larks")
    browser = browser_of(dmitri)
    assert browser.get(f"/games/{running}/").status_code == 404
    GuestClub.objects.create(game_id=running, club_id=theirs)
    assert browser.get(f"/games/{running}/").status_code == 200
    assert browser.get(f"/games/{table}/").status_code == 404


def test_a_club_game_is_hidden_from_members_its_creator_has_blocked(table, club_id, anna, chloe, browser_of):
    commands.regard(player=anna, other=chloe, blocks=True, now=just_now())
    browser, here = browser_of(chloe), f"/games/{table}/"
    assert browser.get(here).status_code == 404
    assert not any(here in browser.get(address).text for address in ("/", f"/clubs/{club_id}/"))
    with pytest.raises(NoSuchGame):
        commands.join(game_id=table, player=chloe, now=just_now())


def test_a_game_names_its_club_to_members_but_not_to_invited_players(club_id, anna, dmitri, browser_of):
    table = make_table(anna, seats=2, listed=False, club=club_id, invite=[dmitri.email], now=just_now())
    assert CLUB in browser_of(anna).get(f"/games/{table}/").text
    page = browser_of(dmitri).get(f"/games/{table}/").text
    assert "club game: its members can join and watch" in page
    assert CLUB not in page


def test_only_members_can_create_a_game_for_a_club(club_id, dmitri, browser_of):
    for number in (club_id, 99_999, 2**70):
        with pytest.raises(
            OrderRefused, match=r"You aren’t in that club\. Create the game for one of your own clubs, or for none\."
        ):
            make_table(dmitri, seats=2, club=number)
    form = {"kind": "crossing", "do": "make", "seats": 2, "preset": "daily", "word_list": "open", "club": club_id}
    assert "club" not in browser_of(dmitri).get("/games/new/").context["form"].fields
    browser_of(dmitri).post("/games/new/", form)
    assert not Game.objects.filter(club=club_id).exists()


def test_a_member_can_create_a_game_from_the_club_page(club_id, boris, browser_of):
    browser = browser_of(boris)
    assert f'href="/games/new/?club={club_id}"' in browser.get(f"/clubs/{club_id}/").text
    form = browser.get(f"/games/new/?club={club_id}").context["form"]
    assert form.initial["club"] == club_id
    assert f'name="club" value="{club_id}"' in browser.get(f"/games/new/?club={club_id}").text
    asked = {"kind": "lynx", "who": "friends", "club": club_id, "do": "next"}
    page = browser.post("/games/new/", asked, follow=True)
    assert page.context["form"]["club"].value() == str(club_id)
    answers = {"kind": "crossing", "do": "make", "seats": 2, "preset": "daily", "word_list": "open", "club": club_id}
    options = {name: value for name, value in form.initial.items() if name not in answers and value is not None}
    made = browser.post("/games/new/", {**options, **answers})
    game = Game.objects.get(club=club_id)
    assert made["Location"] == f"/games/{game.pk}/"
    assert not game.listed


def test_the_api_can_create_club_games_and_shows_their_club(club_id, boris, chloe, dmitri, browser_of):
    def post(player, **asked):
        token = make_token(player=player, name="x", scope="play", now=just_now())
        body = json.dumps({"kind": "crossing", "seats": 2, **asked})
        headers = {"Authorization": f"Bearer {token}"}
        return browser_of().post("/api/v1/games", body, content_type="application/json", headers=headers)

    assert post(dmitri, club=club_id).status_code == 422
    made = post(boris, club=club_id)
    assert made.status_code == 201
    assert made.json()["club"] == club_id
    assert post(boris).json()["club"] is None


def test_the_queries_of_a_club_page_do_not_grow_with_members_and_games(
    club_id, running, table, anna, boris, chloe, browser_of, django_assert_num_queries
):
    browser, address = browser_of(boris), f"/clubs/{club_id}/"
    with django_assert_num_queries(10):
        assert browser.get(address).status_code == 200
    players = [Player(email=f"m{n}@example.org", name=f"Member {n:03}") for n in range(400)]
    Player.objects.bulk_create(players)
    Membership.objects.bulk_create(
        Membership(club_id=club_id, player=one, since=just_now())
        for one in Player.objects.filter(name__startswith="Mem")
    )
    for _ in range(10):
        start(anna, chloe, listed=False, club=club_id, now=just_now())
    with django_assert_num_queries(10):
        page = browser.get(address)
    assert page.text.count('href="/players/') == MEMBERS_SHOWN - 1, "but one's own"
    assert page.context["club"].members_in_all == 403
    assert len(page.context["running"]) == 8
    with django_assert_num_queries(4):
        last = browser.get(f"{address}?page=9")
    assert "Member 399" in last.text
    assert "Member 000" not in last.text
    with django_assert_num_queries(7):
        games = browser.get(f"{address}games/")
    assert len(games.context["games"].lines) == 11


def test_the_games_of_a_club_are_paged_and_searched(over, club_id, anna, chloe, browser_of):
    other = start(anna, chloe, listed=False, club=club_id, now=just_now())
    browser, address = browser_of(chloe), f"/clubs/{club_id}/games/"

    def lines(query=""):
        return [line.id for line in browser.get(address + query).context["games"].lines]

    assert sorted(lines()) == sorted([over, other])
    assert lines("?now=over") == lines("?with=Boris") == [over]
    assert lines(f"?before={other}") == [over]
    assert browser.get(address + "?before=99999").status_code == 422
    assert browser.get("/clubs/99999/games/").status_code == 404


@pytest.mark.parametrize("is_public", [False, True])
def test_a_public_game_names_a_private_club_to_members_only(club_id, is_public, anna, chloe, dmitri, browser_of):
    clubs.change_club(club_id=club_id, player=anna, name=CLUB, about="", is_public=is_public, now=just_now())
    table = make_table(anna, seats=2, listed=True, club=club_id, now=just_now())

    def told(player):
        secret = player and make_token(player=player, name="x", scope="play", now=just_now())
        headers = {"Authorization": f"Bearer {secret}"} if player else {}
        one = browser_of().get(f"/api/v1/games/{table}", headers=headers).json()["club"]
        listed = browser_of().get("/api/v1/games", headers=headers).json()["games"]
        assert [game["club"] for game in listed] == [one]
        return one

    assert [told(player) for player in (anna, chloe)] == [club_id, club_id]
    assert [told(player) for player in (dmitri, None)] == [club_id if is_public else None] * 2
