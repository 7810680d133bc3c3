"""Lists in the admin: what finds a row, and that no list reads all rows of a large table."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.admin import read_only
from games.players.models import Player


def listed(browser, model, **asked):
    answer = browser.get(reverse(f"admin:{model}_changelist"), asked)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


@pytest.mark.parametrize("part", ["seat", "bag", "hand", "board", "event"])
def test_a_number_finds_a_game_and_its_parts(staff, running, finished, part):
    assert listed(staff, "games_game", q=str(finished.pk)) == [finished]
    assert {row.game_id for row in listed(staff, f"games_{part}", q=str(finished.pk))} == {finished.pk}


def test_a_number_too_large_for_the_database_finds_nothing(staff, running):
    assert listed(staff, "games_game", q="9" * 40) == []
    assert listed(staff, "games_bag", q="9" * 18) == []


def test_bags_cannot_be_searched_by_words(staff, running):
    assert listed(staff, "games_bag", q="crossing") == []


def test_a_name_finds_the_games_of_that_player(staff, running, finished):
    assert listed(staff, "games_game", q="Ann") == [finished, running]


def test_players_are_found_by_full_address_or_part_of_a_name(staff, anna, boris):
    assert listed(staff, "players_player", q=" Anna@Example.org ") == [anna]
    assert listed(staff, "players_player", q="example.org@") == []
    assert listed(staff, "players_player", q="ori") == [boris]


def test_games_can_be_filtered_by_kind(staff, running):
    assert listed(staff, "games_game", kind="crossing") == [running]
    assert listed(staff, "games_game", kind="lynx") == []


def test_events_can_be_filtered_by_verb(staff, finished):
    assert {event.verb for event in listed(staff, "games_event", verb="agreed")} == {"agreed"}


def test_a_list_shows_a_limited_number_of_rows(staff, monkeypatch):
    Player.objects.create_user("first@example.org")
    monkeypatch.setattr(read_only, "MOST_LISTED", 1)
    answer = staff.get(reverse("admin:players_player_changelist"))
    assert answer.context["cl"].result_count == 1


@pytest.mark.parametrize("model", ["games_game", "games_event", "games_seat", "tournaments_ratingchange"])
def test_a_list_does_not_count_all_rows_or_collect_their_values(staff, running, finished, model):
    with CaptureQueriesContext(connection) as asked:
        listed(staff, model)
    of_it = [one["sql"] for one in asked if f'"{model}"' in one["sql"]]
    assert not [sql for sql in of_it if "DISTINCT" in sql or ("COUNT" in sql and "LIMIT" not in sql)]
