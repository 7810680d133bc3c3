"""Jaywalks under house rules: more often, two at once, two for one, and for open tiles."""

from dataclasses import replace

import pytest

from games.rules.chance import Chance
from games.rules.crossing.jaywalks import times_left
from games.rules.crossing.layouts import scenes
from games.rules.words import Vocabulary
from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI

AS = {"tile_set": "A119 E1", "starting_tiles": 3, "leeway": 0}


def given(hand, *, pool="AABBZ", lies_open="", seats=(ANNA, BORIS), **options):
    """Everybody has looked. Anna holds this hand; the right end of `pool` is drawn first; `lies_open` are the open tiles."""
    bags = {"pool": pool, "removed": ""} | ({"face_up": lies_open} if options.get("face_up") else {})
    table = crossing(*seats, tile_set="A8 B8 ?6 Q6 X6 Z6", starting_tiles=len(hand), **options).all_seen()
    hands = {**table.state.hands, ANNA: hand}
    return replace(table, state=replace(table.state, hands=hands, bags=bags))


def jaywalk(table, tiles, *, taken="", seat=ANNA):
    return table.jaywalk(seat, tiles, taken=taken)


def refusal(table, tiles, *, taken="", seat=ANNA):
    return table.refusal_of(seat, "JAYWALK", tiles=tuple(tiles), **({"taken": tuple(taken)} if taken else {}))


# --- who, and how often -----------------------------------------------------------------------------------------------


def after_a_light(**options):
    return crossing(ANNA, BORIS, **AS, **options).all_seen().complete(ANNA).play(ANNA, "green")


def test_everyone_includes_the_caller_of_the_last_light():
    table = after_a_light(jaywalk="everyone").all_seen()
    assert table.jaywalk(ANNA).happened[-1] == ("jaywalk", ANNA)


def test_the_caller_cannot_jaywalk_with_a_withheld_tile():
    table = after_a_light(jaywalk="everyone")
    assert table.refusal(ANNA, "jaywalk A") == "One of your tiles is still face down. Look at it first."


def test_jaywalks_per_round_are_limited_by_the_game_settings():
    table = crossing(ANNA, BORIS, jaywalk_times=2, **AS).all_seen().jaywalk(ANNA).jaywalk(ANNA)
    assert refusal(table, "A") == "You have already jaywalked 2 times this round. You can jaywalk again next round."
    assert table.view(BORIS).seats[ANNA].says[-1].values == {"n": 2}


def test_players_see_how_many_jaywalks_they_have_left():
    table = crossing(ANNA, BORIS, jaywalk_times=3, **AS).all_seen().jaywalk(ANNA)
    assert (table.view(ANNA).jaywalks_left, table.view(BORIS).jaywalks_left) == (2, 3)
    assert table.view(DMITRI).jaywalks_left == 0


def test_the_next_light_resets_the_number_of_jaywalks():
    table = crossing(ANNA, BORIS, jaywalk_times=2, **AS).all_seen().jaywalk(BORIS).jaywalk(BORIS)
    table = table.complete(ANNA).play(ANNA, "green").all_seen()
    assert table.view(BORIS).jaywalks_left == 2
    assert table.view(ANNA).jaywalks_left == 0


def test_there_is_no_button_in_games_without_jaywalks():
    table = crossing(ANNA, BORIS, jaywalk="nobody", **AS).all_seen()
    assert "JAYWALK" not in {offer.verb for offer in table.view(ANNA).offers}


# --- two at once ------------------------------------------------------------------------------------------------------


def test_two_tiles_are_returned_in_turn_after_both_are_drawn():
    table = given("QX", jaywalk_tiles=2)
    after = jaywalk(table, "QX")
    chance = Chance(table.resources.key, used=table.state.words_used)
    first = chance.below(4)
    pool = "AAB"[:first] + "Q" + "AAB"[first:]
    second = chance.below(5)
    assert after.state.bags["pool"] == pool[:second] + "X" + pool[second:]
    assert after.state.hands[ANNA] == "ZB"
    assert after.state.words_used == chance.used
    assert after.last("jaywalk").facts == {"returned": ["Q", "X"], "draws": ["Z", "B"]}


def test_one_tile_may_be_returned_when_two_are_allowed():
    assert jaywalk(given("QX", jaywalk_tiles=2), "Q").state.hands[ANNA] == "XZ"


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ("QQ", "You only hold one Q."),
        ("QB", "You don’t hold B."),
        ("QXA", "A jaywalk gives back one or two tiles, for example JAYWALK Q or JAYWALK Q X."),
        ("", "A jaywalk gives back one or two tiles, for example JAYWALK Q or JAYWALK Q X."),
    ],
)
def test_returning_the_wrong_tiles_is_refused(tiles, says):
    assert refusal(given("QXA", jaywalk_tiles=2), tiles) == says


def test_two_tiles_are_refused_when_only_one_is_allowed():
    assert refusal(given("QX"), "QX") == "A jaywalk gives back one tile, for example JAYWALK Q."


def test_returning_two_tiles_needs_two_in_the_pool():
    table = given("QX", pool="Z", jaywalk_tiles=2)
    assert refusal(table, "QX") == "That needs 2 tiles from the pool, which has 1."
    assert jaywalk(table, "Q").state.hands[ANNA] == "XZ"


def test_both_returned_tiles_are_lifted_from_the_submitted_layout():
    table = given("BAQX", jaywalk_tiles=2).lay(ANNA, "QBAX")
    assert jaywalk(table, "QX").state.boards[ANNA] == ("BA",)


# --- two for one ------------------------------------------------------------------------------------------------------


def test_two_for_one_makes_the_hand_grow_and_the_pool_shrink():
    after = jaywalk(given("QX", jaywalk_draw=2), "Q")
    assert after.state.hands[ANNA] == "XZB"
    assert sorted(after.state.bags["pool"]) == sorted("AABQ")


def test_two_returned_tiles_draw_two_each():
    after = jaywalk(given("QX", jaywalk_draw=2, jaywalk_tiles=2), "QX")
    assert after.last("jaywalk").facts["draws"] == ["Z", "B", "B", "A"]


def test_everyone_sees_how_many_tiles_were_exchanged_and_are_held():
    after = jaywalk(given("QX", jaywalk_draw=2), "Q")
    assert after.told_to(BORIS)[-1] == after.told_to(DMITRI)[-1] == "Anna jaywalked: one tile for two."
    assert after.told_to(ANNA)[-1] == "You jaywalked, gave back Q and drew Z, B."
    assert after.view(DMITRI).tiles_held == {ANNA: 3, BORIS: 2}
    assert {"n": 3} in [said.values for said in after.view(BORIS).seats[ANNA].says]


def test_two_for_one_is_refused_when_the_pool_has_too_few_tiles():
    table = given("QX", pool="Z", jaywalk_draw=2)
    assert refusal(table, "Q") == "That needs 2 tiles from the pool, which has 1."


def test_two_for_one_is_refused_when_the_hand_would_be_too_large():
    table = given("QX", jaywalk_draw=2, tiles_per_light=2)
    full = replace(table, state=replace(table.state, hands={**table.state.hands, ANNA: "Q" * 120}))
    assert refusal(full, "Q") == "A hand can hold at most 120 tiles. Yours would have 121."
    assert not full.view(ANNA).allows("JAYWALK")


def three_asking(**options):
    """Anna and Boris have asked for green; the pool holds exactly enough for one more light."""
    table = given("QX", pool="ABZ", seats=(ANNA, BORIS, CHLOE), jaywalk_draw=2, leeway=3600, **options)
    return table.complete(ANNA, BORIS).play(BORIS, "green").play(ANNA, "green")


def test_all_requests_lapse_in_order_when_a_jaywalk_makes_the_pool_short():
    table = three_asking()
    after = jaywalk(table, table.state.hands[CHLOE][0], seat=CHLOE)
    assert after.since(table) == [("jaywalk", CHLOE), ("lapse", BORIS), ("lapse", ANNA)]
    assert after.requests == ()
    assert after.view(ANNA).next_is_red
    assert after.told_to(ANNA)[-1] == (
        "Your request lapsed. After Chloe’s jaywalk the pool is short, so the next light is red."
    )


def test_the_jaywalkers_own_request_lapses_in_its_turn():
    table = three_asking()
    after = jaywalk(table, "Q")
    assert after.since(table) == [("jaywalk", ANNA), ("lapse", BORIS), ("lapse", ANNA)]
    assert after.told_to(ANNA)[-1].startswith(
        "Your request lapsed because your submitted layout is no longer complete."
    )


def test_nobody_else_is_notified_when_a_hidden_request_lapses():
    table = three_asking(requests_visible=False)
    after = jaywalk(table, table.state.hands[CHLOE][0], seat=CHLOE)
    assert not [said for said in after.told_to(CHLOE) if "lapsed" in said]
    assert [said for said in after.told_to(BORIS) if "lapsed" in said]


def test_only_the_jaywalkers_request_lapses_if_the_pool_stays_long():
    table = given("QX", pool="AABBZ", jaywalk_draw=2, leeway=3600).complete(ANNA, BORIS)
    table = table.play(BORIS, "green").play(ANNA, "green")
    assert jaywalk(table, "Q").since(table) == [("jaywalk", ANNA), ("lapse", ANNA)]


# --- open tiles -------------------------------------------------------------------------------------------------------


def test_a_returned_tile_becomes_an_open_tile_without_using_the_stream():
    table = given("QX", face_up=True)
    after = jaywalk(table, "Q")
    assert after.state.bags == {"pool": "AABB", "removed": "", "face_up": "Q"}
    assert after.state.words_used == table.state.words_used


@pytest.mark.parametrize("reader", [ANNA, BORIS, DMITRI])
def test_everyone_sees_the_open_tiles_in_the_order_of_return(reader):
    after = jaywalk(given("QX", face_up=True, lies_open="ZA", jaywalk_tiles=2), "XQ")
    assert after.view(reader).face_up == "ZAXQ"


def test_everyone_is_notified_of_the_returned_tile_but_not_the_drawn_one():
    after = jaywalk(given("QX", face_up=True), "Q")
    assert after.told_to(BORIS)[-1] == "Anna jaywalked and gave back Q, face up."
    assert after.told_to(ANNA)[-1] == "You jaywalked, gave back Q and drew Z."


def test_an_open_tile_is_taken_for_one_given_back():
    table = given("QX", face_up=True, lies_open="ZAZ")
    after = jaywalk(table, "Q", taken="Z")
    assert after.state.hands[ANNA] == "XZ"
    assert after.state.bags == {"pool": "AABBZ", "removed": "", "face_up": "AZQ"}
    assert after.last("jaywalk").facts == {"returned": ["Q"], "draws": [], "taken": ["Z"]}
    assert after.state.words_used == table.state.words_used
    assert after.told_to(BORIS)[-1] == "Anna jaywalked: Q for Z from the open tiles."
    assert after.told_to(ANNA)[-1] == "You jaywalked: Q for Z from the open tiles."


def test_open_tiles_are_one_for_one_even_under_two_for_one():
    after = jaywalk(given("QX", face_up=True, lies_open="ZA", jaywalk_draw=2), "Q", taken="A")
    assert after.state.hands[ANNA] == "XA"


@pytest.mark.parametrize(
    ("lies_open", "taken", "says"),
    [
        ("ZA", "B", "Not among the open tiles: B. Open tiles: A, Z."),
        ("ZA", "ZZ", "Take as many open tiles as you give back, for example JAYWALK Q FOR E."),
        ("", "Z", "There are no open tiles yet. JAYWALK Q draws one from the pool."),
    ],
)
def test_taking_the_wrong_open_tiles_is_refused(lies_open, taken, says):
    assert refusal(given("QX", face_up=True, lies_open=lies_open), "Q", taken=taken) == says


def test_a_single_open_tile_cannot_be_taken_twice():
    table = given("QX", face_up=True, lies_open="ZA", jaywalk_tiles=2)
    assert refusal(table, "QX", taken="ZZ") == "Not among the open tiles: Z. Open tiles: A, Z."


def test_no_tile_can_be_taken_in_games_without_open_tiles():
    says = "In this game, returned tiles go back into the pool unseen. JAYWALK Q draws one from it."
    assert refusal(given("QX"), "Q", taken="Z") == says


def test_an_open_tile_can_be_taken_when_the_pool_is_empty():
    table = given("QX", pool="", face_up=True, lies_open="Z")
    assert refusal(table, "Q") == "That needs 1 from the pool, which has 0. Take an open tile instead."
    assert jaywalk(table, "Q", taken="Z").state.hands[ANNA] == "XZ"


def test_open_tiles_count_towards_the_next_light():
    table = given("QX", pool="A", face_up=True, lies_open="ZA")
    assert (table.view(ANNA).pool, table.view(ANNA).lights_left, table.view(ANNA).next_is_red) == (1, 1, False)


def test_a_light_that_empties_the_pool_draws_on_from_the_open_tiles():
    table = given("QX", pool="A", face_up=True, lies_open="XZB", tiles_per_light=2, leeway=0).complete(ANNA)
    after = table.play(ANNA, "green")
    chance = Chance(table.resources.key, used=table.state.words_used)
    lying, drawn = [*"XZB"], ["A"]
    for _ in range(3):
        drawn.append(lying.pop(chance.below(len(lying))))
    assert after.last("green").facts["draws"] == [drawn[:2], drawn[2:]]
    assert after.state.bags == {"pool": "", "removed": "", "face_up": ""}
    assert after.state.words_used == chance.used


def test_there_is_no_open_bag_when_returned_tiles_go_back_unseen():
    assert crossing(ANNA, BORIS).state.bags.keys() == {"pool", "removed"}


# --- the replay and the robot -------------------------------------------------------------------------------------------


def test_a_replay_includes_the_open_tile_taken():
    table = given("BAQ", face_up=True, lies_open="Z", leeway=0).lay(ANNA, "QBA")
    table = jaywalk(table, "Q", taken="Z").lay(ANNA, "BAZ").play(ANNA, "green")
    dealt = replace(table.events[0], facts={"draws": [["B", "A", "Q"], ["A", "B"]]})
    (scene,) = scenes([dealt, *table.events[1:]], table.state.options)
    assert (scene.boards[ANNA], sorted(scene.hands[ANNA])) == (("BAZ",), sorted("BAZ"))


def robots_choice(**options):
    mind = CROSSING.plain_mind(Vocabulary([]), Chance(bytes(32)))
    return CROSSING.next_orders(given("QXA", **options).view(ANNA), ANNA, mind)


@pytest.mark.parametrize(
    ("options", "orders"),
    [
        ({}, [("JAYWALK", {"tiles": ("Q",)})]),
        ({"face_up": True, "lies_open": "ZBE"}, [("JAYWALK", {"tiles": ("Q",), "taken": ("E",)})]),
        ({"face_up": True, "lies_open": "Z"}, [("JAYWALK", {"tiles": ("Q",)})]),
        ({"face_up": True, "lies_open": "Z", "pool": ""}, []),
        ({"jaywalk_draw": 2, "pool": "A"}, []),
    ],
)
def test_a_robot_exchanges_its_hardest_tile_for_an_easier_or_drawn_one(options, orders):
    assert [(order.verb, order.facts) for order in robots_choice(**options)] == orders


# --- forfeits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face_up", [True, False])
def test_everyone_is_notified_of_the_jaywalk_forfeit(face_up):
    after = jaywalk(given("QX", jaywalk_forfeit="Sing.", face_up=face_up), "Q")
    for reader in (ANNA, BORIS, DMITRI):
        assert after.told_to(reader)[-1].endswith(" Forfeit: “Sing.”")


# --- how an email explains it -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "brief", "does"),
    [
        ({}, "swap one tile", "`JAYWALK X` exchanges your X for another tile, once a round"),
        ({"jaywalk_draw": 2}, "two for one", "`JAYWALK X` exchanges your X for two tiles, once a round"),
        (
            {"jaywalk_tiles": 2, "jaywalk_times": 2},
            "swap one or two tiles",
            "`JAYWALK X` exchanges your X for another tile (two letters for two tiles), up to 2 more times this round",
        ),
        (
            {"face_up": True, "lies_open": "ZA"},
            "swap one tile",
            "`JAYWALK X` exchanges your X for another tile, `JAYWALK X FOR A` for an open tile, once a round",
        ),
        (
            {"face_up": True, "lies_open": "ZA", "pool": ""},
            "take an open tile",
            "`JAYWALK X FOR A` exchanges your X for an open tile, once a round",
        ),
    ],
)
def test_the_jaywalk_button_is_explained_for_each_rule(options, brief, does):
    offer = next(offer for offer in given("QX", **options).view(ANNA).offers if offer.verb == "JAYWALK")
    assert (str(offer.brief), str(offer.does)) == (brief, does)


# --- once a game, every second round, without limit, and for those behind -------------------------------------------


def dealt(**options):
    return crossing(ANNA, BORIS, CHLOE, tile_set="A60 B60", starting_tiles=4, **options)


def next_round(table, caller=BORIS):
    """The game after a green light called by this seat, when everybody has looked."""
    return table.complete(caller).play(caller, "green").wait(minutes=5).all_seen()


def test_once_a_game_allows_a_single_jaywalk():
    table = dealt(jaywalk_times="once a game").all_seen().jaywalk(ANNA)
    later = next_round(next_round(table))
    assert later.refusal(ANNA, "jaywalk " + later.state.held(ANNA)[0]) == (
        "You have already jaywalked. In this game you can only do it once."
    )
    assert later.jaywalk(CHLOE).last("jaywalk").seat == CHLOE


def test_every_second_round_skips_the_round_after_a_jaywalk():
    table = dealt(jaywalk_times="every second round").all_seen().jaywalk(ANNA)
    refusal = "You jaywalked in round 1. You can jaywalk again in round 3."
    assert table.refusal_of(ANNA, "JAYWALK", tiles=("A",)) == refusal
    second = next_round(table)
    assert second.refusal_of(ANNA, "JAYWALK", tiles=("A",)) == refusal
    third = next_round(second)
    assert third.jaywalk(ANNA).last("jaywalk").seat == ANNA


def test_unlimited_jaywalks_still_count_a_form_sent_twice_only_once():
    table = dealt(jaywalk_times="unlimited").all_seen()
    for _ in range(9):
        table = table.jaywalk(ANNA)
    left = times_left(table.state, ANNA)
    once = table.give(ANNA, "JAYWALK", tiles=(table.state.held(ANNA)[0],), left=left)
    assert once.state.jaywalked == (ANNA,) * 10
    assert (
        "You have jaywalked since this page was loaded. Check which tiles you hold now, then choose again."
        in once.refusal_of(ANNA, "JAYWALK", tiles=(once.state.held(ANNA)[0],), left=left)
    )


def test_only_players_behind_can_jaywalk_under_the_behind_option():
    """When the light comes, Anna's layout has a point and Boris's and Chloe's have none; before it, nobody is behind."""
    table = dealt(jaywalk="behind").all_seen()
    refusal = "You can only jaywalk if your submitted score was below the best when the round began."
    assert {table.refusal_of(seat, "JAYWALK", tiles=("A",)) for seat in (ANNA, BORIS, CHLOE)} == {refusal}
    a, b, c, *rest = table.state.held(ANNA)
    table = table.lay(ANNA, a + b + "".join(rest), c + "." * (1 + len(rest))).complete(BORIS, CHLOE)
    lit = table.play(BORIS, "green").wait(minutes=5).all_seen()
    assert lit.state.behind == (BORIS, CHLOE)
    assert lit.refusal_of(ANNA, "JAYWALK", tiles=(a,)) == refusal
    assert lit.jaywalk(BORIS).jaywalk(CHLOE).state.jaywalked == (BORIS, CHLOE)


def test_players_only_learn_whether_they_themselves_are_behind():
    table = dealt(jaywalk="behind").all_seen()
    a, b, c, *rest = table.state.held(ANNA)
    table = table.lay(ANNA, a + b + "".join(rest), c + "." * (1 + len(rest))).complete(BORIS)
    lit = table.play(BORIS, "green").wait(minutes=5)
    green = lit.last("green")
    told = {seat: CROSSING.tell(lit.state, green, seat)["behind"] for seat in (ANNA, BORIS, CHLOE, DMITRI)}
    assert told == {ANNA: [], BORIS: [BORIS], CHLOE: [CHLOE], DMITRI: []}
