"""Web push: news is pushed first, emailed if nobody looked, and sent once; tested with our own push service, which
decrypts them."""

from datetime import time, timedelta

import pytest
from django.core.management import call_command

from games import commands, queries
from games.rules.values import Order, OrderRefused
from notifications import tasks
from notifications.channels import delivery, web_push
from notifications.models import Channel, MailHours, MailKind, Message
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.notifications.conftest import NOON, said
from tests.notifications.push_service import Device

HOUR = timedelta(hours=1)


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


def test_news_is_pushed_first_and_emailed_if_nobody_looked_within_the_hour(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    (pushed,) = phone.got
    assert (pushed["body"], pushed["tag"]) == ("Chat message", f"game-{on_site.game_id}")
    assert mailed(on_site, boris) == 0
    on_site.later(minutes=59)
    assert mailed(on_site, boris) == 0
    on_site.later(minutes=1)
    assert mailed(on_site, boris) == 1
    on_site.later(hours=5)
    assert (len(phone.got), mailed(on_site, boris)) == (1, 1)


def test_news_seen_on_the_page_is_not_emailed(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    on_site.now += timedelta(minutes=10)
    commands.note_presence(game_id=on_site.game_id, player=boris, at=on_site.now)
    on_site.later(hours=2)
    assert mailed(on_site, boris) == 0
    assert Message.objects.filter(player=boris).order_by("pk").last().status == "seen"


def test_a_player_without_devices_is_emailed_at_once(on_site, anna, boris, receiver):
    say_hello(on_site, anna)
    assert (mailed(on_site, boris), receiver.posts) == (1, [])


def test_email_at_once_is_sent_alongside_the_push(on_site, anna, boris, phone):
    MailHours.objects.create(player=boris, mail_after=MailHours.After.AT_ONCE)
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    assert (len(phone.got), mailed(on_site, boris)) == (1, 1)


def test_every_device_is_notified_and_one_that_is_gone_is_removed(on_site, anna, boris, phone, tablet):
    phone.switch_on(boris, now=on_site.now)
    tablet.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = 410
    say_hello(on_site, anna)
    assert [device.name for device in Channel.objects.all()] == [tablet.path]
    assert len(tablet.got) == 1
    assert mailed(on_site, boris) == 0


@pytest.mark.parametrize("status", [404, 429, 500, 301])
def test_news_that_no_device_accepts_is_emailed_at_once(on_site, anna, boris, phone, status):
    phone.switch_on(boris, now=on_site.now)
    phone.receiver.answers[phone.path] = status
    say_hello(on_site, anna)
    assert mailed(on_site, boris) == 1
    assert Channel.objects.exists() == (status != 404)
    assert phone.receiver.at("/elsewhere") == []  # redirects are not followed


def test_a_push_service_that_is_down_delays_no_email(on_site, anna, boris, phone):
    phone.receiver.origin = "http://127.0.0.1:1"
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    assert mailed(on_site, boris) == 1
    assert Channel.objects.get().failures == 1


def test_kinds_that_are_off_or_daily_are_pushed_as_they_are_emailed(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    choices.choose(player=boris, game_id=None, chosen={MailKind.SAID: When.OFF})
    say_hello(on_site, anna)
    assert phone.got == []
    choices.choose(player=boris, game_id=None, chosen={MailKind.SAID: When.DAILY})
    say_hello(on_site, anna)
    assert phone.got == []
    on_site.now = on_site.now.replace(hour=18, minute=0)
    on_site.deliver()
    assert (len(phone.got), mailed(on_site, boris)) == (1, 0)
    on_site.later(hours=1)
    assert mailed(on_site, boris) == 1


def test_nothing_is_pushed_or_emailed_in_quiet_hours(on_site, anna, boris, phone):
    MailHours.objects.create(player=boris, quiet_from=time(12), quiet_until=time(20))
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    assert phone.got == []
    on_site.now = on_site.now.replace(hour=20, minute=0)
    on_site.deliver()
    assert len(phone.got) == 1


def test_an_email_that_waited_for_a_look_also_waits_for_the_end_of_quiet_hours(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    MailHours.objects.create(player=boris, quiet_from=(on_site.now + HOUR / 2).time(), quiet_until=time(20))
    on_site.later(hours=1)
    assert mailed(on_site, boris) == 0
    on_site.now = on_site.now.replace(hour=20, minute=0)
    on_site.deliver()
    assert (len(phone.got), mailed(on_site, boris)) == (1, 1)


def test_an_email_with_tiles_counts_as_a_look_and_is_sent_at_once(post, anna, boris, phone):
    phone.switch_on(boris, now=post.now)
    told = len(post.mails(boris))
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert len(post.mails(boris)) > told
    assert [pushed["body"] for pushed in phone.got] == ["Light requested"]  # a notification without a tile


def test_a_last_warning_is_emailed_at_once(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    on_site.play(anna, "GRID", "GREEN")
    for _ in range(40):
        on_site.later(hours=3)
    warnings = list(Message.objects.filter(player=boris, kind=MailKind.LAST_DAY))
    assert warnings
    assert all(message.mail_at is None and message.sent_at for message in warnings)


def test_a_push_contains_nothing_beyond_the_subject_of_the_email(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    MailHours.objects.create(player=boris, mail_after=MailHours.After.AT_ONCE)
    say_hello(on_site, anna)
    on_site.play(anna, "GRID", "GREEN").later(hours=12)
    assert len(phone.got) >= 2
    subjects = {mail.subject for mail in on_site.mails(boris)}
    labels = {str(label) for label in MailKind.labels}
    links = set(Message.objects.filter(player=boris).values_list("link", flat=True))
    tokens = [mail.reply_to.partition("+r-")[2].partition("@")[0] for mail in on_site.mails(boris)]
    for pushed in phone.got:
        assert set(pushed) == {"title", "body", "tag", "url", "off"}
        assert pushed["title"] in subjects
        assert (pushed["body"][0].lower() + pushed["body"][1:]) in labels
        assert pushed["url"].strip("/").split("/")[1] in links
        assert pushed["off"] == "Switch off on this device"
        text = str(pushed)
        assert "Hello" not in text
        assert not any(token and token in text for token in tokens)
        assert queries.table(game_id=on_site.game_id, player=boris, now=on_site.now).view.hand not in text


def test_a_push_reveals_nothing_about_a_hidden_request(post, anna, boris, phone):
    """A hidden request is reported to nobody, by push as by email."""
    phone.switch_on(boris, now=post.now)
    type(post.game).objects.filter(pk=post.game_id).update(options={**post.game.options, "requests_visible": False})
    commands.play(
        game_id=post.game_id,
        player=anna,
        orders=[Order("GRID", {"layout": (post.hand(anna),)}), Order("GREEN")],
        now=post.now,
    )
    post.deliver()
    assert phone.got == []


def test_a_device_switched_on_by_another_player_belongs_only_to_them(on_site, anna, boris, phone):
    phone.switch_on(boris, now=on_site.now)
    phone.switch_on(anna, now=on_site.now)
    assert Channel.objects.get().player == anna
    say_hello(on_site, anna)
    assert (phone.got, mailed(on_site, boris)) == ([], 1)


def test_a_player_has_at_most_ten_devices(anna, vapid_key, receiver):
    for n in range(delivery.DEVICES_A_PLAYER):
        Device(receiver, str(n)).switch_on(anna, now=NOON)
    with pytest.raises(OrderRefused):
        Device(receiver, "one more").switch_on(anna, now=NOON)
    Device(receiver, "0").switch_on(anna, now=NOON)  # the same device with new keys
    assert Channel.objects.count() == delivery.DEVICES_A_PLAYER


@pytest.mark.parametrize("wrong", [{"p256dh": ""}, {"p256dh": "A" * 87}, {"auth": "short"}, {"auth": "é"}])
def test_invalid_keys_are_refused(anna, phone, wrong):
    with pytest.raises(OrderRefused):
        delivery.switch_on_device(player=anna, address=phone.address, now=NOON, **{**phone.keys, **wrong})


def test_nothing_is_pushed_without_a_server_key(on_site, anna, boris, phone, settings):
    phone.switch_on(boris, now=on_site.now)
    settings.VAPID_PRIVATE_KEY = ""
    say_hello(on_site, anna)
    assert (phone.receiver.posts, mailed(on_site, boris)) == ([], 1)


def test_a_new_key_is_printed_as_a_line_for_the_environment(capsys, settings):
    call_command("make_vapid_key")
    name, _, key = capsys.readouterr().out.strip().partition("=")
    assert name == "VAPID_PRIVATE_KEY"
    settings.VAPID_PRIVATE_KEY = key
    assert len(web_push.public_key()) == 87


def test_opening_the_notification_counts_as_a_look(on_site, anna, boris, phone, client):
    phone.switch_on(boris, now=on_site.now)
    say_hello(on_site, anna)
    (pushed,) = phone.got
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(pushed["url"]).status_code == 404
    client.force_login(boris, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(pushed["url"]).url == f"/games/{on_site.game_id}/"
    on_site.later(hours=2)
    assert mailed(on_site, boris) == 0


def test_cost_of_a_push_in_queries(on_site, anna, boris, phone, django_assert_num_queries):
    phone.switch_on(boris, now=on_site.now)
    commands.say(game_id=on_site.game_id, player=anna, text="Hello", now=on_site.now)
    tasks.tell(on_site.game_id, now=on_site.now)
    message = Message.objects.select_related("player__mail_hours").filter(player=boris).order_by("pk").last()
    message.mail_at = None  # as it was before
    with django_assert_num_queries(2):  # look for devices to push to, and let the email wait for them
        assert delivery.hand_over(message, subject="", now=on_site.now)
    with django_assert_num_queries(
        8
    ):  # count, claim in a transaction, find devices, record that one took it, and that it is done
        assert delivery.tell(boris.pk, now=on_site.now) == []
    assert len(phone.got) == 1
