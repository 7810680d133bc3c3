"""Mail of what belongs to no game, as rows. No behaviour."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.mail import Message, Outgoing


class Digest(Outgoing):
    """A mail to one player about no game: how the puzzles of a day ended, or the news of one tournament. Nobody answers it."""

    kind = models.CharField(_("kind"), max_length=10, choices=Message.Kind, default=Message.Kind.PUZZLE)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="digests", verbose_name=_("player")
    )
    day = models.DateField(_("day"), null=True, blank=True)
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("tournament"),
    )
    news = models.ManyToManyField("tournaments.News", related_name="digests", verbose_name=_("news"), blank=True)

    class Meta:
        verbose_name = _("mail of no game")
        verbose_name_plural = _("mails of no game")
        indexes = [models.Index(fields=["due_at"], name="digests_to_send", condition=Q(due_at__isnull=False))]
        constraints = [
            models.UniqueConstraint(fields=["player", "day"], name="one_digest_a_player_a_day"),
            models.CheckConstraint(
                condition=Q(kind="puzzle", day__isnull=False, tournament__isnull=True)
                | Q(kind="tournament", day__isnull=True, tournament__isnull=False),
                name="digests_have_one_subject",
            ),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(due_at__isnull=True), name="sent_digests_are_not_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for player {self.player_id}"
