"""A promise to tell, a mail going out, a mail come in, as rows. No behaviour."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.players.models import random_link


class Queued(models.Model):
    """Something to be done once: `due_at` says when it is to be tried (again); None: it was done, or given up. A try moves it on
    before anything else happens, so no two workers do the same."""

    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    class Meta:
        abstract = True


class Outgoing(Queued):
    """A mail going out. A crash while it leaves costs at most one duplicate, by the same Message-ID."""

    made_at = models.DateTimeField(_("made"))
    message_id = models.CharField(_("Message-ID"), max_length=200, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    provider_id = models.CharField(_("provider's id"), max_length=200, blank=True)
    status = models.CharField(_("status"), max_length=200, blank=True)

    class Meta:
        abstract = True


class Message(Outgoing):
    """One mail to one person, written about one turn of one game."""

    class Kind(models.TextChoices):
        INVITATION = "invitation", _("invitation")
        TABLE = "table", _("who sits at the table")
        SEATED = "seated", _("a table to join")
        START = "start", _("start")
        TURN = "turn", _("your move")
        TILE = "tile", _("new tile")
        GRANTED = "granted", _("light granted")
        RELEASED = "released", _("withheld tile released")
        ASKED = "asked", _("light asked")
        LAPSED = "lapsed", _("request ended")
        SWAP = "swap", _("swap between partners")
        CHALLENGED = "challenged", _("a word challenged")
        AWAY = "away", _("gone away")
        LAST_DAY = "last day", _("last day")
        RED = "red", _("red light")
        RESULT = "result", _("result")
        SAID = "said", _("a line from a player")
        RECEIPT = "receipt", _("receipt")
        ERROR = "error", _("error")
        HELD = "held", _("answer from another address")
        PUZZLE = "puzzle", _("results of a daily puzzle")
        TOURNAMENT = "tournament", _("news of a tournament")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="messages",
        verbose_name=_("player"),
    )
    address = models.EmailField(_("mail address"))
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="messages", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    turn = models.PositiveIntegerField(_("turn"), default=0)
    invitation = models.ForeignKey("players.Invitation", models.CASCADE, null=True, blank=True, related_name="messages")
    answers = models.ForeignKey("InboundMail", models.SET_NULL, null=True, blank=True, related_name="answered_by")
    facts = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)

    token_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    key_version = models.CharField(max_length=8, blank=True, editable=False)
    in_reply_to = models.CharField(_("In-Reply-To"), max_length=400, blank=True)
    thread = models.CharField(_("thread"), max_length=200, blank=True)

    carries_tiles = models.BooleanField(_("carries tiles"), default=False)
    bounced_at = models.DateTimeField(_("came back"), null=True, blank=True)
    leaked_at = models.DateTimeField(_("called leaked"), null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["due_at"], name="messages_to_send", condition=Q(due_at__isnull=False)),
            models.Index(fields=["game", "seat"], name="messages_of_a_seat"),
            models.Index(fields=["message_id"], name="messages_by_message_id"),
            models.Index(fields=["provider_id"], name="messages_by_provider_id", condition=~Q(provider_id="")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(due_at__isnull=True), name="sent_messages_are_not_due"
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(invitation__isnull=False), name="messages_go_to_somebody"
            ),
            models.UniqueConstraint(
                fields=["invitation"], condition=Q(kind="invitation"), name="one_mail_an_invitation"
            ),
            models.UniqueConstraint(fields=["token_sha256"], condition=~Q(token_sha256=""), name="one_message_a_token"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} to {self.address}"


class Notice(models.Model):
    """That one person is to be told of one event, not before some instant. Due notices of a game become one message.

    A warning names its deadline, and the event that began the turn; at its instant it is asked whether it still stands."""

    class Deadline(models.TextChoices):
        NONE = "", _("none")
        LOOK = "look", _("look at the new tile")
        CALL = "call", _("ask for the light")
        GRACE = "grace", _("last layout")
        CHALLENGE = "challenge", _("challenge words")
        MOVE = "move", _("move")
        JOIN = "join", _("join the table")
        END = "end", _("hard end")

    event = models.ForeignKey("games.Event", models.CASCADE, related_name="notices")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="notices")
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=10, choices=Message.Kind)
    deadline = models.CharField(_("deadline"), max_length=9, choices=Deadline, blank=True)
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
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "deadline"], name="one_notice_a_deadline_a_player")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of event {self.event_id} for player {self.player_id}"


class InboundMail(Queued):
    """A mail as it came in, byte for byte, and what became of it.

    `authentication` is what the feeder says of SPF, DKIM and DMARC, written as in an Authentication-Results header without
    its first word; "" where it says nothing. A held mail that its player has confirmed is read again."""

    class Outcome(models.TextChoices):
        UNREAD = "", _("not read yet")
        OBEYED = "obeyed", _("obeyed")
        REFUSED = "refused", _("refused")
        HELD = "held", _("held: not surely from its player")
        AUTOMATIC = "automatic", _("automatic, not answered")
        STRANGER = "stranger", _("no live reply address, not answered")
        TOO_MANY = "too many", _("too many mails, not answered")
        BROKEN = "broken", _("could not be read")
        REPORT = "report", _("report of a mail that came back")
        DECLINED = "declined", _("held, then declined")
        EXPIRED = "expired", _("held, never confirmed")

    link = models.CharField(max_length=20, default=random_link, unique=True, editable=False)
    raw = models.BinaryField(editable=False)
    size = models.PositiveIntegerField(_("bytes"))
    recipient = models.CharField(_("recipient"), max_length=320)
    sender = models.CharField(_("envelope sender"), max_length=320, blank=True)
    source = models.CharField(_("source"), max_length=40)
    provider_event_id = models.CharField(_("provider's event"), max_length=200, blank=True)
    content_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    authentication = models.TextField(_("checks of the sender"), blank=True)
    received_at = models.DateTimeField(_("received"))
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True, related_name="replies")

    acted_at = models.DateTimeField(_("acted on"), null=True, blank=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    why = models.TextField(_("why"), blank=True)

    class Meta:
        verbose_name = _("inbound mail")
        verbose_name_plural = _("inbound mail")
        indexes = [models.Index(fields=["due_at"], name="inbound_mail_to_read", condition=Q(due_at__isnull=False))]
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
    """A mail kept here because no provider is configured; shown by the local mailbox."""

    address = models.EmailField(_("mail address"), db_index=True)
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
        verbose_name = _("local mail")
        verbose_name_plural = _("local mail")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.subject} to {self.address}"
