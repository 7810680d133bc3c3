"""Advancing to the next round or season: divisions, pools, promotion and relegation, and the rungs of a ladder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.advancing import go_on, in_blocks, in_snake, may_challenge, promote, rungs

ANNA, BORIS, CHLOE, DMITRI = 1, 2, 3, 4


def numbers(first, last):
    return tuple(range(first, last + 1))


# --- Divisions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "size", "sizes"),
    [
        (12, 6, [6, 6]),
        (13, 6, [7, 6]),
        (16, 6, [6, 5, 5]),
        (15, 6, [5, 5, 5]),
        (9, 6, [5, 4]),
        (5, 6, [5]),
        (2, 6, [2]),
        (7, 2, [3, 2, 2]),
        (0, 6, []),
    ],
)
def test_divisions_are_nearly_equal_and_about_the_requested_size(n, size, sizes):
    assert [len(division) for division in in_blocks(range(n), size)] == sizes
    assert sorted(len(pool) for pool in in_snake(range(n), size)) == sorted(sizes)


def test_the_strongest_of_a_league_play_together():
    assert in_blocks([9, 8, 7, 6, 5, 4], 3) == ((9, 8, 7), (6, 5, 4))


def test_pools_are_filled_in_snake_order():
    assert in_snake(numbers(1, 12), 4) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))


# --- Between seasons -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "movers"), [(3, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
def test_a_sixth_rounded_up_is_promoted_and_as_many_relegated(n, movers):
    upper, middle, lower = numbers(1, n), numbers(n + 1, 2 * n), numbers(2 * n + 1, 3 * n)
    first, second, third = promote([upper, middle, lower], size=n)
    assert set(first) == {*upper[:-movers], *middle[:movers]}
    assert set(second) == {*upper[-movers:], *middle[movers : n - movers], *lower[:movers]}
    assert set(third) == {*middle[-movers:], *lower[movers:]}


def test_relegated_players_rank_above_promoted_ones():
    assert promote([(1, 2, 3), (4, 5, 6), (7, 8, 9)], size=3) == ((1, 2, 4), (3, 5, 7), (6, 8, 9))


def test_a_withdrawn_player_is_relegated_first_even_from_1st_place():
    assert promote([numbers(1, 6), numbers(7, 12)], size=6, withdrawn=[1])[0] == (2, 3, 4, 5, 6, 7)


def test_a_withdrawn_player_is_promoted_only_after_all_others():
    assert promote([numbers(1, 6), numbers(7, 12)], size=6, withdrawn=[7])[0] == (1, 2, 3, 4, 5, 8)


def test_gaps_are_filled_from_below_and_new_entrants_start_at_the_bottom():
    first, second = promote([numbers(1, 6), numbers(7, 12)], size=6, gone=[3, 5], entering=[21, 22])
    assert first == (1, 2, 4, 7, 6, 8)
    assert second == (9, 10, 11, 12, 21, 22)


def test_divisions_that_have_grown_are_split_again():
    assert [len(each) for each in promote([numbers(1, 6), numbers(7, 12)], size=6, entering=numbers(21, 26))] == [
        6,
        6,
        6,
    ]


def test_divisions_whose_sizes_differ_by_one_are_not_evened_out():
    upper, lower = promote([numbers(1, 7), numbers(8, 13)], size=6)
    assert (upper, lower) == ((1, 2, 3, 4, 5, 8), (6, 7, 9, 10, 11, 12, 13))


@pytest.mark.parametrize("divisions", [[], [()]])
def test_a_first_season_starts_with_its_entrants(divisions):
    assert promote(divisions, size=3, entering=[4, 2, 9]) == ((4, 2, 9),)


@given(
    sizes=st.lists(st.integers(1, 14), max_size=5),
    size=st.integers(2, 12),
    gone=st.sets(st.integers(0, 40)),
    withdrawn=st.sets(st.integers(0, 40)),
    entering=st.lists(st.integers(100, 120), unique=True),
)
def test_no_player_is_lost_or_doubled_between_seasons(sizes, size, gone, withdrawn, entering):
    left = iter(range(sum(sizes)))
    divisions = [[next(left) for _ in range(each)] for each in sizes]
    moved = promote(divisions, size=size, withdrawn=withdrawn, gone=gone, entering=entering)
    assert sorted(number for division in moved for number in division) == sorted(
        {*range(sum(sizes))} - gone | {*entering}
    )
    lengths = [len(division) for division in moved]
    assert not lengths or max(lengths) - min(lengths) <= 1


# --- Knockout ------------------------------------------------------------------------------------------------------------


def test_the_best_of_each_table_advance():
    tables = [{ANNA: 2, BORIS: 1, CHLOE: 3}, {DMITRI: 1, 5: 3, 6: 2, 7: 4}]
    assert go_on(tables, 1, lot="lot") == (BORIS, DMITRI)
    assert go_on(tables, 2, lot="lot") == (BORIS, ANNA, DMITRI, 6)


def test_a_player_who_did_not_join_never_advances():
    assert go_on([{ANNA: None, BORIS: 1, CHLOE: None}], 2, lot="lot") == (BORIS,)
    assert go_on([{ANNA: None, BORIS: None}], 1, lot="lot") == ()


def test_a_tie_is_broken_by_a_lot_that_does_not_change():
    tables = [{ANNA: 1, BORIS: 1, CHLOE: 3}]
    assert go_on(tables, 1, lot="a") == go_on([{CHLOE: 3, BORIS: 1, ANNA: 1}], 1, lot="a")
    assert {go_on(tables, 1, lot=str(lot)) for lot in range(20)} == {(ANNA,), (BORIS,)}


def test_at_least_one_player_of_every_table_is_knocked_out():
    assert go_on([{ANNA: 1, BORIS: 2, CHLOE: 3}], 5, lot="lot") == (ANNA, BORIS)


# --- Ladder --------------------------------------------------------------------------------------------------------------


def test_a_challenger_who_wins_takes_the_rung_and_others_move_down():
    assert rungs([1, 2, 3, 4, 5], [{5: 1, 2: 2}]) == (1, 5, 2, 3, 4)


@pytest.mark.parametrize("result", [{2: 1, 5: 2}, {2: 1, 5: 1}, {2: None, 5: None}, {7: 1, 8: 2}])
def test_the_ladder_stays_the_same_unless_the_challenger_wins(result):
    assert rungs([1, 2, 3, 4, 5], [result]) == (1, 2, 3, 4, 5)


def test_a_player_who_does_not_join_loses_the_rung():
    assert rungs([1, 2, 3], [{1: None, 3: 1}]) == (3, 1, 2)


def test_results_count_in_the_order_they_came_in():
    up, down = {3: 1, 1: 2}, {1: 1, 3: 2}
    assert rungs([1, 2, 3], [up, down]) == (1, 3, 2)
    assert rungs([1, 2, 3], [down, up]) == (3, 1, 2)


@given(
    results=st.lists(
        st.dictionaries(st.integers(1, 8), st.none() | st.integers(1, 3), min_size=2, max_size=4), max_size=9
    )
)
def test_a_ladder_never_loses_or_doubles_a_player(results):
    assert sorted(rungs(range(1, 7), results)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("number", "may"), [(1, ()), (2, (1,)), (5, (4, 3, 2)), (9, ())])
def test_players_can_be_challenged_from_at_most_three_rungs_below(number, may):
    assert may_challenge((1, 2, 3, 4, 5), number) == may
