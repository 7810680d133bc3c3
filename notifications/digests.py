"""Mail of what belongs to no game: promised by `puzzle_news` and `tournament_news`, sent when it is due, claimed before it
leaves. Who dies holding one costs a duplicate at worst, by the same Message-ID."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from anymail.exceptions import AnymailError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F

from games.store import MailFirst
from notifications import bounces, puzzle_news, tokens, tournament_news
from notifications.bounces import bounced, how_it_was_refused
from notifications.choices import Kind, When
from notifications.letters.digest import compose, write
from notifications.models import Bounce, Digest
from notifications.sending import AN_ANSWER, FIRST_RETRY, LEASE, LONGEST_RETRY, MOST_TRIES
from notifications.wishes import hours_of, wishes_of

AT_A_TIME = 10  # all of them within the lease, though each should wait for the provider as long as any may

log = logging.getLogger(__name__)


def tell(*, now: datetime) -> int:
    """Promise what is not promised yet and send what is due; how many mails went out."""
    puzzle_news.promise_all(now=now)
    tournament_news.promise_all(now=now)
    sent = 0
    while ours := _claim(now=now):
        sent += sum(_send(ours, now=now))
    return sent


def _claim(*, now: datetime) -> list[Digest]:
    """Some that are due; nobody else gets them until the lease is over."""
    due = (
        Digest.objects.filter(due_at__lte=now)
        .select_related("player__mail_hours", "tournament")
        .order_by("due_at", "pk")
    )
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
    elif not player.is_active or wishes_of([player], game_id=None)[player.pk].of(Kind(digest.kind)) == When.OFF:
        _close(digest, status="off, as chosen")
    elif (wakes_at := hours_of(player).awake(now)) > now:  # a late worker wakes nobody
        Digest.objects.filter(pk=digest.pk).update(due_at=wakes_at, attempts=digest.attempts - 1)
    else:
        letter = write(digest, now=now)
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
