"""A player's hidden orders change nothing on anybody else's page, nor the fingerprint that signals a change."""

import re

import pytest
from django.db import transaction
from django.utils import timezone

from tests.of_pieces import KINDS, give, start_of, table, write

pytestmark = pytest.mark.django_db

PAGES = ("", "more/", "result/", "record.json", "grid/confirm/", "resign/confirm/")


def hold(tiles):
    def hidden(game_id, player, at):
        give(game_id, player, tiles)

    return hidden


def say_in_an_order(text):
    def hidden(game_id, player, at):
        write(game_id, player, text, at)

    return hidden


def seal(column, word):
    """Return a function that makes a hidden bid, with the new tile in this column below all others."""

    def hidden(game_id, player, at):
        state = table(game_id).state
        rows = (*state.grid, ("." * column + state.tile).ljust(len(state.grid[0]), "."))
        write(game_id, player, "\n".join((f"BID 4\nCALL {word}\nGRID", *rows, "END")), at)

    return hidden


HIDDEN = {
    "scannergram": (seal(0, "WITCH"), seal(1, "BOUND")),
    "lexicon_cards": (hold("AAAAEEEEXZ"), hold("IIIHHHLLQV")),
    "handshake": (
        say_in_an_order("CLAIM HAND Marie Curie THROUGH Aunt Olga: in Zurich"),
        say_in_an_order("CLAIM REFUSED Queen Victoria: at the opera"),
    ),
}


def read(client, game_id):
    """Return everything that a reader is sent, except form tokens and times of day."""
    sent = []
    for address in PAGES:
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(f"/games/{game_id}/{address}", headers=headers)
            text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"|<time.*?</time>', "", answer.text)
            sent.append((answer.status_code, answer.headers.get("ETag"), text))
    return sent


@pytest.mark.parametrize("key", sorted(HIDDEN.keys() & KINDS))
def test_a_players_secrets_are_hidden_from_others(key, anna, boris, chloe, dmitri, browser_of):
    at = timezone.now()
    game_id = start_of(key, anna, boris, chloe, now=at)
    anna_reads, *others = [browser_of(one) for one in (anna, boris, dmitri, None)]
    seen_by_anna, seen_by_others = [], []
    for hidden in HIDDEN[key]:
        before = transaction.savepoint()
        hidden(game_id, anna, at)
        seen_by_anna.append(read(anna_reads, game_id))
        seen_by_others.append([read(client, game_id) for client in others])
        transaction.savepoint_rollback(before)
    assert seen_by_anna[0] != seen_by_anna[1]
    assert seen_by_others[0] == seen_by_others[1]
