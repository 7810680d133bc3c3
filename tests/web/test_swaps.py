"""Swaps between partners on the page: offered, answered, refused; who sees what; and choosing a team in the lobby."""

import pytest
from django.utils import timezone

from games import commands
from games.models import Seat
from games.players.models import Invitation, Player
from games.players.tokens import token_of
from tests.codes import confirm_address
from tests.positions import just_now
from tests.tables import look, make_table, order, start, state

pytestmark = pytest.mark.django_db

TILES = {"tile_set": "A30 B30 C30 E30", "starting_tiles": 6, "leeway": 0}
SWAPPED = "Anna and Chloe swapped tiles."


@pytest.fixture
def dora(db):
    return Player.objects.create_user("dora@example.org", name="Dora")


@pytest.fixture
def table(anna, boris, chloe, dora):
    """A game of Anna and Chloe against Boris and Dora, in which all have looked."""
    return dealt(anna, boris, chloe, dora)


def dealt(*players, **options):
    now = just_now()
    game_id = start(*players, now=now, seed=bytes(range(32)), teams="ABAB", **(TILES | options))
    look(game_id, *players, at=now)
    return game_id


def two_tiles(game_id, first=0, second=2):
    kept = state(game_id)
    return next((one, two) for one in kept.held(first) for two in kept.held(second) if one != two)


def offer(game_id, client, gives, takes):
    sent = {"verb": "OFFER", "turn": 1, "field-0": gives, "field-1": takes}
    return client.post(f"/games/{game_id}/order/", sent, follow=True)


def page(game_id, client):
    return client.get(f"/games/{game_id}/").text


def test_a_swap_can_be_offered_and_accepted_with_forms(table, anna, chloe, browser_of):
    gives, takes = two_tiles(table)
    said = offer(table, browser_of(anna), gives, takes).text
    assert f"You offered Chloe {gives} for {takes}." in said
    assert f"You offer Chloe {gives} for {takes}." in said
    shown = page(table, browser_of(chloe))
    assert f"Anna offers {gives} for your {takes}." in shown
    answer = f"{gives} FOR {takes} FROM SEAT 1"
    assert f'value="{answer}"' in shown
    sent = {"verb": "ACCEPT", "turn": 1, "field-0": answer}
    said = browser_of(chloe).post(f"/games/{table}/order/", sent, follow=True).text
    assert f"You and Anna swapped: you gave {takes} and got {gives}." in said
    assert state(table).swapped == (0, 2)
    assert "has swapped" in page(table, browser_of(anna))


def test_a_swap_can_be_declined_with_a_button(table, anna, chloe, browser_of):
    gives, takes = two_tiles(table)
    offer(table, browser_of(anna), gives, takes)
    sent = {"verb": "DECLINE SWAP", "turn": 1, "field-0": f"{gives} FOR {takes} FROM SEAT 1"}
    said = browser_of(chloe).post(f"/games/{table}/order/", sent, follow=True).text
    assert f"You declined Anna’s offer of {gives} for your {takes}." in said
    assert state(table).swaps == ()


def test_an_offer_can_be_withdrawn_with_a_button(table, anna, chloe, browser_of):
    gives, takes = two_tiles(table)
    assert 'value="UNOFFER"' not in page(table, browser_of(anna))
    assert 'value="UNOFFER"' in offer(table, browser_of(anna), gives, takes).text
    assert 'value="UNOFFER"' not in page(table, browser_of(chloe))
    said = browser_of(anna).post(f"/games/{table}/order/", {"verb": "UNOFFER", "turn": 1}, follow=True).text
    assert f"You withdrew your offer to Chloe: {gives} for {takes}." in said
    assert state(table).swaps == ()


def test_accepting_an_offer_that_has_ended_is_refused_with_the_reason(table, anna, chloe, browser_of):
    gives, takes = two_tiles(table)
    offer(table, browser_of(anna), gives, takes)
    other = next(tile for tile in state(table).held(0) if tile not in (gives, takes))
    offer(table, browser_of(anna), other, takes)
    sent = {"verb": "ACCEPT", "turn": 1, "field-0": f"{gives} FOR {takes} FROM SEAT 1"}
    answer = browser_of(chloe).post(f"/games/{table}/order/", sent, follow=True)
    assert "Swap: choose one of the options shown." in answer.text
    order(table, anna, f"offer {gives} for {takes}", at=timezone.now())
    order(table, chloe, "decline swap", at=timezone.now())
    answer = browser_of(chloe).post(f"/games/{table}/order/", sent, follow=True)
    assert "There is no swap offer for you now. It may have ended, or the round may be over." in answer.text


def test_an_incomplete_form_is_shown_again(table, anna, browser_of):
    answer = offer(table, browser_of(anna), state(table).held(0)[0], "")
    assert "Fill in “For”." in answer.text


def test_only_partners_see_each_others_tiles(table, anna, boris, dmitri, browser_of):
    hand = "".join(sorted(state(table).held(2)))
    grouped = " ".join(tile * hand.count(tile) for tile in sorted(set(hand)))
    assert "All their tiles:" in page(table, browser_of(anna))
    assert "Your partners’ layouts and tiles" in page(table, browser_of(anna))
    assert "Team A" in page(table, browser_of(anna))
    for reader in (dmitri, None):
        shown = page(table, browser_of(reader))
        assert "All their tiles:" not in shown
        assert grouped not in shown
    dora_holds = page(table, browser_of(boris))
    assert "Dora" in dora_holds.split("All their tiles:")[0]
    assert dora_holds.count("All their tiles:") == 1


def test_partners_do_not_see_tiles_if_the_settings_hide_them(anna, boris, chloe, dora, browser_of):
    table = dealt(anna, boris, chloe, dora, partners_see=False)
    assert "All their tiles:" not in page(table, browser_of(anna))
    held = next(tile for tile in state(table).held(2) if tile != state(table).held(0)[0])
    absent = "Q"
    gives = state(table).held(0)[0]
    says = [offer(table, browser_of(anna), gives, takes) for takes in (held, absent)]
    assert [answer.status_code for answer in says] == [200, 200]
    for one, takes in zip(says, (held, absent), strict=True):
        assert f"You offer Chloe {gives} for {takes}." in one.text


@pytest.mark.parametrize("path", ["", "record.json"])
def test_offers_and_swapped_tiles_are_hidden_from_others(table, anna, boris, chloe, dmitri, browser_of, path):
    gives, takes = two_tiles(table)
    readers = [boris, dmitri, None]
    before = [browser_of(reader).get(f"/games/{table}/{path}").text for reader in readers]
    order(table, anna, f"offer {gives} for {takes}", at=timezone.now())
    for reader, earlier in zip(readers, before, strict=True):
        text = browser_of(reader).get(f"/games/{table}/{path}").text
        assert " offer" not in text.replace("offers={", "")
        assert text.count("Chloe") == earlier.count("Chloe")
    order(table, chloe, "accept", at=timezone.now())
    for reader in readers:
        text = browser_of(reader).get(f"/games/{table}/{path}").text
        assert f"{gives} for {takes}" not in text
        assert '"tiles": ["' not in text
        assert (SWAPPED in text) == (path == "")
    own = browser_of(chloe).get(f"/games/{table}/{path}").text
    assert (f"You and Anna swapped: you gave {takes} and got {gives}." in own) == (path == "")
    assert "offer" not in browser_of(chloe).get(f"/games/{table}/record.json").json().get("events", [{}])[-2]["verb"]


# --- the result -------------------------------------------------------------------------------------------------------


def test_the_result_names_the_winning_team(table, anna, boris, dora, browser_of):
    for player in (boris, dora):
        order(table, player, "resign", at=timezone.now())
    shown = browser_of(anna).get(f"/games/{table}/result/").text
    assert "<h1>Team A (Anna and Chloe) wins with 0/(0+6)=0.00</h1>" in shown
    assert "only one team was left" in shown
    assert "all have resigned:" in shown
    assert "The team with the best single score wins." in shown
    assert "Your team won" in browser_of(anna).get("/").text
    assert "Your team won" not in browser_of(boris).get("/").text


# --- the lobby --------------------------------------------------------------------------------------------------------


def sit(game_id, client, number):
    return client.post(f"/games/{game_id}/lobby/", {"do": "sit", "seat": number}, follow=True)


def seats(game_id):
    return {seat.name: seat.number for seat in Seat.objects.filter(game=game_id)}


def test_a_player_can_choose_a_team_and_move_seats(anna, boris, browser_of):
    game_id = make_table(anna, seats=4, teams="ABAB", now=just_now(), **TILES)
    shown = browser_of(boris).get(f"/games/{game_id}/").text
    assert "Team A" in shown
    assert "Team B" in shown
    assert shown.count("Join here") == 3
    sit(game_id, browser_of(boris), 2)
    assert seats(game_id) == {"Anna": 0, "Boris": 2}
    commands.agree(game_id=game_id, player=boris, now=timezone.now())
    shown = sit(game_id, browser_of(boris), 3).text
    assert seats(game_id) == {"Anna": 0, "Boris": 3}
    assert not Seat.objects.get(game=game_id, player=boris).agreed_at
    assert "Move here" in shown


def test_a_taken_seat_is_refused(anna, boris, browser_of):
    game_id = make_table(anna, seats=4, teams="ABAB", now=just_now(), **TILES)
    answer = browser_of(boris).post(f"/games/{game_id}/lobby/", {"do": "sit", "seat": 0}, follow=True)
    assert "That seat is taken. Choose another one." in answer.text


def test_spectators_without_an_account_are_offered_no_seat(anna, browser_of):
    game_id = make_table(anna, seats=4, teams="ABAB", now=just_now(), **TILES)
    assert "Join here" not in browser_of().get(f"/games/{game_id}/").text


def test_no_seat_choice_is_offered_if_all_seats_are_alike(anna, boris, browser_of):
    game_id = make_table(anna, seats=3, now=just_now())
    assert "Join here" not in browser_of(boris).get(f"/games/{game_id}/").text


def test_an_invited_player_can_choose_a_seat_when_accepting(anna, browser_of):
    game_id = make_table(anna, seats=4, listed=False, teams="ABAB", invite=["zoe@example.org"], now=just_now(), **TILES)
    address = f"/invitations/{token_of(Invitation.objects.get(game=game_id))}/"
    shown = browser_of().get(address).text
    assert "Team A, seat 3" in shown
    assert "Team A: Anna, free." in shown
    zoes = {"answer": "join", "name": "Zoe", "time_zone": "UTC"}
    browser = browser_of()
    browser.post(address, {**zoes, "seat": 0})
    assert "That seat is taken. Choose another one." in confirm_address(browser, follow=True).text
    assert browser.post(address, {**zoes, "seat": 2}).status_code == 302
    assert seats(game_id) == {"Anna": 0, "Zoe": 2}
