"""Delete old rows about email: those past their retention period, and those of a game that is archived.

The content of incoming email is deleted in `notifications.incoming.spool`."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max, Q

from games.commands import forgetting
from games.models import Game
from games.tournaments.models import News
from games.tournaments.models.people import NewsKind
from notifications.models import BouncingAddress, Channel, DeliveryReport, InboundMail, LocalMail, Message, Notice

OVER = (Game.Phase.FINISHED, Game.Phase.CANCELLED)


def forget_messages(*, before: datetime, most: int) -> int:
    """Delete sent messages that were made before this time. Messages about a game are kept if the game isn't over, or
    ended after this time, because replies to them are still read.

    The notices of deleted messages are deleted too, because a notice without its message would be announced again."""
    general_or_old = Q(game=None) | Q(game__phase__in=OVER, game__finished_at__lt=before)
    old = Message.objects.filter(general_or_old, made_at__lt=before, due_at=None)

    def delete(some: Sequence[int]) -> None:
        Notice.objects.filter(message__in=some).delete()
        Message.objects.filter(pk__in=some).delete()

    return forgetting.forget(old, most=most, now=before, by=delete)


def forget_notices(*, before: datetime, most: int) -> int:
    """Delete the notices of games that finished before this time."""
    return forgetting.forget(
        Notice.objects.filter(not_before__lt=before, game__finished_at__lt=before), most=most, now=before
    )


def forget_news(*, before: datetime, most: int) -> int:
    """Delete news about tournaments that was emailed to the players before this time. News that a round or a tournament
    ended is kept, because players' pages show the results from it."""
    told = News.objects.filter(at__lt=before, announced_at__isnull=False)
    return forgetting.forget(told.exclude(kind=NewsKind.ENDED), most=most, now=before)


def forget_local_mail(*, before: datetime, most: int) -> int:
    """Delete emails in the local mailbox."""
    return forgetting.forget(LocalMail.objects.filter(received_at__lt=before).order_by("pk"), most=most, now=before)


def forget_delivery_reports(*, before: datetime, most: int) -> int:
    """Delete what providers reported before this time. Addresses to which we have stopped sending are kept, because
    otherwise we would send email there again."""
    told = forgetting.forget(DeliveryReport.objects.filter(reported_at__lt=before, due_at=None), most=most, now=before)
    long_ago = Q(weighed_at__lt=before) | Q(weighed_at=None, refused_at__lt=before)
    return told or forgetting.forget(BouncingAddress.objects.filter(long_ago, stopped_at=None), most=most, now=before)


def forget_channels(*, before: datetime, most: int) -> int:
    """Delete channels that have been failing since before this time, and webhooks that ended before it."""
    return forgetting.forget(
        Channel.objects.filter(Q(failing_since__lt=before) | Q(ended_at__lt=before)), most=most, now=before
    )


# --- games that are archived --------------------------------------------------------------------------------------------


def is_settled(game_id: int) -> bool:
    """Return True if nothing about a game is left to announce, send or read."""
    pending = Notice.objects.filter(game=game_id, message=None, dropped_at=None)
    unsent = Message.objects.filter(game=game_id, due_at__isnull=False)
    unread = InboundMail.objects.filter(message__game=game_id).filter(Q(read_at=None) | ~Q(recipient=""))
    return not (pending.exists() or unsent.exists() or unread.exists())


def forget(game_id: int) -> None:
    """Delete the notices of an archived game, and its emails except the last of each conversation. Replies to the
    others are no longer read, so nothing needs them.

    The links in the last emails keep working, and a later email continues their conversations."""
    Notice.objects.filter(game=game_id).delete()
    mails = Message.objects.filter(game=game_id)
    last = mails.order_by().values("address", "seat").annotate(last=Max("pk")).values_list("last", flat=True)
    old = mails.exclude(pk__in=list(last))
    InboundMail.objects.filter(message__in=old.values("pk")).delete()
    old.delete()
