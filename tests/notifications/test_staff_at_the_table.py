"""Emails about rated games, and about games that staff or all players have ended: the same information as on the
page, to all players."""

import pytest

from games import commands
from games.models import Game
from games.players.models import Player
from games.rules.values import Order, StaffAction
from tests.notifications.conftest import NOON, OPTIONS, Post, said
from tests.positions import kept
from tests.tables import sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def zoe(db):
    return Player.objects.create_user("zoe@example.org", name="Zoe", is_staff=True)


@kept
def begin(kind, *players, rated=False, **made):
    game_id = commands.make_game(
        kind=kind, player=players[0], seats=len(players), rated=rated, listed=True, now=NOON, **made
    )
    for player in players[1:]:
        sit_down(game_id, player, now=NOON)
    for player in players:
        commands.agree(game_id=game_id, player=player, now=NOON)
    return Post(game_id, NOON).later(minutes=10)


@pytest.fixture(params=["crossing", "crosslet"])
def post(request, anna, boris, ae_words):
    made = {"options": OPTIONS, "word_list": "ae"} if request.param == "crossing" else {"options": {}}
    return begin(request.param, anna, boris, **made)


@pytest.mark.parametrize(
    ("verb", "says"),
    [
        ("VOID", "The moderators ended the game without a result: A power cut."),
        ("SCORE", "The moderators ended the game, and it was scored as it stood: A power cut."),
    ],
)
def test_everyone_is_emailed_the_reason_when_staff_end_a_game(post, anna, boris, zoe, verb, says):
    commands.govern(game_id=post.game_id, by=zoe, action=StaffAction(verb, "A power cut."), now=post.now)
    post.later(minutes=10)
    for player in (anna, boris):
        text = said(post.last(player))
        assert "The game is over" in text
        assert says in text
        assert ("Result:" in text) == (verb == "SCORE")
        assert ("without a result." in text.split("Round")[0]) == (verb == "VOID")


def test_everyone_is_emailed_when_all_players_cancel_a_game(post, anna, boris):
    for player in (anna, boris):
        commands.play(game_id=post.game_id, player=player, orders=[Order("VOID")], now=post.now)
    post.later(minutes=10)
    for player in (anna, boris):
        text = said(post.last(player))
        assert "The game is over without a result." in text
        assert "Everyone agreed to cancel the game. It has no result." in text
        assert "The moderators" not in text
        assert "Result:" not in text


def test_an_email_alone_cannot_cancel_a_game(post, anna, boris):
    commands.play(game_id=post.game_id, player=anna, orders=[Order("VOID")], now=post.now)
    post.answer(post.last(boris), "VOID")
    assert Game.objects.get(pk=post.game_id).phase == "playing"


def test_a_game_that_ended_normally_gives_no_reason(post, anna, boris):
    commands.play(game_id=post.game_id, player=boris, orders=[Order("RESIGN")], now=post.now)
    text = said(post.later(minutes=10).last(anna))
    assert "You won" in text
    assert "The moderators" not in text


@pytest.mark.parametrize("rated", [True, False])
def test_the_invitation_and_the_start_say_that_a_game_is_rated(anna, boris, ae_words, rated):
    made = {"options": OPTIONS, "word_list": "ae", "invite": ["eve@example.org"]}
    post = begin("crossing", anna, boris, rated=rated, **made)
    assert ("Rated: yes" in said(post.last(anna))) == rated
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, rated=rated, now=NOON, options={}, invite=["fay@example.org"]
    )
    lobby = Post(game_id, NOON).deliver()
    assert ("The result counts for everybody’s rating." in said(lobby.last("fay@example.org"))) == rated
