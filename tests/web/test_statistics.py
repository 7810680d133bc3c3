"""Statistics: what finished games add to them, each once, and what a reader sees of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Event, Game, Seat, Tally
from games.rules.statistics import Counted, Ended, counts_of
from games.rules.values import Event as Happened
from games.tasks import tally_finished_games
from tests.api.conftest import Program
from tests.conftest import NOON
from tests.of_pieces import start_of, write
from tests.positions import just_now
from tests.tables import ask, hand, look, order, start
from tests.web.test_archive import copies, over

pytestmark = pytest.mark.django_db


def counted(kind, topic, *, player=None):
    """Return how often each value occurred, as {(group, value): (everybody, this player)}."""
    found = [group for group in queries.statistics(kind=kind, player=player).groups if group.topic == topic]
    return {(group.name, one.value): (one.everybody, one.mine) for group in found for one in group.counts}


def count(times=1):
    return [commands.tally_finished(now=timezone.now()) for _ in range(times)]


def test_a_game_adds_scores_rounds_lights_and_letters_by_seat():
    events = [
        Happened("green", NOON, 1, {}),
        Happened("jaywalk", NOON, 0, {"returned": ["Q", "V"]}),
        Happened("red", NOON, None, {}),
    ]
    game = Ended("A60 E60", turn=7, ranks=[2, 1], scores=[4.5, -0.5], events=events, score_step=1)
    assert {*counts_of(game)} == {
        Counted("rounds", "2", "7", 0),
        Counted("rounds", "2", "7", 1),
        Counted("score", "other 2", "4", 0),
        Counted("score", "other 2", "-1", 1),
        Counted("light", "green", "won", 1),
        Counted("letter", "", "Q", 0),
        Counted("letter", "", "V", 0),
    }


def test_only_a_seat_that_moves_first_alone_starts_a_game():
    alone = [Happened("turn", NOON, 1, {}), Happened("turn", NOON + timedelta(hours=1), 0, {})]
    together = [Happened("turn", NOON, 1, {}), Happened("turn", NOON, 0, {})]
    for events, begins in ((alone, [Counted("first", "2", "lost", 1)]), (together, [])):
        game = Ended("", turn=7, ranks=[1, 2], scores=[None, None], events=events, score_step=25)
        assert [one for one in counts_of(game) if one.topic == "first"] == begins


def test_a_finished_game_is_counted_once(anna, boris):
    over(anna, boris)
    assert count(3) == [1, 0, 0]
    assert sum(everybody for everybody, _ in counted("crossing", "rounds").values()) == 1
    copies(over(anna, boris), times=COUNTED - 1)
    tally_finished_games()
    assert sum(everybody for everybody, _ in counted("crossing", "rounds").values()) == 1 + COUNTED
    assert not Game.objects.filter(phase="finished", tallied_at=None).exists()


COUNTED, CHART = 120, 'viewBox="0 0 300 100"'


def test_a_private_game_counts_only_for_its_players(anna, boris, dmitri):
    game_id = over(anna, boris, listed=False)
    Seat.objects.filter(game=game_id, player=boris).update(score=5.25)
    count()
    assert counted("crossing", "score") == {}
    assert counted("crossing", "score", player=dmitri) == {}
    assert counted("crossing", "score", player=boris)["other 2", "5"] == (0, 1)


def test_unfinished_practice_and_void_games_do_not_count(anna, boris):
    start(anna, boris, now=just_now())
    robots, void = over(anna, boris), over(anna, boris)
    Game.objects.filter(pk=robots).update(has_robots=True)
    Seat.objects.filter(game=void).update(rank=None)
    count()
    assert not Tally.objects.exists()


def test_the_player_who_moves_first_is_counted(anna, boris):
    now = just_now()
    game_id = start_of("lynx", anna, boris, now=now)
    began = Event.objects.filter(game=game_id, verb="turn").earliest("n").seat
    write(game_id, (anna, boris)[began], "RESIGN", now)
    count()
    assert counted("lynx", "first") == {("2", "won"): (0, 0), ("2", "lost"): (1, 0)}


def test_a_jaywalked_letter_is_counted(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0)
    look(game_id, anna, boris, at=now)
    letter = hand(game_id, anna)[0]
    order(game_id, anna, f"jaywalk {letter}", at=now)
    order(game_id, boris, "resign", at=now)
    count()
    assert counted("crossing", "letter", player=anna) == {("", letter): (1, 1)}
    assert counted("crossing", "letter", player=boris) == {("", letter): (1, 0)}


def test_callers_of_lights_are_counted_with_their_result(anna, boris):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0)
    look(game_id, anna, boris, at=now)
    ask(game_id, anna, at=now)
    order(game_id, boris, "resign", at=now)
    count()
    assert counted("crossing", "light", player=anna)["green", "won"] == (1, 1)


def test_the_page_shows_charts_and_own_counts_only_to_their_player(anna, boris, browser_of):
    over(anna, boris)
    over(anna, boris, listed=False)
    count()
    own, other = browser_of(anna).get("/statistics/").text, browser_of().get("/statistics/").text
    assert own.count(CHART) == other.count(CHART) == own.count('<th scope="col">You</th>')
    assert 'class="own"' in own
    assert "You</th>" not in other
    assert 'class="own"' not in other
    assert (
        "No public games of this kind have finished yet. Statistics will appear here."
        in browser_of().get("/statistics/?kind=lynx").text
    )
    assert browser_of().get("/statistics/?kind=chess").status_code == 200


def test_the_queries_of_the_page_do_not_grow_with_the_counts(anna, boris, browser_of, django_assert_num_queries):
    client, strangers = browser_of(anna), browser_of()
    for _ in range(3):
        over(anna, boris)
        count()
        with django_assert_num_queries(3):  # the session with its player, the rows, the waiting count
            client.get("/statistics/")
        with django_assert_num_queries(1):
            strangers.get("/statistics/")


def test_the_api_returns_the_counts_the_page_shows(anna, boris):
    over(anna, boris)
    count()
    for program, mine in ((Program(anna), 1), (Program(None), 0)):
        groups = program.get("/statistics/crossing").json()["groups"]
        (rounds,) = [group for group in groups if group["topic"] == "rounds"]
        assert [(one["all"], one["mine"]) for one in rounds["counts"]] == [(1, mine)]
    assert Program(None).get("/statistics/chess").status_code == 404


def test_personal_counts_are_exported_and_deleted_with_the_account(anna, boris):
    over(anna, boris)
    count()
    assert queries.export(player=boris, now=timezone.now())["statistics"]
    commands.delete_account(player=boris, now=timezone.now())
    assert {row.player for row in Tally.objects.all()} == {None, anna}


def test_the_queries_of_counting_do_not_grow_with_the_games(anna, boris, django_assert_num_queries):
    game_id = over(anna, boris)
    count()
    for times in (1, 50):
        waiting = copies(game_id, times=times)
        Game.objects.filter(pk__in=waiting).update(tallied_at=None)
        with django_assert_num_queries(10):
            count()
