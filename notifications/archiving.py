"""Mail about a game that is archived. Its notices and all but the last mail of each conversation are forgotten: no answer
to any of them is read any more (`inbound.rights`)."""

from django.db.models import Max, Q

from notifications.models import InboundMail, Message, Notice


def is_settled(game_id: int) -> bool:
    """True if nothing of a game is to be told, sent or read."""
    pending = Notice.objects.filter(game=game_id, message=None, dropped_at=None)
    unsent = Message.objects.filter(game=game_id, due_at__isnull=False)
    unread = InboundMail.objects.filter(message__game=game_id).filter(Q(read_at=None) | ~Q(recipient=""))
    return not (pending.exists() or unsent.exists() or unread.exists())


def forget(game_id: int) -> None:
    """Forget what was told of a game. The last mail to each address stays, with the links in it, and the next continues its
    conversation."""
    Notice.objects.filter(game=game_id).delete()
    mails = Message.objects.filter(game=game_id)
    last = mails.order_by().values("address", "seat").annotate(last=Max("pk")).values_list("last", flat=True)
    old = mails.exclude(pk__in=list(last))
    InboundMail.objects.filter(message__in=old.values("pk")).delete()
    old.delete()
