"""The record of a game: what each reader may see of it, and its format."""

import json
from datetime import timedelta

import pytest
from django.db import transaction

from games import commands, queries, store
from games.commands.lobby import open_table
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Order, StaffAction
from games.store import NoSuchGame
from games.word_lists.shelf import import_words
from tests.conftest import NOON
from tests.tables import A_LONG_GAME, after, complete, hand, import_rows, look, order, start

HOUR = timedelta(hours=1)


@pytest.fixture
def game(anna, boris, db):
    """A game of Anna and Boris with hidden requests; any two tiles in a row are a word."""
    import_words(["AA", "AB", "BA", "BB"], name="easy", now=NOON)
    options = {"tile_set": "A20 B20", "starting_tiles": 2, "requests_visible": False, "leeway": 0}
    game = commands.make_game(
        kind="crossing",
        player=anna,
        seats=2,
        options=options,
        word_list="easy",
        invite=["boris@example.org"],
        now=NOON,
    )
    commands.join(game_id=game, player=boris, now=NOON)
    commands.agree(game_id=game, player=anna, now=NOON)
    commands.agree(game_id=game, player=boris, now=NOON)
    return game


def ask(game, player):
    """Look, lay all tiles, and request a green light."""
    commands.look(game_id=game, player=player, now=NOON + HOUR)
    hand = queries.api_view(game_id=game, player=player, now=NOON + HOUR)["hand"]
    orders = [Order("GRID", {"layout": (hand,)}), Order("GREEN")]
    commands.play(game_id=game, player=player, orders=orders, now=NOON + HOUR)


def test_a_record_does_not_say_who_gets_tiles_by_email(game, anna, boris):
    commands.set_tiles_by_email(game_id=game, player=boris, on=True, now=NOON)
    for player in (anna, boris):
        events = queries.record(game_id=game, player=player, now=NOON + 2 * HOUR)["events"]
        assert not any({"tiles_by_email", "struck"} & event.keys() for event in events)


def verbs(game, player, *, after=2 * HOUR):
    return [event["verb"] for event in queries.record(game_id=game, player=player, now=NOON + after)["events"]]


def test_a_hidden_request_is_only_in_its_players_record(game, anna, boris):
    ask(game, anna)
    assert verbs(game, anna) == ["deal", "seen", "submit", "ask"]
    assert verbs(game, boris) == ["deal", "seen"]


def test_unsaved_events_that_are_due_are_in_the_record(game, anna, boris):
    late = timedelta(days=6)
    assert verbs(game, anna, after=late) == ["deal", "away", "away"]


def test_strangers_cannot_read_the_record_of_a_private_game(game, dmitri):
    for player in (dmitri, None):
        with pytest.raises(NoSuchGame):
            queries.record(game_id=game, player=player, now=NOON)


def test_all_times_have_the_same_format(game, anna):
    commands.declare_vacation(player=anna, starts=NOON + 3 * HOUR, ends=NOON + 27 * HOUR, now=NOON + HOUR)
    vacation = queries.record(game_id=game, player=anna, now=NOON + 2 * HOUR)["events"][1]
    assert vacation == {
        "n": 2,
        "at": "2026-11-20T13:00:00.000000Z",
        "verb": "vacation",
        "seat": 0,
        "starts": "2026-11-20T15:00:00.000000Z",
        "ends": "2026-11-21T15:00:00.000000Z",
    }


def test_the_record_of_a_finished_game_is_complete_and_the_same_for_all(game, anna, boris):
    ask(game, anna)
    order(game, boris, "resign", at=NOON + 2 * HOUR)
    record = queries.record(game_id=game, player=anna, now=NOON + 3 * HOUR)
    assert record == queries.record(game_id=game, player=boris, now=NOON + 3 * HOUR)
    replay(registry.kind(record["kind"]), record)
    assert set(record["events"][-2]["results"][0]) == {
        *("seat", "points", "words", "leftover", "score", "struck", "layout")
    }


def test_the_record_of_an_assigned_game_with_staff_actions_verifies(anna, boris):
    import_rows()
    seated = {"kind": "crossing", "players": (anna, boris), "options": A_LONG_GAME, "word_list": "rows"}
    with transaction.atomic():
        game = open_table(**seated, rated=True, hard_end=after(days=2), now=NOON, agreed={0: "lucky", 1: ""})
    look(game.pk, anna)
    for verb, seat in (("PAUSE", None), ("RESUME", None), ("REPLACE", 0), ("AWAY", 1), ("AMBER", None)):
        with store.locked(game.pk, now=NOON) as table:
            table.govern(StaffAction(verb, "It must be.", seat))
    commands.apply_due(game_id=game.pk, now=after(days=2))
    told = queries.record(game_id=game.pk, player=anna, now=after(days=2))
    assert [event["verb"] for event in told["events"][:2]] == ["deal", "extend"]
    replay(registry.kind("crossing"), json.loads(json.dumps(told)))


def test_a_swap_offer_is_in_no_record_even_if_an_unsaved_light_ended_it(anna, boris, chloe):
    players = (anna, boris, chloe)
    game = start(*players, teams="AAB", partners_see=False)
    look(game, *players)
    complete(game, chloe)
    order(game, chloe, "GREEN")
    gives = hand(game, anna)[0]
    order(game, anna, f"OFFER {gives} FOR {'A' if gives == 'E' else 'E'}")
    told = queries.record(game_id=game, player=anna, now=after(hours=1))["events"]
    assert [event["verb"] for event in told] == ["deal", "seen", "seen", "seen", "ask", "green"]
