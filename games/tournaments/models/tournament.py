"""A tournament, its entrants and divisions, and pairing rules."""

from datetime import timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.players.names import NameField, check_name

SMALLEST_TABLE, LARGEST_TABLE = 2, 5
JOIN_WITHIN = timedelta(hours=72)
SEASON = timedelta(days=28)


class Tournament(models.Model):
    """A tournament. All its games are of one kind with the same options. `lot` seeds every random choice, so that a
    draft made twice is the same.

    It is directed by the people who run its `club`, if it has one, unless it is rated: then staff direct it. If
    `is_for_members`, only members of its clubs can enter, and nobody else sees it. With `clubs_link` the owners of
    other clubs can join."""

    class Format(models.TextChoices):
        LEAGUE = "league", _("league")
        ROUND_ROBIN = "round_robin", _("round robin")
        POOLS = "pools", _("pools with a final")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("knockout")
        LADDER = "ladder", _("ladder")

    class Phase(models.TextChoices):
        DRAFT = "draft", _("draft")
        ENTRIES = "entries", _("open for entries")
        CLOSED = "closed", _("entries closed")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")

    name = NameField(_("name"), max_length=80, validators=[check_name])
    about = models.TextField(
        _("about"), blank=True, help_text=_("For players: what the tournament is and what they can win.")
    )
    kind = models.CharField(_("game"), max_length=20, default="crossing")
    format = models.CharField(_("format"), max_length=12, choices=Format, default=Format.LEAGUE)
    phase = models.CharField(_("phase"), max_length=8, choices=Phase, default=Phase.DRAFT, editable=False)
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="directs", verbose_name=_("directors"), blank=True
    )
    options = models.JSONField(
        _("game settings"), default=dict, blank=True, help_text=_("Only settings that differ from the defaults.")
    )
    word_list = models.CharField(
        _("word list"), max_length=40, blank=True, help_text=_("Leave empty for the game’s default list.")
    )
    rated = models.BooleanField(_("rated"), default=True)
    table_size = models.PositiveSmallIntegerField(
        _("players per table"),
        default=3,
        validators=[MinValueValidator(SMALLEST_TABLE), MaxValueValidator(LARGEST_TABLE)],
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=5, validators=[MinValueValidator(1), MaxValueValidator(40)]
    )
    division_size = models.PositiveSmallIntegerField(
        _("players per division or pool"), default=6, validators=[MinValueValidator(2)]
    )
    advance = models.PositiveSmallIntegerField(
        _("number who advance"),
        default=1,
        validators=[MinValueValidator(1)],
        help_text=_("From each table in a knockout, or from each pool."),
    )
    round_lasts = models.DurationField(
        _("round length"),
        default=SEASON,
        help_text=_("From publication to the final deadline. “28 00:00:00” is 28 days."),
    )
    join_within = models.DurationField(_("time to join a table"), default=JOIN_WITHIN)
    most_entrants = models.PositiveSmallIntegerField(_("maximum number of players"), null=True, blank=True)
    late_until = models.PositiveSmallIntegerField(
        _("late entry until round"), default=0, help_text=_("0: only directors can add late entries.")
    )
    club = models.ForeignKey(
        "players.Club", models.SET_NULL, null=True, blank=True, related_name="tournaments", editable=False
    )
    is_for_members = models.BooleanField(
        _("for members only: nobody else can enter, or see the tournament and its games"),
        default=False,
        db_default=False,
    )
    clubs_link = models.CharField(max_length=43, blank=True, default="", db_default="", editable=False)
    clubs_link_made_at = models.DateTimeField(null=True, editable=False)
    lot = models.CharField(max_length=32, editable=False)
    season = models.PositiveSmallIntegerField(_("season"), default=1, editable=False)
    follows = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="next_season", editable=False
    )
    made_at = models.DateTimeField(_("created"), editable=False)
    entries_close_at = models.DateTimeField(_("entries close"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-made_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table_size__gte=SMALLEST_TABLE, table_size__lte=LARGEST_TABLE), name="tables_have_2_to_5"
            ),
            models.UniqueConstraint(fields=["clubs_link"], condition=~Q(clubs_link=""), name="one_tournament_a_link"),
        ]

    def __str__(self) -> str:
        return self.name


class TakingPart(models.Model):
    """A further club in a tournament: its owner has agreed that its members can enter for it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="guests", db_index=False)
    club = models.ForeignKey("players.Club", models.CASCADE, related_name="takes_part")
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    accepted_at = models.DateTimeField()

    class Meta:
        verbose_name = _("further club")
        verbose_name_plural = _("further clubs")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "club"], name="a_club_takes_part_once")]

    def __str__(self) -> str:
        return f"club {self.club_id} in tournament {self.tournament_id}"


class Entrant(models.Model):
    """A place in a tournament and its present holder: a replacement takes over its results, but not its past games.
    `club` is the club they play for, in a tournament for members."""

    class Standing(models.TextChoices):
        ENTERED = "entered", _("entered")
        CONFIRMED = "confirmed", _("confirmed")
        RESERVE = "reserve", _("reserve")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entrances")
    name = NameField(_("name"), max_length=40)
    number = models.PositiveSmallIntegerField(_("number"), help_text=_("By strength at the start. 1 is the strongest."))
    club = models.ForeignKey("players.Club", models.SET_NULL, null=True, related_name="entrants")
    standing = models.CharField(_("status"), max_length=9, choices=Standing, default=Standing.ENTERED)
    entered_at = models.DateTimeField(_("entered on"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entrance_a_player"),
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """Entrants who are ranked together. In a league, number 1 is the highest division. In a tournament with pools, each
    pool is a division of stage 1, and the final is a division of stage 2. A tournament that isn't divided has a single
    division. Entrants who withdraw stay in their division."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    stage = models.PositiveSmallIntegerField(_("stage"), default=1)
    number = models.PositiveSmallIntegerField(_("number"))
    entrants = models.ManyToManyField(Entrant, related_name="divisions", verbose_name=_("entrants"))

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["tournament", "stage", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "stage", "number"], name="one_division_a_number")]

    def __str__(self) -> str:
        return f"division {self.number}"


class PairRule(models.Model):
    """Two entrants who must meet in the next round that is paired, or must never meet."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pair_rules")
    one = models.ForeignKey(Entrant, models.CASCADE, related_name="+", verbose_name=_("first player"))
    other = models.ForeignKey(Entrant, models.CASCADE, related_name="+", verbose_name=_("second player"))
    must_meet = models.BooleanField(_("must meet"), default=False)
    reason = models.CharField(_("reason"), max_length=200)
    made_at = models.DateTimeField(_("created"))
    used_at = models.DateTimeField(_("used"), null=True, editable=False)

    class Meta:
        verbose_name = _("pairing rule")
        verbose_name_plural = _("pairing rules")
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="a_pair_is_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"
