"""From what happened to what is mailed: each event not announced yet becomes a notice a person, and the due notices of
one person and game become one message. Nothing leaves the house here; `notifications.sending` does that."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction

from games import queries, store
from games.models import Event, Game, Seat
from games.players.models import Invitation, Player
from notifications.audience import DEALINGS, NEWS_OF_A_NEW_TURN, Kind, audience, weightiest
from notifications.models import InboundMail, Message, Notice
from notifications.tokens import give_token, host

COMINGS_AND_GOINGS = ("joined", "left")
AN_HOUR = timedelta(hours=1)
MAILS_A_THREAD = 80  # longer conversations are cut off by mail programs


def announce(game_id: int, *, now: datetime) -> list[int]:
    """Write all that is to be told of a game and not written yet; the messages that are due."""
    claim_events(game_id, now=now)
    pending = Notice.objects.filter(game=game_id, message=None, dropped_at=None, not_before__lte=now)
    for player in Player.objects.filter(pk__in=pending.values("player")):
        gather(game_id, player, now=now)
    return list(Message.objects.filter(game=game_id, due_at__lte=now).order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def claim_events(game_id: int, *, now: datetime) -> None:
    """Turn each event not announced yet into notices for those who may know of it. Claimed by row: ids commit out of order."""
    events = list(
        Event.objects.select_for_update(skip_locked=True).filter(game=game_id, announced_at=None).order_by("n")
    )
    if not events:
        return
    players = dict(Seat.objects.filter(game=game_id, player__is_active=True).values_list("number", "player"))
    table = store.seen_now(game_id, now=now)
    Notice.objects.bulk_create(
        (
            Notice(
                event=event,
                player_id=players[one.seat],
                game_id=game_id,
                seat=one.seat,
                kind=one.kind,
                not_before=_when_to_tell(event, players[one.seat], now=now),
            )
            for event in events
            if not _is_asked_again(event)
            for one in audience(event, players)
            if queries.told(table, event, one.seat) is not None
        ),
        ignore_conflicts=True,
    )
    for event in events:
        if event.verb == "invited":
            _invite(event, now=now)
    Event.objects.filter(pk__in=[event.pk for event in events]).update(announced_at=now)


def gather(game_id: int, player: Player, *, now: datetime, into: Message | None = None) -> Message | None:
    """Put a player's due notices of a game into one message: a new one, or one that is promised and has not been tried."""
    with transaction.atomic():
        due = list(
            Notice.objects.select_for_update(of=("self",))
            .select_related("event")
            .filter(game=game_id, player=player, message=None, dropped_at=None, not_before__lte=now)
            .order_by("event__n")
        )
        in_lobby = Game.objects.filter(pk=game_id, phase=Game.Phase.LOBBY).exists()
        old = [notice for notice in due if _is_old_news(notice, due, in_lobby=in_lobby)]
        Notice.objects.filter(pk__in=[notice.pk for notice in old]).update(dropped_at=now)
        due = [notice for notice in due if notice not in old]
        if not due:
            return into
        untried = into and Message.objects.select_for_update(of=("self",)).filter(pk=into.pk, attempts=0).first()
        message = untried or promise(
            kind=weightiest([notice.kind for notice in due]),
            game_id=game_id,
            player=player,
            seat=due[-1].seat,
            address=player.email,
            now=now,
        )
        Notice.objects.filter(pk__in=[notice.pk for notice in due]).update(message=message)
    return message


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
    earlier = Message.objects.filter(game=game_id, seat=seat, pk__lt=message.pk).count()
    who = f"seat.{seat}" if seat is not None else f"guest.{message.pk}"
    message.thread = f"<game.{game_id}.{who}.{earlier // MAILS_A_THREAD}@{host()}>"
    # no number in it: a gap would tell that somebody else was written to, of a hidden request perhaps
    message.message_id = f"<{secrets.token_hex(8)}.{now:%Y%m%d%H%M%S}@{host()}>"
    give_token(message)
    message.save(update_fields=["thread", "message_id", "token_sha256", "key_version"])
    return message


def write_anew(message: Message, *, now: datetime) -> Message:
    """Another message in the place of one that may have left, as the game has moved on since it was written."""
    with transaction.atomic():
        anew = promise(
            kind=Kind(message.kind),
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


def _invite(event: Event, *, now: datetime) -> None:
    invitation = Invitation.objects.get(pk=event.facts["invitation"])
    promise(kind=Kind.INVITATION, game_id=event.game_id, address=invitation.email, invitation=invitation, now=now)


def _is_asked_again(event: Event) -> bool:
    """Whether this is a request by a seat that asked in this round before: others are told once."""
    if event.verb != "ask":
        return False
    earlier = Event.objects.filter(game=event.game_id, n__lt=event.n)
    dealt = earlier.filter(verb__in=DEALINGS).order_by("-n").values_list("n", flat=True).first() or 0
    return earlier.filter(verb="ask", seat=event.seat, n__gt=dealt).exists()


def _when_to_tell(event: Event, player: int, *, now: datetime) -> datetime:
    """At once; but that somebody sat down or got up once an hour, however often they do."""
    if event.verb not in COMINGS_AND_GOINGS:
        return now
    told = Message.objects.filter(game=event.game_id, player=player, kind=Kind.TABLE, made_at__gt=now - AN_HOUR)
    last = told.order_by("-made_at").values_list("made_at", flat=True).first()
    return last + AN_HOUR if last else now


def _is_old_news(notice: Notice, among: Collection[Notice], *, in_lobby: bool) -> bool:
    """That somebody has asked is no news once the light has come, nor who sat down when once the game has begun."""
    if notice.kind == Kind.ASKED:
        return any(other.kind in NEWS_OF_A_NEW_TURN for other in among)
    has_passed = not in_lobby and all(other.kind != Kind.START for other in among)
    return notice.event.verb in COMINGS_AND_GOINGS and has_passed
