"""What became of mail after it had left, as rows: reports of providers, and addresses it comes back from. No behaviour."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.mail import Queued


class Bounce(models.TextChoices):
    """How a mail came back."""

    HARD = "hard", _("there is no such mailbox")
    SOFT = "soft", _("not taken this time")
    COMPLAINT = "complaint", _("called unwanted by its reader")


class BouncingAddress(models.Model):
    """An address that mail has come back from. `weight` is what soft bounces weighed at `weighed_at`; it fades.

    No mail goes there from `stopped_at` on; after a complaint, for good."""

    address = models.EmailField(_("mail address"), unique=True)
    weight = models.FloatField(_("weight"), default=0)
    weighed_at = models.DateTimeField(_("weighed"), null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    complained_at = models.DateTimeField(_("complained"), null=True, blank=True)

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
    """What a mail provider reported of one mail, as it came."""

    provider = models.CharField(_("provider"), max_length=40)
    event_id = models.CharField(_("provider's event"), max_length=200, blank=True)
    how = models.CharField(_("how"), max_length=9, choices=Bounce)
    address = models.EmailField(_("mail address"), blank=True)
    message_id = models.CharField(_("provider's id"), max_length=200, blank=True)
    reported_at = models.DateTimeField(_("reported"))

    class Meta:
        verbose_name = _("delivery report")
        verbose_name_plural = _("delivery reports")
        indexes = [models.Index(fields=["due_at"], name="delivery_reports_to_read", condition=Q(due_at__isnull=False))]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "event_id"], condition=~Q(event_id=""), name="one_report_a_provider_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.how} of {self.address}"
