"""The rows about email: fields and constraints, no behaviour. A file for each folder of this app, and one for delivery.

`notifications.outgoing.outbox` sends messages; `notifications.preferences.choices` decides which choice applies."""

from notifications.models.channels import Channel
from notifications.models.delivery import Bounce, BouncingAddress, DeliveryReport, LocalMail, Restoration
from notifications.models.incoming import InboundMail
from notifications.models.outgoing import MailKind, Message, Notice, Queued, mail_kinds
from notifications.models.preferences import MailChoice, MailHours, Mute

__all__ = [
    "Bounce",
    "BouncingAddress",
    "Channel",
    "DeliveryReport",
    "InboundMail",
    "LocalMail",
    "MailChoice",
    "MailHours",
    "MailKind",
    "Message",
    "Mute",
    "Notice",
    "Queued",
    "Restoration",
    "mail_kinds",
]
