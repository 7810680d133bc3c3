"""The rights of the reply address of a sent mail. Source: the rules page, "Playing by mail"."""

from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Count, Q, QuerySet

from games.models import Event, Game, Seat
from games.players.accounts import holder_of
from games.players.tokens import is_open
from games.rules import registry
from games.rules.daily import ends_at
from games.rules.kind import Order
from notifications.incoming.headers import Headers
from notifications.models import InboundMail, MailKind, Message
from notifications.replies import MailFacts

DIES_AFTER = timedelta(days=30)  # once the game or the puzzle's day is over
AN_HOUR, A_DAY = 20, 60  # mails read for one seat, or for all puzzles of one player
SAID_TWICE_AFTER = timedelta(minutes=1)  # until then a mail that says the same was sent twice by accident
ANSWERS_A_DAY = 5  # for errors, receipts for mail without a command, and questions about held mail

_THEIRS = (InboundMail.Outcome.OBEYED, InboundMail.Outcome.REFUSED)
_NOT_SURELY_THEIRS = (
    InboundMail.Outcome.HELD,
    InboundMail.Outcome.DECLINED,
    InboundMail.Outcome.EXPIRED,
    InboundMail.Outcome.BROKEN,
)


def is_live(message: Message, *, now: datetime) -> bool:
    """True if answers to this mail are obeyed: seat and address are still those it was sent to, and nobody has reported it
    as leaked."""
    return may_be_answered(message, now=now) and is_of_its_player(message)


def is_of_its_player(message: Message) -> bool:
    """True unless somebody else has the seat of this mail, or its player got up; at a puzzle nobody sits."""
    return message.invitation is not None or message.puzzle_id is not None or has_the_seat(message)


def may_be_answered(message: Message, *, now: datetime) -> bool:
    """True if there is somebody to answer, whoever holds the seat now."""
    if message.leaked_at is not None:
        return False
    if message.puzzle is not None:
        return now < ends_at(message.puzzle.day) + DIES_AFTER and _has_the_address(message)
    if message.game is None:
        return False
    if message.game.finished_at and now >= message.game.finished_at + DIES_AFTER:
        return False
    if message.invitation is not None:
        holder = holder_of(message.address)
        if (holder is not None and not holder.is_active) or not is_open(message.invitation, now=now):
            return False
        return message.invitation.declined_at is None and message.game.phase != Game.Phase.CANCELLED
    return message.seat is not None and _has_the_address(message)


def _has_the_address(message: Message) -> bool:
    player = message.player
    return player is not None and player.is_active and message.address.lower() == player.email.lower()


def has_the_seat(message: Message) -> bool:
    """True if the seat of this mail is still its player's, alone or shared, now or as it was read with the token."""
    if "has_the_seat" in vars(message):
        return bool(vars(message)["has_the_seat"])
    held = Seat.objects.filter(game=message.game_id, player=message.player_id, resigned_at=None)
    return held.filter(number=message.seat).exists() if message.seat is not None else False


def is_surely_from_its_player(message: Message, headers: Headers) -> bool:
    """True if the only From is a verified address of the seat, and no check found it forged."""
    if headers.is_forged or not headers.sender:
        return False
    others = EmailAddress.objects.filter(user=message.player_id, verified=True, email__iexact=headers.sender)
    return headers.sender == message.address.lower() or (message.player_id is not None and others.exists())


def of_their_turn(game: Game, orders: Collection[Order]) -> list[Order]:
    """The orders that count only in answer to the current turn's mail."""
    kind = registry.kind(game.kind)
    return [order for order in orders if order.verb in kind.of_its_turn]


def is_overtaken(message: Message, orders: Collection[Order]) -> bool:
    """True if a layout in an answer to a past round's mail comes after this seat has submitted another; it is kept as a
    draft."""
    kind, events = registry.kind(message.its_game.kind), Event.objects.filter(game=message.game_id)
    if kind.layouts is None or not message.turn or all("layout" not in order.facts for order in orders):
        return False
    turns = events.filter(verb__in=kind.begins_a_turn).order_by("n").values_list("n", flat=True)
    ended = turns[message.turn : message.turn + 1].first()
    return ended is not None and events.filter(verb=kind.layouts.submits, seat=message.seat, n__gt=ended).exists()


def has_written_too_much(message: Message, *, is_theirs: bool, now: datetime) -> bool:
    """True if more mail has come for this seat than is read, counted apart for its player's own and for what is not surely
    theirs: nobody can shut a player out by mail."""
    read = InboundMail.objects.filter(
        message__game=message.game_id,
        message__seat=message.seat,
        message__player=message.player_id,
        outcome__in=_THEIRS if is_theirs else _NOT_SURELY_THEIRS,
        received_at__lte=now,
    )
    of_an_hour = Count("pk", filter=Q(received_at__gt=now - timedelta(hours=1)))
    counted = read.filter(received_at__gt=now - timedelta(days=1)).aggregate(hour=of_an_hour, day=Count("pk"))
    return bool(counted["hour"] >= AN_HOUR or counted["day"] >= A_DAY)


def was_told_of_the_limit(message: Message, *, now: datetime) -> bool:
    """True if this hour's mail has already been told that more comes than is read."""
    told = _told(message, MailKind.ERROR, span=timedelta(hours=1), now=now)
    return told.filter(answers__outcome=InboundMail.Outcome.TOO_MANY).exists()


def was_told_the_same(message: Message, *, kind: MailKind, facts: MailFacts, now: datetime) -> bool:
    """True if the same lines got the same answer just now; it is not given again."""
    told = _told(message, kind, span=SAID_TWICE_AFTER, now=now)
    same = {f"facts__{name}": value for name, value in (("why", facts.why), ("written", facts.written)) if value}
    return told.filter(**same).exists()


def answers_today(message: Message, *, kind: MailKind, now: datetime) -> int:
    """The number of mails of this kind sent as answers in the last day; of receipts only those for mails without a command."""
    return _told(message, kind, span=timedelta(days=1), now=now).count()


def _told(message: Message, kind: MailKind, *, span: timedelta, now: datetime) -> "QuerySet[Message]":
    told = Message.objects.filter(
        game=message.game_id, address=message.address, kind=kind, made_at__gt=now - span, made_at__lte=now
    )
    return told.filter(facts__verbs=[]) if kind == MailKind.RECEIPT else told
