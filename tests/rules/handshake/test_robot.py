"""The robot plays silly but legal moves, and uses only what its seat may know."""

from dataclasses import replace

import pytest

from games.rules.chance import Chance
from games.rules.handshake.claims import fold_name
from games.rules.words import Vocabulary
from tests.rules.handshake.table import HANDSHAKE, handshake, voting
from tests.rules.position import ANNA, BORIS, CHLOE

WORDS = Vocabulary(())


def next_orders(table, seat, chance):
    return HANDSHAKE.next_orders(table.view(seat), seat, HANDSHAKE.plain_mind(WORDS, chance))


@pytest.mark.parametrize("seats", [3, 12])
def test_robots_play_a_game_to_its_end_without_a_refusal(seats):
    table, chance = handshake(seats), Chance(bytes(32))
    while table.state.phase != "finished":
        before = table.state.turn, table.state.awaited
        for seat in table.state.awaited:
            for order in next_orders(table, seat, chance):
                table = table.give(seat, order.verb, **order.facts)
        assert (table.state.turn, table.state.awaited) != before
    claims = [one.claim for one in table.state.ever_shown if not one.late]
    assert len({fold_name(claim.target) for claim in claims}) == len(claims)
    assert all(event.verb not in ("late", "away") for event in table.events)
    assert all(not tally.doubted_by for past in table.state.past for tally in past.tallies)


def test_it_votes_for_the_first_claim_of_another_player():
    table = voting()
    votes = [next_orders(table, seat, Chance(bytes(32)))[0].facts for seat in (ANNA, BORIS, CHLOE)]
    assert votes == [{"claim": 2}, {"claim": 1}, {"claim": 1}]


def test_it_waits_after_it_has_made_a_claim():
    assert next_orders(handshake().claim(ANNA), ANNA, Chance(bytes(32))) == ()


def test_it_looks_when_it_is_away():
    table = handshake()
    table = replace(table, state=replace(table.state, away=(ANNA,)))
    (order,) = next_orders(table, ANNA, Chance(bytes(32)))
    assert order.verb == "LOOK"
