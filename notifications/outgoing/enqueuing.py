"""Enqueuing: a person's due notices of a game become one message, a row that `outbox` sends.

`Latest` is the game that they are about, loaded once for all its readers. A notice is dropped if its reader has seen
the news on the page, or if it is out of date. The last warning before a deadline is never dropped for being seen, nor
is news that brings tiles."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import TypeVar

from django.db import transaction
from django.db.models import BooleanField, Count, DateTimeField, IntegerField, OuterRef, QuerySet, Subquery

from games import queries, store
from games.models import Event, Seat
from games.players.models import Invitation, Player
from games.queries.reading import ReaderTable
from games.rules.values import Event as Happened
from games.statements import GAME, GIVEN, Compiled, insert_new, update, update_each
from games.store import Table
from games.store.events import first_number, saved_events
from notifications import tokens
from notifications.models import InboundMail, MailKind, Message, Notice, Queued
from notifications.preferences.choices import MAY_BE_OFF, START_A_CLOCK, switched_off
from notifications.replies import NO_FACTS, MailFacts

A_PAGE = 40  # events
NOTICES_AT_A_TIME = 200  # of one game
MAILS_A_THREAD = 80  # mail programs cut longer conversations off
# A message of several notices is about the kind that comes first here.
BY_WEIGHT = (
    MailKind.RESULT,
    MailKind.RED,
    MailKind.START,
    MailKind.SEATED,
    MailKind.LAST_DAY,
    MailKind.GRANTED,
    MailKind.TILE,
    MailKind.TURN,
    MailKind.RELEASED,
    MailKind.SWAP,
    MailKind.CHALLENGED,
    MailKind.AWAY,
    MailKind.LAPSED,
    MailKind.ASKED,
    MailKind.TABLE,
    MailKind.SAID,
)
Row = TypeVar("Row", bound=Queued)


def with_presence(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Add the presence of each notice's reader, for `seen_on_the_page`."""
    row = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    return notices.annotate(
        present_at=Subquery(row.values("present_at")[:1]), tiles_by_email=Subquery(row.values("tiles_by_email")[:1])
    )


_PENDING = Compiled(
    with_presence(Notice.objects.filter(game=GAME, player__in=[GIVEN], message=None, dropped_at=None))
    .annotate(may_be_off=MAY_BE_OFF)
    .order_by("event__n")[:NOTICES_AT_A_TIME],
    joined=["event"],
    added={"present_at": DateTimeField(), "tiles_by_email": BooleanField(), "may_be_off": BooleanField()},
    is_locked=True,
)
_OF_ITS_GAME = Message.objects.filter(game=GAME, player=OuterRef("pk")).order_by().values("player")
_EARLIER = Compiled(
    Player.objects.filter(pk__in=[GIVEN]).annotate(mails=Subquery(_OF_ITS_GAME.annotate(n=Count("pk")).values("n"))),
    only=["id"],
    added={"mails": IntegerField()},
)
"""Players, each with the number of emails that they have got about a game."""


# --- the game --------------------------------------------------------------------------------------------------------------


class Latest:
    """The current state of a game, with everything due up to `now` applied in memory, and what its readers share.

    It is loaded once for all messages of one task."""

    def __init__(self, game_id: int, *, now: datetime, table: store.Table | None = None) -> None:
        self.game_id = game_id
        self.now = now
        self._table = table
        self._saved = list[tuple[int, Happened]]()
        self._older: Iterator[Event] | None = None

    def table(self, *, event: int = 0) -> store.Table:
        """Return the game as a table, loaded again only if it is older than the event with this number. Raises
        NoSuchGame."""
        if self._table is None or self._table.game.last_event < event:
            self._table = store.seen_now(self.game_id, now=self.now)
            self._saved, self._older = [], None
            vars(self).pop("first_deal", None)
        return self._table

    @cached_property
    def unheard(self) -> Mapping[int, set[int]]:
        """The seats that each player has muted, by player."""
        return queries.unheard_at(self.game_id)

    @cached_property
    def first_deal(self) -> int:
        """The number of the event that began the game; 0 before it."""
        table = self.table()
        return first_number(table.game, table.kind.begins_a_turn)

    def story(self, loaded: ReaderTable) -> Iterator[tuple[int, Happened]]:
        """Return the events of a game as loaded for a reader, the newest first, each with its number."""
        table = loaded.table
        unsaved = list(enumerate(table.happenings, start=table.game.last_event + 1))
        return chain(reversed(unsaved), self._read())

    def _read(self) -> Iterator[tuple[int, Happened]]:
        """Yield the saved events, the newest first. Each is read once."""
        table, n = self.table(), 0
        if self._older is None:
            self._older = saved_events(table.game, at_once=A_PAGE)
        while True:
            if n == len(self._saved):
                event = next(self._older, None)
                if event is None:
                    return
                self._saved.append((event.n, queries.happened(event)))
            yield self._saved[n]
            n += 1


def is_to_move(table: Table, seat: int) -> bool:
    """Return True if the game waits for a move of this seat, also during a pause."""
    return table.is_running and seat in getattr(table.state, "awaited", ())


def has_unseen(table: Table, seat: int) -> bool:
    """Return True if this seat has a face-down tile that it hasn't looked at."""
    return table.is_running and bool(getattr(table.state, "unseen", {}).get(seat))


def waiting_for_looks(table: Table) -> list[int]:
    """Return the seats whose newest tile is withheld until others have looked at theirs."""
    withheld: Mapping[int, int] = getattr(table.state, "withheld", {}) if table.is_running else {}
    return [seat for seat, tiles in withheld.items() if tiles]


# --- from notices to messages ----------------------------------------------------------------------------------------------


@transaction.atomic
def gather_for(latest: Latest, players: Sequence[Player], *, still_due: Collection[int]) -> None:
    """Write one message to each of these players, with their notices of a game. Players whose notices are all out of
    date get none."""
    enqueued, game_id, now = [], latest.game_id, latest.now
    pending = _pending(game_id, players, still_due=still_due)
    for player in players:
        if news := _news(latest, pending[player.pk], player):
            enqueued.append((_about(latest, news, player), news))
    if not enqueued:
        return
    assign_threads(game_id, [message for message, _news in enqueued], now=now)
    for message, news in enqueued:
        for notice in news:
            notice.message = message
    update_each([notice for _message, news in enqueued for notice in news], "message")


@transaction.atomic
def gather(latest: Latest, player: Player, *, into: Message) -> None:
    """Add a player's notices of a game to a message that hasn't been sent. If an attempt to send it has already been
    made, write a new message. Notices that would otherwise wait for a later email are added, too."""
    news = _news(latest, _pending(latest.game_id, [player])[player.pk], player)
    if not news:
        return
    message = Message.objects.select_for_update(of=("self",)).filter(pk=into.pk, attempts=0).first()
    if message is None:
        message = _about(latest, news, player)
        assign_threads(latest.game_id, [message], now=latest.now)
    Notice.objects.filter(pk__in=[notice.pk for notice in news]).update(message=message)


def _pending(game_id: int, players: Sequence[Player], *, still_due: Collection[int] = ()) -> dict[int, list[Notice]]:
    """Return each player's notices that are not yet in any message, in order. Warnings are left out unless they are
    `still_due`."""
    by_player = defaultdict[int, list[Notice]](list)
    for notice in _PENDING(*[player.pk for player in players], game=game_id):
        if not notice.deadline or notice.pk in still_due:
            by_player[notice.player_id].append(notice)
    return by_player


def _news(latest: Latest, pending: Sequence[Notice], player: Player) -> list[Notice]:
    """Return a player's notices that are still news and wanted, and drop the others."""
    if not pending:
        return []
    old = [
        *_old_news(latest, pending),
        *_old_by_now(latest, pending),
        *_taken_back(latest, pending),
        *seen_on_the_page(pending),
        *(unwanted(pending, player) if any(one.may_be_off for one in pending) else ()),  # type: ignore[attr-defined]
    ]
    if old:
        Notice.objects.filter(pk__in=[notice.pk for notice in old]).update(dropped_at=latest.now)
    return [notice for notice in pending if notice not in old]


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


def weightiest(kinds: Collection[str]) -> MailKind:
    """Return the kind that a message of several notices is about."""
    return next(kind for kind in BY_WEIGHT if kind in kinds)


def _old_news(latest: Latest, pending: Collection[Notice]) -> list[Notice]:
    """Return the notices that later events have made pointless, such as a request after its light, or a player joining
    after the start."""
    table = latest.table()
    asked = [notice for notice in pending if notice.kind == MailKind.ASKED]
    old = list[Notice]()
    if asked and table.is_running:
        turns = Event.objects.filter(game=latest.game_id, verb__in=table.kind.begins_a_turn)
        newest = turns.order_by("-n").values_list("n", flat=True).first() or 0
        old = [notice for notice in asked if notice.event.n < newest]
    elif asked:
        old = asked
    if table.state is not None and all(notice.kind != MailKind.START for notice in pending):
        old += [notice for notice in pending if table.kind.events[notice.event.verb].comes_or_goes]
    return old


def _old_by_now(latest: Latest, pending: Collection[Notice]) -> list[Notice]:
    """Return the notices that are out of date. These are notices of a turn that is over or about which there is a later
    notice, and notices of released tiles that the seat has already looked at."""
    turns = {notice.seat: notice for notice in pending if notice.kind == MailKind.TURN}
    releases = [notice for notice in pending if notice.kind == MailKind.RELEASED]
    if not turns and not releases:
        return []
    table = latest.table(event=max(notice.event.n for notice in pending))
    standing = [notice for seat, notice in turns.items() if is_to_move(table, seat)]
    standing += [notice for notice in releases if has_unseen(table, notice.seat)]
    return [
        notice for notice in pending if notice.kind in (MailKind.TURN, MailKind.RELEASED) and notice not in standing
    ]


def _taken_back(latest: Latest, pending: Sequence[Notice]) -> list[Notice]:
    """Return the notices of things that were withdrawn before the reader was notified of them, together with the
    notices of the withdrawals."""
    old = list[Notice]()
    for n, notice in enumerate(pending):
        for earlier in pending[:n]:
            if earlier not in old and latest.table().kind.takes_back(
                queries.happened(notice.event), queries.happened(earlier.event)
            ):
                old += [earlier, notice]
                break
    return old


# --- news that was seen on the page ----------------------------------------------------------------------------------------


def seen_on_the_page(pending: Collection[Notice]) -> list[Notice]:
    """Return the notices of events that their readers saw on the game's page. They must be fetched `with_presence`."""
    return [
        notice
        for notice in pending
        if (at := notice.present_at)  # type: ignore[attr-defined]
        and at >= notice.event.at
        and not notice.deadline
        and not brings_tiles(notice, notice.kind)
    ]


def unwanted(news: Sequence[Notice], player: Player) -> list[Notice]:
    """Return the notices of one game that a player has switched off since they were written."""
    news = [notice for notice in news if not notice.deadline]
    off = switched_off({notice.kind for notice in news}, player, game_id=news[0].game_id) if news else ()
    return [notice for notice in news if notice.kind in off]


def is_seen(message: Message) -> bool:
    """Return True if the reader has meanwhile seen on the game's page everything that a message is about. The message's
    channels were notified earlier."""
    news = list(with_presence(message.notices.select_related("event")))
    return bool(news) and len(seen_on_the_page(news)) == len(news)


def brings_tiles(row: Seat | Notice, kind: str) -> bool:
    """Return True if this reader gets tiles by email, and an email about news of this kind contains them."""
    return bool(row.tiles_by_email) and kind in START_A_CLOCK  # type: ignore[union-attr]


# --- rows ------------------------------------------------------------------------------------------------------------------


def enqueue(
    *,
    kind: MailKind,
    address: str,
    game_id: int | None = None,
    puzzle_id: int | None = None,
    now: datetime,
    player: Player | None = None,
    seat: int | None = None,
    invitation: Invitation | None = None,
    answers: InboundMail | None = None,
    in_reply_to: str = "",
    facts: MailFacts = NO_FACTS,
    due_at: datetime | None = None,
    earlier: int | None = None,
) -> Message:
    """Write a message about a game or a daily puzzle, to be sent now or at `due_at`. It gets a token and a place in its
    seat's conversation. `earlier` is the number of emails in that conversation, if it is known."""
    message = Message(
        kind=kind,
        game_id=game_id,
        puzzle_id=puzzle_id,
        player=player,
        seat=seat,
        address=address,
        invitation=invitation,
        answers=answers,
        in_reply_to=in_reply_to,
        facts=facts.as_json(),
        made_at=now,
        due_at=due_at or now,
    )
    if earlier is None and puzzle_id is None:
        earlier = Message.objects.filter(game=game_id, seat=seat, player=player).count()
    give_place(message, earlier=earlier or 0, now=now)
    insert_new([message])
    return message


def assign_threads(game_id: int, messages: Sequence[Message], *, now: datetime) -> None:
    """Save new messages of one game, one for each of several players. Give each its token and its place in a
    conversation."""
    of_players = _EARLIER(*[message.player_id for message in messages], game=game_id)
    earlier = {player.pk: vars(player)["mails"] or 0 for player in of_players}
    for message in messages:
        give_place(message, earlier=earlier[message.player_id or 0], now=now)
    insert_new(messages)


def give_place(message: Message, *, earlier: int = 0, now: datetime) -> None:
    """Give a message that can be answered its token and its place in a conversation, after `earlier` emails. Long
    conversations are split by that number; one about a puzzle is short and doesn't need it."""
    if message.puzzle_id is not None:
        about = f"daily.{message.puzzle_id}.{message.player_id}"
    else:
        who = f"seat.{message.seat}" if message.seat is not None else f"invited.{message.link}"
        about = f"game.{message.game_id}.{who}.{earlier // MAILS_A_THREAD}"
    message.thread = f"<{about}@{tokens.host()}>"
    message.message_id = tokens.new_message_id(now)
    tokens.give_token(message)


@transaction.atomic
def claim(free: "QuerySet[Row]", *, lease: timedelta, now: datetime, most: int) -> list[Row]:
    """Claim up to `most` of the free rows, those that have been due longest first, and count one more attempt for each.
    No other worker gets these rows until the lease expires."""
    ours = list(free.select_for_update(skip_locked=True, of=("self",)).order_by("due_at", "pk")[:most])
    take(ours, lease=lease, now=now)
    return ours


def take(locked: Sequence[Queued], *, lease: timedelta, now: datetime) -> None:
    """Claim rows that the caller has already locked."""
    for attempts in {row.attempts for row in locked}:
        alike = [row for row in locked if row.attempts == attempts]
        for row in alike:
            row.due_at, row.attempts = now + lease, attempts + 1
        update(alike, ("due_at", "attempts"))
