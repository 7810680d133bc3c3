"""Daily puzzles in the API: anybody reads them, a player enters once, and entries of others are hidden until the day is over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import PuzzleEntry
from games.rules.daily import day_of
from tests.api.conftest import Program
from tests.commands.test_puzzle_languages import SPANISH, lay
from tests.puzzles import BETTER, WORSE, as_written, enter_layout, lay_tiles

pytestmark = pytest.mark.django_db
AT = "/daily/crossing"


@pytest.fixture
def today():
    return day_of(timezone.now())


def test_a_program_can_read_the_puzzle_and_enter_once(anna, today):
    made, program = lay_tiles(today), Program(anna)
    assert program.get(AT).json()["puzzle"] == made.content
    entry = {"day": today.isoformat(), "text": as_written(BETTER)}
    answer = program.post(AT, entry)
    assert answer.json()["own"]["answer"]["shown"] == "1/(2+25)=0.04"
    assert answer.json()["own"]["place"] is None
    assert program.post(AT, entry).status_code == 409
    assert PuzzleEntry.objects.count() == 1


@pytest.mark.parametrize(("rows", "status"), [(("TEAZ",), 409), (("what?",), 422)])
def test_an_invalid_entry_is_refused(anna, today, rows, status):
    lay_tiles(today)
    assert Program(anna).post(AT, {"day": today.isoformat(), "text": as_written(rows)}).status_code == status


def test_other_players_entries_are_hidden_until_the_day_is_over(anna, boris, today):
    lay_tiles(today)
    told = []
    for rows in (BETTER, WORSE):
        PuzzleEntry.objects.all().delete()
        enter_layout(boris, rows, at=timezone.now())
        told.append([Program(player).get(AT).json() for player in (anna, None)])
    assert told[0] == told[1]
    assert "Boris" not in str(told)
    for player in (anna, boris, None):
        assert Program(player).get(f"{AT}/{today.isoformat()}").status_code == 404


def test_the_places_are_published_when_the_day_is_over(anna, boris, today):
    yesterday, at = today - timedelta(days=1), timezone.now() - timedelta(days=1)
    lay_tiles(yesterday)
    enter_layout(boris, WORSE, at=at)
    enter_layout(anna, BETTER, at=at)
    told = Program().get(f"{AT}/{yesterday.isoformat()}").json()
    assert [(one["place"], one["name"]) for one in told["places"]] == [(1, "Anna"), (2, "Boris")]
    assert told["own"] is None


@pytest.mark.parametrize("path", ["/daily/lynx", "/daily/chess", "/daily/lynx/2026-11-20"])
def test_a_kind_without_a_puzzle_is_not_found(path, db):
    assert Program().get(path).status_code == 404


def test_a_program_can_enter_a_puzzle_in_another_language(anna, today):
    lay(SPANISH, today)
    program, at = Program(anna), f"/daily/{SPANISH}"
    assert program.get(at).json()["alphabet"] == "es"
    answer = program.post(at, {"day": today.isoformat(), "text": as_written(["CA[LL]E"])})
    assert answer.json()["own"]["answer"]["layout"] == ["CA[LL]E"]
    refused = program.post(f"/daily/{SPANISH}", {"day": today.isoformat(), "text": as_written(["CA[LL]E"])})
    assert refused.status_code == 409
    assert program.get("/daily/crossing-xx").status_code == 404


def test_a_program_can_choose_the_languages_of_its_puzzles(anna):
    program = Program(anna)
    assert program.get("/daily").json() == Program().get("/daily").json()
    told = program.put("/daily", {"languages": ["es", "en"]}).json()
    assert told["languages"] == ["en", "es"]
    assert [one["kind"] for one in told["puzzles"]] == ["crossing", SPANISH, "scannergram"]
    assert told["puzzles"][1] == {"kind": SPANISH, "name": "Lexicon Crossing · Español", "alphabet": "es"}
    assert {"en", "fr", "es", "de", "pl"} <= set(told["offered"])
    assert program.get("/daily").json() == told
    assert Program().get("/daily").json()["languages"] == ["en"]


@pytest.mark.parametrize(
    ("languages", "status", "why"),
    [
        (["es", "xx"], 409, "There are no daily puzzles in: xx. Choose from these languages: en, fr, "),
        ([], 422, "languages"),
    ],
)
def test_other_languages_are_refused_and_nothing_changes(anna, languages, status, why):
    answer = Program(anna).put("/daily", {"languages": languages})
    assert answer.status_code == status
    assert why in answer.text
    assert Program(anna).get("/daily").json()["languages"] == ["en"]


def test_choosing_languages_needs_a_token(db):
    assert Program().put("/daily", {"languages": ["es"]}).status_code == 401
