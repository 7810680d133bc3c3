"""Players named in an order: by name in any case, or by the number of the seat on the page."""

import pytest

from games import commands
from games.players.models import Player
from games.rules.values import OrderRefused
from tests.tables import NOON, look, make_table, order, start, state

pytestmark = pytest.mark.django_db

TILES = {"tile_set": "A30 B30 C30", "starting_tiles": 6, "leeway": 0, "teams": "AAAB"}


@pytest.fixture
def offering(anna, boris, chloe, dmitri):
    """Return a function that makes Anna offer a tile to a partner by some name, and returns the seat that the rules
    understood."""
    game_id = start(anna, boris, chloe, dmitri, seed=bytes(range(32)), **TILES)
    look(game_id, anna, boris, chloe, dmitri)

    def offer(named, to=2):
        kept = state(game_id)
        gives, takes = next((one, two) for one in kept.held(0) for two in kept.held(to) if one != two)
        order(game_id, anna, f"offer {gives} for {takes} to {named}")
        return state(game_id).swaps[0].to

    return offer


@pytest.mark.parametrize("named", ["Chloe", "CHLOE", "chloe.", "  Chloe", "seat 3", "SEAT  3"])
def test_a_partner_can_be_named_in_any_case_or_by_seat_number(offering, named):
    assert offering(named) == 2


@pytest.mark.parametrize("named", ["Zoe", "seat 9", "seat 0", "seat x", "3"])
def test_an_unknown_name_is_refused_with_advice(offering, named):
    with pytest.raises(
        OrderRefused, match=rf"Nobody in this game is called {named}\. Write the name, or SEAT and its number\."
    ):
        offering(named)


def test_a_name_shared_by_two_players_needs_a_seat_number(anna, boris, dmitri, db):
    other = Player.objects.create_user("boris2@example.org", name="Boris")
    game_id = start(anna, boris, other, dmitri, seed=bytes(range(32)), **TILES)
    look(game_id, anna, boris, other, dmitri)
    kept = state(game_id)
    gives, takes = next((one, two) for one in kept.held(0) for two in kept.held(1) if one != two)
    with pytest.raises(
        OrderRefused, match=r"Several players in this game are called boris, in seats 2, 3\. Write SEAT"
    ):
        order(game_id, anna, f"offer {gives} for {takes} to boris")
    order(game_id, anna, f"offer {gives} for {takes} to seat 2")
    assert state(game_id).swaps[0].to == 1


def test_one_of_the_players_sharing_a_seat_can_be_named(anna, boris, chloe, dmitri):
    options = {**TILES, "teams": "AAB", "people_a_seat": 2}
    game_id = make_table(anna, seats=3, **options)
    for player, seat in ((boris, 1), (chloe, 1), (dmitri, 2)):
        commands.take_seat(game_id=game_id, player=player, number=seat, now=NOON)
    for player in (anna, boris, dmitri):
        commands.agree(game_id=game_id, player=player, now=NOON)
    look(game_id, anna, boris, dmitri)
    kept = state(game_id)
    gives, takes = next((one, two) for one in kept.held(0) for two in kept.held(1) if one != two)
    order(game_id, anna, f"offer {gives} for {takes} to chloe")
    assert state(game_id).swaps[0].to == 1
    order(game_id, chloe, "accept Anna")
    assert state(game_id).swapped == (0, 1)
