"""Playing again with the same people: the rematch, inviting by name, and a link to share."""

import pytest

from games import commands, queries, store
from games.commands.invitations import A_DAY_AT_FIRST
from games.models import Game, Seat
from games.players.accounts import played_with
from games.players.models import Invitation, InvitationLink
from games.players.tokens import link_that_opens
from games.robots import practice
from games.rules.values import OrderRefused
from tests.tables import NO_POOL, NOON, after, make_table, order, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(anna, boris):
    """Anna’s and Boris’s game, which Boris has resigned."""
    game_id = start(anna, boris, listed=False, **NO_POOL)
    order(game_id, boris, "resign")
    return game_id


def again(game_id, player, at=NOON):
    return commands.rematch(game_id=game_id, player=player, now=at)


# --- the rematch ------------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_options_and_asks_the_others(over, anna, boris):
    game = Game.objects.get(pk=again(over, boris))
    before = Game.objects.get(pk=over)
    assert (game.kind, game.options, game.word_list) == (before.kind, before.options, before.word_list)
    assert (game.listed, game.rated, game.seat_count) == (False, False, 2)
    assert Seat.objects.get(game=game).player == boris
    assert game.invitations.get().email == anna.email
    assert [line.id for line in queries.invitations_to(player=anna, now=NOON)] == [game.pk]


def test_who_asks_for_a_rematch_that_stands_takes_the_seat_and_it_begins(over, anna, boris):
    made = again(over, anna)
    assert again(over, anna) == made
    assert again(over, boris) == made
    assert again(over, boris) == made
    assert Game.objects.get(pk=made).phase == "playing"
    assert Game.objects.count() == 2


def test_a_rematch_that_was_cancelled_can_be_asked_for_anew(over, anna, boris):
    made = again(over, anna)
    commands.cancel(game_id=made, player=anna, now=NOON)
    assert again(over, boris) != made


def test_only_who_played_asks_and_only_at_the_end(over, anna, boris, chloe):
    with pytest.raises(store.NoSuchGame):
        again(over, chloe)
    with pytest.raises(OrderRefused, match=r"This game isn’t over yet\."):
        again(start(anna, boris), anna)


def test_robots_play_again_at_once(anna):
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    order(game_id, anna, "resign")
    assert Game.objects.get(pk=again(game_id, anna)).phase == "playing"


# --- by name ----------------------------------------------------------------------------------------------------------


def test_people_of_games_that_began_are_known_and_robots_are_not(over, anna, boris, chloe):
    make_table(anna, chloe)
    practice.open_table(kind="crossing", player=anna, now=NOON)
    assert played_with(anna) == [boris]
    assert played_with(chloe) == []


def test_somebody_one_has_played_with_is_asked_by_name_and_no_address_is_shown(over, anna, boris):
    game_id = make_table(anna, seats=2, invite=["boris"])
    assert Invitation.objects.get(game=game_id).email == boris.email
    table = queries.table(game_id=game_id, player=anna, now=NOON)
    assert table.invited == ("Boris",)
    assert boris.email not in repr(table)


def test_asking_by_name_and_by_address_does_not_tell_that_they_are_one(over, anna, boris):
    game_id = make_table(anna, seats=2, invite=["Boris", boris.email])
    assert queries.table(game_id=game_id, player=anna, now=NOON).invited == ("Boris", boris.email)
    with pytest.raises(OrderRefused, match=r"Boris has already been invited to this game\."):
        commands.invite(game_id=game_id, player=anna, email="Boris", now=NOON)
    assert Game.objects.get(pk=game_id).events.filter(verb="invited").count() == 1  # one email


def test_a_name_of_somebody_else_is_no_address(over, anna, chloe):
    with pytest.raises(OrderRefused, match=r"“chloe” isn’t an email address\. Write it like anna@example\.org\."):
        make_table(anna, seats=2, invite=["Chloe"])


def test_a_name_that_several_have_is_not_enough(over, anna, boris, chloe):
    chloe.name = "Boris"
    chloe.save()
    start(anna, chloe)
    with pytest.raises(OrderRefused, match="You’ve played with several people called Boris"):
        make_table(anna, seats=2, invite=["Boris"])


def test_names_count_towards_the_invitations_of_a_day(over, anna):
    make_table(anna, seats=2, invite=[f"guest{n}@example.org" for n in range(A_DAY_AT_FIRST)])
    with pytest.raises(OrderRefused, match="You can send more tomorrow"):
        make_table(anna, seats=2, invite=["Boris"])


# --- the link ---------------------------------------------------------------------------------------------------------


def link_to(game_id, maker, at=NOON):
    commands.make_link(game_id=game_id, player=maker, now=at)
    return InvitationLink.objects.get(game=game_id).link


def test_a_link_is_long_random_and_opens_for_ninety_days(anna):
    game_id = make_table(anna, seats=2)
    first = link_to(game_id, anna)
    assert len(first) == 32
    assert link_that_opens(first, now=after(days=89)).game_id == game_id
    assert link_that_opens(first, now=after(days=90)) is None
    assert link_to(game_id, anna) != first
    assert link_that_opens(first, now=NOON) is None


def test_only_the_maker_makes_a_link_or_takes_it_back(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    link = link_to(game_id, anna)
    for refused in (commands.make_link, commands.take_link_back):
        with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
            refused(game_id=game_id, player=boris, now=NOON)
    commands.take_link_back(game_id=game_id, player=anna, now=NOON)
    assert link_that_opens(link, now=NOON) is None
