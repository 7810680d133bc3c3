"""A player's emails: exported when they ask, deleted when they leave."""

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games import commands, queries
from games.models import WaitingMail
from games.players.models import NeverInvited
from notifications.models import BouncingAddress, Channel, InboundMail, LocalMail, Message
from notifications.tasks import tell
from tests.tables import NOON, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mails(anna, boris, settings):
    """A game in which Anna and Boris have each got the first email, and each has sent one that is not read yet."""
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    game_id = start(anna, boris)
    tell(game_id, now=NOON)
    for number, player in enumerate((anna, boris)):
        mail = InboundMail.objects.create(
            raw=f"From: {player.email}\n\nSTATUS of {player.name}".encode(),
            size=40,
            recipient="box@localhost",
            sender=player.email,
            source="test",
            content_sha256=str(number),
            received_at=NOON,
            due_at=NOON,
        )
        WaitingMail.objects.create(game_id=game_id, mail=mail.pk, accepted_at=NOON)
    return game_id


def test_deleting_an_account_deletes_its_emails_and_no_others(mails, anna, boris):
    assert InboundMail.objects.filter(sender__iexact=anna.email).exists()
    commands.delete_account(player=anna, now=NOON)
    assert {mail.address for mail in LocalMail.objects.all()} == {boris.email}
    senders = {mail.sender.lower() for mail in InboundMail.objects.all()}
    assert senders == {boris.email}
    assert {message.address for message in Message.objects.all()} == {boris.email}
    assert WaitingMail.objects.get().mail == InboundMail.objects.get(source="test").pk


def test_an_address_that_complained_gets_no_email_after_its_account_is_deleted(anna):
    BouncingAddress.objects.create(address=anna.email, stopped_at=NOON, complained_at=NOON)
    commands.delete_account(player=anna, now=NOON)
    assert BouncingAddress.objects.count() == 0
    assert NeverInvited.objects.count() == 1


def test_an_unverified_address_gives_access_to_no_emails(mails, anna, boris, dmitri):
    EmailAddress.objects.create(user=dmitri, email=anna.email, verified=False)
    kept = queries.export(player=dmitri, now=timezone.now())
    assert kept["copies_of_mails_to_me"] == kept["mails_from_me"] == kept["invitations"] == []
    commands.delete_account(player=dmitri, now=NOON)
    assert InboundMail.objects.filter(sender__iexact=anna.email).exists()
    assert LocalMail.objects.filter(address=anna.email).exists()


def test_the_export_has_only_the_players_own_emails(mails, anna):
    kept = queries.export(player=anna, now=timezone.now())
    assert [mail["kind"] for mail in kept["mails_to_me"]] == ["start"]
    assert [mail["address"] for mail in kept["copies_of_mails_to_me"]] == [anna.email]
    assert [mail["mail"] for mail in kept["mails_from_me"]] == ["From: anna@example.org\n\nSTATUS of Anna"]


def test_channels_are_exported_without_keys_and_deleted_with_the_account(anna, boris, phone, tablet):
    phone.switch_on(anna, now=NOON)
    tablet.switch_on(boris, now=NOON)
    (kept,) = queries.export(player=anna, now=NOON)["channels"]
    assert (kept["sort"], kept["address"]) == ("push", phone.address)
    assert not {"auth", "p256dh", "secret"} & set(kept)
    commands.delete_account(player=anna, now=NOON)
    assert [channel.player for channel in Channel.objects.all()] == [boris]
