"""What is said at a table goes out by mail, but not to who has muted its speaker."""

from games import commands
from tests.notifications.conftest import said


def test_a_muted_player_is_not_mailed_either(post, anna, boris):
    commands.mute_player(game_id=post.game_id, player=anna, number=1)
    before = len(post.mails(anna))
    commands.say(game_id=post.game_id, player=boris, text="Slow, are we", now=post.now)
    post.later(hours=1)
    assert len(post.mails(anna)) == before


def test_what_was_said_before_the_mute_and_not_mailed_yet_is_not_mailed(post, anna, boris):
    commands.say(game_id=post.game_id, player=boris, text="Slow, are we", now=post.now)
    commands.mute_player(game_id=post.game_id, player=anna, number=1)
    post.later(hours=1)
    assert all("Slow, are we" not in said(mail) for mail in post.mails(anna))


def test_the_others_are_mailed_as_ever(post, anna, boris):
    commands.mute_player(game_id=post.game_id, player=boris, number=0)
    commands.say(game_id=post.game_id, player=boris, text="Good evening", now=post.now)
    post.later(hours=1)
    assert any("Good evening" in said(mail) for mail in post.mails(anna))
