"""A record with jaywalks under house rules verifies on its own; one with a jaywalk that they don't allow doesn't."""

import json

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs
from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, SEED, record_of

EACH_WAY = (
    {},
    {"jaywalk_tiles": 2},
    {"jaywalk_draw": 2},
    {"jaywalk_tiles": 2, "jaywalk_draw": 2},
    {"face_up": True},
    {"face_up": True, "jaywalk_tiles": 2, "jaywalk_draw": 2},
)


def finished(**options):
    """A two-player game with a few jaywalks, blind and for open tiles, played to its end."""
    table = crossing(ANNA, BORIS, key=SEED, tile_set="A9 B9 C9 D9", starting_tiles=8, leeway=0, **options)
    most = options.get("jaywalk_tiles", 1)
    takes = most * table.state.options.jaywalk_draw
    while table.state.phase == "playing":
        table = table.all_seen()
        for seat in (ANNA, BORIS):
            if table.state.face_up and table.view(seat).allows("JAYWALK") and seat == BORIS:
                table = table.jaywalk(seat, taken=table.state.face_up[-1])
            elif table.view(seat).allows("JAYWALK") and len(table.state.bags["pool"]) >= takes:
                table = table.jaywalk(seat, table.state.held(seat)[:most])
        caller = table.state.round % 2
        table = table.complete(ANNA, BORIS).play(caller, "red" if table.state.pool_is_short else "green")
    table = table.wait(hours=30)
    assert table.state.phase == "finished"
    return json.loads(json.dumps(record_of(table)))


@pytest.mark.parametrize("options", EACH_WAY)
def test_a_record_under_each_house_rule_verifies(options):
    replay(CROSSING, finished(**options))


@pytest.mark.parametrize("what", ["returned", "draws", "taken"])
def test_a_changed_tile_in_a_recorded_jaywalk_is_detected(what):
    record = finished(face_up=True)
    event = next(event for event in record["events"] if event.get(what) and event["verb"] == "jaywalk")
    event[what] = ["?"]
    with pytest.raises(Differs, match=f"event {event['n']}: jaywalk"):
        replay(CROSSING, record)


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ({"jaywalk_times": 2}, {"jaywalk_times": 1}),
        ({"jaywalk_tiles": 2}, {"jaywalk_tiles": 1}),
        ({"jaywalk_draw": 2}, {"jaywalk_draw": 1}),
        ({"face_up": True}, {"face_up": False}),
        ({"jaywalk": "everyone"}, {"jaywalk": "not_caller"}),
    ],
)
def test_a_jaywalk_that_the_options_do_not_allow_is_detected(options, changed):
    record = twice_a_round() if "jaywalk_times" in options else finished(**options)
    record["options"] |= changed
    with pytest.raises(Differs):
        replay(CROSSING, record)


def twice_a_round():
    table = crossing(ANNA, BORIS, key=SEED, tile_set="A9 B9", starting_tiles=4, jaywalk_times=2)
    table = table.all_seen().jaywalk(ANNA).jaywalk(ANNA).give(ANNA, "RESIGN")
    return json.loads(json.dumps(record_of(table)))


def test_a_missing_lapse_is_detected():
    seats = (ANNA, BORIS, CHLOE)
    table = crossing(*seats, key=SEED, tile_set="A6 B6", starting_tiles=3, jaywalk_draw=2).all_seen()
    table = table.complete(ANNA, BORIS).play(BORIS, "green").play(ANNA, "green").jaywalk(CHLOE).wait(days=90)
    record = json.loads(json.dumps(record_of(table)))
    replay(CROSSING, record)
    lapses = [event for event in record["events"] if event["verb"] == "lapse"]
    assert [event["seat"] for event in lapses] == [BORIS, ANNA]
    record["events"].remove(lapses[1])
    record["events"] = [event | {"n": n} for n, event in enumerate(record["events"], start=1)]
    with pytest.raises(Differs, match="here must come lapse of seat 0"):
        replay(CROSSING, record)
