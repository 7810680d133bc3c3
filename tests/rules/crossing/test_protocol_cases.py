"""The asynchronous protocol, case by case: who asked, who saw, and what the timers did about it."""

import json
from pathlib import Path

import pytest

from games.rules.crossing.script import play_script

CASES = json.loads((Path(__file__).parents[2] / "cases" / "protocol.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_script_leads_to_its_log(case):
    played = play_script(case)
    assert played["log"] == case["log"]
    assert played["phase"] == case["phase"]
    assert played["refused"] == [i for i, step in enumerate(case["script"]) if step[3]]
