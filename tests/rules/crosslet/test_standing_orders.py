"""A standing exchange in Crosslet, made when its player is late."""

import pytest

from games.rules.table.verify import replay
from tests.rules.crosslet.table import KIND, crosslet
from tests.rules.position import ANNA, BORIS, DMITRI, record_of

RACKS = ["QUARTZE", "AEIOUNS"]


def dealt():
    return crosslet().at(RACKS, bag="ABCDEFGH")


def test_a_standing_exchange_is_made_only_when_its_player_is_late():
    table = dealt().play(ANNA, "standing exchange q z").wait(days=2)
    assert table.state.hands[ANNA] == "QUARTZE"
    table = table.wait(days=1)
    assert table.happened[-4:] == [("late", ANNA), ("exchange", ANNA), ("turn", BORIS), ("standing", ANNA)]
    assert table.last("exchange").facts["returned"] == ["Q", "Z"]
    assert table.last("exchange").at == table.last("late").at
    assert table.state.standing == {}
    assert "Anna was late, so their standing order exchanged Q, Z and drew H, G." in table.told_to(BORIS)


def test_a_standing_exchange_is_kept_while_its_tiles_are_missing():
    table = dealt().play(ANNA, "standing exchange q z").play(ANNA, "exchange q").play(BORIS, "exchange a").wait(days=3)
    assert table.last("exchange").facts["returned"] == []
    assert table.state.standing == {ANNA: ("EXCHANGE Q Z",)}


def test_a_standing_exchange_is_not_made_while_its_player_is_away():
    table = dealt().play(ANNA, "standing exchange q").govern("AWAY", ANNA)
    assert table.last("exchange").facts["returned"] == []
    assert table.state.standing == {ANNA: ("EXCHANGE Q",)}


def test_only_an_exchange_can_be_a_standing_order():
    said = "Only EXCHANGE can be a standing order for when you’re late."
    assert dealt().refusal_of(ANNA, "STANDING", orders=["GRID\n8H QUA\nEND"]) == said
    assert dealt().refusal_of(ANNA, "STANDING", orders=["RESIGN"]) == said


@pytest.mark.parametrize("reader", [BORIS, DMITRI])
def test_a_standing_exchange_is_hidden_from_everyone_else(reader):
    without = dealt()
    with_it = without.play(ANNA, "standing exchange q z")
    assert with_it.view(reader) == without.view(reader)
    assert with_it.told_to(reader) == without.told_to(reader)


def test_a_record_with_a_standing_exchange_verifies():
    table = crosslet()
    first = table.state.awaited[0]
    tiles = " ".join(table.state.hands[first].replace("?", "")[:2])
    table = table.play(first, f"standing exchange {tiles}").wait(days=3)
    while table.state.phase != "finished":
        table = table.wait(days=30)
    assert any(event.facts.get("standing") for event in table.events)
    replay(KIND, record_of(table))


def test_a_standing_exchange_can_be_withdrawn():
    assert dealt().play(ANNA, "standing exchange q").play(ANNA, "standing off").state.standing == {}
