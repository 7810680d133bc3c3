"""Drafts of rounds are previews. In a published round, only tables that haven't started can be drawn again."""

from collections import Counter

import pytest

from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.commands import drawing
from games.tournaments.models import Bye, Round
from tests.tournaments.playing import (
    NOON,
    WHY,
    begin,
    drafts,
    entrant,
    fixture_of,
    fixtures,
    join,
    make_director,
    people,
    play_out,
    publish,
    ruled,
    told,
    under_way,
)

pytestmark = pytest.mark.django_db


def draw_up(tournament, director):
    return commands.draw_up(tournament_id=tournament.pk, by=director, now=NOON)


def publish_these(tournament, director, *rounds):
    commands.publish(tournament_id=tournament.pk, rounds=[each.pk for each in rounds], by=director, now=NOON)


def tables(round):
    return [
        [sitting.entrant.number for sitting in fixture.sittings.select_related("entrant")]
        for fixture in round.fixtures.all()
    ]


def set_bye(tournament, director, player, points="1", round=None):
    round = round or drafts(tournament).get()
    commands.set_bye(
        round_id=round.pk,
        entrant_id=entrant(tournament, player).pk,
        points=points,
        by=director,
        reason=WHY,
        now=NOON,
    )


def pair(tournament, director, one, other, *, must_meet=True):
    return commands.add_pair_rule(
        tournament_id=tournament.pk,
        one_id=entrant(tournament, one).pk,
        other_id=entrant(tournament, other).pk,
        must_meet=must_meet,
        by=director,
        reason=WHY,
        now=NOON,
    )


@pytest.mark.parametrize("size", [2, 3])
def test_pairing_again_with_nothing_changed_gives_the_same_draft(director, size):
    tournament = begin(director, people(9), table_size=size)
    (first,) = drafts(tournament)
    drawn = tables(first)
    assert draw_up(tournament, director) == [first]
    first.delete()
    (anew,) = draw_up(tournament, director)
    assert tables(anew) == drawn


def test_the_rounds_of_a_league_must_be_published_together(director):
    tournament = begin(director, people(4), format="league", division_size=4)
    first, *_ = drafts(tournament)
    with pytest.raises(
        OrderRefused, match=r"All rounds of a division are played at the same time\. Publish them together\."
    ):
        publish_these(tournament, director, first)
    assert not fixtures(tournament, "joining")


def test_a_draft_notifies_nobody_and_creates_no_game(director):
    players = people(4)
    tournament = begin(director, players)
    assert {fixture.phase for fixture in fixtures(tournament)} == {"planned"}
    assert {fixture.game for fixture in fixtures(tournament)} == {None}
    assert [told(player, "round") for player in players] == [[]] * 4


def test_a_round_can_be_published_only_once(director):
    tournament = begin(director, people(4))
    (draft,) = drafts(tournament)
    publish_these(tournament, director, draft)
    with pytest.raises(OrderRefused, match=r"This round has already been published\."):
        publish_these(tournament, director, draft)
    assert len(fixtures(tournament, "joining")) == 2


def test_a_draft_paired_again_since_the_review_is_not_published(director):
    players = people(5)
    tournament = begin(director, players)
    (draft,) = drafts(tournament)
    commands.withdraw(entrant_id=entrant(tournament, players[4]).pk, by=players[4], now=NOON)
    with pytest.raises(OrderRefused, match=r"The pairings of this draft have been redone\. Review them first\."):
        publish_these(tournament, director, draft)
    assert not fixtures(tournament, "joining")


def test_the_next_round_is_paired_only_after_the_last_has_finished(director):
    tournament = under_way(director, people(4))
    with pytest.raises(
        OrderRefused, match=r"Round 1 is still in progress\. Pair the next round when it has finished\."
    ):
        draw_up(tournament, director)
    play_out(tournament)
    assert [each.number for each in draw_up(tournament, director)] == [2]


def test_no_more_rounds_are_paired_than_planned(director):
    tournament = under_way(director, people(4), format="league", division_size=4)
    with pytest.raises(OrderRefused, match=r"There are no more rounds to pair\."):
        draw_up(tournament, director)


def test_only_a_player_with_a_bye_is_notified_by_the_tournament(director):
    players = people(3)
    tournament = under_way(director, players)
    round = Round.objects.get(phase="published")
    (bye,) = round.byes.all()
    assert told(bye.entrant.player, "round") == [("round", {"round": round.pk, "bye": "1"})]
    assert Counter(len(told(player, "round")) for player in players) == {0: 2, 1: 1}
    assert set(fixtures(tournament)[0].game.events.values_list("verb", flat=True)) == {"seated"}


def test_a_league_notifies_everybody_of_all_their_tables_at_once(director):
    players = people(4)
    under_way(director, players, format="league", division_size=4)
    rounds = list(Round.objects.order_by("number").values_list("pk", flat=True))
    assert [told(player, "round") for player in players] == [[("round", {"rounds": rounds})]] * 4


# --- rulings on a draw --------------------------------------------------------------------------------------------------


def test_a_bye_set_by_a_director_stays_when_the_round_is_paired_again(director):
    players = people(5)
    tournament = begin(director, players)
    set_bye(tournament, director, players[0], "1/2")
    (draft,) = drafts(tournament)
    assert list(draft.byes.values_list("entrant__name", "points")) == [("Anna", "1/2")]
    draw_up(tournament, director)
    publish(tournament, director)
    assert list(Bye.objects.values_list("entrant__name", "points")) == [("Anna", "1/2")]
    assert not fixture_of(tournament, players[0])
    assert ruled(tournament) == [("bye", WHY)]


def test_a_bye_can_be_withdrawn_while_the_round_is_a_draft(director):
    players = people(4)
    tournament = begin(director, players)
    drawn = tables(drafts(tournament).get())
    set_bye(tournament, director, players[0])
    assert drafts(tournament).get().byes.count() == 2
    set_bye(tournament, director, players[0], None)
    assert tables(drafts(tournament).get()) == drawn
    with pytest.raises(OrderRefused, match=r"Anna has no bye from a director in this round\."):
        set_bye(tournament, director, players[0], None)


def test_a_withdrawn_player_loses_a_draft_bye_and_gets_no_other(director):
    players = people(5)
    tournament = begin(director, players)
    set_bye(tournament, director, players[0])
    commands.withdraw(entrant_id=entrant(tournament, players[0]).pk, by=players[0], now=NOON)
    assert not drafts(tournament).get().byes.exists()
    with pytest.raises(OrderRefused, match=r"^Anna has withdrawn\.$"):
        set_bye(tournament, director, players[0])


def test_a_missed_round_can_get_half_a_point_but_a_table_cannot_be_a_bye(director):
    players = people(3)
    tournament = under_way(director, players[:2], late_until=2)
    commands.enter(tournament_id=tournament.pk, player=players[2], now=NOON)
    round = Round.objects.get(phase="published")
    set_bye(tournament, director, players[2], "1/2", round)
    assert round.byes.get().points == "1/2"
    with pytest.raises(OrderRefused, match=r"Anna is at a table in this round\. Adjudicate that table instead\."):
        set_bye(tournament, director, players[0], "1/2", round)


def test_two_players_who_must_meet_do_so_once(director):
    players = people(6)
    tournament = begin(director, players)
    rule = pair(tournament, director, players[0], players[1])
    publish(tournament, director)
    assert fixture_of(tournament, players[0]) == fixture_of(tournament, players[1])
    rule.refresh_from_db()
    assert rule.used_at == NOON
    with pytest.raises(OrderRefused, match=r"That rule has already been used\."):
        commands.drop_pair_rule(rule_id=rule.pk, by=director, reason=WHY, now=NOON)
    play_out(tournament)
    publish(tournament, director)
    assert fixture_of(tournament, players[0]) != fixture_of(tournament, players[1])


@pytest.mark.parametrize("size", [2, 3])
def test_two_players_who_must_not_meet_never_do(director, size):
    players = people(6)
    tournament = begin(director, players, table_size=size)
    met = fixture_of(tournament, players[0]).sittings.exclude(entrant__player=players[0]).first().entrant.player
    pair(tournament, director, players[0], met, must_meet=False)
    for _ in range(3):
        publish(tournament, director)
        assert fixture_of(tournament, players[0]) != fixture_of(tournament, met)
        play_out(tournament)


def test_a_removed_pairing_rule_no_longer_applies(director):
    players = people(4)
    tournament = begin(director, players)
    drawn = tables(drafts(tournament).get())
    rule = pair(tournament, director, players[0], players[1])
    assert tables(drafts(tournament).get()) != drawn
    commands.drop_pair_rule(rule_id=rule.pk, by=director, reason=WHY, now=NOON)
    assert tables(drafts(tournament).get()) == drawn
    assert [verb for verb, _ in ruled(tournament)] == ["pair", "unpair"]


def test_impossible_pairing_rules_are_refused_and_the_draft_stays(director):
    players = people(2)
    tournament = begin(director, players)
    drawn = tables(drafts(tournament).get())
    with pytest.raises(OrderRefused):
        pair(tournament, director, *players, must_meet=False)
    assert not tournament.pair_rules.exists()
    assert tables(drafts(tournament).get()) == drawn


def test_a_pair_can_have_one_rule_and_only_in_a_swiss(director):
    players = people(4)
    tournament = begin(director, players)
    pair(tournament, director, players[0], players[1])
    with pytest.raises(OrderRefused, match=r"There is already a rule for these two players\. Remove it first\."):
        pair(tournament, director, players[1], players[0], must_meet=False)
    with pytest.raises(OrderRefused, match=r"Choose two different players who are taking part\."):
        pair(tournament, director, players[0], players[0])
    league = begin(director, players, format="league")
    with pytest.raises(
        OrderRefused, match=r"The format decides the pairings\. You can only add pairing rules in a Swiss tournament\."
    ):
        pair(league, director, players[0], players[1])


def test_a_director_who_plays_can_publish_but_not_change_pairings(director):
    players = people(4)
    anna = make_director(players[0])
    tournament = begin(director, players)
    tournament.directors.add(anna)
    with pytest.raises(
        OrderRefused,
        match=r"You’re playing in this tournament\. Another director has to rule on anything that concerns you\.",
    ):
        pair(tournament, anna, players[0], players[1])
    with pytest.raises(OrderRefused, match=r"^You’re playing in this tournament"):
        set_bye(tournament, anna, players[0])
    set_bye(tournament, anna, players[1])
    publish(tournament, anna)
    assert Round.objects.get(phase="published").published_by == anna


# --- drawn again after publication --------------------------------------------------------------------------------------


def redraw(tournament, director, *chosen):
    round = Round.objects.get(division__tournament=tournament, phase="published")
    commands.redraw(round_id=round.pk, fixtures=[fixture.pk for fixture in chosen], by=director, reason=WHY, now=NOON)


def test_tables_that_have_not_started_can_be_paired_again(director):
    players = people(6)
    tournament = under_way(director, players)
    begun, *waiting = fixtures(tournament)
    begun = join(begun)
    pairs = [{sitting.entrant.number for sitting in fixture.sittings.all()} for fixture in waiting]
    redraw(tournament, director, *waiting)
    begun_still, *mixed = fixtures(tournament)
    assert begun_still == begun
    assert all(fixture.game.phase == "lobby" for fixture in mixed)
    for fixture in mixed:
        assert {sitting.entrant.number for sitting in fixture.sittings.all()} not in pairs
    assert {fixture.game.phase for fixture in waiting if fixture.game.refresh_from_db() is None} == {"cancelled"}
    assert ruled(tournament) == [("redraw", WHY)]


def test_tables_that_have_started_cannot_be_paired_again(director):
    tournament = under_way(director, people(6))
    begun, waiting, _ = fixtures(tournament)
    join(begun)
    with pytest.raises(OrderRefused, match=r"Table 1 has started\. Leave it out or adjudicate it\."):
        redraw(tournament, director, begun, waiting)
    with pytest.raises(
        OrderRefused, match=r"Choose at least 2 tables of this round, so that their players can be paired again\."
    ):
        redraw(tournament, director, waiting)
    assert waiting.game.phase == "lobby"
    assert not ruled(tournament)


@pytest.mark.parametrize(
    ("search", "fields"),
    [
        (drawing.seated, {"table_size": 3}),
        (drawing.scheduled, {"format": "league", "table_size": 3, "division_size": 9}),
    ],
)
def test_pairings_are_searched_for_once_and_before_anything_is_locked(director, search, fields):
    search.cache_clear()
    tournament = begin.__wrapped__(director, people(9), **fields)  # uncached, so that the search really runs
    assert search.cache_info().misses == 1
    assert search.cache_info().hits >= 1
    if tournament.format == "swiss":
        publish(tournament, director)
        play_out(tournament)
        draw_up(tournament, director)
        assert search.cache_info().misses == 2
