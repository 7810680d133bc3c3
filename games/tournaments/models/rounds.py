"""Rounds: pairings, results, and directors' rulings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tournaments.models.tournament import Division, Entrant, Tournament


class Round(models.Model):
    """A round of a division. Only directors see a draft; once it is published its games are open, and it ends at
    `ends_at`."""

    class Phase(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    phase = models.CharField(_("phase"), max_length=9, choices=Phase, default=Phase.DRAFT)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ends_at = models.DateTimeField(_("final deadline"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number"),
            models.CheckConstraint(
                condition=Q(phase="draft") | Q(published_at__isnull=False, ends_at__isnull=False),
                name="published_rounds_have_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Fixture(models.Model):
    """One table of a round, and its game.

    `joining`: its game waits in the lobby until `join_by` for everybody to accept; `finished`: the game's ranks count;
    `awarded`: the director's points count; `void`: nothing counts."""

    class Phase(models.TextChoices):
        PLANNED = "planned", _("planned")
        JOINING = "joining", _("joining")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        AWARDED = "awarded", _("awarded")
        VOID = "void", _("void")

    round = models.ForeignKey(Round, models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField(_("table"))
    phase = models.CharField(_("phase"), max_length=8, choices=Phase, default=Phase.PLANNED)
    game = models.OneToOneField(
        "games.Game", models.PROTECT, null=True, blank=True, related_name="fixture", verbose_name=_("game")
    )
    join_by = models.DateTimeField(_("join by"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament table")
        verbose_name_plural = _("tournament tables")
        ordering = ["round", "number"]
        indexes = [
            models.Index(fields=["join_by"], name="fixtures_to_be_joined", condition=Q(phase="joining")),
            models.Index(fields=["game"], name="fixtures_not_over", condition=Q(phase__in=["joining", "playing"])),
        ]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_fixture_a_number"),
            models.CheckConstraint(
                condition=~Q(phase__in=["joining", "playing", "finished"]) | Q(game__isnull=False),
                name="played_fixtures_have_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round}"


class Sitting(models.Model):
    """An entrant at a fixture. `seat` is theirs in its game; None if they did not join, which ranks them last. `rank`
    and `score` are the game's; `awarded` are table points given by a director instead."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="sittings")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    score = models.FloatField(_("score"), null=True, blank=True)
    awarded = models.DecimalField(_("awarded points"), max_digits=4, decimal_places=3, null=True, blank=True)

    class Meta:
        verbose_name = _("place at a table")
        verbose_name_plural = _("places at a table")
        ordering = ["fixture", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "entrant"], name="one_sitting_an_entrant"),
            models.UniqueConstraint(fields=["fixture", "seat"], name="one_sitting_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.fixture}"


class Bye(models.Model):
    """A round that an entrant does not play: full, half or zero points."""

    class Points(models.TextChoices):
        FULL = "1", _("full")
        HALF = "1/2", _("half")
        ZERO = "0", _("zero")

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="byes")
    points = models.CharField(_("points"), max_length=3, choices=Points, default=Points.FULL)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="one_bye_a_round")]

    def __str__(self) -> str:
        return f"bye of {self.entrant} in {self.round}"


class Ruling(models.Model):
    """A director's ruling with its reason, kept for good and public. `facts` depend on the verb, such as the value
    before."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rulings")
    at = models.DateTimeField(_("time"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    verb = models.CharField(_("type"), max_length=20)
    reason = models.CharField(_("reason"), max_length=200)
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="rulings")
    fixture = models.ForeignKey(Fixture, models.SET_NULL, null=True, related_name="rulings")
    entrant = models.ForeignKey(Entrant, models.SET_NULL, null=True, related_name="rulings")
    facts = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.verb} at {self.at:%Y-%m-%d %H:%M}"
