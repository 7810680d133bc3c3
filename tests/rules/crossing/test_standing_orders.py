"""Standing orders of Lexicon Crossing: carried out at the instant they fall due, as if their player gave them, and known to
nobody else until then."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.table.verify import replay
from games.rules.values import Unreadable
from tests.rules.crossing.table import CROSSING, EVERY_TWO, SHORT, crossing
from tests.rules.crossing.verified import verify
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, SEED, record_of

EASY = {**EVERY_TWO, "leeway": 0, "reveal_after": "nobody"}


def ended(table):
    """The game left to its clocks until it ends."""
    while table.state.phase != "finished":
        table = table.wait(days=1)
    return table


# --- each standing order ----------------------------------------------------------------------------------------------


def test_the_light_is_requested_the_instant_everyone_has_looked():
    table = crossing(ANNA, BORIS, **EASY).play(ANNA, "standing light").look(ANNA).complete(ANNA).wait(hours=5)
    assert table.requests == ()
    after = table.look(BORIS)
    assert after.since(table) == [("seen", BORIS), ("ask", ANNA), ("green", ANNA)]
    assert after.last("ask").at == after.last("seen").at
    assert "Anna’s standing order asked for the light." in after.told_to(BORIS)
    assert "Your standing order asked for the light." in after.told_to(ANNA)


def test_the_light_is_requested_once_the_layout_is_complete():
    table = crossing(ANNA, BORIS, **EASY).all_seen().play(ANNA, "standing light")
    assert table.requests == ()
    assert table.complete(ANNA).since(table) == [("ask", ANNA), ("green", ANNA)]


def test_a_standing_order_never_requests_a_red_light():
    table = crossing(ANNA, BORIS, **SHORT).all_seen().play(ANNA, "standing light").complete(ANNA)
    assert table.requests == ()


def test_withdrawing_a_request_cancels_its_standing_order():
    table = crossing(ANNA, BORIS, leeway=300, **EVERY_TWO).all_seen().complete(ANNA).play(ANNA, "standing light")
    table = table.play(ANNA, "unask")
    assert (table.requests, table.state.standing) == ((), {})


def test_a_standing_look_looks_at_a_new_tile_at_once():
    table = crossing(ANNA, BORIS, **EASY).all_seen().play(BORIS, "standing look").complete(ANNA).play(ANNA, "green")
    assert [table.state.unseen[seat] for seat in (ANNA, BORIS)] == [1, 0]
    assert "Boris’s standing order looked at their new tiles." in table.told_to(ANNA)
    assert table.last("seen").at == table.last("green").at


def test_no_tile_is_looked_at_without_a_standing_look():
    table = crossing(ANNA, BORIS, **EASY).all_seen().play(BORIS, "standing light, done").complete(ANNA)
    assert table.play(ANNA, "green").state.unseen[BORIS] == 1


def test_a_standing_leftover_resubmits_the_layout_without_the_new_tile():
    table = crossing(ANNA, BORIS, **EASY).all_seen().complete(BORIS).play(BORIS, "standing leftover").complete(ANNA)
    before, table = table, table.play(ANNA, "green")
    assert table.state.boards[BORIS] == before.state.boards[BORIS]
    assert table.view(BORIS).score.leftover == 1
    assert table.last("submit").seat == BORIS
    assert "Your standing order submitted your layout as it was." in table.told_to(BORIS)


def test_a_standing_done_says_done_at_red_once_every_tile_is_laid():
    table = crossing(ANNA, BORIS, CHLOE, tile_set="A4 B2 C3", starting_tiles=3).all_seen()
    table = table.complete(ANNA, BORIS).play(BORIS, "standing done").play(CHLOE, "standing done").play(ANNA, "red")
    table = table.wait(minutes=5)
    assert table.state.phase == "grace"
    assert table.state.done == (BORIS,)
    assert table.complete(CHLOE).state.phase == "finished"


def test_a_complete_layout_submitted_later_does_not_cancel_standing_done():
    table = crossing(ANNA, BORIS, CHLOE, tile_set="A4 B2 C3", starting_tiles=3).all_seen().complete(ANNA, BORIS)
    table = table.play(BORIS, "standing done").play(ANNA, "red").wait(minutes=5)
    after = table.complete(BORIS)
    assert after.state.done == (BORIS,)
    assert after.view(CHLOE) == table.view(CHLOE)


# --- what they may do -------------------------------------------------------------------------------------------------


def test_standing_orders_do_nothing_during_an_absence_or_a_pause():
    away = crossing(ANNA, BORIS, see_bank=0, **EASY).play(BORIS, "standing look").complete(ANNA).look(ANNA)
    away = away.play(BORIS, "standing off").look(BORIS).complete(ANNA).play(ANNA, "green").look(ANNA).wait(days=1)
    assert away.state.away == (BORIS,)
    assert away.play(BORIS, "standing look").state.unseen[BORIS] == 1
    paused = crossing(ANNA, BORIS, **EASY).all_seen().complete(ANNA).govern("PAUSE").play(ANNA, "standing light")
    assert paused.requests == ()
    assert paused.govern("RESUME").last("ask").facts == {"standing": True}


def test_a_standing_look_does_not_end_a_vacation():
    table = crossing(ANNA, BORIS, **EASY).all_seen().play(BORIS, "standing look")
    table = table.vacation(BORIS, after=timedelta(hours=1), lasts=timedelta(days=4)).wait(hours=2)
    table = table.complete(ANNA).play(ANNA, "green").wait(days=2)
    assert table.state.unseen[BORIS] == 0
    assert ("back", BORIS) not in table.happened
    assert table.state.vacation_of(BORIS) is not None


@pytest.mark.parametrize("gone", ["resign", "replaced"])
def test_standing_orders_end_when_their_player_leaves_the_seat(gone):
    table = crossing(ANNA, BORIS, CHLOE, **EASY).play(BORIS, "standing light, look, done")
    table = table.play(BORIS, "resign") if gone == "resign" else table.govern("REPLACE", BORIS)
    assert table.state.standing == {}


def test_an_unknown_standing_order_is_refused():
    assert (
        crossing(ANNA, BORIS).refusal_of(ANNA, "STANDING", orders=["RED"]).startswith("There is no standing order RED.")
    )


@settings(max_examples=30)
@given(st.data())
def test_a_game_left_to_standing_orders_ends_and_verifies(data):
    """Nothing loops: a standing order is given once for each cause, and the game still ends."""
    names = st.lists(st.sampled_from(["LIGHT", "LOOK", "DONE", "LEFTOVER"]), unique=True, min_size=1)
    options = {**EASY, "leeway": data.draw(st.sampled_from([0, 300])), "requests_visible": data.draw(st.booleans())}
    table = crossing(ANNA, BORIS, CHLOE, key=SEED, **options)
    for seat in (ANNA, BORIS, CHLOE):
        table = table.give(seat, "STANDING", orders=data.draw(names))
    for seat in data.draw(st.lists(st.integers(0, 2), max_size=12)):
        table = table.look(seat).complete(seat) if table.state.phase == "playing" else table
    table = ended(table)
    by_itself = [event for event in table.events if event.facts.get("standing")]
    lights = sum(event.verb in ("deal", "green", "amber", "red") for event in table.events)
    laid = sum(event.verb == "submit" for event in table.events)
    assert len(by_itself) <= 3 * 3 * lights + laid
    verify(record_of(table))


def test_a_record_without_its_standing_orders_does_not_verify():
    table = crossing(ANNA, BORIS, key=SEED, **EASY).play(ANNA, "standing light").all_seen().complete(ANNA)
    record = record_of(ended(table))
    replay(CROSSING, record)
    events = [event for event in record["events"] if event["verb"] != "standing"]
    with pytest.raises(Exception, match="ask"):
        replay(CROSSING, {**record, "events": [{**event, "n": n} for n, event in enumerate(events, 1)]})


# --- who knows of them ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [BORIS, DMITRI])
def test_standing_orders_are_invisible_to_others(reader):
    without = crossing(ANNA, BORIS, **EASY).look(ANNA)
    with_it = without.play(ANNA, "standing light, look, done")
    assert with_it.view(reader) == without.view(reader)
    assert with_it.told_to(reader) == without.told_to(reader)


def test_players_see_their_own_standing_orders():
    table = crossing(ANNA, BORIS, **EASY).play(ANNA, "standing light and done")
    assert table.view(ANNA).standing == ("LIGHT", "DONE")
    assert table.told_to(ANNA)[-1] == "Your standing orders from now on: LIGHT, DONE."
    assert table.view(BORIS).standing == ()
    assert table.view(DMITRI).standing is None
    assert table.play(ANNA, "standing off").told_to(ANNA)[-1] == "You no longer have any standing orders."


@pytest.mark.parametrize("hidden", [True, False])
def test_a_hidden_request_by_a_standing_order_stays_hidden(hidden):
    table = crossing(ANNA, BORIS, leeway=300, requests_visible=not hidden, **EVERY_TWO).all_seen().complete(ANNA)
    table = table.play(ANNA, "standing light")
    assert table.requests == (ANNA,)
    assert any("asked for the light" in line for line in table.told_to(BORIS)) is not hidden


# --- in an email ------------------------------------------------------------------------------------------------------


def orders_in(text):
    table = crossing(ANNA, BORIS)
    return [order.as_json() for order in CROSSING.read(text, table.state.options).orders]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("STANDING LIGHT", ["LIGHT"]),
        ("standing: green, look and leftovers", ["LIGHT", "LOOK", "LEFTOVER"]),
        ("STANDING OFF", []),
    ],
)
def test_an_email_sets_all_standing_orders_at_once(line, orders):
    assert orders_in(line) == [{"verb": "STANDING", "orders": orders}]


@pytest.mark.parametrize("line", ["Standing in the rain here", "Standing ovation for your last board!"])
def test_chat_is_not_read_as_a_standing_order(line):
    assert orders_in(line) == []


def test_a_bare_standing_command_suggests_a_correct_one():
    with pytest.raises(Unreadable) as refused:
        orders_in("STANDING")
    assert refused.value.correct == "STANDING LIGHT"
