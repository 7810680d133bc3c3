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


def test_a_number_that_no_database_holds_finds_nothing(staff, running):
    assert listed(staff, "games_game", q="9" * 40) == []
    assert listed(staff, "games_bag", q="9" * 18) == []


def test_a_word_finds_no_bag(staff, running):
    assert listed(staff, "games_bag", q="crossing") == []


def test_a_name_finds_the_games_where_it_sits(staff, running, finished):
    assert listed(staff, "games_game", q="Ann") == [finished, running]


def test_a_whole_address_finds_its_player_and_a_part_of_a_name_some(staff, anna, boris):
    assert listed(staff, "players_player", q=" Anna@Example.org ") == [anna]
    assert listed(staff, "players_player", q="example.org@") == []
    assert listed(staff, "players_player", q="ori") == [boris]


def test_games_are_filtered_by_a_kind_of_the_registry(staff, running):
    assert listed(staff, "games_game", kind="crossing") == [running]
    assert listed(staff, "games_game", kind="lynx") == []


def test_events_are_filtered_by_what_happened(staff, finished):
    assert {event.verb for event in listed(staff, "games_event", verb="agreed")} == {"agreed"}


def test_a_list_ends_after_so_many_rows(staff, monkeypatch):
    Player.objects.create_user("first@example.org")
    monkeypatch.setattr(read_only, "MOST_LISTED", 1)
    answer = staff.get(reverse("admin:players_player_changelist"))
    assert answer.context["cl"].result_count == 1


@pytest.mark.parametrize("model", ["games_game", "games_event", "games_seat", "tournaments_ratingchange"])
def test_a_list_neither_counts_all_rows_nor_looks_for_what_they_hold(staff, running, finished, model):
    with CaptureQueriesContext(connection) as asked:
        listed(staff, model)
    of_it = [one["sql"] for one in asked if f'"{model}"' in one["sql"]]
    assert not [sql for sql in of_it if "DISTINCT" in sql or ("COUNT" in sql and "LIMIT" not in sql)]
