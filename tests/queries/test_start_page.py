"""The stamp of a start page changes whenever its reader may notice something there, and not for what is hidden from them.
The lines of the lists are cached until then, or until they would be worded differently."""

from datetime import timedelta

import pytest

from games import commands, queries
from games.models import Game
from games.players.models import Player
from games.rules.daily import day_of
from games.wording import clock_time_lasts, length, length_lasts
from tests.positions import just_now
from tests.puzzles import enter, lay_puzzle
from tests.tables import NO_POOL, NOON, after, ask, complete, look, make_table, order, start

pytestmark = pytest.mark.django_db

KNOWN, LOADED = 3, 3  # the player's seats, invitations, finished games; a game with its parts and seats


def stamp(player, now=NOON):
    found = queries.start_page(player=player, now=now)
    assert found.is_sure
    return found


@pytest.fixture
def hidden(anna, boris, chloe):
    """A game with hidden requests in which everybody has looked."""
    game_id = start(anna, boris, chloe, requests_visible=False)
    look(game_id, anna, boris, chloe)
    return game_id


@pytest.mark.parametrize(
    "does",
    [
        lambda game_id, boris: ask(game_id, boris),
        lambda game_id, boris: commands.save_draft(game_id=game_id, player=boris, name="x", layout=["AE"], now=NOON),
        lambda game_id, boris: commands.keep_note(game_id=game_id, player=boris, text="x"),
        lambda game_id, boris: commands.mute_player(game_id=game_id, player=boris, number=0),
    ],
    ids=["a request", "a draft", "a note", "a mute"],
)
def test_hidden_actions_of_others_change_nothing(does, hidden, anna, boris, django_assert_num_queries):
    complete(hidden, boris)
    before, games = stamp(anna), queries.my_games(player=anna, now=NOON)
    does(hidden, boris)
    assert stamp(anna) == before
    with django_assert_num_queries(KNOWN):  # no game is loaded again, so not even the response time reveals it
        assert queries.my_games(player=anna, now=NOON) == games


def test_another_players_layout_changes_nothing(hidden, anna, boris):
    before = stamp(anna)
    complete(hidden, boris)
    assert stamp(anna) == before


def test_a_private_game_of_others_changes_nothing(anna, boris, chloe):
    before = stamp(anna)
    make_table(boris, seats=2, listed=False, invite=[chloe.email])
    start(boris, chloe)
    assert stamp(anna) == before


def rename(player):
    Player.objects.filter(pk=player.pk).update(name="Another")


@pytest.mark.parametrize(
    ("prepare", "does"),
    [
        (lambda anna, boris: start(anna, boris), lambda game, anna, boris: look(game, boris)),
        (lambda anna, boris: start(anna, boris), lambda game, anna, boris: look(game, anna)),
        (lambda anna, boris: start(anna, boris), lambda game, anna, boris: order(game, boris, "resign")),
        (lambda anna, boris: None, lambda game, anna, boris: start(anna, boris)),
        (lambda anna, boris: None, lambda game, anna, boris: make_table(boris, seats=2, invite=[anna.email])),
        (
            lambda anna, boris: make_table(boris, seats=2, listed=False, invite=[anna.email]),
            lambda game, anna, boris: commands.cancel(game_id=game, player=boris, now=NOON),
        ),
        (
            lambda anna, boris: make_table(boris, seats=2, listed=False, invite=[anna.email]),
            lambda game, anna, boris: rename(boris),
        ),
        (lambda anna, boris: None, lambda game, anna, boris: lay_puzzle(day_of(NOON))),
        (lambda anna, boris: lay_puzzle(day_of(NOON)), lambda game, anna, boris: enter(anna, at=NOON)),
        (
            lambda anna, boris: make_table(anna, seats=2),
            lambda game, anna, boris: commands.join(game_id=game, player=boris, now=NOON),
        ),
        (
            lambda anna, boris: order(start(anna, boris), boris, "resign"),
            lambda game, anna, boris: commands.delete_account(player=boris, now=NOON),
        ),
    ],
    ids=[
        *(
            "another player looks",
            "the reader looks",
            "a game ends",
            "a deal",
            "an invitation",
            "an invitation withdrawn",
            "the inviter is renamed",
        ),
        *(
            "the puzzle of the day",
            "an entry for it",
            "somebody joins",
            "an account is deleted",
        ),
    ],
)
def test_anything_the_reader_can_see_changes_it(prepare, does, anna, boris):
    game = prepare(anna, boris)
    before = stamp(anna)
    does(game, anna, boris)
    assert stamp(anna) != before


def test_it_includes_todays_puzzles_and_whether_the_player_has_entered(anna, boris):
    lay_puzzle(day_of(NOON))
    enter(anna, at=NOON)
    for player, has_entered in ((anna, True), (boris, False)):
        (made,) = queries.start_page(player=player, now=NOON).puzzles
        assert (made.kind, made.is_entered) == ("scannergram", has_entered)
    assert queries.start_page(player=anna, now=after(days=1)).puzzles == ()


def test_an_open_game_of_others_changes_nothing(anna, boris, chloe):
    before = stamp(anna)
    commands.join(game_id=make_table(boris, seats=3), player=chloe, now=NOON)
    assert stamp(anna) == before


def test_a_deleted_accounts_name_disappears_after_an_earlier_resignation(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    order(game_id, chloe, "resign")
    before = stamp(anna)
    assert "Chloe" in queries.my_games(player=anna, now=NOON).waiting_for_me[0].title
    commands.delete_account(player=chloe, now=NOON)
    assert stamp(anna) != before
    assert "Chloe" not in queries.my_games(player=anna, now=NOON).waiting_for_me[0].title


def test_it_is_uncertain_while_something_is_due(anna, boris):
    start(anna, boris, **NO_POOL, leeway=0)
    assert not queries.start_page(player=anna, now=after(days=30)).is_sure


def test_it_is_uncertain_while_a_director_sets_the_joining_deadline(anna, boris):
    game_id = make_table(anna, seats=2)
    Game.objects.filter(pk=game_id).update(made_by=None)
    assert not queries.start_page(player=anna, now=NOON).is_sure


def test_it_takes_one_query(anna, boris, django_assert_num_queries):
    start(anna, boris)
    with django_assert_num_queries(1):
        stamp(anna)


# --- cached lines -----------------------------------------------------------------------------------------------------


def test_a_line_is_cached_until_something_visible_changes(anna, boris, django_assert_num_queries):
    game_id = start(anna, boris)
    queries.my_games(player=anna, now=NOON)
    with django_assert_num_queries(KNOWN):
        queries.my_games(player=anna, now=NOON)
    look(game_id, boris)
    with django_assert_num_queries(KNOWN + LOADED):
        queries.my_games(player=anna, now=NOON)


def test_each_player_has_their_own_line(anna, boris):
    game_id = start(anna, boris)
    look(game_id, boris)
    assert [line.title for line in queries.my_games(player=anna, now=NOON).waiting_for_me] == ["Boris"]
    assert [line.title for line in queries.my_games(player=boris, now=NOON).waiting_for_others] == ["Anna"]


def test_games_are_paginated_with_waiting_ones_first(anna, boris):
    games = [start(anna, boris, now=after(minutes=n)) for n in range(3)]
    look(games[0], anna, at=after(minutes=5))
    first, second = (queries.my_games(player=anna, now=after(minutes=5), page=page, most=2) for page in (1, 2))
    assert ([line.id for line in first.waiting_for_me], first.has_more, first.is_whole) == (games[1:], True, False)
    assert ([line.id for line in second.waiting_for_others], second.has_more) == (games[:1], False)


def test_the_lists_are_valid_until_a_length_of_time_reads_differently(anna, boris):
    start(anna, boris)
    now = after(minutes=7)
    games = queries.my_games(player=anna, now=now)
    (line,) = games.waiting_for_me
    assert now < games.until < line.at
    assert length(line.at - games.until) == line.remaining
    assert length(line.at - games.until - timedelta(seconds=1)) != line.remaining


@pytest.mark.parametrize(
    "seconds", [5, 59.5, 60, 61, 3000, 3570, 3600, 5000, 43_000, 43_200, 50_000, 172_800, 180_000, 1e6]
)
def test_a_length_of_time_reads_the_same_for_as_long_as_promised(seconds):
    span = timedelta(seconds=seconds)
    shortly_before = min(span, span - length_lasts(span) + timedelta.resolution)
    assert length(shortly_before) == length(span)
    assert length_lasts(shortly_before) <= timedelta.resolution


def test_a_clock_time_reads_the_same_until_its_date_format_changes():
    now = just_now()
    assert clock_time_lasts(now + timedelta(days=8), now=now) == now + timedelta(days=2)
    assert clock_time_lasts(now + timedelta(days=2), now=now) == now + timedelta(days=8)
