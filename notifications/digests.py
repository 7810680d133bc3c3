"""Mail of what belongs to no game: promised by `puzzle_news` and `tournament_news`, sent as `notifications.outbox` says."""

from collections.abc import Iterator
from datetime import datetime

from django.core.mail import EmailMultiAlternatives

from notifications import bounces, puzzle_news, tournament_news
from notifications.mails.digest import compose, write
from notifications.models import Digest
from notifications.outbox import AT_A_TIME, LEASE, claim, close, hand_out, put_off, why_never
from notifications.preferences import Kind, When, hours_of, preferences_of


def tell(*, now: datetime) -> int:
    """Promise what is not promised yet and send what is due; how many mails went out."""
    puzzle_news.promise_all(now=now)
    tournament_news.promise_all(now=now)
    sent = 0
    while ours := _claim(now=now):
        sent += sum(_send(ours, now=now))
    return sent


def _claim(*, now: datetime) -> list[Digest]:
    due = Digest.objects.filter(due_at__lte=now).select_related("player__mail_hours", "tournament")
    return claim(due, lease=LEASE, now=now, most=AT_A_TIME)


def _send(ours: list[Digest], *, now: datetime) -> Iterator[bool]:
    """Whether the provider took each, recorded before the next is tried."""
    outbox = [(digest, mail) for digest in ours if (mail := _mail(digest, now=now))]
    for (digest, _mail_of_it), said in zip(outbox, hand_out(outbox, now=now), strict=True):
        if said is not None:
            Digest.objects.filter(pk=digest.pk).update(sent_at=now, due_at=None, **said)
        yield said is not None


def _mail(digest: Digest, *, now: datetime) -> EmailMultiAlternatives | None:
    """None, and it is put off or closed, where it is not to go out now."""
    player, content = digest.player, None
    if why := why_never(digest, player):
        close(digest, status=why)
    elif bounces.is_stopped(player.email):
        close(digest, status="not sent: mail to this address comes back")
    elif preferences_of([player], game_id=None)[player.pk].of(Kind(digest.kind)) == When.OFF:
        close(digest, status="off, as chosen")
    elif (wakes_at := hours_of(player).awake(now)) > now:  # a late worker wakes nobody
        put_off(digest, until=wakes_at)
    else:
        content = write(digest, now=now)
        if content is None:
            close(digest, status="nothing left to tell")
    return compose(digest, content) if content else None
