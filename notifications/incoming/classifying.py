"""Decides about an email without carrying it out: whose it is, whether its sender is verified, and what it asks for. It
changes nothing, so staff can use it to look. Strangers and machines never get an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from django.db.models import Q

from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import SHIPPED
from games.rules.options import alphabet_in
from games.rules.texts import say
from games.rules.values import Unreadable
from notifications import restoring
from notifications.incoming import rights, sandbox
from notifications.incoming.reports import Report, report_of
from notifications.incoming.rights import Headers, headers_of, is_too_intricate
from notifications.models import Bounce, InboundMail, MailKind, Message
from notifications.replies import NO_FACTS, MailFacts
from notifications.tokens import has_a_valid_key, message_answered

Outcome = InboundMail.Outcome


@dataclass(frozen=True)
class Verdict:
    """The decision on an email. `message` is the one of ours that it answers or reports on, and `facts` what was read
    in it, with a reason for staff. `is_theirs`: it is verified to be from the player of the reply address.

    If the outcome is OBEYED, the game can still refuse it. Carrying it out fills in the rest: the kind of the `answer`,
    if any; the `player` and `seat` to answer, if they differ from the message's; `is_carried_out` if the game has
    carried it out and so no longer waits for it; and `has_news` if that caused events to announce."""

    outcome: InboundMail.Outcome
    headers: Headers
    message: Message | None
    facts: MailFacts = NO_FACTS
    report: Report | None = None
    is_theirs: bool = False
    answer: MailKind | None = None
    player: Player | None = None
    seat: int | None = None
    is_carried_out: bool = False
    has_news: bool = False


def classify(mail: InboundMail, *, now: datetime) -> Verdict:
    """Return the verdict on an email as of now, without carrying it out."""
    headers, message = headers_of(mail), answered(mail)
    verdict = Verdict(Outcome.STRANGER, headers, message)
    try:
        if headers.is_report:
            return _classify_report(mail, verdict, now=now)
        if message is None:
            return _classify_lost(mail, verdict, now=now)
        if not rights.may_be_answered(message, now=now):
            return verdict
        if headers.is_automatic:
            return replace(verdict, outcome=Outcome.AUTOMATIC)
        is_theirs = bool(mail.confirmed_at) or rights.is_surely_from_its_player(message, headers)
        verdict = replace(verdict, is_theirs=is_theirs)
        if rights.has_written_too_much(message, is_theirs=is_theirs, now=now):
            return replace(verdict, outcome=Outcome.TOO_MANY)
        # Somebody else has the seat, or its player has left.
        if not rights.is_of_its_player(message):
            why = say("You’re no longer in this game. Your email wasn’t read, and nothing was changed.")
            left = MailFacts(error=Unreadable(why, line="", correct=""))
            return replace(verdict, outcome=Outcome.REFUSED, facts=left) if is_theirs else verdict
        return _classify_player(mail, message, verdict)
    except sandbox.SandboxFailed as failed:
        return replace(verdict, outcome=Outcome.BROKEN, facts=MailFacts(why=str(failed)))


def answered(mail: InboundMail) -> Message | None:
    """Return the message that an email answers, found when it arrived, as long as its reply address is valid."""
    message = mail.message or message_answered(mail.recipient)
    return message if message is not None and has_a_valid_key(message) else None


def _classify_lost(mail: InboundMail, verdict: Verdict, *, now: datetime) -> Verdict:
    """Classify an email to an address that isn't ours. If it answers an email that was lost when a backup was restored,
    and its sender is verified, the verdict has an answer that says so."""
    restored = restoring.lost_with(mail.recipient)
    if restored is None:
        return verdict
    if verdict.headers.is_automatic:
        return replace(verdict, outcome=Outcome.AUTOMATIC)
    why = f"Answers a mail that was lost: the server was put back to {restored.copied_at:%Y-%m-%d %H:%M} UTC."
    message = restoring.stand_in(mail.recipient, sender=verdict.headers.sender)
    if message is None or not rights.is_surely_from_its_player(message, verdict.headers):
        return replace(verdict, facts=MailFacts(why=why))
    if not rights.may_be_answered(message, now=now):
        return replace(verdict, facts=MailFacts(why=why))
    told = say(
        "The server was restored to its state on {instant}. The email you replied to was sent after that. "
        "Everything done since then is lost, and your email wasn’t read. Below is your game as it stands now. "
        "Reply to this email to play on.",
        instant=restored.copied_at,
    )
    lost = MailFacts(error=Unreadable(told, line="", correct=""))
    return replace(verdict, outcome=Outcome.REFUSED, message=message, facts=lost)


def _classify_player(mail: InboundMail, message: Message, verdict: Verdict) -> Verdict:
    """Classify an email to an active reply address."""
    if too_large := _too_large(mail):
        return replace(verdict, outcome=Outcome.REFUSED, facts=MailFacts(error=too_large))
    kind, options = read_by(message)
    added = _added_alphabet(kind, options)
    facts = sandbox.call(sandbox.read_for, bytes(mail.raw), kind=kind, options=options, added=added)
    if message.game and message.game.started_at:  # nobody answers an invitation after the start
        facts = msgspec.structs.replace(
            facts, meant=tuple(verb for verb in facts.meant if verb not in ("JOIN", "DECLINE"))
        )
    if not verdict.is_theirs:
        return replace(verdict, outcome=Outcome.HELD, facts=facts)
    return replace(verdict, outcome=Outcome.REFUSED if facts.error else Outcome.OBEYED, facts=facts)


def read_by(message: Message) -> tuple[str, Mapping[str, object] | None]:
    """Return the kind and the options of the grammar for answers to a message; a puzzle has no options."""
    if message.puzzle is not None:
        return message.puzzle.kind, None
    return message.its_game.kind, message.its_game.options


def _added_alphabet(kind: str, options: Mapping[str, object] | None) -> Alphabet | None:
    """Return the alphabet of a game or puzzle if an operator has added it, as the sandbox knows only those of the project."""
    alphabet = registry.daily(kind).alphabet if options is None else alphabet_in(dict(options))
    return None if alphabet.code in SHIPPED else alphabet


def _classify_report(mail: InboundMail, verdict: Verdict, *, now: datetime) -> Verdict:
    """Classify a report. It is matched to an email only by the reply address or the Message-ID, which only the
    recipients know."""
    report = None if _too_large(mail) else sandbox.call(report_of, bytes(mail.raw))
    if report is None:
        return replace(verdict, outcome=Outcome.AUTOMATIC)
    named = Message.objects.select_related("player", "game", "invitation").filter(
        Q(game__isnull=False) | Q(puzzle__isnull=False), message_id=report.message_id
    )
    message = verdict.message or (named.first() if report.message_id else None)
    verdict = replace(verdict, message=message)
    if message is None or not rights.is_live(message, now=now):
        return verdict
    weighs_already = report.how == Bounce.SOFT and message.replies.filter(outcome=Outcome.REPORT).exists()
    if report.message_id not in ("", message.message_id) or weighs_already:
        return replace(verdict, outcome=Outcome.AUTOMATIC)
    return replace(verdict, outcome=Outcome.REPORT, report=report, facts=MailFacts(why=str(Bounce(report.how).label)))


def _too_large(mail: InboundMail) -> Unreadable | None:
    """Return the reason why an email is too large to be read, or None."""
    if mail.size > len(mail.raw):
        why = say("Your email is larger than 1 MB. Send only the commands, with nothing attached.")
    elif is_too_intricate(bytes(mail.raw)):
        why = say("Your email has too many parts to be read. Send it as plain text, with nothing attached.")
    else:
        return None
    return Unreadable(why, line="", correct="")
