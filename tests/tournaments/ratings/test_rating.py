"""Each rated game changes the ratings of its players, once, in the order in which the games ended."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import commands, store
from games.models import Game, Seat
from games.tournaments.commands.ratings import rate_finished, recompute
from games.tournaments.models import RatingChange
from games.tournaments.queries.ratings import ratings_now
from games.tournaments.skill import Rating, rate, rest
from tests.tables import start
from tests.test_races import TIMES, at_once
from tests.tournaments.ratings.results import DAY, HOUR, NOON, a_robot, after, ended

pytestmark = pytest.mark.django_db


def recorded(game):
    return [(one.rank, Rating(one.mu, one.sigma)) for one in game.rating_changes.order_by("seat")]


def test_a_game_changes_the_ratings_of_all_its_players_by_their_ranks(anna, boris, chloe):
    game = ended((anna, 2), (boris, 1), (chloe, 2))
    assert rate_finished(now=after(hours=1)) == 1
    after_it = rate([Rating()] * 3, [2, 1, 2])
    assert recorded(game) == [(2, after_it[0]), (1, after_it[1]), (2, after_it[2])]
    assert after_it[1].mu > 25 > after_it[0].mu


def test_a_game_is_rated_once(anna, boris):
    ended((anna, 1), (boris, 2))
    assert [rate_finished(now=NOON), rate_finished(now=NOON)] == [1, 0]
    assert RatingChange.objects.count() == 2


def test_games_are_rated_in_the_order_in_which_they_ended(anna, boris):
    late, early = ended((anna, 1), (boris, 2), at=NOON), ended((anna, 2), (boris, 1), at=NOON - HOUR)
    same = ended((anna, 1), (boris, 2), at=NOON)
    rate_finished(now=after(hours=1))
    numbered = RatingChange.objects.filter(seat=0).order_by("n").values_list("n", "game")
    assert list(numbered) == [(1, early.pk), (2, late.pk), (3, same.pk)]


def test_ratings_are_per_kind_and_continue_from_its_last_game(anna, boris):
    ended((anna, 1), (boris, 2), at=NOON)
    second, other = ended((anna, 1), (boris, 2), at=after(days=1)), ended((anna, 1), (boris, 2), kind="crosslet")
    rate_finished(now=after(days=2))
    once = rate([Rating(), Rating()], [1, 2])
    assert [one for _, one in recorded(other)] == list(once)
    assert [one for _, one in recorded(second)] == list(rate(once, [1, 2]))


def test_a_second_kind_starts_with_the_initial_rating(anna, boris):
    ended((anna, 1), (boris, 2))
    rate_finished(now=NOON)
    assert ratings_now(players=[anna.pk], kind="lynx", now=NOON) == {anna.pk: Rating()}


def test_days_away_make_a_rating_less_certain_before_the_next_game(anna, boris):
    ended((anna, 1), (boris, 2), at=NOON)
    ended((anna, 1), (boris, 2), at=after(days=400))
    rate_finished(now=after(days=400))
    first, then = RatingChange.objects.filter(seat=0).order_by("n")
    assert Rating(then.before_mu, then.before_sigma) == rest(Rating(first.mu, first.sigma), 400)
    assert then.before_sigma > first.sigma


def test_a_game_saved_late_is_rated_last_without_extra_uncertainty(anna, boris):
    ended((anna, 1), (boris, 2), at=after(days=300))
    rate_finished(now=after(days=300))
    ended((anna, 1), (boris, 2), at=NOON)
    rate_finished(now=after(days=300))
    first, late = RatingChange.objects.filter(seat=0).order_by("n")
    assert (late.before_mu, late.before_sigma) == (first.mu, first.sigma)
    assert recompute() is None


@pytest.mark.parametrize("changed", [{"rated": False}, {"phase": Game.Phase.PLAYING, "due_at": NOON}])
def test_unrated_and_unfinished_games_change_no_rating(anna, boris, changed):
    game = ended((anna, 1), (boris, 2))
    Game.objects.filter(pk=game.pk).update(**changed)
    assert rate_finished(now=NOON) == 0
    assert not RatingChange.objects.exists()


def test_a_game_without_a_result_changes_no_rating_and_is_checked_once(anna, boris):
    game = ended((anna, None), (boris, None), ending="void")
    assert rate_finished(now=NOON) == 0
    game.refresh_from_db()
    assert (game.rated_at, RatingChange.objects.exists()) == (NOON, False)


def test_a_game_with_a_robot_changes_no_rating(anna, boris):
    ended((anna, 1), (boris, 2), (a_robot(), 3))
    assert rate_finished(now=NOON) == 0
    assert not RatingChange.objects.exists()


def test_a_former_player_counts_as_a_newcomer(anna):
    game = ended((anna, 1), (None, 2))
    rate_finished(now=NOON)
    assert [one for _, one in recorded(game)] == list(rate([Rating(), Rating()], [1, 2]))
    assert recompute() is None


def test_a_real_game_is_rated_by_its_own_ranks(anna, boris):
    game_id = start(anna, boris)
    Game.objects.filter(pk=game_id).update(rated=True)
    with store.locked(game_id, now=after(hours=1)) as table:
        table.resign(0)
    commands.apply_due(game_id=game_id, now=after(days=90))
    assert rate_finished(now=after(days=90)) == 1
    ranks = dict(Seat.objects.filter(game=game_id).values_list("number", "rank"))
    assert dict(RatingChange.objects.values_list("seat", "rank")) == ranks == {0: 2, 1: 1}


def test_current_ratings_account_for_the_time_since_the_last_game(anna, boris, chloe, django_assert_num_queries):
    for day in range(3):
        ended((anna, 1), (boris, 2), at=after(days=day))
    rate_finished(now=after(days=3))
    last = RatingChange.objects.get(n=3, seat=0)
    with django_assert_num_queries(1):
        found = ratings_now(players=[anna.pk, boris.pk, chloe.pk], kind="crossing", now=after(days=202))
    assert found[anna.pk] == rest(Rating(last.mu, last.sigma), 200)
    assert found[chloe.pk] == Rating()
    assert found[anna.pk].mu > found[boris.pk].mu


A_RESULT = st.tuples(
    st.integers(0, 200),
    st.sampled_from(["crossing", "lynx"]),
    st.lists(st.integers(1, 3), min_size=4, max_size=4),
    st.integers(2, 4),
)


@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(history=st.lists(A_RESULT, min_size=1, max_size=25), seed=st.integers(0, 10**6))
def test_recomputing_a_long_history_gives_the_same_ratings(anna, boris, chloe, dmitri, history, seed):
    RatingChange.objects.all().delete()
    Game.objects.all().delete()
    people, chance = [anna, boris, chloe, dmitri], random.Random(seed)
    for number, (days, kind, ranks, seats) in enumerate(history):
        ended(*zip(chance.sample(people, seats), ranks[:seats], strict=True), at=after(days=days), kind=kind)
        if number % 5 == 4:
            rate_finished(now=after(days=201))
    rate_finished(now=after(days=201))
    assert RatingChange.objects.values("n").distinct().count() == len(history)
    assert recompute() is None


@pytest.fixture
def history(anna, boris, chloe):
    """Ten rated games; Chloe deletes her account after the fifth."""
    for day in range(10):
        third = [(chloe, 1 + day % 3)] if day < 5 else []
        ended((anna, 1 + (day + 1) % 3), (boris, 1 + (day + 2) % 3), *third, at=after(days=40 * day))
        if day == 4:
            rate_finished(now=after(days=200))
            chloe.delete()
    rate_finished(now=after(days=500))


def test_a_history_with_a_former_player_can_be_recomputed(history):
    assert RatingChange.objects.filter(player=None).count() == 5
    assert recompute() is None


@pytest.mark.parametrize("field", ["mu", "sigma", "before_mu", "before_sigma"])
def test_a_row_that_was_tampered_with_is_named(history, field):
    row = RatingChange.objects.get(n=7, seat=1)
    setattr(row, field, getattr(row, field) + 1e-9)
    row.save()
    assert recompute().startswith(f"Rated game number 7: game {row.game_id}, seat 1, {field}: recorded ")


def test_a_wrong_number_of_games_is_named(history):
    RatingChange.objects.filter(n=7, seat=1).update(games=8)
    game = RatingChange.objects.get(n=7, seat=1).game_id
    assert recompute() == f"Rated game number 7: game {game}, seat 1, games: recorded 8, computed 7"


@pytest.mark.parametrize(("n", "is_newest"), [(10, True), (7, False)])
def test_wrong_marks_of_the_newest_rating_are_named(history, anna, n, is_newest):
    RatingChange.objects.filter(n=n, seat=0).update(is_newest=not is_newest)
    assert recompute() == (
        f"Rated game number {n}: player {anna.pk}, is_newest: recorded {not is_newest}, computed {is_newest}"
    )


def test_a_rank_that_differs_between_game_and_row_is_named(history):
    row = RatingChange.objects.get(n=3, seat=0)
    Seat.objects.filter(game=row.game_id, number=0).update(rank=9)
    assert recompute().startswith(
        f"Rated game number 3: game {row.game_id}, seat 0, rank: recorded {row.rank}, computed 9"
    )


@pytest.mark.parametrize(
    ("lost", "says"),
    [({"n": 4}, "The rated game number 4 is missing."), ({"n": 4, "seat": 2}, "Rated game number 4: game ")],
)
def test_missing_rows_are_noticed(history, lost, says):
    RatingChange.objects.filter(**lost).delete()
    assert recompute().startswith(says)


def test_a_missing_last_game_is_noticed_too(history):
    last = RatingChange.objects.filter(n=10).first().game_id
    RatingChange.objects.filter(n=10).delete()
    assert recompute() == f"Game {last} was rated, and nothing of it is recorded."


def test_the_command_reports_that_all_ratings_are_as_recorded(history):
    out = StringIO()
    call_command("check_ratings", stdout=out)
    assert out.getvalue() == "10 games, all as recorded\n"


def test_the_command_fails_with_the_first_difference(history):
    RatingChange.objects.filter(n=2, seat=0).update(mu=1.0)
    with pytest.raises(CommandError, match=r"Rated game number 2: game .* mu: recorded 1.0, computed 2"):
        call_command("check_ratings")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time")
@pytest.mark.parametrize("_", range(TIMES))
def test_two_workers_at_once_rate_each_game_once(anna, boris, _):
    for day in range(6):
        ended((anna, 1), (boris, 2), at=NOON + day * DAY)
    rated = []
    at_once(*[lambda: rated.append(rate_finished(now=after(days=7)))] * 2)
    assert sum(rated) == 6
    assert sorted(RatingChange.objects.values_list("n", flat=True)) == sorted([*range(1, 7)] * 2)
    assert recompute() is None
