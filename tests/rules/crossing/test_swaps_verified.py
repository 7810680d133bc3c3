"""A record with a swap verifies on its own; one whose swap was tampered with doesn't."""

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from tests.rules.crossing.played import NotFromE
from tests.rules.crossing.table import CROSSING, crossing, two_tiles
from tests.rules.position import ANNA, BORIS, CHLOE, SEED, record_of


def swapped_record():
    """A game of two teams of two up to its end, with a swap between two partners."""
    table = crossing(
        *(ANNA, BORIS, CHLOE, 3), words=NotFromE(), key=SEED, teams="ABAB", tile_set="A9 B9 C6", starting_tiles=4
    ).all_seen()
    table = table.complete(ANNA, CHLOE).play(ANNA, "green")
    gives, takes = two_tiles(table, ANNA, CHLOE)
    table = table.give(ANNA, "OFFER", gives=gives, takes=takes).play(CHLOE, "accept")
    while table.state.phase == "playing":
        light = "red" if table.state.pool_is_short else "green"
        table = table.all_seen().complete(ANNA).play(ANNA, light).wait(minutes=5)
    while table.state.phase != "finished":
        table = table.wait(hours=24)
    return record_of(table)


def swap_in(record):
    return next(event for event in record["events"] if event["verb"] == "swap")


def test_a_record_with_a_swap_verifies():
    replay(CROSSING, swapped_record())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"tiles": ["?", "A"]}, "You don’t hold"),
        ({"seats": [0, 1]}, "You can only swap tiles with a partner. Your partners:"),
        ({"seats": [0, 0]}, "You can only swap tiles with a partner. Your partners:"),
        ({"seats": [0, 2, 3]}, "it is not told as such an event is"),
        ({"seats": [0, 9]}, "You can only swap tiles with a partner. Your partners:"),
        ({"seats": [9, 0]}, "it is not told as such an event is"),
        ({"tiles": ["A", "A"]}, "two different tiles|You do not hold"),
    ],
)
def test_a_swap_that_was_tampered_with_is_detected(change, why):
    record = swapped_record()
    swap = swap_in(record)
    swap |= change
    with pytest.raises(Differs, match=f"event {swap['n']}: swap: .*{why}"):
        replay(CROSSING, record)


@pytest.mark.parametrize("teams", ["AB", "ABABA", "AAAA", "ABA1"])
def test_a_record_with_impossible_teams_is_refused(teams):
    record = swapped_record()
    record["options"]["teams"] = teams
    with pytest.raises(UnreadableRecord, match="options: "):
        replay(CROSSING, record)


def test_a_missing_or_reversed_swap_is_detected():
    record = swapped_record()
    swap = swap_in(record)
    swap["tiles"] = swap["tiles"][::-1]
    with pytest.raises(Differs):
        replay(CROSSING, record)
    left_out = swapped_record()
    left_out["events"] = [event for event in left_out["events"] if event["verb"] != "swap"]
    for n, event in enumerate(left_out["events"], start=1):
        event["n"] = n
    with pytest.raises(Differs):
        replay(CROSSING, left_out)
