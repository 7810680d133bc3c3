"""House rules used by two players at once, with real threads and a real PostgreSQL: a tile changes hands once, a
word is struck once."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection

from games import commands
from games.rules.crossing.state import Swap
from tests.tables import NO_POOL, after, ask, complete, hand, happened, look, order, start, state
from tests.test_races import TIMES, assert_whole, at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]
SEED = bytes(32)


def verbs_of(game_id):
    return Counter(verb for verb, _ in happened(game_id))


@pytest.fixture
def team(anna, boris, chloe, dmitri):
    """Anna's partner is Chloe; each has a tile that the other wants, and both have offered a swap."""
    game_id = start(anna, boris, chloe, dmitri, seed=SEED, starting_tiles=4, leeway=0, teams="ABAB", jaywalk="everyone")
    look(game_id, anna, boris, chloe, dmitri)
    order(game_id, anna, "OFFER A FOR E")
    order(game_id, chloe, "OFFER E FOR A")
    assert state(game_id).swaps == (Swap(0, "A", 2, "E"), Swap(2, "E", 0, "A"))
    return game_id


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_offers_accepted_at_once_is_carried_out(team, anna, chloe, _):
    refusals = at_once(lambda: order(team, anna, "ACCEPT"), lambda: order(team, chloe, "ACCEPT"))
    assert sum(refusal is None for refusal in refusals) == 1
    assert (verbs_of(team)["swap"], state(team).swapped.count(0)) == (1, 1)
    assert_whole(team)


@pytest.mark.parametrize("_", range(TIMES))
@pytest.mark.parametrize(("by", "ends"), [("chloe", "DECLINE SWAP"), ("anna", "UNOFFER")])
def test_an_offer_accepted_while_it_ends_is_either_carried_out_or_gone(team, chloe, by, ends, request, _):
    ender = request.getfixturevalue(by)
    accepted, ended = at_once(lambda: order(team, chloe, "ACCEPT"), lambda: order(team, ender, ends))
    assert (accepted is None) != (ended is None)
    assert verbs_of(team)["swap"] == (accepted is None)
    assert_whole(team)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_swap_during_a_jaywalk_of_its_tile_moves_no_tile_twice(team, anna, chloe, _):
    at_once(lambda: order(team, anna, "JAYWALK A"), lambda: order(team, chloe, "ACCEPT"))
    assert [len(state(team).held(seat)) for seat in (0, 2)] == [4, 4]
    assert_whole(team)


@pytest.mark.parametrize("_", range(TIMES))
def test_only_one_of_two_players_takes_the_open_tile(anna, boris, chloe, _):
    game_id = start(anna, boris, chloe, seed=SEED, starting_tiles=4, jaywalk="everyone", face_up=True)
    look(game_id, anna, boris, chloe)
    order(game_id, chloe, f"JAYWALK {hand(game_id, chloe)[0]}")
    (open_tile,) = state(game_id).face_up
    other = "AE".replace(open_tile, "")
    refusals = at_once(
        *(lambda player=player: order(game_id, player, f"JAYWALK {other} FOR {open_tile}") for player in (anna, boris))
    )
    assert sum(refusal is None for refusal in refusals) == 1
    assert verbs_of(game_id)["jaywalk"] == 2
    assert_whole(game_id)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_jaywalk_sent_twice_is_done_only_once(anna, boris, _):
    game_id = start(anna, boris, seed=SEED, starting_tiles=4, jaywalk="everyone")
    look(game_id, anna, boris)
    refusals = at_once(*[lambda: order(game_id, anna, f"JAYWALK {hand(game_id, anna)[0]}")] * 2)
    assert sum(refusal is None for refusal in refusals) == 1
    assert verbs_of(game_id)["jaywalk"] == 1
    assert_whole(game_id)


@pytest.fixture
def opened(anna, boris):
    """A game after its red light, in which both may challenge."""
    game_id = start(anna, boris, word_check="challenge", false_challenge=1, leeway=0, **NO_POOL)
    look(game_id, anna, boris)
    complete(game_id, boris)
    ask(game_id, anna)
    order(game_id, boris, "done")
    return game_id


@pytest.mark.parametrize("_", range(TIMES))
def test_a_word_challenged_by_two_players_is_checked_once(opened, anna, boris, _):
    word = state(opened).boards[1][0]
    refusals = at_once(*(lambda player=player: order(opened, player, f"challenge {word}") for player in (anna, boris)))
    assert set(refusals) == {None, f"{word} has already been challenged. Each word can only be challenged once."}
    assert [one.word for one in state(opened).challenges] == [word]
    assert_whole(opened)


@pytest.mark.parametrize("_", range(TIMES))
def test_a_challenge_at_the_end_of_its_window_counts_or_is_refused(opened, anna, _):
    word, end = state(opened).boards[1][0], after(days=1)
    (refused, _) = at_once(
        lambda: order(opened, anna, f"challenge {word}", at=end - timedelta(microseconds=1)),
        lambda: commands.apply_due(game_id=opened, now=end),
    )
    commands.apply_due(game_id=opened, now=end)
    assert (state(opened).phase, verbs_of(opened)["score"]) == ("finished", 1)
    assert bool(state(opened).challenges) == (refused is None)
    assert_whole(opened)


@pytest.mark.parametrize("_", range(TIMES))
def test_the_last_two_players_to_be_done_end_the_game_once(opened, anna, boris, _):
    assert at_once(lambda: order(opened, anna, "done"), lambda: order(opened, boris, "done")) == [None, None]
    assert (state(opened).phase, verbs_of(opened)["score"]) == ("finished", 1)
    assert_whole(opened)
