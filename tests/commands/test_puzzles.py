"""The daily puzzle: created once, entered once per player, until midnight UTC; places are known only after that."""

from datetime import timedelta, timezone

import pytest

from games import commands, queries
from games.models import Puzzle, PuzzleEntry
from games.robots.puzzles import look_for_the_best
from games.rules.daily import seed_of
from games.rules.scannergram.daily import puzzle
from games.rules.values import OrderRefused, Unreadable
from games.word_lists.shelf import import_words, newest, words_of
from tests.puzzles import (
    BETTER,
    DAY,
    FEWER,
    JUST_BEFORE,
    KIND,
    LONGEST,
    MIDNIGHT,
    MORE,
    NOON,
    WORSE,
    as_written,
    enter,
    enter_layout,
    lay_puzzle,
    lay_tiles,
)
from tests.rules.scannergram.table import START

pytestmark = pytest.mark.django_db


def result(day=DAY, *, player=None, at=MIDNIGHT, **more):
    return queries.puzzle_result(kind=KIND, day=day, player=player, now=at, **more)


def test_the_puzzle_of_a_day_never_changes_once_made():
    first = commands.todays_puzzle(kind=KIND, now=NOON)
    import_words(["ONE", "TWO"], name="open", now=NOON)
    again = commands.todays_puzzle(kind=KIND, now=JUST_BEFORE)
    assert (again.pk, again.content) == (first.pk, first.content)
    assert Puzzle.objects.count() == 1


def test_it_depends_only_on_its_seed_and_the_common_words():
    made = commands.todays_puzzle(kind=KIND, now=NOON)
    again = puzzle(bytes(made.seed), words_of(newest("common").pk))
    assert (made.made_from.name, made.word_list.name) == ("common", "open")
    assert made.content == {"grid": list(again.grid), "tile": again.tile}


def test_its_seed_depends_on_the_day_and_a_secret_of_the_server(settings):
    made = bytes(commands.todays_puzzle(kind=KIND, now=NOON).seed)
    next_day = bytes(commands.todays_puzzle(kind=KIND, now=MIDNIGHT).seed)
    assert made != next_day
    assert made not in {seed_of(DAY, secret=guess) for guess in (b"", settings.SECRET_KEY.encode())}
    Puzzle.objects.all().delete()
    settings.SECRET_KEY = "another server’s"
    assert bytes(commands.todays_puzzle(kind=KIND, now=NOON).seed) != made


def test_a_day_is_a_utc_day_in_every_time_zone():
    in_auckland = NOON.astimezone(timezone(timedelta(hours=13)))
    assert commands.todays_puzzle(kind=KIND, now=in_auckland).day == DAY


def test_a_kind_without_a_puzzle_has_none():
    with pytest.raises(KeyError):
        commands.todays_puzzle(kind="lynx", now=NOON)
    assert queries.puzzle_result(kind="lynx", day=DAY, player=None, now=MIDNIGHT) is None


def test_a_player_can_enter_once_a_day(anna):
    lay_puzzle()
    enter(anna, FEWER)
    with pytest.raises(OrderRefused, match="already"):
        enter(anna, LONGEST)
    assert PuzzleEntry.objects.get().answer["created"] == ["WIDLY"]
    lay_puzzle(MIDNIGHT.date())
    enter(anna, LONGEST, at=MIDNIGHT)
    assert anna.puzzle_entries.count() == 2


def test_a_wrong_entry_is_refused_with_a_reason_and_can_be_corrected(anna):
    lay_puzzle()
    with pytest.raises(OrderRefused, match="It differs in: W"):
        enter(anna, START)
    with pytest.raises(OrderRefused, match="Not in the word list: RW"):
        enter(anna, (*START[:-1], "...RW"))
    with pytest.raises(Unreadable):
        commands.enter(kind=KIND, day=DAY, player=anna, written="ENTER\nGRID\n???\nEND", now=NOON)
    assert not PuzzleEntry.objects.exists()
    assert enter(anna, LONGEST).player == anna


def test_it_can_be_entered_until_midnight_utc(anna, boris):
    lay_puzzle()
    assert enter(anna, at=JUST_BEFORE).entered_at == JUST_BEFORE
    with pytest.raises(OrderRefused, match="midnight UTC"):
        commands.enter(kind=KIND, day=DAY, player=boris, written=as_written(LONGEST), now=MIDNIGHT)
    with pytest.raises(OrderRefused, match="midnight UTC"):
        commands.enter(kind=KIND, day=MIDNIGHT.date(), player=boris, written=as_written(LONGEST), now=NOON)
    assert not boris.puzzle_entries.exists()


def test_the_longest_word_wins_then_fewer_words_then_the_earlier_entry(anna, boris, chloe, dmitri):
    lay_puzzle()
    for hour, (player, rows) in enumerate(((chloe, MORE), (dmitri, FEWER), (boris, FEWER), (anna, LONGEST))):
        enter(player, rows, at=NOON + timedelta(hours=hour))
    told = result(player=boris)
    assert [(line.place, line.name) for line in told.lines] == [(1, "Anna"), (2, "Dmitri"), (3, "Boris"), (4, "Chloe")]
    assert (told.own.place, told.entered) == (3, 4)
    assert told.lines[0].says == "a word of 7 letters with the new tile; words created: 1"


def test_places_are_paginated(anna, boris, chloe):
    lay_puzzle()
    for minute, player in enumerate((anna, boris, chloe)):
        enter(player, at=NOON + timedelta(minutes=minute))
    first, second = result(most=2), result(most=2, first=3)
    assert ([line.name for line in first.lines], first.next_first) == (["Anna", "Boris"], 3)
    assert ([(line.place, line.name) for line in second.lines], second.next_first) == ([(3, "Chloe")], None)


def test_other_players_entries_are_hidden_until_the_day_is_over(anna, boris):
    lay_puzzle()
    enter(anna, LONGEST)
    seen = queries.puzzle(kind=KIND, player=boris, now=NOON)
    assert (seen.entered, seen.own) == (1, None)
    assert "LIMBERW" not in repr(seen)
    assert "Anna" not in repr(seen)
    assert result(player=boris, at=JUST_BEFORE) is None
    assert result(player=boris).lines[0].name == "Anna"


def test_a_players_own_entry_is_shown_at_once_but_not_its_place(anna, boris):
    lay_puzzle()
    enter(boris, LONGEST)
    enter(anna, FEWER)
    own = queries.puzzle(kind=KIND, player=anna, now=NOON).own
    assert (own.place, own.panels[0].rows, own.is_mine) == (0, FEWER, True)


def test_the_seed_is_published_when_the_day_is_over():
    of_the_day = lay_puzzle()
    assert bytes(of_the_day.seed).hex() not in repr(queries.puzzle(kind=KIND, player=None, now=NOON))
    assert result().seed == bytes(of_the_day.seed).hex()


def test_future_puzzles_cannot_be_read():
    lay_puzzle(MIDNIGHT.date())
    assert result(MIDNIGHT.date(), at=NOON) is None


def test_results_link_to_the_previous_and_next_day(anna):
    for n in (0, 1, 3):
        lay_puzzle(DAY + timedelta(days=n))
    told = result(DAY + timedelta(days=1), at=MIDNIGHT + timedelta(days=3))
    assert (told.earlier, told.later) == (DAY, DAY + timedelta(days=3))
    assert result(DAY + timedelta(days=1), at=MIDNIGHT + timedelta(days=2)).later is None


def test_entries_are_exported_with_their_place_once_it_is_published(anna, boris):
    lay_puzzle()
    enter(anna, FEWER)
    enter(boris, LONGEST)
    (today,) = queries.export(player=anna, now=NOON)["daily_puzzles"]
    (later,) = queries.export(player=anna, now=MIDNIGHT)["daily_puzzles"]
    assert (today["place"], later["place"]) == (None, 2)
    assert today["answer"]["created"] == ["WIDLY"]
    assert "LIMBERW" not in repr((today, later))


@pytest.mark.django_db(transaction=True)
def test_deleting_an_account_deletes_its_entries(anna, boris):
    lay_puzzle()
    enter(anna, LONGEST)
    enter(boris, FEWER)
    commands.delete_account(player=anna, now=MIDNIGHT)
    assert [(line.place, line.name) for line in result().lines] == [(1, "Boris")]


def test_layouts_are_ranked_by_score_then_by_time(anna, boris, chloe):
    lay_tiles()
    for hour, (player, rows) in enumerate(((chloe, WORSE), (boris, BETTER), (anna, BETTER))):
        enter_layout(player, rows, at=NOON + timedelta(hours=hour))
    told = queries.puzzle_result(kind="crossing", day=DAY, player=None, now=MIDNIGHT)
    assert [line.name for line in told.lines] == ["Boris", "Anna", "Chloe"]
    assert told.found is None


def test_the_solver_runs_only_when_the_day_is_over(settings):
    settings.ANALYSIS = False  # the search would take seconds
    made = lay_tiles()
    look_for_the_best(now=JUST_BEFORE)
    made.refresh_from_db()
    assert made.found is None
    look_for_the_best(now=MIDNIGHT)
    made.refresh_from_db()
    assert made.found is not None
