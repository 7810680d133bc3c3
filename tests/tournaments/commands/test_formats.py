"""Each format from its entries to its final standings. Every table is really played, and the strongest player wins."""

from collections import Counter
from itertools import combinations

import pytest

from games.tournaments import commands
from games.tournaments.models import Bye, Fixture, Round, Sitting
from tests.tournaments.playing import (
    DAY,
    NOON,
    begin,
    close_joining,
    drafts,
    entrant,
    fixtures,
    join,
    names,
    people,
    play_out,
    publish,
    told,
    win,
)

pytestmark = pytest.mark.django_db


def play_to_the_end(tournament, director, *, rounds=20):
    """Publish and play until the tournament has ended; return how often something was published."""
    for each in range(1, rounds + 1):
        publish(tournament, director, now=NOON + each * DAY)
        play_out(tournament, now=NOON + each * DAY)
        if tournament.phase == "finished":
            return each
    raise AssertionError("it does not end")


def meetings(tournament):
    """Return how often each pair of entrants sat at one table."""
    met = Counter()
    for fixture in fixtures(tournament):
        numbers = sorted(sitting.entrant.number for sitting in fixture.sittings.all())
        met.update(combinations(numbers, 2))
    return met


def test_a_league_of_pairs_plays_all_rounds_at_once_as_a_round_robin(director):
    tournament = begin(director, people(6), format="league", division_size=6)
    assert play_to_the_end(tournament, director) == 1
    assert Round.objects.filter(division__tournament=tournament).count() == 5
    assert set(meetings(tournament).values()) == {1}
    assert len(meetings(tournament)) == 15
    assert names(tournament) == ["Anna", "Boris", "Chloe", "Emil", "Fanny", "Gustav"]


def test_nobody_meets_twice_in_a_league_of_twelve_at_tables_of_three(director):
    tournament = begin(director, people(12), format="league", division_size=12, table_size=3, rounds_planned=4)
    assert play_to_the_end(tournament, director) == 1
    assert set(meetings(tournament).values()) == {1}
    assert names(tournament)[0] == "Anna"


def test_league_divisions_are_ranked_separately_with_promotion_and_relegation(director):
    players = people(12)
    tournament = begin(director, players, format="league", division_size=6)
    play_to_the_end(tournament, director)
    assert names(tournament) == ["Anna", "Boris", "Chloe", "Emil", "Fanny", "Gustav"]
    assert names(tournament, division=1) == ["Hanna", "Igor", "Jana", "Karl", "Lena", "Milan"]
    ended = {player.name: told(player, "ended") for player in players}
    assert [facts["moves"] for ((_, facts),) in ended.values()] == [
        "",
        "",
        "",
        "",
        "",
        "down",
        "up",
        "",
        "",
        "",
        "",
        "",
    ]
    (_, facts) = ended["Hanna"][0]
    assert (facts["place"], facts["of"], facts["points"]) == (1, 6, "5")


def test_the_rounds_of_a_round_robin_are_published_one_after_another(director):
    tournament = begin(director, people(5), format="round_robin")
    assert play_to_the_end(tournament, director) == 5
    assert set(meetings(tournament).values()) == {1}
    assert len(meetings(tournament)) == 10
    assert Counter(Bye.objects.values_list("entrant__name", "points")) == dict.fromkeys(
        [(name, "0") for name in ("Anna", "Boris", "Chloe", "Emil", "Fanny")], 1
    )
    assert names(tournament) == ["Anna", "Boris", "Chloe", "Emil", "Fanny"]


def test_the_best_of_equally_strong_pools_play_a_final(director):
    tournament = begin(director, people(8), format="pools", division_size=4, advance=2)
    publish(tournament, director)
    play_out(tournament)
    assert tournament.phase == "running"
    assert [names(tournament, division=pool)[:2] for pool in (0, 1)] == [["Anna", "Emil"], ["Boris", "Chloe"]]
    commands.draw_final(tournament_id=tournament.pk, by=director, now=NOON)
    publish(tournament, director)
    play_out(tournament)
    assert tournament.phase == "finished"
    assert names(tournament, stage=2) == ["Anna", "Boris", "Chloe", "Emil"]


def test_nobody_meets_twice_in_a_swiss_of_tables_while_that_is_possible(director):
    tournament = begin(director, people(9), table_size=3, rounds_planned=3)
    assert play_to_the_end(tournament, director) == 3
    assert set(meetings(tournament).values()) == {1}
    assert names(tournament)[0] == "Anna"


def test_the_best_of_a_knockout_advance_until_one_table_is_left(director):
    tournament = begin(director, people(9), format="knockout", table_size=3)
    assert play_to_the_end(tournament, director) == 2
    assert names(tournament)[0] == "Anna"
    sizes = [fixture.sittings.count() for fixture in fixtures(tournament)]
    assert sizes == [3, 3, 3, 3]


def test_the_two_best_of_a_knockout_table_can_advance(director):
    tournament = begin(director, people(12), format="knockout", table_size=4, advance=2)
    play_to_the_end(tournament, director)
    by_round = Counter(Sitting.objects.values_list("fixture__round__number", flat=True))
    assert by_round == {1: 12, 2: 6, 3: 4}
    assert names(tournament)[0] == "Anna"


def test_the_strongest_of_an_odd_number_in_a_knockout_gets_a_bye(director):
    tournament = begin(director, people(5), format="knockout")
    assert list(Bye.objects.values_list("entrant__name", "round__number")) == [("Anna", 1)]
    assert play_to_the_end(tournament, director) == 3
    assert names(tournament)[:2] == ["Anna", "Boris"]


def test_a_swiss_of_nine_in_pairs_copes_with_withdrawals_and_a_late_entry(director):
    players = people(9)
    (latecomer,) = people(10)[9:]
    tournament = begin(director, players, rounds_planned=7, late_until=4)
    for number in range(1, 8):
        if number in (3, 5):
            gone = players[number]
            commands.withdraw(entrant_id=entrant(tournament, gone).pk, by=gone, now=NOON + number * DAY)
        if number == 4:
            commands.enter(tournament_id=tournament.pk, player=latecomer, now=NOON + number * DAY)
        publish(tournament, director, now=NOON + number * DAY)
        in_round = Sitting.objects.filter(fixture__round__number=number).values_list("entrant", flat=True)
        sat_out = Bye.objects.filter(round__number=number, points="1").values_list("entrant", flat=True)
        playing = tournament.entrants.filter(standing__in=["entered", "confirmed"]).values_list("pk", flat=True)
        assert sorted([*in_round, *sat_out]) == sorted(playing)
        play_out(tournament, now=NOON + number * DAY)
    assert tournament.phase == "finished"
    full = Counter(Bye.objects.filter(points="1").values_list("entrant", flat=True))
    assert not full or max(full.values()) == 1
    missed = Bye.objects.filter(entrant__player=latecomer, points="0")
    assert sorted(missed.values_list("round__number", flat=True)) == [1, 2, 3]
    assert len(names(tournament)) == 10


def test_a_league_is_completed_even_if_a_player_never_joins(director):
    players = people(6)
    tournament = begin(director, players, format="league", division_size=6)
    publish(tournament, director)
    *there, gone = players
    for fixture in fixtures(tournament):
        join(fixture, *there)
    close_joining(tournament)
    assert entrant(tournament, gone).standing == "withdrawn"
    for fixture in fixtures(tournament, "playing"):
        win(fixture, fixture.sittings.order_by("entrant__number").first().entrant.player, now=NOON + 4 * DAY)
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    assert not drafts(tournament).exists()
    assert Counter(Fixture.objects.values_list("phase", flat=True)) == {"finished": 10, "awarded": 5}
    assert names(tournament) == ["Anna", "Boris", "Chloe", "Emil", "Fanny", "Gustav"]


@pytest.mark.parametrize(("table_size", "expected"), [(2, 2), (3, 1)])
def test_a_league_uses_two_tiles_per_light_at_tables_of_two(director, table_size, expected):
    long = {"division_size": 6, "rounds_planned": 2, "round_lasts": 200 * DAY}
    tournament = begin(director, people(6), format="league", table_size=table_size, **long)
    publish(tournament, director)
    assert {fixture.game.options["tiles_per_light"] for fixture in fixtures(tournament)} == {expected}


@pytest.mark.parametrize("chosen", [1, 2])
def test_a_league_uses_the_tiles_per_light_chosen_by_its_director(director, chosen):
    options = {"tile_set": "A60 E60", "starting_tiles": 3, "tiles_per_light": chosen}
    tournament = begin(director, people(4), format="league", division_size=4, options=options)
    publish(tournament, director)
    assert {fixture.game.options["tiles_per_light"] for fixture in fixtures(tournament)} == {chosen}


def test_a_game_that_would_fill_the_season_uses_two_tiles_per_light(director):
    short = begin(director, people(6), format="league", table_size=3, round_lasts=5 * DAY, rounds_planned=1)
    publish(short, director)
    assert {fixture.game.options["tiles_per_light"] for fixture in fixtures(short)} == {2}


def test_withdrawing_from_a_draft_league_leaves_no_spare_round(director):
    players = people(5)
    tournament = begin(director, players, format="league", division_size=5)
    commands.withdraw(entrant_id=entrant(tournament, players[4]).pk, by=players[4], now=NOON)
    assert drafts(tournament).count() == 3
    play_to_the_end(tournament, director)
    assert set(meetings(tournament).values()) == {1}


def test_the_others_still_meet_once_each_after_a_round_robin_withdrawal(director):
    players = people(6)
    tournament = begin(director, players, format="round_robin")
    publish(tournament, director)
    play_out(tournament)
    commands.withdraw(entrant_id=entrant(tournament, players[5]).pk, by=players[5], now=NOON)
    assert play_to_the_end(tournament, director) == 4
    assert set(meetings(tournament).values()) == {1}
    assert Bye.objects.filter(points="1").count() == 4
