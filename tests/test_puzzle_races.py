"""Two requests at once for the daily puzzle, with real threads: one puzzle a day, one entry per player."""

from functools import partial

import pytest

from games import commands
from games.models import Puzzle, PuzzleEntry
from tests.puzzles import FEWER, KIND, LONGEST, NOON, enter, lay_puzzle
from tests.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 3


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_first_requests_create_only_one_puzzle(_):
    found = []

    def ask():
        found.append(commands.todays_puzzle(kind=KIND, now=NOON))

    assert at_once(ask, ask, ask) == [None, None, None]
    assert Puzzle.objects.count() == 1
    assert len({(made.pk, made.day, str(made.content)) for made in found}) == 1


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_simultaneous_entries_by_a_player_counts(anna, _):
    lay_puzzle()
    refusals = at_once(partial(enter, anna, LONGEST), partial(enter, anna, FEWER))
    assert sum(refusal is None for refusal in refusals) == 1
    assert "already" in next(filter(None, refusals))
    assert PuzzleEntry.objects.count() == 1


@pytest.mark.parametrize("_", range(TIMES))
def test_two_players_can_enter_at_once(anna, boris, _):
    lay_puzzle()
    assert at_once(partial(enter, anna), partial(enter, boris)) == [None, None]
    assert PuzzleEntry.objects.count() == 2
