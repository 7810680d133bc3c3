"""Announcing: each new event becomes one notice for each person who may know of it, and each deadline becomes a
warning.

A notice waits for the time that its reader has chosen. Then `enqueuing` makes one message of all that are due. The last
warning before a deadline can't be switched off. It is written when its clock begins and checked again when it is due,
as pauses, vacations and moves can change deadlines.

Nothing is sent here; `outbox` does that. The kind of game decides in `tells` which people an event concerns."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, partial

from django.db import transaction
from django.db.models import DateTimeField, Q

from games import batches, queries, store
from games.models import Event, Seat
from games.players.accounts import OF_ROBOTS
from games.players.models import Invitation, Player
from games.queries.options import pace_line
from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.rules.values import Deadline
from games.sharing import AT_HAND, acting, by_number, is_at_hand, is_relieved
from games.statements import GIVEN, NOW, Compiled, insert, update
from games.tournaments.models import Fixture
from games.tournaments.queries.pages import fixture_of
from notifications.models import MailKind, Message, Notice
from notifications.outgoing import bounces
from notifications.outgoing.enqueuing import Latest, brings_tiles, enqueue, gather, gather_for, waiting_for_looks
from notifications.preferences.choices import hours_of, preferences_of, settling_period
from notifications.replies import MailFacts

AN_HOUR = timedelta(hours=1)
ANNOUNCING = "announcing events"
EVENTS_AT_A_TIME, PLAYERS_AT_A_TIME = 100, 20  # of one game, in memory at the same time

JOIN = "join"  # the time to join, which is not one of the kinds' own deadlines
LONGEST_LEAD = timedelta(days=1)
TOO_SHORT_TO_WARN = timedelta(hours=2)  # a shorter clock gets no warning, as players are notified when it starts
OF_USE = timedelta(hours=1)  # before the deadline; a warning is sent even in quiet hours if they end later than this
LOOK_AGAIN = timedelta(hours=6)  # when a stopped clock is checked again

_UNANNOUNCED = Compiled(
    Event.objects.filter(game=GIVEN, announced_at=None)
    .annotate(retry_at=batches.retry_at(ANNOUNCING))
    .order_by("n")[:EVENTS_AT_A_TIME],
    added={"retry_at": DateTimeField()},
    is_locked=True,
)
_REACHED = Compiled(
    Seat.objects.filter(game=GIVEN, player__is_active=True, player__mail_fails_since=None),
    joined=["player", "player__mail_hours", "substitution"],
)
_UNTOLD = {"message": None, "dropped_at": None}
_WAITING = Compiled(
    Player.objects.filter(
        pk__in=Notice.objects.filter(game=GIVEN, not_before__lte=NOW, **_UNTOLD).values("player")
    ).order_by("pk"),
    joined=["mail_hours"],
)
_PENDING = Compiled(Notice.objects.filter(game=GIVEN, **_UNTOLD).exclude(deadline=""), joined=["event"])
_WARNINGS_DUE = Compiled(
    Notice.objects.filter(game=GIVEN, not_before__lte=NOW, **_UNTOLD).exclude(deadline=""),
    joined=["event", "player", "player__mail_hours"],
)
_MESSAGES_DUE = Compiled(Message.objects.filter(game=GIVEN, due_at__lte=NOW).order_by("pk"), only=["due_at"])


def announce(latest: Latest) -> list[int]:
    """Write the notices and messages of a game that aren't written yet. Returns the ids of the messages that are
    due."""
    game_id, now = latest.game_id, latest.now
    while claim_events(latest) == EVENTS_AT_A_TIME:
        pass
    warned = warnings_due(latest)
    still_due = [notice.pk for notice in warned]

    def put_off(player: Player, retry_at: datetime) -> None:
        due = Notice.objects.filter(game=game_id, player=player, message=None, dropped_at=None, not_before__lte=now)
        due.filter(Q(deadline="") | Q(pk__in=still_due)).update(not_before=retry_at)

    def gather_awake(players: Sequence[Player]) -> None:
        awake = list[Player]()
        for player in players:
            wakes_at = hours_of(player).awake(now)
            if wakes_at > now and all(notice.player_id != player.pk for notice in warned):
                put_off(player, wakes_at)  # a late worker must not wake anybody
            else:
                awake.append(player)
        gather_for(latest, awake, still_due=still_due)

    players = _WAITING(game_id, now=now)
    for n in range(0, len(players), PLAYERS_AT_A_TIME):
        some = players[n : n + PLAYERS_AT_A_TIME]
        batches.together("gathering notices", some, gather_awake, now=now, put_off=put_off)
    return [message.pk for message in _MESSAGES_DUE(game_id, now=now)]


def to_those_who_wait_for_looks(latest: Latest, message_ids: Sequence[int]) -> list[int]:
    """Return those of these messages whose reader has a withheld tile that another player's look may release."""
    if len(message_ids) < 2:
        return []
    seats = waiting_for_looks(latest.table())
    if not seats:
        return []
    to_them = Message.objects.filter(pk__in=message_ids, seat__in=seats, player__isnull=False, attempts=0)
    return list(to_them.exclude(kind=MailKind.HELD).order_by("pk").values_list("pk", flat=True))


def add_news(latest: Latest, message_ids: Sequence[int]) -> None:
    """Announce what has happened since these messages were written, and add it to each reader's message."""
    if claim_events(latest):
        for message in Message.objects.filter(pk__in=message_ids).select_related("player"):
            if message.player is not None:
                gather(latest, message.player, into=message)


# --- from events to notices ------------------------------------------------------------------------------------------------


@transaction.atomic
def claim_events(latest: Latest) -> int:
    """Turn the first unannounced events into notices for everyone who may know of them. Returns the number of events.

    Events are claimed by row, as ids don't commit in order. Events of a later release are left to the workers of that
    release."""
    now = latest.now
    unannounced = [event for event in _UNANNOUNCED(latest.game_id) if (vars(event)["retry_at"] or now) <= now]
    if not unannounced:
        return 0
    table = latest.table(event=unannounced[-1].n)
    events = [event for event in unannounced if event.verb in table.kind.events]
    people = _REACHED(latest.game_id)
    announce = partial(_announce, latest, table, people)
    batches.together(ANNOUNCING, events, announce, now=now, alone=partial(_announce_to_each, latest, table, people))
    return len(events)


@transaction.atomic
def _announce(latest: Latest, table: store.Table, people: Sequence[Seat], events: Sequence[Event]) -> None:
    """Write the notices of some events for these people."""
    _write_notices(latest, table, people, events, to=people)
    _close(latest.game_id, table, events, now=latest.now)


class NotAllNotified(Exception):
    """Some people could not be notified of an event. The log has the reasons."""


def _announce_to_each(latest: Latest, table: store.Table, people: Sequence[Seat], event: Event) -> None:
    """Notify each of these people of an event. Raises NotAllNotified if that fails for somebody, after the others are notified."""

    @transaction.atomic
    def tell(row: Seat) -> None:
        _write_notices(latest, table, people, [event], to=[row])

    notified = batches.each("announcing to a seat", people, tell, now=latest.now)
    if len(notified) < len(people):
        raise NotAllNotified
    with transaction.atomic():
        _close(latest.game_id, table, [event], now=latest.now)


def _write_notices(
    latest: Latest, table: store.Table, people: Sequence[Seat], events: Sequence[Event], *, to: Sequence[Seat]
) -> None:
    """Write the notices of these events to some of the people. Nobody is notified twice."""
    news = list(_notices(latest, table, events, people, to=to))
    on_call = [row for row in acting(to) if not is_relieved(row, people)]  # people who must be warned of deadlines
    notices = [*news, *_warnings(table, events, on_call, now=latest.now)]
    insert(notices, unique=("event", "player", "deadline"), is_kept=True)


def _close(game_id: int, table: store.Table, events: Sequence[Event], *, now: datetime) -> None:
    """Write to the people whose answer an event needs, such as invited people, and record that the events are
    announced."""
    for event in events:
        row = table.kind.events[event.verb]
        if row.asks:
            ask = _tell_of_substitution if "loan" in event.facts else _invite
            ask(event, now=now)
        if row.changes_holder and event.seat is not None:  # a former player is notified only of the result
            there = Seat.objects.filter(game=game_id, number=event.seat, player__isnull=False, resigned_at=None)
            pending = Notice.objects.filter(game=game_id, seat=event.seat, message=None, dropped_at=None)
            others = pending.exclude(kind=MailKind.RESULT).exclude(player__in=there.values("player"))
            others.update(dropped_at=now)
    for event in events:
        event.announced_at = now
    update(events, ("announced_at",))


def _notices(
    latest: Latest, table: store.Table, events: Sequence[Event], people: Sequence[Seat], *, to: Sequence[Seat]
) -> Iterator[Notice]:
    """Yield the notices for the people in `to`, at the times they have chosen."""
    seats, readers, now = by_number(people), {row.pk for row in to}, latest.now
    rows = (table.kind.events[event.verb] for event in events)
    unheard = latest.unheard if any(row.is_talk for row in rows) else {}
    to_notify = [
        (event, MailKind(sort), row)
        for event in events
        if not _is_notified_already(table, event)
        for seat, sort in table.kind.tells(queries.happened(event), tuple(seats))
        for row in seats[seat]
        if row.pk in readers
        and event.facts.get("player") != row.player_id  # nobody is notified of their own actions
        # a player who has left a shared seat only watches, and a substitute plays for one who is relieved
        and (sort == MailKind.RESULT or (row.resigned_at is None and not is_relieved(row, seats[seat])))
        and queries.told(
            table, event, None if row.resigned_at else row.number, unheard=unheard.get(_player(row).pk, ())
        )
        is not None
    ]
    if not to_notify:
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
    for event, kind, row in to_notify:
        player = _player(row)
        settled_at = max(event.at + settles, _next_of_its_kind(table.kind, event, player))
        if is_at_hand(row, event.at) and not brings_tiles(row, kind):  # they may see it on the page
            settled_at = max(settled_at, event.at + AT_HAND)
        at = preferences[player.pk].when_to_tell(kind, settled_at=settled_at, now=now)
        if at is not None:
            yield Notice(event=event, player=player, game=table.game, seat=row.number, kind=kind, not_before=at)


def _player(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


def is_practice(game_id: int) -> bool:
    """Return True if only one person plays in this game, against robots."""
    addresses = Seat.objects.filter(game=game_id, player__isnull=False).values_list("player__email", flat=True)
    people = [address for address in addresses if not address.endswith(OF_ROBOTS)]
    return len(people) < 2 <= len(addresses)


def _is_notified_already(table: store.Table, event: Event) -> bool:
    """Return True if this kind of event is announced once a turn and the seat has already caused one this turn."""
    if not table.kind.events[event.verb].notifies_once_a_turn:
        return False
    earlier = Event.objects.filter(game=event.game_id, n__lt=event.n)
    turns = earlier.filter(verb__in=table.kind.begins_a_turn).order_by("-n").values_list("n", flat=True)
    return earlier.filter(verb=event.verb, seat=event.seat, n__gt=turns.first() or 0).exists()


def _next_of_its_kind(kind: AnyKind, event: Event, player: Player) -> datetime:
    """Return the earliest instant to notify a player of an event. That is when it happened, but news of players who
    join or leave comes at most once an hour."""
    if not kind.events[event.verb].comes_or_goes:
        return event.at
    messages = Message.objects.filter(game=event.game_id, player=player, kind=MailKind.TABLE)
    last = messages.order_by("-made_at").values_list("made_at", flat=True).first()
    return last + AN_HOUR if last else event.at


# --- invitations and substitutes -------------------------------------------------------------------------------------------


def _tell_of_substitution(event: Event, *, now: datetime) -> None:
    player = Player.objects.filter(pk=event.facts["to"], is_active=True).select_related("mail_hours").first()
    if player is None or player.mail_fails_since is not None:
        return
    preferences = preferences_of([player], game_id=event.game_id)[player.pk]
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


# --- warnings before deadlines ---------------------------------------------------------------------------------------------


def _warnings(
    table: store.Table, events: Sequence[Event], people: Sequence[Seat], *, now: datetime
) -> Iterator[Notice]:
    """Yield a warning for each current deadline of these people. Drop the warnings of earlier turns and of clocks that
    started again.

    A warning is given or checked again at `not_before`. Two warnings with the same clock and the same starting event
    are the same."""
    if all(table.kind.events[event.verb].is_talk for event in events):
        return
    if table.is_in_lobby:
        yield from _to_join(table, events, people)
        return
    turn = max((event.n for event in events if event.verb in table.kind.begins_a_turn), default=0)
    pending = list[Notice]()
    past = list[Notice]()
    for one in _PENDING(table.game.pk):
        is_past = not table.is_running or (one.event.n < turn and one.deadline != "end")
        (past if is_past else pending).append(one)
    begun_at = cache(partial(_begun, table))
    for seat in people if table.is_running else ():
        for deadline in _deadlines(table, seat.number):
            begun = begun_at(deadline.since)
            if begun is None:
                continue
            of_it = [one for one in pending if (one.seat, one.deadline) == (seat.number, deadline.what)]
            past += [one for one in of_it if one.event_id != begun.pk]
            lead = _lead(begun, deadline.at) if deadline.at else None
            if deadline.at is None or lead is not None:
                at = deadline.at - lead if deadline.at and lead else now + LOOK_AGAIN
                _change([one for one in of_it if one.not_before > at], not_before=at)
                yield _warning(begun, seat, deadline.what, at=at)
    _change(past, dropped_at=now)


def _change(pending: Sequence[Notice], **columns: datetime) -> None:
    """Change warnings that are still not given."""
    if pending:
        Notice.objects.filter(pk__in=[one.pk for one in pending], **_UNTOLD).update(**columns)


def _begun(table: store.Table, since: datetime | None) -> Event | None:
    """Return the event that started a clock; if there are several at one instant, the deal. None if it isn't written
    yet."""
    assert table.state is not None
    at = since or table.state.dealt_at
    events = Event.objects.filter(game=table.game, at__gte=at).order_by("n")
    return events.filter(at=at, verb__in=table.kind.begins_a_turn).last() or events.first()


def _to_join(table: store.Table, events: Sequence[Event], people: Sequence[Seat]) -> Iterator[Notice]:
    """Yield a warning before the time to join ends, for each player with a seat in a tournament game."""
    seats = by_number(people)
    given = [
        (event, seats[seat][0])
        for event in events
        for seat, sort in table.kind.tells(queries.happened(event), tuple(seats))
        if sort == MailKind.SEATED
    ]
    place = fixture_of(table.game.pk) if given else None
    if place is None or place.join_by is None:
        return
    for event, row in given:
        lead = _lead(event, place.join_by)
        if lead is not None:
            yield _warning(event, row, JOIN, at=place.join_by - lead)


def _warning(begun: Event, seat: Seat, deadline: str, *, at: datetime) -> Notice:
    """Return a warning of a deadline whose clock started with this event. At `at`, it is given or checked again."""
    return Notice(
        event=begun,
        player=seat.player,
        game_id=begun.game_id,
        seat=seat.number,
        kind=MailKind.LAST_DAY,
        deadline=deadline,
        not_before=at,
    )


def warnings_due(latest: Latest) -> list[Notice]:
    """Return the warnings to give now. Put off others that were to be checked now."""
    now = latest.now
    due = _WARNINGS_DUE(latest.game_id, now=now)
    if not due:
        return []
    table = latest.table(event=max(notice.event.n for notice in due))
    relieved = {row.player_id for row in table.rows if is_relieved(row, table.rows)}
    given = list[Notice]()

    def put_off(notice: Notice, until: datetime) -> None:
        Notice.objects.filter(pk=notice.pk).update(not_before=until)

    def look(notice: Notice) -> None:
        if notice.player_id in relieved:  # a substitute plays for them; the deadline may still apply when they are back
            put_off(notice, now + LOOK_AGAIN)
            return
        at = next((one.at for one in _deadlines(table, notice.seat) if one.what == notice.deadline), None)
        warn_at = _warn_at(notice, at, now=now) if at else now + LOOK_AGAIN
        if warn_at <= now:
            given.append(notice)
        else:
            put_off(notice, warn_at)

    batches.each("warnings", due, look, now=now, put_off=put_off)
    return given


def _warn_at(notice: Notice, deadline: datetime, *, now: datetime) -> datetime:
    """Return when to warn of a deadline: on its last day, and in quiet hours only if they end too late."""
    lead = _lead(notice.event, deadline)
    if lead is None:
        return now + LOOK_AGAIN
    at = max(now, deadline - lead)
    awake = hours_of(notice.player).awake(at)
    return awake if awake <= deadline - OF_USE else at


def _lead(begun: Event, deadline: datetime) -> timedelta | None:
    """Return how long before a deadline to warn: a day, or half the time it allows if that is less. None if that time
    is too short for a warning."""
    span = deadline - begun.at
    return min(LONGEST_LEAD, span / 2) if span >= TOO_SHORT_TO_WARN else None


def _deadlines(table: store.Table, seat: int) -> Iterable[Deadline]:
    """Return the kind's deadlines in a running game. Before the deal, return the time to join, which doesn't end while
    the tournament is paused."""
    if table.is_running:
        return table.kind.deadlines(table.state, seat)
    if not table.is_in_lobby or not table.game.seats.filter(number=seat, agreed_at=None).exists():
        return ()
    fixture = Fixture.objects.filter(game=table.game.pk, phase=Fixture.Phase.JOINING)
    joining = fixture.values_list("join_by", "round__division__tournament__paused_at")
    return [Deadline(JOIN, None if paused_at else join_by) for join_by, paused_at in joining]
