"""The record of a finished game verifies on its own; one that was tampered with doesn't, and the error names the event."""

import json
from contextlib import suppress
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.table.verify import replay
from games.rules.values import Differs, OrderRefused, UnreadableRecord
from tests.rules.handshake import random_play
from tests.rules.handshake.table import HANDSHAKE, handshake, shown
from tests.rules.position import ANNA, BORIS, CHLOE, record_of


def whole_game():
    """A claim made twice, one too late; a void claim, a dismissed doubt; a vacation, a resignation, an absence."""
    table = handshake(4).claim(ANNA, BORIS).claim(ANNA)
    table = table.play(CHLOE, "CLAIM REFUSED Elvis Presley 1: on the moon").wait(days=3)
    table = table.doubt(anna="2", boris="1", chloe="1").wait(days=2).vote(anna="2", chloe="2").wait(days=2)
    table = table.claim(BORIS).give(3, "RESIGN").claim(ANNA, CHLOE).doubt(anna="2, 3", boris="none", chloe="2")
    starts = table.now.isoformat()
    table = table.give(CHLOE, "VACATION", starts=starts, ends=table.now.replace(day=30).isoformat())
    return record_of(table.end())


WHOLE = whole_game()


def changed(change):
    tampered = deepcopy(WHOLE)
    change(tampered)
    return tampered


def of(verb, tampered, nth=0):
    return [event for event in tampered["events"] if event["verb"] == verb][nth]


def test_a_whole_game_verifies():
    replay(HANDSHAKE, json.loads(json.dumps(WHOLE)))
    assert {"late", "vacation", "resign", "claim", "show", "doubt", "judge", "vote", "count"} <= {
        event["verb"] for event in WHOLE["events"]
    }


@pytest.mark.parametrize(
    ("verb", "change"),
    [
        ("show", lambda whole: of("show", whole)["claims"][0].update(target="Somebody else")),
        ("show", lambda whole: of("show", whole)["claims"][2].update(late=False)),
        (
            "judge",
            lambda whole: of("judge", whole)["doubts"][0].update(void=not of("judge", whole)["doubts"][0]["void"]),
        ),
        ("judge", lambda whole: of("doubt", whole).update(claims=[])),
        ("count", lambda whole: of("count", whole)["points"].__setitem__(1, 9)),
        ("count", lambda whole: of("vote", whole).update(claim=9) or of("vote", whole, 1).update(claim=2)),
        ("score", lambda whole: of("score", whole)["points"].__setitem__(0, 9)),
        ("end", lambda whole: of("end", whole).update(ending="resigned")),
    ],
)
def test_a_record_that_was_tampered_with_does_not_verify(verb, change):
    with pytest.raises(Differs) as differs:
        replay(HANDSHAKE, changed(change))
    told = {event["n"]: event["verb"] for event in WHOLE["events"]}
    assert told[differs.value.n] in (verb, "vote")


@pytest.mark.parametrize(
    "facts",
    [{"form": "kiss"}, {"target": ""}, {"target": None}, {"occasion": "\u202e"}, {"through": {}}],
)
def test_a_record_with_an_invalid_claim_differs(facts):
    with pytest.raises(Differs):
        replay(HANDSHAKE, changed(lambda whole: of("claim", whole).update(facts)))


def test_an_unfinished_game_cannot_be_verified():
    with pytest.raises(UnreadableRecord, match="still running"):
        replay(HANDSHAKE, record_of(shown()) | {"seed": None})


def test_a_record_without_its_end_differs():
    with pytest.raises(Differs, match="no end"):
        replay(HANDSHAKE, changed(lambda whole: whole["events"].pop()))


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_the_record_of_a_random_game_verifies(number):
    replay(HANDSHAKE, json.loads(json.dumps(record_of(random_game(Random(number))))))


def random_game(chance):
    table = handshake(3, vacation=chance.choice(["waits", "passes"]))
    for _ in range(60):
        table = table.wait(minutes=chance.choice([0, 0, 5, 300, 1440, 2880]))
        verb, seat, number = chance.choice(random_play.VERBS), chance.randrange(3), chance.randrange(6)
        for order in random_play.orders(table.state, seat, verb=verb, number=number, now=table.now):
            with suppress(OrderRefused):
                table = table.give(seat, order.verb, **order.facts)
    return table.end()
