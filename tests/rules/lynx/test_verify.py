"""The record of a game of Lynx verifies on its own; one that was tampered with doesn't."""

import json
from copy import deepcopy

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs
from tests.rules.lynx.table import LYNX, lynx, published, seed_that_begins_with
from tests.rules.position import ANNA, BORIS, CHLOE, record_of


def whole_game():
    """Three players on a drawn pattern; entries listed, accepted (also by silence) and rejected; a late turn, a pass, one leaves."""
    table = lynx(ANNA, BORIS, CHLOE).play(ANNA, "enter 4d mom").play(BORIS, "enter 5a san-ctim")
    table = table.play(CHLOE, "accept").play(ANNA, "reject").play(BORIS, "enter 5a s’anctum")
    table = table.play(CHLOE, "enter 2d xxnxxxx").wait(hours=48).play(ANNA, "pass").wait(days=3)
    table = table.play(CHLOE, "enter 1a oxxet").play(BORIS, "accept").give(ANNA, "RESIGN")
    table = table.play(BORIS, "pass").play(CHLOE, "pass")
    assert {"enter", "propose", "accept", "reject", "stands", "pass", "late", "resign", "bonus"} <= set(table.verbs)
    return record_of(table, seed=table.resources.key)


def in_ink():
    table = published(1, ink=True).play(BORIS, "enter 5a sanct").play(ANNA, "enter 2d xxnxxxx").play(BORIS, "reject")
    table = table.play(BORIS, "pass").play(ANNA, "pass")
    return record_of(table, seed=table.resources.key)


def on_a_drawn_pattern():
    table = lynx(ANNA, BORIS, pattern="", size=9).play(ANNA, "pass").play(BORIS, "pass")
    return record_of(table, seed=table.resources.key)


def as_published():
    table = published()
    return record_of(table, seed=table.resources.key)


def of_phrases():
    table = lynx(ANNA, BORIS, pattern="...##### .####### ........").play(ANNA, "enter 1a tic")
    table = table.play(BORIS, "accept").play(BORIS, "enter 1d tui").play(ANNA, "accept").play(ANNA, "enter 2a icecream")
    return record_of(table, seed=table.resources.key)


@pytest.mark.parametrize("game", [whole_game, in_ink, on_a_drawn_pattern, as_published, of_phrases])
def test_the_record_of_a_game_verifies(game):
    kept = json.loads(json.dumps(game()))
    replay(LYNX, kept)


@pytest.mark.parametrize(
    ("verb", "name", "value"),
    [
        ("deal", "first", 1),
        ("deal", "pattern", ["...", ".#.", "..."]),
        ("enter", "points", 7),
        ("enter", "links", 2),
        ("enter", "light", "5A"),
        ("enter", "written", "MUMS"),
        ("enter", "seat", 1),
        ("stands", "points", 70),
        ("bonus", "points", 20),
        ("reject", "seat", 2),
        ("score", "points", [99, 0, 0]),
    ],
)
def test_a_record_that_was_tampered_with_differs(verb, name, value):
    kept = whole_game()
    replay(LYNX, kept)
    event = next(event for event in kept["events"] if event["verb"] == verb)
    changed = deepcopy(kept)
    changed["events"][event["n"] - 1][name] = value
    with pytest.raises(Differs):
        replay(LYNX, changed)


def test_another_seed_gives_another_deal():
    drawn = set()
    for first in (ANNA, BORIS):
        for size in (7, 15):
            table = lynx(ANNA, BORIS, first=first, pattern="", size=size)
            drawn.add((table.events[0].facts["first"], tuple(table.events[0].facts["pattern"])))
    assert len(drawn) == 4
    assert seed_that_begins_with(ANNA, 2) != seed_that_begins_with(BORIS, 2)
