"""Webhooks of players: in each format, signed, retried, removed by one click or after failing for long."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games import commands, queries
from games.rules.values import OrderRefused
from notifications import tasks
from notifications.channels import delivery, webhooks
from notifications.channels.webhooks import SIGNATURE, TIMESTAMP
from notifications.models import Channel, MailHours, Message
from notifications.outgoing.digests import tell as send_general_mails
from tests.notifications.conftest import NOON, said


@pytest.fixture
def set_up(post, boris, receiver):
    """A function that sets up a webhook for Boris, who reads his tiles on the page."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.later(hours=1)

    def set_up(sort):
        return delivery.set_webhook(player=boris, sort=sort, address=f"{receiver.origin}/hook", now=post.now)

    return set_up


def say_hello(post, anna):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    return post.deliver()


def mailed(post, player):
    return sum("Hello" in said(mail) for mail in post.mails(player))


def told(receiver):
    return [json.loads(body) for _path, _headers, body in receiver.posts]


def test_discord_gets_its_own_format_without_mentions(post, anna, boris, receiver, set_up):
    webhook = set_up("discord")
    say_hello(post, anna)
    (body,) = told(receiver)
    assert set(body) == {"content", "allowed_mentions"}
    assert body["allowed_mentions"] == {"parse": []}
    assert re.match(rf"Lexicon game {post.game_id}: .*: Chat message\n", body["content"])
    assert f"/games/{post.game_id}/" in body["content"]
    assert webhook.link in body["content"]  # how to remove it
    assert mailed(post, boris) == 0


def test_slack_gets_its_own_format_with_names_escaped(post, anna, boris, receiver, set_up):
    anna.name = "<!channel> & co"
    anna.save()
    post.game.seats.filter(player=anna).update(name=anna.name)
    set_up("slack")
    say_hello(post, anna)
    (body,) = told(receiver)
    assert set(body) == {"text"}
    assert "&lt;!channel&gt; &amp; co" in body["text"]


def test_plain_json_is_signed_with_the_secret_of_the_webhook(post, anna, receiver, set_up):
    webhook = set_up("json")
    say_hello(post, anna)
    ((_path, headers, body),) = receiver.posts
    timestamp = headers[TIMESTAMP]
    assert int(timestamp) == int(post.now.timestamp())
    assert headers[SIGNATURE] == f"sha256={webhooks.signature(webhook.secret, timestamp, body)}"
    assert webhooks.signature(webhook.secret, timestamp, body + b" ") not in headers[SIGNATURE]
    told_of = json.loads(body)
    assert (told_of["kind"], told_of["game"]) == ("said", post.game_id)
    assert headers["List-Unsubscribe"] == f"<{told_of['end']}>"


@pytest.mark.parametrize("sort", ["discord", "slack", "json"])
def test_a_webhook_gets_nothing_about_a_game_beyond_the_subject_of_the_email(post, anna, boris, receiver, set_up, sort):
    webhook = set_up(sort)
    say_hello(post, anna)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert len(receiver.posts) >= 2
    hand = queries.table(game_id=post.game_id, player=boris, now=post.now).view.hand
    reply_tokens = [mail.reply_to.partition("+r-")[2].partition("@")[0] for mail in post.mails(boris)]
    for _path, _headers, body in receiver.posts:
        for secret in ("Hello", hand, boris.email, *reply_tokens, *filter(None, [webhook.secret])):
            assert secret.encode() not in body


def test_a_failing_webhook_is_retried_until_the_email_goes(post, anna, boris, receiver, set_up):
    set_up("json")
    receiver.answers["/hook"] = 500
    say_hello(post, anna)
    for _ in range(59):
        post.later(minutes=1)
    assert len(receiver.posts) == 6  # after 0, 1, 3, 7, 15 and 31 minutes
    assert mailed(post, boris) == 0
    post.later(minutes=1)
    assert (len(receiver.posts), mailed(post, boris)) == (6, 1)
    ids = {body["id"] for body in told(receiver)}
    assert len(ids) == 1  # the same notification


def test_a_webhook_that_succeeds_on_a_retry_is_notified_once(post, anna, boris, receiver, set_up, phone):
    phone.switch_on(boris, now=post.now)
    set_up("json")
    receiver.answers["/hook"] = 500
    say_hello(post, anna)
    receiver.answers.clear()
    for _ in range(30):
        post.later(minutes=1)
    assert (len(receiver.at("/hook")), len(phone.got)) == (2, 1)
    assert Channel.objects.get(sort="json").failures == 0


def test_with_email_at_once_both_are_notified_once(post, anna, boris, receiver, set_up):
    MailHours.objects.create(player=boris, mail_after=MailHours.After.AT_ONCE)
    set_up("json")
    say_hello(post, anna)
    post.later(hours=1)
    assert (len(receiver.posts), mailed(post, boris)) == (1, 1)


def test_a_webhook_that_fails_for_a_day_is_ended_and_its_player_emailed(post, anna, boris, receiver, set_up):
    set_up("json")
    receiver.answers["/hook"] = 500
    for hour in (0, 6, 12, 25):
        say_hello(post, anna)
        for _ in range(8):
            post.later(minutes=5)
        assert bool(Channel.objects.get().ended_at) == (hour == 25)
        post.later(hours=6 if hour < 12 else 13)
    send_general_mails(now=post.now)
    (mail,) = [mail for mail in post.mails(boris) if "webhook" in mail.subject]
    assert "Your webhook at 127.0.0.1 has been switched off" in said(mail)
    before = len(receiver.posts)
    say_hello(post, anna)
    assert len(receiver.posts) == before
    send_general_mails(now=post.now + timedelta(hours=1))
    assert sum("webhook" in mail.subject for mail in post.mails(boris)) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_webhook_that_is_gone_is_ended_at_once(post, anna, boris, receiver, set_up, status):
    set_up("discord")
    receiver.answers["/hook"] = status
    say_hello(post, anna)
    assert Channel.objects.get().ended_at == post.now
    assert Message.objects.filter(player=boris, channel__isnull=False).count() == 1


def test_a_reader_of_the_webhook_can_end_it_with_one_click(post, anna, boris, receiver, set_up, client):
    set_up("json")
    say_hello(post, anna)
    at = told(receiver)[0]["end"].partition("//")[2].partition("/")[2]
    assert client.get(f"/{at}").status_code == 200
    assert Channel.objects.exists()
    assert client.post(f"/{at}").status_code == 200
    assert not Channel.objects.exists()
    assert "has been switched off" in client.get(f"/{at}").text
    assert client.get("/mail/abc:def/webhook/").status_code == 404
    tasks.tell(post.game_id, now=post.now + timedelta(hours=1))
    assert mailed(post, boris) == 1


def test_a_webhook_is_set_and_removed_on_the_page(anna, boris, receiver, client):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    at = reverse("channels")
    client.post(at, {"do": "webhook", "sort": "json", "address": f" {receiver.origin}/hook "})
    webhook = Channel.objects.get(player=anna)
    page = client.get(at).text
    assert webhook.secret in page
    assert webhook.address not in page  # it is as good as a password
    client.force_login(boris, backend="django.contrib.auth.backends.ModelBackend")
    assert webhook.secret not in client.get(at).text
    assert client.post(at, {"do": "off", "channel": webhook.link}).status_code == 404
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    client.post(at, {"do": "webhook", "sort": "slack", "address": f"{receiver.origin}/other"})
    assert [channel.sort for channel in Channel.objects.all()] == ["slack"]  # one per player
    client.post(at, {"do": "off", "channel": Channel.objects.get().link})
    assert not Channel.objects.exists()


@pytest.mark.parametrize(
    ("sort", "address"),
    [("push", "https://example.org/"), ("json", "https://10.0.0.1/"), ("json", "http://example.org/")],
)
def test_an_invalid_webhook_is_refused(anna, sort, address):
    with pytest.raises(OrderRefused):
        delivery.set_webhook(player=anna, sort=sort, address=address, now=NOON)
