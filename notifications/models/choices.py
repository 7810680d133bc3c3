"""What a player has chosen of our mail, as rows. Which choice wins is said in `notifications.preferences`."""

from datetime import time

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.mail import Message


class MailHours(models.Model):
    """When a player reads mail, by the clock of their own time zone; of which tables they want all of it, not only the start
    and the result; and whether their deadlines go with it as dates of a calendar."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="mail_hours")
    daily_at = models.TimeField(_("daily mail at"), default=time(18))
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    all_of_live = models.BooleanField(_("all mail of live games"), default=False)
    dates_attached = models.BooleanField(_("deadlines attached as dates"), default=False)
    all_of_practice = models.BooleanField(_("all mail of practice"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False) & ~Q(quiet_from=models.F("quiet_until")),
                name="quiet_hours_begin_and_end",
            )
        ]

    def __str__(self) -> str:
        return f"hours of player {self.player_id}"


class MailChoice(models.Model):
    """When a player wants one kind of mail: for all games, or for one of them. What is not here is as by default."""

    class When(models.TextChoices):
        NOW = "now", _("At once")
        DAILY = "daily", _("Daily")
        OFF = "off", _("Off")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_choices")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Message.Kind)
    when = models.CharField(_("when"), max_length=5, choices=When)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "kind"], name="one_choice_a_kind_a_game"),
            models.UniqueConstraint(
                fields=["player", "kind"], condition=Q(game__isnull=True), name="one_choice_a_kind_for_all_games"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.when} for player {self.player_id}"


class Mute(models.Model):
    """A player wants no mail of a game. `took_tiles`: its tiles came by email until then."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    since = models.DateTimeField(_("since"))
    took_tiles = models.BooleanField(_("took tiles"), default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_mute_a_player_a_game")]

    def __str__(self) -> str:
        return f"game {self.game_id} for player {self.player_id}"
