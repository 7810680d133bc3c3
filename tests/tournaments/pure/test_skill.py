"""Ratings of games for any number of players."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.skill import START_SIGMA, Rating, is_uncertain, points, rate, rate_teams, rest, shown

SETTLED = Rating(25, 2)
RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, START_SIGMA))
TABLES = st.integers(2, 5).flatmap(
    lambda n: st.tuples(st.lists(RATINGS, min_size=n, max_size=n), st.lists(st.integers(1, n), min_size=n, max_size=n))
)


@given(start=RATINGS)
def test_two_tied_winners_of_five_never_rate_below_the_third(start):
    first, also_first, third, fourth, fifth = rate([start] * 5, [1, 1, 3, 4, 5])
    assert first.mu == pytest.approx(also_first.mu)
    assert first.mu > third.mu > fourth.mu > fifth.mu


@given(table=TABLES)
def test_a_game_makes_every_rating_more_certain(table):
    before, ranks = table
    assert all(after.sigma < was.sigma + 0.01 for after, was in zip(rate(before, ranks), before, strict=True))
    assert all(after.sigma < START_SIGMA for after in rate([Rating()] * len(ranks), ranks))


@given(table=TABLES, seed=st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_named_does_not_matter(table, seed):
    before, ranks = table
    order = list(range(len(ranks)))
    seed.shuffle(order)
    shuffled = rate([before[i] for i in order], [ranks[i] for i in order])
    straight = rate(before, ranks)
    for place, i in enumerate(order):
        assert shuffled[place].mu == pytest.approx(straight[i].mu)
        assert shuffled[place].sigma == pytest.approx(straight[i].sigma)


def test_the_same_history_gives_the_same_numbers_to_the_last_bit():
    def history():
        chance, ratings = random.Random("history"), [Rating()] * 4
        for _ in range(50):
            ratings = [rest(one, 40) for one in rate(ratings, chance.choices([1, 2, 3, 4], k=4))]
        return ratings

    assert history() == history()


def test_the_winner_gains_as_much_as_an_equal_loser_loses():
    winner, loser = rate([Rating(), Rating()], [1, 2])
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert points(winner) > 1500 > points(loser)


def test_a_tie_of_equals_moves_no_rating():
    assert [one.mu for one in rate([Rating(), Rating(), Rating()], [1, 1, 1])] == pytest.approx([25, 25, 25])


def test_team_members_gain_or_lose_together():
    winners, losers = rate_teams([[Rating(), SETTLED], [Rating(), SETTLED]], [1, 2])
    assert all(one.mu > 25 for one in winners)
    assert all(one.mu < 25 for one in losers)
    assert winners[0].mu > winners[1].mu  # the less certain rating changes more


def test_a_player_on_their_own_is_not_rated():
    with pytest.raises(ValueError, match="1 teams"):
        rate([Rating()], [1])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_question_mark_disappears_after_15_games_against_settled_players(seats):
    chance, rating, games = random.Random("settled"), Rating(), 0
    while is_uncertain(rating):
        rating, games = rate([rating] + [SETTLED] * (seats - 1), chance.sample(range(seats), seats))[0], games + 1
    assert games in (14, 15, 16)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_question_mark_disappears_after_about_26_games_among_newcomers(seats):
    chance, ratings, games = random.Random("newcomers"), [Rating()] * seats, 0
    while any(is_uncertain(one) for one in ratings):
        ratings, games = rate(ratings, chance.sample(range(seats), seats)), games + 1
    assert 24 <= games <= 29


def test_a_month_between_games_does_not_count_as_an_absence():
    assert rest(SETTLED, 30) == SETTLED


def test_a_rating_is_as_uncertain_as_a_newcomers_after_two_years_away():
    settled = Rating(30, 4.5)
    assert settled.sigma < rest(settled, 60).sigma < rest(settled, 600).sigma < START_SIGMA
    assert rest(settled, 760).sigma == pytest.approx(START_SIGMA)
    assert rest(settled, 10_000) == Rating(30, START_SIGMA)


@pytest.mark.parametrize(
    ("rating", "text"),
    [(Rating(), "1500?"), (Rating(26, 4.5), "1540"), (Rating(26, 4.51), "1540?"), (Rating(20.01, 2), "1300")],
)
def test_ratings_are_shown_on_the_chess_scale(rating, text):
    assert shown(rating) == text
