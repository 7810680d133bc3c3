"""`receive_mail` and `sweep`: a whole turn by email without a worker."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import commands
from notifications.incoming import spool
from notifications.models import InboundMail, LocalMail
from tests.notifications.conftest import OPTIONS, written


class Standard:
    """Standard input as a pipe provides it."""

    def __init__(self, raw):
        self.buffer = io.BytesIO(raw)


def run(name, *arguments):
    out = io.StringIO()
    call_command(name, *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def invited(anna, ae_words):
    """A game that Anna has just created, with Boris invited."""
    now = timezone.now() - timedelta(minutes=1)
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options=OPTIONS, word_list="ae", invite=["boris@example.org"], now=now
    )
    commands.agree(game_id=game_id, player=anna, now=now)
    return game_id


def test_sweep_sends_waiting_emails_once(invited):
    assert run("sweep") == {"games": 0, "mails_read": 0, "mails_sent": 1}
    assert LocalMail.objects.get().address == "boris@example.org"
    assert run("sweep") == {"games": 0, "mails_read": 0, "mails_sent": 0}


def test_a_piped_email_is_spooled_and_read_and_answered_by_the_sweep(invited, monkeypatch):
    run("sweep")
    mail = LocalMail.objects.get()
    raw = written("JOIN", sender=mail.address, to=mail.reply_to, at=timezone.now())
    monkeypatch.setattr("sys.stdin", Standard(raw))
    spooled = run("receive_mail", "--recipient", mail.reply_to, "--sender", mail.address)
    row = InboundMail.objects.get(pk=spooled["mail"])
    assert (row.outcome, row.source, bytes(row.raw)) == ("", "pipe", raw)
    assert run("sweep")["mails_read"] == 1
    row.refresh_from_db()
    assert row.outcome == InboundMail.Outcome.OBEYED
    assert "Done: JOIN." in LocalMail.objects.filter(address="boris@example.org").latest("pk").text
    assert LocalMail.objects.filter(address="anna@example.org").exists()


def test_a_piped_email_is_a_bounce_only_with_an_empty_envelope_sender(invited, monkeypatch):
    run("sweep")
    mail = LocalMail.objects.get()
    for arguments, outcome in (((), InboundMail.Outcome.OBEYED), (("--sender", ""), InboundMail.Outcome.AUTOMATIC)):
        raw = written("JOIN", sender=mail.address, to=mail.reply_to, at=timezone.now())
        monkeypatch.setattr("sys.stdin", Standard(raw))
        spooled = run("receive_mail", "--recipient", mail.reply_to, *arguments)
        run("sweep")
        assert InboundMail.objects.get(pk=spooled["mail"]).outcome == outcome


def test_a_piped_email_needs_a_recipient():
    with pytest.raises(CommandError):
        call_command("receive_mail")


def test_sweep_applies_expired_deadlines(invited, anna, chloe, settings):
    now = timezone.now()
    game_id = commands.make_game(
        kind="crossing", player=anna, seats=2, options=OPTIONS, word_list="ae", listed=True, now=now - timedelta(days=9)
    )
    commands.join(game_id=game_id, player=chloe, now=now - timedelta(days=9))
    for player in (anna, chloe):
        commands.agree(game_id=game_id, player=player, now=now - timedelta(days=9))
    commands.look(game_id=game_id, player=anna, now=now - timedelta(days=9))
    assert run("sweep")["games"] == 1
    assert "The game doesn’t wait for you until you look." in " ".join(
        LocalMail.objects.filter(address="chloe@example.org").latest("pk").text.split()
    )


def test_an_email_that_did_nothing_can_be_replayed_and_one_that_did_cannot(invited):
    run("sweep")
    mail = LocalMail.objects.get()
    raw = written("JOIN", sender=mail.address, to=mail.reply_to, at=timezone.now())
    now = timezone.now()
    row = spool.accept(raw, recipient=mail.reply_to, sender=mail.address, source="pipe", now=now)
    broken = {"outcome": InboundMail.Outcome.BROKEN, "acted_at": now, "read_at": now, "due_at": None}
    InboundMail.objects.filter(pk=row.pk).update(**broken)
    assert run("sweep")["mails_read"] == 0
    assert run("replay_mail", str(row.pk)) == {"replayed": [row.pk]}
    run("sweep")
    row.refresh_from_db()
    assert row.outcome == InboundMail.Outcome.OBEYED
    with pytest.raises(CommandError, match=f"Not queued: {row.pk}, {row.pk + 7}"):
        run("replay_mail", str(row.pk), str(row.pk + 7))
