"""A guest plays at once, keeps everything by signing up or in, and can open no other pages."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from games import commands
from games.models import Event, Game, Seat
from games.players.models import Player
from games.robots import practice
from games.rules import registry
from games.tasks import make_puzzles
from notifications.models import Message, Notice
from notifications.tasks import tell
from tests.positions import just_now
from tests.tables import make_table, start

pytestmark = pytest.mark.django_db
KINDS = tuple(map(registry.kind, registry.KINDS))


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


def their_game():
    return Game.objects.get(has_robots=True)


def sign_up(client, name="Emil"):
    client.post("/accounts/signup/", {"email": f"{name.lower()}@example.org", "name": name})
    code = next(
        line.strip() for line in mail.outbox[-1].body.splitlines() if len(line.strip()) in (7, 9) and "-" in line
    )
    return client.post("/accounts/confirm-email/", {"code": code})


# --- playing ----------------------------------------------------------------------------------------------------------


def test_one_click_on_the_front_page_starts_a_practice_game(browser_of):
    client = browser_of()
    assert 'action="/practice/"' in client.get("/").text
    answer = client.post("/practice/", {"time_zone": "Europe/Zurich"})
    game = their_game()
    assert (game.phase, game.listed) == ("playing", False)
    assert answer["Location"] == f"/games/{game.pk}/"
    page = client.get(f"/games/{game.pk}/").text
    assert "face down" not in page
    assert "Save your games" in page
    guest = Player.objects.get(guest_until__isnull=False)
    assert (guest.is_active, guest.time_zone, guest.is_guest) == (False, "Europe/Zurich", True)


def test_a_guest_can_look_and_finds_the_game_again(guest):
    game = their_game()
    assert guest.post(f"/games/{game.pk}/order/", {"verb": "LOOK"}).status_code in (200, 302)
    assert f'href="/games/{game.pk}/"' in guest.get("/").text
    assert "You’re playing as a guest. Your games are saved in this browser until" in guest.get("/").text


def test_a_guests_game_page_links_to_sign_up_on_a_phone_too(guest):
    game = their_game()
    page = guest.get(f"/games/{game.pk}/").text
    bar = page[page.index('<div class="bar">') : page.index('id="signed-out"')]
    assert f'href="/accounts/signup/?next=/games/{game.pk}/"' in bar
    assert "#talk" not in bar


def test_a_second_game_belongs_to_the_same_guest(guest):
    guest.post("/practice/")
    assert Player.objects.filter(guest_until__isnull=False).count() == 1
    assert Game.objects.filter(made_by__guest_until__isnull=False).count() == 2


def test_the_daily_puzzle_offers_visitors_the_entry_form(browser_of):
    make_puzzles()
    assert 'href="/daily/crossing/"' in browser_of().get("/daily/").text
    for address in ("/", "/daily/crossing/"):
        assert 'id="enter"' in browser_of().get(address).text
    assert Player.objects.filter(guest_until__isnull=False).count() == 0


def test_a_guests_start_page_links_to_games_rules_and_pass_and_play(guest):
    page = guest.get("/").text
    assert "You’re playing as a guest. Your games are saved in this browser until" in page
    for address in ("/daily/", "/play/", "/together/", "/rules/"):
        assert f'href="{address}"' in page, address
    assert 'href="/around/"' in guest.get("/together/").text
    for kind in KINDS:
        assert f'href="/play/{kind.key}/"' in guest.get("/play/").text, kind.key


def forms_on(page):
    """Return the addresses that a page's forms post to, including previews and htmx buttons."""
    found = re.findall(r'<form [^>]*method="post" action="([^"]*)"|(?:data-try|hx-post|hx-get)="([^"]*)"', page)
    return {unescape(one or other).split("#")[0] for one, other in found} - {""}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_no_form_shown_to_a_guest_leads_to_sign_in(guest, kind):
    make_puzzles()
    played = [f"/games/{their_game().pk}/"]
    if kind in practice.kinds():
        played.append(guest.post("/practice/", {"kind": kind.key})["Location"])
    if kind.key == "crossing":
        guest.post(f"{played[-1]}order/", {"verb": "LOOK"})
    me = Player.objects.get(guest_until__isnull=False)
    daily = [f"/daily/{kind.key}/"] if guest.get(f"/daily/{kind.key}/").status_code == 200 else []
    sent = set()
    for page in ("/", "/daily/", f"/play/{kind.key}/", *daily, *played):
        shown = guest.get(page).text
        sent |= forms_on(shown) if f'data-reader="{me.pk}"' in shown else set()
    assert {"/practice/", *(f"{page}try/" for page in daily)} <= sent
    for address in sorted(sent - {"/practice/"}):
        answers = [guest.get(address), guest.post(address, headers={"X-Reader": str(me.pk)})]
        for answer in answers:
            assert answer.status_code != 401, address
            assert not answer.get("Location", "").startswith("/accounts/login/"), address


def test_a_guest_can_let_the_robot_go_on_after_the_first_round(guest):
    game = their_game()
    practice.visit(game_id=game.pk, now=timezone.now())
    assert "round 2" in guest.post(f"/games/{game.pk}/go-on/", follow=True).text
    practice.visit(game_id=game.pk, now=timezone.now())
    assert f'action="/games/{game.pk}/go-on/"' in guest.get(f"/games/{game.pk}/").text


def test_a_guest_is_offered_no_mute(guest):
    page = guest.get(f"/games/{their_game().pk}/").text
    assert "Mute Robot" not in page


# --- other pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/games/new/",
        "/you/",
        "/settings/notifications/",
        "/settings/account/lexicon.json",
        "/settings/account/delete/",
        "/tile-sets/",
    ],
)
def test_account_pages_ask_a_guest_to_sign_in(guest, path):
    assert guest.get(path)["Location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize("path", ["say", "lobby", "mute", "tiles-by-email", "options"])
def test_a_guest_can_neither_chat_nor_invite(guest, path):
    game = their_game()
    answer = guest.post(f"/games/{game.pk}/{path}/", {"text": "hello", "do": "invite", "email": "eve@example.org"})
    assert answer["Location"].startswith("/accounts/login/")
    assert not Event.objects.filter(verb__in=("say", "invited")).exists()
    assert 'id="say"' not in guest.get(f"/games/{game.pk}/").text


def test_a_guest_cannot_join_or_see_other_players_games(guest, anna, boris):
    listed = make_table(anna, seats=2, listed=True, now=just_now())
    assert guest.post(f"/games/{listed}/lobby/", {"do": "join"})["Location"].startswith("/accounts/login/")
    player = Player.objects.get(guest_until__isnull=False)
    with pytest.raises(commands.lobby.store.NoSuchGame):
        commands.join(game_id=listed, player=player, now=timezone.now())
    private = start(anna, boris, now=just_now(), listed=False)
    assert guest.get(f"/games/{private}/")["Location"] == f"/accounts/login/?next=/games/{private}/"


def test_nobody_else_sees_a_guests_game(guest, anna, browser_of):
    game = their_game()
    assert browser_of(anna).get(f"/games/{game.pk}/").status_code == 404
    assert browser_of().get(f"/games/{game.pk}/").status_code == 302
    assert f"/games/{game.pk}/" not in browser_of().get("/").text


def test_a_guest_gets_no_email(guest):
    tell(their_game().pk, now=timezone.now() + timedelta(days=2))
    assert not Message.objects.exists()
    assert not Notice.objects.exists()


def test_a_guest_can_start_every_kind_of_game_in_one_day(guest):
    for kind in set(registry.KINDS) - {their_game().kind}:
        assert guest.post("/practice/", {"kind": kind}).url.startswith("/games/"), kind


def test_a_guest_over_the_daily_limit_is_told_to_create_an_account(guest):
    for _ in range(15):
        Game.objects.update(phase=Game.Phase.FINISHED)
        answer = guest.post("/practice/", {"kind": "lynx"})
    assert Game.objects.count() == 10
    assert answer.url == "/play/lynx/"
    assert "Create an account to create more." in guest.get(answer.url).text


def test_guests_per_ip_address_are_limited(browser_of):
    answers = [browser_of().post("/practice/").status_code for _ in range(7)]
    assert answers == [302] * 5 + [429] * 2
    assert Player.objects.filter(guest_until__isnull=False).count() == 5


# --- signing in -------------------------------------------------------------------------------------------------------


def test_signing_up_moves_the_guests_game_to_the_account(guest, browser_of):
    game = their_game()
    sign_up(guest)
    emil = Player.objects.get(email="emil@example.org")
    assert Seat.objects.get(game=game, number=0).player == emil
    assert Seat.objects.get(game=game, number=0).name == "Emil"
    game.refresh_from_db()
    assert game.made_by == emil
    assert not Player.objects.filter(guest_until__isnull=False).exists()
    page = guest.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "Guest" not in page.text


def test_an_account_takes_over_the_games_of_its_guest(anna, browser_of, guest):
    player = Player.objects.get(guest_until__isnull=False)
    commands.take_over(guest=player, player=anna, now=timezone.now())
    assert f'href="/games/{their_game().pk}/"' in browser_of(anna).get("/").text
    assert guest.get("/").context["user"].is_anonymous


def test_guests_and_their_games_are_deleted_after_thirty_days(guest, anna, boris):
    kept = start(anna, boris)
    commands.remove_guests(before=timezone.now() + timedelta(days=29), most=9)
    assert Game.objects.count() == 2
    Player.objects.filter(guest_until__isnull=False).update(guest_until=timezone.now())
    assert guest.get("/").context["user"].is_anonymous
    commands.remove_guests(before=timezone.now(), most=9)
    assert list(Game.objects.values_list("pk", flat=True)) == [kept]
    assert not Player.objects.filter(guest_until__isnull=False).exists()


# --- the sample -------------------------------------------------------------------------------------------------------


def test_the_sample_board_has_the_data_its_script_needs(browser_of):
    page = browser_of().get("/play/crossing/").text
    assert 'data-rows="C......./A......./KEYBOARD/' in page
    assert 'id="arranging"' in page
    assert "9 ÷ 4" in page  # and without script the picture with its sum


def test_words_of_the_sample_board_can_be_looked_up(browser_of):
    assert browser_of().get("/words.json?of=CAKE,KEKEK").json() == {"words": ["CAKE"]}


def test_the_front_page_has_preview_tags_for_shared_links(browser_of):
    page = browser_of().get("/").text
    for named in (
        'name="description"',
        'property="og:title"',
        'property="og:image" content="http://testserver/static/',
    ):
        assert named in page
