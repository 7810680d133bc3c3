"""A player’s private things in a game: drafts, notes, hints, and mutes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.tables import Seat
from games.players.names import NameField


class Draft(models.Model):
    """A layout that a player saves privately. `version` identifies its content and changes with it."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="drafts")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    name = NameField(_("name"), max_length=40)
    layout = models.TextField(_("layout"), blank=True)
    version = models.CharField(max_length=32, blank=True, editable=False)
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["seat", "player", "name"], name="one_draft_a_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.seat}"


class Note(models.Model):
    """A player's private note on a game."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="notes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(_("text"), blank=True)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["seat", "player"], name="one_note_a_player")]

    def __str__(self) -> str:
        return f"note at {self.seat}"


class Hint(models.Model):
    """A hint taken while practising, about the layout in a round. `answer` is empty during the search, and contains
    nothing if the search was given up. Others see only the number of hints, once the game is over."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="hints")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    depth = models.PositiveSmallIntegerField()
    round = models.PositiveIntegerField()
    layout = models.TextField(blank=True)
    answer = models.JSONField(null=True)
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        ordering = ["pk"]
        indexes = [models.Index(fields=["asked_at"], name="hints_to_search", condition=Q(answer__isnull=True))]

    def __str__(self) -> str:
        return f"hint at {self.seat}"


class Unheard(models.Model):
    """A seat that a player has muted in this game. Nobody else is notified, least of all the muted player."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="unheard")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    other = models.PositiveSmallIntegerField(_("muted seat"))

    class Meta:
        verbose_name = _("muted player")
        verbose_name_plural = _("muted players")
        constraints = [models.UniqueConstraint(fields=["seat", "player", "other"], name="one_unheard_a_seat")]

    def __str__(self) -> str:
        return f"seat {self.other} by {self.seat}"
