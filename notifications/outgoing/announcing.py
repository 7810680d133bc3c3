"""Announcing: each new event becomes one notice per person, and a person's due notices of a game become one message.

Nothing is sent here; `notifications.outgoing.outbox` does that."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Subquery

from games import batches, queries, store
from games.models import Event, Seat
from games.players.models import Invitation, Player
from games.queries.options import pace_line
from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.sharing import acting, by_number, is_relieved
from games.statements import GIVEN, Compiled, update
from notifications.models import MailKind, Message, Notice
from notifications.outgoing import bounces, warnings
from notifications.outgoing.audience import (
    has_unseen,
    is_practice,
    is_to_move,
    seen_on_the_page,
    settled_for,
    waiting_for_looks,
    weightiest,
    with_presence,
)
from notifications.outgoing.latest import Latest
from notifications.outgoing.outbox import assign_threads, enqueue
from notifications.preferences.choices import hours_of, preferences_of, settling_period
from notifications.replies import MailFacts

AN_HOUR = timedelta(hours=1)
ANNOUNCING = "announcing events"
EVENTS_AT_A_TIME, PLAYERS_AT_A_TIME, NOTICES_AT_A_TIME = 100, 20, 200  # what is held in memory of one table


def announce(latest: Latest) -> list[int]:
    """Write all that is to be told of a game and is not written yet. Returns the messages that are due."""
    game_id, now = latest.game_id, latest.now
    while claim_events(latest) == EVENTS_AT_A_TIME:
        pass
    still_due = warnings.still_due(latest)
    pending = Notice.objects.filter(game=game_id, message=None, dropped_at=None, not_before__lte=now)
    due = pending.filter(Q(deadline="") | Q(pk__in=still_due))

    def put_off(player: Player, retry_at: datetime) -> None:
        due.filter(player=player).update(not_before=retry_at)

    def gather_awake(players: Sequence[Player]) -> None:
        awake = list[Player]()
        for player in players:
            wakes_at = hours_of(player).awake(now)
            if wakes_at > now and not due.filter(player=player, pk__in=still_due).exists():
                due.filter(player=player).update(not_before=wakes_at)  # a late worker does not wake anybody
            else:
                awake.append(player)
        gather_for(latest, awake, still_due=still_due)

    players = list(Player.objects.filter(pk__in=due.values("player")).select_related("mail_hours"))
    for n in range(0, len(players), PLAYERS_AT_A_TIME):
        some = players[n : n + PLAYERS_AT_A_TIME]
        batches.together("gathering notices", some, gather_awake, now=now, put_off=put_off)
    return list(Message.objects.filter(game=game_id, due_at__lte=now).order_by("pk").values_list("pk", flat=True))


_UNTOLD = Q(message=None, dropped_at=None)
_WITH_NEWS = Compiled(
    Message.objects.filter(
        Exists(Event.objects.filter(game=OuterRef("game"), announced_at=None))
        | Exists(Notice.objects.filter(_UNTOLD, game=OuterRef("game"), player=OuterRef("player"), deadline="")),
        pk=GIVEN,
    ).only("pk")
)


_UNANNOUNCED = Compiled(
    Event.objects.filter(game=GIVEN, announced_at=None)
    .annotate(retry_at=batches.retry_at(ANNOUNCING))
    .select_for_update(skip_locked=True)
    .order_by("n")[:EVENTS_AT_A_TIME]
)
_REACHED = Compiled(
    Seat.objects.filter(game=GIVEN, player__is_active=True, player__mail_fails_since=None).select_related(
        "player__mail_hours", "loan"
    )
)


def has_news(answered: Message) -> bool:
    """True if there is news of a message's game that its player may be still to be told."""
    return bool(_WITH_NEWS(answered.pk))


@transaction.atomic
def claim_events(latest: Latest) -> int:
    """Turn the first unannounced events into notices for those who may know of them. Returns the number of events.

    Events are claimed by row, as ids commit out of order. Those of a later release are left to its own workers."""
    now = latest.now
    unannounced = [event for event in _UNANNOUNCED(latest.game_id) if not _is_put_off(event, now=now)]
    if not unannounced:
        return 0
    table = latest.table(event=unannounced[-1].n)
    events = [event for event in unannounced if event.verb in table.kind.events]
    people = _REACHED(latest.game_id)
    announce = partial(_announce, latest, table, people)
    batches.together(ANNOUNCING, events, announce, now=now, alone=partial(_announce_to_each, latest, table, people))
    return len(events)


def _is_put_off(event: Event, *, now: datetime) -> bool:
    retry_at: datetime | None = vars(event)["retry_at"]
    return retry_at is not None and retry_at > now


@transaction.atomic
def _announce(latest: Latest, table: store.Table, people: Sequence[Seat], events: Sequence[Event]) -> None:
    """Tell these people of some events."""
    _write_notices(latest, table, people, events, to=people)
    _close(latest.game_id, table, events, now=latest.now)


class NotAllTold(Exception):
    """Some people could not be told of an event, for reasons that the log has."""


def _announce_to_each(latest: Latest, table: store.Table, people: Sequence[Seat], event: Event) -> None:
    """Tell each of these people of an event. Raises NotAllTold if that fails for somebody; the others are told all the same."""

    @transaction.atomic
    def tell(row: Seat) -> None:
        _write_notices(latest, table, people, [event], to=[row])

    told = batches.each("announcing to a seat", people, tell, now=latest.now)
    if len(told) < len(people):
        raise NotAllTold
    with transaction.atomic():
        _close(latest.game_id, table, [event], now=latest.now)


def _write_notices(
    latest: Latest, table: store.Table, people: Sequence[Seat], events: Sequence[Event], *, to: Sequence[Seat]
) -> None:
    """Write the notices of these events to some of the people, who are told of nothing twice."""
    news = list(_notices(latest, table, events, people, to=to))
    on_call = [row for row in on_duty(people) if row in to]
    Notice.objects.bulk_create(
        [*news, *warnings.warnings(table, events, on_call, now=latest.now)], ignore_conflicts=True
    )


def _close(game_id: int, table: store.Table, events: Sequence[Event], *, now: datetime) -> None:
    """Ask those whom the events ask something, and call the events announced."""
    for event in events:
        row = table.kind.events[event.verb]
        if row.asks:
            _ask(event, now=now)
        if row.changes_holder and event.seat is not None:  # a former player is told of the result alone
            there = Seat.objects.filter(game=game_id, number=event.seat, player__isnull=False, resigned_at=None)
            untold = Notice.objects.filter(game=game_id, seat=event.seat, message=None, dropped_at=None)
            others = untold.exclude(kind=MailKind.RESULT).exclude(player__in=there.values("player"))
            others.update(dropped_at=now)
    for event in events:
        event.announced_at = now
    update(events, ("announced_at",))


def _notices(
    latest: Latest, table: store.Table, events: Sequence[Event], people: Sequence[Seat], *, to: Sequence[Seat]
) -> Iterator[Notice]:
    """The notices for some of the people, at the time of their choice."""
    seats, now = by_number(people), latest.now
    rows = (table.kind.events[event.verb] for event in events)
    unheard = latest.unheard if any(row.is_talk for row in rows) else {}
    told = [
        (event, MailKind(sort), row)
        for event in events
        if not _is_told_already(table, event)
        for seat, sort in table.kind.tells(queries.happened(event), tuple(seats))
        for row in seats[seat]
        if row in to
        and event.facts.get("player") != row.player_id  # nobody is told of their own actions
        # somebody who has left a share looks on, and for somebody who is relieved another plays
        and (sort == MailKind.RESULT or (row.resigned_at is None and not is_relieved(row, seats[seat])))
        and queries.told(
            table, event, None if row.resigned_at else row.number, unheard=unheard.get(_player(row).pk, ())
        )
        is not None
    ]
    if not told:
        return
    preferences = preferences_of(
        [_player(row) for row in to],
        game_id=table.game.pk,
        by_email=[
            _player(row).pk for rows in seats.values() if any(row.tiles_by_email for row in rows) for row in rows
        ],
        is_live=pace_line(table.kind, table.game.options).is_live,
        is_practice=table.game.has_robots and is_practice(table.game.pk),
    )
    settles = settling_period(read_options(table.kind.options_type, table.game.options))
    for event, kind, row in told:
        player = _player(row)
        settled_at = max(event.at + settles, _next_of_its_kind(table.kind, event, player))
        settled_at = settled_for(row, event, kind, settled_at=settled_at)
        at = preferences[player.pk].when_to_tell(kind, settled_at=settled_at, now=now)
        if at is not None:
            yield Notice(event=event, player=player, game=table.game, seat=row.number, kind=kind, not_before=at)


def on_duty(people: Sequence[Seat]) -> list[Seat]:
    """The people who are warned of their deadlines: all who may act, but who is relieved."""
    return [row for row in acting(people) if not is_relieved(row, people)]


def _player(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


@transaction.atomic
def gather_for(latest: Latest, players: Sequence[Player], *, still_due: Collection[int]) -> None:
    """Put what each of these players is still to be told of a game into one new message each."""
    enqueued, game_id, now = [], latest.game_id, latest.now
    untold = _untold(game_id, players, still_due=still_due)
    for player in players:
        if news := _news(latest, untold[player.pk]):
            enqueued.append((_about(latest, news, player), news))
    if not enqueued:
        return
    assign_threads(game_id, [message for message, _news in enqueued], now=now)
    told = Notice.objects.filter(pk__in=[notice.pk for _message, news in enqueued for notice in news])
    to_its_player = Message.objects.filter(
        pk__in=[message.pk for message, _news in enqueued], player=OuterRef("player")
    )
    told.update(message=Subquery(to_its_player.values("pk")))


def to_those_who_wait_for_looks(latest: Latest, message_ids: Sequence[int]) -> list[int]:
    """Return those of these messages whose reader has a withheld tile, which another's look may release."""
    if len(message_ids) < 2:
        return []
    seats = waiting_for_looks(latest.table())
    if not seats:
        return []
    to_them = Message.objects.filter(pk__in=message_ids, seat__in=seats, player__isnull=False, attempts=0)
    return list(to_them.exclude(kind=MailKind.HELD).order_by("pk").values_list("pk", flat=True))


def add_news(latest: Latest, message_ids: Sequence[int]) -> None:
    """Announce what has happened since these messages were written, and put their readers' part of it into them."""
    if claim_events(latest):
        for message in Message.objects.filter(pk__in=message_ids).select_related("player"):
            if message.player is not None:
                gather(latest, message.player, into=message)


@transaction.atomic
def gather(latest: Latest, player: Player, *, into: Message) -> None:
    """Put what a player is still to be told of a game into a message that waits to be sent or, if that was tried, into a
    new one; notices that wait for a later mail go along."""
    news = _news(latest, _untold(latest.game_id, [player])[player.pk])
    if not news:
        return
    message = Message.objects.select_for_update(of=("self",)).filter(pk=into.pk, attempts=0).first()
    if message is None:
        message = _about(latest, news, player)
        assign_threads(latest.game_id, [message], now=latest.now)
    Notice.objects.filter(pk__in=[notice.pk for notice in news]).update(message=message)


def _untold(game_id: int, players: Sequence[Player], *, still_due: Collection[int] = ()) -> dict[int, list[Notice]]:
    """By player, what they are still to be told, in order; of warnings those that are `still_due`."""
    untold = (
        with_presence(Notice.objects.select_for_update(of=("self",)))
        .select_related("event")
        .filter(Q(deadline="") | Q(pk__in=still_due), game=game_id, player__in=players, message=None, dropped_at=None)
    )
    by_player = defaultdict[int, list[Notice]](list)
    for notice in untold.order_by("event__n")[:NOTICES_AT_A_TIME]:
        by_player[notice.player_id].append(notice)
    return by_player


def _news(latest: Latest, untold: Sequence[Notice]) -> list[Notice]:
    """The notices worth telling; the others are dropped."""
    if not untold:
        return []
    old = [
        *_old_news(latest, untold),
        *_old_by_now(latest, untold),
        *_taken_back(latest, untold),
        *seen_on_the_page(untold),
    ]
    if old:
        Notice.objects.filter(pk__in=[notice.pk for notice in old]).update(dropped_at=latest.now)
    return [notice for notice in untold if notice not in old]


def _about(latest: Latest, news: Sequence[Notice], player: Player) -> Message:
    return Message(
        kind=weightiest([notice.kind for notice in news]),
        game_id=news[-1].game_id,
        player=player,
        seat=news[-1].seat,
        turn=latest.table().game_turn,
        address=player.email,
        made_at=latest.now,
        due_at=latest.now,
    )


def _ask(event: Event, *, now: datetime) -> None:
    """Enqueue the mail to the one person who is asked something, or told of their loan."""
    if "loan" in event.facts:
        _tell_of_loan(event, now=now)
    else:
        _invite(event, now=now)


def _tell_of_loan(event: Event, *, now: datetime) -> None:
    player = Player.objects.filter(pk=event.facts["to"], is_active=True).select_related("mail_hours").first()
    if player is None or player.mail_fails_since is not None:
        return
    preferences = preferences_of([player], game_id=None)[player.pk]
    due_at = preferences.when_to_tell(MailKind.INVITATION, settled_at=event.at, now=now)
    if due_at is not None:
        enqueue(
            kind=MailKind.INVITATION,
            game_id=event.game_id,
            address=player.email,
            player=player,
            facts=MailFacts(loan=event.facts["loan"]),
            now=now,
            due_at=due_at,
        )


def _invite(event: Event, *, now: datetime) -> None:
    invitation = Invitation.objects.get(pk=event.facts["invitation"])
    player = Player.objects.filter(email=invitation.email).select_related("mail_hours").first()
    due_at: datetime | None = None if invitation.is_kept_back else now
    if player is not None and due_at is not None:
        preferences = preferences_of([player], game_id=event.game_id)[player.pk]
        due_at = preferences.when_to_tell(MailKind.INVITATION, settled_at=event.at, now=now)
    if due_at is not None and not bounces.is_stopped(invitation.email):
        enqueue(
            kind=MailKind.INVITATION,
            game_id=event.game_id,
            address=invitation.email,
            invitation=invitation,
            now=now,
            due_at=due_at,
        )


def _is_told_already(table: store.Table, event: Event) -> bool:
    """True for an event that is told once a turn and that the seat has caused before in this turn."""
    if not table.kind.events[event.verb].is_told_once_a_turn:
        return False
    earlier = Event.objects.filter(game=event.game_id, n__lt=event.n)
    turns = earlier.filter(verb__in=table.kind.begins_a_turn).order_by("-n").values_list("n", flat=True)
    return earlier.filter(verb=event.verb, seat=event.seat, n__gt=turns.first() or 0).exists()


def _next_of_its_kind(kind: AnyKind, event: Event, player: Player) -> datetime:
    """The instant to tell of this event: when it happened, except that sitting down and getting up is told at most once an
    hour."""
    if not kind.events[event.verb].comes_or_goes:
        return event.at
    told = Message.objects.filter(game=event.game_id, player=player, kind=MailKind.TABLE)
    last = told.order_by("-made_at").values_list("made_at", flat=True).first()
    return last + AN_HOUR if last else event.at


def _old_news(latest: Latest, untold: Collection[Notice]) -> list[Notice]:
    """Notices overtaken by events: a request after its light has come, or somebody's sitting down after the game has begun."""
    table = latest.table()
    asked = [notice for notice in untold if notice.kind == MailKind.ASKED]
    old = list[Notice]()
    if asked and table.is_running:
        turns = Event.objects.filter(game=latest.game_id, verb__in=table.kind.begins_a_turn)
        newest = turns.order_by("-n").values_list("n", flat=True).first() or 0
        old = [notice for notice in asked if notice.event.n < newest]
    elif asked:
        old = asked
    if table.state is not None and all(notice.kind != MailKind.START for notice in untold):
        old += [notice for notice in untold if table.kind.events[notice.event.verb].comes_or_goes]
    return old


def _old_by_now(latest: Latest, untold: Collection[Notice]) -> list[Notice]:
    """Notices that no longer hold: of a turn that is over or told again later, or of a released tile that has been seen."""
    turns = {notice.seat: notice for notice in untold if notice.kind == MailKind.TURN}
    releases = [notice for notice in untold if notice.kind == MailKind.RELEASED]
    if not turns and not releases:
        return []
    table = latest.table(event=max(notice.event.n for notice in untold))
    standing = [notice for seat, notice in turns.items() if is_to_move(table, seat)]
    standing += [notice for notice in releases if has_unseen(table, notice.seat)]
    return [notice for notice in untold if notice.kind in (MailKind.TURN, MailKind.RELEASED) and notice not in standing]


def _taken_back(latest: Latest, untold: Sequence[Notice]) -> list[Notice]:
    """Notices of what was taken back before its reader was told, and of the taking back."""
    old = list[Notice]()
    for n, notice in enumerate(untold):
        for earlier in untold[:n]:
            if earlier not in old and latest.table().kind.takes_back(
                queries.happened(notice.event), queries.happened(earlier.event)
            ):
                old += [earlier, notice]
                break
    return old
