"""What a mail in the spool is: whose, who it is surely from, what it asks for. Nothing is done here, nor changed;
`notifications.inbound.dispatch` acts on it, and staff can look at it."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from games.rules.kind import Unreadable
from games.rules.messages import say
from notifications.inbound import apart, rights
from notifications.inbound.envelope import Envelope, envelope_of, is_too_intricate
from notifications.inbound.reading import MailReading
from notifications.inbound.reports import Report, report_of
from notifications.models import Bounce, InboundMail, Message
from notifications.tokens import message_answered

Outcome = InboundMail.Outcome


@dataclass(frozen=True)
class Heard:
    """`outcome` is what the mail comes to; OBEYED where only the table can still refuse it.

    `message` is the one it answers or reports on, `why` a reason for staff. There is a reading where it was read.
    `is_theirs` where it is surely from the player of the reply address."""

    outcome: InboundMail.Outcome
    envelope: Envelope
    message: Message | None
    reading: MailReading = field(default_factory=MailReading)
    report: Report | None = None
    why: str = ""
    is_theirs: bool = False


def hear(mail: InboundMail, *, now: datetime) -> Heard:
    """What this mail is, and would come to now."""
    envelope, message = envelope_of(mail), message_answered(mail.recipient)
    heard = Heard(Outcome.STRANGER, envelope, message)
    try:
        if envelope.is_report:
            return _hear_report(mail, heard, now=now)
        if message is None or not rights.may_be_answered(message, now=now):
            return heard
        if envelope.is_automatic:
            return replace(heard, outcome=Outcome.AUTOMATIC)
        is_theirs = bool(mail.confirmed_at) or rights.is_surely_from_its_player(message, envelope)
        heard = replace(heard, is_theirs=is_theirs)
        if rights.has_written_too_much(message, is_theirs=is_theirs, now=now):
            return replace(heard, outcome=Outcome.TOO_MANY)
        if rights.has_lost_the_seat(message, now=now):
            return _hear_who_left(heard)
        return _hear_player(mail, message, heard)
    except apart.CutShort as cut_short:
        return replace(heard, outcome=Outcome.BROKEN, why=str(cut_short))


def _hear_player(mail: InboundMail, message: Message, heard: Heard) -> Heard:
    """A mail with a live reply address."""
    if too_large := _too_large(mail):
        return replace(heard, outcome=Outcome.REFUSED, reading=MailReading(error=too_large))
    game = message.game
    reading = apart.call(apart.read_for, bytes(mail.raw), kind=game.kind, options=game.options)
    if not heard.is_theirs:
        return replace(heard, outcome=Outcome.HELD, reading=reading)
    return replace(heard, outcome=Outcome.REFUSED if reading.error else Outcome.OBEYED, reading=reading)


def _hear_who_left(heard: Heard) -> Heard:
    """A mail of who has the seat no more: told so where it is surely theirs, and read no further."""
    if not heard.is_theirs:
        return heard
    why = say("You no longer sit at this table. Your mail was not read, and nothing was changed.")
    return replace(heard, outcome=Outcome.REFUSED, reading=MailReading(error=Unreadable(line="", why=why, correct="")))


def _hear_report(mail: InboundMail, heard: Heard, *, now: datetime) -> Heard:
    """Of which mail a report is, only the reply address or the Message-ID tells: both know none but those it was sent to."""
    report = None if _too_large(mail) else apart.call(report_of, bytes(mail.raw))
    if report is None:
        return replace(heard, outcome=Outcome.AUTOMATIC)
    named = Message.objects.select_related("player", "game", "invitation").filter(message_id=report.message_id)
    message = heard.message or (named.first() if report.message_id else None)
    heard = replace(heard, message=message)
    if message is None or not rights.is_live(message, now=now):
        return heard
    weighs_already = report.how == Bounce.SOFT and message.replies.filter(outcome=Outcome.REPORT).exists()
    if report.message_id not in ("", message.message_id) or weighs_already:
        return replace(heard, outcome=Outcome.AUTOMATIC)
    return replace(heard, outcome=Outcome.REPORT, report=report, why=str(Bounce(report.how).label))


def _too_large(mail: InboundMail) -> Unreadable | None:
    """Why a mail is not read at all."""
    if mail.size > len(mail.raw):
        why = say("The mail is larger than 1 MB. Send the commands alone, nothing attached.")
    elif is_too_intricate(bytes(mail.raw)):
        why = say("The mail has too many parts to be read. Send it as plain text, nothing attached.")
    else:
        return None
    return Unreadable(line="", why=why, correct="")
