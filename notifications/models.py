"""The rows about email: notices and messages, incoming email, players' choices, and bounces. Fields and constraints, no
behaviour.

`notifications.outgoing.outbox` sends messages; `notifications.preferences.choices` decides which choice applies."""

from collections.abc import Sequence
from datetime import time
from functools import reduce
from operator import or_
from urllib.parse import urlsplit

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.players.models import PlayerSession, random_link


class MailKind(models.TextChoices):
    """The kinds of email. A kind of game uses these values to name the emails that its events send."""

    INVITATION = "invitation", _("invitation")
    TABLE = "table", _("players joining or leaving")
    SEATED = "seated", _("table to join")
    START = "start", _("start")
    TURN = "turn", _("your move")
    TILE = "tile", _("new tile")
    GRANTED = "granted", _("light granted")
    RELEASED = "released", _("withheld tile released")
    ASKED = "asked", _("light requested")
    LAPSED = "lapsed", _("request ended")
    SWAP = "swap", _("swap between partners")
    CHALLENGED = "challenged", _("word challenged")
    AWAY = "away", _("you’re away")
    LAST_DAY = "last day", _("last warning")
    RED = "red", _("red light")
    RESULT = "result", _("result")
    SAID = "said", _("chat message")
    RECEIPT = "receipt", _("receipt")
    ERROR = "error", _("error")
    HELD = "held", _("reply from another address")
    PUZZLE = "puzzle", _("daily puzzle results")
    TODAY = "today", _("daily puzzle")
    TOURNAMENT = "tournament", _("tournament news")
    CHANNEL = "channel", _("webhook switched off")
    STAFF = "staff", _("moderators’ decision")


def mail_kinds() -> Sequence[tuple[str, str | Promise]]:
    """Return the kinds of email as choices. A function, so that a new kind needs no migration."""
    return MailKind.choices


class Queued(models.Model):
    """A row with one thing to do: `due_at` is the time of the next try, None once it is done or given up.

    A try moves it on before anything else happens, so that no two workers do the same."""

    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        abstract = True


SUBJECTS = ("game", "puzzle", "day", "tournament", "channel", "report")


class Channel(models.Model):
    """Another way than email to notify a player: a browser's push service, with the keys of that browser, or a webhook,
    which is an address of another program. A webhook that fails for too long ends by itself.

    A device ends with the session in which it was switched on, so that nothing is shown where its player has signed out.
    One added by a program has no session.

    `failures` counts the failures since the last success, at `told_at`. After a failure nothing is posted before
    `waits_until`."""

    class Sort(models.TextChoices):
        PUSH = "push", _("device")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("signed JSON")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels")
    sort = models.CharField(_("type"), max_length=7, choices=Sort)
    name = models.CharField(_("name"), max_length=60, blank=True)
    address = models.CharField(_("address"), max_length=1000)
    p256dh = models.CharField(max_length=100, blank=True, editable=False)
    auth = models.CharField(max_length=40, blank=True, editable=False)
    secret = models.CharField(max_length=64, blank=True, editable=False)
    made_at = models.DateTimeField(_("created"))
    told_at = models.DateTimeField(_("reported"), null=True, blank=True)
    failures = models.PositiveIntegerField(_("failures"), default=0)
    failing_since = models.DateTimeField(_("failing since"), null=True, blank=True)
    waits_until = models.DateTimeField(_("waits until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    session = models.ForeignKey(PlayerSession, models.CASCADE, null=True, editable=False, related_name="+")

    class Meta:
        verbose_name = _("notification channel")
        verbose_name_plural = _("notification channels")
        constraints = [
            models.UniqueConstraint(fields=["address"], condition=Q(sort="push"), name="one_channel_a_device"),
            models.UniqueConstraint(fields=["player"], condition=~Q(sort="push"), name="one_webhook_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.sort} of player {self.player_id}"

    @property
    def host(self) -> str:
        """The host that is posted to. The rest of a webhook's address is as secret as a password."""
        return urlsplit(self.address).hostname or ""


class Message(Queued):
    """One email to one person. It is about a turn of a game, or a daily puzzle to enter by replying. Or it is one that
    nobody replies to: about the results of a day's puzzles, the news of a tournament, the end of a webhook or a
    decision of the moderators.

    If the player has channels, they are notified first, and `mail_at` is when the email follows. `post_at` is when the
    worker of channels must post it, with `subject`, which is stored until then; `posted_at` is when it last did. A
    crash during sending costs at most one duplicate, with the same Message-ID. `seen_round` is the round of the tiles
    in an email that the provider has accepted, until that is counted as a look."""

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=20, choices=mail_kinds)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="messages",
        verbose_name=_("player"),
    )
    address = models.EmailField(_("email address"))
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, blank=True, related_name="messages", verbose_name=_("game")
    )
    puzzle = models.ForeignKey(
        "games.Puzzle",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        verbose_name=_("puzzle"),
    )
    day = models.DateField(_("day"), null=True, blank=True)
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("tournament")
    )
    channel = models.ForeignKey(Channel, models.CASCADE, null=True, blank=True, related_name="+")
    report = models.ForeignKey("players.Report", models.CASCADE, null=True, blank=True, related_name="+")
    news = models.ManyToManyField("tournaments.News", related_name="messages", verbose_name=_("news"), blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    invitation = models.ForeignKey("players.Invitation", models.CASCADE, null=True, blank=True, related_name="messages")
    answers = models.ForeignKey("InboundMail", models.SET_NULL, null=True, blank=True, related_name="answered_by")
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)

    made_at = models.DateTimeField(_("created"))
    mail_at = models.DateTimeField(_("email follows"), null=True, blank=True)
    post_at = models.DateTimeField(_("to be posted"), null=True, blank=True)
    posted_at = models.DateTimeField(_("posted"), null=True, blank=True)
    subject = models.CharField(_("subject"), max_length=400, blank=True, default="", db_default="", editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=200, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200, blank=True)
    provider_id = models.CharField(_("provider’s ID"), max_length=200, blank=True)
    token_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    key_version = models.CharField(max_length=8, blank=True, editable=False)
    in_reply_to = models.CharField(_("In-Reply-To"), max_length=400, blank=True)
    thread = models.CharField(_("thread"), max_length=200, blank=True)

    was_put_off = models.BooleanField(_("moved to the daily email"), default=False)
    seen_round = models.PositiveIntegerField(_("round of its tiles"), null=True, blank=True)
    bounced_at = models.DateTimeField(_("bounced"), null=True, blank=True)
    leaked_at = models.DateTimeField(_("reported as leaked"), null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["due_at"], name="messages_to_send", condition=Q(due_at__isnull=False)),
            models.Index(fields=["post_at"], name="messages_to_post", condition=Q(post_at__isnull=False)),
            models.Index(fields=["player", "posted_at"], name="messages_posted", condition=Q(posted_at__isnull=False)),
            models.Index(fields=["made_at"], name="messages_by_age"),
            models.Index(fields=["game", "seat"], name="messages_of_a_seat"),
            models.Index(fields=["message_id"], name="messages_by_message_id"),
            models.Index(fields=["provider_id"], name="messages_by_provider_id", condition=~Q(provider_id="")),
            models.Index(
                fields=["made_at"],
                name="messages_closed_unsent",
                condition=Q(sent_at__isnull=True, due_at__isnull=True, bounced_at__isnull=True),
            ),
            models.Index(fields=["bounced_at"], name="messages_come_back", condition=Q(bounced_at__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(due_at__isnull=True), name="sent_messages_are_not_due"
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(invitation__isnull=False), name="messages_go_to_somebody"
            ),
            models.CheckConstraint(
                condition=reduce(
                    or_, (Q(**{f"{other}__isnull": other != subject for other in SUBJECTS}) for subject in SUBJECTS)
                ),
                name="messages_have_one_subject",
            ),
            models.UniqueConstraint(
                fields=["player", "puzzle"], condition=Q(kind="today"), name="one_mail_of_a_puzzle_a_player"
            ),
            models.UniqueConstraint(
                fields=["player", "day"], condition=Q(day__isnull=False), name="one_mail_of_puzzles_a_player_a_day"
            ),
            models.UniqueConstraint(
                fields=["invitation"], condition=Q(kind="invitation"), name="one_mail_an_invitation"
            ),
            models.UniqueConstraint(fields=["token_sha256"], condition=~Q(token_sha256=""), name="one_message_a_token"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} to {self.address}"

    @property
    def its_game(self) -> Game:
        """The game of an email about one. Every email that can be answered has one, except those about a daily
        puzzle."""
        assert self.game is not None, "this mail is not about a game"
        return self.game


class Notice(models.Model):
    """An event or a deadline that one person must be notified of, not before a given time. Due notices of a game become
    one message.

    A warning names its deadline, as its kind of game calls it or "join", and the event that began the turn. When the
    warning is due, it is checked whether the deadline still applies."""

    event = models.ForeignKey("games.Event", models.CASCADE, related_name="notices")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notices")
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=20, choices=mail_kinds)
    deadline = models.CharField(_("deadline"), max_length=20, blank=True)
    not_before = models.DateTimeField(_("not before"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True, related_name="notices")
    dropped_at = models.DateTimeField(_("dropped"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(
                fields=["game", "not_before"],
                name="notices_to_tell",
                condition=Q(message__isnull=True, dropped_at__isnull=True),
            ),
            models.Index(fields=["not_before"], name="notices_by_age"),
            models.Index(
                fields=["not_before", "game"],
                name="notices_due",
                condition=Q(message__isnull=True, dropped_at__isnull=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "deadline"], name="one_notice_a_deadline_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of event {self.event_id} for player {self.player_id}"


class InboundMail(Queued):
    """An incoming email, byte for byte, and its outcome. `sender` is the envelope's address alone, in lower case.

    `authentication` has the sender checks that came with the email: SPF, DKIM and DMARC, written like an
    Authentication-Results header without its first word; "" if there were no checks. An email on hold is read again
    when its player has confirmed it."""

    class Outcome(models.TextChoices):
        UNREAD = "", _("not read yet")
        OBEYED = "obeyed", _("carried out")
        REFUSED = "refused", _("refused")
        HELD = "held", _("on hold: sender not verified")
        AUTOMATIC = "automatic", _("automatic, not answered")
        STRANGER = "stranger", _("no active reply address, not answered")
        TOO_MANY = "too many", _("too many emails, not answered")
        BROKEN = "broken", _("could not be read")
        REPORT = "report", _("bounce report")
        DECLINED = "declined", _("put on hold, then declined")
        EXPIRED = "expired", _("put on hold, never confirmed")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    raw = models.BinaryField(editable=False)
    size = models.PositiveIntegerField(_("bytes"))
    recipient = models.CharField(_("recipient"), max_length=320)
    sender = models.CharField(_("envelope sender"), max_length=320, blank=True)
    source = models.CharField(_("source"), max_length=40)
    provider_event_id = models.CharField(_("provider’s event"), max_length=200, blank=True)
    content_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    authentication = models.TextField(_("sender checks"), blank=True)
    received_at = models.DateTimeField(_("received"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True, related_name="replies")

    acted_at = models.DateTimeField(_("acted on"), null=True, blank=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    why = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("inbound email")
        verbose_name_plural = _("inbound email")
        indexes = [
            models.Index(fields=["due_at"], name="inbound_mail_to_read", condition=Q(due_at__isnull=False)),
            models.Index(fields=["received_at"], name="inbound_mail_by_age"),
            models.Index(fields=["sender"], name="inbound_mail_by_sender"),
            models.Index(
                fields=["outcome"],
                name="inbound_mail_in_quarantine",
                condition=Q(read_at__isnull=False) & ~Q(outcome="obeyed") & ~Q(recipient=""),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "provider_event_id"],
                name="one_inbound_mail_a_provider_event",
                condition=~Q(provider_event_id=""),
            ),
            models.CheckConstraint(
                condition=Q(read_at__isnull=True) | Q(due_at__isnull=True), name="read_mail_is_not_due"
            ),
        ]

    def __str__(self) -> str:
        return f"inbound mail {self.pk}"


class LocalMail(models.Model):
    """An email stored here because no provider is configured. The local mailbox shows it."""

    address = models.EmailField(_("email address"), db_index=True)
    sender = models.CharField(_("from"), max_length=320)
    subject = models.CharField(_("subject"), max_length=400)
    message_id = models.CharField(_("Message-ID"), max_length=400, blank=True)
    in_reply_to = models.CharField(_("In-Reply-To"), max_length=400, blank=True, db_index=True)
    reply_to = models.CharField(_("Reply-To"), max_length=320, blank=True)
    text = models.TextField(_("text"), blank=True)
    html = models.TextField(_("HTML"), blank=True)
    raw = models.BinaryField(editable=False)
    received_at = models.DateTimeField(_("received"))

    class Meta:
        verbose_name = _("local email")
        verbose_name_plural = _("local email")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.subject} to {self.address}"


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


class Bounce(models.TextChoices):
    """The ways in which an email comes back."""

    HARD = "hard", _("no such mailbox")
    SOFT = "soft", _("not accepted this time")
    COMPLAINT = "complaint", _("marked as spam by the recipient")


class BouncingAddress(models.Model):
    """An address from which email has come back. `weight` is the weight of its soft bounces at `weighed_at`; it fades
    with time. No email goes there from `stopped_at` on; after a complaint, that is permanent. `refused_at` is when
    email there was last refused for any reason. `took_tiles` are the games whose tiles its player got by email until it
    was stopped."""

    address = models.EmailField(_("email address"), unique=True)
    weight = models.FloatField(_("weight"), default=0)
    weighed_at = models.DateTimeField(_("weighed"), null=True, blank=True)
    stopped_at = models.DateTimeField(_("stopped"), null=True, blank=True)
    complained_at = models.DateTimeField(_("complained"), null=True, blank=True)
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True, db_index=True)
    took_tiles = models.JSONField(null=True, editable=False)

    class Meta:
        verbose_name = _("bouncing address")
        verbose_name_plural = _("bouncing addresses")
        constraints = [
            models.CheckConstraint(
                condition=Q(complained_at__isnull=True) | Q(stopped_at__isnull=False), name="complaints_stop_mail"
            )
        ]

    def __str__(self) -> str:
        return self.address


class Restoration(models.Model):
    """A backup of the database that was restored: everything done from `copied_at` to `restored_at` is lost."""

    copied_at = models.DateTimeField()
    restored_at = models.DateTimeField()

    class Meta:
        verbose_name = _("restored backup")
        verbose_name_plural = _("restored backups")

    def __str__(self) -> str:
        return f"copy of {self.copied_at:%Y-%m-%d %H:%M}"


class DeliveryReport(Queued):
    """A mail provider's report on one email, as it came."""

    provider = models.CharField(_("provider"), max_length=40)
    event_id = models.CharField(_("provider’s event"), max_length=200, blank=True)
    how = models.CharField(_("how"), max_length=9, choices=Bounce)
    address = models.EmailField(_("email address"), blank=True)
    message_id = models.CharField(_("provider’s ID"), max_length=200, blank=True)
    reported_at = models.DateTimeField(_("reported"))

    class Meta:
        verbose_name = _("delivery report")
        verbose_name_plural = _("delivery reports")
        indexes = [
            models.Index(fields=["due_at"], name="delivery_reports_to_read", condition=Q(due_at__isnull=False)),
            models.Index(fields=["address"], name="delivery_reports_of_an_address"),
            models.Index(fields=["reported_at"], name="delivery_reports_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "event_id"], condition=~Q(event_id=""), name="one_report_a_provider_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.how} of {self.address}"
