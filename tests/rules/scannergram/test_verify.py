"""The record of a game verifies on its own; one that was tampered with doesn't."""

import json
from copy import deepcopy
from random import Random

import pytest

from games.rules.chance import Chance
from games.rules.options import read_options
from games.rules.scannergram.rounds import Dealt, draw_start
from games.rules.table.verify import replay
from games.rules.values import Differs, Joining, OrderRefused, Resources, UnreadableRecord
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, Words, record_of
from tests.rules.scannergram import random_play
from tests.rules.scannergram.table import SCANNERGRAM, Table, dealt
from tests.rules.scannergram.test_robot import moved, vocabulary
from tests.rules.scannergram.test_start import OneRow

GRID = ["....A...", "....B...", "....O...", ".F..D...", "HAQUETON", ".E.....O", ".R.....V", ".I.....A", ".E......"]
LATER = ("ABODE", "FAERIE", "HAQUETON", "NOVA")  # words for the second set of twenty that the stream gives


def record(table):
    """The record of a game in which nobody has cut, so the key is the seed."""
    return record_of(table, seed=table.resources.key)


def drawn_again():
    """A start grid from the second draw, as in older records; a bid with an invalid word; a resignation."""
    told = {"draws": ["AEAUAOOLERUIOGETIDYR", "UNOFETRADBAOEQIVAHOE"], "layout": GRID}
    resources = Resources(key=bytes(32), words=Words(LATER))
    options = read_options(SCANNERGRAM.options_type, {})
    step = SCANNERGRAM.as_recorded([Dealt.read(told)]).start([Joining()] * 2, options, resources, DEAL)
    table = Table(step.state, resources, events=step.events)
    longer = (*table.state.grid, ".F......")
    table = table.bid(ANNA, 5, "FAERIEF", grid=longer).give(BORIS, "PASS")
    return table.give(BORIS, "RESIGN")


def exchanged():
    """A start grid after one tile was exchanged, and a resignation."""
    return dealt(ANNA, BORIS, words=OneRow("CEAUAOOLERUIOGETIDYR")).give(BORIS, "RESIGN")


def of_robots():
    """A game of robots with the open list: solutions that are good, and others that were never opened."""
    table = dealt(ANNA, BORIS, CHLOE, words=vocabulary())
    while table.state.phase != "finished":
        for seat in (ANNA, BORIS, CHLOE):
            table = moved(table, seat)
    assert max(table.points) == 5
    return table


def at_random(number, **options):
    """Two or three players act at random, and then not at all until the bag is empty."""
    chance = Random(number)
    seats = range(chance.choice([2, 3]))
    table = dealt(*seats, bid_within=chance.choice([0, 300, 86400]), move_within=3600, **options)
    for _ in range(80):
        table = table.wait(minutes=chance.choice([0, 0, 1, 30, 300]))
        verb, seat = chance.choice([*random_play.VERBS, "BID", "PASS"]), chance.choice(seats)
        if verb == "RESIGN" and chance.random() < 0.8:
            continue
        moves = random_play.orders(table.state, seat, verb=verb, number=chance.randrange(6), now=table.now)
        for order in moves:
            try:
                table = table.give(seat, order.verb, **order.facts)
            except OrderRefused:
                continue
    while table.state.phase != "finished":
        table = table.wait(days=30)
    return table


@pytest.mark.parametrize("game", [drawn_again, exchanged, of_robots])
def test_the_record_of_a_game_verifies(game):
    replay(SCANNERGRAM, json.loads(json.dumps(record(game()))))


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("number", range(8))
def test_the_record_of_a_random_game_verifies(number, live):
    replay(SCANNERGRAM, json.loads(json.dumps(record(at_random(number, live=live)))))


def test_the_start_grid_of_a_record_uses_its_last_draw():
    kept = record(drawn_again())
    sets = [draw_start(chance)[0] for chance in [Chance(bytes(32))] for _ in range(2)]
    assert kept["events"][0]["draws"] == sets


def changed(kept, verb, name, value):
    kept = deepcopy(kept)
    next(event for event in kept["events"] if event["verb"] == verb)[name] = value
    return kept


@pytest.mark.parametrize(
    ("verb", "name", "value"),
    [
        ("deal", "draws", []),
        ("deal", "draws", ["AEAUAOOLERUIOGETIDYR"]),
        ("deal", "draws", ["UNOFETRADBAOEQIVAHOE", "AEAUAOOLERUIOGETIDYR"]),
        ("deal", "layout", ["UNOFETRADBAOEQIVAHO"]),
        ("deal", "layout", ["UNOFETRADBAOEQIVAHOE", "...................."]),
        ("deal", "layout", ["UNOFETRADBAOEQIVAHO.", "...................E"]),
        ("tile", "tile", "Q"),
        ("bid", "length", 6),
        ("bid", "calls", ["FAERIE"]),
        ("bid", "seat", 1),
        ("opened", "struck", []),
        ("opened", "struck", ["FAERIEF", "NOVA"]),
        ("fault", "fault", "barred"),
        ("fails", "seat", 1),
        ("score", "points", [0, 0]),
    ],
)
def test_a_record_that_was_tampered_with_differs(verb, name, value):
    kept = record(drawn_again())
    replay(SCANNERGRAM, kept)
    with pytest.raises(Differs):
        replay(SCANNERGRAM, changed(kept, verb, name, value))


@pytest.mark.parametrize("name", ["draws", "layout"])
def test_a_record_with_a_malformed_deal_is_unreadable(name):
    for value in (None, "AB", [1], [["A"]]):
        with pytest.raises(UnreadableRecord, match=name):
            replay(SCANNERGRAM, changed(record(drawn_again()), "deal", name, value))


@pytest.mark.parametrize("value", [[], ["AB"], ["ZC"], ["A"], ["AC", "AC"]])
def test_an_exchange_that_does_not_match_the_stream_differs(value):
    with pytest.raises(Differs):
        replay(SCANNERGRAM, changed(record(exchanged()), "deal", "exchanged", value))
