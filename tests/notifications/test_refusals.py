"""Reasons for refused emails, read in the same way from a mail server's reply, a provider's event and a report; and
refusals that stop no address."""

from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

import pytest
from anymail.signals import EventType, RejectReason

from games.models import Seat
from games.players.models import Player
from lexicon.health import CHECKS
from notifications.health import health
from notifications.incoming.reports import report_of
from notifications.mailbox import MailboxBackend
from notifications.models import Bounce, BouncingAddress, Message
from notifications.outgoing import bounces, outbox
from notifications.outgoing.bounces import how_it_came_back, how_smtp_refused
from notifications.outgoing.refusals import how_it_was_refused
from tests.notifications.test_quarantine import failed
from tests.notifications.test_sending import StrictBackend, unsent, use  # noqa: F401  a fixture

HARD = ["5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]
SOFT = ["5.1.4", "5.1.5", "5.1.9", "5.2.0", "5.2.2", "5.2.3", "5.2.4", "5.7.0", "5.7.1", "5.7.26", "5.7.515"]
OF_US = ["5.1.7", "5.1.8", "5.3.0", "5.3.4", "5.4.1", "5.4.4", "5.4.5", "5.4.6", "5.5.0", "5.5.3", "5.6.0", "5.6.7"]
BY_STATUS = [*((one, "hard") for one in HARD), *((one, "soft") for one in SOFT), *((one, None) for one in OF_US)]


@pytest.mark.parametrize(("status", "how"), BY_STATUS)
def test_a_refusal_status_is_read_the_same_from_every_source(status, how):
    reply = f"{status} something happened"
    assert how_it_was_refused(reply, code=550) == how
    assert how_it_was_refused(f"550 {reply}") == how
    assert how_it_was_refused(f"550-{reply}\n550-{status} and more") == how
    assert how_smtp_refused(SMTPRecipientsRefused({"a@x.example": (550, reply.encode())})) == how
    assert how_smtp_refused(SMTPDataError(550, reply.encode())) == how
    assert how_it_came_back(EventType.BOUNCED, RejectReason.BOUNCED, said=f"smtp; 550 {reply}") == how
    for report in (failed(status), failed(f"5.0.0\nDiagnostic-Code: smtp; 550 {reply}")):
        assert getattr(report_of(report), "how", None) == how


@pytest.mark.parametrize(
    ("code", "said", "how"),
    [
        (550, "no such user here", "hard"),
        (551, "User not local", "hard"),
        (553, "sorry, no mailbox here by that name", "hard"),
        (552, "mailbox full", "soft"),
        (554, "delivery error: this account has been disabled", "soft"),
        (521, "host does not accept mail", "soft"),
        (
            550,
            "blocked: see https://example.org/5.1.1.7, client 5.1.1.9",
            "hard",
        ),  # these numbers are parts of an address, not a status
        (550, "5.7.1 blocked; user unknown 5.1.1", "soft"),
        (550, "5.4.5 Daily user sending quota exceeded", None),
        (550, "#5.1.0 Address rejected.", "hard"),
        (550, "[5.1.1]: unknown", "hard"),
        (550, "\xff\xfe", "hard"),
    ],
)
def test_without_a_status_the_code_decides(code, said, how):
    assert how_it_was_refused(said, code=code) == how
    assert how_smtp_refused(SMTPRecipientsRefused({"a@x.example": (code, said.encode("latin-1"))})) == how


@pytest.mark.parametrize(
    "refused",
    [
        SMTPRecipientsRefused({"a@x.example": (450, b"4.2.1 greylisted")}),
        SMTPRecipientsRefused({"a@x.example": (452, b"4.2.2 mailbox full")}),
        SMTPSenderRefused(550, b"5.1.1 no such sender", "lexicon@x.example"),
        SMTPDataError(550, b"this looks like spam"),
        SMTPDataError(451, b"5.1.1 try later"),
        TimeoutError(),
    ],
)
def test_a_refusal_that_says_nothing_about_the_mailbox_is_retried(refused):
    assert how_smtp_refused(refused) is None


# --- when everybody is refused ----------------------------------------------------------------------------------------


class Quota(StrictBackend):
    """A provider whose quota is used up."""

    said = (550, b"5.4.5 Daily user sending quota exceeded")


class Curt(StrictBackend):
    """A relay that refuses everything without a status."""

    said = (550, b"go away")


def fails(player):
    player.refresh_from_db()
    return player.mail_fails_since


def test_a_quota_error_stops_nobody(unsent, post, boris, settings):  # noqa: F811
    use(settings, Quota)
    for _ in range(6):
        assert not outbox.send(unsent.pk, now=post.now)
        unsent.refresh_from_db()
        post.now = unsent.due_at
    assert fails(boris) is None
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    use(settings, MailboxBackend)
    assert outbox.send(unsent.pk, now=post.now)


def test_several_refusals_with_none_accepted_stop_nobody(unsent, post, anna, boris, settings, caplog):  # noqa: F811
    Message.objects.filter(sent_at__isnull=False).update(sent_at=post.now - timedelta(hours=2))
    use(settings, Curt)
    assert not outbox.send(unsent.pk, now=post.now)
    assert fails(boris) == post.now  # a single one is believed
    assert not Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    bounces.bounced(how=Bounce.HARD, address=anna.email, now=post.now)
    assert (fails(anna), fails(boris)) == (None, None)
    assert Seat.objects.get(game=post.game_id, player=boris).tiles_by_email
    assert "refused within an hour" in caplog.text
    assert CHECKS["mail"](post.now) == "refused at all 2 addresses within an hour"
    assert health(now=post.now)["refused_in_an_hour"] == 2
    unsent.refresh_from_db()
    use(settings, MailboxBackend)
    assert outbox.send(unsent.pk, now=unsent.due_at)
    assert CHECKS["mail"](unsent.due_at) == ""


def test_with_one_accepted_each_refusal_counts(post, anna, boris):
    Message.objects.filter(sent_at__isnull=False).update(sent_at=post.now)
    for player in (anna, boris):
        bounces.bounced(how=Bounce.HARD, address=player.email, now=post.now)
    assert (fails(anna), fails(boris)) == (post.now, post.now)


def test_refusals_more_than_an_hour_apart_each_count(post, anna, boris):
    Message.objects.filter(sent_at__isnull=False).update(sent_at=post.now - timedelta(days=1))
    bounces.bounced(how=Bounce.HARD, address=anna.email, now=post.now)
    later = post.now + timedelta(hours=1)
    bounces.bounced(how=Bounce.HARD, address=boris.email, now=later)
    assert (fails(anna), fails(boris)) == (post.now, later)


def test_a_complaint_counts_even_if_all_are_refused(post, anna, boris):
    Message.objects.filter(sent_at__isnull=False).update(sent_at=post.now - timedelta(days=1))
    for address in ("x@x.example", "y@x.example"):
        bounces.bounced(how=Bounce.SOFT, address=address, now=post.now)
    bounces.bounced(how=Bounce.COMPLAINT, address=anna.email, now=post.now)
    assert fails(anna) == post.now


def test_old_refusals_are_deleted(post, anna):
    bounces.note_refusal(anna.email, now=post.now)
    from notifications.forgetting import forget_delivery_reports

    forget_delivery_reports(before=post.now + timedelta(days=1), most=9)
    assert not BouncingAddress.objects.exists()
    assert Player.objects.filter(pk=anna.pk).exists()
