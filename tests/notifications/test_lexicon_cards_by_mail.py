"""Lexicon, the card game, by email alone: a whole game in one-line replies, and what an email can't do."""

import re

import pytest

from games import commands
from games.players.models import Player
from games.rules import registry
from notifications.models import InboundMail
from tests.conftest import NOON
from tests.notifications.conftest import Post, said
from tests.positions import kept

KIND = registry.kind("lexicon_cards")
ANNA, BORIS = "anna@example.org", "boris@example.org"
Outcome = InboundMail.Outcome


@kept
def begin(anna, **options):
    game_id = commands.make_game(kind=KIND.key, player=anna, seats=2, options=options, invite=[BORIS], now=NOON)
    commands.agree(game_id=game_id, player=anna, now=NOON)
    post = Post(game_id, NOON).deliver()
    post.answer(post.last(BORIS), "JOIN\n")
    return post.later(minutes=10)


@pytest.fixture
def post(anna, db):
    return begin(anna)


def to_move(post):
    """Return the addresses of the player to move and of the other, and the hand of the first."""
    state = post.state
    (seat,) = state.awaited
    addresses = (ANNA, BORIS)
    if post.game.seats.get(number=seat).player != Player.objects.get(email=ANNA):
        addresses = addresses[::-1]
    return *addresses, state.hands[seat]


def answer(post, address, body):
    """Send a reply that must be carried out, and let half an hour pass."""
    assert post.answer(post.last(address), body).outcome == Outcome.OBEYED, said(post.last(address))
    return post.later(minutes=30)


def test_a_game_can_be_played_to_its_end_in_lower_case(anna, db):
    """The player to move lays the whole hand, which may be challenged and isn't."""
    post = begin(anna, word_check="challenge")
    while post.game.phase != "finished":
        address, other, hand = to_move(post)
        answer(post, address, f"lay {hand.replace('?', 'e?')}\n\nCheers".lower())
        assert "can no longer be challenged" in said(post.last(other))
        answer(post, other, "accept")
    points = post.state.points.values()
    assert max(points) > 100 >= min(points)
    for address in (ANNA, BORIS):
        assert str(max(points)) in said(post.last(address))


def test_one_email_can_challenge_a_word_and_make_the_next_move(anna, db):
    post = begin(anna, word_check="challenge")
    address, other, hand = to_move(post)
    answer(post, address, f"LAY {hand[:4].replace('?', 'E?')}")
    _, _, theirs = to_move(post)
    answer(post, other, f"CHALLENGE\nDRAW {theirs[0]}")
    assert sorted(post.state.points.values()) == [0, 10]
    assert (post.state.exposed, post.state.phase) == (theirs[0], "playing")


def test_a_turn_email_shows_the_hand_the_words_and_the_exposed_card(post):
    address, other, hand = to_move(post)
    post.answer(post.last(address), f"DRAW {hand[0]}\n")
    post.later(minutes=30)
    mail = said(post.last(other))
    theirs = post.state.hands[post.state.awaited[0]]
    shown = re.sub(r"(?<=[A-Z?])\d+", "", mail)
    assert " ".join(sorted(theirs, key="ABCDEFGHIJKLMNOPQRSTUVWXYZ?".index)) in shown
    assert f"discarded {hand[0]} and drew a card." in mail
    assert f"Exposed card – {hand[0]}" in mail
    assert "No words yet." in mail


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("LAY ZZZZZ", "You don’t hold"),
        ("LAY ?AT", "Write the letter that the Master stands for, with ? after it."),
        ("LAY", "After LAY, write a word made from your cards."),
        ("TAKE", "After TAKE, write the card from your hand that replaces the exposed card."),
        ("ADD ARE BARE", "There are no words on the table yet. Lay one, or take or draw a card."),
        ("EXCHANGE LARCH LURCH", "There are no words on the table yet. Lay one, or take or draw a card."),
        ("CHALLENGE", "There is nothing to challenge. In this game, words are looked up when they are laid."),
        ("LAY CAT\nDRAW Q", "LAY and DRAW contradict each other. Keep only one of them."),
    ],
)
def test_invalid_moves_are_refused_with_a_correction_and_change_nothing(post, body, why):
    address, _, _ = to_move(post)
    before = post.state
    assert post.answer(post.last(address), body).outcome == Outcome.REFUSED
    assert why in said(post.last(address))
    assert post.state == before


def test_a_card_not_held_is_refused(post):
    address, _, hand = to_move(post)
    before = post.state
    missing = next(letter for letter in "QJVXZBF" if letter not in hand)
    assert post.answer(post.last(address), f"DRAW {missing}").outcome == Outcome.REFUSED
    assert f"You don’t hold {missing}. Name one of your own cards." in said(post.last(address))
    assert post.state == before


def test_a_command_out_of_turn_is_refused(post):
    _, waiting, _ = to_move(post)
    before = post.state
    assert post.answer(post.last(waiting), "DRAW A").outcome == Outcome.REFUSED
    assert "Wait for yours." in said(post.last(waiting))
    assert post.state == before


def test_an_answer_to_an_email_about_a_past_turn_is_stale(post):
    address, other, hand = to_move(post)
    first = post.last(address)
    post.answer(first, f"DRAW {hand[0]}")
    post.later(minutes=30)
    post.answer(post.last(other), f"DRAW {to_move(post)[2][0]}")
    post.later(minutes=30)
    before = post.state
    assert post.answer(first, f"DRAW {to_move(post)[2][0]}").outcome == Outcome.REFUSED
    assert post.state == before
