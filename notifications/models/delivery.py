"""Delivery of email: the local mailbox, bounces, and providers’ reports."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.outgoing import Queued


class LocalMail(models.Model):
    """An email stored here because no provider is configured. The local mailbox shows it."""

    address = models.EmailField(_("email address"), db_index=True)
    sender = models.CharField(_("from"), max_length=320)
    subject = models.CharField(_("subject"), max_length=400)
    message_id = models.CharField(_("Message-ID"), max_length=400, blank=True)
    in_reply_to = models.CharField(_("In-Reply-To"), max_length=400, blank=True, db_index=True)
    reply_to = models.CharField(_("Reply-To"), max_length=320, blank=True)
    text = models.TextField(_("text"), blank=True)
    html = models.TextField(_("HTML"), blank=True)
    raw = models.BinaryField(editable=False)
    received_at = models.DateTimeField(_("received"))

    class Meta:
        verbose_name = _("local email")
        verbose_name_plural = _("local email")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.subject} to {self.address}"


class Bounce(models.TextChoices):
    """The ways in which an email comes back."""

    HARD = "hard", _("no such mailbox")
    SOFT = "soft", _("not accepted this time")
    COMPLAINT = "complaint", _("marked as spam by the recipient")


class BouncingAddress(models.Model):
    """An address from which email has come back. `weight` is the weight of its soft bounces at `weighed_at`; it fades
    with time. No email goes there from `stopped_at` on; after a complaint, that is permanent. `refused_at` is when
    email there was last refused for any reason. `took_tiles` are the games whose tiles its player got by email until it
    was stopped."""

    address = models.EmailField(_("email address"), unique=True)
    weight = models.FloatField(_("weight"), default=0)
    weighed_at = models.DateTimeField(_("weighed"), null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    complained_at = models.DateTimeField(_("complained"), null=True, blank=True)
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True, db_index=True)
    took_tiles = models.JSONField(null=True, editable=False)

    class Meta:
        verbose_name = _("bouncing address")
        verbose_name_plural = _("bouncing addresses")
        constraints = [
            models.CheckConstraint(
                condition=Q(complained_at__isnull=True) | Q(stopped_at__isnull=False), name="complaints_stop_mail"
            )
        ]

    def __str__(self) -> str:
        return self.address


class DeliveryReport(Queued):
    """A mail provider's report on one email, as it came."""

    provider = models.CharField(_("provider"), max_length=40)
    event_id = models.CharField(_("provider’s event"), max_length=200, blank=True)
    how = models.CharField(_("how"), max_length=9, choices=Bounce)
    address = models.EmailField(_("email address"), blank=True)
    message_id = models.CharField(_("provider’s ID"), max_length=200, blank=True)
    reported_at = models.DateTimeField(_("reported"))

    class Meta:
        verbose_name = _("delivery report")
        verbose_name_plural = _("delivery reports")
        indexes = [
            models.Index(fields=["due_at"], name="delivery_reports_to_read", condition=Q(due_at__isnull=False)),
            models.Index(fields=["address"], name="delivery_reports_of_an_address"),
            models.Index(fields=["reported_at"], name="delivery_reports_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "event_id"], condition=~Q(event_id=""), name="one_report_a_provider_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.how} of {self.address}"


class Restoration(models.Model):
    """A backup of the database that was restored: everything done from `copied_at` to `restored_at` is lost."""

    copied_at = models.DateTimeField()
    restored_at = models.DateTimeField()

    class Meta:
        verbose_name = _("restored backup")
        verbose_name_plural = _("restored backups")

    def __str__(self) -> str:
        return f"copy of {self.copied_at:%Y-%m-%d %H:%M}"
