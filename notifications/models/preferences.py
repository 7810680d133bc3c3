"""Players’ choices of when email comes."""

from datetime import time

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.outgoing import mail_kinds


class MailHours(models.Model):
    """A player's times for email, by their own clock. The options: all emails of live or practice games instead of only
    start and result, deadlines attached as calendar dates, and how many minutes after their channels the email
    follows."""

    class After(models.IntegerChoices):
        AT_ONCE = 0, _("At once")
        A_QUARTER = 15, _("After 15 minutes")
        AN_HOUR = 60, _("After 1 hour")
        FOUR_HOURS = 240, _("After 4 hours")
        TWELVE_HOURS = 720, _("After 12 hours")

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="mail_hours")
    daily_at = models.TimeField(_("daily email at"), default=time(18))
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    all_of_live = models.BooleanField(_("all emails for live games"), default=False)
    dates_attached = models.BooleanField(_("deadlines attached as calendar dates"), default=False)
    all_of_practice = models.BooleanField(_("all emails for practice games"), default=False)
    mail_after = models.PositiveSmallIntegerField(_("email follows after"), choices=After, default=After.AN_HOUR)

    class Meta:
        verbose_name = _("email times")
        verbose_name_plural = _("email times")
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
    """A player's choice of when one kind of email comes, for all games or for one. Without a row, the default
    applies."""

    class When(models.TextChoices):
        NOW = "now", _("At once")
        DAILY = "daily", _("Daily")
        OFF = "off", _("Off")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_choices")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(_("kind"), max_length=20, choices=mail_kinds)
    when = models.CharField(_("when"), max_length=5, choices=When)

    class Meta:
        verbose_name = _("email choice")
        verbose_name_plural = _("email choices")
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "kind"], name="one_choice_a_kind_a_game"),
            models.UniqueConstraint(
                fields=["player", "kind"], condition=Q(game__isnull=True), name="one_choice_a_kind_for_all_games"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.when} for player {self.player_id}"


class Mute(models.Model):
    """A player's choice to get no email about a game. `took_tiles`: its tiles came by email until then."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+")
    since = models.DateTimeField(_("since"))
    took_tiles = models.BooleanField(_("had tiles by email"), default=False)

    class Meta:
        verbose_name = _("muted game")
        verbose_name_plural = _("muted games")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_mute_a_player_a_game")]

    def __str__(self) -> str:
        return f"game {self.game_id} for player {self.player_id}"
