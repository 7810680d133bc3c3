"""The staff and a player at once, with real threads and a real PostgreSQL."""

import pytest
from django.db import connection
from django.test import Client

from games import commands
from games.models import Seat
from games.players.models import Player, Sighting, Suspicion
from games.players.sightings import IN_SESSION as SIGHTED_ON
from games.rules.kind import StaffAction
from tests.tables import NOON, after, complete, happened, look, order, start, state
from tests.test_races import TIMES, assert_whole, at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]
WHY = "Anna’s computer has burnt down."


@pytest.fixture
def chief(db):
    return Player.objects.create_superuser("chief@example.org", name="Chief")


def replace(game_id, by, player, *, seat=0):
    commands.replace_player(game_id=game_id, seat=seat, player=player, by=by, reason=WHY, now=NOON)


@pytest.mark.parametrize("_", range(TIMES))
def test_an_order_of_who_leaves_comes_before_the_replacement_or_not_at_all(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    complete(game_id, anna)
    refused, replaced = at_once(lambda: order(game_id, anna, "green"), lambda: replace(game_id, chief, chloe))
    assert replaced is None
    verbs = [verb for verb, _ in happened(game_id)]
    if refused is None:
        assert verbs.index("ask") < verbs.index("lapse") < verbs.index("replace")
    else:
        assert refused == "You do not play in this game."
        assert "ask" not in verbs
    assert state(game_id).requests == ()
    assert Seat.objects.get(game=game_id, number=0).player == chloe
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_nobody_is_put_into_two_seats_at_once(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    refusals = at_once(lambda: replace(game_id, chief, chloe), lambda: replace(game_id, chief, chloe, seat=1))
    assert sorted(refusals, key=bool) == [None, "Chloe sits at this table already: choose somebody else."]
    assert Seat.objects.filter(game=game_id, player=chloe).count() == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_pause_by_the_staff_comes_before_the_next_light_or_after_it(anna, boris, chief, _):
    game_id = start(anna, boris, leeway=0)
    look(game_id, anna, boris)
    complete(game_id, anna)
    at_once(
        lambda: order(game_id, anna, "green"),
        lambda: commands.govern(game_id=game_id, by=chief, action=StaffAction("PAUSE", WHY), now=NOON),
    )
    verbs = [verb for verb, _ in happened(game_id)]
    assert verbs[-1] == "pause"
    commands.apply_due(game_id=game_id, now=after(days=30))
    assert [verb for verb, _ in happened(game_id)] == verbs
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_two_moderators_decide_a_suspicion_once(anna, boris, chloe, chief, _):
    found = Suspicion.objects.create(
        game_id=start(anna, boris), one=anna, other=boris, score=8, evidence={"is_one_device": True}, found_at=NOON
    )
    told = {"decision": "dismissed", "reason": WHY, "now": NOON}
    refusals = at_once(
        lambda: commands.decide_suspicion(found, staff=chief, **told),
        lambda: commands.decide_suspicion(found, staff=chloe, **told),
    )
    assert sorted(refusals, key=bool) == [None, "This suspicion is decided already."]


@pytest.mark.parametrize("_", range(TIMES))
def test_first_pages_of_a_day_at_once_note_a_browser_once(anna, _):
    first, second = Client(), Client()
    for browser in (first, second):
        browser.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
        session = browser.session
        del session[SIGHTED_ON]
        session.save()
        browser.cookies["device"] = "of-twenty-two-letters_"
    assert at_once(lambda: first.get("/rules/") and None, lambda: second.get("/rules/") and None) == [None, None]
    assert Sighting.objects.count() == 1


@pytest.mark.parametrize("_", range(TIMES))
def test_a_page_comes_though_its_account_goes_at_once(anna, _):
    browser = Client(raise_request_exception=False)
    browser.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.session
    del session[SIGHTED_ON]
    session.save()
    answers = []
    at_once(
        lambda: answers.append(browser.get("/rules/").status_code),
        lambda: commands.delete_account(player=anna, now=NOON),
    )
    assert answers in ([200], [400])  # the latter from Django, as its session went in between
    assert not Sighting.objects.exists()
