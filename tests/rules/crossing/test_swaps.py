"""Swaps between partners: offered, accepted, declined, ended, and what nobody else learns of them."""

from collections import Counter

import pytest

from games.rules.texts import Player
from tests.rules.crossing.table import CROSSING, crossing, layouts, two_tiles
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

DORA = 3
MANY = {"tile_set": "A30 B30 C30", "leeway": 0}


def two_teams(**options):
    """Anna and Chloe against Boris and Dora; all have looked."""
    return crossing(ANNA, BORIS, CHLOE, DORA, teams="ABAB", **(MANY | options)).all_seen()


def three_a_team(**options):
    """Anna, Boris and Chloe against Dora."""
    return crossing(ANNA, BORIS, CHLOE, DORA, teams="AAAB", **(MANY | options)).all_seen()


def offered(table, by=ANNA, to=CHLOE):
    gives, takes = two_tiles(table, by, to)
    return table.give(by, "OFFER", gives=gives, takes=takes, to=to)


def hands(table):
    return {seat: Counter(table.state.hands[seat]) for seat in range(table.state.seats)}


# --- a swap -----------------------------------------------------------------------------------------------------------


def test_an_accepted_swap_exchanges_the_tiles_and_shows_them_at_once():
    table = offered(two_teams())
    swap = table.state.swaps[0]
    before, after = hands(table), table.play(CHLOE, "accept")
    assert hands(after)[ANNA] == before[ANNA] - Counter(swap.gives) + Counter(swap.takes)
    assert hands(after)[CHLOE] == before[CHLOE] - Counter(swap.takes) + Counter(swap.gives)
    assert swap.takes in after.state.held(ANNA)
    assert after.last("swap").facts == {"seats": [ANNA, CHLOE], "tiles": [swap.gives, swap.takes]}
    assert after.last("swap").seat is None


def test_a_swap_draws_nothing_from_the_pool():
    table = offered(two_teams())
    after = table.play(CHLOE, "accept")
    assert after.state.words_used == table.state.words_used
    assert after.state.bags == table.state.bags


def test_a_swap_lifts_both_tiles_and_lapses_both_requests():
    table = two_teams(leeway=86400).complete(ANNA, CHLOE).play(ANNA, "green").play(CHLOE, "green")
    table = offered(table)
    after = table.play(CHLOE, "accept")
    assert after.since(table) == [("swap", None), ("lapse", ANNA), ("lapse", CHLOE)]
    assert after.requests == ()
    for seat in (ANNA, CHLOE):
        assert len("".join(after.state.boards[seat]).replace(".", "")) == len(after.state.held(seat)) - 1


def test_face_down_tiles_stay_last_and_face_down():
    table = two_teams().complete(ANNA).play(ANNA, "green").wait(minutes=1)
    assert table.state.face_down(CHLOE) == 1
    unseen = table.state.hands[CHLOE][-1]
    after = offered(table).play(CHLOE, "accept")
    assert after.state.hands[CHLOE][-1] == unseen
    assert after.state.face_down(CHLOE) == 1


def test_a_face_down_tile_cannot_be_asked_for_and_is_not_revealed():
    table = crossing(ANNA, BORIS, CHLOE, DORA, teams="ABAB", **MANY).look(ANNA, BORIS)
    assert table.refusal_of(ANNA, "OFFER", gives=table.state.held(ANNA)[0], takes="?") == "Chloe doesn’t hold ?."
    takes = next(tile for tile in table.state.hands[CHLOE] if tile != table.state.held(ANNA)[0])
    assert "Chloe doesn’t hold" in table.refusal_of(ANNA, "OFFER", gives=table.state.held(ANNA)[0], takes=takes)


def known(table, reader):
    return tuple(one.swap for one in table.view(reader).swaps)


def test_an_offer_appears_when_the_partner_first_looks():
    table = crossing(ANNA, BORIS, CHLOE, DORA, teams="ABAB", partners_see=False, **MANY).look(ANNA)
    gives = table.state.held(ANNA)[0]
    takes = next(tile for tile in "ABC" if tile != gives)
    before, table = table, table.give(ANNA, "OFFER", gives=gives, takes=takes)
    assert table.view(CHLOE) == before.view(CHLOE)
    assert table.told_to(CHLOE) == before.told_to(CHLOE)
    assert known(table, ANNA) == known(table.look(CHLOE), CHLOE) == table.state.swaps
    assert f"Anna offers you {gives} for your {takes}." in " ".join(table.look(CHLOE).told_to(CHLOE))


def test_each_player_can_swap_once_a_round():
    table = three_a_team()
    table = offered(table, ANNA, BORIS).play(BORIS, "accept")
    gives, takes = two_tiles(table, ANNA, CHLOE)
    again = "You have already swapped this round. You can swap again next round."
    assert table.refusal_of(ANNA, "OFFER", gives=gives, takes=takes, to=CHLOE) == again
    assert table.refusal_of(CHLOE, "OFFER", gives=takes, takes=gives, to=ANNA) == (
        "Your team has already swapped this round. You can swap again next round."
    )
    later = table.complete(DORA).play(DORA, "green").wait(minutes=1).all_seen()
    assert later.state.round == 2
    assert offered(later, ANNA, CHLOE).play(CHLOE, "accept").last("swap")


def test_a_new_offer_replaces_the_old_one():
    table = three_a_team()
    table = offered(offered(table, ANNA, BORIS), ANNA, CHLOE)
    assert [swap.to for swap in table.state.swaps] == [CHLOE]
    assert "There is no swap offer for you now. It may have ended, or the round may be over." in table.refusal(
        BORIS, "accept"
    )


def test_the_same_offer_again_changes_nothing():
    table = offered(two_teams())
    assert offered(table).state.swaps == table.state.swaps
    assert offered(table).since(table) == []


def test_declining_a_swap_notifies_both_partners():
    table = offered(two_teams())
    after = table.play(CHLOE, "decline swap")
    assert after.state.swaps == ()
    assert after.told_to(ANNA)[-1].startswith("Chloe declined your ")
    assert after.told_to(CHLOE)[-1].startswith("You declined Anna’s ")


def test_withdrawing_an_offer_notifies_only_the_two_partners():
    table = offered(two_teams())
    swap = table.state.swaps[0]
    after = table.play(ANNA, "unoffer")
    assert after.state.swaps == ()
    assert after.told_to(ANNA)[-1] == f"You withdrew your offer to Chloe: {swap.gives} for {swap.takes}."
    assert after.told_to(CHLOE)[-1] == f"Anna withdrew their offer to you: {swap.gives} for your {swap.takes}."
    for other in (BORIS, DORA, None):
        assert after.told_to(other) == table.told_to(other)


def test_only_the_player_who_made_an_offer_can_withdraw_it():
    table = offered(two_teams())
    may = [seat for seat in range(4) if "UNOFFER" in {one.verb for one in table.view(seat).offers}]
    assert may == [ANNA]
    assert "UNOFFER" not in {one.verb for one in table.play(ANNA, "unoffer").view(ANNA).offers}


def test_withdrawing_is_refused_without_an_offer():
    table = offered(two_teams())
    refusal = "You have no swap offer to withdraw. It may have ended."
    assert table.refusal(CHLOE, "unoffer") == refusal
    assert table.play(CHLOE, "accept").refusal(ANNA, "unoffer") == refusal


def test_accepting_one_of_several_offers_requires_naming_it():
    table = offered(offered(three_a_team(), ANNA, CHLOE), BORIS, CHLOE)
    assert table.refusal(CHLOE, "accept").startswith(
        "You have several swap offers. Say which one you mean, for example"
    )
    after = table.give(CHLOE, "ACCEPT", **{"from": BORIS})
    assert after.last("swap").facts["seats"] == [BORIS, CHLOE]
    assert after.state.swaps == ()  # Chloe has swapped: Anna's offer to her has ended


def test_a_reply_naming_other_tiles_than_the_offer_is_refused():
    table = offered(two_teams())
    swap = table.state.swaps[0]
    wrong = f"accept {swap.takes} for {swap.gives}"
    assert table.refusal(CHLOE, wrong) == (
        "There is no such swap offer for you, or it has ended. Check your current offers."
    )
    assert table.play(CHLOE, f"accept {swap.gives} for {swap.takes}").last("swap")


# --- when an offer ends -----------------------------------------------------------------------------------------------


def test_an_offer_ends_with_the_round():
    table = offered(two_teams().complete(BORIS)).play(BORIS, "green").wait(minutes=1)
    assert table.state.round == 2
    assert table.state.swaps == ()
    assert "There is no swap offer for you now. It may have ended, or the round may be over." in table.refusal(
        CHLOE, "accept"
    )


@pytest.mark.parametrize("seat", [ANNA, CHLOE])
def test_an_offer_ends_when_one_of_its_tiles_is_gone(seat):
    table = two_teams(tile_set="LC120")
    held, other = Counter(table.state.held(seat)), table.state.held({ANNA: CHLOE, CHLOE: ANNA}[seat])
    lone = next(tile for tile in held if held[tile] == 1 and tile not in other and tile != table.state.bags["pool"][-1])
    gives, takes = (lone, other[0]) if seat == ANNA else (other[0], lone)
    table = table.give(ANNA, "OFFER", gives=gives, takes=takes)
    after = table.give(seat, "JAYWALK", tiles=(lone,))
    assert after.state.swaps == ()
    ended = f"The offer of {gives} for {takes} ended, because the swap is no longer possible."
    assert after.told_to(ANNA)[-1] == after.told_to(CHLOE)[-1] == ended
    assert ended not in after.told_to(BORIS) + after.told_to(DMITRI)


@pytest.mark.parametrize("seat", [ANNA, CHLOE])
def test_an_offer_ends_when_either_partner_resigns_or_is_replaced(seat):
    table = offered(two_teams())
    assert table.give(seat, "RESIGN").state.swaps == ()
    assert table.govern("REPLACE", seat).state.swaps == ()


def test_no_swap_once_the_red_light_is_on():
    table = two_teams(tile_set="A10 B10", starting_tiles=5)
    table = offered(table).complete(BORIS).play(BORIS, "red").wait(minutes=1)
    assert table.state.phase == "grace"
    assert table.state.swaps == ()
    assert table.refusal_of(ANNA, "OFFER", gives="A", takes="B") == "The red light is on. No more tiles can be swapped."
    assert table.refusal(CHLOE, "accept") == "The red light is on. No more tiles can be swapped."


def test_no_swap_in_a_pause():
    table = offered(two_teams()).govern("PAUSE")
    assert table.refusal(CHLOE, "accept").startswith("The game is paused.")


# --- who may swap, and what -------------------------------------------------------------------------------------------


def test_swaps_are_only_possible_with_a_partner():
    table = two_teams()
    gives, takes = two_tiles(table, ANNA, BORIS)
    for to in (BORIS, ANNA, 7, "CHLOE"):
        refused = table.refusal_of(ANNA, "OFFER", gives=gives, takes=takes, to=to)
        assert refused == "You can only swap tiles with a partner. Your partners: Chloe."


def test_an_offer_need_not_name_a_sole_partner():
    table = two_teams()
    gives, takes = two_tiles(table, ANNA, CHLOE)
    assert table.play(ANNA, f"offer {gives} for {takes}").state.swaps[0].to == CHLOE
    table = three_a_team()
    gives, takes = two_tiles(table, ANNA, CHLOE)
    assert table.refusal(ANNA, f"offer {gives} for {takes}") == (
        "You have several partners: Boris and Chloe. Say who the offer is for."
    )


def test_an_offer_needs_a_tile_held_and_a_different_tile_wanted():
    table = two_teams()
    held = table.state.held(ANNA)
    assert table.refusal(ANNA, "offer ? for A") == "You don’t hold ?."
    assert table.refusal(ANNA, f"offer {held[0]} for {held[0]}") == (
        "A swap needs two different tiles. Name another tile that you would like."
    )


def test_there_are_no_swaps_without_teams():
    table = crossing(ANNA, BORIS, **MANY).all_seen()
    refused = "You can only swap tiles with a partner in a team game."
    assert table.refusal_of(ANNA, "OFFER", gives="A", takes="B") == refused
    assert CROSSING.read("OFFER A FOR B", table.state.options).ignored == ("OFFER A FOR B",)


def test_a_player_alone_in_a_team_has_nobody_to_swap_with():
    table = three_a_team()
    assert table.refusal_of(DORA, "OFFER", gives="A", takes="B") == "Nobody in your team is left to swap with."


# --- what others learn ------------------------------------------------------------------------------------------------


def test_opponents_and_spectators_learn_of_swaps_but_not_of_offers():
    table = offered(two_teams())
    for reader in (BORIS, DORA, DMITRI):
        assert table.view(reader).swaps == ()
        assert table.told_to(reader) == two_teams().told_to(reader)
    table = table.play(CHLOE, "accept")
    for reader in (BORIS, DORA, DMITRI):
        assert table.told_to(reader)[-1] == "Anna and Chloe swapped tiles."
        facts = CROSSING.tell(table.state, table.last("swap"), reader)
        assert facts == {"verb": "swap", "seats": [ANNA, CHLOE]}


def test_a_third_partner_learns_the_swapped_tiles_but_not_the_offer():
    table = offered(three_a_team(), ANNA, BORIS)
    assert table.view(CHLOE).swaps == ()
    table = table.play(BORIS, "accept")
    gave, took = table.last("swap").facts["tiles"]
    assert table.told_to(CHLOE)[-1] == f"Anna and Boris swapped: {gave} for {took}."
    assert table.told_to(ANNA)[-1] == f"You and Boris swapped: you gave {gave} and got {took}."
    assert table.told_to(BORIS)[-1] == f"You and Anna swapped: you gave {took} and got {gave}."


def test_a_third_partner_does_not_learn_the_tiles_if_partners_see_nothing():
    table = offered(three_a_team(partners_see=False), ANNA, BORIS).play(BORIS, "accept")
    assert table.told_to(CHLOE)[-1] == "Anna and Boris swapped tiles."


def test_partners_see_each_others_tiles_layouts_and_draws():
    table = two_teams().complete(ANNA)
    view = table.view(CHLOE)
    assert Counter(view.others[ANNA].hand) == Counter(table.state.held(ANNA))
    assert layouts(view) == {ANNA: table.state.boards[ANNA]}
    assert layouts(table.view(BORIS)) == {DORA: ()}
    draws = CROSSING.tell(table.state, table.last("deal"), CHLOE)["draws"]
    assert [bool(drawn) for drawn in draws] == [True, False, True, False]
    jaywalked = table.jaywalk(ANNA)
    assert "returned" in CROSSING.tell(jaywalked.state, jaywalked.last("jaywalk"), CHLOE)
    assert "returned" not in CROSSING.tell(jaywalked.state, jaywalked.last("jaywalk"), BORIS)


def test_partners_do_not_see_tiles_their_holder_has_not_looked_at():
    table = two_teams().complete(BORIS).play(BORIS, "green").wait(minutes=1)
    assert len(table.view(CHLOE).others[ANNA].hand) == len(table.state.hands[ANNA]) - 1
    draws = CROSSING.tell(table.state, table.last("green"), CHLOE)["draws"]
    assert draws == [None, None, None, None]


def test_opponents_spectators_and_resigned_players_see_no_hands():
    table = two_teams().complete(ANNA)
    assert table.view(DMITRI).others == {}
    assert ANNA not in table.view(BORIS).others
    gone = table.give(CHLOE, "RESIGN")
    assert gone.view(CHLOE).others == {}


def test_partners_know_no_more_than_opponents_if_partners_see_nothing():
    table = two_teams(partners_see=False).complete(ANNA).jaywalk(ANNA)
    assert table.view(CHLOE).others == {}
    told = [CROSSING.tell(table.state, event, CHLOE) for event in table.events]
    as_opponent = [CROSSING.tell(table.state, event, BORIS) for event in table.events]
    assert [facts for facts in told if facts and facts["verb"] in ("submit", "jaywalk")] == [
        facts for facts in as_opponent if facts and facts["verb"] in ("submit", "jaywalk")
    ]


def test_offers_never_reveal_a_hand_if_partners_see_nothing():
    table = two_teams(partners_see=False, tile_set="A30 B30 C30 Q1", starting_tiles=5)
    assert "Q" not in table.state.held(CHLOE)
    gives = table.state.held(ANNA)[0]
    held = next(tile for tile in table.state.held(CHLOE) if tile != gives)
    for takes in ("Q", held):
        after = table.give(ANNA, "OFFER", gives=gives, takes=takes)
        assert [swap.takes for swap in after.state.swaps] == [takes]
    missing = table.give(ANNA, "OFFER", gives=gives, takes="Q")
    assert missing.refusal(CHLOE, "accept") == "You don’t hold Q, which this swap asks for."
    assert known(missing, ANNA) == missing.state.swaps  # the offer stays, and Anna learns nothing
    gone = table.give(ANNA, "OFFER", gives=gives, takes=held)
    for tile in [tile for tile in gone.state.held(CHLOE) if tile == held][:1]:
        gone = gone.give(CHLOE, "JAYWALK", tiles=(tile,))
    assert known(gone, ANNA) == gone.state.swaps != ()


def test_a_replacement_learns_of_no_offer_or_swap_details_before_looking():
    table = offered(two_teams()).play(CHLOE, "accept").govern("REPLACE", CHLOE)
    told = [CROSSING.tell(table.state, event, CHLOE) for event in table.events]
    assert not any(facts and facts["verb"] in ("offer", "unoffer") for facts in told)
    assert [facts for facts in told if facts and facts["verb"] == "swap"] == [{"verb": "swap", "seats": [ANNA, CHLOE]}]


# --- words, buttons ---------------------------------------------------------------------------------------------------


def test_buttons_show_the_possible_offers_and_replies():
    table = two_teams()
    verbs = {offer.verb: offer for offer in table.view(ANNA).offers}
    assert {"OFFER"} == set(verbs) & {"OFFER", "UNOFFER", "ACCEPT", "DECLINE SWAP"}
    gives, takes = verbs["OFFER"].fields
    assert [value for value, _ in gives.choices] == sorted(set(table.state.held(ANNA)))
    assert takes.after == "FOR"
    assert [value for value, _ in takes.choices] == sorted(set(table.state.held(CHLOE)))
    table = offered(table)
    swap = table.state.swaps[0]
    buttons = {offer.verb: offer for offer in table.view(CHLOE).offers}
    (which,) = buttons["ACCEPT"].fields
    assert which.choices[0][0] == f"{swap.gives} FOR {swap.takes} FROM SEAT 1"
    assert buttons["ACCEPT"].does.values["player"] == Player(ANNA)
    assert table.play(CHLOE, buttons["ACCEPT"].example).last("swap")
    assert "ACCEPT" not in {offer.verb for offer in table.view(BORIS).offers}


def test_the_form_lists_every_letter_if_partners_see_nothing():
    offer = next(one for one in two_teams(partners_see=False).view(ANNA).offers if one.verb == "OFFER")
    assert len(offer.fields[1].choices) == 27


def test_only_the_recipient_sees_the_offer_in_why_the_game_waits():
    table = offered(two_teams())
    says = [str(message) for message in table.view(CHLOE).why]
    assert any(line.startswith("seat 0 offers you") for line in says)
    for reader in (ANNA, BORIS, DORA, DMITRI):
        assert not any("offers" in str(message) for message in table.view(reader).why)
