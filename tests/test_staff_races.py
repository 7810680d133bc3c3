"""Staff and a player acting at once, with real threads and a real PostgreSQL."""

import pytest
from django.db import connection
from django.test import Client

from games import commands
from games.models import Event, Seat
from games.players.devices import USED_ON as SIGHTED_ON
from games.players.models import Player, Report, Sighting, Suspicion
from games.rules.values import StaffAction
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
def test_a_command_of_a_replaced_player_comes_first_or_not_at_all(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    complete(game_id, anna)
    refused, replaced = at_once(lambda: order(game_id, anna, "green"), lambda: replace(game_id, chief, chloe))
    assert replaced is None
    verbs = [verb for verb, _ in happened(game_id)]
    if refused is None:
        assert verbs.index("ask") < verbs.index("lapse") < verbs.index("replace")
    else:
        assert refused == "You aren’t playing in this game."
        assert "ask" not in verbs
    assert state(game_id).requests == ()
    assert Seat.objects.get(game=game_id, number=0).player == chloe
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_nobody_is_put_in_two_seats_by_simultaneous_replacements(anna, boris, chloe, chief, _):
    game_id = start(anna, boris)
    refusals = at_once(lambda: replace(game_id, chief, chloe), lambda: replace(game_id, chief, chloe, seat=1))
    assert sorted(refusals, key=bool) == [None, "Chloe is already in this game. Choose somebody else."]
    assert Seat.objects.filter(game=game_id, player=chloe).count() == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_pause_by_staff_comes_before_or_after_the_next_light(anna, boris, chief, _):
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


@pytest.fixture
def report(anna, boris):
    """A report by Anna on a message that Boris has sent 20 times."""
    game_id = start(anna, boris)
    for hour in range(20):
        commands.say(game_id=game_id, player=boris, text="Duffer", now=after(hours=hour))
    return Report.objects.create(by=anna, about=boris, game_id=game_id, words="Duffer", why=WHY, made_at=NOON)


def silence(report, by):
    commands.decide(report, staff=by, decision="silenced", until=after(days=30), now=after(days=1))


@pytest.mark.parametrize("_", range(TIMES))
def test_removed_messages_keep_their_sender_despite_a_replacement(report, boris, chloe, chief, _):
    doings = lambda: silence(report, chief), lambda: replace(report.game_id, chief, chloe, seat=1)
    assert at_once(*doings) == [None, None]
    said = Event.objects.filter(game=report.game_id, verb="say").values_list("facts", flat=True)
    assert {(line["text"], line.get("player")) for line in said} == {("", boris.pk)}


@pytest.mark.parametrize("_", range(TIMES))
def test_messages_stay_removed_though_their_sender_deletes_the_account(report, boris, chief, _):
    refusals = at_once(lambda: silence(report, chief), lambda: commands.delete_account(player=boris, now=after(days=1)))
    assert refusals in ([None, None], ["This player has left, so there is nobody to report.", None])
    said = Event.objects.filter(game=report.game_id, verb="say", facts__text="").count()
    assert said == (20 if refusals[0] is None else 0)
    assert not Player.objects.filter(pk=boris.pk).exists()


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_moderators_decides_a_suspicion(anna, boris, chloe, chief, _):
    found = Suspicion.objects.create(
        game_id=start(anna, boris), one=anna, other=boris, score=8, evidence={"is_one_device": True}, found_at=NOON
    )
    told = {"decision": "dismissed", "reason": WHY, "now": NOON}
    refusals = at_once(
        lambda: commands.decide_suspicion(found, staff=chief, **told),
        lambda: commands.decide_suspicion(found, staff=chloe, **told),
    )
    assert sorted(refusals, key=bool) == [None, "This case has already been decided."]


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_first_pages_of_a_day_record_a_browser_once(anna, _):
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
def test_deleting_an_account_during_a_page_request_leaves_no_sighting(anna, _):
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
    assert answers in ([200], [400])  # 400 comes from Django if the session was deleted meanwhile
    assert not Sighting.objects.exists()
