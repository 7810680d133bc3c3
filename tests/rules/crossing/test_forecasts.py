"""Forecasts for the player who creates a game: how each option changes its length, for a number of players."""

import pytest

from games.rules.crossing.options import PACES, Options
from games.rules.crossing.set_ups import set_ups
from games.wording import speak_all

SIMULATED = {2: 32, 3: 21, 4: 17, 5: 11}


def says(option, seats=2, **options):
    return speak_all(set_ups(seats, Options(**options)).by_option.get(option, ()), ())


@pytest.mark.parametrize(("seats", "days"), SIMULATED.items())
def test_the_days_match_simulations_and_halve_with_two_tiles_a_light(seats, days):
    def lasts(**options):
        return next(row.lasts.days for row in set_ups(seats, Options(**options)).rows if row.seats == seats)

    assert abs(lasts() - days) <= 1
    assert abs(lasts(tiles_per_light=2) - days / 2) < 2


@pytest.mark.parametrize(
    ("option", "asked", "line"),
    [
        (
            "tiles_per_light",
            {},
            "As chosen: 30 lights, about 32 days. Two tiles each: 15 lights, about 17 days.",
        ),
        (
            "tiles_per_light",
            {"tiles_per_light": 2},
            "As chosen: 15 lights, about 17 days. One tile each: 30 lights, about 32 days.",
        ),
        (
            "starting_tiles",
            {},
            "As chosen: 30 tiles each, 30 lights, about 32 days. All shared out: 60 tiles each, the first light is red, "
            "about 2 days.",
        ),
        (
            "starting_tiles",
            {"tile_set": "LC120x3"},
            "As chosen: 90 tiles each, 90 lights, about 92 days. Largest deal: 120 tiles each, 60 lights, about 62 "
            "days.",
        ),
        ("word_check", {}, "Challenges add 24 hours at the end, so about 33 days in all."),
        ("see_within", {}, "12 hours: about 17 days. 24 hours: about 32 days. 2 days: about 62 days."),
        (
            "jaywalk_draw",
            {},
            "One for one: 30 lights, about 32 days. Two for one, if every jaywalk is used: 20 lights, about 22 days.",
        ),
        (
            "jaywalk_draw",
            {"jaywalk": "everyone", "jaywalk_times": 2},
            "One for one: 30 lights, about 32 days. Two for one, if every jaywalk is used: 10 lights, about 12 days.",
        ),
    ],
)
def test_an_option_shows_its_effect_as_chosen_and_for_other_values(option, asked, line):
    assert says(option, **asked) == line


def test_no_larger_deal_is_shown_if_all_tiles_are_dealt():
    assert says("starting_tiles", starting_tiles=60) == "As chosen: 60 tiles each, 0 lights, about 2 days."


def test_jaywalk_draw_has_no_effect_in_games_without_jaywalks():
    assert says("jaywalk_draw", jaywalk="nobody") == ""


def test_a_warning_about_two_for_one_appears_beside_the_set_ups():
    row = set_ups(2, Options(jaywalk_draw=2)).rows[0]
    assert "If every jaywalk is used, there are 20 lights, about 22 days." in speak_all(row.warnings, ())
    assert "jaywalk" not in speak_all(set_ups(2, Options()).rows[0].warnings, ())


def test_live_games_show_minutes_and_no_time_to_look():
    assert says("tiles_per_light", 4, **PACES["live"]).startswith("As chosen: 15 lights, about 20 minutes.")
    assert says("see_within", 4, **PACES["live"]) == ""


def test_challenges_lengthen_the_game_in_the_set_ups_too():
    rows = {seats: set_ups(2, Options(**options)).rows[0].lasts.days for seats, options in CHALLENGES.items()}
    assert rows["with"] == rows["without"] + 2


CHALLENGES = {"without": {}, "with": {"word_check": "challenge", "challenge_window": 48 * 3600}}


def test_other_numbers_of_players_are_shown_for_a_team_game():
    assert [row.seats for row in set_ups(4, Options(teams="ABAB")).rows] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("en", "LC120 is made for this game. S100 is the standard set with its blanks, and S98 has none."),
        ("de", "LC120 is made for this game. STANDARD is the standard set with its blanks, and PLAIN has none."),
        ("cy", "STANDARD is the standard set with its blanks, and PLAIN has none."),
    ],
)
def test_the_tile_sets_mentioned_are_those_of_the_language(code, says):
    tiles = {"tile_set": "STANDARD", "alphabet": code} if code != "en" else {}
    why = speak_all(set_ups(2, Options(**tiles)).why, ())
    assert why.endswith(says)
    assert ("S98" in why) == (code == "en")
