"""Emails that bounce: who gets no more emails, what the game and the player show, and how an address is trusted
again."""

from datetime import UTC, datetime, timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking

from games import commands, queries
from games.models import Seat
from notifications.models import Bounce, BouncingAddress, DeliveryReport, Message
from notifications.outgoing import bounces
from notifications.outgoing.bounces import how_it_came_back, read_reports
from tests.notifications.conftest import said


def newest(post, player):
    return Message.objects.filter(game=post.game_id, player=player).latest("pk")


def bounce(post, how=Bounce.HARD, **named):
    bounces.bounced(how=how, now=post.now, **named)


@pytest.fixture
def told(post, boris):
    return len(post.mails(boris))


def test_after_a_hard_bounce_no_email_goes_to_that_address(post, anna, boris, told):
    bounce(post, message_id=newest(post, boris).message_id)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert len(post.mails(boris)) == told
    assert not Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    seats = queries.table(game_id=post.game_id, player=anna, now=post.now).seats
    assert [seat.mail_fails for seat in seats] == [False, True]


def test_an_email_enqueued_before_the_bounce_is_not_sent_either(post, anna, boris, told):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    enqueued = post.deliver().mails(boris)[told:]
    assert len(enqueued) == 1
    waiting = newest(post, boris)
    Message.objects.filter(pk=waiting.pk).update(sent_at=None, due_at=post.now, attempts=0)
    bounce(post, address=boris.email)
    post.deliver()
    waiting.refresh_from_db()
    assert waiting.due_at is None
    assert waiting.status == "not sent: mail to this address comes back"
    assert len(post.mails(boris)) == told + 1


def test_the_status_of_a_bounced_email_says_so(post, boris):
    message = newest(post, boris)
    bounce(post, message_id=message.message_id.strip("<>"))
    message.refresh_from_db()
    assert message.bounced_at == post.now
    assert message.status == "came back: hard"


def test_a_bounced_address_matches_in_any_case(post, boris):
    bounce(post, address="BORIS@example.org")
    boris.refresh_from_db()
    assert boris.mail_fails_since == post.now


@pytest.mark.parametrize("named", [{"message_id": "<unknown@elsewhere.example>"}, {"address": " "}, {}])
def test_a_bounce_of_an_unknown_email_stops_nothing(post, boris, named):
    bounce(post, **named)
    assert not BouncingAddress.objects.exists()
    boris.refresh_from_db()
    assert boris.mail_fails_since is None


def test_soft_bounces_fade_but_many_in_a_few_days_stop_email(post, boris):
    for _ in range(6):  # one every six days weighs at most one and a third
        bounce(post, Bounce.SOFT, address=boris.email)
        post.now += timedelta(days=6)
    boris.refresh_from_db()
    assert boris.mail_fails_since is None
    for _ in range(4):
        bounce(post, Bounce.SOFT, address=boris.email)
    boris.refresh_from_db()
    assert boris.mail_fails_since == post.now


def test_an_address_that_works_again_gets_email_again(post, anna, boris, told):
    bounce(post, address=boris.email)
    assert bounces.try_again(player=boris, now=post.now)
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    assert "Hello" in said(post.deliver().last(boris))


def test_after_a_complaint_email_is_off_for_good(post, anna, boris, told):
    bounce(post, Bounce.COMPLAINT, address=boris.email)
    boris.refresh_from_db()
    assert not bounces.try_again(player=boris, now=post.now)
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    assert len(post.deliver().mails(boris)) == told


def test_nobody_is_invited_at_an_address_that_complained(lobby, anna):
    bounce(lobby, Bounce.COMPLAINT, address="chloe@example.org")
    commands.invite(game_id=lobby.game_id, player=anna, email="chloe@example.org", now=lobby.now)
    assert lobby.deliver().mails("chloe@example.org") == []


# --- what providers report --------------------------------------------------------------------------------------------


def report(event_type, **more):
    event = AnymailTrackingEvent(event_type=event_type, timestamp=datetime(2026, 11, 20, tzinfo=UTC), **more)
    tracking.send(sender=None, event=event, esp_name="Example")


def test_a_report_is_stored_and_acted_on_later(post, boris):
    Message.objects.filter(pk=newest(post, boris).pk).update(provider_id="abc-1")
    report(EventType.BOUNCED, event_id="e1", message_id="abc-1", reject_reason=RejectReason.BOUNCED)
    boris.refresh_from_db()
    assert boris.mail_fails_since is None
    later = DeliveryReport.objects.get().due_at
    assert read_reports(now=later) == 1
    boris.refresh_from_db()
    assert boris.mail_fails_since == later
    assert read_reports(now=later + timedelta(days=1)) == 0


def test_a_report_that_comes_twice_is_stored_once(post, boris):
    for _ in range(2):
        report(EventType.COMPLAINED, event_id="e1", recipient=boris.email)
    assert DeliveryReport.objects.count() == 1


@pytest.mark.parametrize("event_type", [EventType.DELIVERED, EventType.OPENED, EventType.DEFERRED, EventType.SENT])
def test_a_report_of_anything_but_a_bounce_is_not_stored(db, event_type):
    report(event_type, event_id="e1", recipient="boris@example.org")
    assert not DeliveryReport.objects.exists()


@pytest.mark.parametrize(
    ("event_type", "reason", "how"),
    [
        (EventType.BOUNCED, RejectReason.INVALID, Bounce.HARD),
        (EventType.BOUNCED, RejectReason.TIMED_OUT, Bounce.SOFT),
        (EventType.BOUNCED, RejectReason.SPAM, Bounce.SOFT),
        (EventType.REJECTED, RejectReason.BOUNCED, Bounce.HARD),
        (EventType.REJECTED, RejectReason.UNSUBSCRIBED, Bounce.COMPLAINT),
        (EventType.COMPLAINED, None, Bounce.COMPLAINT),
        (EventType.FAILED, None, Bounce.SOFT),
    ],
)
def test_a_providers_event_gives_the_kind_of_bounce(event_type, reason, how):
    assert how_it_came_back(event_type, reason) == how


def test_nobody_can_report_without_the_secret(client, db, settings):
    body = (
        '[{"event": "bounce", "email": "boris@example.org", "hard_bounce": true, "time": 1, "error": "user unknown"}]'
    )
    at = "/anymail/mailjet/tracking/"
    assert client.post(at, body, content_type="application/json").status_code == 404
    settings.ANYMAIL, settings.MAIL_PROVIDERS = {"WEBHOOK_SECRET": "provider:secret"}, ["mailjet"]
    assert client.post(at, body, content_type="application/json").status_code == 400
    assert not DeliveryReport.objects.exists()
    known = {"HTTP_AUTHORIZATION": "Basic cHJvdmlkZXI6c2VjcmV0"}
    assert client.post(at, body, content_type="application/json", **known).status_code == 200
    assert DeliveryReport.objects.get().address == "boris@example.org"
