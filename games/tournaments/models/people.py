"""Rows of tournaments and ratings about players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.supplies import LONGEST_CODE
from games.tournaments.models.tournament import Tournament


class WalkoutKind(models.TextChoices):
    NO_SHOW = "no_show", _("did not join")
    WALKED_OUT = "walked_out", _("left a game")


class Walkout(models.Model):
    """A table that a player did not join, or left. They may not enter a tournament before `until`, unless the ban is
    lifted."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="walkouts")
    kind = models.CharField(_("kind"), max_length=10, choices=WalkoutKind)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", verbose_name=_("game"))
    at = models.DateTimeField(_("time"))
    until = models.DateTimeField(_("until"))
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament ban")
        verbose_name_plural = _("tournament bans")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_walkout_a_game")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player}"


class RatingChange(models.Model):
    """The change of a player's rating in one kind and one language by one rated game. Rows are only added; the one that
    `is_newest` is the rating, and `games` counts the changes up to it. `alphabet` is the code of the language.

    `n` numbers rated games, of all kinds together, in the order in which they were rated, so that all can be
    recomputed. `before_mu` and `before_sigma` are the values that the game was rated with, after adjusting for days
    away. Players who deleted their account are identified only by `seat`."""

    game = models.ForeignKey(
        "games.Game", models.PROTECT, related_name="rating_changes", verbose_name=_("game"), db_index=False
    )
    n = models.PositiveIntegerField(_("number"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rating_changes", db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=20)
    alphabet = models.CharField(_("language"), max_length=LONGEST_CODE, default="en", db_default="en")
    at = models.DateTimeField(_("time"))
    rank = models.PositiveSmallIntegerField(_("rank"))
    before_mu = models.FloatField()
    before_sigma = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=1, editable=False)
    is_newest = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ["n", "seat"]
        indexes = [
            models.Index(fields=["player", "-n"], name="rated_lately"),
            models.Index(fields=["player", "kind", "-n"], name="ratings_of_a_player"),
            models.Index(fields=["player", "kind"], name="ratings_now", condition=Q(is_newest=True)),
            models.Index(fields=["kind", "-mu", "id"], name="ratings_by_strength", condition=Q(is_newest=True)),
            models.Index(
                fields=["kind", "alphabet", "-mu", "id"],
                name="ratings_in_other_languages",
                condition=Q(is_newest=True) & ~Q(alphabet="en"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_rating_change_a_seat"),
            models.UniqueConstraint(fields=["n", "seat"], name="one_rated_game_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} rating after game {self.game_id}"


class NewsKind(models.TextChoices):
    ENTERED = "entered", _("entered")
    ROUND = "round", _("round published")
    WITHDRAWN = "withdrawn", _("withdrawn")
    RULED = "ruled", _("director’s ruling")
    ENDED = "ended", _("round or tournament ended")
    MAIL = "mail", _("email from a director")


class News(models.Model):
    """News about a tournament that one player gets by email. `facts` are the values for its text, as JSON."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="news")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_news")
    kind = models.CharField(_("kind"), max_length=10, choices=NewsKind)
    facts = models.JSONField(default=dict)
    at = models.DateTimeField(_("time"))
    announced_at = models.DateTimeField(_("announced"), null=True, editable=False)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        indexes = [models.Index(fields=["id"], name="news_to_announce", condition=Q(announced_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} for {self.player}"


class CalendarAddress(models.Model):
    """The number of a player's valid calendar address: the token contains it, and a new number invalidates the old
    address. Without a row the number is 1. It is not secret, because the token is signed."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    number = models.PositiveIntegerField(_("number"), default=1)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")

    def __str__(self) -> str:
        return f"calendar address of {self.player}"
