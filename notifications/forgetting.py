"""Rows about mail that are deleted once they are old, as `games.commands.forgetting`; mail that came in is the spool's."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from games.commands.forgetting import forget
from games.models import Game
from games.tournaments.models import News
from games.tournaments.models.people import NewsKind
from notifications.models import BouncingAddress, Channel, DeliveryReport, LocalMail, Message, Notice

OVER = (Game.Phase.FINISHED, Game.Phase.CANCELLED)


def forget_messages(*, before: datetime, most: int) -> int:
    """Forget mails that went out, but those of a game that is not over for as long: answers to these are still read. What each
    told goes with it, as a notice without its mail would be told anew."""
    of_no_game_or_old = Q(game=None) | Q(game__phase__in=OVER, game__finished_at__lt=before)
    old = Message.objects.filter(of_no_game_or_old, made_at__lt=before, due_at=None)

    def delete(some: Sequence[int]) -> None:
        Notice.objects.filter(message__in=some).delete()
        Message.objects.filter(pk__in=some).delete()

    return forget(old, most=most, now=before, by=delete)


def forget_notices(*, before: datetime, most: int) -> int:
    """Forget the notices of games that are over for so long."""
    return forget(Notice.objects.filter(not_before__lt=before, game__finished_at__lt=before), most=most, now=before)


def forget_news(*, before: datetime, most: int) -> int:
    """Forget the news that a tournament's players were mailed, but where each came in, which their pages show."""
    told = News.objects.filter(at__lt=before, announced_at__isnull=False)
    return forget(told.exclude(kind=NewsKind.ENDED), most=most, now=before)


def forget_local_mail(*, before: datetime, most: int) -> int:
    """Forget mails in the local mailbox."""
    return forget(LocalMail.objects.filter(received_at__lt=before).order_by("pk"), most=most, now=before)


def forget_delivery_reports(*, before: datetime, most: int) -> int:
    """Forget what providers reported. Addresses to which no mail goes any more stay, or mail would go there again."""
    told = forget(DeliveryReport.objects.filter(reported_at__lt=before, due_at=None), most=most, now=before)
    long_ago = Q(weighed_at__lt=before) | Q(weighed_at=None, refused_at__lt=before)
    return told or forget(BouncingAddress.objects.filter(long_ago, stopped_at=None), most=most, now=before)


def forget_channels(*, before: datetime, most: int) -> int:
    """Forget devices that have taken nothing for so long, and webhooks that have ended."""
    return forget(Channel.objects.filter(Q(failing_since__lt=before) | Q(ended_at__lt=before)), most=most, now=before)
