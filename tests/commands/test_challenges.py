"""A whole stored game with challenges: any request applies its clocks, and its record verifies."""

import pytest

from games import commands, store
from games.models import Event, Game, Seat
from games.players.models import Player
from games.queries.record import record
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import OrderRefused, StaffAction
from games.word_lists.shelf import import_words
from tests.tables import DAY, HOUR, NO_POOL, NOON, ask, complete, happened, look, order, start, state

pytestmark = pytest.mark.django_db
TERMS = {"word_check": "challenge", "false_challenge": 1, "leeway": 0, **NO_POOL}


@pytest.fixture
def game_id(anna, boris):
    """A game in which Anna has called the red light; Boris's tiles are in a row, too."""
    game_id = start(anna, boris, **TERMS)
    look(game_id, anna, boris)
    complete(game_id, boris)
    ask(game_id, anna)
    return game_id


@pytest.fixture
def opened(game_id, boris):
    order(game_id, boris, "done")
    return game_id


def row(game_id):
    return Game.objects.get(pk=game_id)


def waited_for(game_id):
    return list(Seat.objects.filter(game=game_id, is_awaited=True).order_by("number").values_list("number", flat=True))


def test_the_phase_due_time_and_awaited_players_are_saved(opened, boris):
    assert (row(opened).phase, row(opened).due_at) == (Game.Phase.CHALLENGE, NOON + DAY)
    assert waited_for(opened) == [0, 1]
    order(opened, boris, "done")
    assert waited_for(opened) == [0]


def test_the_time_to_challenge_starts_and_ends_on_time_even_if_applied_late(game_id):
    table = store.seen_now(game_id, now=NOON + 5 * DAY)
    assert [(one.verb, one.at) for one in table.happenings] == [
        ("challenge", NOON + DAY),
        ("score", NOON + 2 * DAY),
        ("end", NOON + 2 * DAY),
    ]


def test_a_whole_game_verifies_from_its_record(opened, anna, boris):
    laid = state(opened).boards[1][0]
    Game.objects.filter(pk=opened).update(word_list=import_words(["QI"], name="rows", now=NOON))
    order(opened, anna, f"challenge {laid}\ndone")
    order(opened, boris, "done")
    assert happened(opened)[-6:] == [
        ("challenge", None),
        ("challenge", 0),
        ("done", 0),
        ("done", 1),
        ("score", None),
        ("end", None),
    ]
    kept = record(game_id=opened, player=anna, now=NOON)
    assert [one for one in kept["events"] if one["verb"] == "challenge"][1]["word"] == laid
    replay(registry.kind("crossing"), kept)


def test_no_challenge_counts_if_the_request_is_refused(opened, anna):
    laid = state(opened).boards[1][0]
    with pytest.raises(OrderRefused, match=r"QI isn’t in any of the layouts\. Challenge a word that is\."):
        order(opened, anna, f"challenge {laid}\nchallenge QI")
    assert not state(opened).challenges
    assert Event.objects.filter(game=opened, verb="challenge").count() == 1


def test_a_robot_never_keeps_a_game_waiting(opened, boris):
    kind = registry.kind("crossing")
    view = kind.view(state(opened), 0, store.seen_now(opened, now=NOON).resources.words)
    assert [one.verb for one in kind.next_orders(view, 0, kind.plain_mind(None, None))] == ["DONE"]


def test_staff_can_extend_and_end_the_time_to_challenge(opened):
    chief = Player.objects.create_superuser("chief@example.org", name="Chief")
    why = "The server was down."
    extend, score = StaffAction("EXTEND", why, by=3600), StaffAction("SCORE", why)
    commands.govern(game_id=opened, by=chief, action=extend, now=NOON)
    assert row(opened).due_at == NOON + DAY + HOUR
    commands.govern(game_id=opened, by=chief, action=score, now=NOON)
    assert (row(opened).phase, row(opened).ending) == ("finished", "adjudicated")
