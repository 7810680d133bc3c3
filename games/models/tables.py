"""A game and its parts: seats and their players, piles, hands, boards, and events.

The parts have no index on their game alone: a constraint of each begins with it, and events are written often."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.lookups import IsNull
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.supplies import WordList
from games.players.models import random_link
from games.players.names import NameField


class Game(models.Model):
    """One game: its settings, the part of the state that has no row of its own, and when something next happens.

    `version` counts its saves, `noticed` those that everybody may notice. `rated_at` is when the ratings counted its
    result, or found that it does not count, `counted_at` when its players' statistics did, `tallied_at` when the kind's
    statistics did, and `packed_at` when its events were packed. `robots_due_at` is when its robots next have something
    to do: at once when the game has changed; empty if there is nothing. In the lobby, `taken` counts the taken seats,
    and `has_room` says whether one more player could join, as of the last save. `picture` is a packed `SmallBoard`: the
    board at the last save, as everybody who may know of the game may see it. `substitutes_at` is when a substitute next
    starts or stops. `found_by` is what the search for finished games looks at: the words on its boards in capitals, and
    its house rules as `name:value`, each between blanks. `club` is the club it belongs to, whose members may watch, and
    join before the deal unless seats are assigned."""

    class Phase(models.TextChoices):
        LOBBY = "lobby", _("lobby")
        PLAYING = "playing", _("playing")
        GRACE = "grace", _("grace period")
        CHALLENGE = "challenge", _("challenge")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    UNFINISHED = (Phase.LOBBY, Phase.PLAYING, Phase.GRACE, Phase.CHALLENGE)

    kind = models.CharField(_("kind"), max_length=20)
    phase = models.CharField(_("phase"), max_length=10, choices=Phase, default=Phase.LOBBY)
    ending = models.CharField(_("ending"), max_length=12, blank=True)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(_("settings"))
    word_list = models.ForeignKey(WordList, models.PROTECT, verbose_name=_("word list"))
    listed = models.BooleanField(_("public"), default=False)
    club = models.ForeignKey(
        "players.Club",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="games",
        db_index=False,
        verbose_name=_("club"),
    )
    rated = models.BooleanField(_("rated"), default=False)
    rated_at = models.DateTimeField(null=True, editable=False)
    counted_at = models.DateTimeField(null=True, editable=False)
    hard_end = models.DateTimeField(_("final deadline"), null=True, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="games_made")
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")
    made_at = models.DateTimeField(_("created"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    commitment = models.CharField(_("commitment"), max_length=64)
    seed = models.BinaryField(max_length=32, editable=False)
    key = models.BinaryField(max_length=32, null=True, editable=False)

    format = models.PositiveSmallIntegerField(default=0, editable=False)
    state = models.JSONField(null=True, editable=False)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    version = models.PositiveIntegerField(default=0, editable=False)
    noticed = models.PositiveIntegerField(default=0, editable=False)
    last_event = models.PositiveIntegerField(default=0, editable=False)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    substitutes_at = models.DateTimeField(null=True, editable=False, db_column="lends_at")
    paused_by_staff = models.BooleanField(_("paused by staff"), default=False)
    has_robots = models.BooleanField(default=False, editable=False)
    robots_due_at = models.DateTimeField(null=True, editable=False)
    taken = models.PositiveSmallIntegerField(default=0, editable=False)
    has_room = models.BooleanField(default=False, editable=False)
    picture = models.TextField(blank=True, editable=False)
    found_by = models.TextField(blank=True, editable=False)
    tallied_at = models.DateTimeField(null=True, editable=False)
    packed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("moderate_game", "Can pause, extend, end and void casual games, and put players in")]
        indexes = [
            models.Index(fields=["due_at"], name="games_by_due_time", condition=Q(due_at__isnull=False)),
            models.Index(fields=["robots_due_at"], name="games_to_visit", condition=Q(robots_due_at__isnull=False)),
            models.Index(fields=["-made_at"], name="open_games", condition=Q(listed=True, has_room=True)),
            models.Index(fields=["made_by", "-made_at"], name="games_made_lately"),
            models.Index(
                fields=["made_by"],
                name="unfinished_games_made",
                condition=Q(phase__in=["lobby", "playing", "grace", "challenge"]),
            ),
            models.Index(
                fields=["-started_at", "-id"], name="public_games", condition=Q(listed=True, started_at__isnull=False)
            ),
            models.Index(
                fields=["club", "-started_at", "-id"], name="games_of_a_club", condition=Q(club__isnull=False)
            ),
            models.Index(
                fields=["club", "-made_at"],
                name="open_games_of_a_club",
                condition=Q(club__isnull=False, has_room=True),
            ),
            models.Index(
                fields=["club", "-started_at"],
                name="games_running_of_a_club",
                condition=Q(club__isnull=False, phase__in=["playing", "grace", "challenge"]),
            ),
            models.Index(
                fields=["club", "-finished_at"],
                name="games_over_of_a_club",
                condition=Q(club__isnull=False, phase="finished"),
            ),
            models.Index(fields=["kind", "format"], name="games_by_format"),
            models.Index(fields=["phase", "-id"], name="listed_by_phase", condition=Q(listed=True)),
            models.Index(
                fields=["kind", "-finished_at"],
                name="games_over_of_a_kind",
                condition=Q(listed=True, phase="finished", has_robots=False),
            ),
            models.Index(
                fields=["finished_at", "id"],
                name="games_to_rate",
                condition=Q(rated=True, rated_at__isnull=True, phase="finished"),
            ),
            models.Index(fields=["id"], name="games_to_tally", condition=Q(tallied_at__isnull=True, phase="finished")),
            models.Index(
                fields=["finished_at"],
                name="games_to_count",
                condition=Q(counted_at__isnull=True, phase="finished"),
            ),
            models.Index(
                fields=["finished_at"],
                name="games_to_pack",
                condition=Q(packed_at__isnull=True, phase="finished"),
            ),
            models.Index(
                fields=["seed"],
                name="unfinished_games_by_seed",
                condition=Q(phase__in=["lobby", "playing", "grace", "challenge"]),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(phase__in=["playing", "grace", "challenge"])
                | Q(due_at__isnull=False)
                | Q(paused_by_staff=True),
                name="running_games_have_a_due_time",
            ),
            models.UniqueConstraint(fields=["rematch_of"], condition=~Q(phase="cancelled"), name="one_rematch_a_game"),
            models.CheckConstraint(
                condition=Q(phase__in=["lobby", "cancelled"]) | Q(state__isnull=False),
                name="started_games_have_a_state",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"


class GuestClub(models.Model):
    """A further club whose members may watch a game: the opponents in a tournament between clubs."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="guest_clubs", db_index=False)
    club = models.ForeignKey("players.Club", models.CASCADE, related_name="guest_at")

    class Meta:
        verbose_name = _("guest club")
        verbose_name_plural = _("guest clubs")
        constraints = [models.UniqueConstraint(fields=["game", "club"], name="one_row_a_guest_club")]

    def __str__(self) -> str:
        return f"club {self.club_id} at game {self.game_id}"


class Seat(models.Model):
    """A person's seat in a game. Seats are numbered from 0 in the order of joining; people who share one have the same
    number and a `share` each, from 0. `resigned_at` is when one of them stopped taking part. A substitute has a row
    here only while the `substitution` runs, and the row counts for nothing afterwards.

    `is_awaited` says whether the game waits for its player, as far as they may know, as of the last save; `noticed`
    counts the saves that only this seat may notice. `over_at` is when the game ended or was cancelled. `present_at` is
    the last time at which its player certainly saw the game's page; nobody else is shown it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    share = models.PositiveSmallIntegerField(_("share"), default=0)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats", db_index=False
    )
    name = NameField(_("name"), max_length=40)
    substitution = models.ForeignKey(
        "Substitution",
        models.CASCADE,
        null=True,
        related_name="rows",
        db_index=False,
        editable=False,
        db_column="loan_id",
    )
    agreed_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    resigned_at = models.DateTimeField(_("resigned"), null=True, editable=False)
    cut = models.CharField(_("cut"), max_length=40, blank=True)
    tiles_by_email = models.BooleanField(_("tiles by email"), default=False)
    is_awaited = models.BooleanField(_("game is waiting"), default=False, editable=False)
    noticed = models.PositiveIntegerField(default=0, editable=False)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    score = models.FloatField(_("score"), null=True, blank=True)
    result = models.CharField(_("result"), max_length=60, blank=True)
    orders_in_hour = models.PositiveSmallIntegerField(default=0, editable=False)
    orders_in_day = models.PositiveSmallIntegerField(default=0, editable=False)
    orders_counted_at = models.DateTimeField(null=True, editable=False)
    present_at = models.DateTimeField(null=True, editable=False)
    over_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "number", "share"]
        indexes = [
            models.Index(fields=["name"], name="seats_left", condition=Q(player__isnull=True)),
            models.Index(fields=["player"], name="seats_waited_for", condition=Q(is_awaited=True)),
            models.Index(fields=["player"], name="seats_in_use", condition=Q(over_at__isnull=True)),
            models.Index(fields=["substitution"], name="seats_lent", condition=Q(substitution__isnull=False)),
            models.Index(
                fields=["player", "-over_at", "-game"], name="seats_of_games_over", condition=Q(over_at__isnull=False)
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "share"], name="one_place_a_share"),
            models.UniqueConstraint(fields=["player", "game"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.name} at game {self.game_id}"


class Replacement(models.Model):
    """A player who was replaced by somebody else; they may watch the game from then on, even a private one."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="replacements")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player"))
    name = NameField(_("name"), max_length=40)
    replaced_at = models.DateTimeField(_("replaced"))

    class Meta:
        verbose_name = _("replaced player")
        verbose_name_plural = _("replaced players")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} at game {self.game_id}, until replaced"


class Substitution(models.Model):
    """A substitution: `substitute` plays the seat of `player` from one instant to another. First a
    request; once accepted, a row of `Seat` while it runs. `ended_at` is when either ended it, or it expired.
    `player_is_mailed`: the player still gets the game's emails."""

    class May(models.TextChoices):
        LAYOUTS = "layouts", _("Look at tiles, lay them out and make the moves the game waits for")
        EVERYTHING = "everything", _("Everything except leaving the game, or agreeing to a pause or an early end")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="substitutions_given", db_column="lender_id"
    )
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="substitutions_taken",
        db_index=False,
        db_column="sitter_id",
    )
    may = models.CharField(pgettext_lazy("a lent seat", "allowed"), max_length=10, choices=May, default=May.LAYOUTS)
    player_is_mailed = models.BooleanField(default=False, db_column="lender_is_mailed")
    starts = models.DateTimeField(_("starts"))
    ends = models.DateTimeField(_("ends"))
    asked_at = models.DateTimeField(_("asked"))
    accepted_at = models.DateTimeField(_("accepted"), null=True)
    declined_at = models.DateTimeField(_("declined"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        db_table = "games_loan"
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        indexes = [models.Index(fields=["substitute", "ends"], name="loans_of_a_sitter")]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=models.F("starts")), name="loans_end_after_they_start"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(declined_at__isnull=True, ended_at__isnull=True),
                name="one_open_loan_a_lender_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"substitution {self.pk} at game {self.game_id}"


class Bag(models.Model):
    """A pile of tiles that nobody holds. Tiles are drawn from the right end of `tiles`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="bags", db_index=False)
    name = models.CharField(_("name"), max_length=20)
    tiles = models.TextField(_("tiles"), blank=True)
    words_used = models.PositiveIntegerField(_("random stream words used"), default=0)

    class Meta:
        verbose_name = _("bag of tiles")
        verbose_name_plural = _("bags of tiles")
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="one_bag_a_name")]

    def __str__(self) -> str:
        return f"{self.name} of game {self.game_id}"


class Hand(models.Model):
    """All tiles dealt to a seat, seen or not, in the order dealt."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="hands", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"))
    tiles = models.TextField(_("tiles"), blank=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_hand_a_seat")]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"


class Board(models.Model):
    """A submitted layout, its rows joined by `/`. A shared board has no seat."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="boards", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    layout = models.TextField(_("layout"), blank=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_board_a_seat"),
            models.UniqueConstraint(fields=["game"], condition=Q(seat=None), name="one_shared_board"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"


class NamedPlayer(models.Func):
    """The id of the player named in an event's facts, as text, so that the events of one player are found by an index.
    The path is literal in the SQL, because databases recognise the index only by that."""

    template = "(%(expressions)s ->> 'player')"
    output_field = models.TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return super().as_sql(
            compiler, connection, template="CAST(json_extract(%(expressions)s, '$.player') AS TEXT)", **extra
        )


class Event(models.Model):
    """An event in a game. Until it is announced nobody has been emailed about it; if nobody needs an email, it is saved
    as announced. `substitute` is the name of the substitute who caused it, empty once they have deleted their account."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="events", db_index=False)
    n = models.PositiveIntegerField()
    at = models.DateTimeField(_("time"))
    verb = models.CharField(_("type"), max_length=20)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    facts = models.JSONField(default=dict)
    substitute = models.CharField(max_length=40, null=True, editable=False, db_column="sitter")  # noqa: DJ001  empty is somebody without a name
    announced_at = models.DateTimeField(_("announced"), null=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["game", "n"]
        indexes = [
            models.Index(fields=["id"], name="events_to_announce", condition=Q(announced_at__isnull=True)),
            models.Index(
                NamedPlayer("facts"), name="events_that_name", condition=Q(IsNull(NamedPlayer("facts"), False))
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["game", "n"], name="one_event_a_number")]

    def __str__(self) -> str:
        return f"{self.n} {self.verb} of game {self.game_id}"


class PackedEvents(models.Model):
    """The events of a game that ended long ago, compressed into one row; those that are queried across games, or still
    change, keep rows of their own. `games.store.events` writes and reads it."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="packed_events")
    format = models.PositiveSmallIntegerField()
    content = models.BinaryField(editable=False)

    class Meta:
        verbose_name = _("packed events")
        verbose_name_plural = _("packed events")

    def __str__(self) -> str:
        return f"events of game {self.game_id}"


class WaitingMail(models.Model):
    """An email for a game that has been accepted and not yet read: later deadlines wait for it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="waiting_mails")
    mail = models.PositiveBigIntegerField(unique=True)
    accepted_at = models.DateTimeField()

    class Meta:
        verbose_name = _("waiting email")
        verbose_name_plural = _("waiting emails")

    def __str__(self) -> str:
        return f"mail {self.mail} to game {self.game_id}"
