"""Patterns: lights and their numbers, crossings, what is refused, the generator and the library."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.lynx.pattern import (
    EXAMPLE,
    PATTERNS,
    SIZES,
    blank,
    find_pattern,
    light_named,
    lights,
    read_pattern,
    reading,
    written_into,
)
from games.rules.values import OrderRefused
from tests.rules.lynx.generate import alternates, crossings, generate, is_sound, is_symmetric

GENERATED = [name for name in PATTERNS if name != "example"]


def test_the_lights_of_the_published_pattern_are_numbered_as_published():
    named = [(light.name, light.length) for light in lights(EXAMPLE)]
    assert named == [("1A", 5), ("2D", 7), ("3D", 7), ("4D", 3), ("5A", 7), ("6A", 7), ("6D", 3), ("7A", 5)]


def test_an_across_light_comes_before_the_down_light_of_its_number():
    assert [light.name for light in lights(("...", ".#.", "..."))] == ["1A", "1D", "2D", "3A"]


def test_a_letter_written_into_a_light_also_appears_in_its_crossings():
    across = light_named(EXAMPLE, "5A")
    grid = written_into(EXAMPLE, across, "SANCTUM")
    assert grid[2] == "SANCTUM"
    assert reading(grid, light_named(grid, "2D")) == "..N...."
    assert reading(grid, light_named(grid, "4D")) == "..M"
    assert (lights(grid), blank(grid)) == (lights(EXAMPLE), EXAMPLE)


def test_a_checked_cell_is_in_two_lights_and_an_unchecked_one_in_one():
    lying = crossings(EXAMPLE)
    assert [light.name for light in lying[2, 2]] == ["2D", "5A"]
    assert [light.name for light in lying[2, 3]] == ["5A"]
    assert (0, 5) not in lying


@pytest.mark.parametrize("between", ["\n", " ", "\r\n", "/", " / "])
def test_the_rows_of_a_pattern_can_be_separated_in_several_ways(between):
    assert read_pattern(between.join(EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "A pattern must have 3 to 21 rows. This one has 0."),
        ("... ...", "A pattern must have 3 to 21 rows. This one has 2."),
        (" ".join(["..."] * 22), "A pattern must have 3 to 21 rows. This one has 22."),
        (" ".join(["." * 22] * 3), "A row of a pattern must have 3 to 21 cells. These have 22."),
        ("... .x. ...", "Row 2 of the pattern contains x. Write # for a block and . for an open cell."),
        ("... .A. ...", "Row 2 of the pattern contains A. Write # for a block and . for an open cell."),
        (
            "... .#.. ...",
            "Row 2 of the pattern has 4 cells, but the first row has 3. Make all rows the same length.",
        ),
        ("... ..# ...", "An entry must have at least 3 cells. 3A, in row 2 and column 1, has 2."),
        (
            "...#. .#.## ...##",
            "The open cell in row 1 and column 5 isn’t part of any entry. Make it a block, or open cells next to it.",
        ),
        (
            "...#... .#.#.#. ...#...",
            "The open cells of a pattern must all be connected. Part of this one is cut off.",
        ),
        ("### ... ###", "A pattern needs at least two entries."),
        ("### ### ###", "A pattern needs at least two entries."),
    ],
)
def test_an_invalid_pattern_is_refused_with_the_reason(text, refusal):
    with pytest.raises(OrderRefused) as refused:
        read_pattern(text)
    assert str(refused.value) == refusal


def test_an_imported_pattern_need_not_be_symmetric_or_alternate():
    rows = read_pattern("...# .### ...#")
    assert not is_symmetric(rows)
    assert not alternates(rows)


def test_a_pattern_can_be_given_by_name_or_as_rows():
    assert find_pattern(" 7A ") == PATTERNS["7a"]
    assert find_pattern("... .#. ...") == ("...", ".#.", "...")


def test_an_unknown_pattern_name_is_refused_with_the_known_names():
    with pytest.raises(OrderRefused) as refused:
        find_pattern("8a")
    assert str(refused.value) == (
        "There is no pattern called 8a. The patterns are called example, 7a to 7g, 9a to 9g and so on up to 15g. "
        "Write a name, or rows of # and . with a space between them."
    )


@pytest.mark.parametrize("name", GENERATED)
def test_every_pattern_of_the_library_is_sound(name):
    rows = PATTERNS[name]
    size = int(name[:-1])
    assert {len(rows), *map(len, rows)} == {size}
    assert is_symmetric(rows)
    assert is_sound(rows)
    assert alternates(rows)
    assert read_pattern(" ".join(rows)) == rows
    assert all(light.length >= 3 for light in lights(rows))


@pytest.mark.parametrize("name", GENERATED)
def test_every_library_pattern_can_be_regenerated_from_its_name(name):
    assert generate(int(name[:-1]), Chance(f"pattern-{name}".encode())) == PATTERNS[name]


def test_no_two_patterns_of_the_library_are_the_same():
    assert len(set(PATTERNS.values())) == len(PATTERNS) == 1 + 7 * len(SIZES)


def test_the_published_pattern_is_symmetric_and_connected():
    assert is_symmetric(EXAMPLE)
    assert read_pattern(" ".join(EXAMPLE)) == EXAMPLE


@settings(max_examples=30)
@given(st.sampled_from(SIZES), st.binary(min_size=1, max_size=8))
def test_the_generator_makes_sound_symmetric_patterns_from_any_stream(size, key):
    rows = generate(size, Chance(key))
    assert is_sound(rows)
    assert is_symmetric(rows)
    assert len(rows) == size
    assert len(lights(rows)) >= size * size // 7
    assert generate(size, Chance(key)) == rows


@pytest.mark.parametrize(
    "rows",
    [
        ("...", "...", "..."),  # every letter checked
        ("...", ".##", "..."),  # a crossing at one end only
    ],
)
def test_a_playable_pattern_is_not_always_sound(rows):
    assert read_pattern(" ".join(rows)) == rows
    assert not is_sound(rows)
