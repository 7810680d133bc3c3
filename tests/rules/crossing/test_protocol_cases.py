"""The protocol's published cases, and edge cases of the code that plays their scripts."""

import json
from pathlib import Path

import pytest

from games.management.script import play_script

CASES = json.loads((Path(__file__).parents[2] / "cases" / "protocol.json").read_text("utf-8"))["cases"]


def all_draw_at_once(name, *, script, log, **options):
    """A case in which no caller waits to look: both have looked, seat 0 gets its light at once, and then the script goes on."""
    return {
        "name": name,
        "seats": 2,
        "options": {"pool": 8, "reveal": "nobody", **options},
        "script": [["see", 0, 1, False], ["see", 1, 1, False], ["ask", 0, 9, False], *script],
        "log": [["deal", None, 0], ["seen", 0, 1], ["seen", 1, 1], ["ask", 0, 9], ["green", 0, 9], *log],
        "phase": "playing",
    }


OF_OPTIONS = [
    all_draw_at_once(
        "nobody is waited for: all draw at once",
        script=[
            ["ask", 0, 9, True],
            ["see", 0, 10, False],
            ["see", 1, 20, False],
            ["ask", 0, 21, False],
            ["wait", None, 30, False],
        ],
        log=[["seen", 0, 10], ["seen", 1, 20], ["ask", 0, 21], ["green", 0, 25]],
    ),
    all_draw_at_once(
        "a caller who draws at once and does not look goes away like the others",
        see_within=10,
        bank=0,
        script=[["see", 1, 12, False], ["ask", 1, 13, False], ["wait", None, 30, False]],
        log=[["seen", 1, 12], ["ask", 1, 13], ["away", 0, 19], ["green", 1, 24]],
    ),
]
"""Cases of options that the published cases leave out."""


@pytest.mark.parametrize("case", [*CASES, *OF_OPTIONS], ids=lambda case: case["name"])
def test_every_case_gives_the_expected_log(case):
    played = play_script(case)
    assert played["log"] == case["log"]
    assert played["phase"] == case["phase"]
    assert played["refused"] == [index for index, (*_, refused) in enumerate(case["script"]) if refused]


HOUSE_RULES = {
    "open layouts": {"layouts_visible": "always"},
    "challenges": {"word_check": "challenge", "challenge_window": 0, "challenge_lights": True},
    "forfeits": {"jaywalk_forfeit": "Sing.", "light_forfeit": "Dance.", "incomplete_forfeit": "Hop."},
    "open tiles": {"face_up": True},
    "two jaywalks": {"jaywalk_tiles": 2},
}


@pytest.mark.parametrize("rules", HOUSE_RULES.values(), ids=HOUSE_RULES)
def test_house_rules_do_not_change_the_protocol(rules):
    """Lights, requests and absences are the same as in the plain game, at the same instants."""
    for case in CASES:
        rules_of_case = {**rules, "challenge_lights": False} if case["options"].get("leeway") == 0 else rules
        played = play_script({**case, "options": case["options"] | rules_of_case})
        log = [event for event in played["log"] if event[0] != "challenge"]
        assert (case["name"], log, played["phase"]) == (case["name"], case["log"], case["phase"])


def test_a_script_may_omit_the_expected_refusal():
    case = {"seats": 2, "options": {"pool": 8}, "script": [["ask", 0, 1], ["see", 0, 2]]}
    assert play_script(case) == {
        "log": [["deal", None, 0], ["seen", 0, 2]],
        "phase": "playing",
        "refused": [0],
    }
