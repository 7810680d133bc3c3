"""How a jaywalk is written under each set of options, and what is refused with an explanation."""

import pytest

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.reading import read
from games.rules.values import Order, Unreadable


def hear(line, **options):
    return read(line, Crossing().grammar(Options(**options)))


def order(tiles, taken=""):
    return Order("JAYWALK", {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {}))


TWO, OPEN = {"jaywalk_tiles": 2}, {"face_up": True}


@pytest.mark.parametrize(
    ("line", "options", "heard"),
    [
        ("JAYWALK Q", {}, order("Q")),
        ("JAYWALK Q", TWO, order("Q")),
        ("JAYWALK QX", TWO, order("QX")),
        ("- jaywalk: q, x.", TWO, order("QX")),
        ("JAYWALK ??", TWO, order("??")),
        ("JAYWALK Q FOR E", OPEN, order("Q", "E")),
        ("*jaywalk ? for q!*", OPEN, order("?", "Q")),
        ("JAYWALK Q", OPEN, order("Q")),
        ("JAYWALK Q X FOR E A", TWO | OPEN, order("QX", "EA")),
        ("JAYWALK F FOR O", OPEN, order("F", "O")),
        ("JAYWALK QX FOR EA", TWO | OPEN, order("QX", "EA")),
    ],
)
def test_a_jaywalk_is_read_according_to_the_options(line, options, heard):
    assert hear(line, **options).orders == (heard,)


@pytest.mark.parametrize(
    ("line", "options", "why", "correct"),
    [
        ("JAYWALK", {}, "After JAYWALK, write the letter to give back.", "JAYWALK Q"),
        ("JAYWALK FOR", OPEN, "After JAYWALK, write the letter to give back.", "JAYWALK Q"),
        ("JAYWALK QX", {}, "In this game, a jaywalk gives back one letter.", "JAYWALK Q"),
        ("JAYWALK Q X Z", TWO, "In this game, a jaywalk gives back one or two letters.", "JAYWALK Q X"),
        (
            "JAYWALK Q FOR E",
            TWO,
            "In this game, returned tiles go back into the pool unseen, so you can’t choose one.",
            "JAYWALK Q",
        ),
        (
            "JAYWALK Q X FOR E",
            TWO | OPEN,
            "After FOR, write the open tiles to take: as many as you give back.",
            "JAYWALK Q X FOR E A",
        ),
        (
            "JAYWALK Q FOR",
            OPEN,
            "After FOR, write the open tiles to take: as many as you give back.",
            "JAYWALK Q FOR E",
        ),
    ],
)
def test_a_jaywalk_the_options_do_not_allow_is_refused_with_a_correct_one(line, options, why, correct):
    with pytest.raises(Unreadable) as refused:
        hear(line, **options)
    assert (str(refused.value.why), refused.value.correct) == (why, correct)
    assert hear(correct, **options).orders


@pytest.mark.parametrize("line", ["JAYWALK Q, pleasing", "JAYWALK for fun", "JAYWALK Q FOR FUN", "JAYWALK Q E FOR ß"])
@pytest.mark.parametrize("options", [{}, TWO | OPEN])
def test_lines_that_are_not_jaywalks_are_ignored(line, options):
    assert hear(line, **options).ignored == (line,)


@pytest.mark.parametrize(
    "options", [{}, TWO, OPEN, TWO | OPEN, TWO | OPEN | {"teams": "AB", "word_check": "challenge"}]
)
def test_every_example_survives_a_round_trip(options):
    spoken = Crossing().grammar(Options(**options))
    for line in spoken.examples:
        (heard,) = read(line, spoken).orders
        assert read(spoken.write(heard), spoken).orders == (heard,)
