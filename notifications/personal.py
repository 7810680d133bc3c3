"""The rows that notifications has about one player: exported at their request, deleted when they close their account.

Rows linked to the account are deleted with it. The others are found here by email address."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from games import commands
from games.models import WaitingMail
from games.players.models import Player
from notifications.models import (
    BouncingAddress,
    Channel,
    DeliveryReport,
    InboundMail,
    LocalMail,
    MailChoice,
    MailHours,
    Message,
    Mute,
)

HOURS = ("daily_at", "quiet_from", "quiet_until", "all_of_live", "all_of_practice", "dates_attached", "mail_after")


def saved_of(*, player: Player, addresses: Collection[str]) -> dict[str, object]:
    """Return the stored emails to and from a player, their choices about email, and their channels."""
    messages = Message.objects.filter(player=player).order_by("made_at")
    copies = _sent_to(addresses).order_by("pk")
    return {
        "mail_choices": list(MailChoice.objects.filter(player=player).values("game", "kind", "when")),
        "mail_hours": list(MailHours.objects.filter(player=player).values(*HOURS)),
        "channels": list(
            Channel.objects.filter(player=player).order_by("pk").values("sort", "name", "address", "made_at", "told_at")
        ),
        "mail_muted": list(Mute.objects.filter(player=player).values("game", "since")),
        "mails_to_me": list(
            messages.filter(game__isnull=False).values("kind", "game", "address", "made_at", "sent_at", "status")
        ),
        "mails_of_puzzles_to_me": list(
            messages.filter(puzzle__isnull=False).values(
                "kind", "puzzle__day", "address", "made_at", "sent_at", "status"
            )
        ),
        "mails_of_results_to_me": list(
            messages.filter(day__isnull=False).values("day", "made_at", "sent_at", "status")
        ),
        "mails_of_tournaments_to_me": list(
            messages.filter(tournament__isnull=False).values("tournament", "made_at", "sent_at", "status")
        ),
        "copies_of_mails_to_me": list(copies.values("address", "subject", "text", "received_at")),
        "mails_from_me": [
            {
                "received_at": mail.received_at,
                "sender": mail.sender,
                "outcome": mail.outcome,
                "mail": bytes(mail.raw).decode(errors="replace"),
            }
            for mail in _written_by(addresses).order_by("received_at")
        ],
    }


def forget(*, player: Player, addresses: Collection[str], now: datetime) -> None:
    """Delete emails from and to these addresses. An address that complained is kept as a hash, so that we never write
    to it."""
    answering = InboundMail.objects.filter(message__player=player)
    of_invitations = InboundMail.objects.filter(message__invitation__email__in=addresses)  # such as bounces
    for theirs in (_written_by(addresses), answering, of_invitations):
        written = list(theirs.values_list("pk", flat=True))
        WaitingMail.objects.filter(mail__in=written).delete()
        InboundMail.objects.filter(pk__in=written).delete()
    _sent_to(addresses).delete()
    DeliveryReport.objects.filter(address__in=addresses).delete()
    bouncing = BouncingAddress.objects.filter(address__in=addresses)
    for complaining in bouncing.filter(complained_at__isnull=False):
        commands.never_invite(email=complaining.address, now=now)
    bouncing.delete()


def _sent_to(addresses: Collection[str]) -> QuerySet[LocalMail]:
    return LocalMail.objects.filter(address__in=addresses)


def _written_by(addresses: Collection[str]) -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(sender__in=addresses)
