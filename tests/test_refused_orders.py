"""Refusals in Lynx, Scannergram and the Handshake Game, by email and by the API: each says what was wrong, and
nothing changes."""

import pytest
from django.utils import timezone

from games import commands
from games.rules.chance import Chance
from games.word_lists.shelf import vocabulary_of
from tests.api.conftest import Program
from tests.notifications.conftest import Post, said
from tests.of_pieces import start_of, table, write
from tests.positions import just_now

pytestmark = pytest.mark.django_db
PATTERN = ".....#.\n##.#.#.\n.......\n##.#.##\n.......\n.#.#.##\n.#....."
CURIE = "CLAIM HAND Marie Curie THROUGH Aunt Olga: Zurich, 1931"


def lynx(players):
    """A game with MOM at 4D, and the seat to move."""
    game_id = start_of("lynx", *players, now=just_now(), pattern=PATTERN)
    first = table(game_id).state.awaited[0]
    write(game_id, players[first], "ENTER 4D MOM", timezone.now())
    return game_id, 1 - first


def scannergram(players):
    """A game in which a robot in the first seat has bid."""
    game_id = start_of("scannergram", *players, now=just_now())
    for number in range(40):
        here = table(game_id)
        view, words = here.view(0), vocabulary_of(here.game.word_list_id)
        (order,) = here.kind.next_orders(view, 0, here.kind.plain_mind(words, Chance(bytes([number]))))
        commands.play(game_id=game_id, player=players[0], orders=[order], now=timezone.now())
        if order.verb == "BID":
            return game_id, 1
        write(game_id, players[1], "PASS", timezone.now())
    raise AssertionError("no tile in forty could be worked in")


def handshake(players):
    """A game in which the first player has made a claim."""
    game_id = start_of("handshake", *players, now=just_now())
    write(game_id, players[0], CURIE, timezone.now())
    return game_id, 1


REFUSED = [
    (lynx, "ENTER 2D TENURED", "2D"),
    (lynx, "ENTER 5A SANCT", "7"),
    (lynx, "ENTER 4D MUM", "4D"),
    (lynx, "ENTER 99A CAT", "99A"),
    (lynx, "ACCEPT", "judge"),
    (scannergram, "BID 2\nCALL AA\nGRID\nAA\nEND", "Your bid must be a whole number from"),
    (scannergram, "BID 15", "GRID"),
    (scannergram, "CALL AA\nGRID\nAA\nEND", "BID"),
    (handshake, "VOTE 1", "CLAIM"),
    (handshake, "DOUBT 1", "CLAIM"),
    (handshake, "CLAIM HAND Noah: somewhere, once", "THROUGH"),
]


@pytest.fixture
def players(anna, boris, chloe, settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    return [anna, boris, chloe]


@pytest.mark.parametrize(("begun", "text", "why"), REFUSED)
def test_invalid_commands_are_refused_with_a_hint_and_change_nothing(begun, text, why, players):
    game_id, seat = begun(players if begun is handshake else players[:2])
    before = table(game_id).state
    answer = Program(players[seat]).post(f"/games/{game_id}/commands", {"text": text})
    assert answer.status_code in (409, 422)
    assert why in answer.json()["detail"] + str(answer.json().get("try"))
    post = Post(game_id, timezone.now()).later(minutes=30)
    row = post.answer(post.last(players[seat]), f"{text}\n")
    assert row.outcome == "refused"
    assert why in said(post.last(players[seat]))
    after = table(game_id).state
    assert (after.boards, after.points, after.turn) == (before.boards, before.points, before.turn)


@pytest.mark.parametrize("begun", [lynx, scannergram])
def test_a_command_for_an_earlier_turn_is_stale(begun, players):
    game_id, seat = begun(players[:2])
    late = Program(players[seat]).post(f"/games/{game_id}/commands", {"text": "PASS", "turn": 0})
    assert late.status_code == 409
    assert "moved on" in late.json()["detail"]


def test_a_command_out_of_turn_is_refused_by_email_too(players):
    game_id, seat = lynx(players[:2])
    post = Post(game_id, timezone.now()).later(minutes=30)
    row = post.answer(post.last(players[1 - seat]), "PASS\n")
    assert row.outcome == "refused"
    assert players[seat].name in said(post.last(players[1 - seat]))
    assert table(game_id).state.awaited == (seat,)
