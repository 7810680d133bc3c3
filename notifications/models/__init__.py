"""What people are told and what they answer, as rows; what they have chosen to be told, and which mail comes back."""

from notifications.models.choices import MailChoice, MailHours, Mute
from notifications.models.delivery import Bounce, BouncingAddress, DeliveryReport
from notifications.models.digests import Digest
from notifications.models.mail import InboundMail, LocalMail, Message, Notice, Outgoing, Queued

__all__ = [
    "Bounce",
    "BouncingAddress",
    "DeliveryReport",
    "Digest",
    "InboundMail",
    "LocalMail",
    "MailChoice",
    "MailHours",
    "Message",
    "Mute",
    "Notice",
    "Outgoing",
    "Queued",
]
