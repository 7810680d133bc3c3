"""How the puzzles of a day ended, mailed to each who entered one: promised once the day is over, sent at the hour of the
reader's daily mail, claimed before it leaves. Who dies holding one costs a duplicate at worst, by the same Message-ID."""

import logging
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F

from games.models import PuzzleEntry
from games.rules.daily import day_of
from games.store import MailFirst
from notifications import bounces, tokens
from notifications.bounces import bounced, how_it_was_refused
from notifications.choices import Kind, When
from notifications.letters.digest import compose, digest_letter
from notifications.models import Bounce, Digest
from notifications.sending import AN_ANSWER, FIRST_RETRY, LEASE, LONGEST_RETRY, MOST_TRIES
from notifications.wishes import hours_of, wishes_of

ENTRIES_AT_A_TIME = 200  # promised in one transaction
AT_A_TIME = 10  # all of them within the lease, though each should wait for the provider as long as any may

log = logging.getLogger(__name__)


def tell_results(*, now: datetime) -> int:
    """Promise what is not promised yet and send what is due; how many mails went out."""
    while promise(now=now) == ENTRIES_AT_A_TIME:
        pass
    sent = 0
    while ours := _claim(now=now):
        sent += sum(_send(ours, now=now))
    return sent


@transaction.atomic
def promise(*, now: datetime) -> int:
    """Turn the first entries of days that are over into one digest a player and day, for those who want it; how many entries.
    Claimed by row."""
    untold = PuzzleEntry.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        announced_at=None, puzzle__day__lt=day_of(now)
    )
    entries = list(untold.select_related("puzzle", "player__mail_hours").order_by("pk")[:ENTRIES_AT_A_TIME])
    wishes = wishes_of({entry.player for entry in entries}, game_id=None)
    digests = []
    for player, day in dict.fromkeys((entry.player, entry.puzzle.day) for entry in entries):
        at = wishes[player.pk].when_to_tell(Kind.PUZZLE, settled_at=now, now=now)
        if at is not None and player.is_active and player.mail_fails_since is None:
            message_id = f"<{secrets.token_hex(8)}.{now:%Y%m%d%H%M%S}@{tokens.host()}>"
            digests.append(Digest(player=player, day=day, made_at=now, due_at=at, message_id=message_id))
    Digest.objects.bulk_create(digests, ignore_conflicts=True)
    PuzzleEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(announced_at=now)
    return len(entries)


def _claim(*, now: datetime) -> list[Digest]:
    """Some that are due; nobody else gets them until the lease is over."""
    due = Digest.objects.filter(due_at__lte=now).select_related("player__mail_hours").order_by("due_at", "pk")
    ours = []
    for digest in due[:AT_A_TIME]:
        as_it_was = Digest.objects.filter(pk=digest.pk, due_at=digest.due_at)
        if as_it_was.update(due_at=now + LEASE, claimed_at=now, attempts=F("attempts") + 1):
            digest.attempts += 1
            ours.append(digest)
    return ours


def _send(ours: list[Digest], *, now: datetime) -> Iterator[bool]:
    """Whether the provider took each, recorded before the next is tried. Where it does not answer, no other is tried now."""
    outbox = [(digest, mail) for digest in ours if (mail := _mail(digest, now=now))]
    if not outbox:
        return
    connection, is_down = get_connection(), None
    try:
        connection.open()
    except OSError as down:
        is_down = down
    for digest, mail in outbox:
        try:
            if is_down:
                raise is_down
            mail.connection = connection
            mail.send()
        except (OSError, AnymailError) as refused:
            if isinstance(refused, OSError) and not isinstance(refused, AN_ANSWER):
                is_down = refused
            _failed(digest, refused, now=now)
            yield False
        else:
            _record(digest, mail, now=now)
            yield True
    connection.close()


def _mail(digest: Digest, *, now: datetime) -> EmailMultiAlternatives | None:
    """None, and it is put off or closed, where it is not to go out now."""
    player, letter = digest.player, None
    if digest.attempts > MOST_TRIES:
        _close(digest, status=f"given up: {digest.status}")
    elif player.mail_fails_since is not None or bounces.is_stopped(player.email):
        _close(digest, status="not sent: mail to this address comes back")
    elif not player.is_active or wishes_of([player], game_id=None)[player.pk].of(Kind.PUZZLE) == When.OFF:
        _close(digest, status="off, as chosen")
    elif (wakes_at := hours_of(player).awake(now)) > now:  # a late worker wakes nobody
        Digest.objects.filter(pk=digest.pk).update(due_at=wakes_at, attempts=digest.attempts - 1)
    else:
        letter = digest_letter(player=player, day=digest.day, now=now)
        if letter is None:
            _close(digest, status="nothing left to tell")
    return compose(digest, letter) if letter else None


def _failed(digest: Digest, refused: Exception, *, now: datetime) -> None:
    log.warning("digest %s was not sent: %s", digest.pk, tokens.mask(repr(refused)))
    wait = min(FIRST_RETRY * 2 ** (digest.attempts - 1), LONGEST_RETRY)
    Digest.objects.filter(pk=digest.pk).update(due_at=now + wait, status=type(refused).__name__)
    if isinstance(refused, SMTPRecipientsRefused):
        how = how_it_was_refused(refused)
        if how == Bounce.HARD or (how == Bounce.SOFT and digest.attempts == 1):
            with suppress(MailFirst):  # then it is refused once more, at the next try
                bounced(how=how, address=digest.player.email, now=now)


def _close(digest: Digest, *, status: str) -> None:
    Digest.objects.filter(pk=digest.pk).update(due_at=None, status=status[:200])


def _record(digest: Digest, mail: EmailMultiAlternatives, *, now: datetime) -> None:
    provider = getattr(mail, "anymail_status", None)
    Digest.objects.filter(pk=digest.pk).update(
        sent_at=now,
        due_at=None,
        provider_id=str(getattr(provider, "message_id", None) or "")[:200],
        status=", ".join(sorted(getattr(provider, "status", None) or ["sent"]))[:200],
    )
