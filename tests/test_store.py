"""A loaded game: what is stored, when it is written, and the time of an order."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games import commands, queries, store
from games.models import Bag, Board, Event, Game, Hand, Seat
from games.rules.crosslet.board import BARE
from games.rules.fixed_board import with_letters
from games.rules.values import Order, OrderRefused
from tests.tables import (
    DAY,
    NOON,
    after,
    ask,
    complete,
    happened,
    look,
    make_table,
    order,
    parts,
    sit_down,
    start,
    state,
)

pytestmark = pytest.mark.django_db

KEPT = {"_state": None, "saves": None}  # no columns: Django's own, and an annotation of seats


def test_bags_hands_and_boards_are_rows(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    assert Bag.objects.get(game=game_id, name="pool").tiles == state(game_id).bags["pool"]
    assert dict(Hand.objects.filter(game=game_id).values_list("seat", "tiles")) == state(game_id).hands
    assert Board.objects.get(game=game_id, seat=0).layout == state(game_id).held(0)


def test_a_loaded_state_equals_the_saved_one(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    ask(game_id, anna)
    with store.locked(game_id, now=after(days=1)) as table:
        table.play(0, Order("JAYWALK", {"tiles": (table.state.held(0)[0],)}))
        saved = table.state
    assert state(game_id) == saved


def test_a_layout_of_several_rows_is_restored_unchanged(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    first, second = state(game_id).held(0)
    commands.play(game_id=game_id, player=anna, orders=[Order("GRID", {"layout": [first, second]})], now=NOON)
    assert state(game_id).boards[0] == (first, second)


def test_a_shared_board_is_always_one_row(anna, boris):
    game_id = commands.make_game(kind="crosslet", player=anna, seats=2, options={}, now=NOON)
    sit_down(game_id, boris, now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    for word in ("CAT", "CATS"):
        laid = with_letters(BARE, {(7, 7 + n): letter for n, letter in enumerate(word)})
        with store.locked(game_id, now=NOON) as table:
            table.state = replace(table.state, boards={None: laid}, turn=table.state.turn + 1)
            table.happened("agreed", 0)
        assert state(game_id).boards == {None: laid}
    assert Board.objects.filter(game=game_id).count() == 1


def test_the_random_stream_advances_even_if_a_draw_leaves_the_pool_unchanged(anna, boris):
    game_id = start(anna, boris, tile_set="A120 E0", starting_tiles=2)
    look(game_id, anna)
    with store.locked(game_id, now=NOON) as table:
        before = table.state.words_used
        table.play(0, Order("JAYWALK", {"tiles": ("A",)}))
    assert state(game_id).words_used == before + 1


def test_the_places_in_memory_match_the_stored_ones(anna, boris, chloe):
    """Otherwise a player who has left a shared seat would be answered as if they still had it."""
    game_id = make_table(anna, boris, chloe, seats=2, people_a_seat=2)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    for player, *verbs in ((chloe, "LOOK"), (chloe, "SAY", "GRID"), (anna, "SAY", "RESIGN"), (boris, "RESIGN")):
        facts = {"SAY": {"text": "Hello"}, "GRID": {"layout": [state(game_id).held(0)]}}
        orders = [Order(verb, facts.get(verb, {})) for verb in verbs]
        table = commands.play(game_id=game_id, player=player, orders=orders, now=NOON)
        written = Seat.objects.filter(game=game_id).order_by("number", "share")
        assert [vars(row) | KEPT for row in table.rows] == [vars(row) | KEPT for row in written]
    assert [row.resigned_at for row in table.rows if row.player == anna] == [NOON]
    assert [row.rank for row in table.rows] == [1, 1, 2]


def test_a_running_game_has_a_due_time(anna, boris):
    game_id = start(anna, boris)
    assert Game.objects.get(pk=game_id).due_at == NOON + 5 * DAY
    with pytest.raises(IntegrityError, match="running_games_have_a_due_time"), transaction.atomic():
        Game.objects.filter(pk=game_id).update(due_at=None)


def test_a_game_paused_by_staff_may_have_no_due_time(anna, boris):
    game_id = start(anna, boris)
    Game.objects.filter(pk=game_id).update(due_at=None, paused_by_staff=True)
    assert commands.due_games(now=after(days=99)) == []


def test_a_finished_game_is_never_due(anna, boris):
    game_id = start(anna, boris)
    order(game_id, anna, "resign")
    game = Game.objects.get(pk=game_id)
    assert (game.phase, game.ending, game.due_at, game.finished_at) == ("finished", "resigned", None, NOON)


def test_the_result_is_stored_in_the_seats(anna, boris):
    game_id = start(anna, boris)
    order(game_id, anna, "resign")
    seats = Game.objects.get(pk=game_id).seats
    assert list(seats.values_list("number", "rank", "result")) == [(0, 2, ""), (1, 1, "0/(0+2)=0.00")]


def test_events_are_numbered_from_one_without_gaps(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    numbers = list(Event.objects.filter(game=game_id).order_by("n").values_list("n", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_look_with_nothing_to_see_writes_nothing(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    version = Game.objects.get(pk=game_id).version
    look(game_id, anna, at=after(hours=1))
    assert Game.objects.get(pk=game_id).version == version


def test_an_exception_saves_nothing(anna, boris):
    game_id = start(anna, boris)
    before = state(game_id), happened(game_id)

    def look_and_unask():
        with store.locked(game_id, now=NOON) as table:
            table.play(0, Order("LOOK"))
            table.play(0, Order("UNASK"))

    with pytest.raises(OrderRefused):
        look_and_unask()
    assert (state(game_id), happened(game_id)) == before


def test_an_unknown_game_is_refused(anna):
    with pytest.raises(store.NoSuchGame):
        look(0, anna)
    with pytest.raises(store.NoSuchGame):
        queries.table(game_id=0, player=anna, now=NOON)


def test_a_command_before_the_start_is_refused(anna, boris):
    game_id = make_table(anna, boris)
    with pytest.raises(
        OrderRefused, match=r"The game hasn’t started\. It starts when every seat is filled and everyone has accepted\."
    ):
        look(game_id, anna)


# --- time -------------------------------------------------------------------------------------------------------------


def test_due_events_happen_before_a_command_at_their_own_times(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    ask(game_id, anna)
    look(game_id, boris, at=after(days=2))
    assert happened(game_id)[-5:] == [
        ("away", 1),
        ("green", 0),
        ("release", 0),
        ("back", 1),
        ("seen", 1),
    ]
    times = dict(Event.objects.filter(game=game_id).values_list("verb", "at"))
    assert (times["away"], times["green"], times["back"]) == (
        after(days=1),
        after(days=1, minutes=5),
        after(days=2),
    )


def test_a_command_from_a_slow_clock_counts_at_the_last_event(anna, boris):
    game_id = start(anna, boris, leeway=0)
    ask(game_id, anna, at=after(minutes=10))
    look(game_id, boris, at=after(minutes=9))
    times = list(Event.objects.filter(game=game_id).order_by("n").values_list("at", flat=True))
    assert times == sorted(times)
    assert happened(game_id)[-2:] == [("seen", 1), ("green", 0)]


def test_times_are_stored_in_microseconds(anna, boris):
    game_id = start(anna, boris)
    at = NOON + timedelta(microseconds=123_457)
    look(game_id, boris, at=at)
    assert Event.objects.get(game=game_id, verb="seen").at == at
    complete(game_id, boris, at=at)
    assert state(game_id).seen_at[1] == at


def test_a_page_is_never_behind_its_own_countdown(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    late = after(hours=1)
    page = queries.table(game_id=game_id, player=boris, now=late)
    shown = parts(page)
    assert (page.view.round, page.view.unseen) == (2, 1)
    assert Game.objects.get(pk=game_id).turn == 1  # reading saves nothing
    commands.apply_due(game_id=game_id, now=late)
    assert parts(queries.table(game_id=game_id, player=boris, now=late)) == shown


def test_a_page_after_the_grace_period_shows_the_result_without_a_worker(anna, boris):
    game_id = start(anna, boris, tile_set="A2 E2", starting_tiles=2, leeway=0)
    ask(game_id, anna)
    look(game_id, boris)
    late = after(days=1)
    page = queries.table(game_id=game_id, player=boris, now=late)
    assert page.phase == "finished"
    assert {seat.rank for seat in page.seats} <= {1, 2}
    shown = parts(page)
    assert page.game.finished_at == after(days=1)
    commands.apply_due(game_id=game_id, now=late)
    assert parts(queries.table(game_id=game_id, player=boris, now=late)) == shown


def test_due_events_are_saved_even_if_the_command_is_refused(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    with pytest.raises(OrderRefused, match=r"You have no request to withdraw\."):
        order(game_id, anna, "unask", at=after(days=1))
    assert happened(game_id)[-1] == ("away", 1)
