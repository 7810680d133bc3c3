"""Staff view a game as one of its players, and see no tiles, drafts or notes."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import Player
from games.robots import practice
from tests.admin.test_secrets import secrets_of

WHY = "Boris writes that he cannot move."


def page_of(game):
    return reverse("admin:games_game_look", args=[game.pk])


def look_as(browser, game, seat=1, reason=WHY):
    return browser.post(page_of(game), {"seat": str(seat), "reason": reason})


def test_staff_can_see_what_a_game_waits_for(staff, running):
    assert page_of(running) in staff.get(reverse("admin:games_game_change", args=[running.pk])).text
    assert staff.get(page_of(running)).status_code == 200
    page = look_as(staff, running)
    assert "The game waits for Boris: look at the new tiles." in page.text
    assert LogEntry.objects.get().change_message == f"LOOK seat=1: {WHY}"


def test_looking_changes_nothing(staff, running):
    before = Game.objects.get(pk=running.pk)
    look_as(staff, running, seat=1)
    after = Game.objects.get(pk=running.pk)
    assert (after.version, after.state) == (before.version, before.state)


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
def test_no_tile_draft_or_note_is_shown(staff, anna, kind):
    game = Game.objects.get(pk=practice.open_table(kind=kind.key, player=anna, now=timezone.now()))
    seat = game.seats.get(player=anna).number
    commands.keep_note(game_id=game.pk, player=anna, text="my secret note")
    if kind.layouts:
        commands.look(game_id=game.pk, player=anna, now=timezone.now())
        commands.save_draft(game_id=game.pk, player=anna, name="my draft", layout=["QUIZZICALLY"], now=timezone.now())
    hidden = [secret for secret in secrets_of(Game.objects.get(pk=game.pk)) if len(secret) > 5]
    hidden += ["my secret note", "my draft", "QUIZZICALLY"]
    page = look_as(staff, game, seat=seat)
    assert "<caption>History</caption>" in page.text
    assert not [secret for secret in hidden if secret in page.text]


def test_a_hidden_request_is_not_revealed(staff, make, anna):
    game = make(requests_visible=False, tile_set="A20 B20", starting_tiles=2)
    told_before = look_as(staff, game, seat=0).context["awaited"]
    commands.look(game_id=game.pk, player=anna, now=timezone.now())
    assert look_as(staff, game, seat=0).context["awaited"] == told_before


def test_a_game_in_its_lobby_can_be_looked_at_too(staff, anna):
    game_id = commands.make_game(kind="crossing", player=anna, seats=2, options={}, now=timezone.now())
    commands.agree(game_id=game_id, player=anna, cut="my lucky 7", now=timezone.now())
    page = look_as(staff, Game.objects.get(pk=game_id), seat=0)
    assert "The game isn’t waiting for Anna." in page.text
    assert "my lucky 7" not in page.text


@pytest.mark.parametrize(("seat", "reason"), [(0, ""), (7, WHY), ("", WHY)])
def test_nothing_is_shown_without_a_reason_and_a_player(staff, running, seat, reason):
    page = look_as(staff, running, seat=seat, reason=reason)
    assert "awaited" not in page.context
    assert not LogEntry.objects.exists()


def test_staff_cannot_look_at_a_game_they_play(client, running, anna):
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    client.force_login(anna)
    page = client.post(page_of(running), {"seat": "1", "reason": WHY}, follow=True)
    assert "You’re playing in this game. Somebody else on the staff must do this." in page.text
    assert not LogEntry.objects.exists()


def test_looking_needs_permission_to_view_games(client, running, dmitri):
    dmitri.is_staff = True
    dmitri.save()
    client.force_login(dmitri)
    assert look_as(client, running).status_code == 403
