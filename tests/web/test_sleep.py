"""Sleeping hours on one's own page, and their effect in a lobby."""

import pytest

from games.players.models import Player
from tests.tables import make_table

pytestmark = pytest.mark.django_db


def test_sleeping_hours_can_be_set_and_removed(browser_of, anna):
    browser = browser_of(anna)
    told = browser.post(
        "/settings/vacation/", {"do": "sleep", "asleep": "23:00", "awake": "07:30"}, follow=True
    ).content.decode()
    kept = Player.objects.get(pk=anna.pk)
    assert (kept.asleep_from, kept.asleep_for) == (23 * 60, 510)
    assert 'value="23:00"' in told
    assert "A clock of 24 hours started now would end on" in told
    browser.post("/settings/vacation/", {"do": "sleep", "asleep": "", "awake": ""})
    assert Player.objects.get(pk=anna.pk).asleep_for == 0


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"asleep": "23:00", "awake": ""}, "Enter both times or neither."),
        ({"asleep": "20:00", "awake": "07:00"}, "You can set at most 10 hours of sleep."),
    ],
)
def test_invalid_sleeping_hours_are_refused(browser_of, anna, sent, why):
    told = browser_of(anna).post("/settings/vacation/", {"do": "sleep", **sent}, follow=True).content.decode()
    assert why in told
    assert Player.objects.get(pk=anna.pk).asleep_for == 0


def test_a_lobby_shows_when_the_first_deadlines_would_be(browser_of, anna, boris):
    game_id = make_table(anna, seats=2, nights="stand")
    page = browser_of(boris).get(f"/games/{game_id}/").content.decode()
    assert "If the game started now, the first deadlines would be:" in page
    assert (
        "If the game started now, the first deadlines would be:"
        not in browser_of(boris).get(f"/games/{make_table(anna, seats=2)}/").content.decode()
    )
