"""Analysis, statistics and player statistics of finished games."""

from typing import NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game


class Analysis(models.Model):
    """The best layouts that a search found for a finished game. The row is created as the game ends, if its kind is
    analysed.

    `positions` are those of `games.robots.analysis`; `passes` counts how often the search has been through all of them,
    each time for longer. From `due_at` on a worker can take it up, which moves `due_at` and counts `attempts` until a
    position is done. After too many attempts it is given up."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="analysis")
    positions = models.JSONField(null=True, editable=False)
    passes = models.PositiveSmallIntegerField(default=0, editable=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    is_given_up = models.BooleanField(default=False, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes = [
            models.Index(fields=["passes", "due_at"], name="games_to_analyse", condition=Q(due_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"analysis of game {self.game_id}"


def counted_kind(kind: str, code: str) -> str:
    """Return the kind as tallies have it, for games in the language with this code."""
    return kind if code == "en" else f"{kind} {code}"


class Tally(models.Model):
    """How often a value occurred in finished games among people: in all public ones, or in those of one player. `kind`
    is followed by the code of the language if that isn't English, such as `crossing fr`. `group` names comparable games,
    such as `LC120 2`; `games.rules.statistics` defines what is counted."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="tallies", db_index=False
    )
    kind = models.CharField(max_length=40)
    topic = models.CharField(max_length=10)
    group = models.CharField(max_length=20, blank=True)
    value = models.CharField(max_length=20)
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "topic", "group", "value"], name="one_tally_a_player"),
            models.UniqueConstraint(
                fields=["kind", "topic", "group", "value"], name="one_tally_of_all", condition=Q(player__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.topic} {self.group} {self.value}: {self.count}"


class Results(NamedTuple):
    """A player's results in one kind and one language. `best_game` is the id of the game with the best score."""

    games: int = 0
    wins: int = 0
    best_score: float | None = None
    best_shown: str = ""
    best_game: int | None = None
    longest_word: str = ""


class Figures(models.Model):
    """One player's statistics in one kind of game, from finished games with people only. Public (`listed`) and private
    games have separate rows.

    The counts, the best score and the longest word are those of English games; `languages` has the same of other
    languages by code, each as `Results`.

    `answers` counts how long others had to wait for this player's answers. The numbers in `STEPS` are limits in hours:
    each wait is counted at the first limit that it doesn't exceed. One more count, at the end, is for longer waits."""

    STEPS = (0.1, 0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 168)

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="figures", db_index=False)
    kind = models.CharField(max_length=20)
    listed = models.BooleanField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    best_score = models.FloatField(null=True)
    best_shown = models.CharField(max_length=60, blank=True)
    best_game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    longest_word = models.CharField(max_length=40, blank=True)
    answers = models.JSONField(default=list)
    languages = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))

    class Meta:
        verbose_name = _("player’s statistics")
        verbose_name_plural = _("players’ statistics")
        constraints = [models.UniqueConstraint(fields=["player", "kind", "listed"], name="figures_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.kind}"


class Opponent(models.Model):
    """The finished games of one player against another; public and private games separately."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="opponents", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    listed = models.BooleanField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("opponent")
        verbose_name_plural = _("opponents")
        indexes = [models.Index(fields=["player", "-games"], name="favourite_opponents")]
        constraints = [models.UniqueConstraint(fields=["player", "other", "listed"], name="one_row_an_opponent")]

    def __str__(self) -> str:
        return f"{self.player_id} against {self.other_id}"
