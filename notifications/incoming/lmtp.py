"""The mail server: accepts email for reply addresses by LMTP from the mail server in front, or by SMTP from a mail
program on this machine. It says 250 once the row of the spool is committed.

It reads no email, accepts no other email and sends none."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, TypeVar

from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from notifications import restoring, tokens
from notifications.incoming import rights, spool

THREADS = 4  # threads that talk to the database
MOST_SESSIONS = 100
MOST_RECIPIENTS = 100  # per email
# Counted per email. A large email is refused at its end; one with even more bytes ends the session before that.
MOST_BYTES = 8 * spool.LARGEST
PATIENCE = 120  # seconds for one command and its data
LAST_MAIL = 30  # seconds to finish emails in progress when the server must stop

NO_SUCH_ADDRESS = "550 5.1.1 This address is not in use. Reply to the newest email of the game instead."
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients. Send to the others in another email."
NOT_NOW = "451 4.3.0 The email cannot be stored now. Try again in a minute."
STOPPING = "421 4.3.2 The server is stopping. Try again in a minute."
BUSY = "421 4.3.2 Too many connections. Try again in a minute."
TOO_MUCH = "421 4.3.4 The email is far too large."
TAKEN = "250 2.0.0 Accepted"

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


def may_be_written_to(address: str, *, sender: str, now: datetime) -> bool:
    """Return True if email to this address is read: a reply address that is active or was lost, or our own sender
    address, to which bounces are sent."""
    answered = tokens.message_answered(address)
    if answered is not None:
        return rights.may_be_answered(answered, now=now)
    if restoring.lost_with(address):
        return True
    return sender == "" and not tokens.token_in(address) and tokens.is_ours(address)


async def serve(host: str, port: int, *, until: asyncio.Event) -> None:
    """Accept email until `until` is set, then finish the emails in progress. Raises OSError if the address can't be
    listened on."""
    spooler, sessions = Spooler(), set["MailServer"]()
    server = await asyncio.get_running_loop().create_server(lambda: MailServer(spooler, sessions), host, port)
    await until.wait()
    server.close()
    for session in tuple(sessions):
        session.stop()
    if sessions:
        await asyncio.wait([session.is_over for session in sessions], timeout=LAST_MAIL)


class Spooler:
    """The handler that aiosmtpd calls for each email; the database's part runs in threads."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="spool")

    async def handle_EHLO(  # noqa: N802  aiosmtpd's name, like the others below
        self, server: "MailServer", session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_MAIL(  # noqa: N802
        self, server: "MailServer", session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: "MailServer", session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY_RECIPIENTS
        if not await self._run(lambda: may_be_written_to(address, sender=_sender(envelope), now=timezone.now())):
            return NO_SUCH_ADDRESS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: "MailServer", session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store an email. By LMTP there is an answer for each recipient, by SMTP one for all: a retry doesn't store
        anything twice."""
        source = "lmtp" if server.is_lmtp else "smtp"
        answers = [await self._store(envelope, recipient, source) for recipient in envelope.rcpt_tos]
        return "\r\n".join(answers) if server.is_lmtp else next((each for each in answers if each != TAKEN), TAKEN)

    async def handle_exception(self, error: Exception) -> str:
        """Answer that the email can't be stored now. It isn't lost, as its sender still has it."""
        log.error("An email could not be accepted: %s", type(error).__name__, exc_info=error)
        return NOT_NOW

    async def _store(self, envelope: Envelope, recipient: str, source: str) -> str:
        raw = envelope.original_content or b""
        sender, now = _sender(envelope), timezone.now()
        try:
            await self._run(lambda: spool.accept(raw, recipient=recipient, sender=sender, source=source, now=now))
        except DatabaseError as error:
            return await self.handle_exception(error)
        return TAKEN

    async def _run(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _and_close, work)


class MailServer(SMTP):
    """The session of one client. It speaks LMTP if the client does (LHLO), otherwise SMTP."""

    def __init__(self, spooler: Spooler, sessions: "set[MailServer]") -> None:
        self.is_lmtp = self.is_to_stop = self._is_in_data = False
        self._bytes = 0
        self._sessions = sessions
        self.is_over = asyncio.get_running_loop().create_future()
        super().__init__(
            spooler,
            data_size_limit=spool.LARGEST,
            enable_SMTPUTF8=True,
            hostname=tokens.host(),
            ident="Lexicon",
            timeout=PATIENCE,
            loop=asyncio.get_running_loop(),
        )

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802
        self.is_lmtp = True
        await self.smtp_EHLO(hostname)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._sessions.add(self)
        if len(self._sessions) > MOST_SESSIONS:
            self._end(BUSY)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._sessions.discard(self)
        self.is_over.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            self._end(TOO_MUCH)
        else:
            super().data_received(data)

    async def push(self, status: Any) -> None:
        """Send an answer. By LMTP, the one to an email's data is repeated for each recipient, even if it comes from
        aiosmtpd itself."""
        ends_a_mail, self._is_in_data = self._is_in_data, status.startswith("354")
        if ends_a_mail:
            self._bytes = 0
        if ends_a_mail and self.is_lmtp and self.envelope is not None:  # handle_DATA has cleared the recipients
            status = "\r\n".join([status] * max(1, len(self.envelope.rcpt_tos)))
        await super().push(status)
        if self.is_to_stop and ends_a_mail:
            self._end(STOPPING)

    def stop(self) -> None:
        """End the session, once an email whose data is arriving has been stored."""
        self.is_to_stop = True
        if not self._is_in_data:
            self._end(STOPPING)

    def _end(self, farewell: str) -> None:
        if isinstance(self.transport, asyncio.Transport) and not self.transport.is_closing():
            self.transport.write(f"{farewell}\r\n".encode())
            self.transport.close()


def _and_close(work: Callable[[], Answer]) -> Answer:
    """Do the work and close the thread's connection, as it would be dead after a restart of the database."""
    try:
        return work()
    finally:
        connection.close()


def _sender(envelope: Envelope) -> str:
    return (envelope.mail_from or "").strip("<>")
