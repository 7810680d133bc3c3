"""How the lines that players write are read: claims, doubts, votes and chatter."""

import pytest

from games.rules.handshake.kind import Handshake
from games.rules.handshake.state import Options
from games.rules.reading import read
from games.rules.values import Order, Unreadable

GRAMMAR = Handshake().grammar(Options())
HAND = {"form": "hand", "target": "Marie Curie", "through": "Aunt Olga", "occasion": "at the congress: Zurich, 10:30"}


def orders(text):
    return read(text, GRAMMAR.ignoring_case()).orders


@pytest.mark.parametrize(
    "line",
    [
        "CLAIM HAND Marie Curie THROUGH Aunt Olga: at the congress: Zurich, 10:30",
        "claim hand Marie Curie through Aunt Olga : at the congress: Zurich, 10:30",
        "Claim: Hand  Marie\tCurie  Through  Aunt\u00a0Olga:at the congress: Zurich, 10:30",
        "  * *CLAIM* HAND Marie Curie THROUGH Aunt Olga： at the congress: Zurich, 10:30",
        "*CLAIM HAND Marie Curie THROUGH Aunt Olga: at the congress: Zurich, 10:30*",
    ],
)
def test_a_claim_of_a_hand_is_read(line):
    assert orders(line) == (Order("CLAIM", HAND),)


def test_a_claim_of_a_refused_handshake_is_read():
    facts = {"form": "refused", "target": "Queen Victoria", "occasion": "at the opera, 1897."}
    assert orders("CLAIM REFUSED Queen Victoria: at the opera, 1897.") == (Order("CLAIM", facts),)


def test_a_middle_person_can_have_through_in_their_name():
    (order,) = orders("CLAIM HAND Marie THROUGH Olga Through: at home")
    assert order.facts["through"] == "Olga Through"


@pytest.mark.parametrize(
    "line",
    [
        "CLAIM",
        "CLAIM HAND",
        "CLAIM Marie Curie through Aunt Olga: in Zurich",
        "CLAIM HAND Marie Curie: in Zurich",
        "CLAIM HAND Marie Curie THROUGH Aunt Olga, in Zurich",
        "CLAIM HAND Marie Curie in Zurich: THROUGH Aunt Olga",
    ],
)
def test_an_incomplete_claim_cannot_be_read(line):
    with pytest.raises(Unreadable) as unreadable:
        orders(line)
    assert str(unreadable.value.why).startswith(
        "After CLAIM HAND, write whose hand it was, THROUGH, and the person whose hand you shook. Then write a colon, and when and where it was."
    )
    assert orders(unreadable.value.correct)[0].facts["form"] == "hand"


def test_a_claim_of_a_hand_refused_by_the_target_is_read():
    facts = {"form": "refused", "target": "Bobby Fischer", "through": "Uncle Bob", "occasion": "Reykjavik, 1972"}
    assert orders("CLAIM REFUSED Bobby Fischer through Uncle Bob: Reykjavik, 1972") == (Order("CLAIM", facts),)
    assert orders(GRAMMAR.write(Order("CLAIM", facts))) == (Order("CLAIM", facts),)


def test_a_refused_handshake_without_when_and_where_cannot_be_read():
    with pytest.raises(Unreadable) as unreadable:
        orders("CLAIM REFUSED Queen Victoria at the opera")
    assert str(unreadable.value.why) == (
        "After CLAIM REFUSED, write who refused. If they refused somebody else, add THROUGH and that person’s "
        "name. Then write a colon, and when and where it was."
    )
    assert orders(unreadable.value.correct)[0].facts["form"] == "refused"


@pytest.mark.parametrize(
    ("line", "claims"),
    [
        ("DOUBT 2", (2,)),
        ("doubt 4, 2", (2, 4)),
        ("DOUBT 2 and 4.", (2, 4)),
        ("DOUBT: claims #2 4 2", (2, 4)),
        ("DOUBT NONE", ()),
        ("doubt nobody!", ()),
    ],
)
def test_doubts_are_numbers_or_none(line, claims):
    assert orders(line) == (Order("DOUBT", {"claims": claims}),)


@pytest.mark.parametrize("line", ["DOUBT", "DOUBT Anna", "DOUBT 2-4", "DOUBT 1234"])
def test_other_doubts_cannot_be_read(line):
    with pytest.raises(Unreadable) as unreadable:
        orders(line)
    assert str(unreadable.value.why) == "After DOUBT, write the numbers of all claims you doubt, or NONE."
    assert unreadable.value.correct == "DOUBT 2, 4"


@pytest.mark.parametrize("line", ["VOTE 3", "vote claim 3", "Vote: #3!", "*VOTE* 3"])
def test_a_vote_is_one_number(line):
    assert orders(line) == (Order("VOTE", {"claim": 3}),)


@pytest.mark.parametrize("line", ["VOTE", "VOTE Anna", "VOTE 2, 3", "VOTE 2 3 4", "VOTE 9999"])
def test_a_vote_for_none_or_several_cannot_be_read(line):
    with pytest.raises(Unreadable) as unreadable:
        orders(line)
    assert str(unreadable.value.why) == "After VOTE, write the number of one claim."
    assert unreadable.value.correct == "VOTE 3"


@pytest.mark.parametrize("line", ["Doubt that, if you can!", "Vote for the silliest, I say.", "Doubt 2 or 4"])
def test_prose_is_not_read_as_an_order(line):
    assert orders(line) == ()


def test_contradictory_orders_cannot_be_read():
    with pytest.raises(Unreadable, match=r"VOTE is here twice, with different content\. Keep only one of them\."):
        orders("VOTE 2\nVOTE 3")


def test_a_hostile_line_is_read_in_linear_time():
    line = "CLAIM HAND" + " THROUGH \t" * 200_000 + ":" * 200_000
    (order,) = orders(line)
    assert order.facts["occasion"].startswith(":")


@pytest.mark.parametrize("line", [*GRAMMAR.examples, "DOUBT NONE", "SAY hello", "STATUS", "RESIGN"])
def test_an_order_is_written_back_as_the_same_line(line):
    (order,) = orders(line)
    assert GRAMMAR.write(order) == line
