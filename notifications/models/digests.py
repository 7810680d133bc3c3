"""The mail of a day's puzzles, as rows. No behaviour."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Digest(models.Model):
    """That who entered puzzles of a day is mailed how they ended, once. It belongs to no game, and nobody answers it.

    `due_at` as in Message."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="digests", verbose_name=_("player")
    )
    day = models.DateField(_("day"))
    made_at = models.DateTimeField(_("made"))
    message_id = models.CharField(_("Message-ID"), max_length=200)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    provider_id = models.CharField(_("provider's id"), max_length=200, blank=True)
    status = models.CharField(_("status"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("mail of results")
        verbose_name_plural = _("mails of results")
        indexes = [models.Index(fields=["due_at"], name="digests_to_send", condition=Q(due_at__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["player", "day"], name="one_digest_a_player_a_day"),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(due_at__isnull=True), name="sent_digests_are_not_due"
            ),
        ]

    def __str__(self) -> str:
        return f"results of {self.day} for player {self.player_id}"
