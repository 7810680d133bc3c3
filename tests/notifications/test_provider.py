"""The connection to the mail server is kept between batches, within bounds, and reopened after an error."""

from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from django.core.mail import EmailMessage

from notifications.outgoing import provider
from notifications.outgoing.provider import LONGEST, MOST_MAILS, hand_over
from tests.conftest import NOON


class MailServer:
    """A mail server that counts its connections and keeps the subjects of emails. It doesn't know nobody@…, and it
    closes the connection instead of accepting an email about a power failure."""

    def __init__(self):
        self.connections, self.subjects = [], []

    async def handle_EHLO(self, server, session, envelope, hostname, responses):  # noqa: N802  aiosmtpd calls it so
        self.connections.append(server)
        session.host_name = hostname
        return responses

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if address.startswith("nobody@"):
            return "550 5.1.1 user unknown"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        subject = next(line for line in envelope.content.decode().splitlines() if line.startswith("Subject: "))
        if "power failure" in subject:
            server.transport.abort()
        self.subjects.append(subject.removeprefix("Subject: "))
        return "250 taken"

    def hang_up(self):
        """Close all connections, as servers do with idle ones."""
        for one in self.connections:
            one.loop.call_soon_threadsafe(one.transport.close)


class OnAFreePort(Controller):
    def factory(self):
        return SMTP(self.handler)

    def _trigger_server(self):
        """Find the port that the system has chosen."""
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@pytest.fixture
def server(settings):
    controller = OnAFreePort(MailServer(), hostname="127.0.0.1", port=0)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    yield controller.handler
    provider.close()
    controller.stop()


def mail(subject, to="anna@example.org"):
    return EmailMessage(subject, "Hello", "lexicon@example.org", [to])


def send(*subjects, now=NOON):
    return list(hand_over([mail(subject) for subject in subjects], now=now))


def test_batches_share_a_connection(server):
    assert send("1", "2") == [None, None]
    assert send("3", now=NOON + timedelta(seconds=9)) == [None]
    assert (len(server.connections), server.subjects) == (1, ["1", "2", "3"])


def test_the_connection_is_renewed_after_a_while_and_after_many_emails(server):
    send("1")
    send("2", now=NOON + LONGEST)
    assert len(server.connections) == 2
    send(*map(str, range(MOST_MAILS)), now=NOON + LONGEST)
    send("last", now=NOON + LONGEST)
    assert (len(server.connections), len(server.subjects)) == (3, MOST_MAILS + 3)


def test_an_email_goes_out_even_if_the_server_hung_up_since_the_last_batch(server):
    send("1")
    server.hang_up()
    assert send("2") == [None]
    assert (len(server.connections), server.subjects) == (2, ["1", "2"])


def test_an_error_in_one_email_delays_no_other(server):
    refused, taken = hand_over([mail("1", "nobody@example.org"), mail("2")], now=NOON)
    assert (type(refused.why).__name__, refused.is_down, taken) == ("SMTPRecipientsRefused", False, None)
    assert server.subjects == ["2"]


def test_a_server_that_breaks_off_is_retried_with_the_next_batch(server):
    accepted, broken_off, untried = send("1", "power failure", "2")
    assert (accepted, broken_off.is_down, untried.why, untried.is_down) == (None, True, None, True)
    assert send("3") == [None]
    assert len(server.connections) == 2


def test_a_worker_stopped_during_an_email_leaves_no_half_used_connection(server):
    class Stopping(EmailMessage):
        def message(self):
            raise KeyboardInterrupt

    send("1")
    with pytest.raises(KeyboardInterrupt):
        list(hand_over([Stopping("2", "", "lexicon@example.org", ["anna@example.org"])], now=NOON))
    assert send("3") == [None]
    assert len(server.connections) == 2
