"""Messages that are to be sent: each with its token, its Message-ID, and its place in the conversation of its seat. Why one is
written, `notifications.announcing` and whoever answers a mail know."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from games.players.models import Invitation, Player
from notifications.models import InboundMail, Message
from notifications.tokens import give_token, host, new_message_id

MAILS_A_THREAD = 80  # longer conversations are cut off by mail programs
PLACE = ["token_sha256", "key_version", "message_id", "thread"]


def promise(
    *,
    kind: Message.Kind,
    game_id: int,
    address: str,
    now: datetime,
    player: Player | None = None,
    seat: int | None = None,
    invitation: Invitation | None = None,
    answers: InboundMail | None = None,
    in_reply_to: str = "",
    facts: dict[str, object] | None = None,
    due_at: datetime | None = None,
) -> Message:
    """A message that is to be sent, at once or at `due_at`, with its token and its place in the conversation."""
    message = Message.objects.create(
        kind=kind,
        game_id=game_id,
        player=player,
        seat=seat,
        address=address,
        invitation=invitation,
        answers=answers,
        in_reply_to=in_reply_to,
        facts=facts or {},
        made_at=now,
        due_at=due_at or now,
    )
    earlier = Message.objects.filter(game=game_id, seat=seat, player=player, pk__lt=message.pk)
    _place(message, earlier.count(), now=now)
    message.save(update_fields=PLACE)
    return message


def give_places(game_id: int, messages: Sequence[Message], *, now: datetime) -> None:
    """Save new messages, each to another player of a game, with their tokens and their places in the conversations."""
    players = Message.objects.filter(game=game_id, player__in=[message.player_id for message in messages]).values(
        "player"
    )
    earlier = {one["player"]: one["mails"] for one in players.annotate(mails=Count("pk"))}
    Message.objects.bulk_create(messages)
    for message in messages:
        _place(message, earlier.get(message.player_id or 0, 0), now=now)
    Message.objects.bulk_update(messages, PLACE)


def write_anew(message: Message, *, now: datetime) -> Message:
    """Another message in the place of one that may have left, as the game has moved on since it was written."""
    with transaction.atomic():
        anew = promise(
            kind=Message.Kind(message.kind),
            game_id=message.game_id,
            player=message.player,
            seat=message.seat,
            address=message.address,
            answers=message.answers,
            in_reply_to=message.in_reply_to,
            facts=message.facts,
            now=now,
        )
        message.notices.update(message=anew)
        Message.objects.filter(pk=message.pk).update(due_at=None, status=f"written anew as {anew.pk}")
    return anew


def _place(message: Message, earlier: int, *, now: datetime) -> None:
    """Note on a saved message its token, and its place in a conversation of so many earlier mails."""
    who = f"seat.{message.seat}" if message.seat is not None else f"invited.{message.pk}"
    message.thread = f"<game.{message.game_id}.{who}.{earlier // MAILS_A_THREAD}@{host()}>"
    message.message_id = new_message_id(now)
    give_token(message)
