"""Swaps as players in teams may write them."""

import pytest

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.reading import read
from games.rules.values import Unreadable

GRAMMAR = Crossing().grammar(Options(teams="ABAB"))


@pytest.mark.parametrize(
    ("text", "verb", "facts"),
    [
        ("offer q for e", "OFFER", {"gives": "Q", "takes": "E"}),
        ("OFFER ? FOR E TO Anna", "OFFER", {"gives": "?", "takes": "E", "to": "Anna"}),
        ("Offer Q for E to seat 3.", "OFFER", {"gives": "Q", "takes": "E", "to": "seat 3"}),
        ("Accept", "ACCEPT", {}),
        ("accept Anna", "ACCEPT", {"from": "Anna"}),
        ("accept from Anna B", "ACCEPT", {"from": "Anna B"}),
        ("accept q for e from seat 1", "ACCEPT", {"gives": "Q", "takes": "E", "from": "seat 1"}),
        ("unoffer", "UNOFFER", {}),
        ("decline swap", "DECLINE SWAP", {}),
        ("decline swap Anna", "DECLINE SWAP", {"from": "Anna"}),
        ("decline", "DECLINE", {}),
    ],
)
def test_swap_commands_survive_a_round_trip(text, verb, facts):
    (order,) = read(text, GRAMMAR).orders
    assert (order.verb, dict(order.facts)) == (verb, facts)
    assert read(GRAMMAR.write(order), GRAMMAR).orders == (order,)


@pytest.mark.parametrize(
    "text", ["Offer me some tea", "unoffer the tea", "accept my apologies", "Decline and fall", "offer Q or E"]
)
def test_lines_that_are_not_swaps_are_ignored(text):
    assert read(text, GRAMMAR).ignored == (text,)


@pytest.mark.parametrize("text", ["offer", "offer q"])
def test_an_offer_must_name_both_tiles(text):
    with pytest.raises(Unreadable) as error:
        read(text, GRAMMAR)
    assert error.value.correct == "OFFER Q FOR E"


@pytest.mark.parametrize("text", ["unoffer q for e", "UNOFFER Q for E to Anna"])
def test_an_offer_is_withdrawn_without_naming_its_tiles(text):
    with pytest.raises(Unreadable) as error:
        read(text, GRAMMAR)
    assert error.value.correct == "UNOFFER"


@pytest.mark.parametrize(
    "text", ["accept\ndecline swap", "unoffer\noffer q for e", "accept\noffer q for e", "accept Anna\naccept Boris"]
)
def test_contradictory_swap_commands_are_refused(text):
    with pytest.raises(Unreadable):
        read(text, GRAMMAR)
