"""One line of JSON for each request and task: an email can be traced from its arrival to its receipt, and no line
reveals a player, a tile or a token."""

import json
import logging
import re
import sys
from datetime import timedelta
from io import StringIO

import pytest
from celery import current_app
from django.core.cache import cache
from django.core.exceptions import MiddlewareNotUsed
from django.urls import get_resolver
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from games import commands
from games.models import Game, Substitution
from games.players.devices import USED_ON
from games.players.models import Club, Report, Sighting
from games.tasks import apply_due
from lexicon import errors, logs
from lexicon.tasks import tick
from notifications.tasks import hear, read_inbound
from tests.positions import just_now
from tests.substitutes import acquainted
from tests.tables import NOON, look, start


@pytest.fixture
def lines():
    """The lines logged while a test runs, parsed from JSON."""
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


def test_the_log_follows_an_email_from_arrival_to_receipt(post, boris, lines):
    answered = post.last(boris)
    row = post.spool(answered, f"GREEN\nGRID\n{post.hand(boris)}\nEND\n")
    with bound_contextvars(id="a task"):
        hear(row.pk, now=post.now)
    of_it = [line for line in lines() if line.get("mail") == row.pk]
    assert [line["event"] for line in of_it] == ["mail taken", "mail sent"]
    assert of_it[1] | {"id": "a task", "kind": "receipt", "logger": "notifications.outgoing.outbox"} == of_it[1]
    text = json.dumps(lines())
    for hidden in (boris.name, boris.email, post.hand(boris), answered.reply_to, "GREEN"):
        assert hidden not in text


def test_a_request_is_logged_by_its_view_and_not_its_url(anna, boris, client, lines, settings):
    settings.LOG_JSON = True
    game = start(anna, boris, now=timezone.now())
    client.force_login(anna)
    client.get(f"/games/{game}/?secret=abc123")
    client.get("/invitations/abc123/")
    first, second = (line for line in lines() if line["event"] == "request")
    assert first | {"view": "game", "method": "GET", "status": 200, "level": "info"} == first
    assert second["status"] == 404
    assert first["id"] != second["id"]
    assert "abc123" not in json.dumps(lines())


TOKENS = [  # every URL with a token
    *("/invitations/abc123/", "/join/abc123/", "/loans/abc123/", "/clubs/join/abc123/", "/screen/7-abc123/"),
    *("/tournaments/clubs/abc123/", "/calendar/abc123.ics", "/accounts/email/abc123/", "/mail/abc123/held/"),
]


@pytest.mark.parametrize("address", TOKENS)
def test_no_log_line_has_a_token_from_a_url(address, lines):
    logging.getLogger("django.request").warning("Not Found: %s", address)
    assert "abc123" not in json.dumps(lines())


def test_every_route_with_a_token_is_covered():
    said = {str(route) for route, converters in _routes(get_resolver()) if "StringConverter" in converters}
    tried = {re.sub("abc123|7", "", address) for address in TOKENS}
    assert said
    assert {re.sub("<.*?>", "", f"/{route}") for route in said if not route.startswith(("mail/", "api/"))} <= tried


def _routes(resolver, before=""):
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            if pattern.app_name != "admin":
                yield from _routes(pattern, route)
        else:
            yield route, {type(converter).__name__ for converter in pattern.pattern.converters.values()}


def test_requests_are_logged_only_if_the_setting_is_on(settings):
    settings.LOG_JSON = False
    with pytest.raises(MiddlewareNotUsed):
        logs.Logged(lambda request: None)


@pytest.fixture
def followed():
    """Log tasks during one test."""
    before = [(signal, list(signal.receivers)) for signal in SIGNALS]
    logs.follow_tasks()
    yield
    for signal, receivers in before:
        signal.receivers = receivers


SIGNALS = (logs.signals.before_task_publish, logs.signals.task_prerun, logs.signals.task_postrun)


@pytest.mark.django_db
@pytest.mark.usefixtures("followed")
def test_a_task_is_logged_with_the_request_that_sent_it(lines):
    with bound_contextvars(id="a request"), current_app.connection_for_write(url="memory://") as broker:
        tick.apply_async(connection=broker, queue="followed")
        sent = broker.SimpleQueue("followed").get()
    assert sent.headers[logs.SENT_BY] == "a request"
    tick.apply()
    (line,) = (line for line in lines() if line["event"] == "task")
    assert line | {"task": "lexicon.tasks.tick", "state": "SUCCESS"} == line


@pytest.mark.django_db
@pytest.mark.usefixtures("followed")
def test_a_task_error_is_logged_by_place_and_kind_without_its_text(anna, boris, lines):
    game = start(anna, boris)
    Game.objects.filter(pk=game).update(state={"turn": "QUIZ"}, due_at=NOON)
    apply_due.apply((game,))
    failed, ended = (line for line in lines() if line["logger"].startswith(("games", "lexicon")))
    assert failed["event"].startswith(f"timers: row {game} failed, next try at ")
    assert "rows.load" in failed["exception"]
    assert failed["exception"].endswith("ValidationError")
    assert failed["id"] == ended["id"]
    assert ended["state"] == "SUCCESS"  # the task only postponed one of its rows
    assert "QUIZ" not in json.dumps(lines())


def test_a_traceback_in_the_log_has_no_message_of_an_error_or_its_cause():
    try:
        try:
            int("QUIZ")
        except ValueError as error:
            raise KeyError("anna@example.org") from error
    except KeyError:
        record = logging.LogRecord("a", logging.ERROR, "", 1, "Internal Server Error: %s", ("/",), sys.exc_info())
    line = logs.WithoutTexts().format(record)
    assert line.startswith("Internal Server Error: /\n")
    assert line.index("ValueError") < line.index("KeyError")
    assert "test_tracing.py" in line
    assert 'int("QUIZ")' in line  # the source code, which is no secret
    assert "literal" not in line
    assert line.endswith("KeyError")


def test_the_log_follows_an_unreadable_email_to_its_error(post, boris, followed, lines):
    row = post.spool(post.last(boris), "GREEN\n")
    Game.objects.update(state={"turn": "QUIZ"})
    read_inbound.apply((row.pk,))
    taken, failed, ended = (line for line in lines() if line.get("mail") == row.pk)
    assert (taken["event"], failed["level"], ended["state"]) == ("mail taken", "error", "SUCCESS")
    for hidden in ("QUIZ", "GREEN", boris.name, boris.email):
        assert hidden not in json.dumps(lines())


def test_a_refused_mailbox_is_named_in_no_log_line(post, boris, lines, settings):
    settings.EMAIL_BACKEND = "tests.notifications.test_sending.StrictBackend"
    post.later(days=3)
    line = next(line for line in lines() if "was not sent" in line["event"])
    assert "user unknown" in line["event"]
    assert "example.org" not in json.dumps(lines())


@pytest.mark.django_db
def test_logs_and_metrics_reveal_no_club_report_substitution_or_browser(anna, boris, dmitri, client, lines, settings):
    settings.LOG_JSON, settings.METRICS_TOKEN = True, "of a test"
    cache.clear()
    acquainted(anna, dmitri, now=just_now() - timedelta(days=9))
    game = start(anna, boris, now=just_now(), listed=False)
    look(game, anna, boris, at=just_now())
    commands.say(game_id=game, player=boris, text="You duffer", now=just_now())
    client.force_login(anna)
    session = client.session
    del session[USED_ON]
    session.save()
    page = client.post("/clubs/", {"name": "Larks", "about": "Early birds", "is_public": ""})["Location"]
    client.post(page, {"do": "make_link"})
    [line] = client.get(f"/games/{game}/report/").context["choices"]
    client.post(f"/games/{game}/report/", {"line": line[0], "why": "He is rude"})
    client.post(f"/people/{boris.pk}/report/", {"why": "Rude name"})
    today = timezone.localdate().isoformat()
    client.post(f"/games/{game}/lend/", {"do": "ask", "to": dmitri.pk, "may": "layouts", "first": today, "last": today})
    club, substitution, sighting = Club.objects.get(), Substitution.objects.get(), Sighting.objects.get()
    assert Report.objects.count() == 2
    client.force_login(dmitri)
    for address in (
        f"/loans/{substitution.link}/",
        f"/loans/{substitution.link}x/",
        f"/clubs/join/{club.link}/",
        "/clubs/join/x/",
    ):
        client.get(address)
    figures = client.get("/metrics/", headers={"Authorization": "Bearer of a test"}).text
    assert {"clubs", "report_talk", "report_name", "substitute", "substitution", "join_club"} <= {
        each.get("view") for each in lines()
    }
    assert 'view="substitute"' in figures
    hidden = [
        "Larks",
        "Early birds",
        "You duffer",
        "He is rude",
        "Rude name",
        club.link,
        substitution.link,
        *_of(sighting),
    ]
    hidden += [each for player in (anna, boris, dmitri) for each in (player.name, player.email)]
    for text in (json.dumps(lines()), figures):
        assert [each for each in hidden if each in text] == []


def _of(sighting):
    return sighting.device, sighting.address, "127.0.0.1"


def test_an_error_report_reveals_nothing_about_a_player():
    event = {
        "request": {
            "url": "https://lexicon.example.org/mail/abc123/",
            "method": "GET",
            "headers": {"Cookie": "abc123"},
        },
        "user": {"email": "anna@example.org"},
        "server_name": "box",
        "transaction": "/join/abc123/and/more/",
        "transaction_info": {"source": "url"},
        "contexts": {"trace": {"op": "http"}, "celery-job": {"args": ["abc123"]}},
        "exception": {"values": [{"type": "ValueError", "value": "QUIZ is no word"}]},
    }
    told = errors.without_what_was_said(event, {})
    assert told == {
        "request": {"method": "GET"},
        "transaction_info": {"source": "url"},
        "contexts": {"trace": {"op": "http"}},
        "exception": {"values": [{"type": "ValueError", "value": ""}]},
    }
