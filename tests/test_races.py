"""Two requests at once, with real threads and a real PostgreSQL: whichever comes first, the game stays consistent."""

from collections import Counter
from functools import partial
from threading import Barrier, Thread

import pytest
from django.db import connection, connections

from games import commands, queries
from games.commands.invitations import A_DAY_AT_FIRST
from games.commands.lobby import LOBBIES, TABLES_WITH_ROBOTS
from games.commands.saved import MOST_PRESETS, MOST_SETS
from games.models import Draft, Event, Game
from games.players.models import Invitation
from games.robots import practice
from games.rules.values import OrderRefused
from games.store import seen_now
from tests.tables import NO_POOL, NOON, after, ask, complete, hand, happened, look, make_table, order, start, state

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]
TIMES = 3
SOON = 30  # seconds after which a thread counts as hung


def at_once(*doings):
    """Run each function in its own thread, released at one barrier; return each refusal, or None."""
    barrier, refusals = Barrier(len(doings)), {}

    def run(number, doing):
        try:
            barrier.wait(SOON)
            doing()
        except OrderRefused as refused:
            refusals[number] = str(refused)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=each) for each in enumerate(doings)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive()
    return [refusals.get(number) for number in range(len(doings))]


def assert_whole(game_id):
    """Check that no event or tile is lost or duplicated."""
    numbers = list(Event.objects.filter(game=game_id).order_by("n").values_list("n", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert Game.objects.get(pk=game_id).last_event == len(numbers)
    now = state(game_id)
    held = Counter("".join([*now.bags.values(), *now.hands.values()]))
    assert held.total() == {"A60 E60": 120, "A2 E2": 4}[now.options.tile_set]


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_simultaneous_requests_is_granted(anna, boris, _):
    game_id = start(anna, boris, leeway=0)
    look(game_id, anna, boris)
    complete(game_id, anna)
    complete(game_id, boris)
    refusals = at_once(lambda: order(game_id, anna, "green"), lambda: order(game_id, boris, "green"))
    verbs = Counter(verb for verb, _ in happened(game_id))
    assert (verbs["ask"], verbs["green"], state(game_id).round) == (1, 1, 2)
    assert sum(refusal is None for refusal in refusals) == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_the_first_recorded_request_within_the_leeway_is_granted(anna, boris, _):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    complete(game_id, anna)
    complete(game_id, boris)
    assert at_once(lambda: order(game_id, anna, "green"), lambda: order(game_id, boris, "green")) == [None, None]
    commands.apply_due(game_id=game_id, now=after(minutes=5))
    (first, second) = [seat for verb, seat in happened(game_id) if verb == "ask"]
    assert happened(game_id)[-2:] == [("green", first), ("drop", second)]
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_request_during_a_withdrawal_leaves_a_consistent_history(anna, boris, _):
    game_id = start(anna, boris)
    ask(game_id, anna)
    refusals = at_once(lambda: order(game_id, anna, "unask"), lambda: order(game_id, anna, "green"))
    assert refusals == [None, None]
    verbs = [verb for verb, _ in happened(game_id) if verb in ("ask", "unask")]
    assert verbs in (["ask", "unask", "ask"], ["ask", "unask"])
    assert bool(state(game_id).requests) == (verbs[-1] == "ask")
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_withdrawal_at_the_end_of_the_leeway_is_in_time_or_refused(anna, boris, _):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    in_time, due = after(minutes=4, seconds=59), after(minutes=5)
    refused, _ = at_once(
        lambda: order(game_id, anna, "unask", at=in_time),
        lambda: commands.apply_due(game_id=game_id, now=due),
    )
    assert ("green", 0) in happened(game_id) if refused else ("unask", 0) in happened(game_id)
    assert state(game_id).round == (2 if refused else 1)
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_layout_submitted_as_the_red_light_ends_counts_or_is_refused(anna, boris, _):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    refused, _ = at_once(
        lambda: complete(game_id, boris, at=after(hours=24, microseconds=-1)),
        lambda: commands.apply_due(game_id=game_id, now=after(hours=24)),
    )
    if refused is None:
        commands.apply_due(game_id=game_id, now=after(hours=24))
    assert refused in (None, "The game is over, and its result is final.")
    result = state(game_id).results[1]
    assert (result.layout, result.leftover) == (((), 2) if refused else ((hand(game_id, boris),), 0))
    assert Counter(verb for verb, _ in happened(game_id))["score"] == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_workers_advances_a_due_game(anna, boris, _):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    applied = []
    at_once(*[lambda: applied.append(commands.apply_due(game_id=game_id, now=after(minutes=5)))] * 2)
    assert sorted(applied) == [False, True]
    assert Counter(verb for verb, _ in happened(game_id))["green"] == 1
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_last_acceptances_start_the_game_once(anna, boris, _):
    game_id = make_table(anna, boris)
    at_once(
        *[lambda player=player: commands.agree(game_id=game_id, player=player, now=NOON) for player in (anna, boris)]
    )
    assert happened(game_id) == [("deal", None)]
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_players_gets_the_last_seat(anna, boris, chloe, _):
    game_id = make_table(anna, seats=2)
    refusals = at_once(
        *[lambda player=player: commands.join(game_id=game_id, player=player, now=NOON) for player in (boris, chloe)]
    )
    assert sorted(refusals, key=str) == ["All seats in this game are taken.", None]
    assert Game.objects.get(pk=game_id).seats.count() == 2


@pytest.mark.parametrize("_", range(TIMES))
def test_a_rematch_requested_by_both_players_at_once_is_one_game(anna, boris, _):
    over = start(anna, boris, listed=False, **NO_POOL)
    order(over, boris, "resign")
    found = []
    refusals = at_once(
        *[
            lambda player=player: found.append(commands.rematch(game_id=over, player=player, now=NOON))
            for player in (anna, boris)
        ]
    )
    assert refusals == [None, None]
    (again,) = set(found)
    assert len(found) == 2
    assert happened(again) == [("deal", None)]
    assert set(Game.objects.get(pk=again).seats.values_list("player", flat=True)) == {anna.pk, boris.pk}
    assert_whole(again)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_game_that_starts_while_a_vacation_is_declared_includes_it(anna, boris, _):
    game_id = make_table(anna, boris)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    at_once(
        lambda: commands.agree(game_id=game_id, player=anna, now=NOON),
        lambda: commands.declare_vacation(player=boris, starts=after(days=1), ends=after(days=3), now=NOON),
    )
    assert [vacation.seat for vacation in state(game_id).clocks.vacations] == [1]


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_vacations_over_the_yearly_limit_is_accepted(anna, _):
    declare = partial(commands.declare_vacation, player=anna, now=NOON)
    refusals = at_once(
        lambda: declare(starts=after(days=1), ends=after(days=21)),
        lambda: declare(starts=after(days=30), ends=after(days=50)),
    )
    assert sorted(refusals, key=str) == [None, "You can have at most 28 days of vacation in any 365 days."]


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_changes_to_the_same_draft_version_is_saved(anna, boris, _):
    game_id = start(anna, boris)
    draft = commands.save_draft(game_id=game_id, player=anna, layout=["AE"], now=NOON)
    change = partial(
        commands.change_draft, game_id=game_id, player=anna, draft=draft.pk, made_from=[draft.version], now=NOON
    )
    refusals = at_once(*[lambda row=row: change(layout=[row]) for row in ("EA", "EE")])
    (told,) = [refusal for refusal in refusals if refusal]
    assert told.startswith("Your draft changed on another device")
    draft.refresh_from_db()
    assert draft.layout == ("EA", "EE")[refusals.index(None)]


@pytest.mark.parametrize("_", range(TIMES))
def test_drafts_saved_at_once_get_distinct_names_and_stay_within_twenty(anna, boris, _):
    game_id = start(anna, boris)
    save = partial(commands.save_draft, game_id=game_id, player=anna, name="Idea", layout=["AE"], now=NOON)
    for _each in range(18):
        save()
    refusals = at_once(save, save, save)
    assert sorted(map(str, refusals)) == ["None", "None", "You can save at most 20 drafts per game. Discard one first."]
    assert Draft.objects.values("name").distinct().count() == 20


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_practice_games_stay_within_the_limit(anna, _):
    practise = partial(practice.open_table, kind="lynx", player=anna, now=NOON)
    for _each in range(TABLES_WITH_ROBOTS - 1):
        practise()
    refusals = at_once(practise, practise)
    assert sorted(refusal is None for refusal in refusals) == [False, True]
    assert Game.objects.count() == TABLES_WITH_ROBOTS


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_new_games_stay_within_the_limit_of_lobbies(anna, _):
    make = partial(commands.make_game, kind="lynx", player=anna, seats=2, options={}, now=NOON)
    for _each in range(LOBBIES - 1):
        make()
    refusals = at_once(make, make)
    assert sorted(refusal is None for refusal in refusals) == [False, True]


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_invitations_stay_within_the_daily_limit(anna, _):
    games = [commands.make_game(kind="lynx", player=anna, seats=2, options={}, now=NOON) for _each in range(2)]
    for n in range(A_DAY_AT_FIRST - 1):
        commands.invite(game_id=games[0], player=anna, email=f"guest-{n}@example.org", now=NOON)
    last = [
        partial(commands.invite, game_id=game_id, player=anna, email="boris@example.org", now=NOON) for game_id in games
    ]
    assert sum(refusal is None for refusal in at_once(*last)) == 1
    assert Invitation.objects.count() == A_DAY_AT_FIRST


@pytest.mark.parametrize("_", range(TIMES))
def test_simultaneous_tile_sets_and_presets_stay_within_their_limits(anna, _):
    for n in range(MOST_SETS - 1):
        commands.save_tile_set(player=anna, name=f"Set {n}", counts="A2 E2", now=NOON)
        commands.save_preset(player=anna, kind="lynx", name=f"Preset {n}", options={}, now=NOON)
    names = ("The last", "One more")
    at_once(*[partial(commands.save_tile_set, player=anna, name=name, counts="A2 E2", now=NOON) for name in names])
    at_once(
        *[partial(commands.save_preset, player=anna, kind="lynx", name=name, options={}, now=NOON) for name in names]
    )
    assert (anna.tile_sets.count(), anna.presets.count()) == (MOST_SETS, MOST_PRESETS)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_robot_moves_once_with_two_workers_at_one_game(anna, _):
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    at_once(*[partial(practice.visit, game_id=game_id, now=NOON)] * 2)
    verbs = Counter(Event.objects.filter(game=game_id, seat=1).values_list("verb", flat=True))
    assert (verbs["seen"], verbs["submit"]) == (1, 1)


def test_a_page_read_during_a_deal_shows_no_face_down_tiles(anna, boris):
    game_id = start(anna, boris, leeway=0, tiles_per_light=2)
    look(game_id, anna, boris)
    complete(game_id, anna)
    seen = "".join(sorted(hand(game_id, boris)))
    pages = []

    def read():
        for _ in range(60):
            pages.append(queries.table(game_id=game_id, player=boris, now=NOON).view)

    at_once(read, read, lambda: order(game_id, anna, "green"))
    assert {page.hand for page in pages} == {seen}
    assert {page.unseen for page in pages} <= {0, 2}
    assert seen_now(game_id, now=NOON).state.unseen[1] == 2
