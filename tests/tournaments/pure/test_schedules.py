"""Seating: sizes of tables, schedules that are fixed in advance, and Swiss rounds at tables of more than two."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from games.tournaments.pairing import NoPairing, Paired
from games.tournaments.schedules import round_robin_pairs, schedule, seat_swiss, table_sizes


def paired(*points, met=None, **more):
    """Return entrants numbered from 1, with these points; `met` has the past opponents of each number."""
    return [
        Paired(number, Fraction(each), frozenset((met or {}).get(number, ())), **more)
        for number, each in enumerate(points, 1)
    ]


def meetings(tables):
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def repeats(drawn):
    """Return the number of rematches."""
    met = meetings(table for tables in drawn for table in tables)
    return met.total() - len(met)


@pytest.mark.parametrize(
    ("n", "size", "sizes"),
    [
        (3, 5, (3,)),
        (5, 3, (5,)),
        (6, 4, (3, 3)),
        (7, 3, (4, 3)),
        (7, 5, (4, 3)),
        (9, 4, (5, 4)),
        (10, 4, (4, 3, 3)),
        (11, 4, (4, 4, 3)),
        (11, 3, (4, 4, 3)),
        (16, 5, (4, 4, 4, 4)),
        (33, 3, (3,) * 11),
        (6, 2, (2, 2, 2)),
        (7, 2, (2, 2, 2)),
        (2, 4, (2,)),
    ],
)
def test_any_number_splits_into_tables_of_about_the_requested_size(n, size, sizes):
    assert table_sizes(n, size) == sizes


@given(n=st.integers(3, 300), size=st.integers(3, 5))
def test_tables_have_three_to_five_players_and_differ_by_at_most_one(n, size):
    sizes = table_sizes(n, size)
    assert sum(sizes) == n
    assert list(sizes) == sorted(sizes, reverse=True)
    assert 3 <= sizes[-1] <= sizes[0] <= min(5, sizes[-1] + 1)


@pytest.mark.parametrize("n", [0, 1])
def test_fewer_than_two_players_have_no_table(n):
    with pytest.raises(NoPairing, match=r"A table needs at least 2 players\. Add more players first\."):
        table_sizes(n, 3)


@pytest.mark.parametrize("n", [2, 3, 4, 7, 8, 15, 24])
def test_round_robin_players_meet_once_each_and_sit_first_every_other_time(n):
    rounds = round_robin_pairs(n)
    assert len(rounds) == (n if n % 2 else n - 1)
    assert all(len({place for pair in pairs for place in pair}) == n - n % 2 for pairs in rounds)
    met = meetings(pair for pairs in rounds for pair in pairs)
    assert len(met) == n * (n - 1) // 2
    assert set(met.values()) == {1}
    firsts = Counter(first for pairs in rounds for first, _ in pairs)
    assert all(abs(2 * firsts[place] - (n - 1)) <= 1 for place in range(n))


@pytest.mark.parametrize(
    ("n", "rounds", "size"), [(15, 7, 3), (16, 5, 4), (24, 5, 4), (25, 6, 5), (28, 6, 4), (12, 4, 3), (13, 4, 3)]
)
def test_nobody_meets_twice_if_such_a_schedule_exists(n, rounds, size):
    drawn = schedule(n, rounds, size, "first season")
    assert repeats(drawn) == 0
    assert len(drawn) == rounds
    assert all(sorted(place for table in tables for place in table) == list(range(n)) for tables in drawn)
    assert all(tuple(map(len, tables)) == table_sizes(n, size) for tables in drawn)


@pytest.mark.parametrize(("n", "rounds", "size", "least"), [(9, 5, 3, 9), (7, 6, 4, 33), (3, 4, 3, 9)])
def test_unavoidable_rematches_are_as_few_as_possible(n, rounds, size, least):
    drawn = schedule(n, rounds, size, "small")
    assert repeats(drawn) == least
    met = meetings(table for tables in drawn for table in tables)
    assert max(met.values()) - min(met[frozenset(pair)] for pair in combinations(range(n), 2)) <= 1


def test_each_seed_draws_its_own_repeatable_schedule():
    assert schedule(12, 4, 3, "a") == schedule(12, 4, 3, "a") != schedule(12, 4, 3, "b")


def test_everybody_in_a_schedule_sits_first_about_equally_often():
    firsts = Counter(table[0] for tables in schedule(15, 7, 3, "firsts") for table in tables)
    assert all(1 <= firsts[place] <= 4 for place in range(15))


@pytest.mark.parametrize("rounds", [3, 7, 16])
def test_pairings_repeat_with_the_seats_swapped(rounds):
    drawn = schedule(8, rounds, 2, "pairs")
    assert drawn[:7] == round_robin_pairs(8)[:rounds]
    again = tuple(tuple((second, first) for first, second in pairs) for pairs in round_robin_pairs(8))
    assert drawn[7:14] == again[: max(0, rounds - 7)]
    assert len(drawn) == rounds


# --- A Swiss round -------------------------------------------------------------------------------------------------------


def test_equal_scores_sit_together_and_smaller_tables_come_last():
    tables = seat_swiss(paired(0, 2, 1, 1, 2, 0, 2, 1, 2, 0, 1), size=4, seed="")
    assert [set(table) for table in tables] == [{2, 5, 7, 9}, {3, 4, 8, 11}, {1, 6, 10}]


def test_players_with_equal_scores_are_kept_apart_if_they_have_met():
    met = {1: {2, 3}, 2: {1, 3}, 3: {1, 2}}
    tables = seat_swiss(paired(2, 2, 2, 1, 1, 1, 0, 0, 0, met=met), size=3, seed="")
    assert not any(len({1, 2, 3} & set(table)) > 1 for table in tables)


def test_a_round_is_seated_even_if_everybody_has_already_met():
    tables = seat_swiss(paired(1, 1, 1, 0, 0, 0, met=dict.fromkeys(range(1, 7), range(1, 7))), size=3, seed="")
    assert [set(table) for table in tables] == [{1, 2, 3}, {4, 5, 6}]


def test_pairing_rules_take_precedence_over_everything_else():
    entrants = paired(2, 2, 2, 1, 1, 1, 0, 0, 0, met={1: {9}, 9: {1}})
    tables = seat_swiss(entrants, size=3, forced=[(1, 9), (9, 77)], forbidden=[(2, 3), (4, 88)], seed="")
    assert any({1, 9} <= set(table) for table in tables)
    assert not any({2, 3} <= set(table) for table in tables)


@pytest.mark.parametrize(
    ("forced", "forbidden", "why"),
    [
        ([(1, 2)], [(2, 1)], "One rule says that players 1 and 2 must meet, another that they must never meet."),
        ([(1, 2), (2, 3), (3, 4), (4, 5)], [], "must meet."),
        ([], list(combinations(range(1, 5), 2)), "never meet."),
    ],
)
def test_impossible_pairing_rules_are_refused_naming_the_rule_to_remove(forced, forbidden, why):
    with pytest.raises(NoPairing) as refused:
        seat_swiss(paired(0, 0, 0, 0, 0, 0), size=3, forced=forced, forbidden=forbidden, seed="")
    assert "Remove" in str(refused.value.why)
    assert why in str(refused.value.why)


def test_the_player_who_has_sat_first_least_often_sits_first():
    entrants = [Paired(number, Fraction(0), firsts=number != 2) for number in (1, 2, 3)]
    assert seat_swiss(entrants, size=3, seed="")[0][0] == 2


@pytest.mark.parametrize(("n", "size", "rounds"), [(33, 3, 5), (100, 4, 2)])
def test_a_large_swiss_has_no_rematches_and_seats_similar_scores_together(n, size, rounds):
    points, met = dict.fromkeys(range(1, n + 1), Fraction(0)), {number: set() for number in range(1, n + 1)}
    for number in range(rounds):
        entrants = [Paired(one, points[one], frozenset(met[one])) for one in points]
        tables = seat_swiss(entrants, size=size, seed=str(number))
        assert sorted(one for table in tables for one in table) == sorted(points)
        assert not any(other in met[one] for table in tables for one, other in combinations(table, 2))
        spreads = [max(points[one] for one in table) - min(points[one] for one in table) for table in tables]
        assert sum(spreads) / len(spreads) <= Fraction(3, 4)
        for table in tables:
            for place, one in enumerate(sorted(table)):  # the lower number is the stronger
                points[one] += 1 - Fraction(place, len(table) - 1)
                met[one] |= {*table} - {one}


@trying(max_examples=10)
@given(
    points=st.lists(st.fractions(0, 4, max_denominator=4), min_size=3, max_size=17),
    size=st.integers(3, 5),
    shuffle=st.randoms(use_true_random=False),
)
def test_everybody_is_seated_once_regardless_of_the_order_of_entrants(points, size, shuffle):
    entrants = paired(*points, met={1: {2}, 2: {1}})
    tables = seat_swiss(entrants, size=size, seed="any")
    assert tuple(map(len, tables)) == table_sizes(len(points), size)
    assert sorted(one for table in tables for one in table) == list(range(1, len(points) + 1))
    shuffled = list(entrants)
    shuffle.shuffle(shuffled)
    assert tables == seat_swiss(shuffled, size=size, seed="any")
