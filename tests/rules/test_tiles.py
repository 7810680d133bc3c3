"""Tile sets, the deal table and the warnings of a set-up."""

import pytest

from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import deal_size, named_sets, parse_tile_set, set_up
from games.rules.values import OrderRefused


def test_the_first_version_of_lc120_has_its_own_name():
    """Version 2 less A, I and O, plus R, S and S."""
    first, second = parse_tile_set("lc120v1", ENGLISH), parse_tile_set("LC120", ENGLISH)
    differs = {tile: first.counts[tile] - second.counts[tile] for tile in ENGLISH.order}
    assert {tile: by for tile, by in differs.items() if by} == {"A": -1, "I": -1, "O": -1, "R": 1, "S": 2}
    assert first.name == "LC120v1"
    assert parse_tile_set("LC120v1x2", ENGLISH).total == 240


def test_the_number_in_a_preset_name_is_its_number_of_tiles():
    assert all(tiles.total == int(name.strip("LCS").partition("V")[0]) for name, tiles in named_sets(ENGLISH).items())


def test_lc62_is_half_of_lc120():
    usual, short = named_sets(ENGLISH)["LC120"].counts, named_sets(ENGLISH)["LC62"].counts
    assert all(abs(short[tile] - count / 2) <= 0.5 for tile, count in usual.items())


def test_only_s100_has_blanks():
    assert {name: tiles.counts["?"] for name, tiles in named_sets(ENGLISH).items() if tiles.counts["?"]} == {"S100": 2}


def test_s98_is_worth_187_points():
    assert sum(ENGLISH.values[tile] for tile in named_sets(ENGLISH)["S98"].tiles) == 187


def test_tiles_are_sorted_with_blanks_last():
    tiles = parse_tile_set("?2, B1, A3", ENGLISH).tiles
    assert tiles == "AAAB??"
    assert list(named_sets(ENGLISH)["LC120"].tiles) == sorted(named_sets(ENGLISH)["LC120"].tiles)


def test_every_tile_has_a_value():
    assert set(ENGLISH.values) == set(ENGLISH.order)


@pytest.mark.parametrize("choice", ["LC120x2", "lc120 X 2", "LC120×2", " LC120*2 "])
def test_a_multiple_is_written_with_a_times_sign(choice):
    tiles = parse_tile_set(choice, ENGLISH)
    assert (tiles.name, tiles.total, tiles.counts["Q"]) == ("LC120x2", 240, 4)


@pytest.mark.parametrize("choice", ["A9, B2, ?2", "a9 b2 ?2", "?2;A9;B2", "A=9 B=2 ?=2", "A: 9, B: 2, ?: 2"])
def test_a_custom_set_counts_its_letters(choice):
    tiles = parse_tile_set(choice, ENGLISH)
    assert (tiles.name, tiles.total) == ("A9, B2, ?2", 13)


@pytest.mark.parametrize("choice", ["S98", "S100x3", "LC120", "E98, S12", "S98, X2", "A500, ?500", "A9, B0", "S98+LC120",
    "lc120 x 2 + ?2", "A3, B2+S98+e5", "A9 + B2", "+".join(["A10B10C10D10E10F10G10H10I10J10K10L10M10N10O10P10"] * 3)])  # fmt: skip
def test_the_name_of_a_set_reads_back_to_the_same_set(choice):
    tiles = parse_tile_set(choice, ENGLISH)
    assert parse_tile_set(tiles.name, ENGLISH) == tiles


@pytest.mark.parametrize(
    "choice",
    [
        "",
        "S97",
        "LC12",
        "SCRABBLE",
        "A9 B2 hello",
        "A9, É2",
        "LC120+2",
        "LC120x2x2",
        "?2",
        "S98+",
        "+S98",
        "S98+S97",
        "S98++?2",
    ],
)
def test_an_unknown_set_is_refused_with_the_known_sets(choice):
    with pytest.raises(
        OrderRefused, match=r"LC120, LC120v1, S98, S100, LC62, a multiple such as LC120x2.* such as LC120\+\?2"
    ):
        parse_tile_set(choice, ENGLISH)


@pytest.mark.parametrize(
    ("choice", "name", "total", "counts"),
    [
        ("S98+LC120", "S98+LC120", 218, {"Q": 3, "?": 0}),
        ("LC120 + ?2", "LC120+?2", 122, {"?": 2, "A": 11}),
        ("s98 x 2 + a3 e2", "S98x2+A3, E2", 201, {"A": 21, "E": 26}),
        ("S98+E5", "S98+E5", 103, {"E": 17}),
        ("S100+S100+?12", "S100+S100+?12", 212, {"?": 16}),
    ],
)
def test_several_sets_can_be_joined_into_one(choice, name, total, counts):
    tiles = parse_tile_set(choice, ENGLISH)
    assert (tiles.name, tiles.total, {tile: tiles.counts[tile] for tile in counts}) == (name, total, counts)
    assert parse_tile_set(tiles.name, ENGLISH) == tiles


def test_joined_sets_can_have_up_to_a_thousand_tiles_together():
    assert parse_tile_set("LC120x8+A20E20", ENGLISH).total == 1000
    with pytest.raises(OrderRefused, match="This one has 1058"):
        parse_tile_set("LC120x8+S98", ENGLISH)


def test_a_choice_too_long_to_be_a_set_is_refused_without_parsing():
    """Spaces are allowed in a count, and once made a long text take time quadratic in its length."""
    with pytest.raises(OrderRefused, match="at most 400 characters"):
        parse_tile_set("A" + " " * 60_000 + "9 E9", ENGLISH)


def test_a_letter_counted_twice_is_refused_by_name():
    with pytest.raises(OrderRefused, match="Give only one count for each letter: A, C"):
        parse_tile_set("A9, B2, A1, C1, C1", ENGLISH)


def test_a_set_can_have_one_to_a_thousand_tiles():
    assert parse_tile_set("LC120x8", ENGLISH).total == 960
    assert parse_tile_set("A500, B500", ENGLISH).total == 1000
    for choice in ("LC120x9", "A500, B501", "A0, B0", "S98x0"):
        with pytest.raises(OrderRefused, match=r"A set must have 1 to 1000 tiles\. This one has"):
            parse_tile_set(choice, ENGLISH)


@pytest.mark.parametrize(
    ("name", "players", "deal", "pool", "rounds"),
    [
        ("S98", 2, 25, 48, 24),
        ("S98", 3, 17, 47, 15),
        ("S98", 4, 15, 38, 9),
        ("S98", 5, 15, 23, 4),
        ("LC120", 2, 30, 60, 30),
        ("LC120", 3, 20, 60, 20),
        ("LC120", 4, 15, 60, 15),
        ("LC120", 5, 15, 45, 9),
    ],
)
def test_the_deal_follows_the_published_table(name, players, deal, pool, rounds):
    table = set_up(named_sets(ENGLISH)[name], players=players)
    assert (table.deal, table.pool, table.rounds) == (deal, pool, rounds)
    assert deal_size(named_sets(ENGLISH)[name].total, players) == deal


def warnings(choice, **table):
    return " ".join(map(str, set_up(parse_tile_set(choice, ENGLISH), **table).warnings))


def test_a_recommended_set_up_has_no_warnings():
    assert warnings("LC120", players=5) == ""


def test_few_rounds_give_a_warning():
    assert warnings("S98", players=5) == "We don’t recommend fewer than 8 rounds. This has 4."


def test_two_tiles_per_light_halve_the_rounds():
    assert set_up(named_sets(ENGLISH)["LC120"], players=2, tiles_per_light=2).rounds == 15


def test_few_tiles_per_player_give_a_warning():
    assert warnings("LC120", players=2, starting_tiles=14) == "We don’t recommend fewer than 15 tiles per player."


def test_a_pool_too_small_for_a_light_is_allowed_with_a_warning():
    assert set_up(named_sets(ENGLISH)["LC120"], players=2, starting_tiles=60).pool == 0
    assert warnings("LC120", players=2, starting_tiles=60) == (
        "The pool is too small for a light, so the first light is red."
    )


def test_hands_that_would_outgrow_a_layout_give_a_warning():
    assert warnings("LC120x2", players=2) == ""
    assert "at most 120 tiles, and the last hand has 180." in warnings("LC120x3", players=2)


@pytest.mark.parametrize(
    ("choice", "table", "why"),
    [
        ("LC120", {"players": 2, "starting_tiles": 61}, "Deal 60 or fewer"),
        ("S98", {"players": 7}, "Deal 14 or fewer"),
        ("A1, B2", {"players": 2}, "3 tiles is too small for 2 players"),
        ("LC120", {"players": 2, "starting_tiles": 1}, "at least 2"),
        (
            "LC120x5",
            {"players": 2},
            "A hand of 150 tiles doesn’t fit in a layout of at most 120. Deal fewer, or choose a smaller set.",
        ),
        ("LC120", {"players": 1}, "must have 2 to 12 players"),
        ("LC120", {"players": 13}, "must have 2 to 12 players"),
    ],
)
def test_a_set_up_that_cannot_be_dealt_is_refused(choice, table, why):
    with pytest.raises(OrderRefused, match=why):
        set_up(parse_tile_set(choice, ENGLISH), **table)


def test_a_deal_offered_by_the_published_rules_gives_no_warning():
    lc120 = parse_tile_set("LC120", ENGLISH)
    assert set_up(lc120, players=5, starting_tiles=14).warnings == ()
    assert set_up(lc120, players=5, starting_tiles=13).warnings
    assert set_up(lc120, players=4, starting_tiles=14).warnings
