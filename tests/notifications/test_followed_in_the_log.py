"""One line of JSON for each request and task: a mail is followed from where it came in to its receipt, and no line tells of a
player, a tile or a token."""

import json
import logging
from io import StringIO

import pytest
from celery import current_app
from django.core.exceptions import MiddlewareNotUsed
from structlog.contextvars import bound_contextvars

from lexicon import errors, logs
from lexicon.tasks import tick
from notifications.tasks import hear
from tests.tables import start


@pytest.fixture
def lines():
    """Each line that is logged while a test runs, read as JSON."""
    written, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.json_lines())
    handler.addFilter(logs.WithoutTokens())
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)
    root.setLevel(before)


def test_a_mail_is_followed_from_where_it_came_in_to_its_receipt(post, boris, lines):
    answered = post.last(boris)
    row = post.spool(answered, f"GREEN\nGRID\n{post.hand(boris)}\nEND\n")
    with bound_contextvars(id="a task"):
        hear(row.pk, now=post.now)
    of_it = [line for line in lines() if line.get("mail") == row.pk]
    assert [line["event"] for line in of_it] == ["mail taken", "mail sent"]
    assert of_it[1] | {"id": "a task", "kind": "receipt", "logger": "notifications.outbox"} == of_it[1]
    text = json.dumps(lines())
    for hidden in (boris.name, boris.email, post.hand(boris), answered.reply_to, "GREEN"):
        assert hidden not in text


def test_a_request_is_logged_by_its_view_and_not_by_its_address(anna, boris, client, lines, settings):
    settings.LOG_JSON = True
    game = start(anna, boris)
    client.force_login(anna)
    client.get(f"/games/{game}/?secret=abc123")
    client.get("/invitations/abc123/")
    first, second = (line for line in lines() if line["event"] == "request")
    assert first | {"view": "game", "method": "GET", "status": 200, "level": "info"} == first
    assert second["status"] == 404
    assert first["id"] != second["id"]
    assert "abc123" not in json.dumps(lines())


def test_nothing_is_logged_by_request_unless_it_is_asked_for(settings):
    settings.LOG_JSON = False
    with pytest.raises(MiddlewareNotUsed):
        logs.Logged(lambda request: None)


@pytest.fixture
def followed():
    """Tasks are followed for one test."""
    before = [(signal, list(signal.receivers)) for signal in SIGNALS]
    logs.follow_tasks()
    yield
    for signal, receivers in before:
        signal.receivers = receivers


SIGNALS = (logs.signals.before_task_publish, logs.signals.task_prerun, logs.signals.task_postrun)


@pytest.mark.django_db
@pytest.mark.usefixtures("followed")
def test_a_task_is_logged_with_what_sent_it(lines):
    with bound_contextvars(id="a request"), current_app.connection_for_write(url="memory://") as broker:
        tick.apply_async(connection=broker, queue="followed")
        sent = broker.SimpleQueue("followed").get()
    assert sent.headers[logs.SENT_BY] == "a request"
    tick.apply()
    (line,) = (line for line in lines() if line["event"] == "task")
    assert line | {"task": "lexicon.tasks.tick", "state": "SUCCESS"} == line


def test_a_report_of_a_fault_tells_nothing_of_a_player():
    event = {
        "request": {
            "url": "https://lexicon.example.org/mail/abc123/",
            "method": "GET",
            "headers": {"Cookie": "abc123"},
        },
        "user": {"email": "anna@example.org"},
        "server_name": "box",
        "contexts": {"trace": {"op": "http"}, "celery-job": {"args": ["abc123"]}},
        "exception": {"values": [{"type": "ValueError", "value": "QUIZ is no word"}]},
    }
    told = errors.without_what_was_said(event, {})
    assert told == {
        "request": {"method": "GET"},
        "contexts": {"trace": {"op": "http"}},
        "exception": {"values": [{"type": "ValueError", "value": ""}]},
    }
