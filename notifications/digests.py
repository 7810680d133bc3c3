"""Mail of what belongs to no game: promised by `puzzle_news` and `tournament_news`, sent when it is due, claimed before it
leaves. Who dies holding one costs a duplicate at worst, by the same Message-ID."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from smtplib import SMTPRecipientsRefused

from django.core.mail import EmailMultiAlternatives
from django.db.models import F

from games.store import MailFirst
from notifications import bounces, puzzle_news, tokens, tournament_news
from notifications.bounces import bounced, how_it_was_refused
from notifications.choices import Kind, When
from notifications.handing_over import hand_over, said_of, wait_after
from notifications.letters.digest import compose, write
from notifications.models import Bounce, Digest
from notifications.sending import LEASE, MOST_TRIES
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
    """Whether the provider took each, recorded before the next is tried."""
    outbox = [(digest, mail) for digest in ours if (mail := _mail(digest, now=now))]
    for (digest, mail), refused in zip(outbox, hand_over([mail for _digest, mail in outbox]), strict=True):
        if refused is None:
            Digest.objects.filter(pk=digest.pk).update(sent_at=now, due_at=None, **said_of(mail))
        else:
            _failed(digest, refused, now=now)
        yield refused is None


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
    due_at = now + wait_after(digest.attempts)
    Digest.objects.filter(pk=digest.pk).update(due_at=due_at, status=type(refused).__name__)
    if isinstance(refused, SMTPRecipientsRefused):
        how = how_it_was_refused(refused)
        if how == Bounce.HARD or (how == Bounce.SOFT and digest.attempts == 1):
            with suppress(MailFirst):  # then it is refused once more, at the next try
                bounced(how=how, address=digest.player.email, now=now)


def _close(digest: Digest, *, status: str) -> None:
    Digest.objects.filter(pk=digest.pk).update(due_at=None, status=status[:200])
