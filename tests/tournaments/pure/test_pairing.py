"""Swiss pairings: who meets whom in a round, byes, and who goes first."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.pairing import NoPairing, Paired, Pairing, pair_up
from games.tournaments.schedules import seat_swiss

BYE = None
HALVES = [Fraction(0), Fraction(1, 2), Fraction(1)]


def paired(*points, **more):
    """Return entrants numbered from 1, with these points."""
    return [Paired(number, Fraction(each), **more) for number, each in enumerate(points, 1)]


def everybody_once(pairing, entrants):
    seated = sorted([number for pair in pairing.pairs for number in pair] + [pairing.bye] * (pairing.bye is not BYE))
    return seated == sorted(one.number for one in entrants)


def fewest(entrants, cost):
    """Return the lowest cost of any pairing, found by trying all of them; None if there is no pairing."""

    @cache
    def least(left):
        if not left:
            return (0, 0)
        one, *others = left
        ways = [] if len(left) % 2 == 0 else [(BYE, least(tuple(others)))]
        ways += [(other, least(tuple(each for each in others if each != other))) for other in others]
        costs = [
            (rest[0] + own[0], rest[1] + own[1])
            for other, rest in ways
            if rest is not None and (own := cost(one, other)) is not None
        ]
        return min(costs, default=None)

    return least(tuple(one.number for one in entrants))


def second_byes_and_rematches(entrants, apart=frozenset()):
    of = {one.number: one for one in entrants}

    def cost(one, other):
        if other is BYE:
            return of[one].byes, 0
        return None if frozenset((one, other)) in apart else (0, int(other in of[one].met))

    return cost


class Event:
    """A Swiss of pairs with random results, played round by round."""

    def __init__(self, numbers, seed):
        self.chance = random.Random(seed)
        self.points, self.met, self.byes, self.firsts = {}, {}, {}, {}
        for number in numbers:
            self.enter(number)

    def enter(self, number):
        self.points[number], self.met[number], self.byes[number], self.firsts[number] = Fraction(0), set(), 0, 0

    def withdraw(self):
        del self.points[self.chance.choice(sorted(self.points))]

    def entrants(self):
        return [
            Paired(one, points, frozenset(self.met[one]), self.byes[one], self.firsts[one])
            for one, points in self.points.items()
        ]

    def play(self, pairing):
        for first, second in pairing.pairs:
            self.met[first].add(second)
            self.met[second].add(first)
            self.firsts[first] += 1
            won = self.chance.choice(HALVES)
            self.points[first] += won
            self.points[second] += 1 - won
        if pairing.bye is not BYE:
            self.byes[pairing.bye] += 1
            self.points[pairing.bye] += 1


@pytest.mark.parametrize("seed", range(100))
def test_a_difficult_event_repeats_no_bye_or_pairing_unnecessarily(seed):
    event = Event(range(1, 10), seed)
    for number in range(1, 8):
        if number in (3, 5):
            event.withdraw()
        if number == 4:
            event.enter(10)
        entrants = event.entrants()
        pairing = pair_up(entrants, seed=f"{seed} {number}")
        assert everybody_once(pairing, entrants)
        rematches = sum(one in event.met[other] for one, other in pairing.pairs)
        bye = event.byes[pairing.bye] if pairing.bye is not BYE else 0
        assert (bye, rematches) == fewest(entrants, second_byes_and_rematches(entrants))
        event.play(pairing)
    assert max(event.byes.values()) <= 1


def test_nine_rounds_for_a_hundred_entrants_have_no_rematches():
    event = Event(range(1, 101), "hundred")
    for number in range(9):
        pairing = pair_up(event.entrants(), seed=str(number))
        assert everybody_once(pairing, event.entrants())
        assert not any(one in event.met[other] for one, other in pairing.pairs)
        event.play(pairing)
    assert all(3 <= firsts <= 6 for firsts in event.firsts.values())


def test_the_top_half_meets_the_bottom_half():
    pairs = pair_up(paired(0, 0, 0, 0, 0, 0), seed="").pairs
    assert [set(pair) for pair in pairs] == [{1, 4}, {2, 5}, {3, 6}]


def test_equal_scores_meet_and_the_odd_player_meets_the_next_lower_score():
    pairs = pair_up(paired(2, 2, 2, 1, 1, 0), seed="").pairs
    assert [set(pair) for pair in pairs] == [{1, 2}, {3, 4}, {5, 6}]


def test_the_bye_goes_to_the_lowest_score_and_then_the_highest_number():
    assert pair_up(paired(0, 1, 1, 0, 0), seed="").bye == 5


def test_the_leader_gets_no_bye_to_let_others_meet_their_equals():
    met = {1: {3, 2}, 2: {4, 1}, 3: {1, 5}, 4: {2}, 5: {3}}
    byes = {4: 1, 5: 1}
    entrants = [
        Paired(number, Fraction(2 if number == 1 else 1), met=frozenset(met[number]), byes=byes.get(number, 0))
        for number in met
    ]
    pairing = pair_up(entrants, seed="")
    assert pairing.bye == 3
    assert {frozenset(pair) for pair in pairing.pairs} == {frozenset({1, 4}), frozenset({2, 5})}


def test_a_second_bye_is_avoided_even_at_the_cost_of_a_rematch():
    entrants = [
        Paired(1, Fraction(2), met=frozenset({2})),
        Paired(2, Fraction(1), met=frozenset({1})),
        Paired(3, Fraction(0), byes=1),
    ]
    assert pair_up(entrants, seed="").bye == 2
    assert pair_up([*entrants[:2], Paired(3, Fraction(0), met=frozenset({1, 2}), byes=1)], seed="").bye in (1, 2)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_the_player_who_has_sat_first_less_often_sits_first(seed):
    entrants = [Paired(1, Fraction(0), firsts=2), Paired(2, Fraction(0), firsts=1)]
    assert pair_up(entrants, seed=seed).pairs == ((2, 1),)


def test_a_lot_decides_who_sits_first_between_equals():
    assert {pair_up(paired(0, 0), seed=str(seed)).pairs[0] for seed in range(20)} == {(1, 2), (2, 1)}


@pytest.mark.parametrize(("points", "bye"), [((), None), ((0,), 1)])
def test_fewer_than_two_entrants_give_no_pairs(points, bye):
    assert pair_up(paired(*points), seed="") == Pairing((), bye)


def test_a_forced_pair_meets_again_and_the_others_are_paired_around_it():
    entrants = paired(3, 2, 1, 0, met=frozenset({1, 2, 3, 4}))
    assert {frozenset(pair) for pair in pair_up(entrants, forced=[(4, 1)], seed="").pairs} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }


def test_a_pairing_rule_for_an_absent_entrant_is_ignored():
    assert pair_up(paired(0, 0), forced=[(1, 7)], forbidden=[(2, 8)], seed="").pairs


@pytest.mark.parametrize(
    ("forced", "forbidden", "why"),
    [
        (
            [(1, 2)],
            [(2, 1)],
            "One rule says that players 1 and 2 must meet, another that they must never meet. "
            "Remove one of these rules.",
        ),
        ([(1, 2), (3, 1)], [], "Player 1 must meet both player 2 and player 3, but a table has only 2 seats."),
        ([], [(1, 2), (1, 3), (1, 4)], "Remove the rule that players 1 and 2 must never meet."),
        ([(3, 4)], [(1, 2)], "Remove the rule that players 1 and 2 must never meet."),
        (
            [],
            [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)],
            "Not everyone can be paired, because too many pairings are ruled out. Remove several of the rules that players must never meet, or give somebody a bye.",
        ),
    ],
)
def test_impossible_rules_are_refused_naming_the_one_to_remove(forced, forbidden, why):
    with pytest.raises(NoPairing) as refused:
        pair_up(paired(1, 1, 1, 1), forced=forced, forbidden=forbidden, seed="")
    assert why in str(refused.value.why)


@st.composite
def events(draw):
    """Generate up to nine entrants with any history, and pairs that must never meet."""
    n = draw(st.integers(2, 9))
    pairs = [(one, other) for one in range(1, n + 1) for other in range(one + 1, n + 1)]
    met = draw(st.sets(st.sampled_from(pairs)))
    entrants = [
        Paired(
            number,
            draw(st.fractions(0, 5, max_denominator=12)),
            frozenset(other for pair in met if number in pair for other in pair if other != number),
            draw(st.integers(0, 2)),
        )
        for number in range(1, n + 1)
    ]
    return entrants, draw(st.sets(st.sampled_from(pairs)))


@given(event=events(), shuffle=st.randoms(use_true_random=False))
def test_pairing_is_optimal_in_any_order_or_refused_if_impossible(event, shuffle):
    entrants, forbidden = event
    apart = frozenset(frozenset(pair) for pair in forbidden)
    best = fewest(entrants, second_byes_and_rematches(entrants, apart))
    shuffled = list(entrants)
    shuffle.shuffle(shuffled)
    if best is None:
        with pytest.raises(NoPairing):
            pair_up(shuffled, forbidden=forbidden, seed="any")
        return
    pairing = pair_up(shuffled, forbidden=forbidden, seed="any")
    assert everybody_once(pairing, entrants)
    assert not any(frozenset(pair) in apart for pair in pairing.pairs)
    of = {one.number: one for one in entrants}
    byes = of[pairing.bye].byes if pairing.bye is not BYE else 0
    assert (byes, sum(one in of[other].met for one, other in pairing.pairs)) == best
    assert pairing == pair_up(entrants, forbidden=forbidden, seed="any")


def of_clubs(*clubs, met=None):
    """Return entrants without points, numbered from 1; `clubs` has the club of each."""
    known = met or {}
    return [
        Paired(number, Fraction(0), club=club, met=frozenset(known.get(number, ())))
        for number, club in enumerate(clubs, 1)
    ]


def mates(tables, entrants):
    club = {one.number: one.club for one in entrants}
    return sum(club[one] == club[other] for table in tables for one, other in combinations(table, 2))


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4), st.integers(0, 99))
def test_as_few_club_mates_meet_as_possible(larks, owls, crows, seed):
    entrants = of_clubs(*"L" * larks, *"O" * owls, *"C" * crows)
    pairing = pair_up(entrants, seed=str(seed))
    assert everybody_once(pairing, entrants)
    most, everyone = max(larks, owls, crows), larks + owls + crows
    too_many = max(0, most - (everyone - most))
    assert mates(pairing.pairs, entrants) == too_many // 2


def test_a_rematch_is_preferred_to_a_pairing_within_a_club():
    met = {1: (3, 4), 2: (3, 4), 3: (1, 2), 4: (1, 2)}
    entrants = of_clubs("L", "L", "O", "O", met=met)
    assert mates(pair_up(entrants, seed="").pairs, entrants) == 0


@pytest.mark.parametrize("size", [3, 4])
def test_club_mates_sit_apart_at_larger_tables_too(size):
    entrants = of_clubs(*("LOCW"[n % size] for n in range(4 * size)))
    tables = seat_swiss(entrants, size=size, seed="")
    assert mates(tables, entrants) == 0


def test_pairings_without_clubs_are_the_same_as_within_one_club():
    apart, together = ([Paired(n, Fraction(n % 3), club=club) for n in range(1, 10)] for club in (None, 7))
    assert pair_up(apart, seed="x") == pair_up(together, seed="x")
