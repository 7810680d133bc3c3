"""Points at a table, and the order of the standings."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.standings import Met, Placed, Reach, SatOut, crosstable, reach, standings, table_points

ANNA, BORIS, CHLOE, DMITRI = 1, 2, 3, 4
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RANKS = st.dictionaries(st.integers(1, 40), st.none() | st.integers(1, 5), min_size=2, max_size=5)


def met(round_, *order, scores=None, awarded=None, table=1):
    """Return a table at which these entrants finished in this order. A tuple is a tie; those after None did not join."""
    placed, rank, joined = [], 1, True
    for each in order:
        if each is None:
            joined = False
            continue
        for number in each if isinstance(each, tuple) else (each,):
            placed.append(
                Placed(number, rank if joined else None, (scores or {}).get(number), (awarded or {}).get(number))
            )
        rank = len(placed) + 1
    return Met(round_, table, tuple(placed))


def lines(members, tables, byes=(), cap=100, lot="lot"):
    return {line.number: line for line in standings(members, tables, byes, cap=cap, lot=lot)}


def order(members, tables, byes=(), **how):
    return [line.number for line in lines(members, tables, byes, **how).values()]


# --- Table points --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([1, 2], [1, 0]),
        ([1, 1], [HALF, HALF]),
        ([2, 1, 3], [HALF, 1, 0]),
        ([1, 1, 3], [Fraction(3, 4), Fraction(3, 4), 0]),
        ([1, 2, 2], [1, Fraction(1, 4), Fraction(1, 4)]),
        ([1, 2, 3, 4], [1, 2 * THIRD, THIRD, 0]),
        ([1, None, 2], [1, 0, HALF]),
        ([None, 1, None, 2], [Fraction(1, 6), 1, Fraction(1, 6), 2 * THIRD]),
        ([None, None], [HALF, HALF]),
    ],
)
def test_table_points_range_from_one_to_zero_and_ties_share(ranks, points):
    assert list(table_points(dict(enumerate(ranks))).values()) == points


@given(ranks=RANKS)
def test_a_table_always_gives_half_as_many_points_as_it_has_seats(ranks):
    points = table_points(ranks)
    assert sum(points.values()) == Fraction(len(ranks), 2)
    for one, other in permutations(ranks, 2):
        if ranks[one] is not None and (ranks[other] is None or ranks[one] < ranks[other]):
            assert points[one] > points[other]
        if ranks[one] == ranks[other]:
            assert points[one] == points[other]


def test_a_table_of_one_has_no_points_by_rank():
    with pytest.raises(ValueError, match="table of 1"):
        table_points({ANNA: 1})


# --- Standings -----------------------------------------------------------------------------------------------------------


def test_points_come_first():
    tables = [met(1, ANNA, BORIS, CHLOE), met(2, CHLOE, ANNA, BORIS)]
    assert order([BORIS, CHLOE, ANNA], tables) == [ANNA, CHLOE, BORIS]
    anna = lines([ANNA, BORIS, CHLOE], tables)[ANNA]
    assert (anna.place, anna.points, anna.played) == (1, Fraction(3, 2), 2)


def test_the_first_tiebreak_is_the_strength_of_the_opponents():
    tables = [met(1, ANNA, CHLOE), met(1, BORIS, DMITRI, table=2), met(2, CHLOE, 5), met(2, 6, DMITRI, table=2)]
    found = lines(range(1, 7), tables)
    assert (found[ANNA].sos, found[BORIS].sos) == (1, 0)
    assert found[ANNA].place < found[BORIS].place


def test_the_strength_of_a_table_is_the_mean_of_the_opponents_there():
    found = lines(range(1, 6), [met(1, 1, 2, 3, 4, 5), met(2, 1, 2)])
    assert found[1].sos == (Fraction(3, 4) + HALF + Fraction(1, 4)) / 4 + Fraction(3, 4)


def test_the_second_tiebreak_is_the_strength_of_beaten_opponents():
    """Both met the same two opponents: Anna beat the strong one and lost to the weak one, Boris the other way round."""
    strong, weak = 5, 6
    tables = [met(1, ANNA, strong), met(2, weak, ANNA), met(1, strong, BORIS), met(2, BORIS, weak), met(3, strong, 7)]
    found = lines([ANNA, BORIS, strong, weak, 7], tables)
    assert found[ANNA].points == found[BORIS].points
    assert found[ANNA].sos == found[BORIS].sos
    assert (found[ANNA].sb, found[BORIS].sb) == (2, 1)
    assert found[ANNA].place < found[BORIS].place


def test_a_tie_with_an_opponent_counts_half_of_their_points():
    assert lines([ANNA, BORIS], [met(1, (ANNA, BORIS))])[ANNA].sb == Fraction(1, 4)


@pytest.mark.parametrize(("cap", "spreads"), [(100, (40, -40)), (25, (25, -25))])
def test_the_third_tiebreak_is_the_spread_of_scores_up_to_a_cap(cap, spreads):
    tables = [met(1, ANNA, BORIS, scores={ANNA: 90, BORIS: 50}), met(1, CHLOE, DMITRI, scores={CHLOE: 60, DMITRI: 55})]
    found = lines([ANNA, BORIS, CHLOE, DMITRI], tables, cap=cap)
    assert (found[ANNA].spread, found[BORIS].spread) == spreads
    assert list(found) == [ANNA, CHLOE, DMITRI, BORIS]
    assert not any(line.by_lot for line in found.values())


def test_the_spread_is_measured_exactly_from_the_mean_of_the_others():
    scores = {ANNA: 7 / 3, BORIS: 5 / 3, CHLOE: 1}
    assert lines([ANNA, BORIS, CHLOE], [met(1, ANNA, BORIS, CHLOE, scores=scores)])[ANNA].spread == 1


def test_the_last_tiebreak_is_a_lot_that_is_marked_and_repeatable():
    found = lines([ANNA, BORIS, CHLOE], [met(1, (ANNA, BORIS, CHLOE))])
    assert [line.by_lot for line in found.values()] == [True] * 3
    assert [line.place for line in found.values()] == [1, 2, 3]
    assert list(found) == order([CHLOE, BORIS, ANNA], [met(1, (CHLOE, ANNA, BORIS))])
    assert len({tuple(order([ANNA, BORIS, CHLOE], [], lot=str(lot))) for lot in range(60)}) == 6


def test_only_tied_players_are_ranked_by_lot():
    found = lines([ANNA, BORIS, CHLOE], [met(1, CHLOE, (ANNA, BORIS))])
    assert [(line.place, line.by_lot) for line in found.values()] == [(1, False), (2, True), (3, True)]


@pytest.mark.parametrize("bye", [Fraction(1), HALF, Fraction(0)])
def test_a_bye_gives_its_points_and_counts_as_an_equally_strong_opponent(bye):
    tables = [met(1, ANNA, BORIS), met(2, (ANNA, CHLOE))]
    anna = lines([ANNA, BORIS, CHLOE], tables, [SatOut(ANNA, 3, bye)])[ANNA]
    assert anna.points == Fraction(3, 2) + bye
    assert anna.sos == 0 + HALF + Fraction(3, 2)
    assert anna.sb == 0 + Fraction(1, 4) + bye * Fraction(3, 2)
    assert (anna.played, anna.spread) == (2, 0)


def test_awarded_points_count_as_given_and_the_table_as_a_bye():
    tables = [met(1, ANNA, None, BORIS, awarded={ANNA: Fraction(1), BORIS: Fraction(0)}), met(2, ANNA, CHLOE)]
    found = lines([ANNA, BORIS, CHLOE], tables)
    assert found[ANNA].points == 2
    assert found[ANNA].sos == 1 + 0
    assert (found[ANNA].played, found[BORIS].played) == (1, 0)


def test_awards_need_not_add_up():
    tables = [met(1, ANNA, BORIS, awarded={ANNA: HALF, BORIS: Fraction(0)})]
    assert [line.points for line in lines([ANNA, BORIS], tables).values()] == [HALF, 0]


def test_a_player_who_did_not_join_comes_last_and_is_nobodys_opponent():
    tables = [met(1, ANNA, BORIS, None, CHLOE, scores={ANNA: 3, BORIS: 1}), met(2, CHLOE, DMITRI)]
    found = lines([ANNA, BORIS, CHLOE, DMITRI], tables)
    assert (found[ANNA].points, found[BORIS].points, found[CHLOE].points) == (1, HALF, 1)
    assert found[ANNA].sos == HALF  # only Boris's points
    assert found[CHLOE].sos == 1 + 0  # her own points, as for a bye, and Dmitri's
    assert (found[CHLOE].played, found[ANNA].spread) == (1, 2)


def test_a_player_alone_at_a_table_gets_its_point():
    assert lines([ANNA], [met(1, ANNA)])[ANNA].points == 1


def test_a_withdrawn_player_still_counts_as_an_opponent():
    tables = [met(1, ANNA, BORIS), met(2, ANNA, CHLOE)]
    found = lines([BORIS, CHLOE], tables)  # Anna isn't ranked, but counts as an opponent
    assert list(found) == order([BORIS, CHLOE], tables)
    assert found[BORIS].sos == 2


@st.composite
def seasons(draw):
    """Generate results of eight entrants: some tables of two to five with ranks and scores, and byes."""
    tables = []
    for number in range(draw(st.integers(0, 6))):
        seated = draw(st.lists(st.integers(1, 8), min_size=2, max_size=5, unique=True))
        ranks = st.none() | st.integers(1, 5)
        tables.append(
            Met(number, 1, tuple(Placed(one, draw(ranks), draw(st.floats(-50, 50) | st.none())) for one in seated))
        )
    byes = draw(
        st.lists(st.builds(SatOut, st.integers(1, 8), st.just(9), st.sampled_from([HALF, Fraction(1)])), max_size=3)
    )
    return tables, byes


@given(season=seasons(), shuffle=st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(season, shuffle):
    tables, byes = season
    told = standings(range(1, 9), tables, byes, cap=20, lot="x")
    members = list(range(1, 9))
    mixed = [Met(each.round, each.table, tuple(shuffle.sample(each.placed, len(each.placed)))) for each in tables]
    for part in (members, mixed, byes):
        shuffle.shuffle(part)
    assert told == standings(members, mixed, byes, cap=20, lot="x")


@given(season=seasons())
def test_no_point_is_lost_and_the_spreads_of_pairs_cancel_out(season):
    tables, byes = season
    found = standings(range(1, 9), tables, byes, cap=20, lot="x")
    given_out = sum(Fraction(len(each.placed), 2) for each in tables) + sum(bye.points for bye in byes)
    assert sum(line.points for line in found) == given_out
    assert [line.place for line in found] == list(range(1, 9))
    assert [line.points for line in found] == sorted((line.points for line in found), reverse=True)
    if all(len(each.placed) == 2 for each in tables):
        assert sum(line.spread for line in found) == 0


# --- The crosstable ------------------------------------------------------------------------------------------------------


def test_the_crosstable_shows_who_came_before_whom():
    table = crosstable([ANNA, BORIS, CHLOE, DMITRI], [met(1, ANNA, (BORIS, CHLOE)), met(2, BORIS, ANNA, None, DMITRI)])
    assert [shared.came for shared in table.cells[ANNA, BORIS]] == [1, 0]
    assert [shared.came for shared in table.cells[BORIS, ANNA]] == [0, 1]
    assert [(shared.round, shared.came) for shared in table.cells[BORIS, CHLOE]] == [(1, HALF)]
    assert [shared.came for shared in table.cells[DMITRI, ANNA]] == [0]
    assert (CHLOE, DMITRI) not in table.cells


def test_the_rows_of_a_crosstable_are_in_order_of_rounds_with_byes_and_awards():
    tables = [met(3, BORIS, ANNA, awarded={ANNA: HALF, BORIS: HALF}, table=7), met(1, CHLOE, ANNA, BORIS)]
    table = crosstable([ANNA, BORIS, CHLOE, DMITRI], tables, [SatOut(ANNA, 2, Fraction(1))])
    rows = [(sat.round, sat.table, set(sat.others), sat.rank, sat.points, sat.awarded) for sat in table.rows[ANNA]]
    assert rows == [
        (1, 1, {BORIS, CHLOE}, 2, HALF, False),
        (2, None, set(), None, 1, False),
        (3, 7, {BORIS}, 2, HALF, True),
    ]
    assert table.rows[DMITRI] == ()
    assert [shared.round for shared in table.cells[ANNA, BORIS]] == [1]


# --- What can still be reached -------------------------------------------------------------------------------------------


def test_every_place_can_be_reached_before_the_first_game():
    assert reach([ANNA, BORIS, CHLOE], [], open=[[ANNA, BORIS, CHLOE]])[ANNA] == Reach(1, 3)


def test_a_leader_who_cannot_be_caught_is_first():
    tables = [met(1, ANNA, BORIS, CHLOE), met(2, ANNA, CHLOE, BORIS)]
    found = reach([ANNA, BORIS, CHLOE], tables, open=[[ANNA, BORIS, CHLOE]])
    assert found == {ANNA: Reach(1, 1), BORIS: Reach(2, 3), CHLOE: Reach(2, 3)}
    assert reach([ANNA, BORIS, CHLOE], tables, open=[], undrawn=2)[ANNA] == Reach(1, 3)


def test_a_withdrawn_player_overtakes_nobody_in_future_rounds():
    tables = [met(1, ANNA, BORIS, CHLOE)]
    found = reach([ANNA, BORIS, CHLOE], tables, open=[], undrawn=2, gone=[CHLOE])
    assert found == {ANNA: Reach(1, 2), BORIS: Reach(1, 2), CHLOE: Reach(3, 3)}


def test_ties_in_points_may_still_be_broken_either_way():
    assert reach([ANNA, BORIS], [met(1, (ANNA, BORIS))], open=[]) == {ANNA: Reach(1, 2), BORIS: Reach(1, 2)}


@given(season=seasons(), seated=st.lists(st.sets(st.integers(1, 8), min_size=2, max_size=3), max_size=2))
def test_nobody_finishes_outside_their_reachable_places(season, seated):
    tables, byes = season
    bounds = reach(range(1, 9), tables, byes, open=seated)
    for results in product(*(permutations(sorted(each)) for each in seated)):
        ended = tables + [met(7 + number, *result) for number, result in enumerate(results)]
        for line in standings(range(1, 9), ended, byes, cap=20, lot="x"):
            assert bounds[line.number].best <= line.place <= bounds[line.number].worst
