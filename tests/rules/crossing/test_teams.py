"""Team games: which team wins under each rule, and when only one is left. No database."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.crossing.results import ranks, team_results
from games.rules.crossing.scoring import Result
from games.rules.table.verify import replay
from tests.rules.crossing.table import CROSSING, crossing, two_tiles
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, record_of

DORA, EMIL = 3, 4


def finished(teams, scores, *, team_wins="best", resigned=()):
    """A finished game of these teams, with a score by seat, each as (points, words, leftover)."""
    seats = range(len(teams))
    table = crossing(*seats, teams=teams, team_wins=team_wins, tile_set="A58 B2", starting_tiles=2)
    results = tuple(
        Result(seat, points, words, leftover, _exact(points, words + leftover), (), ())
        for seat, (points, words, leftover) in zip(seats, scores, strict=True)
        if seat not in resigned
    )
    return replace(table.state, phase="finished", ending="played", results=results, resigned=resigned)


def _exact(points, divisor):
    value = Fraction(points, divisor)
    return f"{value.numerator}/{value.denominator}"


def by_seat(state):
    return {rank.seat: rank.rank for rank in ranks(state)}


def by_team(state):
    return {one.team: (one.rank, one.shown) for one in team_results(state)}


SCORES = [(12, 4, 0), (8, 4, 0), (2, 4, 0), (8, 4, 1)]  # 3.00, 2.00, 0.50, 1.60


@pytest.mark.parametrize(
    ("team_wins", "expected"),
    [
        ("best", {"A": (1, "12/4=3.00"), "B": (2, "8/4=2.00")}),
        ("lowest", {"B": (1, "8/(4+1)=1.60"), "A": (2, "2/4=0.50")}),
        ("sum", {"B": (1, "16/(8+1)=1.78"), "A": (2, "14/8=1.75")}),
    ],
)
def test_the_team_wins_option_decides_the_winning_team(team_wins, expected):
    state = finished("ABAB", SCORES, team_wins=team_wins)
    assert by_team(state) == expected
    ranks_of = {team: rank for team, (rank, _) in expected.items()}
    assert by_seat(state) == {seat: ranks_of["ABAB"[seat]] for seat in range(4)}


def test_each_player_in_a_team_has_their_own_score():
    shown = {rank.seat: rank.shown for rank in ranks(finished("ABAB", SCORES))}
    assert shown == {ANNA: "12/4=3.00", BORIS: "8/4=2.00", CHLOE: "2/4=0.50", DORA: "8/(4+1)=1.60"}


def test_equal_teams_share_a_place():
    state = finished("ABC", [(4, 2, 0), (8, 4, 0), (1, 1, 0)])
    assert by_team(state) == {"A": (1, "4/2=2.00"), "B": (1, "8/4=2.00"), "C": (3, "1/1=1.00")}
    assert by_seat(state) == {ANNA: 1, BORIS: 1, CHLOE: 3}


def test_teams_of_unequal_sizes_are_ranked_by_the_team_wins_option():
    scores = [(2, 1, 0), (1, 1, 0), (3, 2, 0)]
    assert by_seat(finished("AAB", scores)) == {ANNA: 1, BORIS: 1, CHLOE: 2}
    assert by_seat(finished("AAB", scores, team_wins="lowest")) == {ANNA: 2, BORIS: 2, CHLOE: 1}
    assert by_seat(finished("AAB", scores, team_wins="sum")) == {ANNA: 1, BORIS: 1, CHLOE: 1}


def test_a_resigned_player_ranks_last_and_does_not_count_for_the_team():
    state = finished("ABAB", SCORES, team_wins="lowest", resigned=(CHLOE,))
    assert by_seat(state) == {ANNA: 1, BORIS: 2, DORA: 2, CHLOE: 3}
    assert by_team(state)["A"] == (1, "12/4=3.00")


def test_a_team_whose_players_all_resigned_comes_last():
    state = finished("ABCAB", [*SCORES, (1, 1, 0)], resigned=(BORIS, CHLOE, EMIL))
    assert by_seat(state) == {ANNA: 1, DORA: 1, EMIL: 2, CHLOE: 3, BORIS: 4}
    assert by_team(state) == {"A": (1, "12/4=3.00"), "B": (2, ""), "C": (3, "")}


def test_a_game_without_teams_has_no_team_results():
    table = crossing(ANNA, BORIS, tile_set="A58 B2", starting_tiles=2).give(BORIS, "RESIGN")
    assert table.state.phase == "finished"
    assert team_results(table.state) == ()


def test_with_one_team_left_the_game_is_scored_at_once():
    table = crossing(ANNA, BORIS, CHLOE, DORA, teams="ABAB", tile_set="A58 B2", starting_tiles=3)
    table = table.give(BORIS, "RESIGN")
    assert table.state.phase == "playing"
    table = table.give(DORA, "RESIGN")
    assert (table.state.phase, table.state.ending) == ("finished", "resigned")
    assert by_seat(table.state) == {ANNA: 1, CHLOE: 1, DORA: 2, BORIS: 3}
    assert table.told_to(DMITRI)[-1] == "Nobody was left to play against, so the game was scored as it stood."
    replay(CROSSING, record_of(table, seed=bytes(32)))


def test_the_game_ends_in_grace_too_when_one_team_is_left():
    table = crossing(ANNA, BORIS, CHLOE, teams="AAB", tile_set="A8 B1", starting_tiles=3, leeway=0).all_seen()
    table = table.complete(ANNA).play(ANNA, "red")
    assert table.state.phase == "grace"
    assert table.give(CHLOE, "RESIGN").state.ending == "resigned"


def test_the_api_shows_partners_and_offers_only_within_the_team():
    table = crossing(ANNA, BORIS, CHLOE, teams="AAB", tile_set="A30 B30", starting_tiles=6).all_seen()
    gives, takes = two_tiles(table, ANNA, BORIS)
    table = table.give(ANNA, "OFFER", gives=gives, takes=takes)
    told = {reader: table.view(reader).facts for reader in (ANNA, BORIS, CHLOE, DMITRI)}
    assert all(one["teams"] == {"A": [0, 1], "B": [2]} for one in told.values())
    assert told[ANNA]["swaps"] == told[BORIS]["swaps"] == [{"from": 0, "gives": gives, "to": 1, "takes": takes}]
    assert [one["seat"] for one in told[BORIS]["partners"]] == [ANNA]
    for reader in (CHLOE, DMITRI):
        assert told[reader]["swaps"] == told[reader]["partners"] == []
    assert "teams" not in crossing(ANNA, BORIS).view(None).facts
