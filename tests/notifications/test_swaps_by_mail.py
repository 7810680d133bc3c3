"""Swaps between partners by email: offered and answered by replying; nobody else's email mentions them."""

import pytest

from games import commands, store
from games.models import Event
from games.players.models import Player
from games.rules.values import StaffAction
from notifications.models import InboundMail
from tests.notifications.conftest import NOON, Post, said
from tests.positions import kept
from tests.tables import look, start

pytestmark = pytest.mark.django_db
Outcome = InboundMail.Outcome


@pytest.fixture
def boris(db):
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def dora(db):
    return Player.objects.create_user("dora@example.org", name="Dora")


@pytest.fixture
def players(anna, boris, chloe, dora):
    return [anna, boris, chloe, dora]


@pytest.fixture
def post(players):
    """A game of Anna and Chloe against Boris and Dora, in which all have looked and the first emails are sent."""
    return dealt(players)


@kept
def dealt(players, **options):
    tiles = {"tile_set": "A30 E30 B30", "starting_tiles": 6, "leeway": 0, "teams": "ABAB"}
    game_id = start(*players, seed=bytes(range(32)), **(tiles | options))
    look(game_id, *players)
    return Post(game_id, NOON).later(minutes=10)


def state(post):
    return store.seen_now(post.game_id, now=post.now).state


def two_tiles(post):
    here = state(post)
    return next((one, two) for one in here.held(0) for two in here.held(2) if one != two)


def offered(post, anna):
    """Let Anna offer a swap by email; return the tiles."""
    gives, takes = two_tiles(post)
    assert post.answer(post.last(anna), f"offer {gives.lower()} for {takes} to chloe").outcome == Outcome.OBEYED
    post.later(minutes=10)
    return gives, takes


def test_an_offer_can_be_made_and_accepted_by_email(post, anna, chloe):
    gives, takes = offered(post, anna)
    told = said(post.last(chloe))
    assert f"Anna offers you {gives} for your {takes}." in told
    assert f"ACCEPT {gives} FOR {takes}" in told
    assert post.answer(post.last(chloe), f"ACCEPT {gives} FOR {takes}").outcome == Outcome.OBEYED
    assert state(post).swapped == (0, 2)
    post.later(minutes=10)
    assert f"You and Chloe swapped: you gave {gives} and got {takes}." in said(post.last(anna))


def test_one_word_is_enough_to_accept(post, anna, chloe):
    offered(post, anna)
    post.answer(post.last(chloe), "Accept")
    assert state(post).swapped == (0, 2)
    assert "Done: ACCEPT." in said(post.last(chloe))


def test_an_offer_can_be_declined_and_its_maker_is_notified(post, anna, chloe):
    gives, takes = offered(post, anna)
    post.answer(post.last(chloe), "DECLINE SWAP")
    assert state(post).swaps == ()
    post.later(minutes=10)
    assert f"Chloe declined your offer of {gives} for {takes}." in said(post.last(anna))


def test_an_offer_can_be_withdrawn_by_email_and_its_recipient_is_notified(post, anna, chloe):
    gives, takes = offered(post, anna)
    post.answer(post.last(anna), "UNOFFER")
    assert state(post).swaps == ()
    post.later(minutes=10)
    assert f"Anna withdrew their offer to you: {gives} for your {takes}." in said(post.last(chloe))


def test_an_offer_withdrawn_before_anybody_was_notified_is_no_news(post, anna, chloe):
    gives, takes = two_tiles(post)
    before = len(post.mails(chloe))
    play(post, anna, f"offer {gives} for {takes}")
    play(post, anna, "unoffer")
    post.later(minutes=10)
    assert len(post.mails(chloe)) == before
    play(post, anna, f"offer {gives} for {takes}")
    post.later(minutes=10)
    assert len(post.mails(chloe)) == before + 1
    assert f"Anna offers you {gives} for your {takes}." in said(post.last(chloe))
    assert "withdrew their offer" not in said(post.last(chloe))


def test_both_players_are_notified_of_an_offer_that_has_become_impossible(players, anna, chloe):
    post = dealt(players, tile_set="LC120")
    kept, other = state(post), state(post).held(0)
    lone = next(tile for tile in kept.held(2) if kept.held(2).count(tile) == 1 and tile not in other)
    assert kept.bags["pool"][-1] != lone
    play(post, anna, f"offer {other[0]} for {lone}")
    post.later(minutes=10)
    play(post, chloe, f"jaywalk {lone}")
    post.later(minutes=10)
    for player in (anna, chloe):
        assert f"The offer of {other[0]} for {lone} ended" in said(post.last(player))


def test_a_reply_to_an_email_of_an_earlier_round_accepts_nothing(post, anna, chloe):
    offered(post, anna)
    mail = post.last(chloe)
    with store.locked(post.game_id, now=post.now) as table:
        table.govern(StaffAction("AMBER"))
    row = post.answer(mail, "ACCEPT")
    assert row.outcome == Outcome.REFUSED
    assert (
        "in reply to an email from an earlier round. Look at the tiles you hold now, then reply to this email."
        in said(post.last(chloe))
    )


def play(post, player, text):
    table = store.seen_now(post.game_id, now=post.now)
    orders = table.kind.read(text, table.state.options).orders
    commands.play(game_id=post.game_id, player=player, orders=orders, now=post.now)


def test_decline_alone_still_only_answers_an_invitation(post, anna, chloe):
    offered(post, anna)
    row = post.answer(post.last(chloe), "DECLINE")
    assert row.outcome == Outcome.REFUSED
    assert "DECLINE is for answering an invitation. You’re already in this game." in said(post.last(chloe))
    assert state(post).swaps


def test_a_refusal_says_what_would_be_valid(post, anna, chloe):
    row = post.answer(post.last(chloe), "ACCEPT")
    assert row.outcome == Outcome.REFUSED
    assert "There is no swap offer for you now. It may have ended, or the round may be over." in said(post.last(chloe))
    gives, takes = two_tiles(post)
    post.answer(post.last(anna), f"OFFER {gives} FOR {takes} TO Zoe")
    assert "Nobody in this game is called Zoe. Write the name, or SEAT and its number." in said(post.last(anna))
    post.answer(post.last(anna), f"OFFER {gives} FOR {takes} TO Boris")
    assert "You can only swap tiles with a partner. Your partners: Chloe." in said(post.last(anna))


def test_nobody_else_gets_an_email_about_an_offer_or_a_swap(post, players, anna, chloe):
    before = {player: len(post.mails(player)) for player in players}
    gives, takes = offered(post, anna)
    post.answer(post.last(chloe), "ACCEPT")
    post.later(minutes=10)
    for player in players[1::2]:
        post.answer(post.last(player), "STATUS")
        mails = [said(mail) for mail in post.mails(player)[before[player] :]]
        assert len(mails) == 1  # the one that was requested
        assert not any(word in mails[0] for word in ("offered", "offers you", "ACCEPT"))
        assert f"{gives} for {takes}" not in mails[0]


def test_emails_show_a_players_tiles_to_partners_and_nobody_else(post, players, anna, boris):
    post.answer(post.last(anna), "STATUS")
    assert "All of Chloe’s tiles" in said(post.last(anna))
    post.answer(post.last(boris), "STATUS")
    assert "All of Dora’s tiles" in said(post.last(boris))
    assert "All of Chloe’s tiles" not in said(post.last(boris))


def test_partners_who_play_without_seeing_tiles_are_emailed_none(players, anna):
    post = dealt(players, partners_see=False)
    post.answer(post.last(anna), "STATUS")
    assert "All of Chloe’s tiles" not in said(post.last(anna))


def test_the_subject_names_partners_and_opponents(post, anna):
    assert post.last(anna).subject.endswith("with Chloe against Boris and Dora")


def test_the_result_email_is_about_the_teams(post, players, anna, boris, dora):
    for player in (boris, dora):
        post.play(player, "RESIGN")
    post.later(minutes=10)
    assert "The game is over. Your team won." in said(post.last(anna))
    assert "1. Team A: 0/(0+6)=0.00" in said(post.last(anna))
    assert "The game is over. Team A won: Anna and Chloe." in said(post.last(boris))


def test_offers_are_announced_once(post, anna, chloe):
    offered(post, anna)
    count = len(post.mails(chloe))
    post.later(hours=1)
    assert len(post.mails(chloe)) == count
    assert Event.objects.filter(game=post.game_id, verb="offer").count() == 1
