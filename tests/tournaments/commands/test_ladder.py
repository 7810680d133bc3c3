"""A casual ladder: challenging, climbing, and entering late."""

import pytest

from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Round, Walkout
from tests.tournaments.playing import (
    DAY,
    JOIN_WITHIN,
    NOON,
    ROUND_LASTS,
    WHY,
    begin,
    close_joining,
    entrant,
    join,
    names,
    people,
    publish,
    win,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(db):
    return people(6)


@pytest.fixture
def ladder(director, players):
    return begin(director, players[:5], format="ladder", rounds_planned=1)


def challenge(ladder, one, other, now=NOON):
    return commands.challenge(tournament_id=ladder.pk, player=one, other_id=entrant(ladder, other).pk, now=now)


def test_the_winner_of_a_challenge_takes_the_rung_and_others_move_down(ladder, players):
    anna, boris, *_, fanny = players[:5]
    assert names(ladder) == ["Anna", "Boris", "Chloe", "Emil", "Fanny"]
    fixture = challenge(ladder, fanny, boris)
    assert fixture.game.hard_end == NOON + ROUND_LASTS
    assert fixture.join_by == NOON + JOIN_WITHIN
    win(join(fixture), fanny)
    assert names(ladder) == ["Anna", "Fanny", "Boris", "Chloe", "Emil"]
    win(join(challenge(ladder, boris, anna)), anna)
    assert names(ladder) == ["Anna", "Fanny", "Boris", "Chloe", "Emil"]
    ladder.refresh_from_db()
    assert ladder.phase == "running"
    assert Round.objects.get().phase == "published"


def test_challenges_go_at_most_three_rungs_up_and_one_at_a_time(ladder, players):
    anna, boris, chloe, emil, fanny, gustav = players
    for one, other in ((fanny, anna), (anna, boris), (anna, anna)):
        with pytest.raises(OrderRefused, match=r"You can only challenge players up to 3 rungs above you\."):
            challenge(ladder, one, other)
    rung = entrant(ladder, anna).pk
    with pytest.raises(OrderRefused, match=r"You aren’t on this ladder\. Enter first\."):
        commands.challenge(tournament_id=ladder.pk, player=gustav, other_id=rung, now=NOON)
    challenge(ladder, emil, boris)
    with pytest.raises(OrderRefused, match=r"You already have a game on this ladder\. Finish it first\."):
        challenge(ladder, emil, chloe)
    with pytest.raises(
        OrderRefused, match=r"Boris already has a game on this ladder\. Wait, or challenge somebody else\."
    ):
        challenge(ladder, fanny, boris)


def test_a_player_who_ignores_a_challenge_loses_only_the_rung(ladder, players):
    anna, _, chloe, *_ = players
    join(challenge(ladder, chloe, anna), chloe)
    assert close_joining(ladder) == 1
    assert names(ladder) == ["Chloe", "Anna", "Boris", "Emil", "Fanny"]
    assert not Walkout.objects.exists()
    assert close_joining(ladder) == 0


def test_a_challenge_that_nobody_joins_moves_nobody(ladder, players):
    fixture = challenge(ladder, players[2], players[0])
    assert close_joining(ladder) == 2
    fixture.refresh_from_db()
    assert fixture.phase == "void"
    assert names(ladder) == ["Anna", "Boris", "Chloe", "Emil", "Fanny"]


def test_a_late_entrant_starts_on_the_lowest_rung(ladder, players):
    commands.enter(tournament_id=ladder.pk, player=players[5], now=NOON + DAY)
    assert names(ladder)[-1] == "Gustav"
    challenge(ladder, players[5], players[3], now=NOON + DAY)


def test_a_ladder_has_no_rounds_to_pair_and_is_ended_by_its_director(ladder, director, players):
    with pytest.raises(OrderRefused, match=r"There are no more rounds to pair\."):
        publish(ladder, director)
    commands.finish(tournament_id=ladder.pk, by=director, reason=WHY, now=NOON)
    ladder.refresh_from_db()
    assert ladder.phase == "finished"
    with pytest.raises(OrderRefused, match=r"This tournament has finished\."):
        challenge(ladder, players[1], players[0])


def test_challenges_are_only_possible_on_a_ladder(director, players):
    swiss = begin(director, players)
    with pytest.raises(
        OrderRefused, match=r"You can only challenge players on a ladder\. In this tournament, rounds are paired\."
    ):
        challenge(swiss, players[1], players[0])


def test_byes_are_not_possible_on_a_ladder(ladder, director, players):
    place = {"round_id": Round.objects.get().pk, "entrant_id": entrant(ladder, players[0]).pk}
    with pytest.raises(OrderRefused, match=r"There are no byes on a ladder\. Players challenge each other\."):
        commands.set_bye(**place, points="1", by=director, reason=WHY, now=NOON)
