"""Sending a message: claimed, committed, sent, recorded; a failed attempt is retried, a crash costs one duplicate."""

from datetime import time, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.mail.backends.base import BaseEmailBackend

from games import commands, queries, store
from games.batches import FIRST_RETRY, LONGEST_RETRY
from games.models import Game
from games.players.models import Player
from games.rules.values import Order
from notifications.incoming import dispatch
from notifications.mailbox import MailboxBackend
from notifications.models import BouncingAddress, LocalMail, MailHours, MailKind, Message
from notifications.outgoing import announcing, outbox
from notifications.outgoing.enqueuing import Latest
from notifications.outgoing.outbox import LEASE, MOST_TRIES
from tests.conftest import NOON
from tests.notifications.conftest import OPTIONS


class RefusingBackend(BaseEmailBackend):
    """A provider that is down."""

    def send_messages(self, email_messages):
        raise ConnectionRefusedError


class StrictBackend(BaseEmailBackend):
    """A mail server that doesn't know the mailbox."""

    said = (550, b"5.1.1 user unknown")

    def send_messages(self, email_messages):
        raise SMTPRecipientsRefused({address: self.said for mail in email_messages for address in mail.to})


class SuspiciousBackend(StrictBackend):
    """A provider that considers us spammers."""

    said = (550, b"5.7.1 blocked")


class CrashingBackend(MailboxBackend):
    """A provider that accepts the email just before a power failure."""

    def send_messages(self, email_messages):
        super().send_messages(email_messages)
        raise KeyboardInterrupt


@pytest.fixture
def unsent(post, anna, boris):
    """A message to Boris about Anna's light that has not been sent yet."""
    post.play(anna, "GRID", "GREEN")
    post.now += timedelta(hours=12)
    commands.apply_due(game_id=post.game_id, now=post.now)
    announcing.announce(Latest(post.game_id, now=post.now))
    return Message.objects.get(player=boris, due_at__isnull=False)


def use(settings, backend):
    settings.EMAIL_BACKEND = f"{backend.__module__}.{backend.__name__}"


def seen(post):
    return store.seen_now(post.game_id, now=post.now).state.seen_round


def test_a_message_is_sent_once(unsent, post, boris):
    told = len(post.mails(boris))
    assert outbox.send(unsent.pk, now=post.now)
    assert not outbox.send(unsent.pk, now=post.now)
    assert len(post.mails(boris)) == told + 1


def test_an_accepted_email_is_recorded_and_its_tiles_count_as_seen(unsent, post):
    assert seen(post)[1] == 1
    outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    assert (unsent.sent_at, unsent.due_at, unsent.status) == (post.now, None, "sent")
    assert seen(post)[1] == 2


def test_tiles_count_as_seen_even_if_the_light_they_release_comes_at_once(lobby, anna):
    Game.objects.filter(pk=lobby.game_id).update(options={**OPTIONS, "leeway": 0, "mail_leeway": 0})
    join = lobby.spool(lobby.last("boris@example.org"), "JOIN", sender="Boris <boris@example.org>")
    receipt = dispatch.read(join.pk, now=lobby.now)
    commands.look(game_id=lobby.game_id, player=anna, now=lobby.now)
    laid = Order("GRID", {"layout": (lobby.hand(anna),)})
    commands.play(game_id=lobby.game_id, player=anna, orders=[laid, Order("GREEN")], now=lobby.now)
    outbox.send(receipt.pk, now=lobby.now)
    state = store.seen_now(lobby.game_id, now=lobby.now).state
    assert (state.round, state.seen_round[1], state.unseen[1]) == (2, 1, 1)


def test_a_provider_that_is_down_delays_the_email_and_nothing_counts_as_seen(unsent, post, settings):
    use(settings, RefusingBackend)
    assert not outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    assert unsent.sent_at is None
    assert unsent.due_at == post.now + FIRST_RETRY
    assert unsent.status == "ConnectionRefusedError"
    assert seen(post)[1] == 1


def test_a_retry_in_quiet_hours_waits_for_their_end(unsent, post, boris, settings):
    use(settings, RefusingBackend)
    outbox.send(unsent.pk, now=post.now)
    MailHours.objects.create(player=boris, quiet_from=post.now.time(), quiet_until=time(7))
    use(settings, MailboxBackend)
    assert not outbox.send(unsent.pk, now=post.now + FIRST_RETRY)
    unsent.refresh_from_db()
    assert (unsent.due_at, unsent.attempts) == (post.now.replace(hour=7), 1)
    assert outbox.send(unsent.pk, now=unsent.due_at)


def test_a_retried_last_warning_does_not_wait_for_the_end_of_quiet_hours(unsent, post, boris, settings):
    use(settings, RefusingBackend)
    outbox.send(unsent.pk, now=post.now)
    MailHours.objects.create(player=boris, quiet_from=post.now.time(), quiet_until=time(7))
    unsent.notices.update(kind=MailKind.LAST_DAY, deadline="look")
    use(settings, MailboxBackend)
    assert outbox.send(unsent.pk, now=post.now + FIRST_RETRY)


def test_a_mailbox_unknown_to_its_server_gets_no_more_email(unsent, post, boris, settings):
    use(settings, StrictBackend)
    assert not outbox.send(unsent.pk, now=post.now)
    boris.refresh_from_db()
    unsent.refresh_from_db()
    assert boris.mail_fails_since == post.now
    assert (unsent.due_at, unsent.bounced_at) == (None, post.now)


def test_a_server_that_refuses_an_email_is_retried_and_counts_one_bounce(unsent, post, boris, settings):
    use(settings, SuspiciousBackend)
    for _ in range(6):
        assert not outbox.send(unsent.pk, now=post.now)
        unsent.refresh_from_db()
        assert unsent.due_at > post.now
        post.now = unsent.due_at
    boris.refresh_from_db()
    assert boris.mail_fails_since is None
    assert BouncingAddress.objects.get().weight == 1


def test_each_retry_waits_longer_and_finally_the_email_is_given_up(unsent, post, settings):
    use(settings, RefusingBackend)
    waits = []
    for _ in range(MOST_TRIES):
        outbox.send(unsent.pk, now=post.now)
        unsent.refresh_from_db()
        waits.append(unsent.due_at - post.now)
        post.now = unsent.due_at
    assert waits == sorted(waits)
    assert waits[-1] == LONGEST_RETRY
    outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    assert unsent.due_at is None
    assert unsent.status.startswith("given up")


def test_a_crash_after_sending_costs_one_duplicate_with_the_same_message_id(unsent, post, boris, settings):
    use(settings, CrashingBackend)
    with pytest.raises(KeyboardInterrupt):
        outbox.send(unsent.pk, now=post.now)
    assert not outbox.send(unsent.pk, now=post.now)
    use(settings, MailboxBackend)
    post.now += LEASE
    assert outbox.send(unsent.pk, now=post.now)
    ids = LocalMail.objects.filter(address=boris.email).values_list("message_id", "reply_to")
    assert len([one for one in ids if one[0] == unsent.message_id]) == 2
    assert len(set(ids)) == len(ids) - 1


def test_a_crash_after_recording_costs_no_duplicate_and_tiles_still_count_as_seen(unsent, post, boris):
    told = len(post.mails(boris))
    Message.objects.filter(pk=unsent.pk).update(seen_round=2, status="queued")
    assert not outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    assert (unsent.sent_at, unsent.status, seen(post)[1]) == (post.now, "queued", 2)
    assert len(post.mails(boris)) == told


def test_a_retry_after_the_game_moved_on_is_a_new_email_with_a_new_token(unsent, post, anna, boris, settings):
    use(settings, RefusingBackend)
    outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    first_turn = unsent.turn
    commands.look(game_id=post.game_id, player=boris, now=post.now)
    commands.look(game_id=post.game_id, player=anna, now=post.now)
    post.now += timedelta(days=4)  # nobody requests a light: an amber
    commands.apply_due(game_id=post.game_id, now=post.now)
    use(settings, MailboxBackend)
    post.deliver()
    unsent.refresh_from_db()
    assert unsent.sent_at is None
    assert unsent.status.startswith("written anew")
    turns = dict(Message.objects.filter(player=boris, sent_at=post.now).values_list("pk", "turn"))
    assert set(turns.values()) == {first_turn + 1}
    assert queries.table(game_id=post.game_id, player=boris, now=post.now).turn == first_turn + 1


def test_a_delayed_email_goes_to_the_current_address_and_can_be_answered_from_it(unsent, post, boris):
    Player.objects.filter(pk=boris.pk).update(email="boris@new.example")
    assert outbox.send(unsent.pk, now=post.now)
    unsent.refresh_from_db()
    assert unsent.address == "boris@new.example"
    (mail,) = [one for one in post.mails("boris@new.example") if one.message_id == unsent.message_id]
    answered = post.answer(mail, "SAY Hello from here\n", sender="boris@new.example")
    assert answered.outcome == "obeyed"


def test_a_delayed_invitation_goes_to_the_players_current_address(anna, chloe):
    later = NOON + timedelta(hours=1)
    game_id = commands.make_game(kind="crossing", player=anna, seats=2, options={}, invite=[chloe.email], now=NOON)
    announcing.announce(Latest(game_id, now=NOON))
    before = chloe.email
    Player.objects.filter(pk=chloe.pk).update(email="chloe@new.example")
    commands.address_has_changed(player=chloe, before=before, now=later)
    outbox.send_all(list(Message.objects.values_list("pk", flat=True)), now=later)
    assert LocalMail.objects.get().address == "chloe@new.example"
