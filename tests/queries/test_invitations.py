"""Players who have lost the email still find the game that they are invited to."""

import pytest
from django.utils import timezone

from games import commands, queries
from games.players.models import Invitation
from tests.tables import NOON, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id(anna, boris):
    return make_table(anna, seats=2, listed=False, invite=[boris.email])


def test_an_invitation_is_listed_only_for_its_recipient(game_id, anna, boris, chloe):
    (found,) = queries.invitations_to(player=boris, now=NOON)
    assert (found.id, found.maker, found.seats, found.taken) == (game_id, "Anna", 2, 1)
    assert queries.invitations_to(player=anna, now=NOON) == ()
    assert queries.invitations_to(player=chloe, now=NOON) == ()


def test_one_that_was_accepted_is_no_longer_listed(game_id, boris):
    (found,) = queries.invitations_to(player=boris, now=NOON)
    commands.join(game_id=found.id, player=boris, now=NOON)
    assert queries.invitations_to(player=boris, now=NOON) == ()


def test_one_to_a_public_game_is_not_also_among_the_open_games(anna, boris):
    game_id = make_table(anna, seats=2, listed=True, invite=[boris.email])
    assert [found.id for found in queries.invitations_to(player=boris, now=NOON)] == [game_id]
    assert queries.open_games(player=boris, now=NOON) == ()
    commands.decline(invitation_id=Invitation.objects.get().pk, now=NOON)
    assert [found.id for found in queries.open_games(player=boris, now=NOON)] == [game_id]


def test_one_to_a_cancelled_game_is_no_longer_listed(game_id, anna, boris):
    commands.cancel(game_id=game_id, player=anna, now=NOON)
    assert queries.invitations_to(player=boris, now=NOON) == ()


def test_the_home_page_links_to_it(client, anna, boris):
    game_id = make_table(anna, seats=2, listed=False, invite=[boris.email], now=timezone.now())
    client.force_login(boris)
    assert f'href="/games/{game_id}/"' in client.get("/").content.decode()
    assert client.get(f"/games/{game_id}/").status_code == 200
