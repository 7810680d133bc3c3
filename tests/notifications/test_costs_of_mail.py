"""The number of queries per email, which should only change on purpose. Queries that begin or end transactions aren't
counted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands
from games.models import Event
from games.rules.values import Order
from notifications import tasks
from notifications.incoming import dispatch
from notifications.models import Message

BOOKKEEPING = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


@pytest.fixture
def queries():
    """A function that returns the number of queries that some work takes."""

    def count(work):
        with CaptureQueriesContext(connection) as asked:
            work()
        return sum(not query["sql"].startswith(BOOKKEEPING) for query in asked.captured_queries)

    return count


def test_an_emailed_chat_message(post, anna, boris, queries):
    told = len(post.mails(boris))
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    assert queries(post.deliver) == 23
    assert len(post.mails(boris)) == told + 1


def test_a_light_whose_tile_goes_by_email(post, anna, boris, queries):
    told = len(post.mails(boris))
    for verb in ("GRID", "GREEN"):
        facts = {"layout": (post.hand(anna),)} if verb == "GRID" else {}
        commands.play(game_id=post.game_id, player=anna, orders=[Order(verb, facts)], now=post.now)
    assert queries(post.deliver) == 27
    assert len(post.mails(boris)) == told + 1


def test_an_email_that_asks_where_the_game_stands(post, boris, queries):
    row = post.spool(post.last(boris), "STATUS")
    assert queries(lambda: dispatch.read(row.pk, now=post.now)) == 9
    assert Message.objects.filter(answers=row).exists()


def test_an_email_with_a_layout(post, anna, queries):
    row = post.spool(post.last(anna), f"GRID\n{post.hand(anna)}\nEND")
    assert queries(lambda: dispatch.read(row.pk, now=post.now)) == 12
    assert Event.objects.filter(verb="submit").count() == 1


def test_events_without_emails_queue_no_task(post, anna, queries):
    facts = {"layout": (post.hand(anna),)}
    commands.play(game_id=post.game_id, player=anna, orders=[Order("GRID", facts)], now=post.now)
    assert tasks.games_to_announce(post.now) == set()
