"""Chat by email: a message goes to everybody in the game except those who have muted its sender."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands
from games.models import Note, Unheard
from games.players.models import Report
from notifications.outgoing.announcing import claim_events
from notifications.outgoing.enqueuing import Latest
from tests.notifications.conftest import said


def asked_of(model, captured):
    return sum(model._meta.db_table in query["sql"] for query in captured)


def test_chat_of_a_muted_player_is_not_emailed_either(post, anna, boris):
    commands.mute_player(game_id=post.game_id, player=anna, number=1)
    before = len(post.mails(anna))
    commands.say(game_id=post.game_id, player=boris, text="Slow, are we", now=post.now)
    post.later(hours=1)
    assert len(post.mails(anna)) == before


def test_chat_from_before_the_mute_is_not_emailed_after_it(post, anna, boris):
    commands.say(game_id=post.game_id, player=boris, text="Slow, are we", now=post.now)
    commands.mute_player(game_id=post.game_id, player=anna, number=1)
    post.later(hours=1)
    assert all("Slow, are we" not in said(mail) for mail in post.mails(anna))


def test_a_muted_player_is_still_emailed_chat(post, anna, boris):
    commands.mute_player(game_id=post.game_id, player=boris, number=0)
    commands.say(game_id=post.game_id, player=boris, text="Good evening", now=post.now)
    post.later(hours=1)
    assert any("Good evening" in said(mail) for mail in post.mails(anna))


def test_a_message_removed_by_a_moderator_is_not_in_later_emails(post, anna, boris, chloe):
    commands.say(game_id=post.game_id, player=boris, text="You duffer", now=post.now)
    report = Report.objects.create(
        by=anna, about=boris, game_id=post.game_id, words="You duffer", why="Rude", made_at=post.now
    )
    commands.decide(report, staff=chloe, decision="taken out", now=post.now)
    post.later(hours=1)
    mails = [said(mail) for mail in post.mails(anna)]
    assert any("Boris: A moderator has removed this message." in mail for mail in mails)
    assert all("You duffer" not in mail for mail in mails)


def test_mutes_are_queried_once_per_game_and_only_if_somebody_chatted(post, anna, boris):
    post.play(anna, "LOOK")
    for spoken in (0, 3):
        for n in range(spoken):
            commands.say(game_id=post.game_id, player=(anna, boris)[n % 2], text=f"line {n}", now=post.now)
        commands.look(game_id=post.game_id, player=boris, now=post.now)
        with CaptureQueriesContext(connection) as captured:
            claim_events(Latest(post.game_id, now=post.now))
        assert asked_of(Unheard, captured) == (1 if spoken else 0)
        assert asked_of(Note, captured) == 0
