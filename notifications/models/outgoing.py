"""Email to players, and the notices that become email."""

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.players.models import random_link
from notifications.models.channels import Channel


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

    @cached_property
    def its_notices(self) -> "Sequence[Notice]":
        """The notices in this message, each with its event."""
        return list(self.notices.select_related("event"))


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
