"""Tile sets in the admin: staff can see and delete them, but not add or change them."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import TileSet
from games.players.models import Player


@pytest.fixture
def saved(anna):
    return commands.save_tile_set(player=anna, name="Rude name", counts="A30 E30", now=timezone.now())


@pytest.fixture(params=["superuser", "moderator"])
def browser(request, db, client):
    if request.param == "superuser":
        player = Player.objects.create_superuser("chief@example.org", name="Chief")
    else:
        player = Player.objects.create_user("mod@example.org", name="Mod", is_staff=True)
        player.groups.add(Group.objects.get(name="moderator"))
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_staff_can_see_and_delete_saved_tile_sets(browser, saved):
    assert "Rude name" in browser.get(reverse("admin:games_tileset_changelist")).text
    assert "Anna" in browser.get(reverse("admin:games_tileset_change", args=[saved.pk])).text
    browser.post(reverse("admin:games_tileset_delete", args=[saved.pk]), {"post": "yes"})
    assert not TileSet.objects.exists()


def test_staff_cannot_add_or_change_one(browser, saved):
    assert browser.get(reverse("admin:games_tileset_add")).status_code == 403
    browser.post(reverse("admin:games_tileset_change", args=[saved.pk]), {"name": "Polite name"})
    assert TileSet.objects.get().name == "Rude name"


def test_staff_with_another_role_cannot_delete_one(saved, boris):
    boris.is_staff = True
    boris.save()
    boris.groups.add(Group.objects.get(name="helper"))
    client = Client()
    client.force_login(boris, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("admin:games_tileset_delete", args=[saved.pk]), {"post": "yes"}).status_code == 403
    assert TileSet.objects.exists()
