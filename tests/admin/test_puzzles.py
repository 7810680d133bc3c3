"""Daily puzzles in the admin: read-only, and with no entries or seeds until the day is over."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Puzzle, PuzzleEntry
from games.rules.daily import day_of
from tests.admin.test_secrets import pages
from tests.puzzles import enter, lay_puzzle


def pages_say(staff):
    return "".join(page.content.decode() for page in pages(staff, of=[Puzzle, PuzzleEntry]) if page.status_code == 200)


def test_entries_and_seed_are_hidden_until_the_day_is_over(staff, anna):
    made = lay_puzzle(day_of(timezone.now()))
    enter(anna, at=timezone.now())
    said = pages_say(staff)
    assert "scannergram" in said
    assert "hidden until the day is over" in said
    assert not [secret for secret in ("LIMBERW", "Anna", bytes(made.seed).hex()) if secret in said]


def test_entries_and_seed_are_shown_once_the_day_is_over(staff, anna):
    yesterday = timezone.now() - timedelta(days=1)
    made = lay_puzzle(day_of(yesterday))
    enter(anna, at=yesterday)
    said = pages_say(staff)
    assert [secret for secret in ("LIMBERW", "Anna", bytes(made.seed).hex()) if secret not in said] == []


def test_a_future_puzzle_is_not_shown(staff, db):
    lay_puzzle(day_of(timezone.now()) + timedelta(days=1))
    assert "IDLY" not in pages_say(staff)


@pytest.mark.parametrize("model", ["puzzle", "puzzleentry"])
def test_puzzles_and_entries_cannot_be_added(staff, model):
    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_entries_cannot_be_filtered_by_answer(staff, anna):
    lay_puzzle(day_of(timezone.now()))
    enter(anna, at=timezone.now())
    answer = staff.get(reverse("admin:games_puzzleentry_changelist"), {"answer__length": "7"})
    assert answer.status_code == 400
