"""A finished game of Crosslet is verified from its record alone."""

import json
from copy import deepcopy

import pytest

from games.rules.grid import cells, place_of
from games.rules.table.verify import replay
from games.rules.values import Differs, OrderRefused
from tests.rules.crosslet.random_play import play
from tests.rules.crosslet.table import KIND, crosslet
from tests.rules.position import record_of


@pytest.fixture(scope="module")
def record():
    """A whole game: plays in rows and columns, exchanges, swaps, a player who is late and comes back, one who leaves."""
    table, number = crosslet(3, board="classic", recycle_blank=True), 0
    while table.state.phase != "finished":
        number += 1
        seat = table.state.awaited[0]
        if number == 5:
            table = table.wait(days=3)
        elif number == 9:
            table = table.play(seat, "RESIGN")
        elif number % 4 == 0 and table.state.bag:
            table = table.play(seat, f"EXCHANGE {table.state.hands[seat][0]}")
        else:
            table = moved(table, seat, number)
    return json.loads(json.dumps(record_of(table)))


def moved(table, seat, number):
    """Take a blank if possible, and make the random play if it is legal; otherwise let the time run out."""
    for cell, character in cells(table.state.board).items():
        if character.islower() and character.upper() in table.state.hands[seat]:
            table = table.play(seat, f"SWAP {place_of(cell)}")
    order = play(table.state, table.state.hands[seat], number % 6)
    try:
        return table.give(seat, order.verb, **order.facts)
    except OrderRefused:
        return table.wait(days=3)


def test_a_game_with_everything_verifies(record):
    verbs = {event["verb"] for event in record["events"]}
    assert {"deal", "play", "exchange", "swap", "late", "resign", "score", "end"} <= verbs
    replay(KIND, record)


def first(record, verb):
    return next(event for event in record["events"] if event["verb"] == verb)


@pytest.mark.parametrize(
    ("verb", "change"),
    [
        ("deal", lambda facts: facts["draws"][0].reverse()),
        ("deal", lambda facts: facts.update(first=(facts["first"] + 1) % 3)),
        ("play", lambda facts: facts.update(points=facts["points"] + 1)),
        ("play", lambda facts: facts["words"][0].update(points=99)),
        ("play", lambda facts: facts["draws"].reverse()),
        ("play", lambda facts: facts["tiles"].update(A1="Q")),
        ("play", lambda facts: facts["tiles"].update(Z99="Q")),
        ("play", lambda facts: facts.update(tiles={"nowhere": "Q"})),
        ("play", lambda facts: facts.pop("tiles")),
        ("exchange", lambda facts: facts.update(draws=["Q", "Z"])),
        ("exchange", lambda facts: facts.update(returned=["Q", "Z"])),
        ("swap", lambda facts: facts.update(tiles={"A1": "E"})),
        ("score", lambda facts: facts["changes"].reverse()),
        ("score", lambda facts: facts["points"].reverse()),
    ],
)
def test_a_changed_record_is_detected(record, verb, change):
    changed = deepcopy(record)
    event = first(changed, verb)
    change(event)
    with pytest.raises(Differs) as differs:
        replay(KIND, changed)
    assert differs.value.n == event["n"]
