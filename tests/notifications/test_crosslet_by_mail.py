"""Crosslet by email alone: the board of a turn email is copied, filled in and sent back."""

import re

import pytest

from games import commands
from games.players.models import Player
from games.rules import registry
from games.rules.chance import Chance
from games.rules.fixed_board import with_letters
from games.rules.grid import cells
from notifications.models import InboundMail
from tests.conftest import NOON
from tests.notifications.conftest import Post, said
from tests.open_list import vocabulary
from tests.positions import kept

KIND = registry.kind("crosslet")
ANNA, BORIS = "anna@example.org", "boris@example.org"
BOARD_ROW = re.compile(r"^ *\d{1,2}\| (\S{15})$", re.MULTILINE)
Outcome = InboundMail.Outcome


@pytest.fixture
@kept
def post(anna, db):
    game_id = commands.make_game(kind="crosslet", player=anna, seats=2, options={}, invite=[BORIS], now=NOON)
    commands.agree(game_id=game_id, player=anna, now=NOON)
    post = Post(game_id, NOON).deliver()
    post.answer(post.last(BORIS), "JOIN\n")
    return post.later(minutes=10)


def to_move(post):
    """Return the addresses of the player to move and of the other."""
    (seat,) = post.state.awaited
    player = post.game.seats.get(number=seat).player
    return (ANNA, BORIS) if player == Player.objects.get(email=ANNA) else (BORIS, ANNA)


def board_in(mail):
    """Return the board as the email prints it, with the characters of its bonus cells."""
    rows = BOARD_ROW.findall(mail.text)
    assert len(rows) == 15
    return tuple(rows)


def answer_of_robot(post, mail):
    """Return a robot's play as a reply, filled into the board of the email."""
    state = post.state
    (seat,) = state.awaited
    (order,) = KIND.next_orders(
        KIND.view(state, seat, vocabulary()), seat, KIND.plain_mind(vocabulary(), Chance(bytes(1)))
    )
    if order.verb == "EXCHANGE":
        return "EXCHANGE " + " ".join(order.facts["tiles"])
    filled = with_letters(board_in(mail), cells(order.facts["layout"]))
    return "\n".join(["GRID", *(f"| {row} |" for row in filled), "END", "Cheers"])


def test_a_whole_game_is_played_by_copying_the_board(post):
    for _ in range(60):
        address, _ = to_move(post)
        mail = post.last(address)
        row = post.answer(mail, answer_of_robot(post, mail))
        assert row.outcome == Outcome.OBEYED, said(post.last(address))
        post.later(minutes=30)
        if post.game.phase == "finished":
            break
    assert post.game.phase == "finished"
    assert max(post.state.points.values()) > 100
    for address in (ANNA, BORIS):
        assert str(post.state.points[0]) in said(post.last(address))


def test_a_turn_email_shows_the_board_both_racks_and_the_bag(post):
    address, _ = to_move(post)
    mail = post.last(address)
    state = post.state
    assert board_in(mail) == KIND.grammar(state.options).board.marks
    for rack in state.hands.values():
        assert " ".join(sorted(rack, key="ABCDEFGHIJKLMNOPQRSTUVWXYZ?".index)) in re.sub(
            r"(?<=[A-Z?])\d+", "", said(mail)
        )


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("GRID\n8H ZZZZZZZZ\nEND", "You don’t hold these tiles: Z, Z, Z, Z, Z, Z, Z"),
        ("GRID\n..JOG..\nEND", "The board has 15 rows, but this layout has 1."),
        ("GRID\n8N JOG\nEND", "8N JOG doesn’t fit on the board. The cells are A1 to O15."),
        ("EXCHANGE", "There are still tiles in the bag (86). Name the ones to exchange, for example EXCHANGE Q U."),
        ("SWAP H8", "In this game, blanks stay where they are."),
        ("GRID\n8H JOG\nEND\nEXCHANGE J", "contradict each other"),
    ],
)
def test_invalid_plays_are_refused_with_a_correction_and_change_nothing(post, body, why):
    address, _ = to_move(post)
    before = post.state
    assert post.answer(post.last(address), body).outcome == Outcome.REFUSED
    assert why in said(post.last(address))
    assert post.state == before


def test_a_command_out_of_turn_is_refused(post):
    _, waiting = to_move(post)
    before = post.state
    assert post.answer(post.last(waiting), "EXCHANGE A").outcome == Outcome.REFUSED
    assert "Wait for yours." in said(post.last(waiting))
    assert post.state == before


def test_an_answer_to_an_email_about_a_past_turn_is_stale(post):
    address, other = to_move(post)
    first = post.last(address)
    for player in (address, other):
        rack = post.state.hands[post.state.awaited[0]]
        assert post.answer(post.last(player), f"EXCHANGE {rack[0]}").outcome == Outcome.OBEYED
        post.later(minutes=30)
    before = post.state
    row = post.answer(first, f"EXCHANGE {before.hands[before.awaited[0]][0]}")
    assert row.outcome == Outcome.REFUSED
    assert post.state == before
