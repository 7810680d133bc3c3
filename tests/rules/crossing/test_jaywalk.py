"""Jaywalks: who may exchange a tile, when, and what happens to the layout."""

from collections import Counter
from dataclasses import replace

import pytest

from games.rules.chance import Chance
from games.rules.values import Unreadable
from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, DMITRI, Words

AN_E = {"tile_set": "A119 E1", "starting_tiles": 3}


def caller_and_others(**options):
    return crossing(ANNA, BORIS, leeway=0, **options).all_seen().complete(ANNA).play(ANNA, "green").all_seen()


def test_a_jaywalk_gives_back_one_tile_and_draws_another():
    table = crossing(ANNA, BORIS).look(ANNA)
    after = table.jaywalk(ANNA)
    assert len(after.state.held(ANNA)) == 30
    assert len(after.state.bags["pool"]) == 60
    assert after.view(ANNA).unseen == 0


def test_the_returned_tile_goes_in_at_random_after_the_draw():
    table = crossing(ANNA, BORIS).look(ANNA)
    pool, used = table.state.bags["pool"], table.state.words_used
    returned = table.state.held(ANNA)[0]
    after = table.jaywalk(ANNA)
    index = Chance(table.resources.key, used=used).below(60)
    assert after.last("jaywalk").facts == {"returned": [returned], "draws": [pool[-1]]}
    assert after.state.bags["pool"] == pool[:-1][:index] + returned + pool[:-1][index:]
    assert after.state.words_used > used


def test_others_see_the_jaywalk_but_not_the_tiles():
    table = crossing(ANNA, BORIS).look(ANNA)
    after = table.jaywalk(ANNA)
    assert after.told_to(BORIS)[-1] == after.told_to(DMITRI)[-1] == "Anna jaywalked."
    assert after.told_to(ANNA)[-1].startswith("You jaywalked, gave back ")


def test_everyone_may_jaywalk_in_the_first_round():
    table = crossing(ANNA, BORIS).all_seen().jaywalk(ANNA).jaywalk(BORIS)
    assert table.happened[-2:] == [("jaywalk", ANNA), ("jaywalk", BORIS)]


def test_a_player_can_jaywalk_once_a_round():
    table = crossing(ANNA, BORIS, tile_set="A120 Z0").look(ANNA).jaywalk(ANNA)
    assert table.refusal(ANNA, "jaywalk A") == (
        "You have already jaywalked this round. You can jaywalk again next round."
    )


def test_the_caller_of_the_last_light_cannot_jaywalk():
    table = caller_and_others(tile_set="A120 Z0")
    assert table.refusal(ANNA, "jaywalk A") == "You called the last light. You can jaywalk again next round."
    assert table.jaywalk(BORIS).happened[-1] == ("jaywalk", BORIS)


def test_a_player_can_jaywalk_again_after_the_next_light():
    table = crossing(ANNA, BORIS, leeway=0).all_seen().jaywalk(BORIS).complete(ANNA).play(ANNA, "green").all_seen()
    assert table.jaywalk(BORIS).happened[-1] == ("jaywalk", BORIS)


def test_a_player_with_face_down_tiles_cannot_jaywalk():
    assert "face down" in crossing(ANNA, BORIS, tile_set="A120 Z0").refusal(ANNA, "jaywalk A")


def test_jaywalks_are_refused_when_the_option_is_nobody():
    table = crossing(ANNA, BORIS, jaywalk="nobody", tile_set="A120 Z0").look(ANNA)
    assert table.refusal(ANNA, "jaywalk A") == "There are no jaywalks in this game."


def test_jaywalks_are_refused_when_the_pool_is_empty():
    table = crossing(ANNA, BORIS, tile_set="A6 Z0", starting_tiles=3).look(ANNA)
    assert table.refusal(ANNA, "jaywalk A") == "The pool is empty. There is no tile to draw."


def test_only_a_tile_in_hand_can_be_returned():
    table = crossing(ANNA, BORIS, tile_set="A120 Z0").look(ANNA)
    assert table.refusal(ANNA, "jaywalk E") == "You don’t hold E."


@pytest.mark.parametrize("light", ["green", "red"])
def test_a_jaywalk_and_a_light_cannot_share_an_email(light):
    table = crossing(ANNA, BORIS, tile_set="A120 Z0").look(ANNA)
    with pytest.raises(Unreadable, match="JAYWALK"):
        table.play(ANNA, f"{light}\njaywalk A")


def test_a_layout_sent_with_a_jaywalk_is_submitted_first():
    table = crossing(ANNA, BORIS, tile_set="A119 E1", starting_tiles=3).look(ANNA, BORIS)
    seat = ANNA if "E" in table.state.held(ANNA) else BORIS
    held = table.state.held(seat)
    after = table.play(seat, f"jaywalk A\ngrid\n{held}\nend")
    verbs = [event.verb for event in after.events[len(table.events) :]]
    assert verbs == ["submit", "jaywalk"]


# --- the submitted layout ---------------------------------------------------------------------------------------------


def holding(*tiles, **options):
    """Anna holds just these tiles, and the next tile in the pool is a Z."""
    table = crossing(ANNA, BORIS, tile_set="A6 B6 ?6 Z6", starting_tiles=len(tiles), **options).look(ANNA)
    hands = {**table.state.hands, ANNA: "".join(tiles)}
    return replace(table, state=replace(table.state, hands=hands, bags={**table.state.bags, "pool": "AABBZ"}))


def test_a_returned_tile_is_lifted_from_the_submitted_layout():
    table = holding("A", "B").lay(ANNA, "AB").play(ANNA, "jaywalk A")
    assert table.state.boards[ANNA] == ("B",)


def test_only_the_first_such_tile_in_row_order_is_lifted():
    table = holding(*"ABABA").lay(ANNA, ".B.", "ABA", ".A.").play(ANNA, "jaywalk A")
    assert table.state.boards[ANNA] == ("B.", "BA", "A.")


def test_the_remaining_layout_need_not_consist_of_valid_words():
    table = holding(*"BAB", words=Words({"BAB"})).lay(ANNA, "BAB").play(ANNA, "jaywalk B")
    assert table.state.boards[ANNA] == ("AB",)


def test_nothing_is_lifted_if_enough_of_the_letter_are_still_held():
    table = holding("A", "A", "B").lay(ANNA, "AB").play(ANNA, "jaywalk A")
    assert table.state.boards[ANNA] == ("AB",)


def test_nothing_is_lifted_if_the_replacement_is_the_same_letter():
    table = holding("Z", "B").lay(ANNA, "ZB").play(ANNA, "jaywalk Z")
    assert table.state.boards[ANNA] == ("ZB",)


def test_a_returned_blank_is_lifted_too():
    table = holding("?", "B").lay(ANNA, "aB").play(ANNA, "jaywalk ?")
    assert table.state.boards[ANNA] == ("B",)


def test_jaywalks_lose_no_tiles():
    table = crossing(ANNA, BORIS, **AN_E).all_seen().jaywalk(ANNA).jaywalk(BORIS)
    tiles = table.state.bags["pool"] + "".join(table.state.hands.values())
    assert Counter(tiles) == {"A": 119, "E": 1}
