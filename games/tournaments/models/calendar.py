"""The address of a player's calendar."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CalendarAddress(models.Model):
    """Which of a player's calendar addresses is good: the token carries `number`, and a new one ends the one before.

    No row: the first. Nothing secret is kept, as the token is signed."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    number = models.PositiveIntegerField(_("number"), default=1)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return f"calendar address of {self.player}"
