"""Email from players, as it came."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.players.models import random_link
from notifications.models.outgoing import Message, Queued


class InboundMail(Queued):
    """An incoming email, byte for byte, and its outcome. `sender` is the envelope's address alone, in lower case.

    `authentication` has the sender checks that came with the email: SPF, DKIM and DMARC, written like an
    Authentication-Results header without its first word; "" if there were no checks. An email on hold is read again
    when its player has confirmed it."""

    class Outcome(models.TextChoices):
        UNREAD = "", _("not read yet")
        OBEYED = "obeyed", _("carried out")
        REFUSED = "refused", _("refused")
        HELD = "held", _("on hold: sender not verified")
        AUTOMATIC = "automatic", _("automatic, not answered")
        STRANGER = "stranger", _("no active reply address, not answered")
        TOO_MANY = "too many", _("too many emails, not answered")
        BROKEN = "broken", _("could not be read")
        REPORT = "report", _("bounce report")
        DECLINED = "declined", _("put on hold, then declined")
        EXPIRED = "expired", _("put on hold, never confirmed")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    raw = models.BinaryField(editable=False)
    size = models.PositiveIntegerField(_("bytes"))
    recipient = models.CharField(_("recipient"), max_length=320)
    sender = models.CharField(_("envelope sender"), max_length=320, blank=True)
    source = models.CharField(_("source"), max_length=40)
    provider_event_id = models.CharField(_("provider’s event"), max_length=200, blank=True)
    content_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    authentication = models.TextField(_("sender checks"), blank=True)
    received_at = models.DateTimeField(_("received"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True, related_name="replies")

    acted_at = models.DateTimeField(_("acted on"), null=True, blank=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    why = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("inbound email")
        verbose_name_plural = _("inbound email")
        indexes = [
            models.Index(fields=["due_at"], name="inbound_mail_to_read", condition=Q(due_at__isnull=False)),
            models.Index(fields=["received_at"], name="inbound_mail_by_age"),
            models.Index(fields=["sender"], name="inbound_mail_by_sender"),
            models.Index(
                fields=["outcome"],
                name="inbound_mail_in_quarantine",
                condition=Q(read_at__isnull=False) & ~Q(outcome="obeyed") & ~Q(recipient=""),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "provider_event_id"],
                name="one_inbound_mail_a_provider_event",
                condition=~Q(provider_event_id=""),
            ),
            models.CheckConstraint(
                condition=Q(read_at__isnull=True) | Q(due_at__isnull=True), name="read_mail_is_not_due"
            ),
        ]

    def __str__(self) -> str:
        return f"inbound mail {self.pk}"
