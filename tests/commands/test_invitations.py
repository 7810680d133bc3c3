"""Inviting people to a game by their email address, and their answers."""

import pytest

from games import commands, queries, store
from games.models import Event, Game, Seat
from games.players.models import Invitation, Player
from games.rules.values import OrderRefused
from tests.tables import NOON, after, make_table, sit_down, start, state

pytestmark = pytest.mark.django_db


def invite(game_id, player, email, at=NOON):
    commands.invite(game_id=game_id, player=player, email=email, now=at)
    return Invitation.objects.get(game=game_id, email=email.strip().lower())


def accept(invitation, *, name="Chloe", cut="", tiles_by_email=False, at=NOON):
    return commands.accept_invitation(
        invitation_id=invitation.pk, name=name, cut=cut, tiles_by_email=tiles_by_email, now=at
    )


def test_an_invitation_is_recorded_in_the_game(anna):
    game_id = make_table(anna, seats=2)
    invitation = invite(game_id, anna, " Chloe@Example.org ")
    event = Event.objects.get(game=game_id, verb="invited")
    assert (event.facts, event.announced_at) == ({"invitation": invitation.pk}, None)


@pytest.mark.parametrize(
    ("email", "why"),
    [
        ("chloe", r"“chloe” isn’t an email address\. Write it like anna@example\.org\."),
        (f"{'c' * 243}@example.org", "isn’t an email address"),  # more than the database column allows
        ('"\x01"@example.org', "isn’t an email address"),
        ("anna@example.org", "You’re already in this game. Invite somebody else."),
        ("boris@example.org", r"boris@example\.org has already been invited to this game\."),
        ("BORIS@example.org", r"boris@example\.org has already been invited to this game\."),
    ],
)
def test_an_address_that_cannot_be_invited_is_refused(anna, email, why):
    game_id = make_table(anna, seats=3, invite=["boris@example.org"])
    with pytest.raises(OrderRefused, match=why):
        invite(game_id, anna, email)
    assert Invitation.objects.count() == 1


def test_players_do_not_learn_who_another_player_has_invited(anna, boris):
    game_id = make_table(anna, boris, seats=4, invite=["chloe@example.org"])
    commands.invite(game_id=game_id, player=boris, email="chloe@example.org", now=NOON)
    commands.invite(game_id=game_id, player=boris, email="eve@example.org", now=NOON)
    shown = queries.table(game_id=game_id, player=boris, now=NOON).invited
    assert shown == ("chloe@example.org", "eve@example.org")
    asked = Event.objects.filter(game=game_id, verb="invited")
    assert asked.count() == 2, "one mail to each address"


@pytest.mark.parametrize("is_accepted", [True, False])
def test_one_reply_answers_both_invitations_of_a_player_invited_twice(anna, boris, is_accepted):
    game_id = make_table(anna, boris, seats=3, invite=["chloe@example.org"])
    commands.invite(game_id=game_id, player=boris, email="chloe@example.org", now=NOON)
    first = Invitation.objects.order_by("pk").first()
    if is_accepted:
        accept(first)
    else:
        commands.decline(invitation_id=first.pk, now=NOON)
    for player in (anna, boris):
        assert queries.table(game_id=game_id, player=player, now=NOON).invited == ()


def test_at_most_ten_invitations_a_day_until_one_is_accepted(anna):
    game_id = make_table(anna, seats=12, invite=[f"p{n}@example.org" for n in range(10)])
    with pytest.raises(OrderRefused, match=r"You’ve sent 10 invitations today\. You can send more tomorrow\."):
        invite(game_id, anna, "p10@example.org", at=after(hours=23))
    assert invite(game_id, anna, "p10@example.org", at=after(hours=25))


def test_the_limit_counts_all_games_of_a_player(anna):
    make_table(anna, seats=12, invite=[f"p{n}@example.org" for n in range(10)])
    with pytest.raises(OrderRefused, match="10 invitations today"):
        make_table(anna, seats=2, invite=["p10@example.org"])


def test_at_most_fifty_a_day_once_one_is_accepted(anna):
    game_id = make_table(anna, seats=12, invite=[f"p{n}@example.org" for n in range(10)])
    accept(Invitation.objects.get(email="p3@example.org"))
    for n in range(10, 50):
        invite(game_id, anna, f"p{n}@example.org")
    with pytest.raises(OrderRefused, match=r"You’ve sent 50 invitations today\. You can send more tomorrow\."):
        invite(game_id, anna, "p50@example.org")


def test_opting_out_of_invitations_is_respected_without_revealing_it(anna):
    commands.never_invite(email="Chloe@example.org", now=NOON)
    game_id = make_table(anna, seats=2)
    invite(game_id, anna, "chloe@example.org")
    assert not Event.objects.filter(game=game_id, verb="invited").exists()
    with pytest.raises(OrderRefused, match=r"has already been invited to this game\."):
        invite(game_id, anna, "chloe@example.org")


def test_only_players_in_a_game_can_invite_to_it(anna, boris):
    game_id = make_table(anna, seats=2)
    with pytest.raises(store.NoSuchGame):
        invite(game_id, boris, "chloe@example.org")


def test_accepting_creates_a_verified_account_and_accepts_the_settings(anna):
    game_id = make_table(anna, seats=2, listed=False)
    accepted = accept(invite(game_id, anna, "chloe@example.org"), cut="my lucky 7")
    assert (accepted.player.email, accepted.player.name) == ("chloe@example.org", "Chloe")
    assert accepted.player.emailaddress_set.get().verified
    seat = Seat.objects.get(game=game_id, player=accepted.player)
    assert (seat.number, seat.agreed_at, seat.cut) == (1, NOON, "my lucky 7")


def test_accepting_with_an_existing_account_uses_it(anna, boris):
    game_id = make_table(anna, seats=2)
    accepted = accept(invite(game_id, anna, "Boris@example.org"), name="Somebody")
    assert (accepted.player, accepted.player.name) == (boris, "Boris")


def test_the_game_starts_with_the_last_acceptance(anna):
    game_id = make_table(anna, seats=2)
    invitation = invite(game_id, anna, "chloe@example.org")
    commands.agree(game_id=game_id, player=anna, now=NOON)
    accept(invitation, tiles_by_email=True)
    assert Game.objects.get(pk=game_id).phase == "playing"
    assert state(game_id).tiles_by_email == (1,)  # players who joined by email get tiles by email


def test_accepting_twice_has_no_further_effect(anna):
    game_id = make_table(anna, seats=3)
    invitation = invite(game_id, anna, "chloe@example.org")
    first = accept(invitation)
    again = accept(invitation, at=after(hours=1))
    assert again.player == first.player
    assert Seat.objects.filter(game=game_id).count() == 2
    assert Invitation.objects.get(pk=invitation.pk).joined_at == NOON


def test_accepting_for_a_full_game_is_refused_and_creates_no_account(anna, boris):
    game_id = make_table(anna, seats=2)
    invitation = invite(game_id, anna, "chloe@example.org")
    sit_down(game_id, boris, now=NOON)
    with pytest.raises(OrderRefused, match=r"All seats in this game are taken\."):
        accept(invitation)
    assert not Player.objects.filter(email="chloe@example.org").exists()


def test_accepting_for_a_cancelled_game_is_refused(anna, boris):
    game_id = make_table(anna, seats=2)
    invitation = invite(game_id, anna, "chloe@example.org")
    commands.cancel(game_id=game_id, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match="This game was cancelled"):
        accept(invitation)


def test_declining_twice_is_recorded_once(anna):
    game_id = make_table(anna, seats=2)
    invitation = invite(game_id, anna, "chloe@example.org")
    commands.decline(invitation_id=invitation.pk, now=NOON)
    commands.decline(invitation_id=invitation.pk, now=after(hours=1))
    assert Event.objects.filter(game=game_id, verb="declined").count() == 1
    assert Invitation.objects.get(pk=invitation.pk).declined_at == NOON


def test_a_player_who_has_joined_stays_after_declining(anna):
    game_id = make_table(anna, seats=3)
    invitation = invite(game_id, anna, "chloe@example.org")
    accept(invitation)
    commands.decline(invitation_id=invitation.pk, now=after(hours=1))
    assert Seat.objects.filter(game=game_id).count() == 2


def test_a_player_invited_by_address_can_join_a_private_game(anna, boris):
    game_id = make_table(anna, seats=2, listed=False)
    invitation = invite(game_id, anna, "boris@example.org")
    assert commands.join(game_id=game_id, player=boris, now=NOON) == 1
    assert Invitation.objects.get(pk=invitation.pk).joined_at == NOON


def test_declining_an_unknown_invitation_is_refused():
    with pytest.raises(store.NoSuchGame):
        commands.decline(invitation_id=0, now=NOON)


def test_nobody_can_be_invited_after_the_game_starts(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="This game has already started"):
        invite(game_id, anna, "chloe@example.org")
