"""The commands that need no database: scores, scripts, set-ups and the verification of records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError

from tests.rules.crossing.played import record_of_a_random_game

CASES = json.loads((Path(__file__).parents[1] / "cases" / "protocol.json").read_text("utf-8"))["cases"]
KEYBOARD = "C\nA\nKEYBOARD\nE..E..U\n...D..B\n......B\n......I\n......S\n......H\n"


def test_the_example_in_the_rules_scores_by_the_open_list(run):
    assert run("score_layout", reads=KEYBOARD) == {
        "points": 9,
        "words": 4,
        "leftover": 0,
        "score": "9/4",
        "shown": "9/4=2.25",
        "struck": [],
        "complete": True,
    }


def test_unused_tiles_of_a_hand_are_leftovers_and_a_question_mark_is_a_blank(run):
    assert run("score_layout", "--hand", "ca?zz", reads="cAT\n".replace("c", "C").replace("T", "t"))["leftover"] == 2


def test_an_invalid_word_is_struck_unless_any_word_is_allowed(run):
    assert run("score_layout", reads="QQXZ")["struck"] == ["QQXZ"]
    assert run("score_layout", "--any-word", reads="QQXZ")["struck"] == []


def test_a_layout_can_be_given_as_words_with_coordinates(run):
    assert run("score_layout", reads="8H KEY\nG9 E\n")["words"] == 1


def test_an_empty_layout_scores_nothing(run):
    assert run("score_layout")["shown"] == "0/0=0.00"


@pytest.mark.parametrize(
    ("words", "reads", "says"),
    [
        (["--hand", "CA"], "CAT", "You don’t hold these tiles: T."),
        (["--hand", "C4T"], "CAT", "Write the hand as letters A–Z"),
        (["--hand", "CA"], "CAt", "Lower-case letters are blanks"),
        ([], "CAT\n.7.", "7"),
        ([], "CAÑ\n.E.", "No tile has Ñ"),
        ([], "8H CAÑE", "No tile has Ñ"),
        ([], " K\nCAT", "no dots"),
        ([], "A" * 61, "60"),
    ],
)
def test_an_unreadable_layout_is_refused_with_a_hint(run, words, reads, says):
    with pytest.raises(CommandError, match=says):
        run("score_layout", *words, reads=reads)


def test_playing_a_script_gives_its_log(run):
    case = CASES[0]
    assert run("play_script", reads=json.dumps(case)) == {"log": case["log"], "phase": case["phase"], "refused": []}


@pytest.mark.parametrize(
    ("reads", "says"),
    [
        ("{", "JSON"),
        ("{}", "seats"),
        ('{"seats": 2, "options": {}, "script": []}', "pool"),
        ('{"seats": 2, "options": {"pool": -1}, "script": []}', "options.pool"),
        ('{"seats": 2, "options": {"pool": 8, "leeway": "5 min"}, "script": []}', "options.leeway"),
        ('{"seats": 2, "options": {"pool": 8, "reveal": "none"}, "script": []}', "options.reveal"),
        ('{"seats": 2, "options": {"pool": 8, "per_light": 3}, "script": []}', "options.per_light"),
        ('{"seats": 99, "options": {"pool": 8}, "script": []}', "must have 2 to 12 players"),
        ('{"seats": 2, "options": {"pool": 8}, "script": [["see", 2, 1]]}', "no seat 2"),
        ('{"seats": 2, "options": {"pool": 8}, "script": [["win", 0, 1]]}', "script.0.0"),
    ],
)
def test_an_unreadable_script_is_refused_with_the_place(run, reads, says):
    with pytest.raises(CommandError, match=says):
        run("play_script", reads=reads)


def test_a_set_up_is_suggested_with_its_warnings(run):
    plan = run("suggest_setup", "--tiles", "S98", "--players", "5")
    assert (plan["deal"], plan["pool"], plan["rounds"]) == (15, 23, 4)
    assert plan["warnings"] == ["We don’t recommend fewer than 8 rounds. This has 4."]
    assert run("suggest_setup", "--players", "3")["deal"] == 20


@pytest.mark.parametrize("words", [["--tiles", "S97", "--players", "2"], ["--players", "1"]])
def test_a_set_up_that_cannot_be_dealt_is_refused(run, words):
    with pytest.raises(CommandError):
        run("suggest_setup", *words)


def record_in(folder, change=lambda record: None):
    record = record_of_a_random_game(1)
    change(record)
    file = folder / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    return file


def test_a_record_can_be_verified_from_its_file(run, tmp_path):
    assert run("verify_game", str(record_in(tmp_path)))["verified"] is True


def test_a_changed_record_is_refused_naming_the_event(run, tmp_path):
    def draw_other(record):
        draws = record["events"][0]["draws"][1]
        draws[0] = "B" if draws[0] == "A" else "A"

    with pytest.raises(CommandError, match="event 1: deal"):
        run("verify_game", str(record_in(tmp_path, draw_other)))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"9" * 5000, "is not JSON"),
        (b"[]", "This record cannot be verified"),
        (b"[" * 9999, "JSON"),
        (b'{"kind": []}', "crossing"),
    ],
)
def test_a_file_that_is_not_a_record_is_refused(run, tmp_path, content, says):
    file = tmp_path / "record.json"
    file.write_bytes(content)
    with pytest.raises(CommandError, match=says):
        run("verify_game", str(file))


def test_a_missing_file_is_refused(run, tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        run("verify_game", str(tmp_path / "none.json"))


def typed(*words, reads=""):
    """Run a command as typed, in its own process."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        input=reads,
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        check=False,
    )


def test_the_exit_code_tells_success_refusal_and_misuse_apart():
    right = typed("score_layout", "--any-word", reads="AB")
    refused = typed("suggest_setup", "--players", "1")
    misused = typed("suggest_setup")
    assert (right.returncode, json.loads(right.stdout)["words"], right.stderr) == (0, 1, "")
    assert (refused.returncode, refused.stdout, "players" in refused.stderr) == (1, "", True)
    assert (misused.returncode, misused.stdout) == (2, "")
