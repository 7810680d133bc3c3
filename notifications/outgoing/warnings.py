"""The last warning before a deadline: noted when its clock begins, and checked again at its own instant, as pauses,
vacations and actions move deadlines.

A warning is never off, and never later than it is still useful."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, partial

from django.db.models import QuerySet

from games import batches, queries, store
from games.models import Event, Seat
from games.rules.kind import Deadline
from games.sharing import by_number, is_relieved
from games.tournaments.models import Fixture
from games.tournaments.queries.pages import fixture_of
from notifications.models import MailKind, Notice
from notifications.outgoing.latest import Latest
from notifications.preferences.choices import hours_of

JOIN = "join"  # in addition to the kinds' deadlines
LONGEST_LEAD = timedelta(days=1)
TOO_SHORT_TO_WARN = timedelta(hours=2)  # of a deadline so near its beginning everybody is told when it begins
OF_USE = timedelta(hours=1)  # before the deadline; quiet hours that last longer are broken
LOOK_AGAIN = timedelta(hours=6)  # while a clock stands still


def warnings(table: store.Table, events: Sequence[Event], people: Sequence[Seat], *, now: datetime) -> Iterator[Notice]:
    """Note a warning for each present deadline of these people; drop those of earlier turns and of clocks that began anew.
    Two with one beginning are the same."""
    game = table.game
    if any(event.verb in table.kind.begins_a_turn for event in events):
        _pending(game.pk).exclude(deadline="end").update(dropped_at=now)
    if table.is_in_lobby:
        yield from _to_join(table, events, people)
    elif not table.is_running:
        _pending(game.pk).update(dropped_at=now)
    rows = (table.kind.events[event.verb] for event in events)
    if not table.is_running or all(row.is_talk for row in rows):
        return
    begun_at, pending = cache(partial(_begun, table)), list(_pending(game.pk))
    begun_anew = list[int]()
    for seat in people:
        for deadline in _deadlines(table, seat.number):
            begun = begun_at(deadline.since)
            if begun is None:
                continue
            of_it = [one for one in pending if (one.seat, one.deadline) == (seat.number, deadline.what)]
            begun_anew += [one.pk for one in of_it if one.event_id != begun.pk]
            lead = _lead(begun, deadline.at) if deadline.at else None
            if deadline.at is None or lead is not None:
                at = deadline.at - lead if deadline.at and lead else now + LOOK_AGAIN
                _pending(game.pk).filter(pk__in=[one.pk for one in of_it if one.not_before > at]).update(not_before=at)
                yield _warning(begun, seat, deadline.what, at=at)
    _pending(game.pk).filter(pk__in=begun_anew).update(dropped_at=now)


def _begun(table: store.Table, since: datetime | None) -> Event | None:
    """The event with which a clock began, of several at one instant the deal; None if it is not written yet."""
    assert table.state is not None
    at = since or table.state.dealt_at
    events = Event.objects.filter(game=table.game, at__gte=at).order_by("n")
    return events.filter(at=at, verb__in=table.kind.begins_a_turn).last() or events.first()


def _to_join(table: store.Table, events: Sequence[Event], people: Sequence[Seat]) -> Iterator[Notice]:
    """For each player seated in a tournament, a warning before the time to join is over."""
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
    """A warning of a deadline whose clock began with an event, due or to be checked at an instant."""
    return Notice(
        event=begun,
        player=seat.player,
        game_id=begun.game_id,
        seat=seat.number,
        kind=MailKind.LAST_DAY,
        deadline=deadline,
        not_before=at,
    )


def still_due(latest: Latest) -> list[int]:
    """The ids of the warnings to give now; others whose instant has come are put off."""
    now = latest.now
    due = list(_pending(latest.game_id).filter(not_before__lte=now).select_related("event", "player__mail_hours"))
    if not due:
        return []
    table = latest.table(event=max(notice.event.n for notice in due))
    relieved = {row.player_id for row in table.rows if is_relieved(row, table.rows)}
    given = []

    def put_off(notice: Notice, until: datetime) -> None:
        Notice.objects.filter(pk=notice.pk).update(not_before=until)

    def look(notice: Notice) -> None:
        if notice.player_id in relieved:  # another plays for them; it may stand when they are back
            put_off(notice, now + LOOK_AGAIN)
            return
        at = next((one.at for one in _deadlines(table, notice.seat) if one.what == notice.deadline), None)
        told_at = _told_at(notice, at, now=now) if at else now + LOOK_AGAIN
        if told_at <= now:
            given.append(notice.pk)
        else:
            put_off(notice, told_at)

    batches.each("warnings", due, look, now=now, put_off=put_off)
    return given


def _told_at(notice: Notice, deadline: datetime, *, now: datetime) -> datetime:
    """The instant to warn of a deadline: in its last day, not in quiet hours unless they last until it is too late."""
    lead = _lead(notice.event, deadline)
    if lead is None:
        return now + LOOK_AGAIN
    at = max(now, deadline - lead)
    awake = hours_of(notice.player).awake(at)
    return awake if awake <= deadline - OF_USE else at


def _lead(begun: Event, deadline: datetime) -> timedelta | None:
    """The time before a deadline at which to warn: a day, or half of its length; None if that is too short."""
    span = deadline - begun.at
    return min(LONGEST_LEAD, span / 2) if span >= TOO_SHORT_TO_WARN else None


def _deadlines(table: store.Table, seat: int) -> Iterable[Deadline]:
    """The kind's deadlines while the game runs; before the deal the time to join, which stands while the tournament is
    paused."""
    if table.is_running:
        return table.kind.deadlines(table.state, seat)
    if not table.is_in_lobby or not table.game.seats.filter(number=seat, agreed_at=None).exists():
        return ()
    fixture = Fixture.objects.filter(game=table.game.pk, phase=Fixture.Phase.JOINING)
    joining = fixture.values_list("join_by", "round__division__tournament__paused_at")
    return [Deadline(JOIN, None if paused_at else join_by) for join_by, paused_at in joining]


def _pending(game_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(game=game_id, message=None, dropped_at=None).exclude(deadline="")
