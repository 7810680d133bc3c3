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


def test_a_rematch_has_the_same_settings_and_invites_the_others(over, anna, boris):
    game = Game.objects.get(pk=again(over, boris))
    before = Game.objects.get(pk=over)
    assert (game.kind, game.options, game.word_list) == (before.kind, before.options, before.word_list)
    assert (game.listed, game.rated, game.seat_count) == (False, False, 2)
    assert Seat.objects.get(game=game).player == boris
    assert game.invitations.get().email == anna.email
    assert [line.id for line in queries.invitations_to(player=anna, now=NOON)] == [game.pk]


def test_requesting_an_existing_rematch_joins_and_starts_it(over, anna, boris):
    made = again(over, anna)
    assert again(over, anna) == made
    assert again(over, boris) == made
    assert again(over, boris) == made
    assert Game.objects.get(pk=made).phase == "playing"
    assert Game.objects.count() == 2


def test_a_cancelled_rematch_can_be_requested_again(over, anna, boris):
    made = again(over, anna)
    commands.cancel(game_id=made, player=anna, now=NOON)
    assert again(over, boris) != made


def test_only_players_can_request_a_rematch_and_only_after_the_game(over, anna, boris, chloe):
    with pytest.raises(store.NoSuchGame):
        again(over, chloe)
    with pytest.raises(OrderRefused, match=r"This game isn’t over yet\."):
        again(start(anna, boris), anna)


def test_a_rematch_with_robots_starts_at_once(anna):
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    order(game_id, anna, "resign")
    assert Game.objects.get(pk=again(game_id, anna)).phase == "playing"


# --- by name ----------------------------------------------------------------------------------------------------------


def test_only_people_in_games_that_started_count_as_played_with(over, anna, boris, chloe):
    make_table(anna, chloe)
    practice.open_table(kind="crossing", player=anna, now=NOON)
    assert played_with(anna) == [boris]
    assert played_with(chloe) == []


def test_a_known_player_can_be_invited_by_name_without_showing_the_address(over, anna, boris):
    game_id = make_table(anna, seats=2, invite=["boris"])
    assert Invitation.objects.get(game=game_id).email == boris.email
    table = queries.table(game_id=game_id, player=anna, now=NOON)
    assert table.invited == ("Boris",)
    assert boris.email not in repr(table)


def test_inviting_by_name_and_address_does_not_reveal_they_match(over, anna, boris):
    game_id = make_table(anna, seats=2, invite=["Boris", boris.email])
    assert queries.table(game_id=game_id, player=anna, now=NOON).invited == ("Boris", boris.email)
    with pytest.raises(OrderRefused, match=r"Boris has already been invited to this game\."):
        commands.invite(game_id=game_id, player=anna, email="Boris", now=NOON)
    assert Game.objects.get(pk=game_id).events.filter(verb="invited").count() == 1  # one email


def test_the_name_of_an_unknown_player_is_refused(over, anna, chloe):
    with pytest.raises(OrderRefused, match=r"“chloe” isn’t an email address\. Write it like anna@example\.org\."):
        make_table(anna, seats=2, invite=["Chloe"])


def test_a_name_shared_by_several_known_players_is_refused(over, anna, boris, chloe):
    chloe.name = "Boris"
    chloe.save()
    start(anna, chloe)
    with pytest.raises(OrderRefused, match="You’ve played with several people called Boris"):
        make_table(anna, seats=2, invite=["Boris"])


def test_invitations_by_name_count_towards_the_daily_limit(over, anna):
    make_table(anna, seats=2, invite=[f"guest{n}@example.org" for n in range(A_DAY_AT_FIRST)])
    with pytest.raises(OrderRefused, match="You can send more tomorrow"):
        make_table(anna, seats=2, invite=["Boris"])


# --- the link ---------------------------------------------------------------------------------------------------------


def link_to(game_id, maker, at=NOON):
    commands.make_link(game_id=game_id, player=maker, now=at)
    return InvitationLink.objects.get(game=game_id).link


def test_a_link_is_long_and_random_and_works_for_ninety_days(anna):
    game_id = make_table(anna, seats=2)
    first = link_to(game_id, anna)
    assert len(first) == 32
    assert link_that_opens(first, now=after(days=89)).game_id == game_id
    assert link_that_opens(first, now=after(days=90)) is None
    assert link_to(game_id, anna) != first
    assert link_that_opens(first, now=NOON) is None


def test_only_the_creator_can_make_or_withdraw_a_link(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    link = link_to(game_id, anna)
    for refused in (commands.make_link, commands.take_link_back):
        with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
            refused(game_id=game_id, player=boris, now=NOON)
    commands.take_link_back(game_id=game_id, player=anna, now=NOON)
    assert link_that_opens(link, now=NOON) is None
