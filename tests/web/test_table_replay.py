"""The replay of a shared board: every move of every kind, and nothing before the end."""

import json
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.utils import timezone

from games import commands, store
from games.models import Event
from games.rules import registry
from games.rules.chance import Chance
from games.word_lists.shelf import vocabulary_of
from tests.of_pieces import KINDS, start_of, write
from tests.positions import just_now, kept

pytestmark = pytest.mark.django_db

REPLAYED = [kind for kind in KINDS if registry.kind(kind).sample]
MOVES = 6


def played(kind, *players, now, after_each=lambda game_id: None, **options):
    """Play a game in which robots choose a few moves for these players; return its id."""
    game_id = start_of(kind, *players, now=now, **options)
    for n in range(MOVES):
        after_each(game_id)
        table = store.seen_now(game_id, now=now)
        words = vocabulary_of(table.game.word_list_id)
        for seat in table.state.awaited[:1]:
            view = table.view(seat)
            orders = table.kind.next_orders(view, seat, table.kind.plain_mind(words, Chance(bytes([n]) * 32)))
            if orders:
                commands.play(game_id=game_id, player=players[seat], orders=orders, now=now)
    return game_id


@pytest.fixture(params=REPLAYED)
def running(request, anna, boris):
    return kept(played)(request.param, anna, boris, now=just_now())


def test_only_a_finished_game_has_a_replay_of_each_move(running, anna, boris, browser_of):
    replay = f"/games/{running}/replay.json"
    for reader in (anna, boris, None):
        assert browser_of(reader).get(replay).status_code == 404
    write(running, boris, "RESIGN", timezone.now())
    for reader in (anna, boris, None):
        told = json.loads(browser_of(reader).get(replay).text)
        assert len(told["steps"]) > 2
        assert all(told["drawn"][number] for step in told["steps"] for number in step["pieces"])
        assert len({step["says"] for step in told["steps"]}) > 2


def test_each_step_is_shown_without_a_script_too(running, boris, browser_of):
    write(running, boris, "RESIGN", timezone.now())
    stranger = browser_of()
    told = json.loads(stranger.get(f"/games/{running}/replay.json").text)
    for number, step in enumerate(told["steps"][:-1]):
        page = stranger.get(f"/games/{running}/result/?step={number}")
        assert page.context["step"].says == step["says"]
        assert all(told["drawn"][piece].strip() in page.text for piece in step["pieces"])


def test_a_record_that_cannot_be_replayed_is_explained_on_the_page(running, boris, browser_of):
    write(running, boris, "RESIGN", timezone.now())
    assert (
        "This game can’t be replayed, because its record doesn’t fit today’s rules."
        not in browser_of().get(f"/games/{running}/result/").text
    )
    Event.objects.filter(game=running, verb="resign").delete()
    caches["replays"].clear()
    assert (
        "This game can’t be replayed, because its record doesn’t fit today’s rules."
        in browser_of().get(f"/games/{running}/result/").text
    )
    assert browser_of().get(f"/games/{running}/replay.json").status_code == 404


def test_the_replay_of_a_private_game_is_private(anna, boris, dmitri, browser_of):
    now = timezone.now()
    game_id = played("crosslet", anna, boris, now=now, listed=False)
    write(game_id, boris, "RESIGN", now)
    assert browser_of(anna).get(f"/games/{game_id}/replay.json").status_code == 200
    assert browser_of(dmitri).get(f"/games/{game_id}/replay.json").status_code == 404
    assert (
        browser_of().get(f"/games/{game_id}/replay.json").status_code == 302
    )  # to sign in, as for a game that doesn't exist


def test_hands_appear_only_in_the_last_step(anna, boris, browser_of):
    now = timezone.now()
    game_id = played("lexicon_cards", anna, boris, now=now)
    write(game_id, boris, "RESIGN", now + timedelta(minutes=1))
    told = json.loads(browser_of(anna).get(f"/games/{game_id}/replay.json").text)
    for step in told["steps"][:-1]:
        assert not any('data-rack="hand' in told["drawn"][number] for number in step["pieces"])
