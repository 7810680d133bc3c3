"""Games that run at the current minute, since pages read the clock, and signed-in browsers."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.positions import just_now
from tests.tables import start


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch):
    """Stop the clock: pages and their ETags contain the minutes left, so pages are only comparable at the same time."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def running_clock(stopped_clock, monkeypatch):
    """Let the clock run, for tests that compare which of two things is newer."""
    monkeypatch.undo()


@pytest.fixture
def game_id(anna, boris):
    """Anna's and Boris's private game, dealt but not looked at yet; a light comes as soon as everyone has looked."""
    return start(anna, boris, now=just_now(), listed=False, leeway=0)


@pytest.fixture
def browser_of():
    """Return a function that makes a signed-in player's client, or a stranger's for None."""

    def sign_in(player=None):
        client = Client()
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


@pytest.fixture
def guest(browser_of):
    """A browser without an account that has pressed *Play a robot*."""
    cache.clear()
    client = browser_of()
    client.post("/practice/", {"time_zone": "Europe/Zurich"})
    return client
