"""Jaywalks by house rules by email: from the bytes of a reply to the open tiles, and what emails then say."""

import re

import pytest

from games import commands
from games.models import Game
from games.players.models import Player
from notifications.models import InboundMail
from tests.conftest import NOON
from tests.notifications.conftest import Post, said
from tests.tables import look, order, state

Outcome = InboundMail.Outcome


@pytest.fixture
def begin(anna, ae_words):
    """A function that starts a game of Anna, on the site, and Boris, by email, with tiles A and E; both have looked."""

    def begin(**options):
        options = {"tile_set": "A20 E20", "starting_tiles": 3, "leeway": 0, **options}
        game_id = commands.make_game(
            kind="crossing",
            player=anna,
            seats=2,
            options=options,
            word_list="ae",
            invite=["boris@example.org"],
            now=NOON,
        )
        commands.agree(game_id=game_id, player=anna, now=NOON)
        post = Post(game_id, NOON).deliver()
        post.answer(post.last("boris@example.org"), "JOIN\n", sender="Boris <boris@example.org>")
        look(game_id, anna, at=post.now)
        return post.deliver()

    return begin


def by_mail():
    """Return Boris, who had no account before he joined."""
    return Player.objects.get(email="boris@example.org")


def an_open(post, anna, tile):
    """Let Anna give back this tile, or the other letter; return the open tile."""
    held = post.hand(anna)
    order(post.game_id, anna, f"jaywalk {tile if tile in held else held[0]}", at=post.now)
    return state(post.game_id).face_up


def test_an_open_tile_can_be_taken_by_email(begin, anna):
    post = begin(face_up=True)
    lies_open = an_open(post, anna, "A")
    boris = by_mail()
    back = post.hand(boris)[0]
    row = post.answer(post.last(boris), f"jaywalk {back.lower()} for {lies_open.lower()}")
    assert row.outcome == Outcome.OBEYED
    answer = said(post.last(boris))
    assert f"You jaywalked: {back} for {lies_open} from the open tiles." in answer
    assert re.search(rf"Open tiles:? *{back}\.", answer)
    assert state(post.game_id).face_up == back


def test_a_tile_that_is_not_open_is_refused_and_nothing_changes(begin, anna):
    post = begin(face_up=True)
    boris = by_mail()
    before = state(post.game_id)
    row = post.answer(post.last(boris), "JAYWALK A FOR Q")
    assert row.outcome == Outcome.REFUSED
    assert state(post.game_id) == before


def test_for_is_refused_with_an_explanation_without_open_tiles(begin):
    post = begin()
    boris = by_mail()
    row = post.answer(post.last(boris), "JAYWALK A FOR E")
    assert row.outcome == Outcome.REFUSED
    assert "In this game, returned tiles go back into the pool unseen, so you can’t choose one." in said(
        post.last(boris)
    )
    assert Game.objects.get(pk=post.game_id).events.filter(verb="jaywalk").count() == 0


def test_two_tiles_can_be_exchanged_if_the_settings_allow_two(begin):
    post = begin(jaywalk_tiles=2, jaywalk_draw=2)
    boris = by_mail()
    two = post.hand(boris)[:2]
    post.answer(post.last(boris), f"JAYWALK {' '.join(two)}")
    answer = said(post.last(boris))
    assert f"You jaywalked, gave back {two[0]}, {two[1]} and drew " in answer
    assert "Tiles held" in answer
    assert "Boris 5" in answer


def test_the_next_email_says_how_many_tiles_each_holds_but_not_which_went(begin, anna):
    post = begin(jaywalk_draw=2)
    boris = by_mail()
    order(post.game_id, anna, f"jaywalk {post.hand(anna)[0]}", at=post.now)
    post.deliver().answer(post.last(boris), "STATUS")
    answer = said(post.last(boris))
    assert "Anna 4, Boris 3." in answer
    assert "Anna jaywalked: one tile for two." in answer
