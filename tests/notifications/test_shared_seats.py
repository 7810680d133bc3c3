"""Emails to several people who play one seat: each gets their own, any of them may reply, and one who left only
hears of the result."""

import pytest

from games import commands
from games.players.models import Player
from games.rules.values import Order
from games.store import seen_now
from notifications.models import InboundMail, Message, Notice
from notifications.preferences import choices
from tests.notifications.conftest import NOON, OPTIONS, Post, said
from tests.positions import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
@kept
def post(anna, boris, chloe, ae_words):
    """A game in which Anna and Chloe play the first seat, Boris the other; Chloe gets tiles by email."""
    options = {**OPTIONS, "people_a_seat": 2}
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options=options, word_list="ae", listed=True, now=NOON
    )
    commands.join(game_id=game_id, player=boris, now=NOON)
    commands.take_seat(game_id=game_id, player=chloe, number=0, now=NOON)
    commands.set_tiles_by_email(game_id=game_id, player=chloe, on=True, now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    return Post(game_id, NOON).later(minutes=10)


def test_tiles_are_emailed_to_everyone_in_a_seat_and_any_of_these_counts_as_a_look(post, anna, boris, chloe):
    tiles = post.hand(anna)
    assert len(tiles) == OPTIONS["starting_tiles"]
    for player, other in ((anna, chloe), (chloe, anna)):
        mail = said(post.last(player))
        assert f"You share your seat with {other.name}" in mail
        assert "you hold 3 tiles · this email counts as looking at your tiles" in mail
    assert "You share your seat" not in said(post.last(boris))
    assert "against Anna & Chloe" in post.last(boris).subject
    assert "Anna & Chloe" in said(post.last(boris))
    assert "Anna &amp; Chloe" in post.last(boris).html
    assert post.hand(boris) == ""


def test_each_player_has_their_own_reply_address(post, anna, chloe):
    assert post.last(anna).reply_to != post.last(chloe).reply_to
    assert Message.objects.filter(player=anna).get(kind="start").token_sha256


@pytest.mark.parametrize("name", ["Anna", "Chloe"])
def test_either_player_can_answer_for_the_seat(post, name):
    player = Player.objects.get(name=name)
    row = post.answer(post.last(player), f"GRID\n|{post.hand(player)}|\nEND\nGREEN\n")
    assert row.outcome == InboundMail.Outcome.OBEYED
    assert post.game.events.filter(verb="ask", seat=0).count() == 1
    assert "GREEN" in said(post.last(player))


def test_nobody_can_reply_to_somebody_elses_email(post, anna, chloe):
    row = post.answer(post.last(anna), "GREEN\n", sender=chloe.email)
    assert row.outcome == InboundMail.Outcome.HELD


def test_chat_goes_to_those_who_share_the_seat_but_not_to_its_sender(post, anna, boris, chloe):
    mails = len(post.mails(chloe))
    commands.say(game_id=post.game_id, player=chloe, text="Hello", now=post.now)
    post.later(minutes=10)
    assert "Chloe: Hello" in said(post.last(anna))
    assert "Chloe: Hello" in said(post.last(boris))
    assert len(post.mails(chloe)) == mails


def leave(post, player):
    commands.play(game_id=post.game_id, player=player, orders=[Order("RESIGN")], now=post.now)
    return post.later(minutes=10)


def test_the_others_are_notified_when_a_player_leaves_a_shared_seat(post, anna, boris, chloe):
    leave(post, anna)
    for player in (boris, chloe):
        assert "Anna resigned. Chloe keeps the seat they shared." in said(post.last(player))
    assert "Anna resigned" not in said(post.last(anna))


def test_a_player_who_left_a_shared_seat_only_gets_the_result(post, anna, boris, chloe):
    leave(post, anna)
    mails = len(post.mails(anna))
    post.play(chloe, "GRID", "GREEN")
    post.play(boris, "LOOK", "GRID", "GREEN")
    commands.say(game_id=post.game_id, player=boris, text="Hello", now=post.now)
    post.later(hours=1)
    assert len(post.mails(anna)) == mails
    commands.play(game_id=post.game_id, player=boris, orders=[Order("RESIGN")], now=post.now)
    post.later(minutes=10)
    assert len(post.mails(anna)) == mails + 1
    assert "The game is over. Chloe won." in said(post.last(anna))


def test_pending_news_is_dropped_when_a_player_leaves(post, anna, chloe):
    commands.say(game_id=post.game_id, player=chloe, text="Hello", now=post.now)
    mails = len(post.mails(anna))
    leave(post, anna)
    assert len(post.mails(anna)) == mails
    assert not Notice.objects.filter(player=anna, message=None, dropped_at=None).exists()


def test_an_email_from_a_player_who_left_a_shared_seat_is_refused(post, anna):
    mail = post.last(anna)
    leave(post, anna)
    row = post.answer(mail, f"GRID\n|{'AE'}|\nEND\n")
    assert row.outcome == InboundMail.Outcome.REFUSED
    assert "You’re no longer in this game. Your email wasn’t read, and nothing was changed." in said(post.last(anna))
    assert not post.game.events.filter(verb="submit").exists()


def test_a_warning_goes_to_each_player_in_the_seat(post, anna, chloe, boris):
    commands.play(game_id=post.game_id, player=boris, orders=[Order("LOOK")], now=post.now)
    post.deliver()
    warned = Notice.objects.filter(game=post.game_id, deadline="call", dropped_at=None)
    assert {notice.player for notice in warned} >= {anna, chloe}


def test_muting_the_game_leaves_the_other_players_tiles_by_email(post, anna, chloe):
    commands.set_tiles_by_email(game_id=post.game_id, player=anna, on=True, now=post.now)
    choices.mute(player=anna, game_id=post.game_id, now=post.now)
    assert seen_now(post.game_id, now=post.now).state.tiles_by_email_next == (0,)
    choices.mute(player=chloe, game_id=post.game_id, now=post.now)
    assert seen_now(post.game_id, now=post.now).state.tiles_by_email_next == ()


def test_an_invitation_by_email_can_fill_a_shared_seat(anna, boris, ae_words):
    options = {**OPTIONS, "people_a_seat": 2}
    game_id = commands.make_game(
        kind="crossing",
        player=anna,
        seats=2,
        options=options,
        word_list="ae",
        listed=True,
        invite=["eve@example.org"],
        now=NOON,
    )
    commands.join(game_id=game_id, player=boris, now=NOON)
    post = Post(game_id, NOON).later(minutes=10)
    asked = post.last("eve@example.org")
    assert "1 more player can share a seat" in said(asked)
    row = post.answer(asked, "JOIN\n", sender="Eve <eve@example.org>")
    assert row.outcome == InboundMail.Outcome.OBEYED
    assert post.game.seats.get(name="Eve").share == 1
    post.later(hours=2)
    assert "Eve joined." in said(post.last(anna))
