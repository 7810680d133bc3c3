"""A record verifies on its own; one that was tampered with doesn't, and the error names the event that shows it."""

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import stream_key
from games.rules.lexicon_cards.state import Options
from games.rules.options import read_options
from games.rules.table.verify import replay
from games.rules.values import Differs, Joining, OrderRefused, Resources, UnreadableRecord
from tests.rules.lexicon_cards import random_play
from tests.rules.lexicon_cards.table import LEXICON, Table
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, record_of

SEED = bytes(range(32))
CUTS = ["", "my lucky 7", ""]


class NoWordWithL:
    """A word list of everything without an L."""

    name = "no L"
    sha256 = "0" * 64

    def __contains__(self, word):
        return "L" not in word


def dealt(**options):
    resources = Resources(key=stream_key(SEED, CUTS), words=NoWordWithL())
    step = LEXICON.start([Joining()] * 3, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)


IN_TURN = ("LAY", "TAKE", "ADD", "ACCEPT", "DRAW", "EXCHANGE", "CHALLENGE", "LAY ALL", "CHALLENGE")


def whole_game():
    """Words that are laid, extended, exchanged and challenged; cards taken and drawn; a late player, a pause, some rounds."""
    table = dealt(word_check="challenge", sticky_master=True)
    for number in range(200):
        if table.state.phase == "finished":
            break
        table = attempted(table, IN_TURN[number % len(IN_TURN)], table.state.awaited[0], number)
        if number == 3:
            table = table.wait(days=4)
        if number == 8:
            table = (
                table.give(ANNA, "PAUSE").give(BORIS, "PAUSE").give(CHLOE, "PAUSE").wait(hours=1).give(ANNA, "RESUME")
            )
    return table


def attempted(table, verb, seat, number):
    """The table after an order of random play; unchanged if it is refused."""
    for order in random_play.orders(table.state, seat, verb=verb, number=number % 5, now=table.now):
        try:
            table = table.give(seat, order.verb, **order.facts)
        except OrderRefused:
            table = table.wait(minutes=1)
    return table


def finished(table):
    while table.state.phase != "finished":
        table = table.wait(days=3)
    return table


WHOLE = record_of(finished(whole_game()), seed=SEED, cuts=CUTS)


def changed(change):
    told = deepcopy(WHOLE)
    change(told)
    for n, event in enumerate(told["events"], start=1):
        event["n"] = n
    return told


def place(verb, *, nth=0):
    """The index of the nth event of this verb, from 0."""
    return [i for i, event in enumerate(WHOLE["events"]) if event["verb"] == verb][nth]


def first_difference(told):
    with pytest.raises(Differs) as differs:
        replay(LEXICON, json.loads(json.dumps(told)))
    return differs.value.n


def test_a_whole_game_verifies():
    replay(LEXICON, json.loads(json.dumps(WHOLE)))


def test_the_verified_game_contains_every_kind_of_move():
    verbs = {event["verb"] for event in WHOLE["events"]}
    assert verbs >= {
        "deal",
        "turn",
        "lay",
        "take",
        "draw",
        "add",
        "exchange",
        "challenge",
        "accept",
        "count",
        "late",
        "end",
    }
    assert {bool(event["struck"]) for event in WHOLE["events"] if event["verb"] == "challenge"} == {True, False}


@pytest.mark.parametrize(
    ("verb", "fact", "value"),
    [
        ("deal", "dealer", 7),
        ("deal", "up", "?"),
        ("draw", "drew", "?"),
        ("take", "took", "?"),
        ("count", "points", [0, 0, 0]),
        ("count", "out", [0, 1, 2]),
        ("challenge", "change", 20),
        ("score", "points", [1, 2, 3]),
        ("lay", "word", "C4T"),
        ("lay", "word", 7),
        ("end", "ending", "resigned"),
    ],
)
def test_a_changed_fact_is_found_at_its_event(verb, fact, value):
    at = place(verb)
    assert first_difference(changed(lambda told: told["events"][at].update({fact: value}))) == at + 1


@pytest.mark.parametrize("seat", [ANNA, BORIS, CHLOE])
def test_a_changed_card_is_found_in_the_deal(seat):
    def other(told):
        told["events"][0]["draws"][seat][0] = "?"

    assert first_difference(changed(other)) == 1


@pytest.mark.parametrize("verb", ["lay", "draw", "challenge", "count", "turn"])
def test_a_missing_event_is_found(verb):
    at = place(verb)
    assert first_difference(changed(lambda told: told["events"].pop(at))) >= at + 1


def test_another_seed_does_not_match_the_commitment():
    assert first_difference(changed(lambda told: told.update(seed=bytes(32).hex()))) is None


def test_a_truncated_record_has_no_end():
    assert first_difference(changed(lambda told: told["events"].pop())) == len(WHOLE["events"])


@pytest.mark.parametrize("options", [{"packs": 3}, {"word_check": "never"}])
def test_a_record_with_unknown_options_is_unreadable(options):
    with pytest.raises(UnreadableRecord, match="options: "):
        replay(LEXICON, changed(lambda told: told["options"].update(options)))


@settings(max_examples=25)
@given(
    chosen=random_play.OPTIONS,
    moves=st.lists(
        st.tuples(
            st.sampled_from(random_play.VERBS), st.integers(0, 2), st.integers(0, 5), st.sampled_from([0, 1, 300])
        ),
        max_size=60,
    ),
)
def test_every_game_verifies(chosen, moves):
    table = dealt(**chosen)
    for verb, seat, number, minutes in moves:
        table = attempted(table.wait(minutes=minutes), verb, seat, number)
    table = table.give(0, "RESUME") if table.state.clocks.pause and 0 not in table.state.resigned else table
    replay(LEXICON, record_of(finished(table), seed=SEED, cuts=CUTS))
