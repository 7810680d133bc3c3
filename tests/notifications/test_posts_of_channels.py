"""Posts to devices and webhooks have their own worker, and a failing address delays nobody."""

from datetime import time, timedelta

import pytest
from celery import current_app
from pywebpush import WebPusher

from games import commands
from notifications import health, tasks
from notifications.channels import delivery
from notifications.models import Channel, MailHours, MailKind, Message
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.notifications.conftest import NOON, said
from tests.notifications.push_service import Device

DOWN = "http://127.0.0.1:1"


@pytest.fixture
def on_site(post, boris):
    """A game in which Boris reads his tiles on the page, and Anna has sent no message yet."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    return post.later(hours=1)


def say_hello(post, anna):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    return post.deliver()


def mailed(post, player):
    return sum("Hello" in said(mail) for mail in post.mails(player))


def hand_over_hello(post, anna):
    """Run the mail worker's part, and not yet that of channels."""
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    tasks.tell(post.game_id, now=post.now)


def test_the_email_worker_posts_nothing_and_lists_the_players_to_notify(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    assert phone.got == []
    assert list(delivery.players_to_tell(now=on_site.now)) == [boris.pk]
    assert list(delivery.players_to_tell(now=on_site.now, game_ids=[on_site.game_id + 1])) == []
    assert delivery.tell(boris.pk, now=on_site.now) == []
    assert len(phone.got) == 1
    assert list(delivery.players_to_tell(now=on_site.now)) == []
    assert delivery.tell(boris.pk, now=on_site.now) == []
    assert len(phone.got) == 1


def test_nothing_is_posted_about_a_game_muted_after_its_email_was_sent(on_site, anna, boris, phone):
    MailHours.objects.create(player=boris, mail_after=MailHours.After.AT_ONCE)
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    assert mailed(on_site, boris) == 1
    choices.mute(player=boris, game_id=on_site.game_id, now=on_site.now)
    assert delivery.tell(boris.pk, now=on_site.now) == []
    assert phone.got == []


def test_a_late_post_disturbs_nobody_in_quiet_hours(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    on_site.now += timedelta(minutes=10)
    MailHours.objects.create(player=boris, quiet_from=on_site.now.time(), quiet_until=time(20))
    assert delivery.tell(boris.pk, now=on_site.now) == []
    assert (phone.got, mailed(on_site, boris)) == ([], 0)
    on_site.now = on_site.now.replace(hour=20, minute=0)
    tasks.tell(on_site.game_id, now=on_site.now)
    assert mailed(on_site, boris) == 1


def test_a_sweep_queues_posts_for_the_channels_worker(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    with current_app.connection_for_read() as connection:
        box = connection.SimpleQueue("channels")
        box.clear()
        tasks.sweep()
        message = box.get(block=False)
        connection.SimpleQueue("celery").clear()
    assert (message.headers["task"], message.payload[0]) == ("notifications.tasks.tell_channels", [boris.pk])
    assert message.headers["expires"]


def test_without_a_channels_worker_the_email_goes_on_time_and_health_reports_it(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    on_site.now += timedelta(minutes=59)
    tasks.tell(on_site.game_id, now=on_site.now)
    assert mailed(on_site, boris) == 0
    assert health.oldest_waiting(now=on_site.now) == on_site.now - timedelta(minutes=59)
    assert health.health(now=on_site.now)["channels"] == {"waiting": 1, "oldest_seconds": 59 * 60}
    on_site.now += timedelta(minutes=1)
    tasks.tell(on_site.game_id, now=on_site.now)
    assert mailed(on_site, boris) == 1


def test_old_news_that_was_emailed_is_not_pushed_by_a_late_worker(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    on_site.now += timedelta(hours=2)
    on_site.deliver()
    assert (phone.got, mailed(on_site, boris)) == ([], 1)
    assert list(delivery.players_to_tell(now=on_site.now)) == []


def test_news_of_a_game_muted_before_posting_is_not_posted(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    choices.mute(player=boris, game_id=on_site.game_id, now=on_site.now)
    on_site.later(hours=2)
    assert (phone.got, mailed(on_site, boris)) == ([], 0)


def test_one_silent_device_takes_nothing_from_the_others(on_site, anna, boris, phone, tablet):
    silent = Device(phone.receiver, "silent")
    for device in (silent, phone, tablet):
        device.switch_on(boris, now=on_site.now)
    Channel.objects.filter(name="/silent").update(address=f"{DOWN}/silent")
    say_hello(on_site, anna)
    assert (len(phone.got), len(tablet.got), mailed(on_site, boris)) == (1, 1, 0)


def test_a_failing_device_is_retried_after_minutes_and_then_hours(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = 500
    waits = []
    for _ in range(13):
        say_hello(on_site, anna)
        channel = Channel.objects.filter(player=boris).first()
        if channel is None:
            break
        waits.append((channel.waits_until - on_site.now) / timedelta(minutes=1))
        on_site.now = channel.waits_until
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]
    assert not Channel.objects.exists()  # it has failed for a day


def test_while_a_device_waits_its_news_is_emailed_at_once(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = 500
    say_hello(on_site, anna)
    assert mailed(on_site, boris) == 1
    on_site.now += timedelta(seconds=30)
    hand_over_hello(on_site, anna)
    assert mailed(on_site, boris) == 2
    assert len(phone.receiver.posts) == 1


def test_a_device_that_works_again_has_no_failures(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = 500
    say_hello(on_site, anna)
    phone.receiver.answers.clear()
    on_site.now += timedelta(minutes=1)
    say_hello(on_site, anna)
    channel = Channel.objects.get()
    assert (channel.failures, channel.failing_since, channel.waits_until) == (0, None, None)
    assert channel.told_at == on_site.now


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_permanent_refusal_removes_a_device_and_ends_a_webhook(on_site, anna, boris, phone, status):
    phone.switch_on(boris, now=on_site.now)
    delivery.set_webhook(player=boris, sort="json", address=f"{phone.receiver.origin}/hook", now=on_site.now)
    phone.receiver.answers |= {phone.path: status, "/hook": status}
    say_hello(on_site, anna)
    channel = Channel.objects.get()
    assert (channel.sort, channel.ended_at) == ("json", on_site.now)
    assert Message.objects.filter(player=boris, kind=MailKind.CHANNEL).count() == 1
    assert mailed(on_site, boris) == 1


@pytest.mark.parametrize("status", [301, 408, 413, 429, 500, 503])
def test_any_other_status_is_retried(on_site, anna, boris, phone, status):
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = status
    say_hello(on_site, anna)
    assert Channel.objects.get().waits_until == on_site.now + timedelta(minutes=1)


@pytest.mark.parametrize("status", [201, 410, 500])
def test_a_device_switched_off_during_a_post_stops_nothing(on_site, anna, boris, phone, tablet, monkeypatch, status):
    phone.switch_on(boris, now=on_site.now)
    tablet.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = status
    encode = WebPusher.encode

    def encode_and_switch_off(*what, **further):
        Channel.objects.filter(name=phone.path).delete()
        return encode(*what, **further)

    monkeypatch.setattr(WebPusher, "encode", encode_and_switch_off)
    say_hello(on_site, anna)
    assert (len(tablet.got), mailed(on_site, boris)) == (1, 0)
    assert Channel.objects.get().told_at == on_site.now


def test_channels_have_an_hourly_limit_and_further_news_is_emailed(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    seat = on_site.game.seats.get(player=boris)
    rows = [
        Message(kind=MailKind.SAID, player=boris, address=boris.email, game_id=on_site.game_id, seat=seat.number)
        for _ in range(delivery.POSTS_AN_HOUR - 1)
    ]
    for row in rows:
        row.made_at, row.posted_at = on_site.now, on_site.now
    Message.objects.bulk_create(rows)
    say_hello(on_site, anna)
    assert (len(phone.got), mailed(on_site, boris)) == (1, 0)
    say_hello(on_site, anna)
    assert (len(phone.got), mailed(on_site, boris)) == (1, 1)
    assert Channel.objects.get().failures == 0
    assert Message.objects.filter(player=boris, posted_at__gt=on_site.now - timedelta(hours=1)).count() == 60
    on_site.later(hours=1, minutes=1)
    before = mailed(on_site, boris)
    say_hello(on_site, anna)
    assert (len(phone.got), mailed(on_site, boris)) == (2, before)


def test_entering_an_address_again_does_not_reset_its_wait(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    delivery.set_webhook(player=boris, sort="json", address=f"{phone.receiver.origin}/hook", now=on_site.now)
    phone.receiver.answers |= {phone.path: 500, "/hook": 500}
    say_hello(on_site, anna)
    phone.switch_on(boris, now=on_site.now)
    delivery.set_webhook(player=boris, sort="slack", address=f"{phone.receiver.origin}/hook", now=on_site.now)
    assert list(Channel.objects.values_list("failures", "waits_until")) == [(1, on_site.now + timedelta(minutes=1))] * 2
    delivery.set_webhook(player=boris, sort="slack", address=f"{phone.receiver.origin}/other", now=on_site.now)
    assert Channel.objects.get(sort="slack").waits_until is None


def test_news_that_cannot_be_encoded_waits_alone_and_is_emailed(on_site, anna, boris, phone, settings):
    phone.switch_on(boris, now=on_site.now)
    hand_over_hello(on_site, anna)
    settings.VAPID_PRIVATE_KEY = "none"
    assert delivery.tell(boris.pk, now=on_site.now) == []
    assert list(delivery.players_to_tell(now=on_site.now)) == []
    on_site.later(hours=1)
    assert mailed(on_site, boris) == 1


def test_daily_emails_and_news_outside_games_are_pushed_too(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    choices.choose(player=boris, game_id=None, chosen={MailKind.SAID: When.DAILY})
    hand_over_hello(on_site, anna)
    assert list(delivery.players_to_tell(now=on_site.now)) == []
    on_site.now = on_site.now.replace(hour=18, minute=0)
    tasks.tell(on_site.game_id, now=on_site.now)
    assert list(delivery.players_to_tell(now=on_site.now)) == [boris.pk]


def test_with_email_at_once_a_failing_device_causes_no_second_email(on_site, anna, boris, phone):
    MailHours.objects.create(player=boris, mail_after=MailHours.After.AT_ONCE)
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = 500
    say_hello(on_site, anna)
    on_site.later(hours=2)
    assert mailed(on_site, boris) == 1


def test_a_webhook_at_another_port_is_refused(anna):
    for address in ("https://example.org:9000/hook", "https://example.org:22/"):
        with pytest.raises(delivery.OrderRefused):
            delivery.set_webhook(player=anna, sort="json", address=address, now=NOON)
