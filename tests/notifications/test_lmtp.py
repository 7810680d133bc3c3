"""The mail server by its own protocol: what it accepts, what it refuses and how, and that accepted mail is stored."""

import asyncio
import smtplib
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import WaitingMail
from lexicon.logs import WithoutTexts
from notifications.incoming import lmtp, spool
from notifications.models import InboundMail, Message
from tests.notifications.conftest import written
from tests.service.servers import answers, free_port, until

pytestmark = pytest.mark.django_db(transaction=True)

UNKNOWN = project.REPLY_ADDRESS % ("a" * 26)


class Server:
    """A mail server in its own thread."""

    def __init__(self):
        self.port = free_port()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        until(lambda: answers(self.port), "the mail server")

    async def _serve(self):
        self._loop, self._is_to_stop = asyncio.get_running_loop(), asyncio.Event()
        await lmtp.serve("127.0.0.1", self.port, until=self._is_to_stop)

    def tell_to_stop(self):
        self._loop.call_soon_threadsafe(self._is_to_stop.set)

    def stop(self):
        if self._thread.is_alive():
            self.tell_to_stop()
        self._thread.join(timeout=40)
        assert not self._thread.is_alive()

    def lmtp(self):
        return smtplib.LMTP("127.0.0.1", self.port, local_hostname="front.example.org")

    def smtp(self):
        return smtplib.SMTP("127.0.0.1", self.port, local_hostname="laptop.example.org")


@pytest.fixture
def server(post):
    started = Server()
    yield started
    started.stop()


@pytest.fixture
def to(post, boris):
    """The reply address of Boris' newest email."""
    return post.last(boris).reply_to


@contextmanager
def a_mail_in_data(client, to, *, sender="boris@example.org"):
    """Start a delivery up to DATA; the test sends the data."""
    client.ehlo()
    client.mail(sender)
    client.rcpt(to)
    assert client.docmd("DATA")[0] == 354
    yield
    client.close()


def mail(body, post, to):
    return written(body, sender="boris@example.org", to=to, at=post.now).replace(b"\n", b"\r\n")


def answers_after_data(client, count):
    return [client.getreply()[0] for _ in range(count)]


# --- accepted mail ----------------------------------------------------------------------------------------------------


def test_an_email_is_stored_unchanged_and_its_game_waits_for_it(server, post, to):
    raw = b"From: boris@example.org\r\nSubject: \xff\xc3\xa9\r\n\r\n.starts with a dot\r\n..two\r\nSTATUS\r\n\x80\x00tail\r\n"
    with server.lmtp() as client:
        assert client.sendmail("boris@example.org", [to], raw, mail_options=["BODY=8BITMIME"]) == {}
    row = InboundMail.objects.get(source="lmtp")
    assert bytes(row.raw) == raw
    assert (row.recipient, row.sender) == (to, "boris@example.org")
    assert WaitingMail.objects.filter(mail=row.pk, game=post.game_id).exists()


def test_an_accepted_email_is_read_and_carried_out(server, post, to):
    with server.lmtp() as client:
        client.sendmail("boris@example.org", [to], mail("STATUS", post, to))
    assert post.read(InboundMail.objects.get(source="lmtp")).outcome == InboundMail.Outcome.OBEYED


def test_the_same_email_twice_is_one_row(server, post, to):
    raw = mail("STATUS", post, to)
    for _ in range(2):
        with server.lmtp() as client:
            client.sendmail("boris@example.org", [to], raw)
    assert InboundMail.objects.filter(source="lmtp").count() == 1


def test_each_recipient_of_an_email_gets_a_separate_response(server, post, anna, to):
    others = post.mails(anna)[-1].reply_to
    with server.lmtp() as client:
        client.ehlo()
        client.mail("boris@example.org")
        assert [client.rcpt(each)[0] for each in (to, UNKNOWN, others)] == [250, 550, 250]
        client.docmd("DATA")
        client.send(mail("STATUS", post, to) + b".\r\n")
        assert answers_after_data(client, 2) == [250, 250]
        assert client.noop()[0] == 250
    assert set(InboundMail.objects.filter(source="lmtp").values_list("recipient", flat=True)) == {to, others}


def test_a_mail_program_gets_one_response_for_all_recipients(server, post, anna, to):
    others = post.mails(anna)[-1].reply_to
    with server.smtp() as client:
        client.sendmail("boris@example.org", [to, others], mail("STATUS", post, to))
        assert client.noop()[0] == 250
    assert InboundMail.objects.filter(source="smtp").count() == 2


def test_many_emails_are_accepted_at_once(server, post, to):
    def deliver(number):
        with server.lmtp() as client:
            return client.sendmail("boris@example.org", [to], mail(f"SAY {number}", post, to))

    with ThreadPoolExecutor(12) as people:
        assert list(people.map(deliver, range(48))) == [{}] * 48
    assert InboundMail.objects.filter(source="lmtp").count() == 48


def test_a_sender_address_can_be_in_any_script(server, post, to):
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        lines = raw.makefile("rwb")
        lines.write("LHLO x\r\nMAIL FROM:<борис@example.org> SMTPUTF8\r\n".encode())
        lines.write(f"RCPT TO:<{to}>\r\nDATA\r\n".encode() + mail("STATUS", post, to) + b".\r\nQUIT\r\n")
        lines.flush()
        assert b"250 2.0.0" in lines.read()
    assert InboundMail.objects.get(source="lmtp").sender == "борис@example.org"


# --- refused mail -----------------------------------------------------------------------------------------------------


def refusal(client, to, *, sender="boris@example.org"):
    client.ehlo()
    client.mail(sender)
    code, words = client.rcpt(to)
    return code, words.decode()


def test_an_email_to_an_unknown_or_disabled_address_is_refused_with_advice(server, post, boris, to):
    Message.objects.filter(player=boris).update(leaked_at=post.now)
    with server.lmtp() as client:
        for address in (UNKNOWN, to, "boris@example.org", "lexicon@localhost"):
            code, words = refusal(client, address)
            assert code == 550
            assert "Reply to the newest email of the game" in words
            client.rset()
        for address in ("<>", "a b@c", "\x01@x"):
            assert refusal(client, address)[0] in (501, 550, 553)
            client.rset()


def test_only_bounces_are_accepted_for_our_sender_address(server):
    with server.lmtp() as client:
        assert refusal(client, "lexicon@localhost", sender="")[0] == 250
        client.rset()
        assert refusal(client, "lexicon@localhost")[0] == 550


def test_limits_are_announced_and_enforced(server, post, to):
    with server.lmtp() as client:
        client.ehlo()
        assert {"size": str(spool.LARGEST), "8bitmime": "", "smtputf8": "", "pipelining": ""}.items() <= (
            client.esmtp_features.items()
        )
        assert client.mail("boris@example.org", [f"SIZE={spool.LARGEST + 1}"])[0] == 552
        client.mail("boris@example.org")
        client.rcpt(to)
        client.rcpt(to)
        client.docmd("DATA")
        client.send(b"Subject: x\r\n\r\n" + b"x" * 98 * 10 + (b"\r\n" + b"y" * 900) * 1_200 + b"\r\n.\r\n")
        assert answers_after_data(client, 2) == [552, 552]
        client.mail("boris@example.org")
        client.rcpt(to)
        client.docmd("DATA")
        client.send(b"Subject: x\r\n\r\n" + b"x" * 70_000 + b"\r\n.\r\n")
        assert answers_after_data(client, 1) == [500]
        assert client.noop()[0] == 250
    assert not InboundMail.objects.filter(source="lmtp").exists()


def test_an_endless_line_is_cut_off(server, to):
    with server.lmtp() as client, a_mail_in_data(client, to), pytest.raises((ConnectionResetError, BrokenPipeError)):
        client.sock.sendall(b"x" * 4 * lmtp.MOST_BYTES)


def test_an_email_with_too_many_recipients_is_split(server, to):
    with server.lmtp() as client:
        client.ehlo()
        client.mail("boris@example.org")
        codes = [client.rcpt(to)[0] for _ in range(lmtp.MOST_RECIPIENTS + 2)]
    assert codes == [250] * lmtp.MOST_RECIPIENTS + [452, 452]


def test_sessions_over_the_limit_are_refused(server, monkeypatch):
    with server.smtp() as first:
        monkeypatch.setattr(lmtp, "MOST_SESSIONS", 1)
        with pytest.raises(smtplib.SMTPConnectError, match="Too many connections"):
            server.smtp()
        assert first.noop()[0] == 250


def test_the_greeting_names_no_version(server):
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        assert raw.recv(200).strip() == b"220 localhost Lexicon"


# --- failures ---------------------------------------------------------------------------------------------------------


def test_while_the_database_is_down_the_email_stays_on_its_server(server, post, to, caplog):
    table = InboundMail._meta.db_table
    with connection.schema_editor() as editor:
        editor.execute(f"ALTER TABLE {table} RENAME TO away")
    try:
        with server.lmtp() as client, pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("boris@example.org", [to], mail("STATUS", post, to))
        assert refused.value.smtp_code == 451
    finally:
        with connection.schema_editor() as editor:
            editor.execute(f"ALTER TABLE away RENAME TO {table}")
    with server.lmtp() as client:
        assert client.sendmail("boris@example.org", [to], mail("STATUS", post, to)) == {}
    (fault,) = (record for record in caplog.records if record.exc_info)
    assert "could not be accepted" in fault.message
    assert to not in WithoutTexts().format(fault)


def test_an_email_cut_off_by_its_client_is_not_stored(server, post, to):
    with server.lmtp() as client, a_mail_in_data(client, to):
        client.send(mail("STATUS", post, to))
    with server.lmtp() as client:
        assert client.noop()[0] == 250
    assert not InboundMail.objects.filter(source="lmtp").exists()


def test_a_server_told_to_stop_finishes_the_current_email_and_accepts_no_other(server, post, to):
    idle = server.lmtp()
    with server.lmtp() as client, a_mail_in_data(client, to):
        server.tell_to_stop()
        assert idle.getreply()[0] == 421
        assert not answers(server.port)
        client.send(mail("STATUS", post, to) + b".\r\n")
        assert answers_after_data(client, 2) == [250, 421]
    server.stop()
    assert InboundMail.objects.filter(source="lmtp").count() == 1


def test_an_address_that_cannot_be_listened_on_is_reported(server):
    for listen in ("8024", "localhost:mail", "127.0.0.1:1x"):
        with pytest.raises(CommandError, match="host:port"):
            call_command("lmtp", "--listen", listen)
    command = [sys.executable, "-m", "django", "lmtp", "--settings", "tests.settings"]
    taken = subprocess.run([*command, "--listen", f"127.0.0.1:{server.port}"], capture_output=True, text=True)
    assert taken.returncode == 1
    assert "Cannot listen for email on" in taken.stderr
