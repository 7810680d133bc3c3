"""A tournament as a whole: its end, voiding it, its final, and the next season."""

from decimal import Decimal

import pytest

from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Tournament
from tests.tournaments.playing import (
    DAY,
    NOON,
    WHY,
    begin,
    drafts,
    entrant,
    fixture_of,
    fixtures,
    join,
    make_director,
    names,
    people,
    play_out,
    publish,
    ruled,
    told,
    under_way,
    win,
)

pytestmark = pytest.mark.django_db
LEAGUE = {"format": "league", "division_size": 3}


def played_league(director, players):
    tournament = under_way(director, players, **LEAGUE)
    play_out(tournament)
    return tournament


def next_season(tournament, director):
    return commands.next_season(tournament_id=tournament.pk, by=director, now=NOON + 30 * DAY)


def order(tournament):
    return [each.name for each in tournament.entrants.order_by("number")]


def test_the_next_season_promotes_the_best_and_relegates_the_last(director):
    players = people(9)
    tournament = played_league(director, players)
    assert tournament.phase == "finished"
    season = next_season(tournament, director)
    assert (season.season, season.follows, season.phase, season.name) == (2, tournament, "entries", "Autumn Open")
    assert list(season.directors.all()) == [director]
    assert season.lot != tournament.lot
    assert order(season) == ["Anna", "Boris", "Emil", "Chloe", "Fanny", "Hanna", "Gustav", "Igor", "Jana"]
    assert told(players[0], "entered")[-1] == ("entered", {"entrant": entrant(season, players[0]).pk})


def test_the_next_season_drops_withdrawn_players_and_adds_new_ones_last(director):
    *players, newcomer = people(7)
    tournament = under_way(director, players, **LEAGUE)
    gone = players[1]
    for fixture in fixtures(tournament):
        join(fixture)
    commands.withdraw(entrant_id=entrant(tournament, gone).pk, by=gone, now=NOON)
    play_out(tournament)
    season = next_season(tournament, director)
    commands.enter(tournament_id=season.pk, player=newcomer, now=NOON + 30 * DAY)
    commands.close_entries(tournament_id=season.pk, by=director, now=NOON + 31 * DAY)
    assert order(season)[-1] == newcomer.name
    assert gone.name not in order(season)
    commands.start(tournament_id=season.pk, by=director, now=NOON + 31 * DAY)
    assert [division.entrants.count() for division in season.divisions.all()] == [3, 3]


def test_only_a_finished_league_has_a_next_season_and_only_one(director):
    players = people(3)
    tournament = under_way(director, players, **LEAGUE)
    with pytest.raises(OrderRefused, match=r"^This tournament has started\.$"):
        next_season(tournament, director)
    play_out(tournament)
    next_season(tournament, director)
    with pytest.raises(OrderRefused, match=r"The next season has already been created\."):
        next_season(tournament, director)
    (fixture, *_) = fixtures(tournament)
    with pytest.raises(
        OrderRefused, match=r"These results can’t be changed, because the next season is based on them\."
    ):
        commands.adjudicate(fixture_id=fixture.pk, how="void", by=director, reason=WHY, now=NOON)
    swiss = under_way(director, players, rounds_planned=1)
    play_out(swiss)
    with pytest.raises(OrderRefused, match=r"Only leagues have seasons\. Create a new tournament instead\."):
        next_season(swiss, director)


def test_a_director_can_end_a_tournament_early_when_no_table_is_open(director):
    players = people(4)
    tournament = under_way(director, players)
    finish = {"tournament_id": tournament.pk, "by": director, "reason": WHY, "now": NOON}
    with pytest.raises(
        OrderRefused, match=r"Some tables are still in progress\. Wait for them to finish, or adjudicate them first\."
    ):
        commands.finish(**finish)
    play_out(tournament)
    commands.draw_up(tournament_id=tournament.pk, by=director, now=NOON)
    commands.finish(**finish)
    tournament.refresh_from_db()
    assert tournament.phase == "finished"
    assert not drafts(tournament).exists()
    assert sorted(told(player, "ended")[-1][1]["place"] for player in players) == [1, 2, 3, 4]
    assert ruled(tournament) == [("finish", WHY)]


def test_players_are_notified_once_of_their_place_at_the_end(director):
    players = people(4)
    tournament = under_way(director, players, rounds_planned=2)
    play_out(tournament)
    winner = fixtures(tournament)[0].sittings.get(rank=1).entrant.player
    ((_, facts),) = told(winner, "ended")
    assert facts["round"] == fixtures(tournament)[0].round_id
    assert (facts["of"], facts["points"]) == (4, "1")
    publish(tournament, director)
    play_out(tournament)
    assert ["round" in facts for _, facts in told(winner, "ended")] == [True, False]


def test_voiding_a_tournament_ends_its_games_and_deletes_nothing(director):
    players = people(4)
    tournament = under_way(director, players)
    played, waiting = fixtures(tournament)
    join(played)
    commands.void(tournament_id=tournament.pk, by=director, reason=WHY, now=NOON + DAY)
    played, waiting = fixtures(tournament)
    assert (played.phase, played.game.phase, played.game.ending) == ("void", "finished", "void")
    assert (waiting.phase, waiting.game.phase) == ("void", "cancelled")
    assert Tournament.objects.get().phase == "void"
    assert all(len(told(player, "ruled")) == 1 for player in players)
    with pytest.raises(OrderRefused, match=r"^This tournament is void\.$"):
        publish(tournament, director)


def test_a_director_who_plays_cannot_void_their_own_games(director):
    players = people(4)
    own = make_director(players[0])
    tournament = under_way(director, players)
    tournament.directors.add(own)
    with pytest.raises(OrderRefused, match=r"\. Another director has to rule on it\."):
        commands.void(tournament_id=tournament.pk, by=own, reason=WHY, now=NOON)
    assert Tournament.objects.get().phase == "running"


def test_the_final_is_paired_once_and_only_after_the_pools(director):
    players = people(6)
    tournament = under_way(director, players, format="pools", division_size=3, advance=1)
    final = {"tournament_id": tournament.pk, "by": director, "now": NOON}
    with pytest.raises(
        OrderRefused, match=r"The pools are still in progress\. Pair the final when they have finished\."
    ):
        commands.draw_final(**final)
    play_out(tournament)
    commands.withdraw(entrant_id=entrant(tournament, players[0]).pk, by=players[0], now=NOON)
    commands.draw_final(**final)
    final_division = tournament.divisions.get(stage=2)
    assert sorted(final_division.entrants.values_list("name", flat=True)) == ["Boris", "Emil"]
    with pytest.raises(OrderRefused, match=r"The final has already been paired\."):
        commands.draw_final(**final)
    swiss = begin(director, players)
    with pytest.raises(OrderRefused, match=r"Only a tournament with pools has a final\."):
        commands.draw_final(**{**final, "tournament_id": swiss.pk})


def test_a_void_table_of_a_knockout_waits_for_points_before_the_next_round(director):
    players = people(4)
    tournament = under_way(director, players, format="knockout")
    first, second = fixtures(tournament)
    commands.adjudicate(fixture_id=first.pk, how="void", by=director, reason=WHY, now=NOON)
    win(join(second), second.sittings.first().entrant.player)
    with pytest.raises(
        OrderRefused, match=r"Table 1 is void, so nobody can advance from it\. Award its points first\."
    ):
        publish(tournament, director)
    points = {sitting.entrant_id: Decimal(place) for place, sitting in enumerate(first.sittings.all())}
    commands.adjudicate(fixture_id=first.pk, how="award", points=points, by=director, reason=WHY, now=NOON)
    publish(tournament, director)
    assert fixture_of(tournament, first.sittings.last().entrant.player, round=2)


def test_awarding_the_points_of_a_void_final_ends_the_knockout(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris], format="knockout")
    (final,) = fixtures(tournament)
    commands.adjudicate(fixture_id=final.pk, how="void", by=director, reason=WHY, now=NOON)
    assert Tournament.objects.get().phase == "running"
    points = {entrant(tournament, anna).pk: Decimal(0), entrant(tournament, boris).pk: Decimal(1)}
    commands.adjudicate(fixture_id=final.pk, how="award", points=points, by=director, reason=WHY, now=NOON)
    assert Tournament.objects.get().phase == "finished"
    assert names(tournament) == ["Boris", "Anna"]


def test_a_ruling_on_a_result_changes_the_draft_of_the_next_round(director):
    tournament = under_way(director, people(4), format="knockout")
    play_out(tournament)
    commands.draw_up(tournament_id=tournament.pk, by=director, now=NOON)
    table = fixtures(tournament, "finished")[0]
    winner, loser = (sitting.entrant for sitting in table.sittings.order_by("rank"))
    points = {winner.pk: Decimal(0), loser.pk: Decimal(1)}
    commands.adjudicate(fixture_id=table.pk, how="award", points=points, by=director, reason=WHY, now=NOON)
    (drafted,) = fixtures(tournament, "planned")
    seated = [sitting.entrant for sitting in drafted.sittings.all()]
    assert loser in seated
    assert winner not in seated


def test_a_withdrawal_from_a_knockout_advances_the_next_best_at_the_table(director):
    players = people(6)
    tournament = under_way(director, players, format="knockout", table_size=3)
    play_out(tournament)
    first = fixture_of(tournament, players[0])
    commands.withdraw(entrant_id=entrant(tournament, players[0]).pk, by=players[0], now=NOON)
    publish(tournament, director)
    (last,) = fixtures(tournament, "joining")
    others = {sitting.entrant for sitting in first.sittings.all()} - {entrant(tournament, players[0])}
    assert others & {sitting.entrant for sitting in last.sittings.all()}
