"""The devices and webhooks that are notified beside email."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.players.models import PlayerSession, random_link


class Channel(models.Model):
    """A way to notify a player other than email: a browser's push service, with the keys of that browser, or a webhook,
    the address of another program. A webhook that fails for too long ends by itself.

    A device ends with the session in which it was switched on, so that a browser shows nothing once its player has
    signed out there. One added by a program has no session.

    `failures` counts the failures since the last success, at `told_at`. After a failure nothing is posted before
    `waits_until`."""

    class Sort(models.TextChoices):
        PUSH = "push", _("device")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("signed JSON")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels")
    sort = models.CharField(_("type"), max_length=7, choices=Sort)
    name = models.CharField(_("name"), max_length=60, blank=True)
    address = models.CharField(_("address"), max_length=1000)
    p256dh = models.CharField(max_length=100, blank=True, editable=False)
    auth = models.CharField(max_length=40, blank=True, editable=False)
    secret = models.CharField(max_length=64, blank=True, editable=False)
    made_at = models.DateTimeField(_("created"))
    told_at = models.DateTimeField(_("reported"), null=True, blank=True)
    failures = models.PositiveIntegerField(_("failures"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    waits_until = models.DateTimeField(_("waits until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    session = models.ForeignKey(PlayerSession, models.CASCADE, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name = _("notification channel")
        verbose_name_plural = _("notification channels")
        constraints = [
            models.UniqueConstraint(fields=["address"], condition=Q(sort="push"), name="one_channel_a_device"),
            models.UniqueConstraint(fields=["player"], condition=~Q(sort="push"), name="one_webhook_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.sort} of player {self.player_id}"

    @property
    def host(self) -> str:
        """The host that is posted to. The rest of a webhook's address is as secret as a password."""
        return urlsplit(self.address).hostname or ""
