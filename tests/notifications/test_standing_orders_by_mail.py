"""Standing orders by email: set and withdrawn by a reply, and carried out without another; no email to others
mentions them before that."""

import pytest

from games import store
from notifications.models import InboundMail
from tests.notifications.conftest import NOON, Post, said
from tests.positions import kept
from tests.tables import complete, look, start

pytestmark = pytest.mark.django_db
Outcome = InboundMail.Outcome


@kept
def dealt(players):
    game_id = start(*players, seed=bytes(range(32)), leeway=0, reveal_after="nobody", tile_set="A30 E30")
    look(game_id, *players)
    return Post(game_id, NOON).later(minutes=10)


def test_standing_orders_can_be_set_and_withdrawn_by_email(anna, chloe):
    post = dealt([anna, chloe])
    mails = len(post.mails(chloe))
    assert post.answer(post.last(anna), "STANDING LIGHT, LOOK").outcome == Outcome.OBEYED
    post.later(minutes=10)
    assert store.seen_now(post.game_id, now=post.now).state.standing == {0: ("LIGHT", "LOOK")}
    assert len(post.mails(chloe)) == mails
    assert "Your standing orders from now on: LIGHT, LOOK." in said(post.last(anna))
    assert post.answer(post.last(anna), "STANDING OFF").outcome == Outcome.OBEYED
    assert store.seen_now(post.game_id, now=post.now).state.standing == {}


def test_others_are_notified_of_a_light_from_a_standing_order(anna, chloe):
    post = dealt([anna, chloe])
    post.answer(post.last(anna), "STANDING LIGHT")
    complete(post.game_id, anna, at=post.now)
    post.later(minutes=20)
    assert "Green light for Anna" in said(post.last(chloe))
