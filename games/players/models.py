"""Players, and what belongs to them: invitations, reports, clubs, vacations, API tokens. Fields and constraints
only."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.players.names import NameField, check_name, check_players_name


def language_of_the_moment() -> str:
    """Return the language of the current request or email, which a newcomer gets."""
    return get_language() or settings.LANGUAGE_CODE


class PlayerManager(BaseUserManager["Player"]):
    """Creates players; addresses are compared ignoring case."""

    def create_user(self, email: str, *, name: str = "", **fields: Any) -> "Player":
        player = self.model(email=email.strip().lower(), name=name or email.partition("@")[0][:40], **fields)
        player.set_unusable_password()
        player.save()
        return player

    def create_superuser(self, email: str, *, password: str | None = None, **fields: Any) -> "Player":
        player = self.create_user(email, is_staff=True, is_superuser=True, **fields)
        player.set_password(password)
        player.save(update_fields=["password"])
        return player

    def get_by_natural_key(self, email: str | None) -> "Player":
        return self.get(email=(email or "").strip().lower())


class Ground(models.TextChoices):
    """The board colours of the stylesheet."""

    SAGE = "sage", _("Sage")
    SLATE = "slate", _("Slate")
    SAND = "sand", _("Sand")


class Face(models.TextChoices):
    """The tile colours of the stylesheet."""

    IVORY = "ivory", _("Ivory")
    INK = "ink", _("Ink")


class Theme(models.TextChoices):
    """Light or dark colours."""

    DEVICE = "device", _("Same as the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Audience(models.TextChoices):
    """The readers of a player's page, beside the player."""

    ALL = "all", _("Everyone")
    MET = "met", _("People I have played with")
    NOBODY = "nobody", _("Nobody")


SHARED_DEVICE_ADDRESSES = "@one-table.invalid"
"""The address of guests who share a device: it receives no email."""

ADDRESS_WAITS = timedelta(days=3)
"""How long pages announce that a player wants to replace an address that fails, before a code is sent to the new
one."""

MINUTES_A_DAY = 1440
LOOK = ("ground", "face", "theme", "has_sounds")
"""The fields of a player that determine the appearance and sounds of pages."""


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with an email address, with which they sign in."""

    email = models.EmailField(_("email address"), unique=True)
    name = NameField(
        _("name"),
        max_length=40,
        help_text=_("The name that other players see."),
        validators=[check_players_name],
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    asleep_from = models.PositiveSmallIntegerField(_("asleep from (minute of the day)"), default=0)
    asleep_for = models.PositiveSmallIntegerField(_("asleep for (minutes)"), default=0)
    language = models.CharField(_("language"), max_length=10, default=language_of_the_moment)
    puzzle_languages = models.CharField(_("languages of daily puzzles"), max_length=200, default="en", db_default="en")
    ground = models.CharField(_("board"), max_length=8, choices=Ground, default=Ground.SAGE)
    face = models.CharField(_("tiles"), max_length=8, choices=Face, default=Face.IVORY)
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.DEVICE)
    has_sounds = models.BooleanField(_("sounds"), default=False)
    page_shown_to = models.CharField(_("who can see my page"), max_length=6, choices=Audience, default=Audience.ALL)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    guest_until = models.DateTimeField(null=True, editable=False)
    silenced_until = models.DateTimeField(_("muted until"), null=True, editable=False)
    mail_fails_since = models.DateTimeField(_("emails failing since"), null=True, blank=True)
    next_email = models.EmailField(_("next email address"), null=True, editable=False)  # noqa: DJ001  null if there is none
    next_email_at = models.DateTimeField(_("next email address asked for"), null=True, editable=False)

    objects = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(fields=["guest_until"], name="guests", condition=models.Q(guest_until__isnull=False)),
            models.Index(
                fields=["puzzle_languages"],
                name="puzzles_in_other_languages",
                condition=~models.Q(puzzle_languages="en"),
            ),
        ]

    @property
    def is_guest(self) -> bool:
        """True for a player without an account, known to one session for a while."""
        return self.guest_until is not None

    @property
    def puzzle_codes(self) -> tuple[str, ...]:
        """The codes of the languages of the player's daily puzzles; `puzzle_languages` has spaces between them."""
        return tuple(self.puzzle_languages.split())

    @property
    def sleeping_hours(self) -> str:
        """The hours of sleep by the player's own clock, as `23:00–07:00`; empty for none."""
        if not self.asleep_for:
            return ""
        times = (self.asleep_from, (self.asleep_from + self.asleep_for) % MINUTES_A_DAY)
        return "–".join(f"{at // 60:02}:{at % 60:02}" for at in times)

    @property
    def next_email_ready_at(self) -> datetime | None:
        """When a code may be sent to the new address that a player has asked for because email to the present one
        fails; None if they haven't asked for one."""
        return self.next_email_at + ADDRESS_WAITS if self.next_email_at else None

    @property
    def shares_device(self) -> bool:
        """True for a guest who plays with others on one device."""
        return self.email.endswith(SHARED_DEVICE_ADDRESSES)

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


def random_link() -> str:
    """Return a random name of a row for links, as its id would reveal how many rows there are. It is not secret,
    because the link is signed."""
    return secrets.token_urlsafe(7)


def secret_link() -> str:
    """Return a secret link: anyone who has it may use it."""
    return secrets.token_urlsafe(24)


class Invitation(models.Model):
    """An address invited to a game by one of its players; if it has a `name`, the player was invited by name and the
    inviter does not know the address. `is_awaited`: the game still has room and waits for an answer, as of its last
    save. `is_kept_back`: hidden from its address because one of the two has blocked the other; the inviter cannot
    tell."""

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="invitations")
    email = models.EmailField(_("email address"))
    name = NameField(_("name"), max_length=40, blank=True)
    invited_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    invited_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    is_awaited = models.BooleanField(default=False, editable=False)
    is_kept_back = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        indexes = [
            models.Index(fields=["email"], name="invitations_to_answer", condition=models.Q(is_awaited=True)),
            models.Index(fields=["email"], name="invitations_by_address"),
            models.Index(
                fields=["invited_at"], name="invitations_unanswered", condition=models.Q(joined_at__isnull=True)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "email", "name", "invited_by"], name="one_invitation_an_address_of_a_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.email} to game {self.game_id}"


class InvitationLink(models.Model):
    """A link that gives a seat in one game to anybody who has it, until its maker withdraws it or it expires."""

    link = models.CharField(max_length=43, default=secret_link, unique=True, editable=False)
    game = models.OneToOneField("games.Game", models.CASCADE, related_name="invitation_link")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("invitation link")
        verbose_name_plural = _("invitation links")

    def __str__(self) -> str:
        return f"link to game {self.game_id}"


class NeverInvited(models.Model):
    """An address that asked never to be invited again, stored only as a hash."""

    email_sha256 = models.CharField(max_length=64, primary_key=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("address never invited")
        verbose_name_plural = _("addresses never invited")

    def __str__(self) -> str:
        return self.email_sha256[:12]


class Regard(models.Model):
    """How one player regards another: follows, blocks, or has a note on them. Nobody else is notified, least of all the
    other player."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="regards", db_index=False)
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    follows = models.BooleanField(default=False)
    blocks = models.BooleanField(default=False)
    note = models.TextField(blank=True)
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("follow or block")
        verbose_name_plural = _("follows and blocks")
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="one_regard_a_pair"),
            models.CheckConstraint(condition=~models.Q(player=models.F("other")), name="nobody_regards_themself"),
            models.CheckConstraint(condition=~models.Q(follows=True, blocks=True), name="nobody_blocked_is_followed"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} regards {self.other_id}"


class Report(models.Model):
    """A message or name that was reported, copied at the time of the report. Only staff ever learn who reported it. A
    report on a club or tournament concerns no player; `part` says whether it is about the name or the text.

    If the player is muted because of the report, they can appeal once."""

    class Decision(models.TextChoices):
        DISMISSED = "dismissed", _("dismissed")
        SILENCED = "silenced", _("muted")
        RENAMED = "renamed", _("name replaced")
        TAKEN_OUT = "taken out", _("text removed")

    class Part(models.TextChoices):
        NAME = "name", _("name")
        ABOUT = "about", _("description")

    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by"))
    about = models.ForeignKey(Player, models.CASCADE, null=True, related_name="reports", verbose_name=_("player"))
    game = models.ForeignKey("games.Game", models.SET_NULL, null=True, related_name="+", verbose_name=_("game"))
    club = models.ForeignKey("Club", models.SET_NULL, null=True, related_name="+", verbose_name=_("club"))
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.SET_NULL, null=True, related_name="+", verbose_name=_("tournament")
    )
    part = models.CharField(_("part"), max_length=5, choices=Part, blank=True, db_default="")
    words = models.TextField(_("words"))
    is_name = models.BooleanField(_("is a name"), default=False)
    why = models.TextField(_("reason"))
    made_at = models.DateTimeField(_("reported"))
    decision = models.CharField(_("decision"), max_length=9, choices=Decision, blank=True)
    decided_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    decided_at = models.DateTimeField(_("decided"), null=True)
    silenced_until = models.DateTimeField(_("muted until"), null=True)
    appeal = models.TextField(_("appeal"), blank=True)
    appealed_at = models.DateTimeField(_("appealed"), null=True)
    is_granted = models.BooleanField(_("appeal granted"), null=True)
    told_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [
            models.Index(
                fields=["made_at"],
                name="reports_to_decide",
                condition=models.Q(decision="") | models.Q(appealed_at__isnull=False, is_granted__isnull=True),
            ),
            models.Index(
                fields=["decided_at"],
                name="reports_to_tell",
                condition=models.Q(decision__in=["silenced", "renamed"], told_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Sighting(models.Model):
    """A device that a signed-in player used on a day, and the first address it had. Both are keyed hashes, from which
    nobody can recover an address or a device. `judged_at` is when the detector has processed it.

    Used only by `games.commands.suspicions`, and deleted after 90 days."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="sightings", db_index=False)
    day = models.DateField()
    at = models.DateTimeField()
    device = models.CharField(max_length=32, db_index=True)
    address = models.CharField(max_length=32)
    judged_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("sighting")
        verbose_name_plural = _("sightings")
        indexes = [
            models.Index(fields=["address", "day"], name="sightings_at_an_address"),
            models.Index(fields=["day"], name="sightings_by_day"),
            models.Index(fields=["day", "id"], name="sightings_to_judge", condition=models.Q(judged_at__isnull=True)),
        ]
        constraints = [models.UniqueConstraint(fields=["player", "device", "day"], name="one_sighting_a_device_a_day")]

    def __str__(self) -> str:
        return f"{self.pk}"


class Suspicion(models.Model):
    """Two players of a rated game who may be one person. Only moderators ever see it, and it has no automatic
    consequence. `evidence` has the form that `games.players.two_accounts` gives it. A dismissed suspicion prevents
    another one of the same two players for the same reasons. `one` is the player with the lower id."""

    class Decision(models.TextChoices):
        DISMISSED = "dismissed", _("dismissed")
        ACTED_ON = "acted on", _("acted on")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", verbose_name=_("game"))
    one = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("player"))
    other = models.ForeignKey(Player, models.CASCADE, related_name="+", verbose_name=_("other player"))
    score = models.FloatField(_("score"))
    evidence = models.JSONField()
    found_at = models.DateTimeField(_("found"))
    decision = models.CharField(_("decision"), max_length=9, choices=Decision, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    decided_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    decided_at = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("suspected duplicate account")
        verbose_name_plural = _("suspected duplicate accounts")
        indexes = [models.Index(fields=["found_at"], name="suspicions_to_decide", condition=models.Q(decision=""))]
        constraints = [
            models.UniqueConstraint(fields=["game", "one", "other"], name="one_suspicion_a_pair_at_a_game"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="the_lower_number_is_one"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Club(models.Model):
    """People who play together. The names of public clubs are listed for everybody; only members see who the members
    are. Whoever has `link` can join, from `link_made_at` until it is withdrawn or expires."""

    name = NameField(max_length=40, validators=[check_name])
    about = models.TextField(blank=True)
    is_public = models.BooleanField(default=False)
    link = models.CharField(max_length=43, default=secret_link, unique=True, editable=False)
    link_made_at = models.DateTimeField(null=True, editable=False)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        indexes = [models.Index(fields=["-made_at"], name="public_clubs", condition=models.Q(is_public=True))]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player in a club. An owner may do everything there; a director lets people in and removes members."""

    class Role(models.TextChoices):
        OWNER = "keeper", _("owner")
        DIRECTOR = "director", _("director")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_membership_a_player")]

    def __str__(self) -> str:
        return f"{self.player_id} in club {self.club_id}"


class Vacation(models.Model):
    """Days on which a player cannot play; copied into each of their running games when declared."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="vacations")
    starts = models.DateTimeField(_("starts"))
    ends = models.DateTimeField(_("ends"))
    declared_at = models.DateTimeField(_("declared"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("starts")), name="vacations_end_after_they_start"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.starts:%Y-%m-%d} to {self.ends:%Y-%m-%d}"


class ApiToken(models.Model):
    """An API token of one player; only its hash is stored."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        PLAY = "play", _("play")

    player = models.ForeignKey(Player, models.CASCADE, related_name="api_tokens")
    name = NameField(max_length=40, validators=[check_name])
    sha256 = models.CharField(max_length=64, unique=True)
    scope = models.CharField(max_length=4, choices=Scope, default=Scope.PLAY)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} of {self.player}"


class KeptAnswer(models.Model):
    """The first answer to an API request with an Idempotency-Key. If the request is repeated, it gets this answer
    again. Its status is `NOT_KEPT` until there is an answer, and once a player named in it has been deleted."""

    NOT_KEPT = 0

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_sha256 = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("saved API response")
        verbose_name_plural = _("saved API responses")
        indexes = [models.Index(fields=["kept_at"], name="answers_by_age")]
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key


class PlayerSession(AbstractBaseSession):
    """A browser session and the player signed in there, so that all of a player's sessions can be ended."""

    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="sessions")
