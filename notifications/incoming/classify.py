"""Classifies a mail in the spool: whose it is, whether it surely comes from them, and what it asks for.

Nothing is done or changed here; `notifications.incoming.dispatch` acts on the result, and staff can look at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q

from games.rules.kind import Unreadable
from games.rules.texts import say
from notifications import restoring
from notifications.incoming import rights, sandbox
from notifications.incoming.headers import Headers, headers_of, is_too_intricate
from notifications.incoming.reading import MailReading
from notifications.incoming.reports import Report, report_of
from notifications.models import Bounce, InboundMail, Message
from notifications.tokens import message_answered

Outcome = InboundMail.Outcome


@dataclass(frozen=True)
class Classified:
    """`outcome` is what the mail comes to; with OBEYED the table can still refuse it. `message` is the one it answers or
    reports on, `why` a reason for staff. `reading` is set if it was read. `is_theirs`: it is surely from the player of the
    reply address."""

    outcome: InboundMail.Outcome
    headers: Headers
    message: Message | None
    reading: MailReading = field(default_factory=MailReading)
    report: Report | None = None
    why: str = ""
    is_theirs: bool = False


def classify(mail: InboundMail, *, now: datetime) -> Classified:
    """Say what this mail is, and what would become of it now."""
    headers, message = headers_of(mail), message_answered(mail.recipient)
    classified = Classified(Outcome.STRANGER, headers, message)
    try:
        if headers.is_report:
            return _classify_report(mail, classified, now=now)
        if message is None:
            return _classify_lost(mail, classified, now=now)
        if not rights.may_be_answered(message, now=now):
            return classified
        if headers.is_automatic:
            return replace(classified, outcome=Outcome.AUTOMATIC)
        is_theirs = bool(mail.confirmed_at) or rights.is_surely_from_its_player(message, headers)
        classified = replace(classified, is_theirs=is_theirs)
        if rights.has_written_too_much(message, is_theirs=is_theirs, now=now):
            return replace(classified, outcome=Outcome.TOO_MANY)
        # Somebody else has the seat, or its player got up.
        if not rights.is_of_its_player(message):
            why = say("You’re no longer in this game. Your email wasn’t read, and nothing was changed.")
            left = MailReading(error=Unreadable(why, line="", correct=""))
            return replace(classified, outcome=Outcome.REFUSED, reading=left) if is_theirs else classified
        return _classify_player(mail, message, classified)
    except sandbox.SandboxFailed as failed:
        return replace(classified, outcome=Outcome.BROKEN, why=str(failed))


def _classify_lost(mail: InboundMail, classified: Classified, *, now: datetime) -> Classified:
    """Classify a mail to an address that is not ours, unless it answers one that was lost when a copy of the database was put
    back: its writer, if that is surely them, is told so."""
    restored = restoring.lost_with(mail.recipient)
    if restored is None:
        return classified
    if classified.headers.is_automatic:
        return replace(classified, outcome=Outcome.AUTOMATIC)
    why = f"Answers a mail that was lost: the server was put back to {restored.copied_at:%Y-%m-%d %H:%M} UTC."
    message = restoring.stand_in(mail.recipient, sender=classified.headers.sender)
    if message is None or not rights.is_surely_from_its_player(message, classified.headers):
        return replace(classified, why=why)
    if not rights.may_be_answered(message, now=now):
        return replace(classified, why=why)
    told = say(
        "The server was restored to its state on {instant}. The email you replied to was sent after that. "
        "Everything done since then is lost, and your email wasn’t read. Below is your game as it stands now. "
        "Reply to this email to play on.",
        instant=restored.copied_at,
    )
    lost = MailReading(error=Unreadable(told, line="", correct=""))
    return replace(classified, outcome=Outcome.REFUSED, message=message, reading=lost)


def _classify_player(mail: InboundMail, message: Message, classified: Classified) -> Classified:
    """Classify a mail to a live reply address."""
    if too_large := _too_large(mail):
        return replace(classified, outcome=Outcome.REFUSED, reading=MailReading(error=too_large))
    kind, options = read_by(message)
    reading = sandbox.call(sandbox.read_for, bytes(mail.raw), kind=kind, options=options)
    if not classified.is_theirs:
        return replace(classified, outcome=Outcome.HELD, reading=reading)
    return replace(classified, outcome=Outcome.REFUSED if reading.error else Outcome.OBEYED, reading=reading)


def read_by(message: Message) -> tuple[str, Mapping[str, object] | None]:
    """The kind and the options of the grammar by which answers to a message are read; a puzzle has no options."""
    if message.puzzle is not None:
        return message.puzzle.kind, None
    return message.its_game.kind, message.its_game.options


def _classify_report(mail: InboundMail, classified: Classified, *, now: datetime) -> Classified:
    """Classify a report. It is matched to a mail by the reply address or the Message-ID alone, which only its recipients
    know."""
    report = None if _too_large(mail) else sandbox.call(report_of, bytes(mail.raw))
    if report is None:
        return replace(classified, outcome=Outcome.AUTOMATIC)
    named = Message.objects.select_related("player", "game", "invitation").filter(
        Q(game__isnull=False) | Q(puzzle__isnull=False), message_id=report.message_id
    )
    message = classified.message or (named.first() if report.message_id else None)
    classified = replace(classified, message=message)
    if message is None or not rights.is_live(message, now=now):
        return classified
    weighs_already = report.how == Bounce.SOFT and message.replies.filter(outcome=Outcome.REPORT).exists()
    if report.message_id not in ("", message.message_id) or weighs_already:
        return replace(classified, outcome=Outcome.AUTOMATIC)
    return replace(classified, outcome=Outcome.REPORT, report=report, why=str(Bounce(report.how).label))


def _too_large(mail: InboundMail) -> Unreadable | None:
    """The reason why a mail is not read at all."""
    if mail.size > len(mail.raw):
        why = say("Your email is larger than 1 MB. Send only the commands, with nothing attached.")
    elif is_too_intricate(bytes(mail.raw)):
        why = say("Your email has too many parts to be read. Send it as plain text, with nothing attached.")
    else:
        return None
    return Unreadable(why, line="", correct="")
