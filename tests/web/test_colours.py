"""The colour tokens of the stylesheets: each board is readable with each face of tiles, in light and dark mode."""

import re
from pathlib import Path

import pytest

STYLES = Path("games/web/static/css")
GROUNDS, FACES, HOURS = ("sage", "slate", "sand"), ("ivory", "ink"), ("day", "night")


def block_of(style, selector):
    """Return the tokens of the rules that have this selector."""
    rules = re.findall(rf"(?:^|,\n|\n){re.escape(selector)}(?:,\n[^{{]+)? {{\n([^}}]*)}}", style)
    assert rules, selector
    return {name: value for rule in rules for name, value in re.findall(r"--([\w-]+): ([^;]+);", rule)}


def colours(ground, face, hour):
    style = (STYLES / "lexicon.css").read_text()
    found = block_of(style, ":root")
    found |= block_of(style, f'[data-ground="{ground}"]') | block_of(style, f'[data-face="{face}"]')
    return {name: at_that_hour(value, hour) for name, value in found.items() if "#" in value}


def at_that_hour(value, hour):
    day, night = re.findall(r"#\w{6}", value) * (1 if value.startswith("light-dark") else 2)
    return day if hour == "day" else night


def luminance(colour):
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=[(ground, face, hour) for ground in GROUNDS for face in FACES for hour in HOURS], ids="-".join)
def look(request):
    return colours(*request.param)


TILES = ["tile", "crossing", "struck", *(f"seat-{seat}" for seat in range(4))]


@pytest.mark.parametrize("tile", TILES)
def test_tiles_contrast_with_the_board(look, tile):
    assert contrast(look[tile], look["board"]) >= 1.8


@pytest.mark.parametrize("tile", TILES)
def test_letters_contrast_strongly_with_their_tiles(look, tile):
    assert contrast(look["on-tile"], look[tile]) >= 7


@pytest.mark.parametrize(
    ("mark", "ground"),
    [
        ("quiet-on-tile", "tile"),
        ("on-board", "board"),
        ("struck-edge", "struck"),
        ("crossing-edge", "crossing"),
        *(("on-bonus", f"bonus-{colour}") for colour in "gybr"),
    ],
)
def test_marks_can_be_read(look, mark, ground):
    assert contrast(look[mark], look[ground]) >= 4.5


@pytest.mark.parametrize("edge", ["tile-edge", "crossing-edge", "struck-edge"])
def test_a_tiles_edge_contrasts_with_its_face(look, edge):
    assert contrast(look[edge], look[edge.removesuffix("-edge")]) >= 2.2


def test_a_crossing_tile_is_recognisable_without_colour(look):
    """Its corner and its edge also differ from the face of a plain tile in greyscale."""
    assert contrast(look["crossing-edge"], look["crossing"]) >= 4
    assert contrast(look["crossing-edge"], look["tile"]) >= 4


def test_grid_lines_are_visible_but_faint(look):
    assert 1.1 <= contrast(look["grid-line"], look["board"]) <= 1.6


def test_blocks_and_bonus_cells_contrast_with_the_board(look):
    assert contrast(look["block"], look["board"]) >= 1.3
    for colour in "gybr":
        assert contrast(look[f"bonus-{colour}"], look["board"]) >= 1.25


@pytest.mark.parametrize("hour", HOURS)
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *(("ink", ground) for ground in ("page", "panel", "sheet")),
        *(("quiet", ground) for ground in ("page", "panel", "sheet")),
        *((light, f"{light}-ground") for light in ("green", "red", "amber")),
        *(("on-light", light) for light in ("green", "red", "amber")),
        ("on-accent", "accent"),
        ("accent", "panel"),
    ],
)
def test_text_of_pages_can_be_read(text, ground, hour):
    look = colours("sage", "ivory", hour)
    assert contrast(look[text], look[ground]) >= 4.5
