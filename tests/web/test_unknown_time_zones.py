"""A time zone that this machine doesn't know counts as UTC, wherever one is read."""

from datetime import UTC, datetime

import pytest

from games.players.hours import hours_in
from games.players.models import Player
from games.players.zones import zone_named
from tests.tables import NOON

UNKNOWN = ["Berlin", "", "Europe", "../UTC", "/etc/localtime", "Mars/Olympus Mons", "a\0b", "Zürich", "x" * 64, "."]


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_zone_counts_as_utc(name):
    assert zone_named(name).key == "UTC"
    assert hours_in(name, 0, 0, now=NOON) == hours_in("UTC", 0, 0, now=NOON)


def test_a_known_zone_is_itself():
    assert datetime(2026, 7, 1, 12, tzinfo=UTC).astimezone(zone_named("Europe/Zurich")).hour == 14


@pytest.mark.parametrize("name", ["Berlin", "Europe", ""])
def test_a_player_with_an_unknown_zone_can_use_pages_and_change_it(anna, browser_of, name):
    Player.objects.filter(pk=anna.pk).update(time_zone=name)
    client = browser_of(anna)
    for page in ("/", "/you/", "/settings/account/?zones=all", "/settings/notifications/", "/settings/vacation/"):
        assert client.get(page).status_code == 200
    assert '<option value="UTC"' in client.get("/settings/account/").text
    kept = {"do": "save", "name": "Anna", "language": "en", "time_zone": "Europe/Berlin", "page_shown_to": "all"}
    client.post("/settings/account/", kept)
    anna.refresh_from_db()
    assert anna.time_zone == "Europe/Berlin"


def test_an_old_zone_name_is_still_offered_to_players_who_use_it(anna, browser_of):
    Player.objects.filter(pk=anna.pk).update(time_zone="GMT")
    assert '<option value="GMT" selected>' in browser_of(anna).get("/settings/account/").text
