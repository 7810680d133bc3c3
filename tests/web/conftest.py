"""Running games as of this minute, since pages read the clock; and people who are signed in."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.positions import just_now
from tests.tables import start


@pytest.fixture(autouse=True)
def the_clock_stands(monkeypatch):
    """Pages say the minutes left, and so do their ETags: two that are compared are of one instant."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def the_clock_runs(the_clock_stands, monkeypatch):
    """For tests of what is newer than something else."""
    monkeypatch.undo()


@pytest.fixture
def game_id(anna, boris):
    """Anna's and Boris's private game, dealt and not looked at; a light comes as soon as all have looked."""
    return start(anna, boris, now=just_now(), listed=False, leeway=0)


@pytest.fixture
def browser_of():
    """A signed-in player's client; of None, a stranger's."""

    def sign_in(player=None):
        client = Client()
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


@pytest.fixture
def guest(browser_of):
    """A browser without an account that has pressed *Play a robot*, the first to do so."""
    cache.clear()
    client = browser_of()
    client.post("/practice/", {"time_zone": "Europe/Zurich"})
    return client
