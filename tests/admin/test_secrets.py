"""Staff play too, so the admin shows nobody, not even superusers, what a player of a running game may not know."""

import json
from itertools import chain

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import Bag, Board, Draft, Event, Game, Hand, Seat
from games.players.models import Player
from games.players.tokens import make_token
from games.robots import practice
from games.rules.values import Order
from tests.tables import hand, look

OURS = ("games", "players", "notifications")
PARTS = [Game, Seat, Bag, Hand, Board, Draft, Event]


def pages(browser, *, of=None):
    """Yield each list of the admin, and the page and history of each object in it."""
    for model in of or [model for model in admin.site._registry if model._meta.app_label in OURS]:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield browser.get(reverse(f"{name}_changelist"))
        for thing in model._default_manager.all():
            yield browser.get(reverse(f"{name}_change", args=[thing.pk]))
            yield browser.get(reverse(f"{name}_history", args=[thing.pk]))


def secrets_of(game):
    tiles = [row.tiles for row in chain(game.bags.all(), game.hands.all()) if row.tiles]
    spelled = [json.dumps(list(text))[1:-1] for text in tiles]
    return [
        *tiles,
        *spelled,
        *(text.replace('"', "&quot;") for text in spelled),
        bytes(game.seed).hex(),
        str(game.seed),
    ]


def test_no_page_of_a_running_game_shows_its_tiles_or_seed(staff, running, anna):
    commands.save_draft(game_id=running.pk, player=anna, name="my secret", layout=["QUIZZICALLY"], now=timezone.now())
    hidden = [*secrets_of(running), "QUIZZICALLY", "my secret"]
    shown = [page for page in pages(staff) if page.status_code == 200]
    assert len(shown) > 20
    for page in shown:
        text = page.content.decode()
        assert not [secret for secret in hidden if secret in text], page.request["PATH_INFO"]


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
def test_no_kind_shows_hidden_tiles_to_staff(staff, anna, kind):
    game_id = practice.open_table(kind=kind.key, player=anna, now=timezone.now())
    practice.visit(game_id=game_id, now=timezone.now())
    game = Game.objects.get(pk=game_id)
    hidden = [secret for secret in secrets_of(game) if len(secret) > 5]
    assert hidden
    assert kind.name in staff.get(reverse("admin:games_game_changelist")).text
    for page in pages(staff, of=[Game, Bag, Hand, Board]):
        assert page.status_code == 200
        assert not [secret for secret in hidden if secret in page.text], page.request["PATH_INFO"]


def test_staff_cannot_change_an_address_or_second_factor(staff, anna):
    """With either, staff could sign in as a player and see what the player sees."""
    row = EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)
    factor = Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": "her secret"})
    page = reverse("admin:account_emailaddress_change", args=[row.pk])
    assert staff.post(page, {"user": anna.pk, "email": "chief@example.org", "primary": "on"}).status_code == 403
    assert staff.get(reverse("admin:account_emailaddress_add")).status_code == 403
    assert staff.get(f"/admin/mfa/authenticator/{factor.pk}/change/").status_code == 404
    row.refresh_from_db()
    assert row.email == anna.email


def test_a_layout_of_a_running_game_is_hidden(staff, running):
    Board.objects.update_or_create(game=running, seat=0, defaults={"layout": "QUIZZICALLY"})
    for page in pages(staff, of=PARTS):
        assert "QUIZZICALLY" not in page.content.decode()


def test_everything_is_shown_after_a_game_ends(staff, finished):
    text = "".join(page.content.decode() for page in pages(staff, of=PARTS))
    for shown in (*finished.hands.exclude(tiles="").values_list("tiles", flat=True), bytes(finished.seed).hex()):
        assert shown in text
    assert "hidden until the game ends" not in text


def test_cuts_are_hidden_before_the_deal(staff, anna):
    game = commands.make_game(kind="crossing", player=anna, seats=2, options={}, now=timezone.now())
    commands.agree(game_id=game, player=anna, cut="my lucky 7", now=timezone.now())
    assert all("my lucky 7" not in page.content.decode() for page in pages(staff, of=PARTS))


@pytest.mark.parametrize(
    ("model", "column"),
    [
        ("bag", "tiles"),
        ("hand", "tiles"),
        ("board", "layout"),
        ("event", "facts"),
        ("game", "state"),
        ("game", "seed"),
        ("game", "hands__tiles"),
        ("hand", "game__seed"),
        ("seat", "cut"),
    ],
)
@pytest.mark.parametrize("how", ["", "__startswith", "__contains", "__gt"])
def test_lists_cannot_be_filtered_by_hidden_columns(staff, running, model, column, how):
    answer = staff.get(reverse(f"admin:games_{model}_changelist"), {column + how: "A"})
    assert answer.status_code == 400


def test_parts_can_be_filtered_by_game(staff, running, finished):
    answer = staff.get(reverse("admin:games_hand_changelist"), {"game": finished.pk})
    assert [hand.game_id for hand in answer.context["cl"].result_list] == [finished.pk] * 2


def test_staff_cannot_see_how_far_a_running_games_stream_was_used(staff, running):
    Bag.objects.filter(game=running).update(words_used=97531)
    assert not [page.request["PATH_INFO"] for page in pages(staff, of=[Game, Bag]) if "97531" in page.text]


def test_hidden_requests_are_not_shown(staff, make):
    game = make(requests_visible=False, tile_set="A20 B20", starting_tiles=2)
    assert not staff.get(reverse("admin:games_event_changelist")).context["cl"].result_list.exists()
    page = staff.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert "hidden until the game ends" in page
    assert "hidden until the game ends" in staff.get(reverse("admin:games_game_changelist")).content.decode()


def test_tokens_are_never_shown(staff, anna):
    secret = make_token(player=anna, name="phone", scope="play", now=timezone.now())
    sha256 = anna.api_tokens.get().sha256
    for page in pages(staff):
        text = page.content.decode()
        assert secret not in text
        assert sha256 not in text


def test_events_hidden_from_other_players_are_hidden_from_staff(staff, running, boris):
    page = reverse("admin:games_game_change", args=[running.pk])
    look(running.pk, boris, at=timezone.now())
    shown = staff.get(page).text
    assert " deal " in shown
    one_tile = Order("GRID", {"layout": [hand(running.pk, boris)[0]]})
    commands.play(game_id=running.pk, player=boris, orders=[one_tile], now=timezone.now())
    assert "submit" in running.events.values_list("verb", flat=True)
    assert staff.get(page).text.count("<div>") == shown.count("<div>")
    assert not staff.get(reverse("admin:games_event_changelist")).context["cl"].result_list.exists()
    event = running.events.get(verb="submit")
    assert staff.get(reverse("admin:games_event_change", args=[event.pk])).status_code == 302


def test_staff_cannot_see_the_history_of_a_game_they_play(client, running, anna):
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    client.force_login(anna)
    assert "<label>History:</label>" not in client.get(reverse("admin:games_game_change", args=[running.pk])).text
